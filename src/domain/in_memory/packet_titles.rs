//! The titles of the published packets, as searches use them.

use crate::model::error::Result;
use crate::model::search::request::PacketHit;
use crate::search::PacketTitles;
use crate::store::{PublishedTitle, Store};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The titles that searches know, replaced as a whole when packets change.
#[derive(Default)]
pub struct PublishedTitles {
    present: Mutex<Present>,
}

#[derive(Default)]
struct Present {
    titles: Arc<PacketTitles>,
    /// The database and the change number of its packets; `None` before the first reading.
    version: Option<(String, u64)>,
}

impl PublishedTitles {
    /// The titles as they are now.
    pub fn current(&self) -> Arc<PacketTitles> {
        self.lock().titles.clone()
    }

    /// Makes searches use the titles of the database; done on return. Does nothing if they are current. Called by one
    /// thread at a time.
    pub(in crate::domain) fn refresh(&self, store: &Store) -> Result<()> {
        let known = self.lock().version.clone();
        let newer = store.read(|db| {
            let version = (db.instance().to_owned(), db.packet_change()?);
            if known.as_ref() == Some(&version) {
                return Ok(None);
            }
            Ok(Some((version, db.published_titles()?)))
        })?;
        if let Some((version, titles)) = newer {
            let hit = |title: PublishedTitle| {
                let hit = PacketHit {
                    id: title.id,
                    readable_id: title.readable_id,
                    title: title.title,
                    count: title.count,
                };
                (hit, title.description)
            };
            let titles = Arc::new(PacketTitles::new(titles.into_iter().map(hit).collect()));
            *self.lock() = Present { titles, version: Some(version) };
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
