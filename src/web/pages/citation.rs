//! The page of a citation.

pub(super) mod content;
pub(super) mod facts;
pub(in crate::web) mod handler;
pub(super) mod language_table;
pub(super) mod top;
