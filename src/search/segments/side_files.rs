//! The side files of large segments, so that a start need not build their columns again.
//!
//! `<generation>/columns/<segment>.columns` contains the columns, `<segment>.texts` the texts of hits, and `<segment>.named` the
//! concept index for the thesaurus in use. The first and the last end with their CRC-32. When a file is missing or damaged, its
//! content is built again from the documents of the segment.
//!
//! Verifying checksums does what `tantivy::Index::validate_checksum` does, but on all cores and in two parts: most of the bytes
//! are the stored documents of large segments, of which a search reads only the texts of handouts: each has its own checksum.

use crate::search::segments::columns::{Columns, Ordinals};
use crate::search::segments::concept_index::ConceptIndex;
use crate::search::segments::hit_columns::HitTexts;
use crate::search::segments::schema::schema_version;
use crate::search::segments::version_titles::VersionTitles;
use crate::search::text::lexicon::Lexicon;
use crate::search::text::string_column::{StringColumn, StringPool};
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
/// The length of the checksum at the end of a file.
const CHECKSUM_BYTES: usize = 4;

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
        let mut from = self.open(segment, "columns")?;
        let [version, count, hit_checksum] = from.numbers()?.try_into().ok()?;
        if version != schema_version() || count != documents {
            return None;
        }
        let mut columns = Columns {
            ids: from.column()?,
            titles: from.column()?,
            obsolete: from.section()?.iter().map(|byte| *byte != 0).collect(),
            values: Ordinals { ends: from.numbers()?, numbers: from.numbers()? },
            incomplete: Ordinals { ends: from.numbers()?, numbers: from.numbers()? },
            value_texts: from.texts()?,
            value_lists: from.section()?.to_vec(),
            by_title: from.numbers()?,
            title_ranks: Vec::new(),
            title_keys: from.column()?,
            title_words: from.title_words()?,
            title_lengths: from.section()?.to_vec(),
            version_titles: VersionTitles {
                docs: from.numbers()?,
                langs: from.column()?,
                titles: from.column()?,
                keys: from.column()?,
                words: from.title_words()?,
                lengths: from.section()?.to_vec(),
            },
            stem_languages: from.large_numbers()?.first().copied()?,
            lexicon: Lexicon::from_parts(from.texts()?, from.numbers()?, from.numbers()?),
        };
        let (ends, hit_lengths) = (from.large_numbers()?, from.numbers()?);
        from.rest.is_empty().then_some(())?;
        columns.rank_titles();
        // Read once, because the pages of a mapped file that are touched count as memory.
        let is_valid = checksum_of(&self.path(segment, "texts")).ok()? == hit_checksum;
        let bytes = self.map(segment, "texts").filter(|_| is_valid)?;
        Some((columns, HitTexts { bytes, ends, hit_lengths }))
    }

    /// Writes the columns of a segment and the texts of its hits.
    pub fn write(&self, segment: &str, columns: &Columns, hit_texts: &HitTexts) -> io::Result<()> {
        std::fs::create_dir_all(&self.dir)?;
        self.replace(segment, "texts", &hit_texts.bytes)?;
        let hit_checksum = crc32fast::hash(&hit_texts.bytes);
        let count = u32::try_from(columns.obsolete.len()).unwrap_or(u32::MAX);
        let mut to = Vec::new();
        put_numbers(&mut to, [schema_version(), count, hit_checksum].into_iter());
        put_texts(&mut to, columns.ids.bytes(), &columns.ids.ends);
        put_texts(&mut to, columns.titles.bytes(), &columns.titles.ends);
        put_bytes(&mut to, &columns.obsolete.iter().map(|obsolete| u8::from(*obsolete)).collect::<Vec<u8>>());
        for ordinals in [&columns.values, &columns.incomplete] {
            put_numbers(&mut to, ordinals.ends.iter().copied());
            put_numbers(&mut to, ordinals.numbers.iter().copied());
        }
        put_texts(&mut to, columns.value_texts.bytes.as_bytes(), &columns.value_texts.ends);
        put_bytes(&mut to, &columns.value_lists);
        put_numbers(&mut to, columns.by_title.iter().copied());
        put_texts(&mut to, columns.title_keys.bytes(), &columns.title_keys.ends);
        put_title_words(&mut to, &columns.title_words);
        put_bytes(&mut to, &columns.title_lengths);
        let versions = &columns.version_titles;
        put_numbers(&mut to, versions.docs.iter().copied());
        for column in [&versions.langs, &versions.titles, &versions.keys] {
            put_texts(&mut to, column.bytes(), &column.ends);
        }
        put_title_words(&mut to, &versions.words);
        put_bytes(&mut to, &versions.lengths);
        put_bytes(&mut to, &columns.stem_languages.to_le_bytes());
        put_texts(&mut to, columns.lexicon.words.bytes.as_bytes(), &columns.lexicon.words.ends);
        put_numbers(&mut to, columns.lexicon.letters.iter().copied());
        put_numbers(&mut to, columns.lexicon.phonetic_keys.iter().copied());
        put_bytes(&mut to, &hit_texts.ends.iter().flat_map(|end| end.to_le_bytes()).collect::<Vec<u8>>());
        put_numbers(&mut to, hit_texts.hit_lengths.iter().copied());
        self.replace(segment, "columns", &with_checksum(to))
    }

    /// Reads the concept index for the thesaurus with this fingerprint; `None` unless the file is valid.
    pub fn read_concept_index(&self, segment: &str, fingerprint: u64) -> Option<ConceptIndex> {
        let mut from = self.open(segment, "named")?;
        if from.large_numbers()? != [u64::from(schema_version()), fingerprint] {
            return None;
        }
        let concepts = ConceptIndex {
            ends: from.numbers()?,
            docs: from.numbers()?,
            strengths: from.section()?.to_vec(),
        };
        from.rest.is_empty().then_some(())?;
        Some(concepts)
    }

    /// Writes the concept index, and replaces the one for another thesaurus.
    pub fn write_concept_index(
        &self,
        segment: &str,
        fingerprint: u64,
        concepts: &ConceptIndex,
    ) -> io::Result<()> {
        let mut to = Vec::new();
        let head = [u64::from(schema_version()), fingerprint];
        put_bytes(&mut to, &head.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>());
        put_numbers(&mut to, concepts.ends.iter().copied());
        put_numbers(&mut to, concepts.docs.iter().copied());
        put_bytes(&mut to, &concepts.strengths);
        self.replace(segment, "named", &with_checksum(to))
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

    /// Opens a file with a checksum at its end; `None` unless that is valid.
    fn open(&self, segment: &str, kind: &str) -> Option<Sections> {
        let bytes = self.map(segment, kind)?;
        let rest = bytes.len().checked_sub(CHECKSUM_BYTES)?;
        let (rest, expected) = bytes.split(rest);
        (crc32fast::hash(&rest).to_le_bytes() == *expected).then_some(Sections { rest })
    }

    fn map(&self, segment: &str, kind: &str) -> Option<OwnedBytes> {
        let dir = MmapDirectory::open(&self.dir).ok()?;
        dir.open_read(Path::new(&format!("{segment}.{kind}"))).ok()?.read_bytes().ok()
    }

    fn path(&self, segment: &str, kind: &str) -> PathBuf {
        self.dir.join(format!("{segment}.{kind}"))
    }
}

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
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

