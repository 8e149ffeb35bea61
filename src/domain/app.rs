//! The handles that every use case needs, opened once at start.

use crate::domain::in_memory::callers::Callers;
use crate::domain::in_memory::import_queue::ImportQueue;
use crate::domain::in_memory::packet_titles::PublishedTitles;
use crate::domain::in_memory::search_log::SearchLog;
use crate::domain::in_memory::translation_log::TranslationLog;
use crate::domain::in_memory::vocabulary::WordsVersion;
use crate::domain::in_memory::{language_tags, vocabulary};
use crate::identity::Identity;
use crate::mail::Mailer;
use crate::model::error::{Error, Result};
use crate::search::{Index, Snapshot};
use crate::settings::Settings;
use crate::store::{ChangeNotifier, Store};
use moka::future::Cache;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long the response to a save waits for the index; beyond this, the change becomes searchable a little later.
const SEARCHABLE_TIMEOUT: Duration = Duration::from_secs(5);

/// Everything a use case works with. Shared between all threads.
pub struct App {
    /// The settings this program was started with.
    pub settings: Arc<Settings>,
    /// The public URL, without a trailing slash.
    pub public_url: String,
    /// The database, which is the source of truth.
    pub store: Arc<Store>,
    /// The full-text index that follows it.
    pub index: Arc<Index>,
    /// Notified when the index has applied a change number.
    pub applied: ChangeNotifier,
    /// Wakes the job runner.
    pub job_added: tokio::sync::Notify,
    /// Wakes the link checker when somebody requests a check.
    pub link_requested: tokio::sync::Notify,
    /// How people sign in; `None` when no provider is set.
    pub identity: Option<Box<Identity>>,
    /// How orders and digests are mailed; `None` when no mail server is set.
    pub mailer: Option<Mailer>,
    /// Imports under way in this server.
    pub imports: ImportQueue,
    /// Wakes the outbox sender.
    pub mail_added: tokio::sync::Notify,
    /// Shows orders instead of mailing them: the demo's console.
    pub(super) console: Option<fn(&str)>,
    /// Recently identified callers.
    pub(super) callers: Callers,
    /// One lock per sign-in, so that its tokens are renewed once.
    pub(super) renewals: Cache<Vec<u8>, Arc<tokio::sync::Mutex<()>>>,
    /// Recent searches of signed-in people that are not stored yet, newest first.
    pub(super) noted_searches: Mutex<HashMap<i64, Vec<String>>>,
    /// Anonymous search counts that are not stored yet.
    pub(super) search_log: SearchLog,
    /// Counts of searches that lacked a translation, not stored yet.
    pub(super) translation_log: TranslationLog,
    /// Titles of the published packets that searches know.
    pub packet_titles: PublishedTitles,
    /// Version of the synonyms and terms that searches use.
    pub(super) words_applied: Mutex<WordsVersion>,
}

impl App {
    /// Opens the database and the index of the data directory in `settings`.
    pub fn open(settings: Arc<Settings>, public_url: &str) -> Result<App> {
        Self::opened(settings, public_url, |settings| Store::open(&settings.data.dir))
    }

    /// Opens the index that follows a database. On a replica nobody can sign in and nothing is mailed, whatever the
    /// settings say; the provider is asked about bearer tokens alone, so that bad ones are refused as on the primary.
    pub fn from_store(settings: Arc<Settings>, public_url: &str, store: Store) -> Result<App> {
        Self::opened(settings, public_url, |_| Ok(store))
    }

    /// The index may lag behind the database, or be empty; [`crate::work`] makes it follow.
    fn opened(
        settings: Arc<Settings>,
        public_url: &str,
        open: impl FnOnce(&Settings) -> Result<Store>,
    ) -> Result<App> {
        let mut words_applied = WordsVersion::default();
        // Compiling the thesaurus takes as long as opening everything else.
        let (store, index) = std::thread::scope(|scope| {
            let compiling = scope.spawn(|| vocabulary::from_settings(&settings));
            let store = open(&settings)?;
            let index = Index::open(&settings.data.dir.join("index"), &store.instance(), || {
                let compiled = compiling.join();
                let compiled =
                    compiled.map_err(|_| Error::internal("compiling the terms", "thread panicked"))??;
                let (vocabulary, version) = vocabulary::completed(&settings, &store, compiled)?;
                words_applied = version;
                Ok(Arc::new(vocabulary))
            })?;
            Ok::<_, Error>((store, index))
        })?;
        language_tags::refresh(&store, &index)?;
        let packet_titles = PublishedTitles::default();
        packet_titles.refresh(&store)?;
        let applied = ChangeNotifier::new(index.applied());
        let public_url = public_url.trim_end_matches('/').to_owned();
        let identity = Identity::new(&settings, &public_url)?.map(Box::new);
        let mailer = if store.replica().is_some() { None } else { Mailer::from_settings(&settings)? };
        Ok(App {
            settings,
            public_url,
            store: Arc::new(store),
            index: Arc::new(index),
            applied,
            job_added: tokio::sync::Notify::new(),
            link_requested: tokio::sync::Notify::new(),
            identity,
            mailer,
            imports: ImportQueue::default(),
            mail_added: tokio::sync::Notify::new(),
            console: None,
            callers: Callers::default(),
            renewals: Cache::builder().max_capacity(10_000).time_to_live(Duration::from_secs(60)).build(),
            noted_searches: Mutex::default(),
            search_log: SearchLog::default(),
            translation_log: TranslationLog::default(),
            packet_titles,
            words_applied: Mutex::new(words_applied),
        })
    }

    /// The state of the index to search in.
    ///
    /// [`Error::Preparing`] while the first index of the database is being built: a response would claim that the catalogue is empty.
    pub fn searchable(&self) -> Result<Arc<Snapshot>> {
        if self.index.has_followed() { Ok(self.index.snapshot()) } else { Err(Error::Preparing) }
    }

    /// Shows orders through `console` instead of mailing them.
    pub fn with_console(mut self, console: fn(&str)) -> App {
        self.console = Some(console);
        self
    }

    /// Whether orders leave this program: by mail, or on the demo's console.
    pub fn sends_orders(&self) -> bool {
        self.mailer.is_some() || self.console.is_some()
    }

    pub(super) fn console(&self, text: &str) {
        if let Some(console) = self.console {
            console(text);
        }
    }

    /// Waits until change `number` can be searched; returns `false` if that takes longer than `most`.
    pub fn wait_until_applied(&self, number: u64, most: Duration) -> bool {
        number == 0 || {
            self.applied.wait_beyond(number - 1, most);
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
