//! Spelling correction: candidates for misspelled words.

pub(super) mod speller;
