//! What is printed about one validator: a confusion matrix, and every disagreement.

use std::fmt;

use super::super::recorded::known::Known;
use super::{Answer, Judged};

/// The judgements of one validator beside ours. Printed with [`Display`](fmt::Display).
pub(super) struct Matrix<'a> {
    source: &'a str,
    judged: &'a [Judged],
    known: &'a Known,
}

impl<'a> Matrix<'a> {
    pub(super) fn new(source: &'a str, judged: &'a [Judged], known: &'a Known) -> Self {
        Self {
            source,
            judged,
            known,
        }
    }

    /// Whether there is a disagreement that is not on the list, or one on the list that is none.
    pub(super) fn has_failed(&self) -> bool {
        self.open().next().is_some() || self.stale().next().is_some()
    }

    fn disagreements(&self) -> impl Iterator<Item = &Judged> {
        let judged = self.judged.iter();
        judged.filter(|judged| judged.agrees() == Some(false))
    }

    /// Disagreements that nobody has decided.
    fn open(&self) -> impl Iterator<Item = &Judged> {
        let known = self.known;
        self.disagreements()
            .filter(move |judged| known.reason(&judged.id).is_none())
    }

    /// Cases of the list that agree by now.
    fn stale(&self) -> impl Iterator<Item = &Judged> {
        self.judged.iter().filter(|judged| {
            judged.agrees() == Some(true) && self.known.reason(&judged.id).is_some()
        })
    }

    fn count(&self, is_valid: bool, is_kind: impl Fn(&Answer) -> bool) -> usize {
        let side = self.judged.iter().filter(|j| j.is_valid == is_valid);
        side.filter(|judged| is_kind(&judged.answer)).count()
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, name: &str, is_valid: bool) -> fmt::Result {
        let accepted = self.count(is_valid, |answer| matches!(answer, Answer::Accepted));
        let refused = self.count(is_valid, |answer| matches!(answer, Answer::Refused(_)));
        let jsonata = self.count(is_valid, |answer| matches!(answer, Answer::NeedsJsonata));
        writeln!(f, "  {name:<8} {accepted:>10} {refused:>8} {jsonata:>14}")
    }

    fn heading(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spoken = self.judged.iter().filter(|j| j.agrees().is_some()).count();
        let agree = self.judged.iter().filter(|j| j.agrees() == Some(true));
        write!(f, "{}: {}/{spoken} agree", self.source, agree.count())?;
        let decided = self.disagreements().count() - self.open().count();
        if decided > 0 {
            write!(f, ", {decided} known not to")?;
        }
        match self.judged.len() - spoken {
            0 => writeln!(f),
            later => writeln!(f, ", {later} not judged (JSONata)"),
        }
    }
}

impl fmt::Display for Matrix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.heading(f)?;
        writeln!(f, "             accepted  refused  needs JSONata")?;
        self.row(f, "valid", true)?;
        self.row(f, "invalid", false)?;
        for judged in self.disagreements() {
            if let Some(reason) = self.known.reason(&judged.id) {
                writeln!(f, "  known {}: {reason}", judged.id)?;
            }
        }
        for judged in self.open() {
            let answer = match &judged.answer {
                Answer::Refused(findings) => findings.first().map(|first| first.short.as_str()),
                _ => None,
            };
            writeln!(
                f,
                "  DISAGREES {}: {}",
                judged.id,
                answer.unwrap_or("accepted")
            )?;
        }
        for judged in self.stale() {
            writeln!(f, "  AGREES BY NOW {}: take it off the list", judged.id)?;
        }
        Ok(())
    }
}
