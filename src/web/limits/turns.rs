//! Limits concurrent work for each person or client, and in total.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::Semaphore;

/// The number of keys from which unused ones are removed.
const CLEANUP_THRESHOLD: usize = 1_000;

/// A semaphore for each key, as long as one of its permits is held or awaited.
#[derive(Debug)]
pub(in crate::web) struct Turns<K> {
    permits: usize,
    keyed: Mutex<HashMap<K, Weak<Semaphore>>>,
}

impl<K: Eq + Hash> Turns<K> {
    /// The number of permits for each key.
    pub fn new(permits: usize) -> Turns<K> {
        Turns { permits, keyed: Mutex::default() }
    }

    /// The semaphore of this key.
    pub fn semaphore(&self, key: K) -> Arc<Semaphore> {
        // A panic cannot leave it inconsistent.
        let mut keyed = self.keyed.lock().unwrap_or_else(PoisonError::into_inner);
        if keyed.len() >= CLEANUP_THRESHOLD {
            keyed.retain(|_, semaphore| semaphore.strong_count() > 0);
        }
        let slot = keyed.entry(key).or_default();
        slot.upgrade().unwrap_or_else(|| {
            let fresh = Arc::new(Semaphore::new(self.permits));
            *slot = Arc::downgrade(&fresh);
            fresh
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn each_key_has_its_own_permits_and_is_forgotten_when_unused() {
        let turns = Turns::new(1);
        let held = turns.semaphore(1).try_acquire_owned().unwrap();
        assert!(turns.semaphore(1).try_acquire_owned().is_err());
        assert!(turns.semaphore(2).try_acquire_owned().is_ok());
        drop(held);
        assert!(turns.semaphore(1).try_acquire_owned().is_ok());
        for key in 0..5_000 {
            let _ = turns.semaphore(key);
        }
        assert!(turns.keyed.lock().unwrap().len() <= CLEANUP_THRESHOLD);
    }
}
