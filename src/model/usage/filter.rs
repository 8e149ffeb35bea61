//! Which usage counts are asked for.

use crate::model::error::{Error, Result};
use crate::model::orders::queue::read_day;
use crate::model::search::request::read_flag;
use crate::model::usage::report::MONTHS;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

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
