//! Languages: tags, names, and the server's own texts in each.

pub mod language;
pub mod message;
pub mod tag;
