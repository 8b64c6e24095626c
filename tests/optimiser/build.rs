//! Writes random machines, each compiled twice: as users get it, and without what the compiler does
//! to save work. The machines are the same in every build.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use asl_codegen::{Options, Source, compile};

#[path = "src/definitions.rs"]
mod definitions;

use definitions::Definitions;

const MACHINES: usize = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/definitions.rs");
    let mut definitions = Definitions::new(4711);
    let (mut code, mut names) = (String::new(), String::new());
    let mut written = 0;
    // A definition that a check refuses is left out; most are not.
    for _ in 0..MACHINES * 4 {
        if written == MACHINES {
            break;
        }
        let text = definitions.definition();
        if let Some(machine) = machine(&text)? {
            let name = format!("m{written}");
            writeln!(code, "pub mod {name} {{ {machine} }}")?;
            write!(names, "{name} ")?;
            written += 1;
        }
    }
    if written < MACHINES {
        return Err(format!("only {written} random machines were accepted").into());
    }
    writeln!(
        code,
        "/// Calls a macro with the names of all machines.\n\
         #[macro_export] macro_rules! all_machines {{ ($call:ident) => {{ $call! {{ {names} }} }} }}"
    )?;
    let directory = env::var("OUT_DIR")?;
    fs::write(Path::new(&directory).join("machines.rs"), code)?;
    Ok(())
}

/// The modules `plain` and `optimised` of a definition, and what performs its tasks.
fn machine(definition: &str) -> Result<Option<String>, std::fmt::Error> {
    let mut code = format!("pub const DEFINITION: &str = {definition:?};");
    let mut methods = Vec::new();
    for (module, is_optimised) in [("plain", false), ("optimised", true)] {
        let options = Options {
            is_optimised,
            ..Options::default()
        };
        let compilation = compile(&Source::new("random.asl.json", definition), &options);
        if compilation.is_refused() {
            return Ok(None);
        }
        methods = compilation.methods;
        write!(code, "pub mod {module} {{ {} }}", compilation.tokens)?;
        if methods.is_empty() {
            continue;
        }
        write!(code, "impl {module}::Tasks for crate::Echo {{")?;
        for method in &methods {
            write!(
                code,
                "async fn {method}(&self, _: &asl_runtime::TaskContext, input: asl_runtime::Value) \
                 -> Result<asl_runtime::Value, asl_runtime::TaskError> {{ crate::echo(input) }}"
            )?;
        }
        code.push('}');
    }
    let tasks = if methods.is_empty() {
        "()"
    } else {
        "crate::Echo"
    };
    write!(code, "pub type Tasks = {tasks};")?;
    Ok(Some(code))
}
