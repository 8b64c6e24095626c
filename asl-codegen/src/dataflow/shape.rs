//! What is known of a JSON value before any execution.

use std::rc::Rc;

use crate::ast::Number;
use crate::dataflow::{Origin, Origins, Types};

/// Members beyond it are not remembered.
pub(super) const MAX_MEMBERS: usize = 64;
/// Elements beyond it are not told apart.
const MAX_ELEMENTS: usize = 32;
/// What is nested deeper is not known.
pub(super) const MAX_DEPTH: u8 = 8;
/// The most values that are remembered of one document: what comparing two of them costs at most.
const MAX_WEIGHT: u32 = 512;
/// Longer strings are not remembered.
const MAX_TEXT: usize = 128;

/// The values that something may have: an upper bound, so that what a shape excludes never occurs.
///
/// A document is described type by type: what is known of its members holds if it is an object, what
/// is known of its elements if it is an array.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub(super) types: Types,
    pub(super) constant: Option<Constant>,
    /// `None`: nothing is known but the type.
    pub(super) members: Option<Rc<Members>>,
    /// `None`: nothing is known but the type.
    pub(super) elements: Option<Rc<Elements>>,
    pub(super) origins: Origins,
}

/// A scalar that is the same in every execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constant {
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Integer(i64),
    /// A string.
    Text(Rc<str>),
}

/// What is known of an object.
#[derive(Clone, Debug)]
pub struct Members {
    pub(super) list: Vec<(Rc<str>, Member)>,
    pub(super) is_closed: bool,
    /// Whether the members that are there are in the order of the list, and no others.
    pub(super) is_ordered: bool,
    size: Size,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its value; [never](Shape::is_never) if there is certainly no such member.
    pub shape: Shape,
    /// Whether every such object has it.
    pub is_required: bool,
}

/// What is known of an array.
#[derive(Clone, Debug)]
pub struct Elements {
    pub(super) first: Vec<Shape>,
    pub(super) rest: Shape,
    size: Size,
}

/// How much there is to compare.
#[derive(Clone, Copy, Debug)]
struct Size {
    depth: u8,
    weight: u32,
}

impl Shape {
    /// No value at all: what would have it is never reached.
    pub fn never() -> Self {
        Self::default()
    }

    /// Any value.
    pub fn unknown() -> Self {
        Self::of(Types::ANY)
    }

    /// Any value of these types.
    pub fn of(types: Types) -> Self {
        Self {
            types,
            ..Self::default()
        }
    }

    /// `true` or `false`.
    pub fn boolean(value: bool) -> Self {
        Self::constant_of(Types::BOOLEAN, Constant::Bool(value))
    }

    /// A number.
    pub fn number(number: Number) -> Self {
        match number {
            Number::Int(value) => Self::constant_of(Types::INTEGER, Constant::Integer(value)),
            other => Self::of(other.into()),
        }
    }

    /// A string.
    pub fn text(value: &str) -> Self {
        if value.len() > MAX_TEXT {
            return Self::of(Types::TEXT);
        }
        Self::constant_of(Types::TEXT, Constant::Text(value.into()))
    }

    fn constant_of(types: Types, constant: Constant) -> Self {
        Self {
            constant: Some(constant),
            ..Self::of(types)
        }
    }

    /// An object.
    pub fn object(members: Members) -> Self {
        Self {
            members: Some(Rc::new(members.bounded())),
            ..Self::of(Types::OBJECT)
        }
    }

    /// An array that begins with `first` and goes on with any number of `rest`.
    pub fn array(first: Vec<Shape>, rest: Shape) -> Self {
        Self {
            elements: Some(Rc::new(Elements::bounded(first, rest))),
            ..Self::of(Types::ARRAY)
        }
    }

    /// The same, made at `origin`.
    #[must_use]
    pub fn made(mut self, origin: Origin) -> Self {
        self.origins = Origins::from(origin);
        self
    }

    /// The same, as what a state makes instead of the document that was there.
    #[must_use]
    pub(super) fn replacing(self) -> Self {
        Self {
            origins: self.origins.replacing(),
            ..self
        }
    }

    /// The same, made at `origin` too.
    #[must_use]
    pub(super) fn made_also(mut self, origin: Origin) -> Self {
        self.origins.add(&origin.into());
        self
    }

    /// Whether there is no such value.
    pub fn is_never(&self) -> bool {
        self.types.is_empty()
    }

    /// The types it may have.
    pub fn types(&self) -> Types {
        self.types
    }

    /// Whether it is of these types only, and exists.
    pub fn is(&self, types: Types) -> bool {
        !self.is_never() && self.types.is_within(types)
    }

    /// Its value, if that is one scalar whatever happens.
    pub fn constant(&self) -> Option<&Constant> {
        self.constant.as_ref()
    }

    /// What is known of its members, where it is an object.
    pub fn members(&self) -> Option<&Members> {
        self.members.as_deref()
    }

    /// What is known of its elements, where it is an array.
    pub fn elements(&self) -> Option<&Elements> {
        self.elements.as_deref()
    }

    /// Where it was made.
    pub fn origins(&self) -> &Origins {
        &self.origins
    }

