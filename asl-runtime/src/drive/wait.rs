//! What a scope waits for, and what becomes of it.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::SystemTime;

use super::advance::{Driver, Pause};
use crate::failure::Failure;
use crate::frame::Frame;
use crate::host::gather::{OneAfterAnother, may_wait};
use crate::host::{Begun, Completion, Host, TaskCall};
use crate::items::ItemSource;
use crate::iterations::{Iterations, Results};
use crate::names;
use crate::observe::Event;
use crate::payload;
use crate::program::{BoxFuture, FanOut, Program, ReadStart, StateInfo, TaskStart, TokenUse, Wait};
use crate::state::StateId;
use crate::timestamp::Timestamp;
use crate::value::{Array, Text, Value};

/// What a scope waits for.
pub(super) enum Waiting<'a, H: Host> {
    /// To begin.
    Begin,
    /// For its turn.
    Turn,
    /// For a call; of the work of a Task state, if it is not made for a Map.
    Call {
        attempt: H::Attempt,
        map: Option<Box<MapCall>>,
    },
    /// For the end of a Wait, and the document that it hands on.
    Wait { sleep: H::Sleep, document: Value },
    /// For the next attempt.
    Retry(H::Sleep),
    /// For nested machines.
    FanOut {
        outputs: BoxFuture<'a, Result<Vec<Value>, Failure>>,
        results: Option<Box<Results>>,
    },
    /// For the time.
    Time {
        now: BoxFuture<'a, Result<SystemTime, Failure>>,
        reader: TimeReader,
    },
    /// For nothing: it has ended.
    Nothing,
}

/// What a Map calls something for.
#[expect(clippy::large_enum_variant, reason = "always boxed")]
pub(super) enum MapCall {
    /// To read its items, to be done this with.
    Read(Reading),
    /// To write its results.
    Write,
}

/// What is to be done with items.
pub(super) struct Reading {
    document: Value,
    iterations: Iterations,
}

/// What asks for the time.
pub(super) enum TimeReader {
    /// A child execution that begins (CTX-7).
    Child,
    /// A state that begins.
    Entry,
    /// A Wait until a moment, and the document that it hands on.
    Wait(Box<(Timestamp, Value)>),
}

impl<'a, H: Host + 'a> Waiting<'a, H> {
    /// Goes on from what has been waited for, as far as possible.
    pub(super) fn poll<P: Program>(
        &mut self,
        driver: &mut Driver<'a, P, H>,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Pause, Failure>> {
        let pause = match self {
            Self::Begin => driver.begin_and_advance(),
            Self::Turn => driver.advance(),
            Self::Call { attempt, map } => {
                let result = ready!(Pin::new(attempt).poll(cx));
                // TASK-8: the last trace of the attempt goes before anything is done about its end.
                let map = map.take();
                *self = Self::Turn;
                driver.returned(map, result)
            }
            Self::Wait { sleep, document } => {
                let slept = ready!(Pin::new(sleep).poll(cx));
                driver.resume(slept.map(|()| document.take()))
            }
            Self::Retry(sleep) => {
                ready!(Pin::new(sleep).poll(cx))?;
                driver.attempt_and_advance()
            }
            Self::FanOut { outputs, results } => {
                let outputs = ready!(outputs.as_mut().poll(cx));
                let results = results.take();
                *self = Self::Turn;
                driver.gathered(outputs, results)
            }
            Self::Time { now, .. } => {
                let now = ready!(now.as_mut().poll(cx));
                match self.take() {
                    Self::Time { reader, .. } => driver.tell_time(reader, now),
                    _ => driver.advance(),
                }
            }
            Self::Nothing => return Poll::Pending,
        };
        Poll::Ready(pause)
    }

    fn take(&mut self) -> Self {
        std::mem::replace(self, Self::Turn)
    }
}

