//! What is printed: a line a group, then the cases that did not pass.

use std::collections::BTreeMap;
use std::fmt;

use super::super::arguments::Detail;
use super::known::Known;
use super::prepare::Fate;

/// A case and what became of it.
#[derive(Clone, Debug)]
pub struct Told<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its group.
    pub group: &'a str,
    /// What became of it.
    pub fate: Fate,
}

/// The results of a folder. Printed with [`Display`](fmt::Display).
#[derive(Debug)]
pub struct Tally<'a> {
    /// The cases, in the order of their files.
    pub told: &'a [Told<'a>],
    /// The cases that are known not to pass.
    pub known: &'a Known,
    /// How much is printed.
    pub detail: Detail,
}

/// How many cases came to what.
#[derive(Debug, Default)]
struct Counts<'a> {
    passed: usize,
    failed: usize,
    not_yet: usize,
    known: usize,
    skipped: BTreeMap<&'a str, usize>,
}

impl<'a> Tally<'a> {
    /// Whether a case did not pass that is not known not to.
    pub fn has_failed(&self) -> bool {
        let counts = self.count(self.told.iter());
        counts.failed + counts.not_yet > 0
    }

    fn is_known(&self, told: &Told<'_>) -> bool {
        let failed = matches!(told.fate, Fate::Failed(_) | Fate::NotYet(_));
        failed && self.known.reason(told.name).is_some()
    }

    fn count(&self, told: impl Iterator<Item = &'a Told<'a>>) -> Counts<'a> {
        let mut counts = Counts::default();
        for told in told {
            match &told.fate {
                _ if self.is_known(told) => counts.known += 1,
                Fate::Passed | Fate::Refused(_) => counts.passed += 1,
                Fate::Failed(_) => counts.failed += 1,
                Fate::NotYet(_) => counts.not_yet += 1,
                Fate::Skipped(reason) => *counts.skipped.entry(reason).or_default() += 1,
            }
        }
        counts
    }

    fn groups(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups: BTreeMap<&str, Vec<&Told<'_>>> = BTreeMap::new();
        for told in self.told {
            groups.entry(told.group).or_default().push(told);
        }
        for (group, told) in groups {
            writeln!(f, "{group}: {}", self.count(told.into_iter()))?;
        }
        Ok(())
    }

    fn failed(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for told in self.told.iter().filter(|told| !self.is_known(told)) {
            if let Fate::Failed(difference) = &told.fate {
                writeln!(f, "FAILED {}: {difference}", told.name)?;
            }
        }
        Ok(())
    }

    /// By what was named, most frequent first.
    fn not_yet(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut named: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for told in self.told.iter().filter(|told| !self.is_known(told)) {
            if let Fate::NotYet(messages) = &told.fate {
                for message in messages {
                    named.entry(message).or_default().push(told.name);
                }
            }
        }
        let mut named: Vec<(&str, Vec<&str>)> = named.into_iter().collect();
        named.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        for (message, names) in named {
            writeln!(f, "NOT YET {message}: {}", names.len())?;
            for name in names {
                writeln!(f, "  {name}")?;
            }
        }
        Ok(())
    }

    fn known(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for told in self.told {
            let Some(reason) = self.known.reason(told.name) else {
                continue;
            };
            match &told.fate {
                Fate::Passed | Fate::Refused(_) => {
                    writeln!(f, "PASSES although known not to {}", told.name)?
                }
                Fate::Failed(_) | Fate::NotYet(_) => {
                    writeln!(f, "known {}: {reason}", told.name)?;
                    if let (Detail::Full, Fate::Failed(difference)) = (self.detail, &told.fate) {
                        writeln!(f, "  {difference}")?;
                    }
                }
                Fate::Skipped(_) => {}
            }
        }
        Ok(())
    }

    /// What was expected to be refused, and what is not judged.
    fn rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for told in self.told {
            match &told.fate {
                Fate::Refused(codes) => {
                    let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
                    writeln!(f, "refused as expected {}: {}", told.name, codes.join(", "))?;
                }
                Fate::Skipped(reason) => writeln!(f, "skipped {}: {reason}", told.name)?,
                Fate::Passed | Fate::Failed(_) | Fate::NotYet(_) => {}
            }
        }
        Ok(())
    }
}

impl fmt::Display for Tally<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.groups(f)?;
        self.failed(f)?;
        self.not_yet(f)?;
        self.known(f)?;
        if self.detail == Detail::Full {
            self.rest(f)?;
        }
        writeln!(f, "all: {}", self.count(self.told.iter()))
    }
}

/// `passed/total`; those that are known not to pass, and those not judged, are counted apart.
impl fmt::Display for Counts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.passed + self.failed + self.not_yet;
        write!(f, "{}/{total}", self.passed)?;
        if self.not_yet > 0 {
            write!(f, ", {} not yet", self.not_yet)?;
        }
        if self.known > 0 {
            write!(f, ", {} known", self.known)?;
        }
        for (reason, count) in &self.skipped {
            write!(f, ", skipped {count}: {reason}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use asl_codegen::diagnostic::Code;

    use super::*;

    const EXPECTED: &str = "\
map: 1/3, 1 not yet, 1 known, skipped 1: JSONata
retry: 2/2
FAILED b: status: expected x, got y
NOT YET z is not supported yet: 1
  c
known d: RULE-1: its reason
PASSES although known not to f
all: 3/5, 1 not yet, 1 known, skipped 1: JSONata
";

    #[test]
    fn known_and_skipped_cases_are_counted_apart() {
        let told = |name, group, fate| Told { name, group, fate };
        let failed = || Fate::Failed("status: expected x, got y".to_owned());
        let later = Fate::NotYet(vec!["z is not supported yet".to_owned()]);
        let told = [
            told("a", "map", Fate::Passed),
            told("b", "map", failed()),
            told("c", "map", later),
            told("d", "map", failed()),
            told("e", "map", Fate::Skipped("JSONata".to_owned())),
            told("f", "retry", Fate::Passed),
            told("g", "retry", Fate::Refused(vec![Code::NotSupportedYet])),
        ];
        let known = Known::parse("d RULE-1: its reason\nf RULE-2: another");
        let mut tally = Tally {
            told: &told,
            known: &known,
            detail: Detail::Brief,
        };
        assert_eq!(tally.to_string(), EXPECTED);
        assert!(tally.has_failed());
        tally.detail = Detail::Full;
        let full = tally.to_string();
        assert!(full.contains("refused as expected g: ASL0901\n"), "{full}");
        assert!(full.contains("skipped e: JSONata\n"), "{full}");
        tally.told = &told[3..];
        assert!(!tally.has_failed());
    }
}
