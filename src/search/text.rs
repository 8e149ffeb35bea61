//! Text analysis: folding, tokens, stemming, edit distances, phonetic keys, and word lists.

pub(super) mod analysis;
pub(super) mod edit_distance;
pub(super) mod folding;
pub(super) mod function_words;
pub(super) mod language_set;
pub(super) mod lexicon;
pub(super) mod medicines;
pub(super) mod ordinary_words;
pub(super) mod phonetic_keys;
pub(super) mod stem_terms;
pub(super) mod stemming;
pub(super) mod string_pool;
pub(super) mod term_keys;
pub(super) mod tokens;
