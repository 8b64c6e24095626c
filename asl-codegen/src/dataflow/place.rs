//! What a `ResultPath` makes of a document (section 13), as far as it is known.

use std::rc::Rc;

use crate::ast::Step;
use crate::dataflow::shape::MAX_DEPTH;
use crate::dataflow::{Member, Members, Miss, Origin, Shape, Types};

impl Shape {
    /// The document after `value` was put where `steps` lead; objects on the way are created by
    /// `created`.
    ///
    /// # Errors
    ///
    /// The step that cannot be taken in any such document (RP-6).
    pub(super) fn with(
        &self,
        steps: &[Step],
        value: &Shape,
        created: Origin,
    ) -> Result<Shape, Miss> {
        // Nothing deeper is known of any shape, and a path may have more steps than the stack.
        if steps.len() > usize::from(MAX_DEPTH) {
            return Ok(Shape::unknown());
        }
        Placement { value, created }.put(self, steps, 0)
    }
}

struct Placement<'a> {
    value: &'a Shape,
    created: Origin,
}

impl Placement<'_> {
    fn put(&self, target: &Shape, steps: &[Step], taken: usize) -> Result<Shape, Miss> {
        let miss = || Miss {
            taken,
            at: target.clone(),
        };
        match steps.split_first() {
            None => Ok(self.value.clone()),
            Some((Step::Key(key), rest)) => {
                if !target.types().intersects(Types::OBJECT) {
                    return Err(miss());
                }
                self.member(target, key, rest, taken)
            }
            Some((Step::Index(index), rest)) => {
                if !target.types().intersects(Types::ARRAY) {
                    return Err(miss());
                }
                self.element(target, *index, rest, taken)
            }
            // No other step is part of a Reference Path (RPATH-1).
            Some(_) => Ok(Shape::unknown()),
        }
    }

    /// Sets a member, which is replaced where it stands and else comes last (DATA-6).
    fn member(
        &self,
        target: &Shape,
        key: &str,
        rest: &[Step],
        taken: usize,
    ) -> Result<Shape, Miss> {
        let open = Members::with(Vec::new(), false, false);
        let members = target.members().unwrap_or(&open);
        let known = members.get(key);
        let anything = Shape::unknown();
        let there = match known {
            Some(member) => Some(&member.shape).filter(|shape| !shape.is_never()),
            None => (!members.is_closed).then_some(&anything),
        };
        let may_be_absent = known.is_none_or(|member| !member.is_required);
        let replaced = there.map(|there| self.put(there, rest, taken + 1));
        let created = may_be_absent.then(|| self.create(target, rest, taken + 1));
        let shape = match (replaced, created) {
            (Some(Ok(a)), Some(Ok(b))) => a.or(&b),
            (Some(Ok(shape)), _) | (_, Some(Ok(shape))) => shape,
            (Some(Err(miss)), _) | (None, Some(Err(miss))) => return Err(miss),
            (None, None) => Shape::never(),
        };
        let member = Member {
            shape,
            is_required: true,
        };
        let mut list = members.list.clone();
        let place = list.iter().position(|(name, _)| **name == *key);
        let mut is_ordered = members.is_ordered;
        match place.and_then(|place| list.get_mut(place)) {
            Some((_, known)) if known.is_required => *known = member,
            // It may stand in its place or come last.
            Some((_, known)) => {
                is_ordered &= place.is_some_and(|place| place + 1 == members.list.len());
                *known = member;
            }
            None => list.push((Rc::from(key), member)),
        }
        Ok(target.replaced(Members::with(list, members.is_closed, is_ordered)))
    }

    /// The objects that lead to a value where there was nothing (RP-4).
    fn create(&self, target: &Shape, steps: &[Step], taken: usize) -> Result<Shape, Miss> {
        match steps.split_first() {
            None => Ok(self.value.clone()),
            Some((Step::Key(key), rest)) => {
                let inner = self.create(target, rest, taken + 1)?;
                let members = Members::exactly(vec![(Rc::from(key.as_str()), inner)]);
                Ok(Shape::object(members).made(self.created))
            }
            Some(_) => Err(Miss {
                taken: taken.saturating_sub(1),
                at: target.clone(),
            }),
        }
    }

    fn element(
        &self,
        target: &Shape,
        index: usize,
        rest: &[Step],
        taken: usize,
    ) -> Result<Shape, Miss> {
        let Some(elements) = target.elements() else {
            return Ok(target.clone().only(Types::ARRAY));
        };
        let mut first = elements.first().to_vec();
        let mut more = elements.rest().clone();
        match first.get_mut(index) {
            Some(element) => *element = self.put(element, rest, taken + 1)?,
            None if more.is_never() => {
                return Err(Miss {
                    taken,
                    at: target.clone(),
                });
            }
            None => more = more.clone().or(&self.put(&more, rest, taken + 1)?),
        }
        let shape = Shape::array(first, more);
        Ok(target.origins().iter().fold(shape, Shape::made_also))
    }
}

impl Shape {
    /// An object with other members, made where this one was.
    fn replaced(&self, members: Members) -> Shape {
        let shape = Shape::object(members);
        self.origins().iter().fold(shape, Shape::made_also)
    }
}
