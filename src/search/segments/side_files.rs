//! The columns of a large segment beside the index, so that a start need not make them again.
//!
//! `<generation>/columns/<segment>.columns` holds them and ends with a CRC-32 of itself; `<segment>.texts` holds the
//! texts of hits; `<segment>.named` which concepts of the vocabulary in use its citations name. Each may be missing or damaged: then they are made again from the documents of the segment.

use crate::search::segments::columns::{Columns, Ordinals};
use crate::search::segments::concept_index::ConceptIndex;
use crate::search::segments::hit_columns::HitTexts;
use crate::search::segments::schema::schema_version;
use crate::search::text::lexicon::Lexicon;
use crate::search::text::string_pool::StringPool;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// From so many documents on, the columns of a segment are kept in files and the texts of its hits stay there.
pub(super) const IN_FILES_FROM: u32 = 1_000;
const FOLDER: &str = "columns";
/// Length of the checksum that ends a file.
const CHECKSUM_BYTES: u64 = 4;

/// The folder of a generation's side files.
#[derive(Clone)]
pub(in crate::search) struct SideFiles {
    dir: PathBuf,
}

impl SideFiles {
    pub fn of(generation: &Path) -> SideFiles {
        SideFiles { dir: generation.join(FOLDER) }
    }

    /// Where the texts of a segment's hits are; the folder exists on return.
    pub fn hit_texts_path(&self, segment: &str) -> io::Result<PathBuf> {
        std::fs::create_dir_all(&self.dir)?;
        Ok(self.path(segment, "texts"))
    }

    /// The columns of a segment with so many documents; `None` when there are none that can be trusted.
    pub fn read(&self, segment: &str, documents: u32, texts_may_stay: bool) -> Option<(Columns, HitTexts)> {
        let mut from = Sections::open(&self.path(segment, "columns"))?;
        let [version, count, hit_checksum] = from.numbers()?.try_into().ok()?;
        if version != schema_version() || count != documents {
            return None;
        }
        let mut columns = Columns {
            ids: from.texts()?,
            titles: from.texts()?,
            obsolete: from.bytes()?.iter().map(|byte| *byte != 0).collect(),
            values: Ordinals { ends: from.numbers()?, numbers: from.numbers()? },
            incomplete: Ordinals { ends: from.numbers()?, numbers: from.numbers()? },
            value_texts: from.texts()?,
            value_lists: from.bytes()?,
            by_title: from.numbers()?,
            title_ranks: Vec::new(),
            title_keys: from.texts()?,
            title_words: from
                .numbers()?
                .into_iter()
                .zip(from.numbers()?)
                .map(|(doc, offset)| (doc, u16::try_from(offset).unwrap_or(0)))
                .collect(),
            title_lengths: from.bytes()?,
            stem_languages: from.large_numbers()?.first().copied()?,
            lexicon: Lexicon::from_parts(from.texts()?, from.numbers()?, from.numbers()?),
        };
        let (ends, hit_lengths) = (from.large_numbers()?, from.numbers()?);
        from.finish()?;
        columns.rank_titles();
        let path = self.path(segment, "texts");
        let hit_texts = HitTexts::open(&path, texts_may_stay, ends, hit_lengths, hit_checksum).ok()??;
        Some((columns, hit_texts))
    }

    /// Keeps the columns of a segment, whose hit texts are in their file already.
    pub fn write(&self, segment: &str, columns: &Columns, hit_texts: &HitTexts) -> io::Result<()> {
        let count = u32::try_from(columns.obsolete.len()).unwrap_or(u32::MAX);
        let mut to = Vec::new();
        put_numbers(&mut to, [schema_version(), count, hit_texts.checksum].into_iter());
        put_texts(&mut to, &columns.ids);
        put_texts(&mut to, &columns.titles);
        put_bytes(&mut to, &columns.obsolete.iter().map(|obsolete| u8::from(*obsolete)).collect::<Vec<u8>>());
        for ordinals in [&columns.values, &columns.incomplete] {
            put_numbers(&mut to, ordinals.ends.iter().copied());
            put_numbers(&mut to, ordinals.numbers.iter().copied());
        }
        put_texts(&mut to, &columns.value_texts);
        put_bytes(&mut to, &columns.value_lists);
        put_numbers(&mut to, columns.by_title.iter().copied());
        put_texts(&mut to, &columns.title_keys);
        put_numbers(&mut to, columns.title_words.iter().map(|(doc, _)| *doc));
        put_numbers(&mut to, columns.title_words.iter().map(|(_, offset)| u32::from(*offset)));
        put_bytes(&mut to, &columns.title_lengths);
        put_bytes(&mut to, &columns.stem_languages.to_le_bytes());
        put_texts(&mut to, &columns.lexicon.words);
        put_numbers(&mut to, columns.lexicon.letters.iter().copied());
        put_numbers(&mut to, columns.lexicon.phonetic_keys.iter().copied());
        put_bytes(&mut to, &hit_texts.ends.iter().flat_map(|end| end.to_le_bytes()).collect::<Vec<u8>>());
        put_numbers(&mut to, hit_texts.hit_lengths.iter().copied());
        self.replace(segment, "columns", to)
    }

