//! Which days each date field takes. A year that is mistyped (0202, 2204) is outside of them.

use crate::model::day::Day;
use jiff::ToSpan;

/// The first year that a date field takes, unless it begins today.
pub const FIRST_YEAR: i16 = 1900;

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
