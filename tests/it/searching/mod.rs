//! Search, Search Insight, notices for people in danger, synonyms.

pub mod crisis;
pub mod insight;
pub mod search;
pub mod words;
