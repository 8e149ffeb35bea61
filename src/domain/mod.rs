//! What may be done: use cases, a file per subject. Every write goes through here.

pub mod accounts;
pub mod actor;
pub mod app;
mod blocking;
pub mod bulk_edit;
mod citation_id;
pub mod citations;
pub mod crisis;
pub mod freshness;
pub mod import_export;
mod in_memory;
pub mod indexing;
pub mod infobutton;
pub mod insight;
pub mod jobs;
pub mod languages;
pub mod link_check;
pub mod lookups;
pub mod orders;
pub mod outbox;
pub mod overview;
pub mod packets;
pub mod review_digest;
pub mod reviews;
pub mod sessions;
pub mod thesaurus;
pub mod translations;
