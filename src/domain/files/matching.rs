//! Which language version a file belongs to, by its name alone. Contract section 11.3, "`handout files attach`".
//!
//! A file is never given to a version that may be the wrong one: what can be read in two ways is ambiguous.

mod catalogue;
mod languages;
#[cfg(test)]
mod tests;
mod words;

pub use crate::domain::files::matching::catalogue::{Candidate, Match};
pub use crate::domain::files::matching::catalogue::{prefer_pdfs, several_names};
pub use crate::domain::files::matching::words::{is_ignored, is_unfinished};
pub use catalogue::Matcher;
