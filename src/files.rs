//! Stored files: their contents by digest, in the data directory or an S3-compatible store, and what is done with bytes
//! before they are stored. Which contents are referenced is known to the database alone.
//!
//! [`FileStore`] is the interface. [`StagedFile`] receives an upload, [`content::accept`] decides what it is, and
//! [`FileStore::put`] makes it durable.

mod chunks;
pub mod content;
mod local;
mod ownership;
mod previews;
mod primary;
mod s3;
mod staged;
mod store;
pub mod zip;

pub use chunks::Chunks;
pub use ownership::Ownership;
pub use previews::PreviewFolder;
pub use primary::PrimaryFiles;
pub use staged::{Received, StagedFile, StagingError, remove_abandoned};
pub use store::{Deletion, FileStore, KeptReason, Probe, Put, wait_for};
