//! The thesaurus: its concepts, and the synonyms of administrators.

mod csv_import;
pub mod synonyms;
pub mod terms;
