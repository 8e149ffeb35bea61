//! What is known of words apart from catalogue and thesaurus.

pub(super) mod ordinary_words;
