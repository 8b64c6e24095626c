//! One implementation of one workflow, executed over and over.

use std::fmt;
use std::hint::black_box;

use asl_runtime::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::runtime::{Builder, Runtime};

use crate::measure::{Measure, Sample, Side, Stopwatch};
use crate::{Error, Result, hand, machines};

/// Where workflows are executed: one thread, and a clock that does not wait.
#[derive(Clone, Copy, Debug)]
pub struct Arena {
    /// With a paused clock: waiting a second for a retry takes no time.
    pub runtime: &'static Runtime,
    /// The tasks of the compiled machines.
    pub tasks: &'static machines::Mocks,
    /// The tasks of the hand-written workflows.
    pub mocks: &'static hand::value::Mocks,
}

impl Arena {
    /// An arena. It lasts as long as the process.
    ///
    /// # Errors
    ///
    /// If tokio cannot start.
    pub fn new() -> Result<Self> {
        let mut runtime = Builder::new_current_thread();
        let runtime = runtime.enable_time().start_paused(true).build()?;
        Ok(Self {
            runtime: Box::leak(Box::new(runtime)),
            tasks: Box::leak(Box::default()),
            mocks: Box::leak(Box::default()),
        })
    }
}

/// One implementation of one workflow, on one input.
pub struct Contestant {
    /// Who executes.
    pub side: Side,
    arena: Arena,
    execute: Box<dyn Execute>,
}

impl fmt::Debug for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Contestant").field(&self.side).finish()
    }
}

impl Contestant {
    /// A contestant that executes `run` on the input in `text`.
    ///
    /// # Errors
    ///
    /// If the input cannot be parsed.
    pub fn new<I, O, F, E>(
        side: Side,
        arena: Arena,
        text: &'static [u8],
        (parse, print): Format<I, O>,
        run: impl Fn(I) -> F + 'static,
    ) -> Result<Self>
    where
        I: Clone + 'static,
        O: 'static,
        F: Future<Output = std::result::Result<O, E>> + 'static,
        E: Into<Error> + 'static,
    {
        let steps = Steps {
            text,
            input: parse(text)?,
            parse,
            print,
            run,
        };
        Ok(Self {
            side,
            arena,
            execute: Box::new(steps),
        })
    }

    /// Executes the workflow that many times.
    ///
    /// # Errors
    ///
    /// If the workflow fails.
    pub fn repeat(&self, measure: Measure, executions: u64) -> Result<Sample> {
        self.execute.repeat(self.arena, measure, executions.max(1))
    }

    /// Executes the workflow once, from bytes to bytes.
    ///
    /// # Errors
    ///
    /// If the workflow fails.
    pub fn output(&self) -> Result<Vec<u8>> {
        self.execute.output(self.arena)
    }
}

/// How documents are parsed and printed.
pub type Format<I, O> = (fn(&[u8]) -> Result<I>, fn(&O) -> Result<Vec<u8>>);

/// The documents of the runtime, in its own words.
pub fn values() -> Format<Value, Value> {
    (
        |text| Ok(Value::from_json_slice(text)?),
        |output| Ok(output.to_json_bytes()?),
    )
}

/// Any other documents, through serde.
pub fn serde<I: DeserializeOwned, O: Serialize>() -> Format<I, O> {
    (
        |text| Ok(serde_json::from_slice(text)?),
        |output| Ok(serde_json::to_vec(output)?),
    )
}

trait Execute {
    fn repeat(&self, arena: Arena, measure: Measure, executions: u64) -> Result<Sample>;
    fn output(&self, arena: Arena) -> Result<Vec<u8>>;
}

struct Steps<I, O, R> {
    text: &'static [u8],
    input: I,
    parse: fn(&[u8]) -> Result<I>,
    run: R,
    print: fn(&O) -> Result<Vec<u8>>,
}

impl<I, O, R, F, E> Execute for Steps<I, O, R>
where
    I: Clone,
    R: Fn(I) -> F,
    F: Future<Output = std::result::Result<O, E>>,
    E: Into<Error>,
{
    fn repeat(&self, arena: Arena, measure: Measure, executions: u64) -> Result<Sample> {
        arena.runtime.block_on(async {
            match measure {
                Measure::Run => self.run(executions).await,
                Measure::Owned => self.owned(executions).await,
                Measure::EndToEnd => self.end_to_end(executions).await,
            }
        })
    }

    fn output(&self, arena: Arena) -> Result<Vec<u8>> {
        arena.runtime.block_on(self.bytes_to_bytes())
    }
}

impl<I, O, R, F, E> Steps<I, O, R>
where
    I: Clone,
    R: Fn(I) -> F,
    F: Future<Output = std::result::Result<O, E>>,
    E: Into<Error>,
{
    async fn run(&self, executions: u64) -> Result<Sample> {
        let stopwatch = Stopwatch::start();
        for _ in 0..executions {
            let input = black_box(&self.input).clone();
            black_box((self.run)(input).await.map_err(Into::into)?);
        }
        Ok(stopwatch.stop(executions))
    }

    async fn end_to_end(&self, executions: u64) -> Result<Sample> {
        let stopwatch = Stopwatch::start();
        for _ in 0..executions {
            black_box(self.bytes_to_bytes().await?);
        }
        Ok(stopwatch.stop(executions))
    }

    async fn bytes_to_bytes(&self) -> Result<Vec<u8>> {
        let input = (self.parse)(black_box(self.text))?;
        let output = (self.run)(input).await.map_err(Into::into)?;
        (self.print)(&output)
    }

    async fn owned(&self, executions: u64) -> Result<Sample> {
        // Few documents at once, so that they are not all out of the cache.
        let most = (1 << 16) / self.text.len().max(1) + 4;
        let mut sample = Sample::default();
        while sample.executions < executions {
            let batch = (executions - sample.executions).min(most as u64);
            let mut inputs = Vec::with_capacity(most);
            for _ in 0..batch {
                inputs.push((self.parse)(self.text)?);
            }
            let mut outputs = Vec::with_capacity(most);
            let stopwatch = Stopwatch::start();
            for input in inputs {
                outputs.push((self.run)(input).await.map_err(Into::into)?);
            }
            sample.add(&stopwatch.stop(batch));
            black_box(outputs);
        }
        Ok(sample)
    }
}
