//! The thesaurus that searches use: built-in concepts, synonyms of administrators, the hospital's own table.

pub mod refresh;
pub mod synonym_trial;
pub mod synonyms;
pub mod terms;
