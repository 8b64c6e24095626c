//! To and from `serde_json::Value`, without recursion.

use std::mem;

use serde_json::Value as Json;

use super::{Number, Text, Value};

impl From<Json> for Value {
    /// Numbers beyond binary64, which only a build with `arbitrary_precision` can hold, become
    /// `null`.
    fn from(json: Json) -> Self {
        convert(json)
    }
}

impl From<Value> for Json {
    /// Whether the order of keys survives is up to the features that `serde_json` is built with.
    fn from(value: Value) -> Self {
        convert(value)
    }
}

/// A tree that can be taken apart and put together.
trait Tree: Default + Sized {
    fn open(self) -> Node<Self>;
    fn leaf(leaf: Leaf) -> Self;
    fn array(items: Built<Self>) -> Self;
    fn object(entries: Built<Self>) -> Self;
}

enum Node<T> {
    Leaf(Leaf),
    Array(Children<T>),
    Object(Children<T>),
}

enum Leaf {
    Null,
    Bool(bool),
    Number(Number),
    String(Text),
}

/// What is in a container; the items of an array have an empty key.
type Children<T> = Box<dyn Iterator<Item = (Text, T)>>;

type Built<T> = Vec<(Text, T)>;

/// A container that is being converted.
struct Open<A, B> {
    rest: Children<A>,
    key: Text,
    built: Built<B>,
    close: fn(Built<B>) -> B,
}

/// Keeps the open containers in a list instead of on the stack, which a deep document would overflow.
fn convert<A: Tree, B: Tree>(root: A) -> B {
    let mut open = Vec::new();
    let mut ready = begin(root, &mut open);
    while let Some(container) = open.last_mut() {
        if let Some(value) = ready.take() {
            container.built.push((mem::take(&mut container.key), value));
        }
        ready = match container.rest.next() {
            Some((key, child)) => {
                container.key = key;
                begin(child, &mut open)
            }
            None => open
                .pop()
                .map(|container| (container.close)(container.built)),
        };
    }
    ready.unwrap_or_default()
}

/// Converts a leaf, or opens a container.
fn begin<A: Tree, B: Tree>(tree: A, open: &mut Vec<Open<A, B>>) -> Option<B> {
    let (rest, close): (_, fn(Built<B>) -> B) = match tree.open() {
        Node::Leaf(leaf) => return Some(B::leaf(leaf)),
        Node::Array(items) => (items, B::array),
        Node::Object(entries) => (entries, B::object),
    };
    open.push(Open {
        rest,
        key: Text::default(),
        built: Vec::new(),
        close,
    });
    None
}

fn unkeyed<T>(item: T) -> (Text, T) {
    (Text::default(), item)
}

impl Tree for Value {
    fn open(self) -> Node<Self> {
        match self {
            Self::Null => Node::Leaf(Leaf::Null),
            Self::Bool(value) => Node::Leaf(Leaf::Bool(value)),
            Self::Number(number) => Node::Leaf(Leaf::Number(number)),
            Self::String(text) => Node::Leaf(Leaf::String(text)),
            Self::Array(array) => Node::Array(Box::new(array.into_iter().map(unkeyed))),
            Self::Object(object) => Node::Object(Box::new(object.into_iter())),
        }
    }

    fn leaf(leaf: Leaf) -> Self {
        match leaf {
            Leaf::Null => Self::Null,
            Leaf::Bool(value) => Self::Bool(value),
            Leaf::Number(number) => Self::Number(number),
            Leaf::String(text) => Self::String(text),
        }
    }

    fn array(items: Built<Self>) -> Self {
        items.into_iter().map(|(_, item)| item).collect()
    }

    fn object(entries: Built<Self>) -> Self {
        entries.into_iter().collect()
    }
}

impl Tree for Json {
    fn open(self) -> Node<Self> {
        match self {
            Self::Null => Node::Leaf(Leaf::Null),
            Self::Bool(value) => Node::Leaf(Leaf::Bool(value)),
            Self::Number(number) => Node::Leaf(from_json_number(&number)),
            Self::String(text) => Node::Leaf(Leaf::String(text.into())),
            Self::Array(items) => Node::Array(Box::new(items.into_iter().map(unkeyed))),
            Self::Object(entries) => Node::Object(Box::new(
                entries.into_iter().map(|(key, value)| (key.into(), value)),
            )),
        }
    }

    fn leaf(leaf: Leaf) -> Self {
        match leaf {
            Leaf::Null => Self::Null,
            Leaf::Bool(value) => Self::Bool(value),
            Leaf::Number(number) => to_json_number(number),
            Leaf::String(text) => Self::String(text.into()),
        }
    }

    fn array(items: Built<Self>) -> Self {
        Self::Array(items.into_iter().map(|(_, item)| item).collect())
    }

    fn object(entries: Built<Self>) -> Self {
        Self::Object(
            entries
                .into_iter()
                .map(|(key, value)| (key.into(), value))
                .collect(),
        )
    }
}

fn from_json_number(number: &serde_json::Number) -> Leaf {
    let signed = number.as_i64().map(Number::from);
    let integer = signed.or_else(|| number.as_u64().map(Number::from));
    let number = integer.or_else(|| number.as_f64().and_then(Number::from_f64));
    number.map_or(Leaf::Null, Leaf::Number)
}

fn to_json_number(number: Number) -> Json {
    match (number.as_i64(), number.as_u64()) {
        (Some(signed), _) => signed.into(),
        (None, Some(unsigned)) => unsigned.into(),
        (None, None) => number.as_f64().into(),
    }
}
