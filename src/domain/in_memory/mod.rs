//! What the server keeps in memory beside the database: caches, and counts that are written later.

pub(in crate::domain) mod callers;
pub(in crate::domain) mod language_tags;
pub mod packet_titles;
pub(in crate::domain) mod search_log;
pub(in crate::domain) mod translation_log;
pub(in crate::domain) mod vocabulary;
