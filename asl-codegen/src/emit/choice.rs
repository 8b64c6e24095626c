//! Choice Rules as conditions.
//!
//! A variable that several tests look at is read once, before the first rule that is sure to begin
//! with it: a path without a match then fails in the same rule as ever (CHOICE-24). Rules in a row
//! that compare it with strings are one `match`.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::ast::PathText;
use crate::emit::action::{choice_assigns, function_name};
use crate::emit::body::Body;
use crate::emit::{Cx, docs, literal};
use crate::ir::{
    Assign, Comparison, Operand, Piece, Property, Relation, Rule, Selector, State, StateId, Test,
};

impl Cx<'_> {
    /// From `input` to `state`, the next state, and where the Choice assigns, `variables`.
    pub(super) fn choice(
        &self,
        body: &mut Body,
        state: &State,
        rules: &[Rule],
        default: Option<StateId>,
    ) {
        let assigns = choice_assigns(state, rules);
        let mut choose = |next: StateId, assign: Option<&Assign>, name: &str| {
            let next = self.state_path(next);
            match assign {
                Some(assign) => {
                    let name = body.assign(name, assign);
                    quote!((#next, visit.assign(#name, &input)?))
                }
                None if assigns => quote!((#next, visit.assign(&[], &input)?)),
                None => next,
            }
        };
        let chosen = rules.iter().enumerate().map(|(index, rule)| {
            let assign = format!("ASSIGN_{index}");
            choose(rule.next, rule.assign.as_ref(), &assign)
        });
        let chosen: Vec<TokenStream> = chosen.collect();
        // VAR-11: the state's own `Assign` runs only where no rule matched.
        let otherwise = match default {
            Some(default) => choose(default, state.assign.as_ref(), "ASSIGN"),
            None => quote!(return Err(Failure::no_choice(visit))),
        };
        let rules = self
            .writer(rules, quote!(break 'choice))
            .rules(rules, &chosen);
        let chosen = if assigns {
            quote!((state, variables))
        } else {
            quote!(state)
        };
        body.step(quote! {
            let test = visit.tests(&input);
            let #chosen = 'choice: {
                #rules
                #otherwise
            };
        });
    }
}

impl<'a> Cx<'_> {
    /// `choose_…`: the state that the rules of a Choice lead to, if they do nothing else.
    pub(super) fn choose_function(
        &self,
        state: &State,
        rules: &'a [Rule],
        default: Option<StateId>,
    ) -> TokenStream {
        let name = function_name("choose", state);
        let line = docs::function_line(self, state, "choose");
        let chosen = rules.iter().map(|rule| {
            let next = self.state_path(rule.next);
            quote!(Ok(#next))
        });
        let chosen: Vec<TokenStream> = chosen.collect();
        let otherwise = match default {
            Some(default) => {
                let next = self.state_path(default);
                quote!(Ok(#next))
            }
            None => quote!(Err(Failure::no_choice(visit))),
        };
        let rules = self.writer(rules, quote!(return)).rules(rules, &chosen);
        quote! {
            #[doc = #line]
            fn #name(visit: &Visit<'_>, input: &Value) -> Result<State, Failure> {
                let test = visit.tests(input);
                #rules
                #otherwise
            }
        }
    }

    fn writer(&self, rules: &'a [Rule], leave: TokenStream) -> Writer<'a> {
        Writer::new(rules, self.options.is_optimised, leave)
    }
}

/// Writes the rules of one Choice.
struct Writer<'a> {
    /// What a rule leaves by: a word before what it chooses.
    leave: TokenStream,
    /// How many tests look at a variable, those that are already written aside.
    uses: BTreeMap<&'a str, usize>,
    /// What the values of the variables are called that have been read.
    values: BTreeMap<&'a str, Ident>,
}

impl<'a> Writer<'a> {
    fn new(rules: &'a [Rule], shares_reads: bool, leave: TokenStream) -> Self {
        let mut uses = BTreeMap::new();
        if shares_reads {
            for rule in rules {
                each_read(&rule.test, &mut |variable| {
                    *uses.entry(variable).or_insert(0) += 1
                });
            }
        }
        Writer {
            leave,
            uses,
            values: BTreeMap::new(),
        }
    }

    /// The rules, each with what it chooses.
    fn rules(mut self, mut rules: &'a [Rule], mut chosen: &[TokenStream]) -> TokenStream {
        let mut written = TokenStream::new();
        while let [rule, ..] = rules {
            written.extend(self.read_first(&rule.test));
            let count = match self.strings(rules) {
                Some((value, strings)) => {
                    let arms = arms(&strings, chosen, &self.leave);
                    written.extend(quote!(match #value.as_str() { #arms _ => {} }));
                    strings.len()
                }
                None => {
                    let condition = self.condition(&rule.test);
                    let (leave, chosen) = (&self.leave, chosen.first());
                    written.extend(quote!(if #condition { #leave #chosen; }));
                    1
                }
            };
            for rule in rules.iter().take(count) {
                each_read(&rule.test, &mut |variable| {
                    self.uses.entry(variable).and_modify(|uses| *uses -= 1);
                });
            }
            rules = rules.get(count..).unwrap_or_default();
            chosen = chosen.get(count..).unwrap_or_default();
        }
        written
    }

    /// Reads the variable that a rule is sure to begin with, if other tests look at it, too.
    fn read_first(&mut self, test: &'a Test) -> Option<TokenStream> {
        let variable = first_read(test)?;
        let text = variable.text.as_str();
        let uses = self.uses.get(text).copied().unwrap_or(0);
        if uses < 2 || self.values.contains_key(text) {
            return None;
        }
        let name = match self.values.len() {
            0 => Ident::new("value", Span::call_site()),
            others => Ident::new(&format!("value_{}", others + 1), Span::call_site()),
        };
        let path = literal::path(variable);
        let read = quote!(let #name = test.read(&#path)?;);
        self.values.insert(text, name);
        Some(read)
    }

    /// At least two rules at the beginning that ask whether one value, which has been read, is a
    /// certain string: what it is called, and the strings.
    fn strings(&self, rules: &'a [Rule]) -> Option<(&Ident, Vec<&'a str>)> {
        let [first, _, ..] = rules else { return None };
        let (variable, _) = string_equals(&first.test)?;
        let value = self.values.get(variable.text.as_str())?;
        let strings = rules.iter().map_while(|rule| {
            let (other, string) = string_equals(&rule.test)?;
            (other.text == variable.text).then_some(string)
        });
        let strings: Vec<&str> = strings.collect();
        (strings.len() > 1).then_some((value, strings))
    }

    /// CHOICE-22: left to right, and no further than needed.
    fn condition(&self, test: &Test) -> TokenStream {
        match test {
            Test::And(tests) => {
                let tests = tests.iter().map(|test| self.operand(test));
                quote!(#(#tests)&&*)
            }
            Test::Or(tests) => {
                let tests = tests.iter().map(|test| self.operand(test));
                quote!(#(#tests)||*)
            }
            Test::Not(test) => {
                let test = self.operand(test);
                quote!(!#test)
            }
            Test::Data {
                variable,
                comparison,
            } => self.data_test(variable, comparison),
        }
    }

    /// A condition inside another one.
    fn operand(&self, test: &Test) -> TokenStream {
        let condition = self.condition(test);
        match test {
            Test::And(tests) | Test::Or(tests) if tests.len() > 1 => quote!((#condition)),
            _ => condition,
        }
    }

    fn data_test(&self, variable: &Selector, comparison: &Comparison) -> TokenStream {
        let value = self.values.get(variable.text.as_str());
        let path = literal::path(variable);
        let (method, arguments) = arguments(comparison);
        let method = Ident::new(method, Span::call_site());
        // The one test that may be asked of what is not there (CHOICE-33).
        let value = value.filter(|_| !matches!(comparison, Comparison::Is(Property::Present, _)));
        match (value, comparison.operand_path()) {
            (None, None) => quote!(test.#method(&#path, #arguments)?),
            (None, Some(operand)) => {
                let operand = literal::path(&selector(operand));
                quote!(test.#method(&#path, #arguments &#operand)?)
            }
            (Some(value), None) => quote!(#value.#method(#arguments)),
            (Some(value), Some(operand)) => {
                let operand = self.read(operand);
                quote!(#value.#method(#arguments #operand))
            }
        }
    }

    /// The value that an operand's path selects.
    fn read(&self, operand: &PathText) -> TokenStream {
        match self.values.get(operand.text.value.as_str()) {
            Some(value) => quote!(&#value),
            None => {
                let path = literal::path(&selector(operand));
                quote!(&test.read(&#path)?)
            }
        }
    }
}

/// The arms of a `match` on strings; those that lead to the same are one arm.
fn arms(strings: &[&str], chosen: &[TokenStream], leave: &TokenStream) -> TokenStream {
    let mut seen = BTreeSet::new();
    let mut arms: Vec<(Vec<&str>, &TokenStream)> = Vec::new();
    let mut places = BTreeMap::new();
    for (string, chosen) in strings.iter().zip(chosen) {
        // Of equal rules, the first decides.
        if !seen.insert(string) {
            continue;
        }
        let place = *places.entry(chosen.to_string()).or_insert(arms.len());
        match arms.get_mut(place) {
            Some((strings, _)) => strings.push(string),
            None => arms.push((vec![string], chosen)),
        }
    }
    let arms = arms
        .iter()
        .map(|(strings, chosen)| quote!(Some(#(#strings)|*) => #leave #chosen,));
    quote!(#(#arms)*)
}

/// The variables of the tests that fail without a match, each as often as it is read.
fn each_read<'a>(test: &'a Test, visit: &mut impl FnMut(&'a str)) {
    match test {
        Test::And(tests) | Test::Or(tests) => tests.iter().for_each(|test| each_read(test, visit)),
        Test::Not(test) => each_read(test, visit),
        Test::Data {
            comparison: Comparison::Is(Property::Present, _),
            ..
        } => {}
        Test::Data { variable, .. } => visit(&variable.text),
    }
}

/// The variable that is read first, whatever the outcome, if a test fails without it.
fn first_read(test: &Test) -> Option<&Selector> {
    match test {
        Test::And(tests) | Test::Or(tests) => first_read(tests.first()?),
        Test::Not(test) => first_read(test),
        Test::Data {
            comparison: Comparison::Is(Property::Present, _),
            ..
        } => None,
        Test::Data { variable, .. } => Some(variable),
    }
}

fn string_equals(test: &Test) -> Option<(&Selector, &str)> {
    match test {
        Test::Data {
            variable,
            comparison: Comparison::Text(Relation::Equal, Operand::Literal(string)),
        } => Some((variable, string)),
        _ => None,
    }
}

/// The method that makes a comparison, and its arguments up to the path of an operand.
fn arguments(comparison: &Comparison) -> (&'static str, TokenStream) {
    match comparison {
        Comparison::Text(relation, operand) => {
            let relation = literal::relation(*relation);
            match operand {
                Operand::Literal(text) => ("string", quote!(#relation, #text)),
                Operand::Path(_) => ("string_path", quote!(#relation,)),
            }
        }
        Comparison::Number(relation, operand) => {
            let relation = literal::relation(*relation);
            match operand {
                Operand::Literal(number) => {
                    let number = literal::number(*number);
                    ("number", quote!(#relation, #number))
                }
                Operand::Path(_) => ("number_path", quote!(#relation,)),
            }
        }
        Comparison::Boolean(Operand::Literal(value)) => ("boolean", quote!(#value)),
        Comparison::Boolean(Operand::Path(_)) => ("boolean_path", TokenStream::new()),
        Comparison::Timestamp(relation, operand) => {
            let relation = literal::relation(*relation);
            match operand {
                Operand::Literal(timestamp) => {
                    let timestamp = literal::timestamp(*timestamp);
                    ("timestamp", quote!(#relation, #timestamp))
                }
                Operand::Path(_) => ("timestamp_path", quote!(#relation,)),
            }
        }
        Comparison::Matches(pieces) => {
            let pieces = pieces.iter().map(|piece| match piece {
                Piece::Any => quote!(Piece::Any),
                Piece::Text(text) => quote!(Piece::Text(#text)),
            });
            ("matches", quote!(&[#(#pieces),*]))
        }
        Comparison::Is(property, operand) => {
            let (method, by_path) = match property {
                Property::Null => ("is_null", "is_null_path"),
                Property::Present => ("is_present", "is_present_path"),
                Property::Numeric => ("is_numeric", "is_numeric_path"),
                Property::String => ("is_string", "is_string_path"),
                Property::Boolean => ("is_boolean", "is_boolean_path"),
                Property::Timestamp => ("is_timestamp", "is_timestamp_path"),
            };
            match operand {
                Operand::Literal(value) => (method, quote!(#value)),
                Operand::Path(_) => (by_path, TokenStream::new()),
            }
        }
    }
}

fn selector(path: &PathText) -> Selector {
    Selector {
        text: path.text.value.clone(),
        path: path.path.clone(),
    }
}

#[cfg(test)]
mod tests {
    use crate::options::Options;
    use crate::source::Source;

    /// The code of a Choice with these rules, without blanks.
    fn code(rules: &str, is_optimised: bool) -> String {
        let definition = format!(
            r#"{{"StartAt": "C", "States": {{
                "C": {{"Type": "Choice", "Choices": [{rules}], "Default": "D"}},
                "A": {{"Type": "Succeed"}}, "B": {{"Type": "Succeed"}}, "D": {{"Type": "Succeed"}}
            }}}}"#
        );
        let options = Options {
            is_optimised,
            ..Options::default()
        };
        let compilation = crate::compile(&Source::new("c.asl.json", definition), &options);
        assert!(!compilation.is_refused(), "{:?}", compilation.diagnostics);
        compilation.tokens.to_string().replace(' ', "")
    }

    const STRINGS: &str = r#"
        {"Variable": "$.s", "StringEquals": "x", "Next": "A"},
        {"Variable": "$.s", "StringEquals": "y", "Next": "B"},
        {"Variable": "$.s", "StringEquals": "x", "Next": "D"},
        {"Variable": "$.s", "StringEquals": "z", "Next": "A"}"#;

    #[test]
    fn choice_3_strings_are_one_match_in_which_the_first_rule_decides() {
        let code = code(STRINGS, true);
        let arms = r#"matchvalue.as_str(){Some("x"|"z")=>returnOk(State::A),Some("y")=>returnOk(State::B),_=>{}}"#;
        assert!(code.contains(arms), "{code}");
        assert_eq!(code.matches("test.read(").count(), 1);
    }

    #[test]
    fn choice_24_a_variable_is_read_where_a_rule_is_sure_to_read_it_first() {
        let rules = r#"
            {"And": [{"Variable": "$.s", "IsPresent": true}, {"Variable": "$.s", "StringEquals": "x"}],
             "Next": "A"},
            {"Variable": "$.n", "NumericLessThan": 3, "Next": "A"},
            {"Or": [{"Variable": "$.n", "NumericGreaterThan": 5}, {"Variable": "$.s", "IsNull": true}],
             "Next": "B"}"#;
        let code = code(rules, true);
        let reads = code.matches("test.read(").count();
        assert_eq!(reads, 1, "`$.n`, but not `$.s`: {code}");
        let (before, _) = code.split_once("letvalue=test.read(").unwrap();
        assert!(
            before.contains("test.is_present("),
            "not before the first rule: {code}"
        );
    }

    #[test]
    fn without_optimisation_every_rule_reads_for_itself() {
        let code = code(STRINGS, false);
        assert!(!code.contains("test.read("), "{code}");
        assert_eq!(code.matches("test.string(").count(), 4);
    }
}
