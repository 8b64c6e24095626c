//! Loops of Choice and Pass states that only count: what they read and write of the document are a
//! few integers, which generated code may keep in local variables while it turns.

use std::collections::BTreeSet;

use super::{
    Action, Argument, Call, Comparison, Exit, Function, Number, Operand, Path, Place, Program,
    Relation, Root, Select, Selector, State, StateId, Step, Template, Test,
};

/// A loop of states that only count.
#[derive(Debug, PartialEq)]
pub struct Loop {
    /// The Choice where turning may begin.
    pub head: StateId,
    /// The states in it, in the order of the definition.
    pub states: Vec<(StateId, Turn)>,
    /// The members of the document that are counted with. Turning is for documents in which all of
    /// them are integers.
    pub integers: Vec<String>,
    /// All members, in their order, where a state of the loop builds the document anew: turning is
    /// for documents that have these and no others.
    pub members: Option<Vec<String>>,
}

/// What a visit of a state in a [`Loop`] does.
#[derive(Debug, PartialEq)]
pub enum Turn {
    /// A Choice.
    Choose {
        /// The rules, in order.
        rules: Vec<(Check, StateId)>,
        /// `Default`.
        default: Option<StateId>,
    },
    /// A Pass: new values for some members, all computed from the old ones.
    Set {
        /// The members, and what they become.
        members: Vec<(String, Sum)>,
        /// What follows.
        next: StateId,
    },
}

/// A condition on integers. `Not` is no part of it: integers are always comparable, so that it goes
/// into the comparisons.
#[derive(Debug, PartialEq)]
pub enum Check {
    /// All of them.
    All(Vec<Check>),
    /// Any of them.
    Any(Vec<Check>),
    /// A member, compared with a constant or another member.
    Compare {
        /// The member.
        member: String,
        /// How it is compared.
        relation: Relation,
        /// Whether that must hold, or must not.
        holds: bool,
        /// What it is compared with.
        operand: Sum,
    },
}

/// An integer.
#[derive(Debug, PartialEq)]
pub enum Sum {
    /// A constant.
    Constant(i64),
    /// A member of the document.
    Member(String),
    /// `States.MathAdd`.
    Add(Box<Sum>, Box<Sum>),
}

/// The most states in a loop: beyond that it is not counting that takes the time.
const MOST_STATES: usize = 32;

/// Integers up to here are the same in binary64, by which numbers are compared (DATA-4).
const LARGEST: i64 = (1 << 53) - 1;

impl Program {
    /// The loops in it that only count. No state is in two of them.
    pub(crate) fn find_loops(&self) -> Vec<Loop> {
        let mut found: Vec<Loop> = Vec::new();
        let mut taken = BTreeSet::new();
        for (index, state) in self.states.iter().enumerate() {
            let head = StateId(index);
            if !matches!(state.action, Action::Choice { .. }) || taken.contains(&head) {
                continue;
            }
            if let Some(counting) = self
                .cycle(head)
                .and_then(|cycle| self.counting(head, &cycle))
            {
                taken.extend(counting.states.iter().map(|(id, _)| *id));
                found.push(counting);
            }
        }
        found
    }

    /// The states that are on a way from `head` back to it, if there is one and all of them count.
    fn cycle(&self, head: StateId) -> Option<BTreeSet<StateId>> {
        let reached = self.reach(head)?;
        let mut cycle = BTreeSet::new();
        // From behind: what leads into the cycle is on it. As many rounds as states at most.
        loop {
            let before = cycle.len();
            for id in &reached {
                let leads_back = |next: &StateId| *next == head || cycle.contains(next);
                if self.successors_of(*id).iter().any(leads_back) {
                    cycle.insert(*id);
                }
            }
            if cycle.len() == before {
                break;
            }
        }
        cycle.contains(&head).then_some(cycle)
    }

    /// The states that count and can be reached from `head` through such states.
    fn reach(&self, head: StateId) -> Option<BTreeSet<StateId>> {
        let mut reached = BTreeSet::new();
        let mut open = vec![head];
        while let Some(id) = open.pop() {
            if self.turn(id).is_none() || !reached.insert(id) {
                continue;
            }
            if reached.len() > MOST_STATES {
                return None;
            }
            open.extend(self.successors_of(id));
        }
        Some(reached)
    }

    fn successors_of(&self, id: StateId) -> &[StateId] {
        self.states
            .get(id.0)
            .map_or(&[], |state| state.successors.as_slice())
    }

    fn turn(&self, id: StateId) -> Option<(Turn, Option<Vec<String>>)> {
        self.states.get(id.0).and_then(turn)
    }

