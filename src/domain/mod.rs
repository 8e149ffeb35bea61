//! What may be done: use cases, a file per subject. Every write goes through here.

pub mod accounts;
pub mod app;
mod blocking;
mod callers;
mod citation_id;
pub mod citations;
pub mod import;
pub mod import_file;
pub mod import_queue;
pub mod indexing;
pub mod insight;
pub mod jobs;
mod language_tags;
pub mod languages;
pub mod lookups;
pub mod orders;
pub mod outbox;
mod search_log;
pub mod sessions;
pub mod synonym_trial;
pub mod synonyms;
pub mod terms;
pub mod transfer;
mod translation_log;
pub mod translations;
mod vocabulary;
pub mod words;
