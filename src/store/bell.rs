//! Tells those who follow the change sequence that this process has committed something.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The highest change number known in this process; those who wait for a higher one are woken by [`Bell::ring`].
pub struct Bell {
    state: Mutex<State>,
    rung: Condvar,
}

struct State {
    latest: u64,
    closed: bool,
}

impl Bell {
    /// A bell that knows of `latest`.
    pub fn new(latest: u64) -> Self {
        Bell { state: Mutex::new(State { latest, closed: false }), rung: Condvar::new() }
    }

    /// Says that change `number` is committed.
    pub fn ring(&self, number: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.latest = state.latest.max(number);
        self.rung.notify_all();
    }

    /// The highest number rung.
    pub fn latest(&self) -> u64 {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).latest
    }

    /// Wakes everybody, now and from now on: the program stops.
    pub fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.rung.notify_all();
    }

    /// Waits until a number above `after` is rung, `most` has passed, or the bell is closed; `false` when closed.
    pub fn wait_beyond(&self, after: u64, most: Duration) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (state, _) = self
            .rung
            .wait_timeout_while(state, most, |s| !s.closed && s.latest <= after)
            .unwrap_or_else(PoisonError::into_inner);
        !state.closed
    }
}