impl<'a, P: Program, H: Host + 'a> Driver<'a, P, H> {
    /// Begins to wait for what `pause` says.
    pub(super) fn wait_for(&mut self, pause: Pause) -> Waiting<'a, H> {
        let host = self.host;
        let time = |reader| Waiting::Time {
            now: host.now(),
            reader,
        };
        match pause {
            Pause::Begin => time(TimeReader::Child),
            Pause::EnteredTime => time(TimeReader::Entry),
            Pause::Until { moment, document } => {
                time(TimeReader::Wait(Box::new((moment, document))))
            }
            Pause::Sleep { delay, document } => Waiting::Wait {
                sleep: host.sleep(delay),
                document,
            },
            Pause::Retry(delay) => Waiting::Retry(host.sleep(delay)),
            Pause::FanOut(fan_out) => self.fan_out(*fan_out),
            Pause::End(_) | Pause::Yield | Pause::Call { .. } => Waiting::Turn, // not waited for
        }
    }

    /// Makes a call: an attempt of a task, or one on behalf of a Map.
    #[inline]
    pub(super) fn call(&mut self, start: TaskStart, cx: &mut Context<'_>) -> Begun<H::Attempt> {
        self.report(|path| Event::TaskCalled {
            state: self.frame.state,
            path,
            attempt: self.frame.around.attempt(),
            input: &start.input,
        });
        self.task = start.task;
        let call = task_call(&self.frame, self.info, start);
        self.host.call_task(call, &mut self.spare, cx)
    }

    /// What becomes of a call.
    #[inline]
    pub(super) fn returned(
        &mut self,
        map: Option<Box<MapCall>>,
        result: Result<Value, Failure>,
    ) -> Result<Pause, Failure> {
        let Some(map) = map else {
            return self.resume(self.checked(result));
        };
        match *map {
            MapCall::Read(reading) => self.read(reading, result),
            MapCall::Write => {
                self.resume(result.map_err(|failure| failure.of_map(names::RESULT_WRITER_FAILED)))
            }
        }
    }

    /// LIM-1, for the result of a task.
    #[inline]
    fn checked(&self, result: Result<Value, Failure>) -> Result<Value, Failure> {
        let limit = self.run.execution().largest_payload;
        if limit.is_none() {
            return result;
        }
        let result = result?;
        payload::check(limit, &result, || task_name::<P>(self.task))?;
        Ok(result)
    }

    /// What a Map does with the items that its reader gives (MAP-30).
    fn read(&mut self, reading: Reading, given: Result<Value, Failure>) -> Result<Pause, Failure> {
        let Reading {
            document,
            mut iterations,
        } = reading;
        let given = given.map_err(|failure| failure.of_map(names::ITEM_READER_FAILED));
        let step = given.and_then(|given| {
            let (items, location) = ItemSource::parts_of(given);
            if let (Some(read), Some(location)) = (&mut iterations.read, location) {
                read.location = location;
            }
            P::iterate(self.frame.state, &self.look(), document, items, iterations)
        });
        self.settle_and_advance(step)
    }

    fn fan_out(&self, fan_out: FanOut) -> Waiting<'a, H> {
        let FanOut {
            calls,
            max_concurrency,
            tolerance,
            results,
        } = fan_out;
        let tolerance = tolerance.map(|tolerance| *tolerance);
        let (host, run) = (self.host, self.run);
        let outputs = if may_wait::<P>(&calls) {
            host.fan_out(run, calls.into_vec(), max_concurrency, tolerance)
        } else {
            Box::pin(OneAfterAnother::new(host, run, calls, tolerance))
        };
        Waiting::FanOut { outputs, results }
    }

    /// What becomes of nested machines: the array of their outputs, or what a Map makes of it
    /// (MAP-70).
    fn gathered(
        &mut self,
        outputs: Result<Vec<Value>, Failure>,
        results: Option<Box<Results>>,
    ) -> Result<Pause, Failure> {
        let mut outputs = match outputs {
            Ok(outputs) => outputs,
            Err(failure) => return self.resume(Err(failure.reported_by(self.info.kind))),
        };
        if let Some(results) = results {
            outputs = results.transform(outputs);
            if let Some(writer) = results.writer {
                return Ok(Pause::Call {
                    start: writer.start(outputs),
                    map: Some(Box::new(MapCall::Write)),
                });
            }
        }
        self.resume(Ok(Value::Array(Array::from(outputs))))
    }

    fn tell_time(
        &mut self,
        reader: TimeReader,
        now: Result<SystemTime, Failure>,
    ) -> Result<Pause, Failure> {
        match reader {
            TimeReader::Child => {
                let now = Timestamp::from(now?);
                if let Some(child) = &mut self.frame.around.child {
                    child.started = Some(now);
                }
                self.advance()
            }
            TimeReader::Entry => {
                self.frame.around.rare_mut().entered = Some(now?.into());
                self.attempt_and_advance()
            }
            TimeReader::Wait(wait) => {
                let (moment, document) = *wait;
                let pause = now.and_then(|now| {
                    let left = moment.saturating_since(now.into());
                    Pause::of_wait::<P>(Wait::For(left), document)
                });
                pause.or_else(|failure| self.resume(Err(failure)))
            }
        }
    }
}

impl Pause {
    /// The pause for a Wait. An error if it is too long (WAIT-6).
    pub(super) fn of_wait<P: Program>(wait: Wait, document: Value) -> Result<Self, Failure> {
        let delay = match wait {
            Wait::For(delay) => delay,
            Wait::Until(moment) => return Ok(Self::Until { moment, document }),
        };
        let most = P::LANGUAGE.longest_wait;
        if most.is_some_and(|most| delay.as_secs() > most) {
            return Err(Failure::runtime("Wait state delay is too long."));
        }
        Ok(Self::Sleep { delay, document })
    }

    #[inline]
    pub(super) const fn of_task(start: TaskStart) -> Self {
        Self::Call { start, map: None }
    }

    /// The pause for the items of a Map.
    pub(super) fn of_read(read: ReadStart) -> Self {
        let ReadStart {
            call,
            document,
            iterations,
        } = read;
        Self::Call {
            start: call,
            map: Some(Box::new(MapCall::Read(Reading {
                document,
                iterations,
            }))),
        }
    }
}

/// A task, as the service names it in messages.
fn task_name<P: Program>(task: u32) -> &'static str {
    let resource = P::tasks().get(task as usize).map(|task| task.resource);
    resource.map_or("", payload::task_name)
}

#[inline]
fn task_call<S: StateId>(frame: &Frame<S>, info: &StateInfo<S>, start: TaskStart) -> TaskCall {
    let around = &frame.around;
    TaskCall {
        task: start.task,
        state: frame.state.index(),
        scope: around.scope.clone(),
        visit: around.visit,
        attempt: around.attempt(),
        input: start.input,
        timeout: start.limits.timeout(),
        heartbeat: start.limits.heartbeat(),
        completion: completion(around.token(), info.token),
        credentials: start.credentials,
    }
}

fn completion(token: Option<&Text>, used: TokenUse) -> Completion {
    match (token, used) {
        (None, _) | (_, TokenUse::None) => Completion::Returned,
        (Some(token), TokenUse::Offered) => Completion::First {
            token: token.clone(),
        },
        (Some(token), TokenUse::Awaited) => Completion::Sent {
            token: token.clone(),
        },
    }
}
