//! Recognizes concepts, sentence frames, medicines and initials in a query.
//!
//! The tables are in `assets/terms`; they are parsed on first use.

pub(super) mod frames;
pub(super) mod initials;
pub(super) mod query_text;
pub(super) mod recognized_concepts;
