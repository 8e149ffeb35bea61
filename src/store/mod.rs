//! The truth: an SQLite database. Alone knows rusqlite.
//!
//! [`Store`] opens it; [`Reader`] and [`Writer`] are what one transaction can do, a file per subject.

mod addresses;
mod backup;
mod change_notifier;
mod changes;
mod citation_reader;
mod citation_writer;
mod database;
mod departments;
mod fault;
mod jobs;
mod lookup_changes;
mod lookups;
mod orders;
mod readable_ids;
mod sessions;
mod sign_ins;
mod users;
mod versions;

pub use backup::{finish_sample, renew_instance, restore_copy};
pub use change_notifier::ChangeNotifier;
pub use citation_reader::Found;
pub use citation_writer::{Editor, Saved};
pub use database::{FILE_NAME, Reader, Store, Version, Writer};
pub use jobs::NextStep;
pub use orders::{DueMail, MailsWaiting};
pub use sign_ins::SignIn;
pub use users::{AdminGrant, UserClaims};
pub use versions::VersionEntry;
