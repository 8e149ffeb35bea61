//! The thesaurus in its compact form: the labels of concepts in automata over one piece of memory.
//!
//! `compiled.rs` makes that piece from concepts and labels, `label_table.rs` answers from it. `make terms` compiles the built-in
//! one into `assets/terms/thesaurus.bin`, so that a start reads nothing; the hospital's own is compiled when it is read.

pub(super) mod built_in;
pub(super) mod combined;
pub(super) mod compiled;
pub(super) mod english_labels;
pub(super) mod hospital;
pub(super) mod inflection;
pub(super) mod label_matches;
pub(super) mod label_table;
pub(super) mod label_texts;
pub(super) mod listing;
