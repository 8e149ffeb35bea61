//! Languages: tags, names, and the server's own texts in each.

pub mod language;
pub mod message;
pub mod names;
pub mod requested;
pub mod server_texts;
mod sorted_lines;
pub mod tag;
