//! What a path selects (PATH-8 to PATH-11), as far as it is known.

use std::rc::Rc;

use crate::ast::Step;
use crate::dataflow::{Elements, Member, Members, Shape, Types};

/// What reading a path gives.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The value, where there is one; [never](Shape::is_never) if there cannot be one.
    pub shape: Shape,
    /// Whether there may be no match (PATH-12).
    pub may_miss: bool,
    /// Why there cannot be one.
    pub miss: Option<Miss>,
}

/// The step at which a path ends that cannot match.
#[derive(Clone, Debug)]
pub struct Miss {
    /// How many steps can be taken.
    pub taken: usize,
    /// What they lead to.
    pub at: Shape,
}

impl Reading {
    /// A value that is there.
    pub(super) fn certain(shape: Shape) -> Self {
        Self {
            shape,
            may_miss: false,
            miss: None,
        }
    }

    /// A value that may be there.
    pub(super) fn possible(shape: Shape) -> Self {
        Self {
            may_miss: true,
            ..Self::certain(shape)
        }
    }

    /// No value.
    pub(super) fn missing(taken: usize, at: Shape) -> Self {
        Self {
            shape: Shape::never(),
            may_miss: true,
            miss: Some(Miss { taken, at }),
        }
    }
}

impl Shape {
    /// What these steps select.
    ///
    /// ```
    /// use asl_codegen::ast::Step;
    /// use asl_codegen::dataflow::{Members, Shape, Types};
    ///
    /// let document = Shape::object(Members::exactly(vec![("count".into(), Shape::of(Types::INTEGER))]));
    /// assert!(document.at(&[Step::Key("count".into())]).shape.is(Types::INTEGER));
    /// assert!(document.at(&[Step::Key("cuont".into())]).miss.is_some());
    /// ```
    pub fn at(&self, steps: &[Step]) -> Reading {
        if self.is_never() {
            return Reading::certain(Shape::never());
        }
        let mut value = self.clone();
        let mut may_miss = false;
        for (taken, step) in steps.iter().enumerate() {
            let found = match step {
                Step::Key(key) => value.member(key),
                Step::Index(index) => value.element(*index),
                Step::FromEnd(index) => value.last_element(*index),
                Step::Keys(keys) if taken + 1 == steps.len() => value.selection(keys),
                _ => {
                    // PATH-10: nothing found is an empty array.
                    let nodes = several(&value, steps.get(taken..).unwrap_or_default());
                    return Reading::certain(Shape::array(Vec::new(), nodes));
                }
            };
            match found {
                Some((shape, is_certain)) => {
                    may_miss |= !is_certain;
                    value = shape;
                }
                None if is_definite(steps) => return Reading::missing(taken, value),
                None => return Reading::certain(Shape::array(Vec::new(), Shape::never())),
            }
        }
        Reading {
            shape: value,
            may_miss,
            miss: None,
        }
    }

    /// A member, and whether it is there for certain.
    fn member(&self, name: &str) -> Option<(Shape, bool)> {
        if !self.types().intersects(Types::OBJECT) {
            return None;
        }
        let is_object = self.is(Types::OBJECT);
        let Some(members) = self.members() else {
            return Some((Shape::unknown(), false));
        };
        match members.get(name) {
            Some(member) if member.shape.is_never() => None,
            Some(member) => Some((member.shape.clone(), is_object && member.is_required)),
            None if members.is_closed() => None,
            None => Some((Shape::unknown(), false)),
        }
    }

    fn known_elements(&self) -> Option<Option<&Elements>> {
        let is_array = self.types().intersects(Types::ARRAY);
        is_array.then(|| self.elements())
    }

    fn element(&self, index: usize) -> Option<(Shape, bool)> {
        let Some(elements) = self.known_elements()? else {
            return Some((Shape::unknown(), false));
        };
        match elements.first().get(index) {
            Some(element) => Some((element.clone(), self.is(Types::ARRAY))),
            None if elements.rest().is_never() => None,
            None => Some((elements.rest().clone(), false)),
        }
    }

    /// An element counted from the end; the last one is 1.
    fn last_element(&self, index: usize) -> Option<(Shape, bool)> {
        let Some(elements) = self.known_elements()? else {
            return Some((Shape::unknown(), false));
        };
        let Some(len) = elements.len() else {
            let is_certain = self.is(Types::ARRAY) && elements.first().len() >= index;
            return Some((elements.any(), is_certain));
        };
        let element = elements.first().get(len.checked_sub(index)?)?;
        Some((element.clone(), self.is(Types::ARRAY)))
    }

    /// PATH-11: the object of those members that there are.
    fn selection(&self, keys: &[String]) -> Option<(Shape, bool)> {
        if !self.types().intersects(Types::OBJECT) {
            return None;
        }
        let mut list: Vec<(Rc<str>, Member)> = Vec::new();
        for key in keys {
            if list.iter().any(|(known, _)| **known == **key) {
                continue;
            }
            let found = match self.members() {
                Some(_) => self.clone().only(Types::OBJECT).member(key),
                None => Some((Shape::unknown(), false)),
            };
            if let Some((shape, is_required)) = found {
                list.push((key.as_str().into(), Member { shape, is_required }));
            }
        }
        let selection = Shape::object(Members::with(list, true, true));
        Some((selection, self.is(Types::OBJECT)))
    }
}

/// As [`Path::is_definite`](crate::ast::Path::is_definite).
fn is_definite(steps: &[Step]) -> bool {
    match steps.split_last() {
        Some((Step::Keys(_), way)) => way.iter().all(Step::is_single),
        _ => steps.iter().all(Step::is_single),
    }
}

/// What any of the values may be that these steps lead to.
fn several(root: &Shape, steps: &[Step]) -> Shape {
    let mut nodes = root.clone();
    for (taken, step) in steps.iter().enumerate() {
        let or_never = |found: Option<(Shape, bool)>| found.map_or_else(Shape::never, |f| f.0);
        nodes = match step {
            Step::Key(key) => or_never(nodes.member(key)),
            Step::Index(index) => or_never(nodes.element(*index)),
            Step::FromEnd(index) => or_never(nodes.last_element(*index)),
            Step::Keys(keys) if taken + 1 == steps.len() => or_never(nodes.selection(keys)),
            Step::Indices(_) | Step::Slice { .. } => each_element(&nodes),
            Step::All => each_element(&nodes).or(&each_member(&nodes)),
            Step::Filter(_) => each_element(&nodes).or(&nodes.only(Types::OBJECT)),
            Step::Keys(_) => each_member(&nodes),
            Step::Descend(_) => return Shape::unknown(),
        };
    }
    nodes
}

fn each_element(value: &Shape) -> Shape {
    match value.known_elements() {
        None => Shape::never(),
        Some(None) => Shape::unknown(),
        Some(Some(elements)) => elements.any(),
    }
}

fn each_member(value: &Shape) -> Shape {
    if !value.types().intersects(Types::OBJECT) {
        return Shape::never();
    }
    match value.members() {
        Some(members) if members.is_closed() => members
            .iter()
            .fold(Shape::never(), |all, (_, member)| all.or(&member.shape)),
        _ => Shape::unknown(),
    }
}
