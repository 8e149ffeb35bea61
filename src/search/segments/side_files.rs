//! The side files of large segments, so that a start need not build their columns again.
//!
//! `<generation>/columns/<segment>.columns` contains the columns, `<segment>.texts` the texts of hits, and `<segment>.named` the
//! concept index for the thesaurus in use. The first and the last end with their CRC-32. When a file is missing or damaged, its
//! content is built again from the documents of the segment.
//!
//! Verifying checksums does what `tantivy::Index::validate_checksum` does, but on all cores and in two parts: most of the bytes
//! are the stored documents of large segments, of which a search reads only the texts of handouts: each has its own checksum.

use crate::search::segments::columns::{Columns, HitTexts};
use crate::search::segments::concept_index::ConceptIndex;
use crate::search::segments::encoding::{decode, encode};
use crate::search::segments::schema::schema_version;
use rayon::prelude::*;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tantivy::directory::error::OpenReadError;
use tantivy::directory::{Directory, MmapDirectory, OwnedBytes};
use tantivy::index::SegmentComponent;
use tantivy::{IndexMeta, SegmentMeta};

/// The minimum number of documents of a segment that has side files.
pub(super) const MIN_DOCS_FOR_FILES: u32 = 1_000;
const DIRECTORY: &str = "columns";

/// The directory of a generation's side files.
#[derive(Clone)]
pub(in crate::search) struct SideFiles {
    dir: PathBuf,
}

impl SideFiles {
    pub fn new(generation: &Path) -> SideFiles {
        SideFiles { dir: generation.join(DIRECTORY) }
    }

    /// Reads the columns of a segment with this number of documents; `None` unless both files are valid.
    pub fn read(&self, segment: &str, documents: u32) -> Option<(Columns, HitTexts)> {
        let file = self.map(segment, "columns")?;
        let (version, texts_checksum, columns): (u32, u32, Columns) = decode(&file)?;
        if version != schema_version() || columns.obsolete.len() != documents as usize {
            return None;
        }
        // Read once, because the pages of a mapped file that are touched count as memory.
        let is_valid = checksum_of(&self.path(segment, "texts")).ok()? == texts_checksum;
        let texts = self.map(segment, "texts").filter(|_| is_valid)?;
        Some((columns, HitTexts(texts)))
    }

    /// Writes the columns of a segment and the texts of its hits.
    pub fn write(&self, segment: &str, columns: &Columns, hit_texts: &HitTexts) -> io::Result<()> {
        std::fs::create_dir_all(&self.dir)?;
        self.replace(segment, "texts", &hit_texts.0)?;
        let texts_checksum = crc32fast::hash(&hit_texts.0);
        self.replace(segment, "columns", &encode(&(schema_version(), texts_checksum, columns)))
    }

    /// Reads the concept index for the thesaurus with this fingerprint; `None` unless the file is valid.
    pub fn read_concept_index(&self, segment: &str, fingerprint: u64) -> Option<ConceptIndex> {
        let (version, thesaurus, concepts): (u32, u64, _) = decode(&self.map(segment, "named")?)?;
        (version == schema_version() && thesaurus == fingerprint).then_some(concepts)
    }

    /// Writes the concept index, and replaces the one for another thesaurus.
    pub fn write_concept_index(
        &self,
        segment: &str,
        fingerprint: u64,
        concepts: &ConceptIndex,
    ) -> io::Result<()> {
        self.replace(segment, "named", &encode(&(schema_version(), fingerprint, concepts)))
    }

    /// Writes a file atomically. A file that is already there is replaced, not changed: another generation may share it, or read it.
    fn replace(&self, segment: &str, kind: &str, bytes: &[u8]) -> io::Result<()> {
        let fresh = self.path(segment, &format!("{kind}-fresh"));
        std::fs::write(&fresh, bytes)?;
        std::fs::rename(&fresh, self.path(segment, kind))
    }

    /// Removes the files of all other segments.
    pub fn keep_only(&self, segments: &HashSet<String>) {
        let Ok(entries) = std::fs::read_dir(&self.dir) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            let segment = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if !segments.contains(segment)
                && let Err(cause) = std::fs::remove_file(&path)
            {
                tracing::debug!(%cause, file = %path.display(), "a file of an old segment was not removed");
            }
        }
    }

    fn map(&self, segment: &str, kind: &str) -> Option<OwnedBytes> {
        let dir = MmapDirectory::open(&self.dir).ok()?;
        dir.open_read(Path::new(&format!("{segment}.{kind}"))).ok()?.read_bytes().ok()
    }

    fn path(&self, segment: &str, kind: &str) -> PathBuf {
        self.dir.join(format!("{segment}.{kind}"))
    }
}

fn checksum_of(path: &Path) -> io::Result<u32> {
    let (mut file, mut hasher) = (File::open(path)?, crc32fast::Hasher::new());
    let mut buffer = vec![0; 256 << 10];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finalize()),
            read => hasher.update(&buffer[..read]),
        }
    }
}

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
