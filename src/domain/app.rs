//! The handles of use cases, by subject, opened once at start.

mod background;
mod mail_delivery;
mod search_index;
mod sign_ins;
mod unstored_counts;

use crate::domain::app::background::Background;
use crate::domain::app::mail_delivery::MailDelivery;
pub use crate::domain::app::search_index::SearchIndex;
use crate::domain::app::sign_ins::SignIns;
use crate::domain::app::unstored_counts::UnstoredCounts;
use crate::domain::files_state::FilesState;
use crate::domain::in_memory::audit_queue::AuditQueue;
use crate::domain::in_memory::preview_queue::PreviewQueue;
use crate::domain::in_memory::report_limit::ReportLimit;
use crate::files::FileStore;
use crate::link_check::Checker;
use crate::model::error::Result;
use crate::settings::Settings;
use crate::store::Store;
use std::sync::Arc;

/// Everything that use cases work with; each takes what it needs of it. Shared between all threads.
pub struct App {
    /// The settings this program was started with.
    pub settings: Arc<Settings>,
    /// The public URL, without a trailing slash.
    pub public_url: String,
    /// The database, which is the source of truth.
    pub store: Arc<Store>,
    /// The full-text index that follows it.
    pub search: SearchIndex,
    /// The contents of stored files.
    pub files: FileStore,
    /// Fetches links to store what they serve; made for the first one, because it reads the machine's certificate authorities.
    pub(super) link_fetcher: tokio::sync::OnceCell<Arc<Checker>>,
    /// The previews that are being drawn.
    pub(super) previews: PreviewQueue,
    /// Whether they can be reached and are all there.
    pub files_state: FilesState,
    /// How people sign in, and who has signed in.
    pub sign_ins: SignIns,
    /// How orders and digests are mailed.
    pub mail: MailDelivery,
    /// What wakes background work.
    pub background: Background,
    /// Counts that are not stored yet.
    pub(super) unstored: UnstoredCounts,
    /// Who has reported problems within the last hour.
    pub(super) report_limit: ReportLimit,
    /// Events that are being recorded.
    pub(super) audit: AuditQueue,
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
        let (store, search) = SearchIndex::open_beside(&settings, || open(&settings))?;
        let public_url = public_url.trim_end_matches('/').to_owned();
        store.set_public_url(&public_url);
        search.index.set_public_url(&public_url)?;
        Ok(App {
            sign_ins: SignIns::from_settings(&settings, &public_url)?,
            mail: MailDelivery::from_settings(&settings, store.replica().is_some())?,
            files: FileStore::new(&settings.files, &settings.data.dir)?,
            link_fetcher: tokio::sync::OnceCell::new(),
            previews: PreviewQueue::default(),
            files_state: FilesState::default(),
            settings,
            public_url,
            store: Arc::new(store),
            search,
            background: Background::default(),
            unstored: UnstoredCounts::default(),
            report_limit: ReportLimit::default(),
            audit: AuditQueue::default(),
        })
    }

    /// Shows orders through `console` instead of mailing them.
    pub fn with_console(mut self, console: fn(&str)) -> App {
        self.mail.show_on(console);
        self
    }
}
