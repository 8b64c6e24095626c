//! Chance, as the functions of a state draw on it.

use uuid::Uuid;

use crate::host::Host;

/// What a [`Host`] has to say about chance: all that a state function may ask of it (INTR-40).
pub(crate) trait Random {
    /// A random number from 0, inclusive, to 1, exclusive.
    fn fraction(&self) -> f64;

    /// A random UUID of version 4.
    fn uuid(&self) -> Uuid;
}

impl<H: Host> Random for H {
    fn fraction(&self) -> f64 {
        self.random()
    }

    fn uuid(&self) -> Uuid {
        Host::uuid(self)
    }
}

/// Chance that always draws the same.
#[cfg(test)]
pub(crate) struct Fixed(pub(crate) f64);

#[cfg(test)]
impl Random for Fixed {
    fn fraction(&self) -> f64 {
        self.0
    }

    fn uuid(&self) -> Uuid {
        crate::context::uuid_v4(u128::MAX)
    }
}