    /// Which concepts of the vocabulary with this fingerprint a segment names; `None` when that is not kept.
    pub fn read_named(&self, segment: &str, fingerprint: u64) -> Option<ConceptIndex> {
        let mut from = Sections::open(&self.path(segment, "named"))?;
        if from.large_numbers()? != [u64::from(schema_version()), fingerprint] {
            return None;
        }
        let named = ConceptIndex { ends: from.numbers()?, docs: from.numbers()?, strengths: from.bytes()? };
        from.finish()?;
        Some(named)
    }

    /// Keeps what [`SideFiles::read_named`] reads, in place of that of another vocabulary.
    pub fn write_named(&self, segment: &str, fingerprint: u64, named: &ConceptIndex) -> io::Result<()> {
        let mut to = Vec::new();
        let head = [u64::from(schema_version()), fingerprint];
        put_bytes(&mut to, &head.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>());
        put_numbers(&mut to, named.ends.iter().copied());
        put_numbers(&mut to, named.docs.iter().copied());
        put_bytes(&mut to, &named.strengths);
        self.replace(segment, "named", to)
    }

    /// Writes a file whole or not at all, with its checksum behind it.
    fn replace(&self, segment: &str, kind: &str, mut bytes: Vec<u8>) -> io::Result<()> {
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        let fresh = self.path(segment, &format!("{kind}-fresh"));
        std::fs::write(&fresh, bytes)?;
        std::fs::rename(&fresh, self.path(segment, kind))
    }

    /// Removes the files of segments that are no more.
    pub fn keep_only(&self, segments: &HashSet<String>) {
        let Ok(entries) = std::fs::read_dir(&self.dir) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            let segment = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if !segments.contains(segment)
                && let Err(cause) = std::fs::remove_file(&path)
            {
                tracing::debug!(%cause, file = %path.display(), "a file of an old segment stays");
            }
        }
    }

    fn path(&self, segment: &str, kind: &str) -> PathBuf {
        self.dir.join(format!("{segment}.{kind}"))
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

fn put_texts(to: &mut Vec<u8>, texts: &StringPool) {
    put_bytes(to, texts.bytes.as_bytes());
    put_numbers(to, texts.ends.iter().copied());
}

/// Reads back what was put, each part with its length before it, straight into its place: a file in memory as a whole would double
/// what a start needs.
struct Sections {
    from: BufReader<File>,
    /// Bytes that were not read, without the checksum.
    rest: u64,
    checksum: crc32fast::Hasher,
}

impl Sections {
    fn open(path: &Path) -> Option<Sections> {
        let file = File::open(path).ok()?;
        let rest = file.metadata().ok()?.len().checked_sub(CHECKSUM_BYTES)?;
        Some(Sections {
            from: BufReader::with_capacity(1 << 16, file),
            rest,
            checksum: crc32fast::Hasher::new(),
        })
    }

    /// `None` unless everything was read and is as it was written.
    fn finish(mut self) -> Option<()> {
        let mut written = [0; 4];
        self.from.read_exact(&mut written).ok()?;
        (self.rest == 0 && self.checksum.finalize() == u32::from_le_bytes(written)).then_some(())
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Option<()> {
        self.rest = self.rest.checked_sub(bytes.len() as u64)?;
        self.from.read_exact(bytes).ok()?;
        self.checksum.update(bytes);
        Some(())
    }

    /// The length of the next part; never more than there is.
    fn length(&mut self) -> Option<usize> {
        let mut length = [0; 8];
        self.fill(&mut length)?;
        let length = u64::from_le_bytes(length);
        (length <= self.rest).then_some(usize::try_from(length).ok()?)
    }

    fn bytes(&mut self) -> Option<Vec<u8>> {
        let mut bytes = vec![0; self.length()?];
        self.fill(&mut bytes)?;
        Some(bytes)
    }

    /// The next part, read `SIZE` bytes a number.
    fn each<const SIZE: usize, N>(&mut self, number: impl Fn([u8; SIZE]) -> N) -> Option<Vec<N>> {
        let length = self.length()?;
        if !length.is_multiple_of(SIZE) {
            return None;
        }
        let mut numbers = Vec::with_capacity(length / SIZE);
        let mut buffer = [0; 1 << 13];
        let mut left = length;
        while left > 0 {
            let read = buffer.get_mut(..left.min(1 << 13))?;
            self.fill(read)?;
            numbers.extend(read.as_chunks::<SIZE>().0.iter().map(|bytes| number(*bytes)));
            left -= read.len();
        }
        Some(numbers)
    }

    fn numbers(&mut self) -> Option<Vec<u32>> {
        self.each(u32::from_le_bytes)
    }

    fn large_numbers(&mut self) -> Option<Vec<u64>> {
        self.each(u64::from_le_bytes)
    }

    fn texts(&mut self) -> Option<StringPool> {
        let bytes = String::from_utf8(self.bytes()?).ok()?;
        Some(StringPool { bytes, ends: self.numbers()? })
    }
}
