//! Whether the files of an index are as they were written.
//!
//! What `tantivy::Index::validate_checksum` does, on all cores, in two parts: the stored documents of large segments are most
//! of the bytes, and no search reads them.

use crate::search::segments::side_files::IN_FILES_FROM;
use rayon::prelude::*;
use std::path::PathBuf;
use tantivy::directory::error::OpenReadError;
use tantivy::index::SegmentComponent;
use tantivy::{IndexMeta, SegmentMeta};

/// Returns whether the files of the segments have the checksums that were written with them, but for the stored documents of
/// large ones; see [`stored_is_whole`].
pub(in crate::search) fn is_whole(index: &tantivy::Index, metas: &IndexMeta) -> Result<bool, OpenReadError> {
    let left_out: Vec<PathBuf> = stored_of_large(&metas.segments).collect();
    are_whole(index, metas.list_segment_files().into_iter().filter(|file| !left_out.contains(file)))
}

/// Returns whether the stored documents of the large ones among these segments are as they were written: columns are made of
/// them, and merged segments.
pub(in crate::search) fn stored_is_whole(
    index: &tantivy::Index,
    segments: &[SegmentMeta],
) -> Result<bool, OpenReadError> {
    // One after the other: they are large, and what one takes of memory is given back before the next.
    for file in stored_of_large(segments) {
        if !are_whole(index, std::iter::once(file))? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn stored_of_large(segments: &[SegmentMeta]) -> impl Iterator<Item = PathBuf> {
    let large = segments.iter().filter(|segment| segment.max_doc() >= IN_FILES_FROM);
    large.map(|segment| segment.relative_path(SegmentComponent::Store))
}

fn are_whole(index: &tantivy::Index, files: impl Iterator<Item = PathBuf>) -> Result<bool, OpenReadError> {
    let directory = index.directory();
    let managed = directory.list_managed_files();
    let files: Vec<PathBuf> = files.filter(|file| managed.contains(file)).collect();
    let whole: Vec<bool> =
        files.par_iter().map(|file| directory.validate_checksum(file)).collect::<Result<_, _>>()?;
    Ok(whole.into_iter().all(|is_whole| is_whole))
}
