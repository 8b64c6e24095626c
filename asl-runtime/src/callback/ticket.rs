//! The tokens that are out, and the attempts behind them.

use std::collections::{HashMap, VecDeque};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Waker};

use super::{CallbackError, CallbackErrorKind};
use crate::failure::Failure;
use crate::value::{Text, Value};

/// How many tokens are remembered after their attempts have ended.
const REMEMBERED: usize = 1_000;

/// What an attempt is completed with.
pub(super) type Outcome = Result<Value, Failure>;

/// Every token by which an attempt can be found.
#[derive(Default)]
pub(super) struct Registry(Mutex<Tokens>);

#[derive(Default)]
struct Tokens {
    open: HashMap<Text, Arc<Slot>>,
    /// The latest that are over, and whether they were used or have expired.
    over: VecDeque<(Text, CallbackErrorKind)>,
}

impl Registry {
    pub(super) fn open(registry: &Arc<Self>, token: &Text) -> Result<Ticket, Failure> {
        let slot = Arc::new(Slot::default());
        let mut tokens = lock(&registry.0);
        if tokens.open.contains_key(token) {
            return Err(Failure::runtime(
                "another task waits for the same token: executions that share their callbacks \
                 need different seeds",
            ));
        }
        tokens.open.insert(token.clone(), Arc::clone(&slot));
        drop(tokens);
        Ok(Ticket {
            token: token.clone(),
            slot,
            registry: Arc::clone(registry),
        })
    }

    pub(super) fn find(&self, token: &str) -> Result<Arc<Slot>, CallbackError> {
        let tokens = lock(&self.0);
        if let Some(slot) = tokens.open.get(token) {
            return Ok(Arc::clone(slot));
        }
        // The latest first: a seed may give a token again.
        let over = tokens.over.iter().rev().find(|(over, _)| over == token);
        let kind = over.map_or(CallbackErrorKind::Unknown, |(_, kind)| *kind);
        Err(CallbackError::new(kind))
    }

    pub(super) fn waiting(&self) -> usize {
        lock(&self.0).open.len()
    }

    fn close(&self, token: &Text, kind: CallbackErrorKind) {
        let mut tokens = lock(&self.0);
        tokens.open.remove(token);
        if tokens.over.len() >= REMEMBERED {
            tokens.over.pop_front();
        }
        tokens.over.push_back((token.clone(), kind));
    }
}

/// Where senders and the attempt meet.
#[derive(Default)]
pub(super) struct Slot(Mutex<Inbox>);

#[derive(Default)]
struct Inbox {
    phase: Phase,
    has_beaten: bool,
    waker: Option<Waker>,
}

#[derive(Default)]
enum Phase {
    /// Nothing has been sent.
    #[default]
    Open,
    /// Accepted, and not taken yet.
    Completed(Outcome),
    /// Accepted and taken.
    Used,
    /// Over without a completion.
    Expired,
}

impl Inbox {
    fn check(&self) -> Result<(), CallbackError> {
        match self.phase {
            Phase::Open => Ok(()),
            Phase::Completed(_) | Phase::Used => Err(CallbackError::new(CallbackErrorKind::Used)),
            Phase::Expired => Err(CallbackError::new(CallbackErrorKind::Expired)),
        }
    }

    fn take(&mut self, otherwise: Phase) -> Option<Outcome> {
        match mem::replace(&mut self.phase, Phase::Used) {
            Phase::Completed(outcome) => Some(outcome),
            Phase::Open => {
                self.phase = otherwise;
                None
            }
            over @ (Phase::Used | Phase::Expired) => {
                self.phase = over;
                None
            }
        }
    }
}

impl Slot {
    pub(super) fn complete(&self, outcome: Outcome) -> Result<(), CallbackError> {
        self.tell(|inbox| inbox.phase = Phase::Completed(outcome))
    }

    pub(super) fn beat(&self) -> Result<(), CallbackError> {
        self.tell(|inbox| inbox.has_beaten = true)
    }

    fn tell(&self, what: impl FnOnce(&mut Inbox)) -> Result<(), CallbackError> {
        let mut inbox = lock(&self.0);
        inbox.check()?;
        what(&mut inbox);
        let waker = inbox.waker.take();
        drop(inbox); // a waker may run anything
        if let Some(waker) = waker {
            waker.wake();
        }
        Ok(())
    }
}

/// The token of a running attempt, on the attempt's side. Dropped, it ends the token.
pub(crate) struct Ticket {
    token: Text,
    slot: Arc<Slot>,
    registry: Arc<Registry>,
}

impl Ticket {
    /// Whether a heartbeat has come since the last call. From now on, whatever is sent wakes the
    /// attempt.
    ///
    /// A heartbeat counts from when the attempt learns of it: its own clock is the only one that
    /// its limits are measured by.
    pub(crate) fn listen(&self, context: &Context<'_>) -> bool {
        let mut inbox = lock(&self.slot.0);
        match &mut inbox.waker {
            Some(waker) => waker.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        mem::take(&mut inbox.has_beaten)
    }

    /// The completion, if there is one.
    pub(crate) fn take(&self) -> Option<Outcome> {
        lock(&self.slot.0).take(Phase::Open)
    }

    /// Ends the token. The completion, if one has been accepted before.
    pub(crate) fn close(&self) -> Option<Outcome> {
        lock(&self.slot.0).take(Phase::Expired)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.close();
        let kind = match lock(&self.slot.0).phase {
            Phase::Used => CallbackErrorKind::Used,
            _ => CallbackErrorKind::Expired,
        };
        self.registry.close(&self.token, kind);
    }
}

/// Nothing in here is left half done by a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
