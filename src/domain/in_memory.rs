//! What the server has in memory beside the database: caches, and counts that are written later.

pub(in crate::domain) mod audit_queue;
pub(in crate::domain) mod callers;
pub(in crate::domain) mod daily_counts;
pub(in crate::domain) mod language_tags;
pub mod packet_titles;
pub(in crate::domain) mod preview_queue;
pub mod promoted_phrases;
mod recent_clicks;
pub(in crate::domain) mod refusal_limit;
pub(in crate::domain) mod report_limit;
pub(in crate::domain) mod search_log;
pub(in crate::domain) mod search_thesaurus;
mod today;
pub(in crate::domain) mod usage_log;
