//! Searches, gaps, codes and uses that were counted since the last write of the counts.

use crate::domain::in_memory::daily_counts::DailyCounts;
use crate::domain::in_memory::search_log::SearchLog;
use crate::domain::in_memory::usage_log::UsageLog;
use crate::model::citations::codes::CodeSystem;
use crate::model::languages::tag::LanguageTag;
use std::collections::HashMap;
use std::sync::Mutex;

/// Counts in memory, which background work stores regularly.
#[derive(Default)]
pub(in crate::domain) struct UnstoredCounts {
    /// Recent searches of signed-in people, newest first.
    pub recent_searches: Mutex<HashMap<i64, Vec<String>>>,
    /// Anonymous search counts.
    pub search_log: SearchLog,
    /// Searches in a language in which a citation among the first had no version: id of the citation and language.
    pub translation_searches: DailyCounts<(String, LanguageTag)>,
    /// Codes that no citation answered.
    pub unanswered_codes: DailyCounts<(CodeSystem, String)>,
    /// Counts of views, opened files and scanned codes.
    pub usage: UsageLog,
}
