//! The full-text index and the other data of searches.

use crate::domain::in_memory::packet_titles::PublishedTitles;
use crate::domain::in_memory::promoted_phrases::PromotedPhrases;
use crate::domain::in_memory::search_thesaurus::ThesaurusVersion;
use crate::domain::in_memory::{language_tags, search_thesaurus};
use crate::model::error::{Error, Result};
use crate::search::{Index, Snapshot};
use crate::settings::Settings;
use crate::store::{ChangeNotifier, Store};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long the response to a save waits for the index; beyond this, the change becomes searchable a little later.
const SEARCHABLE_TIMEOUT: Duration = Duration::from_secs(5);

/// The full-text index that follows the database.
pub struct SearchIndex {
    /// The index.
    pub index: Arc<Index>,
    /// Notified when the index has applied a change number.
    pub applied: ChangeNotifier,
    /// Titles of the published packets that searches find.
    pub packet_titles: PublishedTitles,
    /// Promoted results by their phrases.
    pub promotions: PromotedPhrases,
    /// Version of the synonyms and terms that searches use.
    pub(in crate::domain) thesaurus_applied: Mutex<ThesaurusVersion>,
}

impl SearchIndex {
    /// Opens a database and its index. The thesaurus is compiled on another thread in the meantime.
    pub(super) fn open_beside(
        settings: &Settings,
        open_store: impl FnOnce() -> Result<Store>,
    ) -> Result<(Store, SearchIndex)> {
        let mut thesaurus_applied = ThesaurusVersion::default();
        let (store, index) = std::thread::scope(|scope| {
            let compiling = scope.spawn(|| search_thesaurus::from_settings(settings));
            let store = open_store()?;
            let index = Index::open(&settings.data.dir.join("index"), &store.instance(), || {
                let compiled = compiling.join();
                let compiled =
                    compiled.map_err(|_| Error::internal("compiling the terms", "thread panicked"))??;
                let (thesaurus, version) = search_thesaurus::complete(settings, &store, compiled)?;
                thesaurus_applied = version;
                Ok(Arc::new(thesaurus))
            })?;
            Ok::<_, Error>((store, index))
        })?;
        language_tags::refresh(&store, &index)?;
        let packet_titles = PublishedTitles::default();
        packet_titles.refresh(&store)?;
        let promotions = PromotedPhrases::default();
        promotions.refresh(&store)?;
        let applied = ChangeNotifier::new(index.applied());
        let thesaurus_applied = Mutex::new(thesaurus_applied);
        Ok((
            store,
            SearchIndex { index: Arc::new(index), applied, packet_titles, promotions, thesaurus_applied },
        ))
    }

    /// The state of the index to search in.
    ///
    /// [`Error::Preparing`] while the first index of the database is being built: a response would claim that the catalogue
    /// is empty.
    pub fn snapshot(&self) -> Result<Arc<Snapshot>> {
        if self.index.has_followed() { Ok(self.index.snapshot()) } else { Err(Error::Preparing) }
    }

    /// Waits until change `number` can be searched; returns `false` if that takes longer than `timeout`.
    pub fn wait_until_applied(&self, number: u64, timeout: Duration) -> bool {
        number == 0 || {
            self.applied.wait_beyond(number - 1, timeout);
            self.applied.latest() >= number
        }
    }

    /// Waits until a change is searchable, for as long as a person would wait.
    pub fn wait_until_searchable(&self, number: u64) {
        if !self.wait_until_applied(number, SEARCHABLE_TIMEOUT) {
            tracing::warn!(change = number, "a saved change is not searchable yet");
        }
    }
}
