//! Stored files of handouts: what is known of each content, and what refers to it. The contents are in `files`.

mod attachable;
mod cleanup;
pub(in crate::store) mod contents;
pub(in crate::store) mod versions;

pub use attachable::FileOrigin;
pub use cleanup::UnusedFile;
pub use contents::{NewFile, StoredFileRow};
pub use versions::NamedVersion;
