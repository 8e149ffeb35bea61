//! The server's day, looked up at most once a second.

use crate::model::clock;
use jiff::civil::Date;

/// The server's day, and when it was looked up.
#[derive(Default)]
pub struct Today {
    second: i64,
    day: Date,
}

impl Today {
    /// The day of the last look-up.
    pub fn last(&self) -> Date {
        self.day
    }

    /// The current day.
    pub fn day(&mut self) -> Date {
        let now = clock::now();
        if self.second != now.as_second() {
            self.second = now.as_second();
            self.day = clock::local_day(now);
        }
        self.day
    }
}
