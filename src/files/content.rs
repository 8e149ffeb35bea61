//! What a received file is, by its content: its name and its sender's word count for nothing. Contract 11.1, "Upload".
//!
//! Only containers are looked into here, within bounds. What is in a file is read in the confined child alone.

mod bytes;
mod identify;
mod iso_media;
mod jpeg;
mod office;
mod refusal;
#[cfg(test)]
mod tests;
mod text;

pub use refusal::{ContentError, Refusal};

use crate::files::staged::{Received, StagedFile};
use crate::model::files::FileType;

/// A received file that may be stored.
#[derive(Debug)]
pub struct Accepted {
    pub file: Received,
    pub file_type: FileType,
}

/// Whether metadata of photos is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhotoMetadata {
    /// Place, serial number and the like are removed.
    Remove,
    /// The bytes stay as they came: a copy of what a link served.
    Keep,
}

/// Decides what a received file is, and removes what does not belong into a photo. Blocks.
pub fn accept(file: Received, metadata: PhotoMetadata) -> Result<Accepted, ContentError> {
    let content = file.open()?;
    let file_type = identify::identify(&content, file.size)?;
    if file_type != FileType::Jpeg || metadata == PhotoMetadata::Keep {
        return Ok(Accepted { file, file_type });
    }
    let mut cleaned = StagedFile::sibling(&file)?;
    jpeg::remove_metadata(content, &mut cleaned)?;
    Ok(Accepted { file: cleaned.finish(), file_type })
}
