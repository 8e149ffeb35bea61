//! The present time, from this place alone: tests move it.

use jiff::civil::Date;
use jiff::{Timestamp, Zoned};

/// Now.
pub fn now() -> Timestamp {
    #[cfg(test)]
    return Timestamp::now() + moved::by();
    #[cfg(not(test))]
    Timestamp::now()
}

/// Now, in seconds since 1970.
pub fn seconds() -> i64 {
    now().as_second()
}

/// Now, in the server's time zone.
pub fn local() -> Zoned {
    now().to_zoned(jiff::tz::TimeZone::system())
}

/// The server's calendar day.
pub fn today() -> Date {
    local().date()
}

/// How tests move the clock.
#[cfg(test)]
pub mod moved {
    use jiff::SignedDuration;
    use std::cell::Cell;

    thread_local! {
        static MOVED: Cell<SignedDuration> = const { Cell::new(SignedDuration::ZERO) };
    }

    /// By how much this thread's clock was moved.
    pub fn by() -> SignedDuration {
        MOVED.get()
    }

    /// Moves this thread's clock forward; back for a negative duration.
    pub fn forward(by: SignedDuration) {
        MOVED.set(MOVED.get() + by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::SignedDuration;

    #[test]
    fn a_test_moves_the_clock_of_its_thread_alone() {
        let before = seconds();
        moved::forward(SignedDuration::from_hours(48));
        assert!(seconds() - before >= 48 * 3600);
        let elsewhere = std::thread::spawn(seconds).join();
        assert!(elsewhere.is_ok_and(|other| other - before < 3600));
    }
}
