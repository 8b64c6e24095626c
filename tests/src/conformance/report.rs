//! What is printed: counts first, then the names behind them.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use asl_codegen::diagnostic::{Code, Severity};

use super::arguments::Detail;
use super::attempt::{Accepted, Attempt, Finding, Outcome};
use super::corpus::{Expect, Machine};

/// How many examples of one kind a brief report names.
pub(super) const EXAMPLES: usize = 20;

/// A machine and what became of it.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// What became of it.
    pub attempt: Attempt,
}

impl Judged<'_> {
    /// Its code, if it was accepted.
    pub fn accepted(&self) -> Option<&Accepted> {
        match &self.attempt.outcome {
            Outcome::Accepted(accepted) => Some(accepted),
            Outcome::Refused(_) => None,
        }
    }

    /// Why it was refused; empty if it was accepted.
    pub fn findings(&self) -> &[Finding] {
        match &self.attempt.outcome {
            Outcome::Accepted(_) => &[],
            Outcome::Refused(findings) => findings,
        }
    }

    /// Whether it is no machine, and was accepted.
    pub fn is_wrongly_accepted(&self) -> bool {
        matches!(self.machine.expect, Expect::Refuse(_)) && self.accepted().is_some()
    }

    /// Whether it is a machine, and was refused.
    pub fn is_wrongly_refused(&self) -> bool {
        self.machine.expect == Expect::Accept && self.accepted().is_none()
    }
}

/// The results of a folder of published machines. Printed with [`Display`](fmt::Display).
#[derive(Debug)]
pub struct Report<'a> {
    /// The machines, in the order of the manifest.
    pub judged: &'a [Judged<'a>],
    /// How much is printed.
    pub detail: Detail,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tiers(f)?;
        self.refused(f)?;
        self.aliased(f)?;
        self.remarks(f)?;
        for stop in stops(self.judged) {
            self.stop(f, &stop)?;
        }
        if self.detail == Detail::Full {
            self.everything_refused(f)?;
        }
        self.time(f)
    }
}

