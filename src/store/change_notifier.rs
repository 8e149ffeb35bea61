//! Notifies those who follow the change sequence of a commit in this process.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The highest change number known in this process; those who wait for a higher one are woken by [`ChangeNotifier::notify`].
pub struct ChangeNotifier {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    latest: u64,
    closed: bool,
}

impl ChangeNotifier {
    /// A notifier whose latest change is `latest`.
    pub fn new(latest: u64) -> Self {
        ChangeNotifier { state: Mutex::new(State { latest, closed: false }), changed: Condvar::new() }
    }

    /// Notifies waiters that change `number` is committed.
    pub fn notify(&self, number: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.latest = state.latest.max(number);
        self.changed.notify_all();
    }

    /// Notifies waiters that another sequence is followed from now on, whose latest change is `number`: it may be lower.
    pub fn restart_at(&self, number: u64) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).latest = number;
        self.changed.notify_all();
    }

    /// The highest number committed.
    pub fn latest(&self) -> u64 {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).latest
    }

    /// Wakes all waiters, now and from now on: the program stops.
    pub fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.changed.notify_all();
    }

    /// Waits until a number above `after` is committed, `timeout` has passed, or the notifier is closed; `false` when closed.
    pub fn wait_beyond(&self, after: u64, timeout: Duration) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (state, _) = self
            .changed
            .wait_timeout_while(state, timeout, |s| !s.closed && s.latest <= after)
            .unwrap_or_else(PoisonError::into_inner);
        !state.closed
    }
}
