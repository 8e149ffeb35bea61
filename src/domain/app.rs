//! The handles of use cases, by subject, opened once at start.

pub(super) mod audit_queue;
pub(super) mod counts;
mod report_limit;
pub(super) mod search_index;
mod sign_ins;
pub mod stored_files;

use crate::domain::app::audit_queue::AuditQueue;
use crate::domain::app::counts::UnstoredCounts;
use crate::domain::app::report_limit::ReportLimit;
pub use crate::domain::app::search_index::SearchIndex;
use crate::domain::app::sign_ins::SignIns;
use crate::domain::app::stored_files::{FilesState, PreviewQueue};
use crate::files::FileStore;
use crate::link_check::Checker;
use crate::mail::Mailer;
use crate::model::error::Result;
use crate::model::page_urls;
use crate::settings::Settings;
use crate::store::{Store, WriteTx};
use std::sync::Arc;
use tokio::sync::Notify;

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
    /// The address of a citation's page.
    pub fn citation_url(&self, readable_id: &str) -> String {
        page_urls::citation(&self.public_url, readable_id)
    }

    /// Writes, then waits until the change is searchable.
    pub(in crate::domain) fn write_and_follow<T>(
        &self,
        write: impl FnOnce(&WriteTx<'_>) -> Result<T>,
    ) -> Result<T> {
        let (written, number) = self.store.write(|db| Ok((write(db)?, db.latest_change()?)))?;
        self.search.wait_until_searchable(number);
        Ok(written)
    }

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

/// What wakes background work.
#[derive(Default)]
pub struct Background {
    /// Wakes the job runner.
    pub job_added: Notify,
    /// Wakes the link checker when somebody requests a check.
    pub link_requested: Notify,
    /// Wakes what reads the texts of stored files.
    pub file_stored: Notify,
}

/// The mail server, or the demo's console.
pub struct MailDelivery {
    /// The mail server; `None` when none is set, and on a replica.
    pub(super) mailer: Option<Mailer>,
    /// Wakes the outbox sender.
    pub added: tokio::sync::Notify,
    /// Shows mails instead of sending them: the demo's console.
    console: Option<fn(&str)>,
}

impl MailDelivery {
    pub(super) fn from_settings(settings: &Settings, is_replica: bool) -> Result<MailDelivery> {
        let mailer = if is_replica { None } else { Mailer::from_settings(settings)? };
        Ok(MailDelivery { mailer, added: tokio::sync::Notify::new(), console: None })
    }

    pub(super) fn show_on(&mut self, console: fn(&str)) {
        self.console = Some(console);
    }

    /// Whether orders leave this program: by mail, or on the demo's console.
    pub fn sends_orders(&self) -> bool {
        self.mailer.is_some() || self.console.is_some()
    }

    /// Shows a mail on the demo's console, if there is one.
    pub(super) fn show(&self, text: &str) {
        if let Some(console) = self.console {
            console(text);
        }
    }
}