impl Report<'_> {
    fn tiers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tiers: Vec<&str> = Vec::new();
        for judged in self.judged {
            if !tiers.contains(&judged.machine.tier.as_str()) {
                tiers.push(&judged.machine.tier);
            }
        }
        for tier in tiers {
            let of_tier = |judged: &&Judged<'_>| {
                judged.machine.tier == tier && judged.machine.expect == Expect::Accept
            };
            let total = self.judged.iter().filter(of_tier).count();
            let accepted = self
                .judged
                .iter()
                .filter(of_tier)
                .filter(|j| j.accepted().is_some());
            writeln!(f, "{tier}: {}/{total}", accepted.count())?;
        }
        Ok(())
    }

    fn refused(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = self
            .judged
            .iter()
            .filter(|j| j.machine.expect != Expect::Accept);
        let wrong: Vec<&Judged<'_>> = self
            .judged
            .iter()
            .filter(|j| j.is_wrongly_accepted())
            .collect();
        let total = expected.count();
        writeln!(f, "refused: {}/{total}", total - wrong.len())?;
        for judged in wrong {
            if let Expect::Refuse(why) = &judged.machine.expect {
                writeln!(f, "  WRONGLY ACCEPTED {}: {why}", judged.machine.id)?;
            }
        }
        Ok(())
    }

    fn aliased(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aliased: Vec<(&str, &Accepted)> = self
            .judged
            .iter()
            .filter_map(|judged| Some((judged.machine.id.as_str(), judged.accepted()?)))
            .filter(|(_, accepted)| !accepted.aliases.is_empty())
            .collect();
        writeln!(f, "accepted with an alias: {}", aliased.len())?;
        for (id, accepted) in self.some(&aliased) {
            let aliases: Vec<String> = accepted
                .aliases
                .iter()
                .map(|alias| format!("{:?} = {}", alias.key, alias.name))
                .collect();
            writeln!(f, "  {id}: {}", aliases.join(", "))?;
        }
        self.more(f, "  ", aliased.len())
    }

    /// What the compiler says about machines that it accepts, by code: each is a candidate for a
    /// false alarm.
    fn remarks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut by_code: BTreeMap<(Code, Severity), Vec<(&str, &Finding)>> = BTreeMap::new();
        for judged in self.judged {
            let id = judged.machine.id.as_str();
            for remark in judged.accepted().into_iter().flat_map(|a| &a.remarks) {
                let key = (remark.code, remark.severity);
                by_code.entry(key).or_default().push((id, remark));
            }
        }
        for ((code, severity), remarks) in by_code {
            let mut machines: Vec<&str> = remarks.iter().map(|(id, _)| *id).collect();
            machines.dedup();
            let (title, count, machines) = (code.title(), remarks.len(), machines.len());
            writeln!(
                f,
                "{severity}s {code} {title}: {count} in {machines} machines"
            )?;
            if self.detail == Detail::Full {
                for (_, remark) in remarks {
                    writeln!(f, "  {}", remark.short)?;
                }
            }
        }
        Ok(())
    }

    fn stop(&self, f: &mut fmt::Formatter<'_>, stop: &Stop<'_>) -> fmt::Result {
        let (code, count) = (stop.code, stop.machines.len());
        let title = code.title();
        writeln!(f, "{code} {title}: {count} ({} by it alone)", stop.alone)?;
        if code == Code::NotSupportedYet {
            for (message, count) in stop.messages() {
                writeln!(f, "  {count:4} {message}")?;
            }
            return Ok(());
        }
        for (_, findings) in self.some(&stop.machines) {
            if let Some(first) = findings.first() {
                writeln!(f, "  {}", first.short)?;
            }
        }
        self.more(f, "  ", count)
    }

    fn everything_refused(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for judged in self
            .judged
            .iter()
            .filter(|judged| judged.accepted().is_none())
        {
            let wrongly = if judged.is_wrongly_refused() {
                ""
            } else {
                " (as expected)"
            };
            writeln!(f, "refused{wrongly} {}", judged.machine.id)?;
            for finding in judged.findings() {
                writeln!(f, "  {}", finding.short)?;
            }
        }
        Ok(())
    }

    fn time(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Duration = self.judged.iter().map(|j| j.attempt.elapsed).sum();
        let accepted = || self.judged.iter().filter(|j| j.accepted().is_some());
        let elapsed: Duration = accepted().map(|j| j.attempt.elapsed).sum();
        let states: usize = accepted().map(|j| j.attempt.states).sum();
        writeln!(
            f,
            "compile: {:.3} s for {} machines; the {} accepted: {:.3} s, {states} states, {} us a state",
            all.as_secs_f64(),
            self.judged.len(),
            accepted().count(),
            elapsed.as_secs_f64(),
            elapsed.as_micros().checked_div(states as u128).unwrap_or(0),
        )
    }

    /// As many as this report names.
    fn some<'t, T>(&self, all: &'t [T]) -> impl Iterator<Item = &'t T> {
        all.iter().take(self.most())
    }

    fn more(&self, f: &mut fmt::Formatter<'_>, indent: &str, all: usize) -> fmt::Result {
        match all.saturating_sub(self.most()) {
            0 => Ok(()),
            more => writeln!(f, "{indent}and {more} more (`--verbose`)"),
        }
    }

    fn most(&self) -> usize {
        match self.detail {
            Detail::Brief => EXAMPLES,
            Detail::Full => usize::MAX,
        }
    }
}

/// A code that stopped machines which are machines.
struct Stop<'a> {
    code: Code,
    /// The machines and what the code said about each.
    machines: Vec<(&'a str, Vec<&'a Finding>)>,
    /// How many of them no other code stopped.
    alone: usize,
}

impl Stop<'_> {
    /// Each different message and how many machines it stopped, most frequent first.
    fn messages(&self) -> Vec<(&str, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (_, findings) in &self.machines {
            let mut messages: Vec<&str> = findings.iter().map(|f| f.message.as_str()).collect();
            messages.sort_unstable();
            messages.dedup();
            for message in messages {
                *counts.entry(message).or_default() += 1;
            }
        }
        let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }
}

