//! Reading paths and building templates in one visit of a state.

use std::rc::Rc;

use crate::ast::{Argument, Call, Function, Path, PathText, Root, Template, TemplateKind};
use crate::dataflow::findings::{Field, Findings};
use crate::dataflow::{
    Constant, Entry, Member, Members, Origin, OriginKind, Reading, Shape, Types, constant,
};
use crate::dialect::Rules;
use crate::source::Span;

/// A visit of a state, and what its fields can read.
pub(super) struct Visit {
    pub(super) rules: &'static Rules,
    /// What the state was entered with.
    pub(super) entry: Entry,
    /// What is known of the Context Object.
    pub(super) context: Shape,
    /// What is wrong with the state, given its entry.
    pub(super) findings: Findings,
}

impl Visit {
    /// What a path selects in `document`; a finding if that can be nothing.
    pub(super) fn path(&mut self, path: &PathText, document: &Shape) -> Shape {
        let reading = self.read(&path.path, document);
        if let Some(miss) = &reading.miss {
            self.findings.never_matches(path, miss);
        }
        reading.shape
    }

    /// The same for a field whose value has one of these types.
    pub(super) fn path_of(
        &mut self,
        path: &PathText,
        document: &Shape,
        types: Types,
        field: Field,
    ) -> Shape {
        let shape = self.path(path, document);
        if !shape.is_never() && !shape.types().intersects(types) {
            self.findings.other_type(path, &shape, types, field);
        }
        shape.only(types)
    }

    /// What a path selects in `document`.
    pub(super) fn read(&self, path: &Path, document: &Shape) -> Reading {
        match &path.root {
            Root::Data => document.at(&path.steps),
            Root::Context => self.context.at(&path.steps),
            Root::Variable(name) => {
                let Some(variable) = self.entry.variables.get(name) else {
                    return Reading::possible(Shape::unknown()).at_most(path);
                };
                let mut reading = variable.shape.at(&path.steps);
                reading.may_miss |= !variable.is_assigned;
                reading
            }
        }
    }

    /// The value of a template; never, if building it always fails.
    pub(super) fn template(&mut self, template: &Template, document: &Shape) -> Shape {
        let origin = Origin {
            span: opening(template.span),
            kind: OriginKind::Value,
        };
        match &template.kind {
            TemplateKind::Constant(node) => constant::shape(node),
            TemplateKind::Path(path) => self.path(path, document),
            TemplateKind::Call(call) => self.call(call, document),
            TemplateKind::Array(items) => {
                let items = items.iter().map(|item| self.template(item, document));
                let items: Vec<Shape> = items.collect();
                if items.iter().any(Shape::is_never) {
                    return Shape::never();
                }
                Shape::array(items, Shape::never()).made(origin)
            }
            TemplateKind::Object(members) => {
                let list: Vec<(Rc<str>, Shape)> = members
                    .iter()
                    .map(|(name, value)| {
                        (name.value.as_str().into(), self.template(value, document))
                    })
                    .collect();
                if list.iter().any(|(_, shape)| shape.is_never()) {
                    return Shape::never();
                }
                let mut built = Members::exactly(list);
                let is_dynamic = |value: &Template| {
                    matches!(value.kind, TemplateKind::Path(_) | TemplateKind::Call(_))
                };
                if self.rules.templates_in_hash_order
                    && members.iter().any(|(_, value)| is_dynamic(value))
                {
                    built.is_ordered = false;
                }
                Shape::object(built).made(origin)
            }
        }
    }

    /// The result of a call (section 11.2); never, if it always fails.
    pub(super) fn call(&mut self, call: &Call, document: &Shape) -> Shape {
        let arguments: Vec<Shape> = call
            .arguments
            .iter()
            .enumerate()
            .map(|(index, argument)| self.argument(call, index, argument, document))
            .collect();
        if arguments.iter().any(Shape::is_never) {
            return Shape::never();
        }
        let result = result(call.function, &arguments);
        match result.origins().is_empty() {
            true => result.made(Origin {
                span: call.span,
                kind: OriginKind::Call,
            }),
            false => result,
        }
    }

    fn argument(
        &mut self,
        call: &Call,
        index: usize,
        argument: &Argument,
        document: &Shape,
    ) -> Shape {
        match argument {
            Argument::Path(path) => {
                let types = accepted(call.function, index, self.rules);
                self.path_of(path, document, types, Field::Argument(call.function))
            }
            Argument::Call(call) => self.call(call, document),
            Argument::Text(text) => Shape::text(text),
            Argument::Pieces(_) => Shape::of(Types::TEXT),
            Argument::Number(number) => Shape::number(*number),
            Argument::Bool(value) => Shape::boolean(*value),
            Argument::Null => Shape::of(Types::NULL),
        }
    }
}

