//! The stored file of a language version. Contract section 11.1.

use crate::model::files::{Digest, FileType};
use serde::Serialize;
use utoipa::ToSchema;

/// The stored file of a language version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct VersionFile {
    /// SHA-256 of the content, in 64 lower-case hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub digest: Digest,
    /// Its name; in requests optional, and changed as that of an upload.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    pub name: Option<String>,
    /// What the server knows of the content; ignored in requests.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = FileDetails)]
    pub details: Option<FileDetails>,
    /// When and why the content was withdrawn; left out for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<Withdrawal>,
}

/// What is known of the content of a stored file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FileDetails {
    /// Media type.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub media_type: FileType,
    /// Length in bytes.
    pub size: u64,
    /// Pages of a PDF; null for other types and where they could not be counted.
    pub pages: Option<u32>,
    /// Whether there is a preview of the first page or of the image.
    pub preview: bool,
    /// When it was stored, ISO 8601, UTC.
    pub stored: String,
    /// Who stored it; only for signed-in people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// When and why the content of a file was withdrawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Withdrawal {
    /// The reason, as the administrator gave it.
    pub reason: String,
    /// When, ISO 8601, UTC.
    pub at: String,
}

impl Withdrawal {
    /// What people read in place of the file.
    pub fn message(&self) -> String {
        format!("This file was withdrawn: {}", self.reason)
    }
}

impl VersionFile {
    /// As versions and exports store it: what the server knows of the content is not part of the version.
    pub fn reference(&self) -> VersionFile {
        VersionFile { details: None, ..self.clone() }
    }

    /// Whether there is a preview of it.
    pub fn has_preview(&self) -> bool {
        !self.is_withdrawn() && self.details.as_ref().is_some_and(|details| details.preview)
    }

    /// Whether it was withdrawn.
    pub fn is_withdrawn(&self) -> bool {
        self.withdrawn.is_some()
    }
}