/// The codes that stopped machines which are machines, most frequent first.
fn stops<'a>(judged: &'a [Judged<'a>]) -> Vec<Stop<'a>> {
    let mut stops: BTreeMap<Code, Stop<'a>> = BTreeMap::new();
    for judged in judged.iter().filter(|judged| judged.is_wrongly_refused()) {
        let mut by_code: BTreeMap<Code, Vec<&Finding>> = BTreeMap::new();
        for finding in judged.findings() {
            by_code.entry(finding.code).or_default().push(finding);
        }
        let alone = usize::from(by_code.len() == 1);
        for (code, findings) in by_code {
            let stop = stops.entry(code).or_insert(Stop {
                code,
                machines: Vec::new(),
                alone: 0,
            });
            stop.alone += alone;
            stop.machines.push((&judged.machine.id, findings));
        }
    }
    let mut stops: Vec<Stop<'a>> = stops.into_values().collect();
    stops.sort_by_key(|stop| std::cmp::Reverse(stop.machines.len()));
    stops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::alias::Alias;

    fn machine(id: &str, tier: &str, expect: Expect) -> Machine {
        Machine {
            id: id.to_owned(),
            tier: tier.to_owned(),
            expect,
        }
    }

    fn accepted(aliases: Vec<Alias>) -> Attempt {
        Attempt {
            states: 10,
            elapsed: Duration::from_micros(500),
            outcome: Outcome::Accepted(Accepted {
                code: Ok(String::new()),
                docs: Vec::new(),
                methods: Vec::new(),
                aliases,
                remarks: Vec::new(),
            }),
        }
    }

    fn refused(findings: &[(Code, &str)]) -> Attempt {
        let finding = |(code, message): &(Code, &str)| Finding {
            code: *code,
            severity: Severity::Error,
            message: (*message).to_owned(),
            short: format!("file.json:1:1: {message}"),
        };
        Attempt {
            states: 3,
            elapsed: Duration::from_micros(100),
            outcome: Outcome::Refused(findings.iter().map(finding).collect()),
        }
    }

    /// Accepted, with a warning twice and a note.
    fn remarked() -> Accepted {
        let remark = |severity, code, message: &str| Finding {
            code,
            severity,
            message: message.to_owned(),
            short: format!("file.json:2:1: {message}"),
        };
        Accepted {
            code: Ok(String::new()),
            docs: Vec::new(),
            methods: Vec::new(),
            aliases: Vec::new(),
            remarks: vec![
                remark(Severity::Warning, Code::DeadHandler, "never"),
                remark(Severity::Note, Code::NoDefault, "none"),
                remark(Severity::Warning, Code::DeadHandler, "never again"),
            ],
        }
    }

    const EXPECTED: &str = "\
prod: 1/3
interp: 1/1
refused: 1/2
  WRONGLY ACCEPTED a/5: bad on purpose
accepted with an alias: 1
  b/4: \"x y\" = x_y_2
warnings ASL0305 error that an earlier retrier or catcher takes: 2 in 1 machines
notes ASL0405 Choice without `Default`: 1 in 1 machines
ASL0901 part of the language that is not supported yet: 2 (1 by it alone)
     2 JSONata is not supported yet
     1 `Assign` is not supported yet
ASL0601 malformed path: 1 (0 by it alone)
  file.json:1:1: bad path
compile: 0.002 s for 6 machines; the 3 accepted: 0.002 s, 30 states, 50 us a state
";

    #[test]
    fn report_counts_machines_not_messages() {
        let bad = || Expect::Refuse("bad on purpose".to_owned());
        let alias = Alias {
            key: "x y".to_owned(),
            name: "x_y_2".to_owned(),
        };
        let jsonata = (Code::NotSupportedYet, "JSONata is not supported yet");
        let assign = (Code::NotSupportedYet, "`Assign` is not supported yet");
        let remarked = Attempt {
            outcome: Outcome::Accepted(remarked()),
            ..accepted(Vec::new())
        };
        let machines = [
            (machine("a/1", "prod", Expect::Accept), remarked),
            (
                machine("a/2", "prod", Expect::Accept),
                refused(&[jsonata, jsonata, assign]),
            ),
            (
                machine("a/3", "prod", Expect::Accept),
                refused(&[
                    jsonata,
                    (Code::BadPath, "bad path"),
                    (Code::BadPath, "another"),
                ]),
            ),
            (
                machine("b/4", "interp", Expect::Accept),
                accepted(vec![alias]),
            ),
            (machine("a/5", "prod", bad()), accepted(Vec::new())),
            (
                machine("a/6", "prod", bad()),
                refused(&[(Code::Empty, "empty")]),
            ),
        ];
        let judged: Vec<Judged<'_>> = machines
            .iter()
            .map(|(machine, attempt)| Judged {
                machine,
                attempt: clone(attempt),
            })
            .collect();
        let report = |detail| {
            Report {
                judged: &judged,
                detail,
            }
            .to_string()
        };
        assert_eq!(report(Detail::Brief), EXPECTED);
        let full = report(Detail::Full);
        assert!(full.contains("refused a/3\n  file.json:1:1: JSONata is not supported yet\n"));
        assert!(full.contains("refused (as expected) a/6\n"));
    }

    fn clone(attempt: &Attempt) -> Attempt {
        match &attempt.outcome {
            Outcome::Accepted(a) if !a.remarks.is_empty() => Attempt {
                outcome: Outcome::Accepted(remarked()),
                ..*attempt
            },
            Outcome::Accepted(a) => accepted(a.aliases.clone()),
            Outcome::Refused(findings) => Attempt {
                outcome: Outcome::Refused(findings.clone()),
                ..*attempt
            },
        }
    }
}
