//! The program that replays: all machines in one crate, built once.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::super::Error;
use super::super::crate_writer::{GeneratedCrate, Layout, Module};
use super::super::error::cannot;
use super::super::rustc::{self, Action, Checked};
use super::prepare::{Machine, Prepared};
use super::supervise::{Replayed, supervise};

/// The library of the workspace that the program needs.
const LIBRARY: &str = "asl-tests";

/// How often the program is built again without the machines that do not compile.
const ROUNDS: usize = 3;

const PRELUDE: &str = "\
use std::process::ExitCode;
use std::sync::Arc;

use asl_runtime::{TaskContext, TaskError, Value};
use asl_tests::conformance::recorded::case::Case;
use asl_tests::conformance::recorded::mock::Mock;
use asl_tests::conformance::recorded::record::Record;
use asl_tests::conformance::recorded::replay;
";

/// A program, built.
#[derive(Debug)]
pub struct Program {
    /// Where it is.
    executable: PathBuf,
    /// The file that tells it what to replay.
    plan: PathBuf,
    /// What rustc took, dependencies not counted.
    pub elapsed: Duration,
    /// Whether rustc had nothing to do.
    pub fresh: bool,
    /// Lines of generated code.
    pub lines: usize,
    /// The machines that do not compile, by the names of their modules, and why.
    pub broken: BTreeMap<String, String>,
}

impl Program {
    /// Writes and builds the program `name` of `layout`.
    ///
    /// # Errors
    ///
    /// [`Error::File`]; [`Error::Cargo`] if it cannot be built even without some machines.
    pub fn build(layout: &Layout, name: &str, machines: &[Machine]) -> Result<Self, Error> {
        let mut broken = BTreeMap::new();
        let mut elapsed = Duration::ZERO;
        for _ in 0..ROUNDS {
            let generated = generated(name, machines, &broken);
            generated.write(layout)?;
            let checked = rustc::compile(layout, name, LIBRARY, Action::Build)?;
            elapsed += checked.elapsed;
            if checked.compiles() {
                let package = format!("conformance-{name}{}", std::env::consts::EXE_SUFFIX);
                return Ok(Self {
                    executable: layout.target.join("debug").join(package),
                    plan: layout.package(name).join("plan.txt"),
                    elapsed,
                    fresh: checked.fresh,
                    lines: generated.lines(),
                    broken,
                });
            }
            blame(&generated, &checked, &mut broken)?;
        }
        Err(Error::Cargo(
            "the generated program does not compile".to_owned(),
        ))
    }

    /// Replays the cases; gives what became of each, and how long all took.
    ///
    /// # Errors
    ///
    /// [`Error::File`], and [`Error::Cargo`] if the program cannot be run.
    pub fn replay(
        &self,
        cases: &[(&Prepared, &Machine)],
    ) -> Result<(Vec<Replayed>, Duration), Error> {
        let mut plan = String::new();
        for (prepared, machine) in cases {
            let path = std::path::absolute(&prepared.path);
            let path = path.as_deref().unwrap_or(&prepared.path).display();
            let _ = writeln!(plan, "{}\t{path}", machine.module.name);
        }
        fs::write(&self.plan, plan).map_err(cannot("write", &self.plan))?;
        let start = Instant::now();
        let replayed = supervise(&self.executable, &self.plan, cases.len())?;
        Ok((replayed, start.elapsed()))
    }
}

fn generated(
    name: &str,
    machines: &[Machine],
    broken: &BTreeMap<String, String>,
) -> GeneratedCrate {
    let sound: Vec<&Machine> = machines
        .iter()
        .filter(|machine| !broken.contains_key(&machine.module.name))
        .collect();
    let module = |machine: &&Machine| {
        let Module {
            name,
            id,
            docs,
            code,
        } = &machine.module;
        Module {
            name: name.clone(),
            id: id.clone(),
            docs: docs.clone(),
            code: code.clone(),
        }
    };
    GeneratedCrate {
        name: name.to_owned(),
        modules: sound.iter().map(module).collect(),
        program: Some(main(&sound)),
    }
}

/// The mock as the tasks of every machine, and a row for each in the table of the program.
fn main(machines: &[&Machine]) -> String {
    let mut text = PRELUDE.to_owned();
    let mut rows = String::new();
    for machine in machines {
        let name = &machine.module.name;
        let mut methods = String::new();
        for method in &machine.methods {
            let _ = write!(
                methods,
                "\n    async fn {method}(&self, cx: &TaskContext, input: Value) -> Result<Value, TaskError> {{\
                 \n        Mock::call(self, cx, input).await\n    }}\n"
            );
        }
        let _ = write!(
            text,
            "\nimpl {name}::Tasks for Mock {{{methods}}}\n\
             \nfn {name}(case: &Case) -> Record {{\
             \n    replay::replay(case, {name}::Machine::<Arc<Mock>>::new)\n}}\n"
        );
        let _ = writeln!(rows, "        (\"{name}\", {name}),");
    }
    let _ = write!(
        text,
        "\nfn main() -> ExitCode {{\n    replay::main(&[\n{rows}    ])\n}}\n"
    );
    text
}

/// Finds the machines that rustc's errors are about.
fn blame(
    generated: &GeneratedCrate,
    checked: &Checked,
    broken: &mut BTreeMap<String, String>,
) -> Result<(), Error> {
    let before = broken.len();
    for error in checked.errors() {
        let file = error.file.as_deref();
        if let Some(module) = file.and_then(|file| generated.module_of(file)) {
            let why = error.rendered.clone();
            broken.entry(module.name.clone()).or_insert(why);
        }
    }
    if broken.len() > before {
        return Ok(());
    }
    let first = checked.errors().next();
    let said = first.map_or("", |error| error.rendered.as_str());
    Err(Error::Cargo(format!(
        "the generated program does not compile\n{said}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn program_has_the_tasks_of_every_machine() {
        let machine = |name: &str, methods: &[&str]| Machine {
            module: Module {
                name: name.to_owned(),
                id: String::new(),
                docs: Vec::new(),
                code: String::new(),
            },
            methods: methods.iter().map(|method| (*method).to_owned()).collect(),
            states: 1,
        };
        let machines = [
            machine("m0001", &["greet", "r#type"]),
            machine("m0002", &[]),
        ];
        let all = generated("sample", &machines, &BTreeMap::new());
        let text = all.program.unwrap();
        assert!(text.contains("impl m0001::Tasks for Mock {\n    async fn greet(&self"));
        assert!(text.contains("async fn r#type(&self"));
        assert!(text.contains("impl m0002::Tasks for Mock {}\n"));
        let broken = BTreeMap::from([("m0002".to_owned(), "why".to_owned())]);
        let sound = generated("sample", &machines, &broken);
        assert_eq!(sound.modules.len(), 1);
        assert!(!sound.program.unwrap().contains("m0002"));
    }
}
