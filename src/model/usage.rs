//! Usage counts: what is counted of the use of a citation, which counts a request selects, and their sums. Contract
//! section 10.5.

use crate::model::error::{Error, Result};
use crate::model::keys::CitationKey;
use crate::model::languages::tag::{LanguageTag, NO_LANGUAGE};
use crate::model::orders::queue::read_day;
use crate::model::search::request::read_flag;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::ops::{AddAssign, SubAssign};
use utoipa::{IntoParams, ToSchema};

/// The months that are shown of a citation, and of everything unless the caller says otherwise.
pub const MONTHS: u32 = 12;
/// At most this many languages are listed as wanted.
pub const MAX_WANTED: usize = 20;

/// A citation and a language in which it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Used {
    /// Key of the citation.
    pub citation: CitationKey,
    /// Language tag; [`NO_LANGUAGE`] when it is not known.
    pub tag: String,
}

impl Used {
    /// The use of the citation with this key.
    pub fn new(citation: CitationKey, tag: Option<LanguageTag>) -> Used {
        Used { citation, tag: tag.map_or_else(|| NO_LANGUAGE.to_owned(), String::from) }
    }
}

/// How a citation is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UsageKind {
    /// Its page is read.
    View,
    /// The file of a language version is opened from one of our pages.
    Open,
    /// A printed QR code is scanned.
    Scan,
}

/// Sums of one citation, language, department or month.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct UsageCounts {
    /// Views of the citation's page.
    pub view: u64,
    /// Files opened from our pages.
    pub open: u64,
    /// Scanned QR codes.
    pub scan: u64,
    /// Ordered pieces.
    pub order: u64,
}

impl UsageCounts {
    /// One use of this kind.
    pub fn once(kind: UsageKind) -> UsageCounts {
        let mut counts = UsageCounts::default();
        match kind {
            UsageKind::View => counts.view = 1,
            UsageKind::Open => counts.open = 1,
            UsageKind::Scan => counts.scan = 1,
        }
        counts
    }

    /// This many ordered pieces.
    pub fn pieces(order: u64) -> UsageCounts {
        UsageCounts { order, ..UsageCounts::default() }
    }

    /// Opened, scanned and ordered handouts; views are not among them.
    pub fn used(&self) -> u64 {
        self.open + self.scan + self.order
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        *self == UsageCounts::default()
    }
}

impl AddAssign for UsageCounts {
    fn add_assign(&mut self, more: UsageCounts) {
        self.view += more.view;
        self.open += more.open;
        self.scan += more.scan;
        self.order += more.order;
    }
}

/// Never below zero.
impl SubAssign for UsageCounts {
    fn sub_assign(&mut self, less: UsageCounts) {
        self.view = self.view.saturating_sub(less.view);
        self.open = self.open.saturating_sub(less.open);
        self.scan = self.scan.saturating_sub(less.scan);
        self.order = self.order.saturating_sub(less.order);
    }
}

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

/// The period, and what it is summed by.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct UsageParameters {
    /// First day, YYYY-MM-DD; the first of the month eleven months before that of `to` when it is left out.
    #[param(required = false)]
    pub from: String,
    /// Last day, YYYY-MM-DD; today when it is left out.
    #[param(required = false)]
    pub to: String,
    /// `citation` (the default), `language`, `department` or `month`.
    #[param(required = false, value_type = UsageBy, inline)]
    pub by: String,
    /// Only citations of this department.
    #[param(required = false)]
    pub department: String,
    /// `true`: citations in use that nobody opened, scanned or ordered in the period. Only by citation.
    #[param(required = false, value_type = bool)]
    pub unused: String,
}

impl UsageParameters {
    /// Reads the parameters; the error names the invalid one.
    pub fn read(&self, today: Date) -> Result<UsageFilter> {
        let by = match self.by.as_str() {
            "" | "citation" => UsageBy::Citation,
            "language" => UsageBy::Language,
            "department" => UsageBy::Department,
            "month" => UsageBy::Month,
            _ => {
                return Err(Error::Unreadable(
                    "by: expected citation, language, department or month.".into(),
                ));
            }
        };
        let is_unused = read_flag("unused", &self.unused)?;
        if is_unused && by != UsageBy::Citation {
            return Err(Error::Unreadable("unused: only citations can be listed as unused.".into()));
        }
        let to = read_day("to", &self.to)?.map_or(today, |day| day.date());
        let from = read_day("from", &self.from)?.map_or_else(|| first_of_months(to), |day| day.date());
        if from > to {
            return Err(Error::Unreadable("from: expected a day that is not after `to`.".into()));
        }
        let department = Some(self.department.clone()).filter(|name| !name.trim().is_empty());
        Ok(UsageFilter { from, to, by, department, is_unused })
    }
}

/// What usage is summed by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum UsageBy {
    /// Citation.
    #[default]
    Citation,
    /// Language of the version; of a view, that of the page.
    Language,
    /// Department of the citation.
    Department,
    /// Calendar month.
    Month,
}

/// The parameters, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageFilter {
    /// First day.
    pub from: Date,
    /// Last day; `from` or later.
    pub to: Date,
    /// What it is summed by.
    pub by: UsageBy,
    /// Only citations of this department.
    pub department: Option<String>,
    /// Only citations that nobody used.
    pub is_unused: bool,
}

/// The first day of the twelve calendar months that end with the month of this day.
pub fn first_of_months(day: Date) -> Date {
    day.first_of_month().saturating_sub((i64::from(MONTHS) - 1).months())
}

/// A month as it is stored and shown: `2026-11`.
pub fn month_name(day: Date) -> String {
    day.strftime("%Y-%m").to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(from: &str, to: &str, by: &str, unused: &str) -> Result<UsageFilter> {
        let parameters = UsageParameters {
            from: from.into(),
            to: to.into(),
            by: by.into(),
            unused: unused.into(),
            department: " ".into(),
        };
        parameters.read(jiff::civil::date(2026, 11, 23))
    }

    #[test]
    fn a_year_of_calendar_months_is_asked_for_unless_days_are_given() {
        let check = |from: &str, to: &str, expected: (&str, &str)| {
            let filter = read(from, to, "", "").unwrap();
            assert_eq!((filter.from.to_string().as_str(), filter.to.to_string().as_str()), expected);
            assert_eq!((filter.by, filter.department), (UsageBy::Citation, None));
        };
        check("", "", ("2025-12-01", "2026-11-23"));
        check("", "2026-03-31", ("2025-04-01", "2026-03-31"));
        check("2026-11-23", "", ("2026-11-23", "2026-11-23"));
        check("2024-02-29", "2026-01-01", ("2024-02-29", "2026-01-01"));
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for (from, to, by, unused) in [
            ("yesterday", "", "", ""),
            ("", "2026-02-30", "", ""),
            ("2026-11-24", "2026-11-23", "", ""),
            ("", "", "person", ""),
            ("", "", "", "yes"),
            ("", "", "month", "true"),
        ] {
            assert!(read(from, to, by, unused).is_err(), "{from} {to} {by} {unused}");
        }
        assert!(read("", "", "citation", "true").unwrap().is_unused);
    }
}