    /// The loop of these states, if they agree on how the document looks.
    fn counting(&self, head: StateId, cycle: &BTreeSet<StateId>) -> Option<Loop> {
        let mut members: Option<Vec<String>> = None;
        let mut states = Vec::new();
        for id in cycle {
            let (turn, built) = self.turn(*id)?;
            if let Some(built) = built
                && *members.get_or_insert_with(|| built.clone()) != built
            {
                return None;
            }
            states.push((*id, turn));
        }
        let mut integers = Vec::new();
        for (_, turn) in &states {
            turn.each_integer(&mut |name| {
                if !integers.iter().any(|known| known == name) {
                    integers.push(name.to_owned());
                }
            });
        }
        let is_known = |name: &String| members.as_ref().is_none_or(|all| all.contains(name));
        let copies_only_known = states.iter().all(|(_, turn)| turn.copies().all(is_known));
        if integers.is_empty() || !integers.iter().all(is_known) || !copies_only_known {
            return None;
        }
        for (_, turn) in &mut states {
            turn.drop_copies(&integers);
        }
        Some(Loop {
            head,
            states,
            integers,
            members,
        })
    }
}

impl Turn {
    /// Names every member that must be an integer: all but those that are only handed on.
    fn each_integer(&self, name: &mut impl FnMut(&str)) {
        match self {
            Turn::Choose { rules, .. } => rules.iter().for_each(|(check, _)| check.each(name)),
            Turn::Set { members, .. } => {
                for (member, sum) in members.iter().filter(|(m, sum)| !is_copy(m, sum)) {
                    name(member);
                    sum.each(name);
                }
            }
        }
    }

    /// The members that are only handed on.
    fn copies(&self) -> impl Iterator<Item = &String> {
        let members = match self {
            Turn::Choose { .. } => &[],
            Turn::Set { members, .. } => members.as_slice(),
        };
        let copies = members.iter().filter(|(name, sum)| is_copy(name, sum));
        copies.map(|(name, _)| name)
    }

    fn drop_copies(&mut self, integers: &[String]) {
        if let Turn::Set { members, .. } = self {
            members.retain(|(name, sum)| integers.contains(name) && !is_copy(name, sum));
        }
    }
}

fn is_copy(member: &str, sum: &Sum) -> bool {
    matches!(sum, Sum::Member(name) if name == member)
}

impl Check {
    fn each(&self, name: &mut impl FnMut(&str)) {
        match self {
            Check::All(checks) | Check::Any(checks) => checks.iter().for_each(|c| c.each(name)),
            Check::Compare {
                member, operand, ..
            } => {
                name(member);
                operand.each(name);
            }
        }
    }
}

impl Sum {
    fn each(&self, name: &mut impl FnMut(&str)) {
        match self {
            Sum::Constant(_) => {}
            Sum::Member(member) => name(member),
            Sum::Add(left, right) => {
                left.each(name);
                right.each(name);
            }
        }
    }
}

/// What a visit of the state does, if it only counts, and the members of the document that it builds,
/// if it builds one.
fn turn(state: &State) -> Option<(Turn, Option<Vec<String>>)> {
    let is_plain = state.input == Select::Whole && state.output == Select::Whole;
    if !is_plain || state.assign.is_some() {
        return None;
    }
    match &state.action {
        Action::Choice { rules, default } => {
            let rules: Option<_> = rules
                .iter()
                .map(|rule| match rule.assign {
                    None => Some((check(&rule.test, true)?, rule.next)),
                    Some(_) => None,
                })
                .collect();
            let (rules, default) = (rules?, *default);
            Some((Turn::Choose { rules, default }, None))
        }
        Action::Pass {
            parameters,
            result,
            selector: None,
            place,
            exit: Exit::Next(next),
        } => {
            // IO-12: `Parameters` are evaluated also where `Result` is the result.
            let result = match (parameters, result) {
                (Some(_), Some(_)) => return None,
                (parameters, result) => parameters.as_ref().or(result.as_ref()),
            };
            let (members, built) = written(result, place)?;
            let next = *next;
            Some((Turn::Set { members, next }, built))
        }
        _ => None,
    }
}

type Written = (Vec<(String, Sum)>, Option<Vec<String>>);

/// What a Pass writes: its result at its place.
fn written(result: Option<&Template>, place: &Place) -> Option<Written> {
    match (result, place) {
        (_, Place::Discard) => result
            .is_none_or(Template::is_constant)
            .then_some((Vec::new(), None)),
        (None, Place::Replace) => Some((Vec::new(), None)),
        (Some(Template::Object(members)), Place::Replace) => {
            let names = members.iter().map(|(name, _)| name.clone()).collect();
            let members: Option<_> = members
                .iter()
                .map(|(name, value)| Some((name.clone(), sum(value)?)))
                .collect();
            Some((members?, Some(names)))
        }
        (Some(template), Place::At(selector)) => {
            let name = member(&selector.path)?;
            Some((vec![(name, sum(template)?)], None))
        }
        (Some(_), Place::Replace) | (None, Place::At(_)) => None,
    }
}

fn sum(template: &Template) -> Option<Sum> {
    match template {
        Template::Number(number) => integer(*number).map(Sum::Constant),
        Template::Path(selector) => member(&selector.path).map(Sum::Member),
        Template::Call(call) => add(call),
        _ => None,
    }
}

