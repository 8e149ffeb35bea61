//! What the address of a citation or a packet leads to.

use crate::model::error::Result;

/// What was found at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found<T> {
    /// It is here.
    Here(T),
    /// A former readable ID; holds the current one.
    Moved(String),
}

impl<T> Found<T> {
    /// What `make` makes of it where it is here.
    pub fn try_map<U>(self, make: impl FnOnce(T) -> Result<U>) -> Result<Found<U>> {
        match self {
            Found::Here(here) => make(here).map(Found::Here),
            Found::Moved(to) => Ok(Found::Moved(to)),
        }
    }
}
