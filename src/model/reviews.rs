//! Reviews of citations and the digest of what is due.

use crate::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
use crate::model::day::Day;
use crate::model::error::{Error, FieldError, Result};
use crate::model::text_bounds::parse_note;
use crate::model::variant_names::variant_names;
use jiff::civil::{Date, Weekday};
use jiff::{Span, Timestamp, ToSpan, Zoned};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How many citations one job may hold.
pub const MAX_CITATIONS: usize = 5_000;
/// Hour of the server's day at which a digest is due.
const HOUR: i8 = 7;

/// Whether a citation needs a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewState {
    /// Not due soon.
    Current,
    /// Within `review.warn_days`, or today.
    Due,
    /// The due date has passed.
    Overdue,
    /// It has no date of a review.
    Never,
}

impl ReviewState {
    /// Reads the parameter `state`; `None` for all, when it is not given.
    pub fn read(text: &str) -> Result<Option<ReviewState>> {
        match text {
            "" => Ok(None),
            "current" => Ok(Some(ReviewState::Current)),
            "due" => Ok(Some(ReviewState::Due)),
            "overdue" => Ok(Some(ReviewState::Overdue)),
            "never" => Ok(Some(ReviewState::Never)),
            _ => Err(Error::Unreadable("state: expected current, due, overdue or never.".into())),
        }
    }
}

/// A citation in the list of reviews.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewEntry {
    /// Id of the citation.
    pub id: String,
    /// Its readable id, or the id when it has none.
    pub readable_id: String,
    /// Title.
    pub title: String,
    /// Department that submitted it.
    pub department: Option<String>,
    /// Who reviews it (`reviewedBy`).
    pub reviewer: Option<String>,
    /// Its languages with their files, in their order.
    pub languages: Vec<ReviewLanguage>,
    /// When it was last reviewed.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub dept_review_date: Option<Day>,
    /// When the next review is due; null when it was never reviewed.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub due_on: Option<Day>,
    /// Whether it needs a review.
    pub state: ReviewState,
    /// The ETag of the citation, as `If-Match` takes it.
    pub etag: String,
}

/// A language of a citation in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReviewLanguage {
    /// Name of the language, in English.
    pub lang: String,
    /// Address of the file.
    pub url: Option<String>,
}

/// How many citations are in which state, of the requested department and reviewer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReviewCounts {
    /// Not due soon.
    pub current: u64,
    /// Soon.
    pub due: u64,
    /// Late.
    pub overdue: u64,
    /// Without a date.
    pub never: u64,
}

impl ReviewCounts {
    /// Counts one more.
    pub fn add(&mut self, state: ReviewState) {
        match state {
            ReviewState::Current => self.current += 1,
            ReviewState::Due => self.due += 1,
            ReviewState::Overdue => self.overdue += 1,
            ReviewState::Never => self.never += 1,
        }
    }
}

/// A page of citations by their need of a review, most overdue first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReviewPage {
    /// Whatever the requested state.
    pub counts: ReviewCounts,
    /// How many there are on all pages.
    pub found: usize,
    /// At most 50.
    pub citations: Vec<ReviewEntry>,
    /// Every reviewer that a citation in use has, in the order of the alphabet.
    pub reviewers: Vec<String>,
}

/// What goes with the review of one citation.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewNote {
    /// Shown in the history, up to 2,000 characters.
    #[serde(default)]
    pub note: Option<String>,
}

/// What a job does with each of its citations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewAction {
    /// Notes that it was reviewed today.
    Reviewed,
    /// Gives it another reviewer.
    Reviewer,
}

/// Many citations to review, or to give a reviewer.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewJobRequest {
    /// The citations, 5,000 at most; one that is named again counts once.
    pub citations: Vec<KnownCitation>,
    /// The action.
    pub action: ReviewAction,
    /// The new reviewer, for the action `reviewer`.
    #[serde(default)]
    pub reviewer: Option<String>,
    /// Shown in the history, up to 2,000 characters.
    #[serde(default)]
    pub note: Option<String>,
}

impl ReviewJobRequest {
    /// The requested change, or every error in it. Whether the citations exist is not checked here.
    pub fn check(&self) -> Result<ReviewChange> {
        let mut errors = Vec::new();
        if self.citations.is_empty() {
            errors.push(FieldError::new("citations", "At least one citation is needed."));
        }
        if self.citations.len() > MAX_CITATIONS {
            errors.push(FieldError::new("citations", "At most 5,000 citations fit in one job."));
        }
        let reviewer = match self.action {
            ReviewAction::Reviewed => None,
            ReviewAction::Reviewer => match checked_reviewer(self.reviewer.as_deref()) {
                Ok(reviewer) => Some(reviewer),
                Err(message) => {
                    errors.push(FieldError::new("reviewer", message));
                    None
                }
            },
        };
        match parse_note(self.note.as_deref()) {
            Ok(note) if errors.is_empty() => Ok(ReviewChange { action: self.action, reviewer, note }),
            Err(Error::Invalid(more)) => {
                errors.extend(more);
                Err(Error::Invalid(errors))
            }
            Err(other) => Err(other),
            Ok(_) => Err(Error::Invalid(errors)),
        }
    }
}

