//! What the response to an upload says.

use crate::model::files::digest::Digest;
use crate::model::files::file_type::FileType;
use serde::Serialize;
use utoipa::ToSchema;

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
