//! The thesaurus in its compiled form: finite-state maps of labels and words over one byte buffer.
//!
//! `compiled.rs` writes the buffer, `label_table.rs` searches it. `make terms` compiles the built-in thesaurus into
//! `assets/terms/thesaurus.bin`, so a start parses nothing. The hospital's own thesaurus is compiled when it is loaded.

pub(super) mod combined;
pub(super) mod compiled;
pub(super) mod concept_codes;
pub(super) mod descriptions;
pub(super) mod hospital;
pub(super) mod inflection;
pub(super) mod label_matches;
pub(super) mod label_table;
