//! What is known after a test.

use std::rc::Rc;

use crate::ast::{PathText, Root, Step};
use crate::dataflow::shape::MAX_DEPTH;
use crate::dataflow::{Entry, Member, Members, Origin, OriginKind, Shape, Types};

impl Entry {
    /// What is known where `path` has selected a value of these types; `None` if it never does.
    pub(super) fn narrowed(&self, path: &PathText, types: Types) -> Option<Entry> {
        let tested = tested(path);
        let steps = path.path.steps.as_slice();
        let mut entry = self.clone();
        if !path.path.is_definite() || is_too_long(steps) {
            return Some(entry);
        }
        match &path.path.root {
            Root::Context => {}
            Root::Data => {
                entry.document = self.document.narrowed(steps, types, tested);
                if entry.document.is_never() {
                    return None;
                }
            }
            Root::Variable(name) => {
                let Some(variable) = self.variables.get(name) else {
                    return Some(entry);
                };
                let shape = variable.shape.narrowed(steps, types, tested);
                if shape.is_never() {
                    return None;
                }
                entry.variables = self.variables.assigned(vec![(name, shape)]);
            }
        }
        Some(entry)
    }

    /// What is known where `path` has selected nothing; `None` if it always does.
    pub(super) fn lacking(&self, path: &PathText) -> Option<Entry> {
        let mut entry = self.clone();
        if path.path.root == Root::Data && !is_too_long(&path.path.steps) {
            entry.document = self.document.lacking(&path.path.steps, tested(path));
        }
        (!entry.document.is_never()).then_some(entry)
    }

    /// What is known on either way.
    pub(super) fn widen_to(&mut self, other: &Entry) -> bool {
        let document = self.document.widen_to(&other.document);
        self.variables.widen_to(&other.variables) || document
    }
}

/// Whether a path leads deeper than anything is known of a shape; it may have more steps than the
/// stack takes.
fn is_too_long(steps: &[Step]) -> bool {
    steps.len() > usize::from(MAX_DEPTH)
}

fn tested(path: &PathText) -> Origin {
    Origin {
        span: path.text.span,
        kind: OriginKind::Tested,
    }
}

impl Shape {
    /// The values in which `steps` lead to one of these types.
    fn narrowed(&self, steps: &[Step], types: Types, tested: Origin) -> Shape {
        let Some((step, rest)) = steps.split_first() else {
            return match self.types().is_within(types) {
                true => self.clone(),
                false => self.clone().only(types).known_from(tested),
            };
        };
        match step {
            Step::Key(key) => {
                let shape = self.clone().only(Types::OBJECT);
                let mut members = shape.known_members();
                let known = members.list.iter_mut().find(|(name, _)| **name == **key);
                let inner = match &known {
                    Some((_, member)) => member.shape.narrowed(rest, types, tested),
                    None if members.is_closed => Shape::never(),
                    None => Shape::unknown().narrowed(rest, types, tested),
                };
                if inner.is_never() || shape.is_never() {
                    return Shape::never();
                }
                let member = Member {
                    shape: inner,
                    is_required: true,
                };
                match known {
                    Some((_, known)) => *known = member,
                    None => members.list.push((Rc::from(key.as_str()), member)),
                }
                shape.remade(members.list, members.is_closed, members.is_ordered)
            }
            Step::Index(_) | Step::FromEnd(_) => self.clone().only(Types::ARRAY),
            _ => self.clone(),
        }
    }

    /// The values in which `steps` lead nowhere.
    fn lacking(&self, steps: &[Step], tested: Origin) -> Shape {
        let Some((Step::Key(key), rest)) = steps.split_first() else {
            return self.clone();
        };
        if !self.types().intersects(Types::OBJECT) {
            return self.clone();
        }
        let mut members = self.known_members();
        let place = members.list.iter().position(|(name, _)| **name == **key);
        let known = place.and_then(|place| members.list.get(place));
        let (before, is_required) = match known {
            Some((_, member)) => (member.shape.clone(), member.is_required),
            None if members.is_closed => return self.clone(),
            None => (Shape::unknown(), false),
        };
        let shape = match rest {
            [] => Shape::never(),
            _ => before.lacking(rest, tested),
        };
        if shape.is_never() && is_required {
            // It is no object at all.
            return self.clone().only(Types::ANY.without(Types::OBJECT));
        }
        let is_gone = shape.is_never() && members.is_closed;
        let member = Member { shape, is_required };
        match place.and_then(|place| members.list.get_mut(place)) {
            _ if is_gone => members.list.retain(|(name, _)| **name != **key),
            Some((_, known)) => *known = member,
            None => members.list.push((Rc::from(key.as_str()), member)),
        }
        self.remade(members.list, members.is_closed, members.is_ordered)
            .known_from(tested)
    }

    /// What is known of the members, which may be nothing.
    fn known_members(&self) -> Members {
        match self.members() {
            Some(members) => members.clone(),
            None => Members::with(Vec::new(), false, false),
        }
    }

    fn known_from(self, tested: Origin) -> Shape {
        match self.origins().is_empty() {
            true => self.made(tested),
            false => self,
        }
    }
}