fn put_bytes(to: &mut Vec<u8>, bytes: &[u8]) {
    to.extend((bytes.len() as u64).to_le_bytes());
    to.extend_from_slice(bytes);
}

fn put_numbers(to: &mut Vec<u8>, numbers: impl Iterator<Item = u32>) {
    let bytes: Vec<u8> = numbers.flat_map(u32::to_le_bytes).collect();
    put_bytes(to, &bytes);
}

fn put_title_words(to: &mut Vec<u8>, words: &[(u32, u16)]) {
    put_numbers(to, words.iter().map(|(title, _)| *title));
    put_numbers(to, words.iter().map(|(_, offset)| u32::from(*offset)));
}

fn put_texts(to: &mut Vec<u8>, texts: &[u8], ends: &[u32]) {
    put_bytes(to, texts);
    put_numbers(to, ends.iter().copied());
}

/// Reads a side file, in which a length precedes each section. The file is mapped: reading it would double the memory that a
/// start needs.
struct Sections {
    /// The unread sections.
    rest: OwnedBytes,
}

impl Sections {
    /// The next section; `None` when its length exceeds the file.
    fn section(&mut self) -> Option<OwnedBytes> {
        let (length, _) = self.rest.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        if length > self.rest.len() - size_of::<u64>() {
            return None;
        }
        self.rest.advance(size_of::<u64>());
        let section = self.rest.slice(0..length);
        self.rest.advance(length);
        Some(section)
    }

    /// The next section, as numbers of `SIZE` bytes.
    fn decode<const SIZE: usize, N>(&mut self, number: impl Fn([u8; SIZE]) -> N) -> Option<Vec<N>> {
        let section = self.section()?;
        let (numbers, rest) = section.as_chunks();
        rest.is_empty().then(|| numbers.iter().map(|bytes| number(*bytes)).collect())
    }

    fn numbers(&mut self) -> Option<Vec<u32>> {
        self.decode(u32::from_le_bytes)
    }

    fn title_words(&mut self) -> Option<Vec<(u32, u16)>> {
        let (titles, offsets) = (self.numbers()?, self.numbers()?);
        let words = titles.into_iter().zip(offsets);
        Some(words.map(|(title, offset)| (title, u16::try_from(offset).unwrap_or(0))).collect())
    }

    fn large_numbers(&mut self) -> Option<Vec<u64>> {
        self.decode(u64::from_le_bytes)
    }

    fn texts(&mut self) -> Option<StringPool> {
        let bytes = String::from_utf8(self.section()?.to_vec()).ok()?;
        Some(StringPool { bytes, ends: self.numbers()? })
    }

    fn column(&mut self) -> Option<StringColumn> {
        StringColumn::from_file(self.section()?, self.numbers()?)
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
