//! Everything a scope is between two effects.

use serde::{Deserialize, Serialize};

use crate::context::{ChildExecution, MapItem};
use crate::handlers::Counters;
use crate::host::ScopePath;
use crate::state::StateId;
use crate::timestamp::Timestamp;
use crate::value::{Object, Text, Value};

/// Where a scope stands and all it knows: with the program, enough to go on from here.
#[derive(Debug, Serialize, Deserialize)]
#[serde(bound = "S: StateId")]
pub(crate) struct Frame<S> {
    /// The state being visited.
    #[serde(with = "by_name")]
    pub(crate) state: S,
    /// Its raw input, as long as anything needs it.
    pub(crate) document: Value,
    /// How often states that may be retried have been visited.
    pub(crate) visits: Visits,
    /// All that a visit may look at.
    pub(crate) around: Surroundings,
}

/// What a visit of a state may know beside its document.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Surroundings {
    /// How many retries there have been in this visit.
    pub(crate) retries: u32,
    /// Which visit of the state this is, from 1.
    pub(crate) visit: u32,
    /// Where the scope is; `None` at top level.
    pub(crate) scope: Option<ScopePath>,
    /// The item it is for.
    pub(crate) item: Option<Box<MapItem>>,
    /// The child execution it is part of.
    pub(crate) child: Option<Box<ChildExecution>>,
    /// What few visits have.
    pub(crate) rare: Option<Box<Rare>>,
    /// Its variables, and those it sees of the scopes around it.
    pub(crate) variables: Variables,
}

/// What few visits of a state have.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Rare {
    /// What the state's Retriers have done.
    pub(crate) retriers: Counters,
    /// When it was entered, if it asks.
    pub(crate) entered: Option<Timestamp>,
    /// The token of the current attempt, where it has one.
    pub(crate) token: Option<Text>,
}

/// The variables that a scope sees (VAR-12 to VAR-16).
// Boxed: most machines have none, and every iteration that waits has room for them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Variables(Option<Box<Both>>);

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Both {
    /// Assigned in the scope itself.
    own: Object,
    /// As they were when the state around the scope was entered.
    outer: Object,
}

static NO_VARIABLES: Object = Object::new();

impl Variables {
    /// Those of a scope that begins inside another one.
    pub(crate) fn nested(outer: Object) -> Self {
        if outer.is_empty() {
            return Self::default();
        }
        let own = Object::new();
        Self(Some(Box::new(Both { own, outer })))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        let Both { own, outer } = self.0.as_deref()?;
        // No name is in both (VAR-15).
        own.get(name).or_else(|| outer.get(name))
    }

    /// Those of the scope itself.
    pub(crate) fn own(&self) -> &Object {
        self.0.as_ref().map_or(&NO_VARIABLES, |both| &both.own)
    }

    /// All that a nested scope sees.
    pub(crate) fn visible(&self) -> Object {
        let Some(Both { own, outer }) = self.0.as_deref() else {
            return Object::new();
        };
        match (own.is_empty(), outer.is_empty()) {
            (true, _) => outer.clone(),
            (false, true) => own.clone(),
            (false, false) => {
                let mut all = outer.clone();
                all.extend(own.clone());
                all
            }
        }
    }

    fn forget_own(&mut self) {
        if let Some(both) = &mut self.0
            && !both.own.is_empty()
        {
            both.own = Object::new();
        }
    }

    pub(crate) fn assign(&mut self, new: Object) {
        let own = &mut self.0.get_or_insert_default().own;
        if own.is_empty() {
            *own = new;
        } else {
            own.extend(new);
        }
    }
}

impl<S: StateId> Frame<S> {
    /// A scope of its own at its beginning.
    #[inline]
    pub(crate) fn new(start: S, input: Value) -> Self {
        Self {
            state: start,
            document: input,
            visits: Visits::default(),
            around: Surroundings::default(),
        }
    }

    /// Follows a transition (TRANS-9), with the document that is there; retries begin anew (RETRY-7).
    #[inline]
    pub(crate) fn go(&mut self, state: S) {
        self.state = state;
        self.around.retries = 0;
        if self.around.rare.is_some() {
            self.around.rare = None;
        }
    }

    /// A scope at its beginning, in the place of another one of the same fan-out. What differs between
    /// the two is not set.
    pub(crate) fn restart(&mut self, start: S) {
        self.go(start);
        self.document = Value::Null;
        self.visits = Visits::default();
        self.around.visit = 1;
        self.around.variables.forget_own();
    }
}

impl Default for Surroundings {
    #[inline]
    fn default() -> Self {
        Self {
            retries: 0,
            visit: 1,
            scope: None,
            item: None,
            child: None,
            rare: None,
            variables: Variables::default(),
        }
    }
}