/// A citation and the version that the caller knows.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct KnownCitation {
    /// Id or readable id.
    pub id: String,
    /// Its ETag.
    pub etag: String,
}

/// The checked request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewChange {
    /// The action.
    pub action: ReviewAction,
    /// The new reviewer; there for [`ReviewAction::Reviewer`] alone.
    pub reviewer: Option<String>,
    /// The note.
    pub note: Option<String>,
}

/// A job on reviews, and how far it has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReviewProgress {
    /// The action.
    pub action: ReviewAction,
    /// The new reviewer.
    pub reviewer: Option<String>,
    /// How many citations it has.
    pub citations: u64,
    /// How many are done, including skipped ones.
    pub done: u64,
    /// The skipped citations.
    #[serde(rename = "left")]
    pub skipped: Vec<SkippedCitation>,
}

/// A citation that a job skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SkippedCitation {
    /// Id of the citation.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Why, in plain words.
    pub reason: String,
}

variant_names! {
    /// How often the digest is mailed (`review.digest`).
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum DigestFrequency {
        /// Never.
        #[default]
        Off = "off",
        /// On Mondays.
        Weekly = "weekly",
        /// On the first day of a month.
        Monthly = "monthly",
    }
}

impl DigestFrequency {
    /// The latest digest that is due at `now`, by the calendar and the clock of its time zone: at 7, or where the clock
    /// is set forward over that hour, when it has passed. `None` when it is off.
    pub fn latest_due(self, now: &Zoned) -> Option<DueDigest> {
        let day = self.day_on_or_before(now.date())?;
        let due = self.on(day, now)?;
        if due.at <= now.timestamp() {
            return Some(due);
        }
        // Before 7 on the day itself.
        self.on(self.day_on_or_before(day.yesterday().ok()?)?, now)
    }

    fn day_on_or_before(self, day: Date) -> Option<Date> {
        match self {
            DigestFrequency::Off => None,
            DigestFrequency::Weekly => {
                day.checked_sub(i64::from(day.weekday().since(Weekday::Monday)).days()).ok()
            }
            DigestFrequency::Monthly => Some(day.first_of_month()),
        }
    }

    fn on(self, day: Date, now: &Zoned) -> Option<DueDigest> {
        let at = day.at(HOUR, 0, 0, 0).to_zoned(now.time_zone().clone()).ok()?;
        Some(DueDigest { day, at: at.timestamp() })
    }
}

/// A digest that was due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueDigest {
    /// Its day, of the server's calendar. No two digests have the same.
    pub day: Date,
    /// Since when it is due.
    pub at: Timestamp,
}

/// When the next review is due after one on `reviewed`.
///
/// From the last day of a month it is the last day of a month too (30 June and one month: 31 July); other days are cut to
/// the length of the month. Beyond the end of the calendar it is its last day.
pub fn due_on(reviewed: Day, cycle_months: u32) -> Day {
    let day = reviewed.date();
    let Ok(due) = Span::new().try_months(cycle_months).and_then(|cycle| day.checked_add(cycle)) else {
        return Day::from(jiff::civil::Date::MAX);
    };
    Day::from(if day == day.last_of_month() { due.last_of_month() } else { due })
}

/// Where a citation stands on the day `today`, with the day its next review is due; the day itself is not late yet.
pub fn review_status(
    reviewed: Option<Day>,
    cycle_months: u32,
    warn_days: u32,
    today: Day,
) -> (ReviewState, Option<Day>) {
    let Some(reviewed) = reviewed else { return (ReviewState::Never, None) };
    let due = due_on(reviewed, cycle_months);
    let warned_from = Span::new()
        .try_days(warn_days)
        .and_then(|days| due.date().checked_sub(days))
        .unwrap_or(jiff::civil::Date::MIN);
    let state = if today > due {
        ReviewState::Overdue
    } else if today.date() >= warned_from {
        ReviewState::Due
    } else {
        ReviewState::Current
    };
    (state, Some(due))
}

