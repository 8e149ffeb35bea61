//! The present time. All code gets it from here, so that tests can change it.

use jiff::civil::Date;
use jiff::{Timestamp, Zoned};
use serde::{Deserialize, Serialize};
use std::ops::{Add, Sub};

/// Now.
pub fn now() -> Timestamp {
    #[cfg(test)]
    return moved::now();
    #[cfg(not(test))]
    Timestamp::now()
}

/// A moment in whole seconds since 1970, as tokens and some columns have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct UnixTime(i64);

impl UnixTime {
    pub const MAX: UnixTime = UnixTime(i64::MAX);

    /// The moment that is so many seconds after the beginning of 1970.
    pub const fn new(seconds: i64) -> UnixTime {
        UnixTime(seconds)
    }

    pub const fn seconds(self) -> i64 {
        self.0
    }
}

/// So many seconds later.
impl Add<i64> for UnixTime {
    type Output = UnixTime;

    fn add(self, seconds: i64) -> UnixTime {
        UnixTime(self.0.saturating_add(seconds))
    }
}

/// So many seconds earlier.
impl Sub<i64> for UnixTime {
    type Output = UnixTime;

    fn sub(self, seconds: i64) -> UnixTime {
        UnixTime(self.0.saturating_sub(seconds))
    }
}

/// The seconds in between.
impl Sub for UnixTime {
    type Output = i64;

    fn sub(self, earlier: UnixTime) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl From<Timestamp> for UnixTime {
    fn from(moment: Timestamp) -> UnixTime {
        UnixTime(moment.as_second())
    }
}

/// The second that it is now.
pub fn seconds() -> UnixTime {
    now().into()
}

/// Now, in the server's time zone.
pub fn local() -> Zoned {
    now().to_zoned(jiff::tz::TimeZone::system())
}

/// The server's calendar day.
pub fn today() -> Date {
    local().date()
}

/// The server's calendar day of a moment.
pub fn local_day(moment: Timestamp) -> Date {
    moment.to_zoned(jiff::tz::TimeZone::system()).date()
}

/// The moment at which a calendar day of the server ends: the first of the day after. `None` beyond the calendar.
///
/// A day that a change of time shortens or lengthens ends when its last minute does, whichever hour that is.
pub fn day_end(day: Date) -> Option<Timestamp> {
    day_end_in(day, jiff::tz::TimeZone::system())
}

fn day_end_in(day: Date, zone: jiff::tz::TimeZone) -> Option<Timestamp> {
    Some(day.tomorrow().ok()?.to_zoned(zone).ok()?.timestamp())
}

/// How tests stop and move the clock of their thread.
#[cfg(test)]
pub mod moved {
    use jiff::{SignedDuration, Timestamp};
    use std::cell::Cell;

    thread_local! {
        static STOPPED: Cell<Option<Timestamp>> = const { Cell::new(None) };
        static MOVED: Cell<SignedDuration> = const { Cell::new(SignedDuration::ZERO) };
    }

    /// Now, by this thread's clock.
    pub fn now() -> Timestamp {
        STOPPED.get().unwrap_or_else(Timestamp::now) + MOVED.get()
    }

    /// Stops this thread's clock, so that no second begins during a test that counts them.
    pub fn stop() {
        STOPPED.set(Some(now() - MOVED.get()));
    }

    /// Moves this thread's clock forward; back for a negative duration.
    pub fn forward(by: SignedDuration) {
        MOVED.set(MOVED.get() + by);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use jiff::SignedDuration;

    #[test]
    fn a_day_ends_when_the_next_one_begins_there() {
        let check = |zone: &str, day: &str, expected: &str| {
            let zone = jiff::tz::TimeZone::get(zone).unwrap();
            let end = day_end_in(day.parse().unwrap(), zone).unwrap();
            assert_eq!(end.to_string(), expected, "{day}");
        };
        check("UTC", "2024-02-28", "2024-02-29T00:00:00Z");
        check("America/Los_Angeles", "2026-01-31", "2026-02-01T08:00:00Z");
        check("Pacific/Kiritimati", "2026-01-31", "2026-01-31T10:00:00Z");
        // 23 hours, then 25.
        check("America/New_York", "2026-03-08", "2026-03-09T04:00:00Z");
        check("America/New_York", "2026-11-01", "2026-11-02T05:00:00Z");
        // Midnight itself is left out, or comes twice.
        check("America/Santiago", "2026-09-05", "2026-09-06T04:00:00Z");
        check("America/Havana", "2026-10-31", "2026-11-01T04:00:00Z");
        // A day that was left out whole.
        check("Pacific/Apia", "2011-12-29", "2011-12-30T10:00:00Z");
        assert_eq!(day_end_in(Date::MAX, jiff::tz::TimeZone::UTC), None);
    }

    #[test]
    fn a_test_moves_the_clock_of_its_thread_alone() {
        let before = seconds();
        moved::forward(SignedDuration::from_hours(48));
        assert!(seconds() - before >= 48 * 3600);
        let elsewhere = std::thread::spawn(seconds).join();
        assert!(elsewhere.is_ok_and(|other| other - before < 3600));
    }

    #[test]
    fn a_stopped_clock_only_moves_when_a_test_moves_it() {
        moved::forward(SignedDuration::from_secs(5));
        moved::stop();
        let stopped = now();
        std::thread::sleep(std::time::Duration::from_millis(2));
        assert_eq!(now(), stopped);
        moved::forward(SignedDuration::from_secs(29));
        assert_eq!(now() - stopped, jiff::Span::new().seconds(29).fieldwise());
    }
}
