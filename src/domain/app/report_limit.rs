//! Limits the problem reports of a client. Clients are hashed with a key that is new at every start, and held in memory
//! for an hour at most.

use crate::model::clock::{self, UnixTime};
use crate::model::error::lock;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::Mutex;

/// Maximum number of reports of one client within an hour.
const MAX_AN_HOUR: usize = 5;
const HOUR_S: i64 = 3_600;
/// How many clients are remembered; reports of more are refused until some are forgotten.
const MAX_CLIENTS: usize = 10_000;

/// The reports of the last hour.
#[derive(Default)]
pub struct ReportLimit {
    /// The seconds of a client's reports, oldest first.
    reports: Mutex<HashMap<u64, Vec<UnixTime>>>,
    hasher: RandomState,
}

impl ReportLimit {
    /// Counts a report of this client; when there are too many, returns in how many seconds the next one is taken.
    pub fn take(&self, client: impl Hash) -> Result<(), u64> {
        let (client, now) = (self.hasher.hash_one(client), clock::seconds());
        let mut reports = lock(&self.reports);
        forget_old(&mut reports, now);
        if reports.len() >= MAX_CLIENTS && !reports.contains_key(&client) {
            return Err(HOUR_S.unsigned_abs());
        }
        let times = reports.entry(client).or_default();
        match times.first() {
            Some(oldest) if times.len() >= MAX_AN_HOUR => {
                Err((*oldest + HOUR_S - now).clamp(1, HOUR_S).unsigned_abs())
            }
            _ => {
                times.push(now);
                Ok(())
            }
        }
    }

    /// Removes the last report of this client from the count, because it was not stored.
    pub fn take_back(&self, client: impl Hash) {
        let client = self.hasher.hash_one(client);
        if let Some(times) = lock(&self.reports).get_mut(&client) {
            times.pop();
        }
    }

    /// Forgets the reports of more than an hour ago: no client is remembered for longer if this is called regularly.
    pub fn forget_old(&self) {
        forget_old(&mut lock(&self.reports), clock::seconds());
    }
}

fn forget_old(reports: &mut HashMap<u64, Vec<UnixTime>>, now: UnixTime) {
    reports.retain(|_, times| {
        times.retain(|at| (0..HOUR_S).contains(&(now - *at)));
        !times.is_empty()
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::SignedDuration;

    #[test]
    fn a_client_may_report_five_times_an_hour() {
        clock::moved::stop();
        let limit = ReportLimit::default();
        assert!((0..MAX_AN_HOUR).all(|_| limit.take("a").is_ok()));
        let wait = limit.take("a");
        assert!(wait.is_err_and(|seconds| seconds == 3_600), "{wait:?}");
        assert!(limit.take("b").is_ok(), "others still may");
        limit.take_back("a");
        assert!(limit.take("a").is_ok() && limit.take("a").is_err());
        clock::moved::forward(SignedDuration::from_secs(HOUR_S));
        assert!(limit.take("a").is_ok());
    }

    #[test]
    fn a_client_is_forgotten_after_an_hour_also_when_nobody_reports() {
        clock::moved::stop();
        let limit = ReportLimit::default();
        assert!(limit.take("a").is_ok());
        clock::moved::forward(SignedDuration::from_secs(HOUR_S / 2));
        assert!(limit.take("b").is_ok());
        clock::moved::forward(SignedDuration::from_secs(HOUR_S / 2));
        limit.forget_old();
        assert_eq!(lock(&limit.reports).len(), 1, "b alone");
        clock::moved::forward(SignedDuration::from_secs(HOUR_S / 2));
        limit.forget_old();
        assert_eq!(lock(&limit.reports).len(), 0);
    }

    #[test]
    fn memory_is_bounded() {
        clock::moved::stop();
        let limit = ReportLimit::default();
        assert_eq!((0..MAX_CLIENTS + 10).filter(|client| limit.take(client).is_ok()).count(), MAX_CLIENTS);
        assert!(limit.take(0_usize).is_ok(), "who is remembered still may");
        clock::moved::forward(SignedDuration::from_secs(HOUR_S));
        assert!(limit.take("new").is_ok());
        assert_eq!(lock(&limit.reports).len(), 1);
    }
}