/// The reviewer as a citation would have it, or what is wrong.
fn checked_reviewer(reviewer: Option<&str>) -> std::result::Result<String, String> {
    let draft = serde_json::json!({"title": "-", "reviewedBy": reviewer});
    match citation_from_json(&draft, Completeness::Import, Dates::Stored) {
        Ok(citation) => citation.reviewed_by.ok_or_else(|| "The reviewer is required.".to_owned()),
        Err(errors) => Err(errors.into_iter().map(|error| error.message).collect::<Vec<_>>().join(" ")),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    #[test]
    fn the_next_review_keeps_the_day_or_the_end_of_the_month() {
        #[track_caller]
        fn check(reviewed: &str, months: u32, due: &str) {
            assert_eq!(due_on(day(reviewed), months).to_string(), due, "{reviewed} + {months}");
        }
        check("2026-01-15", 1, "2026-02-15");
        check("2026-06-30", 1, "2026-07-31");
        check("2026-06-29", 1, "2026-07-29");
        check("2026-07-30", 1, "2026-08-30");
        check("2026-07-31", 2, "2026-09-30");
        check("2025-01-29", 1, "2025-02-28");
        check("2025-01-30", 1, "2025-02-28");
        check("2025-01-31", 1, "2025-02-28");
        check("2024-01-29", 1, "2024-02-29");
        check("2024-01-30", 1, "2024-02-29");
        check("2024-02-29", 12, "2025-02-28");
        check("2024-02-29", 48, "2028-02-29");
        check("2023-02-28", 12, "2024-02-29");
        check("2024-02-28", 12, "2025-02-28");
        check("2100-02-28", 1, "2100-03-31");
        check("2023-11-22", 36, "2026-11-22");
        check("2023-12-31", 14, "2025-02-28");
        check("9990-05-05", 1_200, "9999-12-31");
    }

    #[test]
    fn a_review_is_due_until_its_day_has_passed() {
        #[track_caller]
        fn check(today: &str, cycle: u32, warn: u32, expected: ReviewState) {
            let (state, due) = review_status(Some(day("2023-11-22")), cycle, warn, day(today));
            assert_eq!(state, expected, "{today}, {cycle} months, {warn} days");
            assert_eq!(due, Some(due_on(day("2023-11-22"), cycle)));
        }
        check("2026-08-23", 36, 90, ReviewState::Current);
        check("2026-08-24", 36, 90, ReviewState::Due);
        check("2026-11-22", 36, 90, ReviewState::Due);
        check("2026-11-23", 36, 90, ReviewState::Overdue);
        check("2026-11-21", 36, 0, ReviewState::Current);
        check("2026-11-22", 36, 0, ReviewState::Due);
        // Another cycle, and the same day is judged again.
        check("2026-11-23", 48, 90, ReviewState::Current);
        check("2023-11-22", 1, 3_650, ReviewState::Due);
        check("2020-01-01", 36, 90, ReviewState::Current);
        assert_eq!(review_status(None, 36, 90, day("2026-11-22")), (ReviewState::Never, None));
    }

    #[test]
    fn a_job_needs_citations_and_a_reviewer_to_set() {
        let fields = |json: serde_json::Value| match serde_json::from_value::<ReviewJobRequest>(json)
            .unwrap()
            .check()
        {
            Err(Error::Invalid(errors)) => errors.into_iter().map(|error| error.field).collect::<Vec<_>>(),
            other => unreachable!("{other:?}"),
        };
        let long = "x".repeat(2_001);
        assert_eq!(
            fields(serde_json::json!({"citations": [], "action": "reviewer", "reviewer": " ", "note": long})),
            ["citations", "reviewer", "note"]
        );
        let one = serde_json::json!([{"id": "a", "etag": "\"1\""}]);
        assert_eq!(fields(serde_json::json!({"citations": one, "action": "reviewer"})), ["reviewer"]);
        let request = serde_json::json!({"citations": one, "action": "reviewer", "reviewer": " Ada  Byron ", "note": " "});
        let change = serde_json::from_value::<ReviewJobRequest>(request).unwrap().check().unwrap();
        assert_eq!((change.reviewer.as_deref(), change.note), (Some("Ada Byron"), None));
    }

    proptest! {
        /// The next review is this many months later on the same day of the month, or on the last day of a shorter month. From
        /// the last day of a month it is on the last day.
        #[test]
        fn whatever_the_day_the_month_is_right(days in 0i64..40_000, months in 1u32..1_200) {
            let reviewed = jiff::civil::date(1990, 1, 1).checked_add(Span::new().days(days)).unwrap();
            let due = due_on(Day::from(reviewed), months).date();
            let number = |day: jiff::civil::Date| i64::from(day.year()) * 12 + i64::from(day.month());
            prop_assert_eq!(number(due), number(reviewed) + i64::from(months));
            let last = due.last_of_month().day();
            let expected = if reviewed == reviewed.last_of_month() { last } else { reviewed.day().min(last) };
            prop_assert_eq!(due.day(), expected);
        }
    }
}

#[cfg(test)]
mod digest_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use jiff::SignedDuration;
    use jiff::tz::TimeZone;
    use proptest::prelude::*;

    /// Zones that set their clocks forward and back on either hemisphere, at midnight too, by half an hour, and one that has
    /// skipped a day.
    const ZONES: [&str; 8] = [
        "UTC",
        "America/Chicago",
        "Europe/Berlin",
        "Australia/Lord_Howe",
        "America/Sao_Paulo",
        "Asia/Kolkata",
        "Pacific/Apia",
        "Africa/Cairo",
    ];

    #[track_caller]
    fn check(frequency: DigestFrequency, now: &str, expected: &str) {
        let due = frequency.latest_due(&now.parse().unwrap()).unwrap();
        assert_eq!(due.day.to_string(), expected, "{now}");
    }

    #[test]
    fn a_digest_is_due_at_seven_on_its_day() {
        use DigestFrequency::{Monthly, Weekly};
        check(Weekly, "2026-11-23T07:00[America/Chicago]", "2026-11-23");
        check(Weekly, "2026-11-23T06:59:59[America/Chicago]", "2026-11-16");
        check(Weekly, "2026-11-29T23:59[America/Chicago]", "2026-11-23");
        check(Weekly, "2026-01-01T12:00[Europe/Berlin]", "2025-12-29");
        check(Monthly, "2026-11-01T07:00[UTC]", "2026-11-01");
        check(Monthly, "2026-11-01T06:59[UTC]", "2026-10-01");
        check(Monthly, "2024-03-01T06:59[UTC]", "2024-02-01");
        check(Monthly, "2026-01-01T00:00[UTC]", "2025-12-01");
        assert_eq!(DigestFrequency::Off.latest_due(&"2026-11-23T07:00[UTC]".parse().unwrap()), None);
    }

    #[test]
    fn where_the_clock_changes_on_the_day_itself_seven_is_seven() {
        use DigestFrequency::{Monthly, Weekly};
        // 1 November 2026: the clock goes back at 2, so that 7 is eight hours after midnight.
        check(Monthly, "2026-11-01T06:59[America/Chicago]", "2026-10-01");
        check(Monthly, "2026-11-01T07:00[America/Chicago]", "2026-11-01");
        // Friday 30 December 2011 is missing in Samoa.
        check(Weekly, "2011-12-31T08:00[Pacific/Apia]", "2011-12-26");
    }

    fn zone() -> impl Strategy<Value = TimeZone> {
        prop::sample::select(&ZONES[..]).prop_map(|name| TimeZone::get(name).unwrap())
    }

    fn frequency() -> impl Strategy<Value = DigestFrequency> {
        prop::sample::select(&[DigestFrequency::Weekly, DigestFrequency::Monthly][..])
    }

    proptest! {
        /// A walk of forty days in steps of minutes to hours meets every day of the calendar that is one of the frequency's,
        /// each from 7 on and until the next one.
        #[test]
        fn every_day_comes_once_and_at_its_hour(
            zone in zone(),
            frequency in frequency(),
            start in 1_262_304_000_i64..1_830_297_600,
            step in 5_i64..170,
        ) {
            let is_one = |day: Date| match frequency {
                DigestFrequency::Weekly => day.weekday() == Weekday::Monday,
                DigestFrequency::Monthly => day.day() == 1,
                DigestFrequency::Off => false,
            };
            let mut now = Timestamp::from_second(start).unwrap().to_zoned(zone);
            let end = now.timestamp() + SignedDuration::from_hours(40 * 24);
            let mut before = frequency.latest_due(&now).unwrap();
            while now.timestamp() < end {
                let due = frequency.latest_due(&now).unwrap();
                prop_assert!(due.at <= now.timestamp());
                prop_assert!(is_one(due.day), "{now}: {}", due.day);
                prop_assert!(due == before || due.day > before.day, "{now}: {} after {}", due.day, before.day);
                // The plain rule: today from 7 on, else the latest such day.
                let from = if now.hour() >= HOUR { now.date() } else { now.date().yesterday().unwrap() };
                let expected = from.series(-1.day()).find(|day| is_one(*day)).unwrap();
                prop_assert_eq!(due.day, expected, "{}", now);
                before = due;
                now = now.saturating_add(step.minutes());
            }
        }
    }
}
