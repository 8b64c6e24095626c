//! The driver: performs the effects of a program's states, and its Retry and Catch.
//!
//! It awaits nothing but the host, and its future has the same size whatever the program is. What
//! does not have to be waited for happens in one synchronous stretch (`advance`).

mod advance;

use std::future;
use std::task::Poll;

use crate::failure::Failure;
use crate::frame::Frame;
use crate::host::gather::{may_wait, one_after_another};
use crate::host::{Completion, Host, TaskCall};
use crate::items::ItemSource;
use crate::iterations::{Iterations, Results};
use crate::names;
use crate::observe::Event;
use crate::payload;
use crate::program::{FanOut, Program, ReadStart, StateInfo, Step, TaskStart, TokenUse, Wait};
use crate::state::StateId;
use crate::value::{Array, Text, Value};

pub(crate) use advance::{Driver, Pause};

/// Runs a scope to its end, from `pause` on: gives the output of the terminal state it reaches
/// (TRANS-9).
#[expect(
    clippy::manual_async_fn,
    reason = "an async function holds its arguments twice"
)]
pub(crate) fn drive<'a, P: Program, H: Host>(
    mut driver: Driver<'a, P, H>,
    mut pause: Pause,
) -> impl Future<Output = Result<Value, Failure>> + Send {
    async move {
        loop {
            let result = match pause {
                Pause::End(output) => return Ok(output),
                Pause::Begin => {
                    driver.begin().await?;
                    pause = driver.advance()?;
                    continue;
                }
                Pause::Yield => {
                    yield_now().await;
                    pause = driver.advance()?;
                    continue;
                }
                Pause::EnteredTime => {
                    let now = driver.host.now().await?;
                    driver.frame.rare_mut().entered = Some(now.into());
                    pause = driver.attempt_and_advance()?;
                    continue;
                }
                Pause::Retry(delay) => {
                    driver.host.sleep(delay).await?;
                    pause = driver.attempt_and_advance()?;
                    continue;
                }
                Pause::Task(start) => {
                    let task = start.task;
                    let result = driver.call(start).await;
                    driver.checked(result, || task_name::<P>(task))
                }
                Pause::Wait { wait, document } => driver.wait(wait).await.map(|()| document),
                // Boxed, as few scopes have one.
                Pause::FanOut(fan_out) => Box::pin(driver.fan_out(fan_out)).await,
                Pause::Read(read) => {
                    let step = Box::pin(driver.read(*read)).await;
                    pause = driver.settle_and_advance(step)?;
                    continue;
                }
            };
            pause = driver.resume(result)?;
        }
    }
}

