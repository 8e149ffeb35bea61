//! Calendar days as citations and orders carry them: never a moment, never shifted by a time zone.

use jiff::civil::Date;
use jiff::fmt::temporal::Pieces;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

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
