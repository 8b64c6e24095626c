//! The driver: performs the effects of a program's states, and its Retry and Catch.
//!
//! It awaits nothing but the host, and its future has the same size whatever the program is.

use std::future;
use std::task::Poll;
use std::time::Duration;

use crate::failure::Failure;
use crate::frame::Frame;
use crate::handlers;
use crate::host::{Completion, Host, Run, TaskCall};
use crate::items::ItemSource;
use crate::iterations::{Iterations, Results};
use crate::names;
use crate::observe::Event;
use crate::payload::{self, Live};
use crate::program::{
    Catcher, Effect, FanOut, Program, ReadStart, StateInfo, TaskStart, TokenUse, Wait,
};
use crate::state::StateId;
use crate::value::{Array, Object, Text, Value};
use crate::visit::Visit;

/// Runs a scope to its end: gives the output of the terminal state it reaches (TRANS-9).
///
/// An async block, not an async function: that would hold its frame twice.
pub(crate) fn drive<'a, P: Program, H: Host>(
    host: &'a H,
    run: &'a Run<P>,
    mut frame: Frame<P::State>,
) -> impl Future<Output = Result<Value, Failure>> + Send {
    let path = match (&frame.scope, run.is_observed()) {
        (Some(scope), true) => Text::from(scope.to_string()),
        _ => Text::default(),
    };
    let driver = Driver { host, run, path };
    async move {
        driver.begin(&mut frame).await?;
        let mut live = Live::new(&run.execution().live_variables);
        loop {
            if run.is_time_to_yield() {
                yield_now().await;
            }
            let exit = driver.visit(&mut frame).await?;
            let Some(next) = exit.next else {
                return Ok(exit.output);
            };
            if let Some(variables) = exit.assigned {
                frame.variables.assign(variables);
                if let Some(limit) = P::LANGUAGE.largest_variables {
                    live.count(frame.variables.own(), limit)
                        .map_err(|failure| arising::<P>(failure, frame.state))?;
                }
            }
            frame.go(next, exit.output);
        }
    }
}

struct Driver<'a, P: Program, H> {
    host: &'a H,
    run: &'a Run<P>,
    path: Text,
}

/// How a visit of a state ends.
struct Exit<S> {
    /// Where it leads; nowhere at the end of the scope.
    next: Option<S>,
    output: Value,
    /// Variables that take effect in the next state (VAR-10).
    assigned: Option<Object>,
}

