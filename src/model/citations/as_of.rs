//! The day of an as-of request.

use crate::model::day::Day;
use crate::model::error::{Error, Result};
use jiff::civil::Date;

/// Reads a day, `YYYY-MM-DD` and nothing else, that is not after `today`.
pub fn read_day(text: &str, today: Date) -> Result<Date> {
    let day = Day::parse(text).filter(|_| text.len() == 10).map(Day::date).ok_or_else(|| {
        Error::Unreadable("asOf takes a day of the calendar, written like 2026-01-24.".into())
    })?;
    if day > today {
        return Err(Error::invalid("asOf", format!("{} is in the future.", in_words(day))));
    }
    Ok(day)
}

/// `January 24, 2026`, as messages have it.
pub fn in_words(day: Date) -> String {
    day.strftime("%B %-d, %Y").to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn days_are_read_to_the_letter() {
        let today: Date = "2026-03-01".parse().unwrap();
        for day in ["2026-03-01", "2024-02-29", "0001-01-01"] {
            assert_eq!(read_day(day, today).unwrap().to_string(), day);
        }
        for text in [
            "",
            "foo",
            "2025-02-30",
            "2026-2-3",
            "2026-01-24T00:00:00Z",
            " 2026-01-24",
            "20260124",
            "today",
            "２０２６-01",
        ] {
            assert!(matches!(read_day(text, today), Err(Error::Unreadable(_))), "{text}");
        }
        for day in ["2026-03-02", "9999-12-31"] {
            assert!(matches!(read_day(day, today), Err(Error::Invalid(_))), "{day}");
        }
        assert_eq!(in_words(today), "March 1, 2026");
    }
}
