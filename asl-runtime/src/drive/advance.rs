//! What a scope does without waiting: from one thing that has to be awaited to the next.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::wait::MapCall;
use crate::act::Act;
use crate::failure::Failure;
use crate::frame::{Frame, Surroundings};
use crate::handlers;
use crate::host::{Host, Run, Spare};
use crate::observe::Event;
use crate::payload;
use crate::program::{Catcher, Effect, FanOut, Program, StateInfo, Step, TaskStart, TokenUse};
use crate::state::StateId;
use crate::timestamp::Timestamp;
use crate::value::{Object, Text, Value};
use crate::visit::Visit;

/// A scope that runs.
pub(super) struct Driver<'a, P: Program, H> {
    pub(super) host: H,
    pub(super) run: &'a Run<P>,
    pub(super) frame: Frame<P::State>,
    /// The row of the state that is visited.
    pub(super) info: &'static StateInfo<P::State>,
    /// What few scopes have.
    extra: Option<Box<Extra>>,
    /// What the last call has left.
    pub(super) spare: Spare,
    /// The number of the task that has been called last.
    pub(super) task: u32,
    /// Whether nobody looks at what states hand on: no observer, no limit.
    is_unwatched: bool,
}

#[derive(Default)]
struct Extra {
    /// How many bytes the scope's variables take, where that is limited (VAR-18).
    variables: usize,
    /// The scope as observers know it, if there are any and it is not the top level.
    path: Text,
}

/// Why a scope does not go on at once.
pub(super) enum Pause {
    /// It is at its end, with this output.
    End(Value),
    /// It has not begun.
    Begin,
    /// Others are to run, too.
    Yield,
    /// The state that begins reads when that was.
    EnteredTime,
    /// Another attempt comes after this.
    Retry(Duration),
    /// A task, or what reads or writes for a Map, is to be called.
    Call {
        start: TaskStart,
        map: Option<Box<MapCall>>,
    },
    /// A Wait for a while, and the document that it hands on.
    Sleep { delay: Duration, document: Value },
    /// A Wait until a moment, and the document that it hands on.
    Until { moment: Timestamp, document: Value },
    /// Nested machines are to run.
    FanOut(Box<FanOut>),
}

/// How a visit of a state ends.
struct Exit<S> {
    /// Where it leads; nowhere at the end of the scope.
    next: Option<S>,
    output: Value,
    /// Variables that take effect in the next state (VAR-10).
    assigned: Option<Object>,
}

/// A pause, or none if the visit has ended and the next state is to begin.
type Progress = Result<Option<Pause>, Failure>;

impl<'a, P: Program, H: Host> Driver<'a, P, H> {
    /// A scope that stands at the beginning.
    #[inline]
    pub(super) fn new(host: H, run: &'a Run<P>, frame: Frame<P::State>) -> Self {
        let is_observed = run.is_observed();
        Self {
            host,
            run,
            info: P::row(frame.state),
            extra: if is_observed { extra(&frame) } else { None },
            frame,
            spare: Spare::default(),
            task: 0,
            is_unwatched: !is_observed && run.execution().largest_payload.is_none(),
        }
    }

    /// Whether another scope can begin where this one has ended: nothing outside knows of it.
    pub(super) const fn is_reusable(&self) -> bool {
        self.extra.is_none()
    }

    /// Stands at the beginning of another scope of the same fan-out, in the place of one that has
    /// ended.
    pub(super) fn restart(&mut self, start: P::State, begin: impl FnOnce(&mut Frame<P::State>)) {
        self.info = P::row(start);
        self.frame.restart(start);
        self.spare = Spare::default(); // it knows the scope
        begin(&mut self.frame);
    }

    /// Whether the clock is to be read before the first state (CTX-7).
    pub(super) fn begins_with_time(&self) -> bool {
        let child = self.frame.around.child.as_ref();
        P::READS_CONTEXT.start_time && child.is_some_and(|child| child.started.is_none())
    }

    /// Begins, and visits states until one has to wait.
    pub(super) fn begin_and_advance(&mut self) -> Result<Pause, Failure> {
        if self.begins_with_time() {
            return Ok(Pause::Begin);
        }
        self.advance()
    }

    /// Visits states until one has to wait.
    pub(super) fn advance(&mut self) -> Result<Pause, Failure> {
        loop {
            if self.run.is_time_to_yield() {
                return Ok(Pause::Yield);
            }
            self.enter();
            if self.info.reads_entered_time {
                return Ok(Pause::EnteredTime);
            }
            if self.is_unwatched && !self.info.recovers_from_input() {
                match self.step_in_place() {
                    Ok(Act::Next(state)) => self.go(state),
                    Ok(Act::Task(start)) => return Ok(Pause::of_task(start)),
                    step => {
                        let step = step.map(|act| act.with(&mut self.frame.document));
                        if let Some(pause) = self.settle(step)? {
                            return Ok(pause);
                        }
                    }
                }
            } else if let Some(pause) = self.attempt()? {
                return Ok(pause);
            }
        }
    }

