//! What the address of a citation or a packet leads to.

use crate::model::error::Result;

/// What was found at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found<T> {
    /// The record, at its current address.
    Here(T),
    /// A former readable ID; holds the current one.
    Moved(String),
}

impl<T> Found<T> {
    /// Applies `make` to the record; a former readable ID stays as it is.
    pub fn try_map<U>(self, make: impl FnOnce(T) -> Result<U>) -> Result<Found<U>> {
        match self {
            Found::Here(here) => make(here).map(Found::Here),
            Found::Moved(to) => Ok(Found::Moved(to)),
        }
    }
}