impl<P: Program, H: Host> Driver<'_, P, H> {
    /// CTX-7: a child execution starts when its first state does.
    async fn begin(&self, frame: &mut Frame<P::State>) -> Result<(), Failure> {
        if let Some(child) = &mut frame.child
            && P::READS_CONTEXT.start_time
            && child.started.is_none()
        {
            child.started = Some(self.host.now().await?.into());
        }
        Ok(())
    }

    /// Visits the frame's state, retries included.
    async fn visit(&self, frame: &mut Frame<P::State>) -> Result<Exit<P::State>, Failure> {
        let state = frame.state;
        let Some(info) = P::states().get(state.index()) else {
            return Err(unknown("state", state.index()));
        };
        self.enter(frame, info).await?;
        loop {
            let outcome = self.attempt(frame, info).await;
            let outcome = outcome.and_then(|exit| {
                self.check_size(&exit.output, || info.name)?;
                let assigned = exit.assigned.as_ref();
                assigned.map_or(Ok(()), |variables| self.check_assigned(variables, info))?;
                Ok(exit)
            });
            let failure = match outcome {
                Ok(exit) => {
                    self.report_exit(state, &exit);
                    return Ok(exit);
                }
                Err(stopped) if stopped.is_stopped() => return Err(stopped),
                Err(failure) => arising::<P>(failure, state),
            };
            self.report(|path| Event::AttemptFailed {
                state,
                path,
                error: failure.name(),
                cause: failure.cause(),
            });
            if let Some(delay) = self.retry(frame, info, &failure) {
                self.host.sleep(delay).await?;
                continue;
            }
            let Some(catcher) = handlers::catcher(info, &failure, P::LANGUAGE) else {
                return Err(failure);
            };
            return self.catch(frame, info, catcher, &failure);
        }
    }

    async fn enter(
        &self,
        frame: &mut Frame<P::State>,
        info: &StateInfo<P::State>,
    ) -> Result<(), Failure> {
        let state = frame.state;
        self.report(|path| Event::StateEntered {
            state,
            path,
            input: &frame.document,
        });
        if info.kind.is_retryable() {
            frame.visit = frame.visits.count(state.index());
        }
        if info.reads_entered_time {
            frame.entered = Some(self.host.now().await?.into());
        }
        Ok(())
    }

    /// One attempt: enters the state, does its work, leaves it. A retry starts over from the raw
    /// input (RETRY-8).
    async fn attempt(
        &self,
        frame: &mut Frame<P::State>,
        info: &StateInfo<P::State>,
    ) -> Result<Exit<P::State>, Failure> {
        let state = frame.state;
        let recovers = info.recovers_from_input();
        if info.token != TokenUse::None {
            frame.token = Some(Text::from(self.host.uuid().to_string()));
        }
        let input = take_if(!info.keep_input && !recovers, &mut frame.document);
        let mut effect = P::enter(state, &self.look(frame, info), input)?;
        loop {
            let result = match effect {
                Effect::Next { state, output } => {
                    return Ok(Exit {
                        next: Some(state),
                        output,
                        assigned: None,
                    });
                }
                Effect::Finish(output) => {
                    return Ok(Exit {
                        next: None,
                        output,
                        assigned: None,
                    });
                }
                Effect::Assign {
                    variables,
                    next,
                    output,
                } => {
                    return Ok(Exit {
                        next,
                        output,
                        assigned: Some(variables),
                    });
                }
                Effect::Task(start) => {
                    let task = start.task;
                    let result = self.call(frame, info, start).await?;
                    self.check_size(&result, || task_name::<P>(task))?;
                    result
                }
                Effect::Wait { wait, document } => {
                    self.wait(wait).await?;
                    document
                }
                Effect::FanOut(mut fan_out) => {
                    let results = fan_out.results.take();
                    let outputs = self.fan_out(fan_out).await;
                    let outputs = outputs.map_err(|failure| failure.reported_by(info.kind))?;
                    match results {
                        // Boxed, as few Maps have one.
                        Some(results) => {
                            Box::pin(self.write(frame, info, *results, outputs)).await?
                        }
                        None => Value::Array(Array::from(outputs)),
                    }
                }
                Effect::Read(read) => {
                    let ReadStart {
                        call,
                        document,
                        mut iterations,
                    } = *read;
                    let items = Box::pin(self.read(frame, info, call, &mut iterations)).await?;
                    let visit = self.look(frame, info);
                    effect = P::iterate(state, &visit, document, items, iterations)?;
                    continue;
                }
            };
            let input = if info.keep_input {
                take_if(!recovers, &mut frame.document)
            } else {
                Value::Null
            };
            effect = P::leave(state, &self.look(frame, info), input, result)?;
        }
    }

    fn fan_out(&self, fan_out: FanOut) -> impl Future<Output = Result<Vec<Value>, Failure>> + Send {
        let FanOut {
            calls,
            max_concurrency,
            tolerance,
            ..
        } = fan_out;
        self.host.fan_out(
            self.run,
            calls,
            max_concurrency,
            tolerance.map(|tolerance| *tolerance),
        )
    }

    /// What the reader of a Map gives (MAP-30).
    async fn read(
        &self,
        frame: &Frame<P::State>,
        info: &StateInfo<P::State>,
        call: TaskStart,
        iterations: &mut Iterations,
    ) -> Result<Value, Failure> {
        let outcome = self.call(frame, info, call).await;
        let given = outcome.map_err(|failure| failure.of_map(names::ITEM_READER_FAILED))?;
        let (items, location) = ItemSource::parts_of(given);
        if let (Some(read), Some(location)) = (&mut iterations.read, location) {
            read.location = location;
        }
        Ok(items)
    }

    /// What becomes of the outputs of a Map with a `ResultWriter` (MAP-70).
    async fn write(
        &self,
        frame: &Frame<P::State>,
        info: &StateInfo<P::State>,
        results: Results,
        outputs: Vec<Value>,
    ) -> Result<Value, Failure> {
        let outputs = results.transform(outputs);
        let Some(writer) = results.writer else {
            return Ok(Value::from(outputs));
        };
        let outcome = self.call(frame, info, writer.start(outputs)).await;
        outcome.map_err(|failure| failure.of_map(names::RESULT_WRITER_FAILED))
    }

    fn call(
        &self,
        frame: &Frame<P::State>,
        info: &StateInfo<P::State>,
        start: TaskStart,
    ) -> impl Future<Output = Result<Value, Failure>> + Send {
        self.report(|path| Event::TaskCalled {
            state: frame.state,
            path,
            attempt: frame.attempt(),
            input: &start.input,
        });
        self.host.call_task(task_call(frame, info, start))
    }

    fn look<'f>(&'f self, frame: &'f Frame<P::State>, info: &StateInfo<P::State>) -> Visit<'f> {
        Visit {
            execution: self.run.execution(),
            language: P::LANGUAGE,
            state: info.name,
            kind: info.kind,
            entered: frame.entered,
            retries: frame.retries,
            number: frame.visit,
            scope: frame.scope.as_ref(),
            item: frame.item.as_deref(),
            child: frame.child.as_deref(),
            token: frame.token.as_ref(),
            random: self.host,
            variables: &frame.variables,
        }
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

    /// Decides on another attempt, and how long to wait for it.
    fn retry(
        &self,
        frame: &mut Frame<P::State>,
        info: &StateInfo<P::State>,
        failure: &Failure,
    ) -> Option<Duration> {
        let (retrier, count) =
            handlers::next_retry(info.retry, &mut frame.retriers, failure, P::LANGUAGE)?;
        let delay = handlers::delay(retrier, count, || self.host.random());
        frame.retries = frame.retries.saturating_add(1);
        let (state, retry) = (frame.state, frame.retries);
        let error = failure.name();
        self.report(|path| Event::RetryScheduled {
            state,
            path,
            error,
            delay,
            retry,
        });
        Some(delay)
    }

    /// Hands an error to a Catcher (CATCH-4). What fails here is nobody's to handle (ERR-17).
    fn catch(
        &self,
        frame: &mut Frame<P::State>,
        info: &StateInfo<P::State>,
        catcher: &Catcher<P::State>,
        failure: &Failure,
    ) -> Result<Exit<P::State>, Failure> {
        let (state, next) = (frame.state, catcher.next);
        self.report(|path| Event::ErrorCaught {
            state,
            path,
            error: failure.name(),
            cause: failure.cause(),
            next,
        });
        let raw = frame.document.take();
        let error = failure.error_output();
        let visit = self.look(frame, info);
        let assigned = match catcher.assign {
            [] => Ok(None),
            assign => visit.assign(assign, &error).map(Some),
        };
        let placed = assigned.and_then(|assigned| {
            let output = visit.place(&catcher.result_path, raw, error)?;
            Ok((output, assigned))
        });
        let (output, assigned) = placed.map_err(|failure| arising::<P>(failure, state))?;
        let exit = Exit {
            next: Some(next),
            output,
            assigned,
        };
        self.report_exit(state, &exit);
        Ok(exit)
    }

    /// LIM-1.
    fn check_size<'s>(
        &self,
        value: &Value,
        source: impl FnOnce() -> &'s str,
    ) -> Result<(), Failure> {
        payload::check(self.run.execution().largest_payload, value, source)
    }

    /// VAR-18, for one `Assign`.
    fn check_assigned(
        &self,
        variables: &Object,
        info: &StateInfo<P::State>,
    ) -> Result<(), Failure> {
        match self.run.execution().largest_payload {
            None => Ok(()),
            limit => payload::check(limit, &Value::Object(variables.clone()), || info.name),
        }
    }

    fn report_exit(&self, state: P::State, exit: &Exit<P::State>) {
        self.report(|path| Event::StateExited {
            state,
            path,
            output: &exit.output,
            next: exit.next,
            assigned: exit.assigned.as_ref(),
        });
    }

    fn report<'e>(&'e self, event: impl FnOnce(&'e str) -> Event<'e, P::State>) {
        if let Some(observer) = self.run.observer() {
            observer.on_event(&event(&self.path));
        }
    }
}

/// An error as the state reports it that it arose in.
fn arising<P: Program>(failure: Failure, state: P::State) -> Failure {
    failure.arising_in(state.index()).spelled_in(P::LANGUAGE)
}

/// The document: itself if this is its last use, else a share in it.
fn take_if(is_last_use: bool, document: &mut Value) -> Value {
    if is_last_use {
        document.take()
    } else {
        document.clone()
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
        completion: completion(frame.token.clone(), info.token),
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