    /// [`advance`](Self::advance), from an attempt of the state that has been entered.
    pub(super) fn attempt_and_advance(&mut self) -> Result<Pause, Failure> {
        match self.attempt()? {
            Some(pause) => Ok(pause),
            None => self.advance(),
        }
    }

    /// The same, from what a function of the state answers.
    pub(super) fn settle_and_advance(&mut self, step: Step<P::State>) -> Result<Pause, Failure> {
        match self.settle(step)? {
            Some(pause) => Ok(pause),
            None => self.advance(),
        }
    }

    /// The same, with what has become of the state's work.
    pub(super) fn resume(&mut self, result: Result<Value, Failure>) -> Result<Pause, Failure> {
        let recovers = self.info.recovers_from_input();
        let mut raw = Value::Null;
        let step = match result {
            Ok(result) if self.is_unwatched && !recovers => {
                let around = &self.frame.around;
                let visit = visit(self.run, self.info, around, &self.host);
                let step = self.info.leave(&visit, &mut self.frame.document, result);
                match step {
                    Ok(Act::Next(state)) => {
                        self.go(state);
                        return self.advance();
                    }
                    step => step.map(|act| act.with(&mut self.frame.document)),
                }
            }
            Ok(result) => {
                if self.info.keep_input {
                    raw = take_if(!recovers, &mut self.frame.document);
                }
                let step = self.info.leave(&self.look(), &mut raw, result);
                step.map(|act| act.with(&mut raw))
            }
            Err(failure) => Err(failure),
        };
        self.settle_and_advance(step)
    }

    /// Follows a transition, with the document for its output.
    #[inline]
    fn go(&mut self, state: P::State) {
        self.info = P::row(state);
        self.frame.go(state);
    }

    #[inline]
    fn enter(&mut self) {
        let state = self.frame.state;
        self.report(|path| Event::StateEntered {
            state,
            path,
            input: &self.frame.document,
        });
        if self.info.kind.is_retryable() {
            self.frame.around.visit = self.frame.visits.count(state.index());
        }
    }

    /// One attempt: goes as far as possible. A retry starts over from the raw input (RETRY-8).
    fn attempt(&mut self) -> Progress {
        let step = self.take_step();
        self.settle(step)
    }

    /// Everything before the state's work.
    fn take_step(&mut self) -> Step<P::State> {
        if self.info.token != TokenUse::None {
            self.draw_token();
        }
        let is_last_use = !self.info.keep_input && !self.info.recovers_from_input();
        let mut document = take_if(is_last_use, &mut self.frame.document);
        let act = self.info.enter(&self.look(), &mut document, false)?;
        Ok(act.with(&mut document))
    }

    /// The same of a state that nobody watches and that no error sends back to its raw input.
    #[inline]
    fn step_in_place(&mut self) -> Result<Act<P::State>, Failure> {
        if self.info.token != TokenUse::None {
            self.draw_token();
        }
        let visit = visit(self.run, self.info, &self.frame.around, &self.host);
        let stays = self.info.keep_input;
        self.info.enter(&visit, &mut self.frame.document, stays)
    }

    #[cold]
    fn draw_token(&mut self) {
        let token = Text::from(self.host.uuid().to_string());
        self.frame.around.rare_mut().token = Some(token);
    }

    /// What a function of the state answers.
    fn settle(&mut self, step: Step<P::State>) -> Progress {
        let exit = match step {
            Ok(Effect::Next { state, output }) => Exit {
                next: Some(state),
                output,
                assigned: None,
            },
            Ok(Effect::Finish(output)) => Exit {
                next: None,
                output,
                assigned: None,
            },
            Ok(Effect::Assign {
                variables,
                next,
                output,
            }) => Exit {
                next,
                output,
                assigned: Some(variables),
            },
            Ok(Effect::Task(start)) => return Ok(Some(Pause::of_task(start))),
            Ok(Effect::Wait { wait, document }) => {
                return match Pause::of_wait::<P>(wait, document) {
                    Ok(pause) => Ok(Some(pause)),
                    Err(failure) => self.fail(failure),
                };
            }
            Ok(Effect::FanOut(fan_out)) => return Ok(Some(Pause::FanOut(fan_out))),
            Ok(Effect::Read(read)) => return Ok(Some(Pause::of_read(*read))),
            Err(failure) => return self.fail(failure),
        };
        match self.check(&exit) {
            Ok(()) => self.leave(exit),
            Err(failure) => self.fail(failure),
        }
    }

    /// LIM-1, and VAR-18 for one `Assign`.
    fn check(&self, exit: &Exit<P::State>) -> Result<(), Failure> {
        let limit = self.run.execution().largest_payload;
        if limit.is_none() {
            return Ok(());
        }
        payload::check(limit, &exit.output, || self.info.name)?;
        match &exit.assigned {
            Some(variables) => {
                let variables = Value::Object(variables.clone());
                payload::check(limit, &variables, || self.info.name)
            }
            None => Ok(()),
        }
    }