impl Surroundings {
    pub(crate) fn rare_mut(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    /// When the state was entered, if it asks.
    pub(crate) fn entered(&self) -> Option<Timestamp> {
        self.rare.as_ref()?.entered
    }

    /// The token of the current attempt, where it has one.
    pub(crate) fn token(&self) -> Option<&Text> {
        self.rare.as_ref()?.token.as_ref()
    }

    /// Which attempt of the visit this is, from 1.
    pub(crate) const fn attempt(&self) -> u32 {
        self.retries.saturating_add(1)
    }
}

/// How often states have been visited: a scope rarely counts more than one or two.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Visits {
    first: (u32, u32),
    /// The others, by state number.
    #[expect(clippy::box_collection, reason = "most scopes have none")]
    others: Option<Box<Vec<(u32, u32)>>>,
}

impl Visits {
    /// Counts a visit: 1 is the first.
    pub(crate) fn count(&mut self, state: usize) -> u32 {
        let state = u32::try_from(state).unwrap_or(u32::MAX);
        let (first, visits) = &mut self.first;
        if *visits == 0 {
            *first = state;
        }
        if *first == state {
            *visits = visits.saturating_add(1);
            return *visits;
        }
        self.count_other(state)
    }

    fn count_other(&mut self, state: u32) -> u32 {
        let others = self.others.get_or_insert_default();
        match others.binary_search_by_key(&state, |(state, _)| *state) {
            Ok(position) => others.get_mut(position).map_or(1, |(_, visits)| {
                *visits = visits.saturating_add(1);
                *visits
            }),
            Err(position) => {
                others.insert(position, (state, 1));
                1
            }
        }
    }
}

/// States by name, so that a frame survives a definition that has gained states.
mod by_name {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::state::StateId;

    pub(super) fn serialize<S: StateId, Z: Serializer>(
        state: &S,
        serializer: Z,
    ) -> Result<Z::Ok, Z::Error> {
        serializer.serialize_str(state.as_str())
    }

    pub(super) fn deserialize<'de, S: StateId, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<S, D::Error> {
        let name = String::deserialize(deserializer)?;
        (0..)
            .map_while(S::from_index)
            .find(|state| state.as_str() == name)
            .ok_or_else(|| D::Error::custom(format_args!("there is no state `{name}`")))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;
    use crate::json;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    enum State {
        First,
        Second,
    }

    impl StateId for State {
        fn as_str(self) -> &'static str {
            match self {
                Self::First => "First",
                Self::Second => "Second",
            }
        }

        fn index(self) -> usize {
            self as usize
        }

        fn from_index(index: usize) -> Option<Self> {
            [Self::First, Self::Second].get(index).copied()
        }
    }

    impl fmt::Display for State {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.as_str())
        }
    }

    fn frame() -> Frame<State> {
        let scope = ScopePath {
            state: "Each".into(),
            index: 3,
        };
        let item = MapItem {
            index: 3,
            value: json!("a"),
            key: None,
            source: None,
        };
        let mut frame = Frame::new(State::First, json!({"k": [1]}));
        frame.around.scope = Some(scope);
        frame.around.item = Some(item.into());
        frame.document = json!({"k": 1.5});
        frame.go(State::Second);
        frame.around.visit = frame.visits.count(1);
        frame.around.rare_mut().retriers = vec![0, 2];
        frame.around.retries = 2;
        frame.around.rare_mut().entered = Timestamp::parse("2019-03-26T20:14:13.192Z");
        frame
    }

    #[test]
    fn a_frame_survives_being_written_down() {
        let text = serde_json::to_string(&frame()).unwrap();
        assert!(
            text.starts_with(r#"{"state":"Second","document":{"k":1.5},"#),
            "{text}"
        );
        let read: Frame<State> = serde_json::from_str(&text).unwrap();
        assert_eq!(format!("{read:?}"), format!("{:?}", frame()));

        let other = text.replace("Second", "Third");
        let error = serde_json::from_str::<Frame<State>>(&other).unwrap_err();
        assert!(
            error.to_string().contains("there is no state `Third`"),
            "{error}"
        );
    }

    #[test]
    fn retry_7_a_transition_resets_the_counters() {
        let mut frame = frame();
        frame.go(State::First);
        let around = frame.around;
        assert_eq!(
            (around.retries, around.attempt(), around.entered()),
            (0, 1, None)
        );
        assert!(around.rare.is_none());
    }

    #[test]
    fn visits_are_counted_by_state() {
        let mut visits = Visits::default();
        let counts: Vec<u32> = [5, 2, 5, 9, 2, 5].map(|state| visits.count(state)).into();
        assert_eq!(counts, [1, 1, 2, 1, 2, 3]);
    }
}
