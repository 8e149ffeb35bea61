//! The change sequence: which citations changed, in which order. The search index follows it and is notified of commits in this
//! process.

use crate::model::error::{Result, lock};
use crate::model::keys::{ChangeNumber, CitationKey, UserKey};
use crate::store::database::{ReadTx, WriteTx, latest_change};
pub(super) use crate::store::sql::now;
use rusqlite::params;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Who makes a change, as the history shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editor {
    /// Key of the user record; `None` for the command line.
    pub user: Option<UserKey>,
    /// As shown.
    pub name: String,
}

impl ReadTx<'_> {
    /// The number of the latest change; 0 before the first.
    pub fn latest_change(&self) -> Result<ChangeNumber> {
        latest_change(self.db)
    }

    /// Keys of the citations whose latest change, or that of a text of theirs, lies after `number`, ascending; each once.
    pub fn changed_after(&self, number: ChangeNumber) -> Result<Vec<CitationKey>> {
        self.values(
            "SELECT key FROM citations WHERE changed > ?1 \
             UNION SELECT citation FROM text_changes WHERE changed > ?1 ORDER BY 1",
            [number],
        )
    }
}

impl WriteTx<'_> {
    /// The change number of this transaction; taken at the first call.
    pub fn change_number(&self) -> Result<ChangeNumber> {
        if let Some(number) = self.change.get() {
            return Ok(number);
        }
        self.execute("INSERT INTO changes (at) VALUES (?1)", params![now()])?;
        let number = ChangeNumber::new(u64::try_from(self.db.last_insert_rowid()).unwrap_or(0));
        self.change.set(Some(number));
        Ok(number)
    }
}

/// The highest change number known in this process; those who wait for a higher one are woken by [`ChangeNotifier::notify`].
pub struct ChangeNotifier {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    latest: ChangeNumber,
    closed: bool,
}

impl ChangeNotifier {
    /// A notifier whose latest change is `latest`.
    pub fn new(latest: ChangeNumber) -> Self {
        ChangeNotifier { state: Mutex::new(State { latest, closed: false }), changed: Condvar::new() }
    }

    /// Notifies waiters that change `number` is committed.
    pub fn notify(&self, number: ChangeNumber) {
        let mut state = lock(&self.state);
        state.latest = state.latest.max(number);
        self.changed.notify_all();
    }

    /// Notifies waiters that another sequence is followed from now on, whose latest change is `number`: it may be lower.
    pub fn restart_at(&self, number: ChangeNumber) {
        lock(&self.state).latest = number;
        self.changed.notify_all();
    }

    /// The highest number committed.
    pub fn latest(&self) -> ChangeNumber {
        lock(&self.state).latest
    }

    /// Wakes all waiters, now and from now on: the program stops.
    pub fn close(&self) {
        lock(&self.state).closed = true;
        self.changed.notify_all();
    }

    /// Waits until a number above `after` is committed, `timeout` has passed, or the notifier is closed; `false` when closed.
    pub fn wait_beyond(&self, after: ChangeNumber, timeout: Duration) -> bool {
        let state = lock(&self.state);
        let (state, _) = self
            .changed
            .wait_timeout_while(state, timeout, |s| !s.closed && s.latest <= after)
            .unwrap_or_else(PoisonError::into_inner);
        !state.closed
    }
}
