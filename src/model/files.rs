//! Stored files: their digests, types and names.

mod attachable;
mod digest;
mod file_address;
mod file_name;
mod file_type;
mod store_address;

pub use attachable::{AttachableCitation, AttachableVersion};
pub use digest::Digest;
pub use file_address::FileAddress;
pub use file_name::{FileName, is_removed};
pub use file_type::FileType;
pub use store_address::StoreAddress;

use serde::Serialize;
use utoipa::ToSchema;

/// The widths of previews, in pixels.
pub const PREVIEW_WIDTHS: [u32; 3] = [160, 320, MAX_PREVIEW_WIDTH];
/// The largest of them.
pub const MAX_PREVIEW_WIDTH: u32 = 640;

/// An uploaded file, which a language version can refer to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UploadedFile {
    /// SHA-256 of the stored content, in 64 lower-case hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub digest: Digest,
    /// Its name, with an extension of its type.
    pub name: String,
    /// Media type.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub file_type: FileType,
    /// Length in bytes.
    pub size: u64,
    /// Pages of a PDF; null for other types and where they could not be counted.
    pub pages: Option<u32>,
    /// The title in the file; null without one.
    pub title: Option<String>,
    /// What was changed, in words.
    pub notices: Vec<String>,
}

/// A content that a database refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    pub digest: Digest,
    /// In bytes.
    pub size: u64,
    /// The name at its last upload.
    pub name: String,
}

impl std::fmt::Display for NamedFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.digest, self.name)
    }
}
