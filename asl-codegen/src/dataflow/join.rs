//! Comparing and joining what is known on different ways.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::dataflow::{Elements, Member, Members, Shape, Types};

impl Shape {
    /// Whether every value of `other` is one of this shape.
    pub fn includes(&self, other: &Shape) -> bool {
        if !other.types.is_within(self.types) {
            return false;
        }
        if other.is_never() {
            return true;
        }
        if self.constant.is_some() && self.constant != other.constant {
            return false;
        }
        let members = match (&self.members, &other.members) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a.includes(b),
            (Some(_), None) => !other.types.intersects(Types::OBJECT),
            (None, _) => true,
        };
        members
            && match (&self.elements, &other.elements) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a.includes(b),
                (Some(_), None) => !other.types.intersects(Types::ARRAY),
                (None, _) => true,
            }
    }

    /// Values that are in either shape. Gives back whether that is more than before.
    pub(super) fn widen_to(&mut self, other: &Shape) -> bool {
        self.origins.add(&other.origins);
        if self.includes(other) {
            return false;
        }
        if self.is_never() {
            *self = other.clone();
            return true;
        }
        if self.constant != other.constant {
            self.constant = None;
        }
        if self.types.intersects(Types::OBJECT) && other.types.intersects(Types::OBJECT) {
            self.members = match (&self.members, &other.members) {
                (Some(a), Some(b)) => Some(Rc::new(a.join(b))),
                _ => None,
            };
        } else if other.types.intersects(Types::OBJECT) {
            self.members.clone_from(&other.members);
        }
        if self.types.intersects(Types::ARRAY) && other.types.intersects(Types::ARRAY) {
            self.elements = match (&self.elements, &other.elements) {
                (Some(a), Some(b)) => Some(Rc::new(a.join(b))),
                _ => None,
            };
        } else if other.types.intersects(Types::ARRAY) {
            self.elements.clone_from(&other.elements);
        }
        self.types = self.types.union(other.types);
        true
    }

    /// Values that are in either shape.
    #[must_use]
    pub fn or(mut self, other: &Shape) -> Self {
        self.widen_to(other);
        self
    }

    /// What is known after too many rounds through a loop: what still differs from `before` is any
    /// value.
    #[must_use]
    pub(super) fn settled(&self, before: &Shape) -> Self {
        let mut shape = self.clone();
        if let Some(members) = &self.members {
            let old = before.members.as_ref();
            shape.members = old.map(|old| Rc::new(members.settled(old)));
        }
        if let (Some(elements), Some(old)) = (&self.elements, &before.elements)
            && !old.includes(elements)
        {
            shape.elements = None;
        }
        shape
    }

    /// The same, or any value if it is more than `old`.
    pub(super) fn unless_grown(&self, old: Option<&Shape>) -> Shape {
        match old {
            Some(old) if old.includes(self) => self.clone(),
            _ => Shape::unknown(),
        }
    }
}

/// Finds members by name: at once where two objects have the same names in the same order.
struct Lookup<'m> {
    members: &'m Members,
    by_name: Option<BTreeMap<&'m str, &'m Member>>,
}

impl<'m> Lookup<'m> {
    fn new(members: &'m Members) -> Self {
        let by_name = None;
        Self { members, by_name }
    }

    /// The member of that name, which may stand at `index`.
    fn get(&mut self, index: usize, name: &str) -> Option<&'m Member> {
        if let Some((beside, member)) = self.members.list.get(index)
            && **beside == *name
        {
            return Some(member);
        }
        let members = self.members;
        let by_name = self.by_name.get_or_insert_with(|| members.iter().collect());
        by_name.get(name).copied()
    }
}

