//! Calendar days as citations and orders carry them: never a moment, never shifted by a time zone; and which days each
//! date field takes. A year that is mistyped (0202, 2204) is outside of them.

use jiff::ToSpan;
use jiff::civil::Date;
use jiff::fmt::temporal::Pieces;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The first year that a date field takes, unless it begins today.
pub const FIRST_YEAR: i16 = 1900;

/// A calendar day. In JSON an ISO 8601 date-time at midnight UTC (`2026-01-24T00:00:00.000Z`), as the catalogue's
/// records have it; a plain `2026-01-24` is read as well. The day is taken as written, whatever offset follows it.
///
/// Source: contract section 3, "Dates are calendar days"; spec section 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(Date);

impl Day {
    /// Reads `2026-01-24` or an ISO 8601 date-time that begins with it; `None` for anything else.
    pub fn parse(text: &str) -> Option<Day> {
        let date = text.get(..10)?;
        let day: Date = date.parse().ok()?;
        if !date
            .bytes()
            .enumerate()
            .all(|(n, b)| if n == 4 || n == 7 { b == b'-' } else { b.is_ascii_digit() })
        {
            return None;
        }
        // Not a timestamp: the last days of 9999 are beyond its range.
        let has_time = || Pieces::parse(text).is_ok_and(|pieces| pieces.time().is_some());
        (text.len() == date.len() || has_time()).then_some(Day(day))
    }

    /// The UTC day of a moment.
    pub fn from_timestamp(moment: jiff::Timestamp) -> Day {
        Day(moment.to_zoned(jiff::tz::TimeZone::UTC).date())
    }

    /// The day itself.
    pub fn date(self) -> Date {
        self.0
    }

    /// `2026-01-24T00:00:00.000Z`, as the JSON has it.
    pub fn timestamp(self) -> String {
        format!("{}T00:00:00.000Z", self.0)
    }
}

impl From<Date> for Day {
    fn from(date: Date) -> Self {
        Day(date)
    }
}

/// `2026-01-24`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{}T00:00:00.000Z", self.0))
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        Day::parse(&text).ok_or_else(|| serde::de::Error::custom("expected a date such as 2026-01-24"))
    }
}

/// The days that a field takes, from the first one to the last one. Source: contract section 7.
///
/// Where an end is today itself, a day more is taken: it may be today already, or still, in the time zone of the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateLimit {
    /// Whether the first day is today; otherwise it is that of [`FIRST_YEAR`].
    pub begins_today: bool,
    /// How many years after today the last day is; 0 for today.
    pub years_ahead: i16,
}

impl DateLimit {
    /// When a citation was published.
    pub const PUBLICATION: DateLimit = DateLimit { begins_today: false, years_ahead: 2 };
    /// When a language version was last changed.
    pub const REVISION: DateLimit = DateLimit { begins_today: false, years_ahead: 2 };
    /// When a citation was last reviewed.
    pub const REVIEW: DateLimit = DateLimit { begins_today: false, years_ahead: 0 };
    /// By when an order is needed.
    pub const REQUIRED: DateLimit = DateLimit { begins_today: true, years_ahead: 1 };

