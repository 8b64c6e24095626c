//! Random definitions.

use std::fmt::Write;

/// A source of definitions: the same for the same seed.
pub struct Definitions {
    random: u64,
}

const TYPES: [&str; 12] = [
    "Pass", "Pass", "Pass", "Pass", "Choice", "Choice", "Choice", "Task", "Task", "Parallel",
    "Map", "Wait",
];
const PATHS: [&str; 12] = [
    "$",
    "$.a",
    "$.b",
    "$.s",
    "$.n",
    "$.o",
    "$.o.x",
    "$.list",
    "$.list[0]",
    "$.list[*]",
    "$.list[-1]",
    "$..x",
];
const PLACES: [&str; 6] = ["$.a", "$.o.y", "$.new", "$.b.z", "$.list[0]", "$.new.deep"];
const CONSTANTS: [&str; 8] = [
    "1",
    "-2.5",
    "\"text\"",
    "null",
    "true",
    "[1, {\"k\": [2]}]",
    "{\"x\": \"y\", \"z\": []}",
    "{}",
];
const WORDS: [&str; 5] = ["one", "two", "three", "a string longer than the others", ""];

impl Definitions {
    /// Those of a seed.
    pub fn new(seed: u64) -> Self {
        Self { random: seed }
    }

    /// The next definition.
    pub fn definition(&mut self) -> String {
        let count = 3 + self.below(4);
        self.scope("S", count, 0)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random = self
            .random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % limit
    }

