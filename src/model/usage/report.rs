//! Usage counts as they are answered.

use crate::model::usage::counts::UsageCounts;
use serde::Serialize;
use utoipa::ToSchema;

/// Rows of one page.
pub const PAGE: usize = 50;
/// The months that are shown of a citation, and of everything unless the caller says otherwise.
pub const MONTHS: u32 = 12;
/// At most this many languages are listed as wanted.
pub const MAX_WANTED: usize = 20;

/// The usage of a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UsageReport {
    /// First day, YYYY-MM-DD.
    pub from: String,
    /// Last day.
    pub to: String,
    /// For how many days counts are stored (`usage.days`); 0: nothing is counted.
    pub days: u32,
    /// How many rows there are on all pages.
    pub found: usize,
    /// All of the period and department together; of unused citations, those in the list.
    pub totals: UsageCounts,
    /// At most 50. Months are in the order of the calendar. Anything else is ordered by use (opened, scanned and ordered
    /// together), then by views; of unused citations, the one with the fewest views comes first.
    pub rows: Vec<UsageRow>,
    /// By language: those in which people look for handouts that are not there, most wanted first; at most 20. Whatever the
    /// period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted: Option<Vec<WantedLanguage>>,
}

/// The usage of one citation, language, department or month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageRow {
    /// Id of the citation, language tag (`und`: not known), name of the department (empty: none), or month (`2026-11`).
    pub key: String,
    /// Title of the citation, English name of the language, otherwise the key.
    pub title: String,
    /// The counts.
    #[serde(flatten)]
    pub counts: UsageCounts,
    /// Of a citation: its readable id, or the id when it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readable_id: Option<String>,
    /// Of a citation: the department that submitted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub department: Option<String>,
    /// Of a citation: whether it is obsolete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obsolete: Option<bool>,
    /// Of a citation: its ETag, as `If-Match` takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
}

impl UsageRow {
    /// A row that is not about a citation.
    pub fn new(key: String, title: String, counts: UsageCounts) -> UsageRow {
        UsageRow { key, title, counts, readable_id: None, department: None, obsolete: None, etag: None }
    }
}

/// A language in which people look for handouts that are not there: citations in use without a version in it, of the
/// department asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WantedLanguage {
    /// Its tag.
    pub tag: String,
    /// Its English name.
    pub name: String,
    /// Searches in the language with a citation among the first three that has no version in it, as long as searches are
    /// stored (`search.insight_days`).
    pub searches: u64,
    /// Open translation requests.
    pub requests: u64,
}

/// The usage of one citation in the last twelve calendar months, this one included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CitationUsage {
    /// For how many days counts are stored (`usage.days`); 0: nothing is counted.
    pub days: u32,
    /// All of them together.
    pub totals: UsageCounts,
    /// Twelve, oldest first.
    pub months: Vec<UsedMonth>,
    /// The languages with counts, most used first.
    pub languages: Vec<LanguageUsage>,
}

/// A month of a citation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UsedMonth {
    /// `2026-11`.
    pub month: String,
    /// The counts.
    #[serde(flatten)]
    pub counts: UsageCounts,
}

/// A language of a citation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LanguageUsage {
    /// Its tag; `und` when it is not known.
    pub tag: String,
    /// Its English name.
    pub name: String,
    /// The counts.
    #[serde(flatten)]
    pub counts: UsageCounts,
}
