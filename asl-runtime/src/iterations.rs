//! How a Map runs its iterations (section 26).

use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::items::{ReadRequest, WriteRequest};
use crate::program::{TaskLimits, TaskStart};
use crate::value::{Text, Value};

/// How a Map runs its iterations: all that is settled before its items are known.
#[derive(Clone, Debug)]
pub struct Iterations {
    /// The processor, by number.
    pub branch: u32,
    /// How many may run at once; 0 is no limit (MAP-51).
    pub max_concurrency: usize,
    /// `ToleratedFailureCount`, if specified (MAP-55).
    pub tolerated_count: Option<usize>,
    /// `ToleratedFailurePercentage`, from 0 to 100, if specified (MAP-55).
    pub tolerated_percentage: Option<f64>,
    /// `ItemBatcher`.
    pub batches: Option<Batches>,
    /// `ResultWriter`.
    pub results: Option<Results>,
    /// In the mode `DISTRIBUTED` the name of the map run: iterations are child executions (MAP-4).
    pub map_run: Option<&'static str>,
    /// What the items were read by, once they have been.
    pub read: Option<Read>,
}

/// `ItemBatcher` (MAP-40). No limit at all makes one batch.
#[derive(Clone, Debug, Default)]
pub struct Batches {
    /// How many items a batch has at most.
    pub max_items: Option<usize>,
    /// How many bytes the input of an iteration has at most, as compact JSON (MAP-41).
    pub max_bytes: Option<usize>,
    /// `BatchInput`, if there is one.
    pub input: Option<Value>,
}

/// `ResultWriter` (MAP-70).
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Whether outputs that are arrays are joined to one (MAP-73).
    pub flatten: bool,
    /// What the results are handed to; without it, they stay the state's result.
    pub writer: Option<Writer>,
}

/// What reads items: `ItemReader` (MAP-30).
#[derive(Clone, Debug)]
pub struct Reader {
    /// Its number among the tasks.
    pub task: u32,
    /// `Resource`.
    pub resource: &'static str,
    /// `Parameters`, evaluated.
    pub parameters: Value,
    /// `ReaderConfig`, but for `MaxItems`.
    pub config: Value,
    /// `MaxItems`; `None` is no limit.
    pub max_items: Option<u64>,
}

/// What writes results.
#[derive(Clone, Debug)]
pub struct Writer {
    /// Its number among the tasks.
    pub task: u32,
    /// `Parameters`, evaluated.
    pub parameters: Value,
    /// `WriterConfig`.
    pub config: Value,
}

/// What has read items.
#[derive(Clone, Debug, Default)]
pub struct Read {
    /// `MaxItems`.
    pub max_items: Option<u64>,
    /// Where they come from.
    pub location: Text,
}

impl Iterations {
    /// Iterations within the execution, without any limit.
    #[must_use]
    pub const fn inline(branch: u32) -> Self {
        Self {
            branch,
            max_concurrency: 0,
            tolerated_count: None,
            tolerated_percentage: None,
            batches: None,
            results: None,
            map_run: None,
            read: None,
        }
    }

    /// Iterations as child executions of the map run `map_run`, without any limit.
    #[must_use]
    pub const fn distributed(branch: u32, map_run: &'static str) -> Self {
        let mut iterations = Self::inline(branch);
        iterations.map_run = Some(map_run);
        iterations
    }

    /// What failures it tolerates of `total` items; `None` if the first is the Map's (MAP-53). In
    /// the mode `DISTRIBUTED` there is always an answer: it names the error (MAP-56).
    pub(crate) fn tolerance(&self, total: usize) -> Option<Tolerance> {
        let (count, percentage) = (self.tolerated_count, self.tolerated_percentage);
        let is_asked = count.is_some() || percentage.is_some() || self.map_run.is_some();
        is_asked.then_some(Tolerance {
            count,
            percentage,
            total,
        })
    }
}

/// How many items of a Map may fail (MAP-55).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tolerance {
    /// `ToleratedFailureCount`.
    pub count: Option<usize>,
    /// `ToleratedFailurePercentage`.
    pub percentage: Option<f64>,
    /// How many items there are.
    pub total: usize,
}

impl Tolerance {
    /// Whether `failed` items are too many. With no threshold, one is.
    #[must_use]
    pub fn is_exceeded(&self, failed: usize) -> bool {
        if self.count.is_none() && self.percentage.is_none() {
            return failed > 0;
        }
        // Multiplied, not divided: 7 of 100 are exactly 7 percent.
        let share = failed as f64 * 100.0;
        let exceeds = |percentage: f64| share > percentage * self.total as f64;
        self.count.is_some_and(|count| failed > count) || self.percentage.is_some_and(exceeds)
    }
}

/// Counts the failed items of one fan-out.
pub(crate) struct Failures {
    tolerance: Option<Tolerance>,
    failed: usize,
}

