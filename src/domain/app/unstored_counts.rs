//! Searches and gaps that were counted since the last write of the counts.

use crate::domain::in_memory::search_log::SearchLog;
use crate::domain::in_memory::translation_log::TranslationLog;
use std::collections::HashMap;
use std::sync::Mutex;

/// Counts in memory that background work stores now and then.
#[derive(Default)]
pub(in crate::domain) struct UnstoredCounts {
    /// Recent searches of signed-in people, newest first.
    pub recent_searches: Mutex<HashMap<i64, Vec<String>>>,
    /// Anonymous search counts.
    pub search_log: SearchLog,
    /// Counts of searches that lacked a translation.
    pub translation_log: TranslationLog,
}
