//! Running the generated program, whatever its machines do to it.

use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::super::Error;
use super::record::Record;

/// How long one case may take by the clock on the wall. On a paused clock none takes long.
const PATIENCE: Duration = Duration::from_secs(10);

/// What became of one case.
#[derive(Clone, Debug, PartialEq)]
pub enum Replayed {
    /// It came to an end.
    Ended(Record),
    /// It did not, in ten seconds.
    Hung,
    /// It ended the whole program.
    Aborted,
}

/// What the program says.
#[derive(Debug, PartialEq)]
enum Line {
    Begin(usize),
    End(usize, Box<Record>),
    Noise,
}

/// Runs `program` over the `count` cases of `plan`. A case that hangs or aborts is noted, and the
/// program started again behind it.
///
/// # Errors
///
/// [`Error::Cargo`] if the program cannot be started, or ends before its first case.
pub fn supervise(program: &Path, plan: &Path, count: usize) -> Result<Vec<Replayed>, Error> {
    let mut replayed = Vec::with_capacity(count);
    while replayed.len() < count {
        let before = replayed.len();
        let mut child = start(program, plan, before)?;
        let Some(stdout) = child.stdout.take() else {
            return Err(Error::Cargo("the program has no output".to_owned()));
        };
        let ending = follow(&lines(stdout), &mut replayed);
        // It has ended, or it hangs.
        let _ = child.kill();
        let _ = child.wait();
        match ending {
            Some(unfinished) => replayed.push(unfinished),
            None if replayed.len() == before => {
                let problem = format!("`{}` ends without a word", program.display());
                return Err(Error::Cargo(problem));
            }
            None => {}
        }
    }
    replayed.truncate(count);
    Ok(replayed)
}

fn start(program: &Path, plan: &Path, first: usize) -> Result<Child, Error> {
    Command::new(program)
        .arg(plan)
        .arg(first.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| Error::Cargo(format!("cannot start `{}`: {error}", program.display())))
}

/// The lines of a stream, read beside the caller, who does not want to wait for ever.
fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Collects records until the program ends or hangs; gives what became of a case it had begun.
fn follow(lines: &Receiver<String>, replayed: &mut Vec<Replayed>) -> Option<Replayed> {
    let mut begun = false;
    loop {
        match lines.recv_timeout(PATIENCE) {
            Ok(line) => match parse(&line) {
                Line::Begin(index) => begun = index == replayed.len(),
                Line::End(index, record) if begun && index == replayed.len() => {
                    replayed.push(Replayed::Ended(*record));
                    begun = false;
                }
                Line::End(..) | Line::Noise => {}
            },
            Err(RecvTimeoutError::Timeout) => return begun.then_some(Replayed::Hung),
            Err(RecvTimeoutError::Disconnected) => return begun.then_some(Replayed::Aborted),
        }
    }
}

fn parse(line: &str) -> Line {
    if let Some(index) = line.strip_prefix("begin ") {
        return index.parse().map_or(Line::Noise, Line::Begin);
    }
    let end = line
        .strip_prefix("end ")
        .and_then(|rest| rest.split_once(' '));
    let parsed = end.and_then(|(index, record)| {
        let record = serde_json::from_str(record).ok()?;
        Some(Line::End(index.parse().ok()?, Box::new(record)))
    });
    parsed.unwrap_or(Line::Noise)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn followed(lines: &[&str], first: usize) -> (Option<Replayed>, Vec<Replayed>) {
        let (sender, receiver) = mpsc::channel();
        for line in lines {
            sender.send((*line).to_owned()).unwrap();
        }
        drop(sender);
        let mut replayed = vec![Replayed::Hung; first];
        let ending = follow(&receiver, &mut replayed);
        (ending, replayed.split_off(first))
    }

    fn end(index: usize, message: &str) -> String {
        let record = serde_json::to_string(&Record::panicked(message)).unwrap();
        format!("end {index} {record}")
    }

    #[test]
    fn records_are_collected_in_order() {
        let lines = ["begin 0", &end(0, "a"), "noise", "begin 1", &end(1, "b")];
        let (ending, replayed) = followed(&lines, 0);
        let ended = |message| Replayed::Ended(Record::panicked(message));
        assert_eq!((ending, replayed), (None, vec![ended("a"), ended("b")]));
    }

    #[test]
    fn case_that_was_begun_and_not_ended_has_aborted() {
        let lines = ["begin 4", &end(4, "a"), "begin 5"];
        let (ending, replayed) = followed(&lines, 4);
        assert_eq!((ending, replayed.len()), (Some(Replayed::Aborted), 1));
    }

    #[test]
    fn record_of_another_case_is_not_taken() {
        let (ending, replayed) = followed(&["begin 0", &end(1, "a")], 0);
        assert_eq!((ending, replayed), (Some(Replayed::Aborted), vec![]));
    }

    #[test]
    fn record_survives_its_line() {
        let line = end(3, "two\nlines");
        assert_eq!(line.lines().count(), 1);
        let record = Box::new(Record::panicked("two\nlines"));
        assert_eq!(parse(&line), Line::End(3, record));
    }
}
