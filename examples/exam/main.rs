//! The average of exam scores, in the language of Tencent's workflow service:
//! `cargo run -p asl-examples --example exam`.
//!
//! Two definitions that differ by the `Parameters` of their Map: the first gives each exam to the
//! function as it is, the second together with the class. What comes out is the same.

mod types;

use asl_runtime::{TaskContext, TaskError, asl_machine};

use types::{Average, Exam, ExamOfClass, Scores, Term};

asl_machine!(
    /// Replaces the scores of each exam by their average.
    mod exam = "exam/exam.asl.json",
    dialect = tcsl,
    input = Term<Scores>, output = Term<u32>,
    tasks = { average = fn(Exam<Scores>) -> Average },
);

asl_machine!(
    /// The same, with an item that `Parameters` puts together.
    mod exam_parameters = "exam/exam_parameters.asl.json",
    dialect = tcsl,
    input = Term<Scores>, output = Term<u32>,
    tasks = { average = fn(ExamOfClass) -> Average },
);

/// The cloud function `average`.
struct Averages;

impl exam::Tasks for Averages {
    async fn average(&self, _: &TaskContext, exam: Exam<Scores>) -> Result<Average, TaskError> {
        Ok(exam.average())
    }
}

impl exam_parameters::Tasks for Averages {
    async fn average(&self, _: &TaskContext, item: ExamOfClass) -> Result<Average, TaskError> {
        if item.class.is_empty() {
            let error = exam_parameters::error::INVALID_PARAMETER;
            return Err(TaskError::new(error, "the class has no name"));
        }
        Ok(item.exam.average())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let plain = exam::run(Averages, Term::sample()).await?;
    println!("without Parameters:\n{}", plain.to_json()?);
    let shaped = exam_parameters::run(Averages, Term::sample()).await?;
    println!("with Parameters:\n{}", shaped.to_json()?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLISHED: &str = concat!(
        r#"{"date":"2021-03-14T01:59:00Z","detail":{"class":"No-01","exam":["#,
        r#"{"score":75,"user":"susu"},{"score":88,"user":"lucy"},"#,
        r#"{"score":77,"user":"dora"},{"score":88,"user":"jiao"}]}}"#,
    );

    #[tokio::test]
    async fn tcsl_95_97_averages_are_as_published() {
        let output = exam::run(Averages, Term::sample()).await.unwrap();
        assert_eq!(output.to_json().unwrap().to_string(), PUBLISHED);
    }

    #[tokio::test]
    async fn tcsl_96_97_averages_with_parameters_are_the_same() {
        let output = exam_parameters::run(Averages, Term::sample())
            .await
            .unwrap();
        assert_eq!(output.to_json().unwrap().to_string(), PUBLISHED);
    }

    #[tokio::test]
    async fn tcsl_96_parameters_put_the_item_together() {
        let mut input = Term::sample();
        input.detail.class.clear();
        let error = exam_parameters::run(Averages, input).await.unwrap_err();
        assert_eq!(error.error_name(), Some("InvalidParameter"));
    }
}
