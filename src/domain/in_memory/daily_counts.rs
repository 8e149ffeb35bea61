//! Counts by day, in memory until they are written. They contain no person, only what their keys contain.

use crate::model::clock;
use jiff::civil::Date;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of different keys counted on one day.
pub(in crate::domain) const MAX_KEYS_A_DAY: u32 = 20_000;

/// Counts in memory, by day and key.
pub struct DailyCounts<K> {
    counts: Mutex<HashMap<(Date, K), u32>>,
}

impl<K> Default for DailyCounts<K> {
    fn default() -> Self {
        DailyCounts { counts: Mutex::default() }
    }
}

impl<K: Eq + Hash> DailyCounts<K> {
    /// Counts each of these once more today.
    pub fn count(&self, keys: impl IntoIterator<Item = K>) {
        let today = clock::today();
        let mut counts = self.lock();
        for key in keys {
            let counted = (today, key);
            if counts.len() < MAX_KEYS_A_DAY as usize || counts.contains_key(&counted) {
                *counts.entry(counted).or_default() += 1;
            }
        }
    }

    /// Takes the counts since the last call.
    pub(in crate::domain) fn take(&self) -> HashMap<(Date, K), u32> {
        std::mem::take(&mut self.lock())
    }

    /// Adds counts again that could not be written.
    pub(in crate::domain) fn restore(&self, counted: HashMap<(Date, K), u32>) {
        let mut counts = self.lock();
        for (key, count) in counted {
            *counts.entry(key).or_default() += count;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(Date, K), u32>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_counted_by_day_within_bounds() {
        let log = DailyCounts::default();
        log.count(["a".to_owned(), "b".to_owned()]);
        log.count(["a".to_owned()]);
        let failed = log.take();
        log.count(["a".to_owned()]);
        log.restore(failed);
        clock::moved::forward(jiff::SignedDuration::from_hours(24));
        log.count(["a".to_owned()]);
        let mut counts: Vec<(String, u32)> =
            log.take().into_iter().map(|((_, key), count)| (key, count)).collect();
        counts.sort();
        assert_eq!(counts, [("a".into(), 1), ("a".into(), 3), ("b".into(), 1)]);
        log.count((0..MAX_KEYS_A_DAY + 10).map(|n| n.to_string()));
        assert_eq!(log.take().len(), MAX_KEYS_A_DAY as usize);
    }
}
