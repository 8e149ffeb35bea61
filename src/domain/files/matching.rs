//! Which language version a file belongs to, by its name alone. Contract section 11.3, "`handout files attach`".
//!
//! A file is never given to a version that may be the wrong one: what can be read in two ways is ambiguous.

mod catalogue;
mod groups;
mod languages;
mod names;
mod outcome;
#[cfg(test)]
mod tests;
mod versions;
mod words;

pub use catalogue::Matcher;
pub use groups::{prefer_pdfs, several_names};
pub use names::{is_ignored, is_unfinished};
pub use outcome::{Candidate, Match};