    fn is(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick(&mut self, words: &[&'static str]) -> &'static str {
        words
            .get(self.below(words.len()))
            .copied()
            .unwrap_or_default()
    }

    /// A chain of states, from each of which a Choice may lead further on.
    fn scope(&mut self, prefix: &str, count: usize, depth: usize) -> String {
        let mut states = String::new();
        for number in 0..count {
            let name = format!("{prefix}{number}");
            let next = (number + 1 < count).then(|| format!("{prefix}{}", number + 1));
            let last = format!("{prefix}{}", count - 1);
            let state = self.state(&name, next.as_deref(), &last, depth);
            let comma = if number == 0 { "" } else { "," };
            let _ = write!(states, "{comma}\"{name}\":{{{state}}}");
        }
        format!("{{\"StartAt\":\"{prefix}0\",\"States\":{{{states}}}}}")
    }

    fn state(&mut self, name: &str, next: Option<&str>, last: &str, depth: usize) -> String {
        let mut kind = self.pick(&TYPES);
        let is_nesting = matches!(kind, "Parallel" | "Map");
        if (is_nesting && depth > 0) || (kind == "Choice" && next.is_none()) {
            kind = "Pass";
        }
        // A Catcher that leads to its own state would never end.
        let rescue = (name != last).then_some(last);
        let mut fields = vec![format!("\"Type\":\"{kind}\"")];
        if self.is(4) {
            let path = self.pick(&PATHS);
            fields.push(format!("\"InputPath\":\"{path}\""));
        }
        if self.is(4) {
            let path = self.pick(&PATHS);
            fields.push(format!("\"OutputPath\":\"{path}\""));
        }
        match kind {
            "Choice" => fields.push(self.choices(next.unwrap_or(last), last)),
            "Wait" => fields.push("\"Seconds\":1".to_owned()),
            "Pass" => self.pass(&mut fields),
            "Task" => self.task(&mut fields, rescue),
            "Parallel" => {
                let branches: Vec<String> = (0..2)
                    .map(|branch| {
                        let count = 1 + self.below(2);
                        self.scope(&format!("{name}b{branch}"), count, depth + 1)
                    })
                    .collect();
                fields.push(format!("\"Branches\":[{}]", branches.join(",")));
                self.handlers(&mut fields, rescue);
                self.result(&mut fields);
            }
            _ => {
                let count = 1 + self.below(2);
                let processor = self.scope(&format!("{name}i"), count, depth + 1);
                fields.push(format!(
                    "\"ItemsPath\":\"$.list\",\"ItemProcessor\":{processor}"
                ));
                if self.is(80) {
                    fields.push(
                        "\"ItemSelector\":{\"i.$\":\"$$.Map.Item.Index\",\"a.$\":\"$$.Map.Item.Value\",\
                         \"s.$\":\"$.s\",\"n.$\":\"$.n\",\"b.$\":\"$.b\",\"list.$\":\"$.list\",\
                         \"o\":{\"x\":[1]}}"
                            .to_owned(),
                    );
                }
                if self.is(50) {
                    fields.push("\"MaxConcurrency\":1".to_owned());
                }
                self.handlers(&mut fields, rescue);
                self.result(&mut fields);
            }
        }
        match (kind, next) {
            ("Choice", _) => {}
            (_, Some(next)) => fields.push(format!("\"Next\":\"{next}\"")),
            (_, None) => fields.push("\"End\":true".to_owned()),
        }
        fields.join(",")
    }

    fn pass(&mut self, fields: &mut Vec<String>) {
        if self.is(60) {
            let template = self.template();
            fields.push(format!("\"Parameters\":{template}"));
        } else if self.is(50) {
            let constant = self.pick(&CONSTANTS);
            fields.push(format!("\"Result\":{constant}"));
        }
        if self.is(20) {
            let path = self.pick(&PATHS);
            fields.push(format!("\"Assign\":{{\"v.$\":\"{path}\"}}"));
        }
        self.place(fields);
    }

    fn task(&mut self, fields: &mut Vec<String>, rescue: Option<&str>) {
        let resource = "arn:aws:lambda:us-east-1:123456789012:function:echo";
        fields.push(format!("\"Resource\":\"{resource}\""));
        if self.is(50) {
            let template = self.template();
            fields.push(format!("\"Parameters\":{template}"));
        }
        self.handlers(fields, rescue);
        if self.is(20) {
            let path = self.pick(&PATHS);
            fields.push(format!("\"Assign\":{{\"v.$\":\"{path}\"}}"));
        }
        self.result(fields);
    }

    fn handlers(&mut self, fields: &mut Vec<String>, rescue: Option<&str>) {
        if self.is(50) {
            fields.push(
                "\"Retry\":[{\"ErrorEquals\":[\"Odd\"],\"MaxAttempts\":1,\"IntervalSeconds\":1}]"
                    .to_owned(),
            );
        }
        if let Some(rescue) = rescue
            && self.is(60)
        {
            let place = self.pick(&["\"$.caught\"", "\"$\"", "null"]);
            fields.push(format!(
                "\"Catch\":[{{\"ErrorEquals\":[\"States.ALL\"],\"ResultPath\":{place},\
                 \"Next\":\"{rescue}\"}}]"
            ));
        }
    }

    fn result(&mut self, fields: &mut Vec<String>) {
        if self.is(25) {
            fields.push("\"ResultSelector\":{\"all.$\":\"$\",\"c\":[1,[2]]}".to_owned());
        }
        self.place(fields);
    }

    fn place(&mut self, fields: &mut Vec<String>) {
        match self.below(10) {
            0 => fields.push("\"ResultPath\":null".to_owned()),
            1..=7 => {
                let place = self.pick(&PLACES);
                fields.push(format!("\"ResultPath\":\"{place}\""));
            }
            _ => {}
        }
    }

    /// Mostly one after which the document has the members that other states look for.
    fn template(&mut self) -> String {
        let members = [
            (
                "a",
                ["$.a", "$.n", "$.o.x", "$.list[0]"],
                "[1, {\"k\": [2]}]",
            ),
            (
                "b",
                ["$.b", "$", "$.list[*]", "$..x"],
                "{\"x\": \"y\", \"z\": []}",
            ),
            (
                "s",
                ["$.s", "$.s", "$.s", "States.Format('{}-{}', $.s, $.n)"],
                "\"two\"",
            ),
            (
                "n",
                [
                    "$.n",
                    "$.n",
                    "States.MathAdd($.n, 1)",
                    "States.ArrayLength($.list)",
                ],
                "2",
            ),
            (
                "list",
                ["$.list", "$.list", "$.list", "States.Array($.a, $.b, 'c')"],
                "[3, [4]]",
            ),
            ("o", ["$.o", "$.o", "$.b", "$.o"], "{\"x\": null}"),
        ];
        let count = if self.is(90) {
            members.len()
        } else {
            1 + self.below(3)
        };
        let members: Vec<String> = members
            .iter()
            .take(count)
            .map(|(name, dynamic, constant)| match self.below(4) {
                0 => format!("\"{name}\":{constant}"),
                _ => format!("\"{name}.$\":\"{}\"", self.pick(dynamic)),
            })
            .collect();
        format!("{{{}}}", members.join(","))
    }

    fn choices(&mut self, next: &str, last: &str) -> String {
        let count = 1 + self.below(4);
        let rules: Vec<String> = (0..count)
            .map(|_| {
                let test = self.test(2);
                let target = if self.is(50) { next } else { last };
                format!("{{{test},\"Next\":\"{target}\"}}")
            })
            .collect();
        format!("\"Choices\":[{}],\"Default\":\"{next}\"", rules.join(","))
    }

    fn test(&mut self, depth: usize) -> String {
        if depth > 0 && self.is(30) {
            let (first, second) = (self.test(depth - 1), self.test(depth - 1));
            return match self.below(3) {
                0 => format!("\"And\":[{{{first}}},{{{second}}}]"),
                1 => format!("\"Or\":[{{{first}}},{{{second}}}]"),
                _ => format!("\"Not\":{{{first}}}"),
            };
        }
        match self.below(8) {
            0..=2 => format!(
                "\"Variable\":\"$.s\",\"StringEquals\":\"{}\"",
                self.pick(&WORDS)
            ),
            3 => format!(
                "\"Variable\":\"$.s\",\"StringLessThan\":\"{}\"",
                self.pick(&WORDS)
            ),
            4 => format!(
                "\"Variable\":\"$.n\",\"NumericGreaterThan\":{}",
                self.below(6)
            ),
            5 => "\"Variable\":\"$.n\",\"NumericLessThanPath\":\"$.a\"".to_owned(),
            6 => format!("\"Variable\":\"{}\",\"IsPresent\":true", self.pick(&PATHS)),
            _ => "\"Variable\":\"$.o.x\",\"IsString\":true".to_owned(),
        }
    }
}
