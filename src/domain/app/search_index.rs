//! The full-text index and the other data of searches: compiled thesaurus, language tags, titles of packets, promoted phrases.

use crate::model::error::{Error, Result, lock};
use crate::model::keys::ChangeNumber;
use crate::model::search::promotion::Promotion;
use crate::model::search::request::PacketHit;
use crate::model::thesaurus::{Synonym, TermTable};
use crate::search::{Index, PacketTitles, Snapshot, TermSources, Thesaurus, whole_query_key};
use crate::settings::Settings;
use crate::store::{ChangeNotifier, PublishedTitle, ReadTx, Store};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long the response to a save waits for the index; beyond this, the change becomes searchable a little later.
const SEARCHABLE_TIMEOUT: Duration = Duration::from_secs(5);

/// The full-text index that follows the database.
pub struct SearchIndex {
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
            let compiling = scope.spawn(|| thesaurus_from_settings(settings));
            let store = open_store()?;
            let index = Index::open(&settings.data.dir.join("index"), &store.instance(), || {
                let compiled = compiling.join();
                let compiled =
                    compiled.map_err(|_| Error::internal("compiling the terms", "thread panicked"))??;
                let (thesaurus, version) = complete_thesaurus(settings, &store, compiled)?;
                thesaurus_applied = version;
                Ok(Arc::new(thesaurus))
            })?;
            Ok::<_, Error>((store, index))
        })?;
        refresh_language_tags(&store, &index)?;
        let packet_titles = PublishedTitles::default();
        packet_titles.refresh(&store)?;
        let promotions = PromotedPhrases::default();
        promotions.refresh(&store)?;
        let applied = ChangeNotifier::new(ChangeNumber::new(index.applied()));
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
    pub fn wait_until_applied(&self, number: ChangeNumber, timeout: Duration) -> bool {
        number.row().checked_sub(1).is_none_or(|before| {
            self.applied.wait_beyond(ChangeNumber::new(before), timeout);
            self.applied.latest() >= number
        })
    }

    /// Waits until a change is searchable, for as long as a person would wait.
    pub fn wait_until_searchable(&self, number: ChangeNumber) {
        if !self.wait_until_applied(number, SEARCHABLE_TIMEOUT) {
            tracing::warn!(change = %number, "a saved change is not searchable yet");
        }
    }
}

/// The version of the synonyms and terms of a database.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::domain) struct ThesaurusVersion {
    instance: String,
    number: u64,
}

/// The titles that searches know, replaced as a whole when packets change.
#[derive(Default)]
pub struct PublishedTitles {
    present: Mutex<PublishedTitlesState>,
}

impl PublishedTitles {
    /// The titles as they are now.
    pub fn current(&self) -> Arc<PacketTitles> {
        lock(&self.present).titles.clone()
    }

    /// Makes searches use the titles of the database; done on return. Does nothing if they are current. Called by one
    /// thread at a time.
    pub(in crate::domain) fn refresh(&self, store: &Store) -> Result<()> {
        let known = lock(&self.present).version.clone();
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
            *lock(&self.present) = PublishedTitlesState { titles, version: Some(version) };
        }
        Ok(())
    }
}

#[derive(Default)]
struct PublishedTitlesState {
    titles: Arc<PacketTitles>,
    /// The database and the change number of its packets; `None` before the first reading.
    version: Option<(String, ChangeNumber)>,
}

/// The promotions that searches know, replaced as a whole when one changes.
#[derive(Default)]
pub struct PromotedPhrases {
    present: Mutex<PromotedPhrasesState>,
}

impl PromotedPhrases {
    /// The promotion for a text as a whole.
    pub(in crate::domain) fn find(&self, text: &str) -> Option<Arc<Promotion>> {
        let by_key = lock(&self.present).by_key.clone();
        if by_key.is_empty() {
            return None;
        }
        by_key.get(&whole_query_key(text)?).cloned()
    }