impl Failures {
    pub(crate) const fn new(tolerance: Option<Tolerance>) -> Self {
        Self {
            tolerance,
            failed: 0,
        }
    }

    /// What stands among the results for a nested machine that failed, for `items` items (MAP-57,
    /// MAP-58); the failure of the whole, if it is one too many.
    pub(crate) fn tolerate(&mut self, failure: Failure, items: usize) -> Result<Value, Failure> {
        let Some(tolerance) = self.tolerance.filter(|_| !failure.is_stopped()) else {
            return Err(failure);
        };
        self.failed = self.failed.saturating_add(items);
        if tolerance.is_exceeded(self.failed) {
            return Err(failure.exceeding_tolerance());
        }
        Ok(failure.error_output())
    }
}

impl Results {
    /// The results as they are to be (MAP-73).
    pub(crate) fn transform(&self, outputs: Vec<Value>) -> Vec<Value> {
        if !self.flatten {
            return outputs;
        }
        let mut joined = Vec::with_capacity(outputs.len());
        for output in outputs {
            match output {
                Value::Array(items) => joined.extend(items),
                other => joined.push(other),
            }
        }
        joined
    }
}

impl Reader {
    /// The call that reads the items.
    pub(crate) fn start(self) -> TaskStart {
        let request = ReadRequest {
            parameters: self.parameters,
            config: self.config,
            max_items: self.max_items,
        };
        call(self.task, request.into_value())
    }
}

impl Writer {
    /// The call that writes `results`.
    pub(crate) fn start(self, results: Vec<Value>) -> TaskStart {
        let request = WriteRequest {
            parameters: self.parameters,
            config: self.config,
            results,
        };
        call(self.task, request.into_value())
    }
}

fn call(task: u32, input: Value) -> TaskStart {
    TaskStart {
        task,
        input,
        limits: TaskLimits::NONE,
        credentials: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn map_55_either_threshold() {
        let cases = [
            // count, percentage, total, failed, is_exceeded
            (None, None, 10, 0, false),
            (None, None, 10, 1, true),
            (Some(0), None, 10, 1, true),
            (Some(2), None, 10, 2, false),
            (Some(2), None, 10, 3, true),
            (None, Some(0.0), 10, 1, true),
            (None, Some(7.0), 100, 7, false),
            (None, Some(7.0), 100, 8, true),
            (None, Some(33.3), 3, 1, true),
            (None, Some(33.4), 3, 1, false),
            (None, Some(100.0), 3, 3, false),
            (Some(1), Some(100.0), 3, 2, true),
            (Some(3), Some(10.0), 3, 1, true),
            (Some(1), Some(50.0), 4, 1, false),
        ];
        for (count, percentage, total, failed, expected) in cases {
            let tolerance = Tolerance {
                count,
                percentage,
                total,
            };
            assert_eq!(
                tolerance.is_exceeded(failed),
                expected,
                "{tolerance:?}, {failed}"
            );
        }
    }

    #[test]
    fn map_56_57_58_failures_are_counted_by_item() {
        let failure = || Failure::new("E", Some("c".into()));
        let iterations = Iterations {
            tolerated_count: Some(3),
            ..Iterations::inline(0)
        };
        let mut failures = Failures::new(iterations.tolerance(9));
        let error = json!({"Error": "E", "Cause": "c"});
        assert_eq!(failures.tolerate(failure(), 2).unwrap(), error);
        assert_eq!(failures.tolerate(failure(), 1).unwrap(), error);
        let exceeded = failures.tolerate(failure(), 1).unwrap_err();
        assert_eq!(exceeded.name(), "States.ExceedToleratedFailureThreshold");
        assert_eq!(
            exceeded.cause(),
            Some("The specified tolerated failure threshold was exceeded")
        );

        let stopped = failures.tolerate(Failure::stopped("shutdown"), 1);
        assert!(stopped.unwrap_err().is_stopped());
    }

    #[test]
    fn map_53_56_without_a_threshold_the_mode_decides() {
        let name = |iterations: Iterations| {
            let mut failures = Failures::new(iterations.tolerance(9));
            let failure = failures.tolerate(Failure::new("E", None), 1).unwrap_err();
            failure.name().to_owned()
        };
        assert_eq!(name(Iterations::inline(0)), "E");
        let distributed = Iterations::distributed(0, "Each");
        assert_eq!(name(distributed), "States.ExceedToleratedFailureThreshold");
    }

    #[test]
    fn map_73_flatten_joins_arrays() {
        let outputs = || vec![json!([1, 2]), json!(3), json!([]), json!([[4]])];
        let flatten = Results {
            flatten: true,
            writer: None,
        };
        assert_eq!(json!(flatten.transform(outputs())), json!([1, 2, 3, [4]]));
        assert_eq!(Results::default().transform(outputs()), outputs());
    }
}
