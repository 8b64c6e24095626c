//! Whether an execution did what was recorded.

use std::collections::BTreeSet;

use asl_runtime::Value;

use super::case::{Case, ExpectedCall, ExpectedStep, Status, StepKind};
use super::cause;
use super::difference::{Difference, Tolerance};
use super::order::{self, Element, Order};
use super::record::{Answer, Call, End, Record, Step};
use super::structure;

/// The first thing that the execution did otherwise; `None` if it did as recorded.
pub fn difference(case: &Case, record: &Record) -> Option<Difference> {
    // What came first tells more than what came of it.
    let checks = [calls, steps, end, time, answers];
    // A panic has no record of what came first.
    if matches!(record.end, End::Panicked(_)) {
        return end(case, record);
    }
    checks.iter().find_map(|check| check(case, record))
}

fn end(case: &Case, record: &Record) -> Option<Difference> {
    let expect = &case.expect;
    match (&record.end, expect.status) {
        (End::Output(output), Status::Succeeded) => {
            let wanted = expect.output.as_ref()?;
            match Tolerance::new(&case.volatile, &case.patterns) {
                Ok(tolerance) => tolerance
                    .difference("$", wanted, output)
                    .map(|difference| difference.within("output")),
                Err(bad) => Some(bad),
            }
        }
        (End::Failed { error, cause, .. }, Status::Failed) => {
            error_name(case, error.as_deref()).or_else(|| cause::difference(case, cause.as_deref()))
        }
        (
            End::Failed {
                timed_out, error, ..
            },
            Status::TimedOut,
        ) => {
            let named = expect.error.as_ref().is_some_and(|wanted| wanted == error);
            let difference = || Difference::new("status", "TIMED_OUT", describe(&record.end));
            (!timed_out && !named).then(difference)
        }
        (end, status) => {
            let wanted = format!("{status:?}");
            Some(Difference::new("status", wanted, describe(end)))
        }
    }
}

fn error_name(case: &Case, actual: Option<&str>) -> Option<Difference> {
    let wanted = case.expect.error.as_ref()?.as_deref();
    let [expected, found] = [wanted, actual].map(|name| name.unwrap_or("none"));
    (wanted != actual).then(|| Difference::new("error", expected, found))
}

fn describe(end: &End) -> String {
    match end {
        End::Output(output) => format!("output {output}"),
        End::Failed {
            timed_out,
            error,
            cause,
        } => {
            let kind = if *timed_out { "TimedOut" } else { "Failed" };
            let [error, cause] = [error, cause].map(|text| text.as_deref().unwrap_or("none"));
            format!("{kind} with error {error}, cause {cause}")
        }
        End::Panicked(message) => format!("a panic: {message}"),
    }
}

/// Every answer has to be used, and by the call that it is for.
fn answers(case: &Case, record: &Record) -> Option<Difference> {
    if let Some((state, count)) = record.unused.first() {
        let path = format!("calls of `{state}`");
        return Some(Difference::new(path, format!("{count} more"), "none"));
    }
    // Where the calls are listed, they have been compared, more leniently.
    let calls = record.calls.iter();
    let mut wrong = calls.filter(|call| match call.answer {
        Answer::Fits => false,
        Answer::ForAnotherInput => case.task_calls.is_none(),
        Answer::Missing => true,
    });
    let call = wrong.next()?;
    let path = format!("calls of `{}`", call.state);
    Some(Difference::new(
        path,
        "another input, or no call",
        &call.input,
    ))
}

fn time(case: &Case, record: &Record) -> Option<Difference> {
    let wanted = (case.virtual_seconds? * 1000.0).round();
    let actual = record.millis as f64;
    (wanted != actual).then(|| Difference::new("virtual time in ms", wanted, actual))
}

fn calls(case: &Case, record: &Record) -> Option<Difference> {
    // The service's API for testing one state keeps no history.
    let wanted = case
        .task_calls
        .as_ref()
        .filter(|_| case.test_state.is_none())?;
    let found = told(case, &record.calls, |call| &call.state);
    let tolerance = match Tolerance::new(&case.task_calls_volatile, &case.task_calls_patterns) {
        Ok(tolerance) => tolerance,
        Err(bad) => return Some(bad),
    };
    let compare = |index: usize, wanted: &ExpectedCall, found: &Call| {
        if wanted.state != found.state {
            let path = format!("$[{index}].state");
            return Some(Difference::new(path, &wanted.state, &found.state));
        }
        let path = format!("$[{index}].input");
        let input = wanted.input.as_ref()?;
        tolerance
            .difference(&path, input, &found.input)
            .or_else(|| limit(index, wanted, found))
    };
    order::difference("task_calls", order_of(case), wanted, &found, compare)
}