fn add(call: &Call) -> Option<Sum> {
    if call.function != Function::MathAdd {
        return None;
    }
    let mut terms = call.arguments.iter().map(|argument| match argument {
        Argument::Path(selector) => member(&selector.path).map(Sum::Member),
        Argument::Call(call) => add(call),
        Argument::Number(number) => integer(*number).map(Sum::Constant),
        _ => None,
    });
    let (left, right) = (terms.next()??, terms.next()??);
    Some(Sum::Add(left.into(), right.into()))
}

fn check(test: &Test, holds: bool) -> Option<Check> {
    let each = |tests: &[Test]| tests.iter().map(|test| check(test, holds)).collect();
    match (test, holds) {
        (Test::And(tests), true) | (Test::Or(tests), false) => {
            let checks: Option<_> = each(tests);
            checks.map(Check::All)
        }
        (Test::Or(tests), true) | (Test::And(tests), false) => {
            let checks: Option<_> = each(tests);
            checks.map(Check::Any)
        }
        (Test::Not(test), _) => check(test, !holds),
        (
            Test::Data {
                variable: Selector { path, .. },
                comparison: Comparison::Number(relation, operand),
            },
            _,
        ) => Some(Check::Compare {
            member: member(path)?,
            relation: *relation,
            holds,
            operand: match operand {
                Operand::Literal(number) => Sum::Constant(integer(*number)?),
                Operand::Path(path) => Sum::Member(member(&path.path)?),
            },
        }),
        (Test::Data { .. }, _) => None,
    }
}

/// The member of the document that a path selects, if it is as simple as that.
fn member(path: &Path) -> Option<String> {
    match (&path.root, path.steps.as_slice()) {
        (Root::Data, [Step::Key(name)]) => Some(name.clone()),
        _ => None,
    }
}

fn integer(number: Number) -> Option<i64> {
    match number {
        Number::Int(value) if (-LARGEST..=LARGEST).contains(&value) => Some(value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, Source, compile};

    /// A loop of a Choice and a Pass, with these rules and these fields of the Pass.
    fn turns(rules: &str, pass: &str) -> bool {
        let text = format!(
            r#"{{ "StartAt": "C", "States": {{
                "C": {{ "Type": "Choice", "Choices": [{rules}], "Default": "E" }},
                "P": {{ "Type": "Pass", {pass} "Next": "C" }},
                "E": {{ "Type": "Succeed" }} }} }}"#
        );
        let source = Source::new("loop.asl.json", &text);
        let compilation = compile(&source, &Options::default());
        assert!(!compilation.is_refused(), "{:?}", compilation.diagnostics);
        compilation.tokens.to_string().contains("fn turn_c")
    }

    const RULE: &str = r#"{ "Variable": "$.n", "NumericLessThan": 9, "Next": "P" }"#;
    const COUNT: &str = r#""Parameters": { "n.$": "States.MathAdd($.n, 1)" },"#;

    #[test]
    fn a_loop_that_only_counts_is_found() {
        assert!(turns(RULE, COUNT));
        assert!(turns(RULE, r#""Result": 3, "ResultPath": "$.n","#));
        assert!(turns(RULE, ""));
    }

    #[test]
    fn what_is_more_than_counting_is_left_to_the_states() {
        for (rules, pass) in [
            (
                RULE,
                r#""Parameters": { "n.$": "States.ArrayLength($.n)" },"#,
            ),
            (
                RULE,
                r#""Parameters": { "n.$": "States.MathAdd($.n, $$.State.RetryCount)" },"#,
            ),
            (
                RULE,
                r#""Parameters": { "n.$": "States.MathAdd($.n.m, 1)" },"#,
            ),
            (RULE, r#""Parameters": { "n": "text" },"#),
            (
                RULE,
                r#""Parameters": { "m.$": "States.MathAdd($.n, 1)" },"#,
            ),
            (RULE, r#""Parameters": { "n": 1.5 },"#),
            (
                RULE,
                r#""Parameters": { "n.$": "$.x" }, "Result": 1, "ResultPath": "$.n","#,
            ),
            (RULE, r#""Result": { "n": 1 }, "Assign": { "v": 1 },"#),
            (RULE, r#""Result": { "n": 1 }, "InputPath": "$.n","#),
            (RULE, r#""Result": { "n": 1 }, "OutputPath": "$.n","#),
            (RULE, r#""Result": { "n": 1 }, "ResultPath": "$.n","#),
            (RULE, r#""Result": 9007199254740992, "ResultPath": "$.n","#),
            (
                r#"{ "Variable": "$.n", "StringEquals": "a", "Next": "P" }"#,
                COUNT,
            ),
            (
                r#"{ "Variable": "$.n", "NumericLessThan": 1.5, "Next": "P" }"#,
                COUNT,
            ),
            (
                r#"{ "Variable": "$['n'][0]", "NumericLessThan": 1, "Next": "P" }"#,
                COUNT,
            ),
            (
                r#"{ "Variable": "$.n", "NumericLessThan": 9, "Assign": { "v": 1 }, "Next": "P" }"#,
                COUNT,
            ),
        ] {
            assert!(!turns(rules, pass), "{rules} {pass}");
        }
    }
}