impl<P: Program, H: Host> Driver<'_, P, H> {
    /// CTX-7: a child execution starts when its first state does.
    async fn begin(&mut self) -> Result<(), Failure> {
        if self.begins_with_time()
            && let Some(child) = &mut self.frame.child
        {
            child.started = Some(self.host.now().await?.into());
        }
        Ok(())
    }

    fn call(&self, start: TaskStart) -> impl Future<Output = Result<Value, Failure>> + Send {
        self.report(|path| Event::TaskCalled {
            state: self.frame.state,
            path,
            attempt: self.frame.attempt(),
            input: &start.input,
        });
        self.host
            .call_task(task_call(&self.frame, self.info, start))
    }

    async fn wait(&self, wait: Wait) -> Result<(), Failure> {
        let delay = match wait {
            Wait::For(delay) => delay,
            Wait::Until(moment) => moment.saturating_since(self.host.now().await?.into()),
        };
        let is_too_long = P::LANGUAGE
            .longest_wait
            .is_some_and(|most| delay.as_secs() > most);
        if is_too_long {
            return Err(Failure::runtime("Wait state delay is too long.")); // WAIT-6
        }
        self.host.sleep(delay).await
    }

    /// What becomes of nested machines: the array of their outputs, or what a Map makes of it.
    async fn fan_out(&self, fan_out: FanOut) -> Result<Value, Failure> {
        let FanOut {
            calls,
            max_concurrency,
            tolerance,
            results,
        } = fan_out;
        let tolerance = tolerance.map(|tolerance| *tolerance);
        let outputs = if may_wait::<P>(&calls) {
            let calls = calls.into_vec();
            let outputs = self
                .host
                .fan_out(self.run, calls, max_concurrency, tolerance);
            outputs.await
        } else {
            one_after_another(self.host, self.run, calls, tolerance).await
        };
        let outputs = outputs.map_err(|failure| failure.reported_by(self.info.kind))?;
        match results {
            Some(results) => self.write(*results, outputs).await,
            None => Ok(Value::Array(Array::from(outputs))),
        }
    }

    /// What a Map does with the items that its reader gives (MAP-30).
    async fn read(&self, read: ReadStart) -> Step<P::State> {
        let ReadStart {
            call,
            document,
            mut iterations,
        } = read;
        let items = self.read_items(call, &mut iterations).await?;
        let visit = self.look();
        P::iterate(self.frame.state, &visit, document, items, iterations)
    }

    async fn read_items(
        &self,
        call: TaskStart,
        iterations: &mut Iterations,
    ) -> Result<Value, Failure> {
        let outcome = self.call(call).await;
        let given = outcome.map_err(|failure| failure.of_map(names::ITEM_READER_FAILED))?;
        let (items, location) = ItemSource::parts_of(given);
        if let (Some(read), Some(location)) = (&mut iterations.read, location) {
            read.location = location;
        }
        Ok(items)
    }

    /// What becomes of the outputs of a Map with a `ResultWriter` (MAP-70).
    async fn write(&self, results: Results, outputs: Vec<Value>) -> Result<Value, Failure> {
        let outputs = results.transform(outputs);
        let Some(writer) = results.writer else {
            return Ok(Value::from(outputs));
        };
        let outcome = self.call(writer.start(outputs)).await;
        outcome.map_err(|failure| failure.of_map(names::RESULT_WRITER_FAILED))
    }

    /// LIM-1, for the result of a task.
    fn checked<'s>(
        &self,
        result: Result<Value, Failure>,
        source: impl FnOnce() -> &'s str,
    ) -> Result<Value, Failure> {
        let result = result?;
        payload::check(self.run.execution().largest_payload, &result, source)?;
        Ok(result)
    }
}

/// A task, as the service names it in messages.
fn task_name<P: Program>(task: u32) -> &'static str {
    let resource = P::tasks().get(task as usize).map(|task| task.resource);
    resource.map_or("", payload::task_name)
}

fn task_call<S: StateId>(frame: &Frame<S>, info: &StateInfo<S>, start: TaskStart) -> TaskCall {
    TaskCall {
        task: start.task,
        state: frame.state.index(),
        scope: frame.scope.clone(),
        visit: frame.visit,
        attempt: frame.attempt(),
        input: start.input,
        timeout: start.timeout,
        heartbeat: start.heartbeat,
        completion: completion(frame.token().cloned(), info.token),
        credentials: start.credentials,
    }
}

fn completion(token: Option<Text>, used: TokenUse) -> Completion {
    match (token, used) {
        (None, _) | (_, TokenUse::None) => Completion::Returned,
        (Some(token), TokenUse::Offered) => Completion::First { token },
        (Some(token), TokenUse::Awaited) => Completion::Sent { token },
    }
}

/// A number that is not in the tables: not made by the compiler of this version.
pub(crate) fn unknown(what: &str, number: usize) -> Failure {
    Failure::runtime(format!(
        "the compiled machine has no {what} number {number}"
    ))
}

/// Lets others run, so that a machine that never waits can be cancelled.
async fn yield_now() {
    let mut has_yielded = false;
    future::poll_fn(|context| {
        if has_yielded {
            return Poll::Ready(());
        }
        has_yielded = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