    /// Why the field does not take `day`; `None` when it does. `today` is the server's day.
    pub fn problem(self, day: Day, today: Day) -> Option<String> {
        let (day, today) = (day.date(), today.date());
        // Two years after 29 February is 28 February. Beyond the calendar every day is early enough.
        let last = today.checked_add(i32::from(self.years_ahead).years());
        let is_late = match self.years_ahead {
            0 => today.tomorrow().is_ok_and(|tomorrow| day > tomorrow),
            _ => last.is_ok_and(|last| day > last),
        };
        if is_late {
            return Some(match self.years_ahead {
                0 => "This date is in the future.".to_owned(),
                1 => "This date is more than one year ahead.".to_owned(),
                years => format!("This date is more than {years} years ahead."),
            });
        }
        if self.begins_today {
            let is_past = today.yesterday().is_ok_and(|yesterday| day < yesterday);
            return is_past.then(|| "This date is in the past.".to_owned());
        }
        (day.year() < FIRST_YEAR).then(|| format!("This date is before the year {FIRST_YEAR}."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(Day::parse(text).map(|d| d.to_string()).as_deref(), expected, "{text}");
    }

    #[test]
    fn days_are_taken_as_written() {
        check("2026-01-24", Some("2026-01-24"));
        check("2026-01-24T00:00:00.000Z", Some("2026-01-24"));
        check("2026-01-24T23:30:00-08:00", Some("2026-01-24"));
        check("2026-01-24T00:30:00+09:00", Some("2026-01-24"));
        check("2026-01-24T10:00", Some("2026-01-24"));
        check("2024-02-29", Some("2024-02-29"));
        check("2026-01-24T10:00:00.5+05:30[Asia/Kolkata]", Some("2026-01-24"));
        check("9999-12-31", Some("9999-12-31"));
        check("9999-12-31T00:00:00.000Z", Some("9999-12-31"));
        check("0000-01-01T00:00:00.000Z", Some("0000-01-01"));
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "2026",
            "2026-13-01",
            "2026-02-30",
            "01/24/2026",
            "20260124",
            "2026-01-24x",
            "2026-01-24Tsoon",
            "2026-01-24T25:00Z",
            "2026-01-24[UTC]",
            "２０２６-01-24",
            "-2026-1-24",
        ] {
            check(text, None);
        }
    }

    #[test]
    fn json_has_midnight_utc() {
        let day = Day::parse("2026-01-24").expect("a day");
        assert_eq!(serde_json::to_string(&day).expect("json"), "\"2026-01-24T00:00:00.000Z\"");
        assert_eq!(day.timestamp(), "2026-01-24T00:00:00.000Z");
        assert!(serde_json::from_str::<Day>("\"tomorrow\"").is_err());
    }
}

#[cfg(test)]
mod date_limits_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Both ends of what a field takes on a day, and the days beyond them.
    #[track_caller]
    fn check(limit: DateLimit, today: &str, (first, last): (&str, &str)) {
        let (today, first, last) = (day(today), day(first), day(last));
        for taken in [first, last] {
            assert_eq!(limit.problem(taken, today), None, "{taken}");
        }
        let refused =
            [Day::from(first.date().yesterday().unwrap()), Day::from(last.date().tomorrow().unwrap())];
        for refused in refused {
            assert!(limit.problem(refused, today).is_some(), "{refused}");
        }
    }

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    #[test]
    fn all_ends_are_included_and_today_has_a_day_of_grace() {
        check(DateLimit::PUBLICATION, "2026-11-28", ("1900-01-01", "2028-11-28"));
        check(DateLimit::REVISION, "2028-02-29", ("1900-01-01", "2030-02-28"));
        check(DateLimit::PUBLICATION, "2026-02-28", ("1900-01-01", "2028-02-28"));
        check(DateLimit::REVIEW, "2026-11-28", ("1900-01-01", "2026-11-29"));
        check(DateLimit::REVIEW, "2028-02-28", ("1900-01-01", "2028-02-29"));
        check(DateLimit::REQUIRED, "2026-11-28", ("2026-11-27", "2027-11-28"));
        check(DateLimit::REQUIRED, "2028-02-29", ("2028-02-28", "2029-02-28"));
        check(DateLimit::REQUIRED, "2027-01-01", ("2026-12-31", "2028-01-01"));
    }

    #[test]
    fn mistyped_years_are_refused() {
        let today = day("2026-11-28");
        for mistyped in ["0024-05-01", "0202-05-01", "2204-05-01", "0000-01-01", "9999-12-31"] {
            for limit in [DateLimit::PUBLICATION, DateLimit::REVISION, DateLimit::REVIEW, DateLimit::REQUIRED]
            {
                assert!(limit.problem(day(mistyped), today).is_some(), "{mistyped} {limit:?}");
            }
        }
        assert_eq!(DateLimit::PUBLICATION.problem(day("9999-12-31"), day("9999-01-01")), None);
    }
}