    /// Goes where the state leads.
    fn leave(&mut self, exit: Exit<P::State>) -> Progress {
        self.report(|path| Event::StateExited {
            state: self.frame.state,
            path,
            output: &exit.output,
            next: exit.next,
            assigned: exit.assigned.as_ref(),
        });
        let Some(next) = exit.next else {
            return Ok(Some(Pause::End(exit.output)));
        };
        if let Some(variables) = exit.assigned {
            self.assign(variables)?;
        }
        self.frame.document = exit.output;
        self.go(next);
        Ok(None)
    }

    fn assign(&mut self, variables: Object) -> Result<(), Failure> {
        self.frame.around.variables.assign(variables);
        let Some(limit) = P::LANGUAGE.largest_variables else {
            return Ok(());
        };
        let total = &self.run.execution().live_variables;
        payload::count_variables(
            total,
            &mut self.extra.get_or_insert_default().variables,
            self.frame.around.variables.own(),
            limit,
        )
        .map_err(|failure| arising::<P>(failure, self.frame.state))
    }

    /// Hands an error to Retry and Catch.
    #[cold]
    fn fail(&mut self, failure: Failure) -> Progress {
        if failure.is_stopped() {
            return Err(failure);
        }
        let failure = arising::<P>(failure, self.frame.state);
        self.report(|path| Event::AttemptFailed {
            state: self.frame.state,
            path,
            error: failure.name(),
            cause: failure.cause(),
        });
        if let Some(delay) = self.retry(&failure) {
            return Ok(Some(Pause::Retry(delay)));
        }
        match handlers::catcher(self.info, &failure, P::LANGUAGE) {
            Some(catcher) => self.catch(catcher, &failure),
            None => Err(failure),
        }
    }

    /// Decides on another attempt, and how long to wait for it.
    fn retry(&mut self, failure: &Failure) -> Option<Duration> {
        if self.info.retry.is_empty() {
            return None;
        }
        let counters = &mut self.frame.around.rare_mut().retriers;
        let (retrier, count) =
            handlers::next_retry(self.info.retry, counters, failure, P::LANGUAGE)?;
        let delay = handlers::delay(retrier, count, || self.host.random());
        let around = &mut self.frame.around;
        around.retries = around.retries.saturating_add(1);
        self.report(|path| Event::RetryScheduled {
            state: self.frame.state,
            path,
            error: failure.name(),
            delay,
            retry: self.frame.around.retries,
        });
        Some(delay)
    }

    /// Hands an error to a Catcher (CATCH-4). What fails here is nobody's to handle (ERR-17).
    fn catch(&mut self, catcher: &Catcher<P::State>, failure: &Failure) -> Progress {
        let (state, next) = (self.frame.state, catcher.next);
        self.report(|path| Event::ErrorCaught {
            state,
            path,
            error: failure.name(),
            cause: failure.cause(),
            next,
        });
        let raw = self.frame.document.take();
        let error = failure.error_output();
        let visit = self.look();
        let assigned = match catcher.assign {
            [] => Ok(None),
            assign => visit.assign(assign, &error).map(Some),
        };
        let placed = assigned.and_then(|assigned| {
            let output = visit.place(&catcher.result_path, raw, error)?;
            Ok((output, assigned))
        });
        let (output, assigned) = placed.map_err(|failure| arising::<P>(failure, state))?;
        self.leave(Exit {
            next: Some(next),
            output,
            assigned,
        })
    }

    #[inline]
    pub(super) fn look(&self) -> Visit<'_> {
        visit(self.run, self.info, &self.frame.around, &self.host)
    }

    pub(super) fn report<'e>(&'e self, event: impl FnOnce(&'e str) -> Event<'e, P::State>) {
        if let Some(observer) = self.run.observer() {
            let path = self.extra.as_ref().map_or("", |extra| extra.path.as_str());
            observer.on_event(&event(path));
        }
    }
}

/// VAR-16: with its scope, a variable is gone.
impl<P: Program, H> Drop for Driver<'_, P, H> {
    fn drop(&mut self) {
        if let Some(extra) = &self.extra {
            let total = &self.run.execution().live_variables;
            total.fetch_sub(extra.variables, Ordering::Relaxed);
        }
    }
}

/// An error as the state reports it that it arose in.
fn arising<P: Program>(failure: Failure, state: P::State) -> Failure {
    failure.arising_in(state.index()).spelled_in(P::LANGUAGE)
}

#[inline]
fn visit<'v, P: Program, H: Host>(
    run: &'v Run<P>,
    info: &StateInfo<P::State>,
    around: &'v Surroundings,
    host: &'v H,
) -> Visit<'v> {
    Visit {
        execution: run.execution(),
        state: info.name,
        kind: info.kind,
        item: around.item.as_deref(),
        around,
        host,
    }
}

fn extra<S>(frame: &Frame<S>) -> Option<Box<Extra>> {
    let scope = frame.around.scope.as_ref()?;
    Some(Box::new(Extra {
        variables: 0,
        path: Text::from(scope.to_string()),
    }))
}

/// The document: itself if this is its last use, else a share in it.
fn take_if(is_last_use: bool, document: &mut Value) -> Value {
    if is_last_use {
        document.take()
    } else {
        document.clone()
    }
}