    /// The same value, of which only these types are left.
    #[must_use]
    pub fn only(mut self, types: Types) -> Self {
        self.types = self.types.intersection(types);
        if !self.types.intersects(Types::OBJECT) {
            self.members = None;
        }
        if !self.types.intersects(Types::ARRAY) {
            self.elements = None;
        }
        if self.is_never() {
            self.constant = None;
        }
        self
    }

    /// The same with nothing remembered but its types.
    #[must_use]
    pub(super) fn outline(&self) -> Self {
        Self {
            members: None,
            elements: None,
            ..self.clone()
        }
    }

    /// The same, but for its members where it is an object.
    #[must_use]
    pub(super) fn remade(
        &self,
        list: Vec<(Rc<str>, Member)>,
        is_closed: bool,
        is_ordered: bool,
    ) -> Self {
        let members = Members::with(list, is_closed, is_ordered).bounded();
        Self {
            members: Some(Rc::new(members)),
            ..self.clone()
        }
    }

    fn size(&self) -> Size {
        let members = self.members.as_ref().map(|members| members.size);
        let elements = self.elements.as_ref().map(|elements| elements.size);
        let parts = members.into_iter().chain(elements);
        parts.fold(
            Size {
                depth: 0,
                weight: 1,
            },
            Size::beside,
        )
    }
}

impl Size {
    fn beside(self, other: Size) -> Size {
        Size {
            depth: self.depth.max(other.depth),
            weight: self.weight.saturating_add(other.weight),
        }
    }

    fn around(parts: impl Iterator<Item = Size>) -> Size {
        let empty = Size {
            depth: 0,
            weight: 1,
        };
        let inside = parts.fold(empty, Size::beside);
        Size {
            depth: inside.depth.saturating_add(1),
            ..inside
        }
    }

    fn is_too_large(self) -> bool {
        self.depth > MAX_DEPTH || self.weight > MAX_WEIGHT
    }
}

impl Members {
    /// The object with these members and no others, in this order.
    pub fn exactly(list: Vec<(Rc<str>, Shape)>) -> Self {
        let required = |(name, shape)| {
            let is_required = true;
            (name, Member { shape, is_required })
        };
        Self::with(list.into_iter().map(required).collect(), true, true)
    }

    pub(super) fn with(list: Vec<(Rc<str>, Member)>, is_closed: bool, is_ordered: bool) -> Self {
        let size = Size::around(list.iter().map(|(_, member)| member.shape.size()));
        Self {
            list,
            is_closed,
            is_ordered: is_ordered && is_closed,
            size,
        }
    }

    /// The known members. One whose shape is [never](Shape::is_never) is known not to be there.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Member)> {
        self.list.iter().map(|(name, member)| (&**name, member))
    }

    /// A known member.
    pub fn get(&self, name: &str) -> Option<&Member> {
        self.list
            .iter()
            .find_map(|(known, member)| (**known == *name).then_some(member))
    }

    /// Whether there are no members but the known ones.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// The names of all members, in order, if every such object has just these.
    ///
    /// ```
    /// # use asl_codegen::dataflow::{Members, Shape};
    /// let members = Members::exactly(vec![("a".into(), Shape::unknown())]);
    /// assert_eq!(members.layout(), Some(vec!["a"]));
    /// ```
    pub fn layout(&self) -> Option<Vec<&str>> {
        if !self.is_ordered || !self.list.iter().all(|(_, member)| member.is_required) {
            return None;
        }
        Some(self.iter().map(|(name, _)| name).collect())
    }

    pub(super) fn bounded(mut self) -> Self {
        if self.list.len() > MAX_MEMBERS {
            self.list.truncate(MAX_MEMBERS);
            self.is_closed = false;
        } else if !self.size.is_too_large() {
            return self;
        }
        for (_, member) in &mut self.list {
            member.shape = member.shape.outline();
        }
        Self::with(self.list, self.is_closed, self.is_ordered)
    }
}

impl Elements {
    pub(super) fn bounded(mut first: Vec<Shape>, mut rest: Shape) -> Self {
        while first.len() > MAX_ELEMENTS {
            if let Some(last) = first.pop() {
                rest.widen_to(&last);
            }
        }
        let size = |first: &[Shape], rest: &Shape| {
            let all = first.iter().chain(std::iter::once(rest));
            Size::around(all.map(Shape::size))
        };
        let mut measured = size(&first, &rest);
        if measured.is_too_large() {
            first = first.iter().map(Shape::outline).collect();
            rest = rest.outline();
            measured = size(&first, &rest);
        }
        Self {
            first,
            rest,
            size: measured,
        }
    }

    /// The elements that every such array begins with.
    pub fn first(&self) -> &[Shape] {
        &self.first
    }

    /// What all elements after the first ones are; [never](Shape::is_never) if there are no more.
    pub fn rest(&self) -> &Shape {
        &self.rest
    }

    /// What any element may be.
    pub fn any(&self) -> Shape {
        self.first.iter().fold(self.rest.clone(), Shape::or)
    }

    /// The number of elements, if it is always the same.
    pub fn len(&self) -> Option<usize> {
        self.rest.is_never().then_some(self.first.len())
    }

    /// Whether there are never any elements.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }
}
