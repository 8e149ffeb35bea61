//! Imports of a server: one at a time, others wait, and every administrator sees their progress.

use crate::domain::actor::Actor;
use crate::model::accounts::rights::Right;
use crate::model::error::{Error, Result};
use crate::model::import::{ImportProgress, ImportState};
use crate::store::Editor;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Maximum number of imports, including arriving and waiting ones: each has a file on disk.
const MAX_ENTRIES: usize = 16;

/// The imports under way, in the order of their arrival.
pub struct ImportQueue {
    turn: Arc<Semaphore>,
    entries: Arc<Mutex<Vec<Arc<State>>>>,
}

struct State {
    editor: Editor,
    progress: Mutex<(ImportState, u64, Option<u64>)>,
}

/// A place in the queue; released when dropped.
pub struct Entry {
    turn: Arc<Semaphore>,
    entries: Arc<Mutex<Vec<Arc<State>>>>,
    state: Arc<State>,
}

/// The running entry; the next one runs when it is dropped.
pub struct Turn {
    entry: Entry,
    _permit: OwnedSemaphorePermit,
}

impl Default for ImportQueue {
    fn default() -> Self {
        ImportQueue { turn: Arc::new(Semaphore::new(1)), entries: Arc::default() }
    }
}

impl ImportQueue {
    /// Queues an import whose file is arriving; unavailable if there are too many.
    pub fn enter(&self, actor: &Actor) -> Result<Entry> {
        actor.require(Right::EditCitations)?;
        let state = Arc::new(State {
            editor: actor.editor().clone(),
            progress: Mutex::new((ImportState::Receiving, 0, None)),
        });
        let mut entries = lock(&self.entries);
        if entries.len() >= MAX_ENTRIES {
            return Err(Error::Unavailable(format!(
                "{MAX_ENTRIES} imports are under way already. Please try again when some are finished."
            )));
        }
        entries.push(state.clone());
        Ok(Entry { turn: self.turn.clone(), entries: self.entries.clone(), state })
    }

    /// The imports in progress, the oldest first, as `actor` may see them.
    pub fn progress(&self, actor: &Actor) -> Result<Vec<ImportProgress>> {
        actor.require(Right::EditCitations)?;
        let user = actor.editor().user;
        Ok(lock(&self.entries).iter().map(|state| state.progress(user)).collect())
    }
}

impl State {
    fn progress(&self, user: Option<i64>) -> ImportProgress {
        let (state, records, total) = *lock(&self.progress);
        let mine = self.editor.user == user;
        ImportProgress { by: self.editor.name.clone(), mine, state, records, total }
    }
}

impl Entry {
    /// Waits until it is this entry's turn; unavailable when that takes longer than `max`.
    pub async fn wait(self, max: Duration) -> Result<Turn> {
        *lock(&self.state.progress) = (ImportState::Waiting, 0, None);
        match tokio::time::timeout(max, self.turn.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(Turn { entry: self, _permit: permit }),
            Ok(Err(_)) | Err(_) => Err(Error::Unavailable(format!(
                "Other imports have been running for {} seconds. Nothing of this file was imported; please try again \
                 when they are finished.",
                max.as_secs()
            ))),
        }
    }
}

impl Turn {
    /// Records the progress of the import: records so far, and their total if it is known.
    pub fn note_progress(&self, state: ImportState, records: u64, total: Option<u64>) {
        *lock(&self.entry.state.progress) = (state, records, total);
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        lock(&self.entries).retain(|other| !Arc::ptr_eq(other, &self.state));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::accounts::rights::{Role, Roles};
    use crate::model::accounts::user::Person;
    use crate::model::audit::event::RequestSource;

    fn admin(user: i64) -> Actor {
        let roles = Roles::new(Role::Admin);
        let name = Some(format!("Person {user}"));
        let subject = format!("https://idp.example.org|{user}");
        let person = Person { key: user, subject, roles, given_name: name, family_name: None, email: None };
        Actor::person(&person, &RequestSource::default())
    }

    fn states(queue: &ImportQueue) -> Vec<(ImportState, bool)> {
        queue.progress(&admin(2)).unwrap().iter().map(|one| (one.state, one.mine)).collect()
    }

    #[tokio::test]
    async fn imports_take_turns_and_a_wait_that_is_too_long_ends() {
        let queue = ImportQueue::default();
        let first = queue.enter(&admin(1)).unwrap().wait(Duration::from_secs(60)).await.unwrap();
        first.note_progress(ImportState::Writing, 2_000, Some(5_000));
        let second = queue.enter(&admin(2)).unwrap();
        assert_eq!(states(&queue), [(ImportState::Writing, false), (ImportState::Receiving, true)]);
        assert_eq!(queue.progress(&admin(1)).unwrap()[0].total, Some(5_000));
        let refused = second.wait(Duration::from_millis(20)).await;
        assert!(matches!(refused, Err(Error::Unavailable(_))));
        assert_eq!(queue.progress(&admin(2)).unwrap().len(), 1, "it left the queue");
        let third = queue.enter(&admin(2)).unwrap().wait(Duration::from_secs(60));
        let (third, ()) = tokio::join!(third, async { drop(first) });
        assert!(third.is_ok());
    }

    #[test]
    fn so_many_imports_and_no_more_are_under_way() {
        let queue = ImportQueue::default();
        let entries: Vec<_> = (0..16).map(|n| queue.enter(&admin(n)).unwrap()).collect();
        assert!(matches!(queue.enter(&admin(99)), Err(Error::Unavailable(_))));
        drop(entries);
        assert!(queue.enter(&admin(99)).is_ok());
    }
}
