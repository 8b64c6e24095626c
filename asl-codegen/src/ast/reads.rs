//! Every path that a state reads, wherever it stands.

use crate::ast::{
    Amount, Assign, Comparison, Map, Operand, PathField, PathOrCall, PathText, State, StateKind,
    Template, TemplateKind, Test, Work,
};

impl State {
    /// Every path in the fields of the state itself, those of its retriers, catchers and rules
    /// included, but not those of states nested in it. `ResultPath` writes and is not among them.
    pub fn reads(&self) -> Vec<&PathText> {
        let mut paths = Vec::new();
        for field in [&self.input_path, &self.output_path].into_iter().flatten() {
            if let PathField::Path(path) = field {
                paths.push(path);
            }
        }
        in_assign(self.assign.as_ref(), &mut paths);
        if let Some(work) = self.work() {
            in_work(work, &mut paths);
        }
        match &self.kind {
            StateKind::Pass(pass) => {
                in_template(pass.parameters.as_ref(), &mut paths);
                in_template(pass.result_selector.as_ref(), &mut paths);
            }
            StateKind::Task(task) => {
                paths.extend(task.timeout_path.iter().chain(&task.heartbeat_path));
                in_template(task.credentials.as_ref(), &mut paths);
            }
            StateKind::Choice(choice) => {
                for rule in &choice.rules {
                    rule.test.iter().for_each(|test| in_test(test, &mut paths));
                    in_assign(rule.assign.as_ref(), &mut paths);
                }
            }
            StateKind::Wait(wait) => {
                paths.extend(wait.seconds_path.iter().chain(&wait.timestamp_path));
            }
            StateKind::Fail(fail) => {
                for message in fail.error_path.iter().chain(&fail.cause_path) {
                    match message {
                        PathOrCall::Path(path) => paths.push(path),
                        PathOrCall::Call(call) => paths.extend(call.paths()),
                    }
                }
            }
            StateKind::Map(map) => in_map(map, &mut paths),
            StateKind::Succeed | StateKind::Parallel(_) | StateKind::Unknown => {}
        }
        paths
    }
}

fn in_work<'a>(work: &'a Work, paths: &mut Vec<&'a PathText>) {
    in_template(work.parameters.as_ref(), paths);
    in_template(work.result_selector.as_ref(), paths);
    for catcher in &work.catch {
        in_assign(catcher.assign.as_ref(), paths);
    }
}

fn in_map<'a>(map: &'a Map, paths: &mut Vec<&'a PathText>) {
    paths.extend(&map.items_path);
    in_template(map.item_selector.as_ref(), paths);
    in_amount(map.max_concurrency.as_ref(), paths);
    in_amount(map.tolerated_count.as_ref(), paths);
    in_amount(map.tolerated_percentage.as_ref(), paths);
    if let Some(reader) = &map.reader {
        in_template(reader.parameters.as_ref(), paths);
        in_amount(reader.max_items.as_ref(), paths);
    }
    if let Some(batcher) = &map.batcher {
        in_template(batcher.input.as_ref(), paths);
        in_amount(batcher.max_items.as_ref(), paths);
        in_amount(batcher.max_bytes.as_ref(), paths);
    }
    if let Some(writer) = &map.writer {
        in_template(writer.parameters.as_ref(), paths);
    }
}

fn in_amount<'a, T>(amount: Option<&'a Amount<T>>, paths: &mut Vec<&'a PathText>) {
    if let Some(Amount::Path(path)) = amount {
        paths.push(path);
    }
}

fn in_assign<'a>(assign: Option<&'a Assign>, paths: &mut Vec<&'a PathText>) {
    for (_, value) in assign.into_iter().flat_map(|assign| &assign.variables) {
        in_template(Some(value), paths);
    }
}

fn in_template<'a>(template: Option<&'a Template>, paths: &mut Vec<&'a PathText>) {
    match template.map(|template| &template.kind) {
        None | Some(TemplateKind::Constant(_)) => {}
        Some(TemplateKind::Array(items)) => {
            items.iter().for_each(|item| in_template(Some(item), paths));
        }
        Some(TemplateKind::Object(members)) => {
            let values = members.iter().map(|(_, value)| value);
            values.for_each(|value| in_template(Some(value), paths));
        }
        Some(TemplateKind::Path(path)) => paths.push(path),
        Some(TemplateKind::Call(call)) => paths.extend(call.paths()),
    }
}

fn in_test<'a>(test: &'a Test, paths: &mut Vec<&'a PathText>) {
    match test {
        Test::And(tests) | Test::Or(tests) => tests.iter().for_each(|test| in_test(test, paths)),
        Test::Not(test) => in_test(test, paths),
        Test::Data {
            variable,
            comparison,
        } => {
            paths.push(variable);
            match comparison {
                Comparison::Text(_, Operand::Path(path))
                | Comparison::Number(_, Operand::Path(path))
                | Comparison::Boolean(Operand::Path(path))
                | Comparison::Is(_, Operand::Path(path))
                | Comparison::Timestamp(_, Operand::Path(path)) => paths.push(path),
                _ => {}
            }
        }
    }
}
