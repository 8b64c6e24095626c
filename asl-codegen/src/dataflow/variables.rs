//! What is known of variables (section 14).

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::dataflow::Shape;

/// Variables beyond it are not remembered.
const MAX_VARIABLES: usize = 32;

/// The variables that a state can read.
#[derive(Clone, Debug)]
pub struct Variables {
    known: Rc<BTreeMap<Rc<str>, Variable>>,
    /// Whether those that are not known have no value.
    is_complete: bool,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its value, where it has one.
    pub shape: Shape,
    /// Whether it has a value on every way.
    pub is_assigned: bool,
}

impl Variables {
    /// No variable has a value.
    pub(super) fn none() -> Self {
        Self {
            known: Rc::default(),
            is_complete: true,
        }
    }

    /// Any variable may have any value.
    pub(super) fn unknown() -> Self {
        Self {
            known: Rc::default(),
            is_complete: false,
        }
    }

    /// What is known of a variable; `None` if that is nothing, or that it has no value.
    pub fn get(&self, name: &str) -> Option<&Variable> {
        self.known.get(name)
    }

    /// The known variables, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Variable)> {
        self.known
            .iter()
            .map(|(name, variable)| (&**name, variable))
    }

    /// The same with other values for these.
    pub(super) fn assigned(&self, values: Vec<(&str, Shape)>) -> Self {
        let mut all = self.clone();
        if values.is_empty() {
            return all;
        }
        let known = Rc::make_mut(&mut all.known);
        for (name, shape) in values {
            let variable = Variable {
                shape,
                is_assigned: true,
            };
            known.insert(name.into(), variable);
        }
        while known.len() > MAX_VARIABLES {
            known.pop_last();
            all.is_complete = false;
        }
        all
    }

    /// Whether all that `other` says may be is said here.
    fn includes(&self, other: &Variables) -> bool {
        if self.is_complete && !other.is_complete {
            return false;
        }
        let is_within = |(name, variable): (&Rc<str>, &Variable)| match other.known.get(name) {
            Some(other) => {
                variable.shape.includes(&other.shape)
                    && (other.is_assigned || !variable.is_assigned)
            }
            None => other.is_complete && !variable.is_assigned,
        };
        let has_all = || other.known.keys().all(|name| self.known.contains_key(name));
        self.known.iter().all(is_within) && (!self.is_complete || has_all())
    }

    /// Widens them to those of another way. Gives back whether they have grown.
    pub(super) fn widen_to(&mut self, other: &Variables) -> bool {
        if Rc::ptr_eq(&self.known, &other.known) && self.is_complete == other.is_complete
            || self.includes(other)
        {
            return false;
        }
        let known = Rc::make_mut(&mut self.known);
        // One that the other way knows nothing of may be anything.
        known.retain(|name, _| other.is_complete || other.known.contains_key(name));
        for (name, variable) in known.iter_mut() {
            let other = other.known.get(name);
            if let Some(other) = other {
                variable.shape.widen_to(&other.shape);
            }
            variable.is_assigned &= other.is_some_and(|other| other.is_assigned);
        }
        if self.is_complete {
            for (name, variable) in other.known.iter() {
                known.entry(name.clone()).or_insert_with(|| Variable {
                    is_assigned: false,
                    ..variable.clone()
                });
            }
        }
        self.is_complete &= other.is_complete;
        true
    }

    /// As [`Shape::settled`].
    pub(super) fn settled(&self, before: &Variables) -> Self {
        let settle = |(name, variable): (&Rc<str>, &Variable)| {
            let old = before.known.get(name);
            let shape = match old {
                Some(old) => variable.shape.unless_grown(Some(&old.shape)),
                None => Shape::unknown(),
            };
            let is_assigned = variable.is_assigned;
            (name.clone(), Variable { shape, is_assigned })
        };
        Self {
            known: Rc::new(self.known.iter().map(settle).collect()),
            is_complete: self.is_complete,
        }
    }
}
