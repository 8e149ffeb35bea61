//! The age of the state that is served, and the heartbeat that the primary writes for its replicas.

use crate::domain::app::App;
use crate::model::clock;
use crate::model::error::Result;
use crate::model::text::count_with_noun;
use crate::store::Store;
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;

/// The primary writes a heartbeat when it has saved nothing else for this long.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(60);

/// The age of the state that a replica serves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Freshness {
    /// Changes of this many last seconds may be missing.
    pub age_seconds: u64,
    /// Whether that exceeds the limit of the settings.
    pub is_stale: bool,
    /// Why no newer state is read, if known.
    pub error: Option<String>,
}

impl Freshness {
    /// A sentence for operators.
    pub fn sentence(&self) -> String {
        let error = self.error.as_ref().map_or(String::new(), |error| format!(": {error}"));
        format!("the catalogue is {} old{error}", spoken(self.age_seconds))
    }
}

/// The age of the state that this server reads; `None` on a primary.
pub fn replica_freshness(app: &App) -> Option<Freshness> {
    let replica = app.store.replica()?;
    let age_seconds = age_seconds_since(replica.as_of());
    let is_stale = age_seconds > u64::from(app.settings.replica.max_age_seconds);
    Some(Freshness { age_seconds, is_stale, error: replica.error() })
}

/// Seconds since a moment; 0 for a future one, because clocks of two machines differ a little.
pub fn age_seconds_since(moment: Timestamp) -> u64 {
    u64::try_from(clock::now().duration_since(moment).as_secs()).unwrap_or(0)
}

/// A number of seconds in words: `90 seconds`, `12 minutes`, `3 hours`, `2 days`.
pub fn spoken(seconds: u64) -> String {
    match seconds {
        0..=119 => count_with_noun(seconds, "second", "seconds"),
        120..=7_199 => count_with_noun(seconds / 60, "minute", "minutes"),
        7_200..=172_799 => count_with_noun(seconds / 3_600, "hour", "hours"),
        _ => count_with_noun(seconds / 86_400, "day", "days"),
    }
}

/// Writes a heartbeat unless a change was saved within the last minute; returns how long to wait until
/// the next call.
pub fn record_time(store: &Store) -> Result<Duration> {
    let age = clock::now().duration_since(store.read(|db| db.newest_time())?);
    // A future time was written by a clock that was later set back.
    if age >= SignedDuration::ZERO
        && let Some(rest) = HEARTBEAT_INTERVAL.checked_sub(age.unsigned_abs())
        && !rest.is_zero()
    {
        return Ok(rest);
    }
    store.write(|db| db.record_time())?;
    Ok(HEARTBEAT_INTERVAL)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn second() -> Duration {
        Duration::from_secs(1)
    }

    #[test]
    fn the_time_is_noted_once_a_minute_whatever_the_clock_does() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let newest = || store.read(|db| db.newest_time()).unwrap();
        clock::moved::forward(SignedDuration::from_mins(5));
        let latest = store.read(|db| db.latest_change()).unwrap();
        assert_eq!(record_time(&store).unwrap(), HEARTBEAT_INTERVAL);
        let noted = newest();
        assert!(age_seconds_since(noted) <= 1);
        clock::moved::forward(SignedDuration::from_secs(40));
        let rest = record_time(&store).unwrap();
        assert!(rest <= 20 * second() && rest > 17 * second(), "{rest:?}");
        assert_eq!(newest(), noted, "nothing was written");
        clock::moved::forward(SignedDuration::from_hours(-3));
        assert_eq!(record_time(&store).unwrap(), HEARTBEAT_INTERVAL);
        assert!(newest() < noted && age_seconds_since(newest()) <= 1, "the clock was set back");
        assert_eq!(store.read(|db| db.latest_change()).unwrap(), latest, "no change number was taken");
    }

    #[test]
    fn a_change_says_the_time_too() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        clock::moved::forward(SignedDuration::from_mins(10));
        store.write(|db| db.change_number()).unwrap();
        let changed = store.read(|db| db.newest_time()).unwrap();
        assert!(age_seconds_since(changed) <= 1);
        assert!(record_time(&store).unwrap() < HEARTBEAT_INTERVAL);
        clock::moved::forward(SignedDuration::from_mins(-5));
        store.write(|db| db.change_number()).unwrap();
        assert!(
            store.read(|db| db.newest_time()).unwrap() < changed,
            "the latest change, not the highest time"
        );
    }

    #[test]
    fn an_age_is_said_in_words() {
        let check = |seconds: u64, expected: &str| assert_eq!(spoken(seconds), expected);
        check(0, "0 seconds");
        check(1, "1 second");
        check(119, "119 seconds");
        check(412, "6 minutes");
        check(7_200, "2 hours");
        check(400_000, "4 days");
        assert_eq!(
            age_seconds_since(clock::now() + SignedDuration::from_secs(90)),
            0,
            "a clock that is ahead"
        );
    }
}