impl Reading {
    /// The value of a variable of which nothing is known: several values are an array (PATH-10).
    fn at_most(mut self, path: &Path) -> Self {
        if !path.is_definite() {
            self.shape = Shape::of(Types::ARRAY);
        }
        self
    }
}

/// The first character of an object or array, which is enough to point at, else all of it.
pub(super) fn opening(span: Span) -> Span {
    Span::new(span.start, span.end.min(span.start.saturating_add(1)))
}

/// What a function takes in that place.
fn accepted(function: Function, index: usize, rules: &Rules) -> Types {
    use Function::{
        ArrayContains, ArrayGetItem, ArrayLength, ArrayPartition, ArrayRange, ArrayUnique,
        Base64Decode, Base64Encode, Format, JsonMerge, MathAdd, MathRandom, StringSplit,
        StringToJson,
    };
    let scalar = Types::ANY.without(Types::ARRAY).without(Types::OBJECT);
    match (function, index) {
        (ArrayContains | ArrayGetItem | ArrayLength | ArrayPartition | ArrayUnique, 0) => {
            Types::ARRAY
        }
        (ArrayGetItem | ArrayPartition, _) | (ArrayRange | MathAdd | MathRandom, _) => {
            Types::NUMBER
        }
        (Format, 0) | (Base64Decode | Base64Encode | StringSplit | StringToJson, _) => Types::TEXT,
        (Format, _) if !rules.intrinsics.formats_containers => scalar,
        (JsonMerge, 0 | 1) => Types::OBJECT,
        (JsonMerge, _) => Types::BOOLEAN,
        _ => Types::ANY,
    }
}

fn result(function: Function, arguments: &[Shape]) -> Shape {
    let elements = |index: usize| match arguments.get(index).and_then(Shape::elements) {
        Some(elements) => elements.any(),
        None => Shape::unknown(),
    };
    let many = |element: Shape| Shape::array(Vec::new(), element);
    match function {
        Function::Format
        | Function::JsonToString
        | Function::Base64Encode
        | Function::Base64Decode
        | Function::Hash
        | Function::Uuid => Shape::of(Types::TEXT),
        Function::StringToJson => Shape::unknown(),
        Function::Array => Shape::array(arguments.to_vec(), Shape::never()),
        Function::ArrayPartition => many(many(elements(0))),
        Function::ArrayContains => Shape::of(Types::BOOLEAN),
        Function::ArrayRange => many(Shape::of(Types::INTEGER)),
        Function::ArrayGetItem => elements(0),
        Function::ArrayUnique => many(elements(0)),
        Function::ArrayLength | Function::MathRandom | Function::MathAdd => {
            Shape::of(Types::INTEGER)
        }
        Function::JsonMerge => match arguments {
            [a, b, deep, ..] => {
                let is_shallow = deep.constant() == Some(&Constant::Bool(false));
                merged(a, b, is_shallow)
            }
            _ => Shape::of(Types::OBJECT),
        },
        Function::StringSplit => many(Shape::of(Types::TEXT)),
    }
}

/// INTR-33. A deep merge may mix what both have under one name.
fn merged(a: &Shape, b: &Shape, is_shallow: bool) -> Shape {
    let (Some(a), Some(b)) = (a.members(), b.members()) else {
        return Shape::of(Types::OBJECT);
    };
    let mut list = Vec::new();
    for (name, member) in &a.list {
        let may_mix = !is_shallow && member.shape.types().intersects(Types::OBJECT);
        let shape = match b.get(name) {
            None if b.is_closed => member.shape.clone(),
            Some(other) if may_mix => match other.shape.is_never() {
                true => member.shape.clone(),
                false => Shape::unknown(),
            },
            Some(other) if other.is_required => other.shape.clone(),
            Some(other) => other.shape.clone().or(&member.shape),
            None => Shape::unknown(),
        };
        let is_required = member.is_required || b.get(name).is_some_and(|m| m.is_required);
        list.push((name.clone(), Member { shape, is_required }));
    }
    for (name, other) in b.list.iter().filter(|(name, _)| a.get(name).is_none()) {
        let shape = match a.is_closed {
            true => other.shape.clone(),
            false => Shape::unknown(),
        };
        let is_required = other.is_required;
        list.push((name.clone(), Member { shape, is_required }));
    }
    Shape::object(Members::with(list, a.is_closed && b.is_closed, false))
}
