//! Verifies the checksums of index files.
//!
//! Does what `tantivy::Index::validate_checksum` does, but on all cores and in two parts: most of the bytes are the stored
//! documents of large segments, of which a search reads only the texts of handouts: each has its own checksum.

use crate::search::segments::side_files::MIN_DOCS_FOR_FILES;
use rayon::prelude::*;
use std::path::PathBuf;
use tantivy::directory::error::OpenReadError;
use tantivy::index::SegmentComponent;
use tantivy::{IndexMeta, SegmentMeta};

/// Returns whether the files of all segments have valid checksums, except the stored documents of large segments; see
/// [`documents_are_intact`].
pub(in crate::search) fn is_intact(index: &tantivy::Index, metas: &IndexMeta) -> Result<bool, OpenReadError> {
    let excluded: Vec<PathBuf> = large_stores(&metas.segments).collect();
    are_intact(index, metas.list_segment_files().into_iter().filter(|file| !excluded.contains(file)))
}

/// Returns whether the stored documents of the large segments have valid checksums. Columns and merged segments are built from
/// stored documents.
pub(in crate::search) fn documents_are_intact(
    index: &tantivy::Index,
    segments: &[SegmentMeta],
) -> Result<bool, OpenReadError> {
    // One after the other, so that the memory of one large file is released before the next is read.
    for file in large_stores(segments) {
        if !are_intact(index, std::iter::once(file))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn large_stores(segments: &[SegmentMeta]) -> impl Iterator<Item = PathBuf> {
    let large = segments.iter().filter(|segment| segment.max_doc() >= MIN_DOCS_FOR_FILES);
    large.map(|segment| segment.relative_path(SegmentComponent::Store))
}

fn are_intact(index: &tantivy::Index, files: impl Iterator<Item = PathBuf>) -> Result<bool, OpenReadError> {
    let directory = index.directory();
    let managed = directory.list_managed_files();
    let files: Vec<PathBuf> = files.filter(|file| managed.contains(file)).collect();
    let valid: Vec<bool> =
        files.par_iter().map(|file| directory.validate_checksum(file)).collect::<Result<_, _>>()?;
    Ok(valid.into_iter().all(|is_valid| is_valid))
}
