//! Arguments of the program.

use std::str::FromStr;

use asl_bench::Result;

/// The arguments that nobody has asked for yet.
#[derive(Debug)]
pub(crate) struct Arguments(Vec<String>);

impl Arguments {
    pub(crate) fn new(arguments: impl Iterator<Item = String>) -> Self {
        Self(arguments.collect())
    }

    /// The next argument, unless it is an option. Ask for the options with values first.
    pub(crate) fn positional(&mut self) -> Option<String> {
        let is_next = self.0.first().is_some_and(|next| !next.starts_with("--"));
        is_next.then(|| self.0.remove(0))
    }

    /// The value of `--name VALUE`.
    pub(crate) fn option(&mut self, name: &str) -> Result<Option<String>> {
        let is_name = |argument: &String| argument.strip_prefix("--") == Some(name);
        let Some(at) = self.0.iter().position(is_name) else {
            return Ok(None);
        };
        self.0.remove(at);
        if at >= self.0.len() {
            return Err(format!("`--{name}` needs a value").into());
        }
        Ok(Some(self.0.remove(at)))
    }

    /// The value of `--name NUMBER`.
    pub(crate) fn number<T: FromStr>(&mut self, name: &str, otherwise: T) -> Result<T> {
        match self.option(name)? {
            None => Ok(otherwise),
            Some(text) => text
                .parse()
                .map_err(|_| format!("`--{name} {text}` is no number").into()),
        }
    }

    /// The next argument, a number.
    pub(crate) fn required_number(&mut self, what: &str) -> Result<usize> {
        let text = self.positional();
        text.and_then(|text| text.parse().ok())
            .ok_or_else(|| format!("the number of {what} is missing").into())
    }

    /// The one of `values` that `--name` gives the name of, by default the first.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        name: &str,
        values: &[T],
        as_str: fn(T) -> &'static str,
    ) -> Result<T> {
        let text = self.option(name)?;
        let wanted = |value: &T| text.as_deref().is_none_or(|text| as_str(*value) == text);
        let chosen = values.iter().copied().find(wanted);
        chosen.ok_or_else(|| format!("no such `--{name}`").into())
    }

    /// Refuses what nobody has asked for.
    pub(crate) fn finish(self) -> Result<()> {
        match self.0.first() {
            None => Ok(()),
            Some(argument) => Err(format!("`{argument}` is not understood").into()),
        }
    }
}