impl Members {
    fn includes(&self, other: &Members) -> bool {
        if self.is_closed && !other.is_closed || self.is_ordered && !other.is_ordered {
            return false;
        }
        let mut others = Lookup::new(other);
        let mut found = 0;
        for (index, (name, member)) in self.list.iter().enumerate() {
            let is_within = match others.get(index, name) {
                Some(other) => {
                    found += 1;
                    member.includes(other)
                }
                None if other.is_closed => !member.is_required,
                None => !member.is_required && member.shape.includes(&Shape::unknown()),
            };
            if !is_within {
                return false;
            }
        }
        if self.is_closed && found < other.list.len() {
            let mut known = Lookup::new(self);
            let mut others = other.list.iter().enumerate();
            let is_known = |(index, (name, member)): (usize, &(Rc<str>, Member))| {
                member.shape.is_never() || known.get(index, name).is_some()
            };
            if !others.all(is_known) {
                return false;
            }
        }
        !self.is_ordered || other.is_subsequence_of(self)
    }

    /// Objects of either kind.
    fn join(&self, other: &Members) -> Members {
        let mut others = Lookup::new(other);
        let mut list = Vec::with_capacity(self.list.len());
        for (index, (name, member)) in self.list.iter().enumerate() {
            let member = member.join(others.get(index, name), other.is_closed);
            list.push((name.clone(), member));
        }
        let mut is_ordered = self.is_ordered && other.is_ordered;
        if self.is_closed {
            let mut known = Lookup::new(self);
            for (index, (name, member)) in other.list.iter().enumerate() {
                if known.get(index, name).is_none() {
                    let shape = member.shape.clone();
                    let is_required = false;
                    list.push((name.clone(), Member { shape, is_required }));
                }
            }
        }
        // In the order of the one, the other's at the end.
        is_ordered &= other.is_subsequence_of(self) || other.continues(self);
        Members::with(list, self.is_closed && other.is_closed, is_ordered).bounded()
    }

    fn settled(&self, before: &Members) -> Members {
        let mut old = Lookup::new(before);
        let list = self.list.iter().enumerate().map(|(index, (name, member))| {
            let old = old.get(index, name).map(|old| &old.shape);
            let member = Member {
                shape: member.shape.unless_grown(old),
                is_required: member.is_required,
            };
            (name.clone(), member)
        });
        Members::with(list.collect(), self.is_closed, self.is_ordered).bounded()
    }

    fn names(&self) -> impl Iterator<Item = &Rc<str>> {
        self.list.iter().map(|(name, _)| name)
    }

    fn is_subsequence_of(&self, other: &Members) -> bool {
        let mut rest = other.names();
        self.names().all(|name| rest.any(|other| other == name))
    }

    /// Whether its names are those of `other` and more after them.
    fn continues(&self, other: &Members) -> bool {
        other.list.len() <= self.list.len() && other.names().eq(self.names().take(other.list.len()))
    }
}

impl Member {
    fn includes(&self, other: &Member) -> bool {
        self.shape.includes(&other.shape) && (other.is_required || !self.is_required)
    }

    /// What there may be under that name on either way.
    fn join(&self, other: Option<&Member>, other_is_closed: bool) -> Member {
        let shape = match other {
            Some(other) => self.shape.clone().or(&other.shape),
            None if other_is_closed => self.shape.clone(),
            None => Shape::unknown(),
        };
        let is_required = self.is_required && other.is_some_and(|other| other.is_required);
        Member { shape, is_required }
    }
}

impl Elements {
    fn includes(&self, other: &Elements) -> bool {
        let more = other.first.iter().skip(self.first.len());
        self.first.len() <= other.first.len()
            && (self.first.iter().zip(&other.first)).all(|(a, b)| a.includes(b))
            && more.chain([&other.rest]).all(|b| self.rest.includes(b))
    }

    /// Arrays of either kind.
    fn join(&self, other: &Elements) -> Elements {
        let pairs = self.first.iter().zip(&other.first);
        let first: Vec<Shape> = pairs.map(|(a, b)| a.clone().or(b)).collect();
        let more = self.first.iter().skip(first.len());
        let more = more.chain(other.first.iter().skip(first.len()));
        let rest = more.fold(self.rest.clone().or(&other.rest), Shape::or);
        Elements::bounded(first, rest)
    }
}