fn limit(index: usize, wanted: &ExpectedCall, found: &Call) -> Option<Difference> {
    let wanted = wanted.timeout_seconds?.saturating_mul(1000);
    let path = format!("$[{index}].timeoutInSeconds in ms");
    match found.limit {
        Some(found) if found == wanted => None,
        Some(found) => Some(Difference::new(path, wanted, found)),
        None => Some(Difference::new(path, wanted, "none")),
    }
}

fn steps(case: &Case, record: &Record) -> Option<Difference> {
    let mut wanted = case.trace.clone()?;
    wanted.retain(|step| step.event != StepKind::Other);
    // The output is that of the last step.
    let tolerance = match Tolerance::new(&case.volatile, &case.patterns) {
        Ok(tolerance) => tolerance,
        Err(bad) => return Some(bad),
    };
    let has_exits = wanted.iter().any(|step| step.event == StepKind::Exit);
    let mut found = told(case, &record.steps, |step| &step.state);
    if !case.is_recording() && !has_exits {
        found.retain(|step| step.event == StepKind::Enter); // the way alone
    }
    let compare =
        |index: usize, wanted: &ExpectedStep, found: &Step| step(&tolerance, index, wanted, found);
    order::difference("trace", order_of(case), &wanted, &found, compare)
}

fn step(
    tolerance: &Tolerance,
    index: usize,
    wanted: &ExpectedStep,
    found: &Step,
) -> Option<Difference> {
    let path = format!("[{index}] {}", wanted.label());
    if (&wanted.state, wanted.event) != (&found.state, found.event) {
        return Some(Difference::new(path, wanted.label(), found.label()));
    }
    let none = Value::from(asl_runtime::Object::new());
    let document = match wanted.event {
        StepKind::Enter => wanted.input.as_ref(),
        StepKind::Exit | StepKind::Other => wanted.output.as_ref(),
    };
    let assigned = || {
        let [wanted, found] =
            [&wanted.assigned, &found.assigned].map(|o| o.as_ref().unwrap_or(&none));
        tolerance.difference("assigned", wanted, found)
    };
    let difference =
        document.and_then(|document| tolerance.difference("$", document, &found.document));
    difference
        .or_else(assigned)
        .map(|difference| difference.within(&path))
}

/// What a history has of these: in a recording, not what happens in the executions that a
/// distributed Map starts.
fn told<T: Clone>(case: &Case, all: &[T], state: impl Fn(&T) -> &str) -> Vec<T> {
    let elsewhere = if case.is_recording() {
        structure::distributed(&structure::read(case.text()))
    } else {
        BTreeSet::new()
    };
    let told = all.iter().filter(|one| !elsewhere.contains(state(one)));
    told.cloned().collect()
}

/// Whether things happen one after the other: not where branches or iterations may overlap.
fn order_of(case: &Case) -> Order {
    let definition = structure::read(case.text());
    if structure::fans_out(&definition) || case.task_order_unreliable {
        Order::Any
    } else {
        Order::Fixed
    }
}

impl Element for ExpectedCall {
    fn label(&self) -> String {
        format!("a call of `{}`", self.state)
    }
}

impl Element for Call {
    fn label(&self) -> String {
        format!("a call of `{}`", self.state)
    }
}

impl Element for ExpectedStep {
    fn label(&self) -> String {
        label(self.event, &self.state)
    }
}

impl Element for Step {
    fn label(&self) -> String {
        label(self.event, &self.state)
    }
}

fn label(event: StepKind, state: &str) -> String {
    match event {
        StepKind::Enter => format!("enter `{state}`"),
        StepKind::Exit => format!("exit `{state}`"),
        StepKind::Other => format!("something in `{state}`"),
    }
}

#[cfg(test)]
mod tests;
