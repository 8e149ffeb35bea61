//! The promoted results in memory, by the keys of their phrases, as searches look them up.

use crate::model::error::Result;
use crate::model::search::promotion::Promotion;
use crate::search::whole_query_key;
use crate::store::Store;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The promotions that searches know, replaced as a whole when one changes.
#[derive(Default)]
pub struct PromotedPhrases {
    present: Mutex<Present>,
}

#[derive(Default)]
struct Present {
    by_key: Arc<HashMap<String, Arc<Promotion>>>,
    /// The database and the change number of its promotions; `None` before the first reading.
    version: Option<(String, u64)>,
}

impl PromotedPhrases {
    /// The promotion for a text as a whole.
    pub(in crate::domain) fn find(&self, text: &str) -> Option<Arc<Promotion>> {
        let by_key = self.lock().by_key.clone();
        if by_key.is_empty() {
            return None;
        }
        by_key.get(&whole_query_key(text)?).cloned()
    }

    /// Makes searches use the promotions of the database; done on return. Does nothing if they are current.
    pub(in crate::domain) fn refresh(&self, store: &Store) -> Result<()> {
        let known = self.lock().version.clone();
        let newer = store.read(|db| {
            let version = (db.instance().to_owned(), db.promotion_change()?);
            if known.as_ref() == Some(&version) {
                return Ok(None);
            }
            Ok(Some((version, db.promotions()?)))
        })?;
        let Some((version, promotions)) = newer else { return Ok(()) };
        let mut by_key = HashMap::new();
        for promotion in promotions.into_iter().map(Arc::new) {
            for key in promotion.phrases.iter().filter_map(|phrase| whole_query_key(phrase)) {
                by_key.entry(key).or_insert_with(|| promotion.clone());
            }
        }
        let mut present = self.lock();
        // Another thread may have read a later state.
        let is_older =
            present.version.as_ref().is_some_and(|(db, change)| *db == version.0 && *change > version.1);
        if !is_older {
            *present = Present { by_key: Arc::new(by_key), version: Some(version) };
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
