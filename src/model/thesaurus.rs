//! The thesaurus: its concepts and the synonyms of administrators.

pub mod synonyms;
pub mod terms;
