//! The truth: an SQLite database. Alone knows rusqlite.
//!
//! [`Store`] opens it; [`Reader`] and [`Writer`] are what one transaction can do, a file per subject.

mod addresses;
mod backup;
mod before_copy;
mod change_notifier;
mod changes;
mod citation_changes;
mod citation_reader;
mod citation_writer;
mod copying;
mod data_dir;
mod data_lock;
mod database;
mod departments;
mod fault;
mod file_identity;
mod import_ids;
mod jobs;
mod languages;
mod lookup_changes;
mod lookups;
mod opening;
mod orders;
mod preparing;
mod readable_ids;
mod restore;
mod searches;
mod sessions;
mod sign_ins;
mod target;
mod translation_requests;
mod translations;
mod users;
mod versions;
mod words;

pub use backup::finish_sample;
pub use change_notifier::ChangeNotifier;
pub use citation_changes::WouldSave;
pub use citation_reader::Found;
pub use citation_writer::{Editor, Saved};
pub use data_dir::FILE_NAME;
pub use data_lock::{DataLock, ServerLock};
pub use database::{Reader, Store, Version, Writer};
pub use import_ids::ImportIds;
pub use jobs::NextStep;
pub use orders::{DueMail, MailsWaiting};
pub use preparing::inspect;
pub use restore::{Kept, create_from_copy, restore_copy};
pub use searches::{CountedSearch, SearchCount};
pub use sign_ins::SignIn;
pub use target::{Target, write_whole};
pub use translation_requests::RequestFilter;
pub use translations::{CountedTranslationSearch, TranslatedCitation};
pub use users::{AdminGrant, UserClaims};
pub use versions::VersionEntry;
