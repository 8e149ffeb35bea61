//! Search, Search Insight, crisis notices, synonyms.

pub mod crisis;
pub mod guesses;
pub mod insight;
pub mod promotions;
pub mod search;
pub mod words;
