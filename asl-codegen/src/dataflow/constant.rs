//! What is known of a constant: everything, as far as it is remembered.

use std::rc::Rc;

use crate::dataflow::shape::MAX_MEMBERS;
use crate::dataflow::visit::opening;
use crate::dataflow::{Member, Members, Origin, OriginKind, Shape, Types};
use crate::parse::number;
use crate::source::{Kind, Node};

/// Constants are not looked at deeper than this: a little more than a shape remembers.
const MAX_DEPTH: usize = 10;

/// The shape of a JSON value in the definition.
pub(super) fn shape(node: &Node) -> Shape {
    nested(node, MAX_DEPTH)
}

fn nested(node: &Node, depth: usize) -> Shape {
    let span = match node.kind {
        Kind::Array(_) | Kind::Object(_) => opening(node.span),
        _ => node.span,
    };
    let origin = Origin {
        span,
        kind: OriginKind::Value,
    };
    let shape = match (&node.kind, depth.checked_sub(1)) {
        (Kind::Null, _) => Shape::of(Types::NULL),
        (Kind::Bool(value), _) => Shape::boolean(*value),
        (Kind::Number(text), _) => number(text).map_or_else(Shape::unknown, Shape::number),
        (Kind::String(text), _) => Shape::text(&text.value),
        (Kind::Array(_), None) => Shape::of(Types::ARRAY),
        (Kind::Object(_), None) => Shape::of(Types::OBJECT),
        (Kind::Array(items), Some(depth)) => Shape::array(
            items.iter().map(|item| nested(item, depth)).collect(),
            Shape::never(),
        ),
        (Kind::Object(members), Some(depth)) => {
            let is_closed = members.len() <= MAX_MEMBERS;
            let member = |member: &crate::source::Member| {
                let name: Rc<str> = member.key.value.as_str().into();
                let known = Member {
                    shape: nested(&member.value, depth),
                    is_required: true,
                };
                (name, known)
            };
            let list = members.iter().take(MAX_MEMBERS).map(member).collect();
            Shape::object(Members::with(list, is_closed, true))
        }
    };
    shape.made(origin)
}
