//! The data of a segment: schema, columns, facet index, values, concept index, and their files.

pub(super) mod columns;
pub(super) mod concept_index;
pub(super) mod document;
pub(super) mod document_set;
pub(super) mod encoding;
pub(super) mod facet_index;
pub(super) mod handout_texts;
pub(super) mod language_values;
pub(super) mod schema;
pub(super) mod segment_data;
pub(super) mod side_files;
pub(super) mod titles;
pub(super) mod value_dictionary;
