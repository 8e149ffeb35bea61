//! The server's day.

use crate::model::clock;
use crate::model::day::Day;
use std::time::Duration;

/// Today, in the server's time zone.
pub(super) fn today() -> Day {
    Day::from(clock::today())
}

/// The earliest day that can still be today for a person west of the server who orders late in the evening.
pub(super) fn earliest() -> Day {
    Day::from_timestamp(clock::now() - Duration::from_secs(12 * 3600)).min(today())
}
