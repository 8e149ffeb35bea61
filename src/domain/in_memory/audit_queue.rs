//! Events that are not writes, before they are in the audit trail.

use crate::domain::in_memory::refusal_limit::RefusalLimit;
use crate::model::audit::event::AuditEvent;
use crate::model::error::Result;
use crate::store::Store;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of events that wait while the disk is full.
const MAX_WAITING: usize = 10_000;

/// Events that wait to be written; those of several callers share a transaction.
#[derive(Default)]
pub(in crate::domain) struct AuditQueue {
    waiting: Mutex<Vec<AuditEvent>>,
    /// Held while events are written: a caller that waits for it finds its own event written by another one.
    writing: Mutex<()>,
    /// Refusals of the current minute.
    pub refusals: RefusalLimit,
}

impl AuditQueue {
    /// Adds events; returns those for which there is no room.
    pub fn add(&self, mut events: Vec<AuditEvent>) -> Vec<AuditEvent> {
        let mut waiting = lock(&self.waiting);
        let room = MAX_WAITING.saturating_sub(waiting.len()).min(events.len());
        let lost = events.split_off(room);
        waiting.extend(events);
        lost
    }

    /// Writes the waiting events; on an error they wait for the next call.
    pub fn write(&self, store: &Store) -> Result<()> {
        let _turn = lock(&self.writing);
        let events = std::mem::take(&mut *lock(&self.waiting));
        if events.is_empty() {
            return Ok(());
        }
        let written = store.write(|db| events.iter().try_for_each(|event| db.append_audit(event)));
        if written.is_err() {
            let mut waiting = lock(&self.waiting);
            let later = std::mem::replace(&mut *waiting, events);
            waiting.extend(later);
        }
        written
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
