//! What the functions of a state ask of the host.

use uuid::Uuid;

use crate::host::Host;
use crate::value::Text;

/// All that a state function may ask of a [`Host`]: chance (INTR-40) and the execution's name (CTX-2).
pub(crate) trait Environment {
    /// A random number from 0, inclusive, to 1, exclusive.
    fn fraction(&self) -> f64;

    /// A random UUID of version 4.
    fn uuid(&self) -> Uuid;

    /// The name of the execution.
    fn execution_name(&self) -> &Text;
}

impl<H: Host> Environment for H {
    fn fraction(&self) -> f64 {
        (*self).random()
    }

    fn uuid(&self) -> Uuid {
        Host::uuid(*self)
    }

    fn execution_name(&self) -> &Text {
        Host::execution_name(self)
    }
}

/// Chance that always draws the same, for the execution `run-9`.
#[cfg(test)]
pub(crate) struct Fixed(pub(crate) f64);

#[cfg(test)]
impl Environment for Fixed {
    fn fraction(&self) -> f64 {
        self.0
    }

    fn uuid(&self) -> Uuid {
        crate::context::uuid_v4(u128::MAX)
    }

    fn execution_name(&self) -> &Text {
        static NAME: Text = Text::from_static("run-9");
        &NAME
    }
}
