//! Random definitions, inputs and task results, made of few names so that they meet.

use asl_runtime::{Object, Value, json};

const KEYS: &[&str] = &["a", "b", "c"];
const PATHS: &[&str] = &[
    "$", "$.a", "$.a", "$.a", "$.b", "$.b", "$.b", "$.c", "$.c", "$.c", "$.a.b", "$.a.c", "$.b.a",
    "$.a[0]", "$.b[1]", "$.c[-1]", "$.a.*", "$v", "$v.a", "$w", "$w.b.a",
];
const PLACES: &[&str] = &[
    "$", "$.a", "$.b", "$.c", "$.a.b", "$.b.c.a", "$.a[0]", "$.c[1].b",
];

/// A source of choices: random bytes, then zeros.
pub(crate) struct Choices<'b> {
    bytes: std::slice::Iter<'b, u8>,
    named: usize,
}

impl<'b> Choices<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        let bytes = bytes.iter();
        Self { bytes, named: 0 }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.bytes
            .next()
            .map_or(0, |byte| usize::from(*byte) % limit)
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn path(&mut self) -> &'static str {
        self.one_of(PATHS)
    }

    /// A JSON value of that depth.
    pub(crate) fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 11 }) {
            0 => json!("x"),
            1 => json!(1),
            2 => json!(null),
            3 => json!(2.5),
            4 => json!(true),
            5 => json!(7),
            6..=8 => {
                let count = self.below(3);
                let items: Vec<Value> = (0..count).map(|_| self.value(depth - 1)).collect();
                Value::Array(items.into())
            }
            _ => {
                let mut object = Object::new();
                for _ in 0..=self.below(4) {
                    object.insert(self.one_of(KEYS), self.value(depth - 1));
                }
                Value::Object(object)
            }
        }
    }

    /// The input of an execution: most often an object with every member.
    pub(crate) fn input(&mut self) -> Value {
        if self.below(4) == 0 {
            return self.value(3);
        }
        let mut object = Object::new();
        for name in KEYS {
            object.insert(*name, self.value(2));
        }
        Value::Object(object)
    }

    /// What tasks give.
    pub(crate) fn results(&mut self) -> Vec<Option<Value>> {
        let one = |choices: &mut Self| (choices.below(4) > 0).then(|| choices.value(2));
        (0..8).map(|_| one(self)).collect()
    }

    /// The member of a template.
    fn member(&mut self, name: &str, item: bool) -> (String, Value) {
        let dynamic = |text: String| (format!("{name}.$"), Value::from(text));
        match self.below(if item { 13 } else { 11 }) {
            0 | 1 | 7 => (name.to_owned(), self.value(1)),
            2 => (name.to_owned(), self.template(item)),
            3 => dynamic(format!("States.Array({}, {})", self.path(), self.path())),
            4 => dynamic(format!("States.MathAdd($.{}, 1)", self.one_of(KEYS))),
            5 => dynamic(format!(
                "States.JsonMerge({}, {}, false)",
                self.path(),
                self.path()
            )),
            6 => dynamic(format!("States.ArrayGetItem({}, 0)", self.path())),
            11 => dynamic("$$.Map.Item.Value".to_owned()),
            12 => dynamic("$$.Map.Item.Index".to_owned()),
            _ => dynamic(self.path().to_owned()),
        }
    }

    fn template(&mut self, item: bool) -> Value {
        let mut object = Object::new();
        let first = self.below(KEYS.len());
        for name in KEYS.iter().cycle().skip(first).take(KEYS.len()) {
            if self.below(3) > 0 {
                let (name, value) = self.member(name, item);
                object.insert(name, value);
            }
        }
        Value::Object(object)
    }

    fn test(&mut self, depth: usize) -> Value {
        let variable = self.path();
        match self.below(if depth == 0 { 7 } else { 10 }) {
            0 => json!({ "Variable": variable, "IsPresent": true }),
            1 => json!({ "Variable": variable, "StringEquals": "x" }),
            2 => json!({ "Variable": variable, "NumericLessThan": 5 }),
            3 => json!({ "Variable": variable, "NumericEquals": 1 }),
            4 => json!({ "Variable": variable, "IsString": (self.below(2) == 0) }),
            5 => json!({ "Variable": variable, "BooleanEquals": true }),
            6 => json!({ "Variable": variable, "StringEqualsPath": (self.path()) }),
            7 => json!({ "Not": (self.test(depth - 1)) }),
            8 => json!({ "And": [(self.test(depth - 1)), (self.test(depth - 1))] }),
            _ => json!({ "Or": [(self.test(depth - 1)), (self.test(depth - 1))] }),
        }
    }

    fn set_path(&mut self, state: &mut Object, field: &'static str) {
        match self.below(6) {
            0 => drop(state.insert(field, Value::Null)),
            1 => drop(state.insert(field, self.path())),
            _ => {}
        }
    }

    fn set_result_path(&mut self, state: &mut Object) {
        match self.below(4) {
            0 => drop(state.insert("ResultPath", Value::Null)),
            1 => {}
            _ => drop(state.insert("ResultPath", self.one_of(PLACES))),
        }
    }

    fn set_assign(&mut self, state: &mut Object, names: &[&str]) {
        if self.below(3) == 0 {
            let name = self.one_of(names);
            let (name, value) = self.member(name, false);
            let mut assign = Object::new();
            assign.insert(name, value);
            state.insert("Assign", Value::Object(assign));
        }
    }

    /// A scope with `StartAt` and `States`.
    pub(crate) fn scope(&mut self, depth: usize) -> Value {
        let count = 2 + self.below(5);
        let first = self.named;
        self.named += count;
        let names: Vec<String> = (first..self.named)
            .map(|number| format!("S{number}"))
            .collect();
        let mut states = Object::new();
        for name in &names {
            let state = self.state(&names, depth);
            states.insert(name.clone(), Value::Object(state));
        }
        states.insert(format!("End{first}"), json!({ "Type": "Succeed" }));
        json!({ "StartAt": (names[0].clone()), "States": (Value::Object(states)) })
    }

    /// A sibling, or the end of the scope.
    fn target(&mut self, names: &[String]) -> Value {
        match names.get(self.below(names.len() + 1)) {
            Some(name) => Value::from(name.as_str()),
            None => Value::from(format!("End{}", &names[0][1..])),
        }
    }

    fn state(&mut self, names: &[String], depth: usize) -> Object {
        // A name of an outer scope must not be assigned in an inner one (VAR-15).
        let own: &[&str] = if depth > 0 { &["v", "w"] } else { &["u", "t"] };
        let mut state = Object::new();
        self.set_path(&mut state, "InputPath");
        self.set_path(&mut state, "OutputPath");
        self.set_assign(&mut state, own);
        let kind = self.below(if depth > 0 { 9 } else { 6 });
        match kind {
            0 | 1 => self.pass(&mut state),
            2 | 3 => {
                state.insert("Type", "Choice");
                let mut rules = Vec::new();
                for _ in 0..=self.below(2) {
                    let mut rule = self.test(2);
                    let object = rule.as_object_mut().unwrap();
                    object.insert("Next", self.target(names));
                    self.set_assign(object, own);
                    rules.push(rule);
                }
                state.insert("Choices", Value::Array(rules.into()));
                state.insert("Default", self.target(names));
                return state;
            }
            4 | 5 => {
                state.insert("Type", "Task");
                state.insert("Resource", "r");
                self.set_result_selector(&mut state);
            }
            6 => {
                state.insert("Type", "Parallel");
                let branches = vec![self.scope(depth - 1), self.scope(depth - 1)];
                state.insert("Branches", Value::Array(branches.into()));
                self.set_result_selector(&mut state);
            }
            _ => {
                state.insert("Type", "Map");
                if self.below(2) == 0 {
                    state.insert("ItemsPath", self.one_of(&["$.a", "$.b", "$v"]));
                }
                if self.below(2) == 0 {
                    state.insert("ItemSelector", self.template(true));
                }
                state.insert("ItemProcessor", self.scope(depth - 1));
            }
        }
        self.set_result_path(&mut state);
        if kind >= 4 && self.below(2) == 0 {
            let mut catcher = Object::new();
            catcher.insert("ErrorEquals", json!(["States.ALL"]));
            catcher.insert("Next", self.target(names));
            self.set_result_path(&mut catcher);
            self.set_assign(&mut catcher, own);
            state.insert("Catch", Value::Array(vec![Value::Object(catcher)].into()));
        }
        state.insert("Next", self.target(names));
        state
    }

    fn pass(&mut self, state: &mut Object) {
        state.insert("Type", "Pass");
        if self.below(2) == 0 {
            state.insert("Result", self.value(2));
        }
        if self.below(2) == 0 {
            state.insert("Parameters", self.template(false));
        }
    }

    fn set_result_selector(&mut self, state: &mut Object) {
        if self.below(3) == 0 {
            state.insert("ResultSelector", self.template(false));
        }
    }
}
