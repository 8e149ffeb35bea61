//! The digest of reviews: on which days it is due. Contract section 9.4.

use crate::model::variant_names::variant_names;
use jiff::civil::{Date, Weekday};
use jiff::{Timestamp, ToSpan, Zoned};
use serde::{Deserialize, Serialize};

/// Hour of the server's day at which a digest is due.
const HOUR: i8 = 7;

/// How often the digest is mailed (`review.digest`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DigestFrequency {
    /// Never.
    #[default]
    Off,
    /// On Mondays.
    Weekly,
    /// On the first day of a month.
    Monthly,
}

variant_names!(DigestFrequency {
    Off = "off",
    Weekly = "weekly",
    Monthly = "monthly",
});

/// A digest that was due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueDigest {
    /// Its day, of the server's calendar. No two digests have the same.
    pub day: Date,
    /// Since when it is due.
    pub at: Timestamp,
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

#[cfg(test)]
mod tests;