    /// Makes searches use the promotions of the database; done on return. Does nothing if they are current.
    pub(in crate::domain) fn refresh(&self, store: &Store) -> Result<()> {
        let known = lock(&self.present).version.clone();
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
        let mut present = lock(&self.present);
        // Another thread may have read a later state.
        let is_older =
            present.version.as_ref().is_some_and(|(db, change)| *db == version.0 && *change > version.1);
        if !is_older {
            *present = PromotedPhrasesState { by_key: Arc::new(by_key), version: Some(version) };
        }
        Ok(())
    }
}

#[derive(Default)]
struct PromotedPhrasesState {
    by_key: Arc<HashMap<String, Arc<Promotion>>>,
    /// The database and the change number of its promotions; `None` before the first reading.
    version: Option<(String, ChangeNumber)>,
}

/// The current version of the synonyms and terms of a database.
pub(in crate::domain) fn thesaurus_version(db: &ReadTx<'_>) -> Result<ThesaurusVersion> {
    Ok(ThesaurusVersion { instance: db.instance().to_owned(), number: db.words_version()? })
}

/// The thesaurus according to the settings, which a start assembles while the database is opened.
pub(in crate::domain) fn thesaurus_from_settings(settings: &Settings) -> Result<Thesaurus> {
    Thesaurus::new(&TermSources { built_in: settings.search.terms, ..TermSources::default() })
}

/// The thesaurus of a database with its version. Returns `settings_only`, the result of [`from_settings`], if the hospital
/// has no terms and synonyms of its own and no terms switched off.
pub(in crate::domain) fn complete_thesaurus(
    settings: &Settings,
    store: &Store,
    settings_only: Thesaurus,
) -> Result<(Thesaurus, ThesaurusVersion)> {
    store.read(|db| {
        let is_unchanged =
            db.own_terms()?.is_none() && db.synonyms()?.is_empty() && db.terms_off()?.is_empty();
        if is_unchanged {
            Ok((settings_only, thesaurus_version(db)?))
        } else {
            thesaurus_from_database(settings, db)
        }
    })
}

/// The thesaurus of a database with its version.
pub(in crate::domain) fn thesaurus_from_store(
    settings: &Settings,
    store: &Store,
) -> Result<(Thesaurus, ThesaurusVersion)> {
    store.read(|db| thesaurus_from_database(settings, db))
}

fn thesaurus_from_database(settings: &Settings, db: &ReadTx<'_>) -> Result<(Thesaurus, ThesaurusVersion)> {
    let synonyms: Vec<Synonym> = db
        .synonyms()?
        .into_iter()
        .map(|entry| Synonym { terms: entry.terms, one_way: entry.one_way })
        .collect();
    Ok((compile_thesaurus(settings, db, &synonyms)?, thesaurus_version(db)?))
}

/// The thesaurus of a database with these synonyms in place of its own.
pub(in crate::domain) fn compile_thesaurus(
    settings: &Settings,
    db: &ReadTx<'_>,
    synonyms: &[Synonym],
) -> Result<Thesaurus> {
    let own = own_term_table(db)?;
    let off = db.terms_off()?;
    Thesaurus::new(&TermSources { built_in: settings.search.terms, own: own.as_ref(), synonyms, off: &off })
}

/// The hospital's own table of terms; `None` without one.
pub(in crate::domain) fn own_term_table(db: &ReadTx<'_>) -> Result<Option<TermTable>> {
    let Some(text) = db.own_terms()? else { return Ok(None) };
    match TermTable::parse(&text) {
        Ok(table) => Ok(Some(table)),
        // It was checked when it was imported: only another version of this program can have other rules.
        Err(errors) => {
            let first = errors.first().map(|error| format!("line {}: {}", error.line, error.reason));
            tracing::error!(
                error = first.unwrap_or_default(),
                "the hospital's own terms cannot be read and are left out; please import them again"
            );
            Ok(None)
        }
    }
}

/// Makes searches use the tags of the database; done on return.
pub fn refresh_language_tags(store: &Store, index: &Index) -> Result<()> {
    let tags = store.read(|db| db.language_tags())?;
    if index.set_language_tags(tags) { index.publish() } else { Ok(()) }
}
