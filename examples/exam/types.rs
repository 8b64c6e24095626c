//! The documents of the machine, and what its task takes and gives.

use asl_runtime::Value;
use serde::{Deserialize, Serialize};

/// What goes in, with all scores of each student, and comes out, with their average.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Term<S> {
    pub(crate) date: String,
    pub(crate) detail: Detail<S>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Detail<S> {
    pub(crate) class: String,
    pub(crate) exam: Vec<Exam<S>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Exam<S> {
    pub(crate) score: S,
    pub(crate) user: String,
}

/// All scores of a student.
pub(crate) type Scores = Vec<u32>;

/// An item as `Parameters` shapes it: the exam, and the class it was written in.
#[derive(Debug, Deserialize)]
pub(crate) struct ExamOfClass {
    pub(crate) class: String,
    pub(crate) exam: Exam<Scores>,
}

/// What the function gives.
#[derive(Debug, Serialize)]
pub(crate) struct Average {
    pub(crate) user: String,
    pub(crate) average: u32,
}

impl Exam<Scores> {
    /// The mean of the scores, half a point rounded up.
    pub(crate) fn average(&self) -> Average {
        let (sum, count) = (
            self.score.iter().sum::<u32>(),
            self.score.len().max(1) as u32,
        );
        Average {
            user: self.user.clone(),
            average: (2 * sum + count) / (2 * count),
        }
    }
}

impl Term<Scores> {
    /// The input of the published example.
    pub(crate) fn sample() -> Self {
        let exam = |user: &str, score: [u32; 4]| Exam {
            score: score.to_vec(),
            user: user.to_owned(),
        };
        Self {
            date: "2021-03-14T01:59:00Z".to_owned(),
            detail: Detail {
                class: "No-01".to_owned(),
                exam: vec![
                    exam("susu", [90, 80, 70, 60]),
                    exam("lucy", [80, 85, 90, 95]),
                    exam("dora", [60, 78, 93, 76]),
                    exam("jiao", [89, 87, 79, 95]),
                ],
            },
        }
    }
}

impl Term<u32> {
    /// As JSON, members sorted by name, as the example prints them.
    pub(crate) fn to_json(&self) -> Result<Value, Box<dyn std::error::Error>> {
        Ok(asl_runtime::to_value(self)?)
    }
}
