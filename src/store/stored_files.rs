//! Stored files of handouts: what is known of each content, and what refers to it. The contents are in `files`.

mod attachable;
pub(super) mod contents;
pub(super) mod versions;

pub use crate::store::stored_files::contents::UnusedFile;
pub use attachable::FileOrigin;
pub use contents::{NewFile, StoredFileRow};
pub use versions::NamedVersion;
