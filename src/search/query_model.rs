//! A learned model that maps a query text to concepts. `tools/query-model` trains it from the tables of the thesaurus.

mod features;
pub(super) mod table;
