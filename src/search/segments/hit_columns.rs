//! What hits show, their JSON and abstracts: in memory for a small segment, read from a file as asked for a large one,
//! so that the texts of a whole catalogue need not stay in memory.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The texts of a segment's documents.
pub(in crate::search) struct HitTexts {
    texts: Texts,
    /// Where the texts of each document end, in bytes.
    pub ends: Vec<u64>,
    /// How much of them is the hit; its abstract follows.
    pub hit_lengths: Vec<u32>,
    /// CRC-32 of all of them.
    pub checksum: u32,
}

/// Up to this size the texts of a segment are kept in memory, where the index is small enough for it.
const IN_MEMORY_BYTES: u64 = 8 << 20;

enum Texts {
    Memory(String),
    File(File),
}

impl HitTexts {
    /// The texts in a file made by [`HitTextsWriter`]; `None` when it is not just as it was written. `may_stay`: they may be
    /// kept in memory.
    pub fn open(
        path: &Path,
        may_stay: bool,
        ends: Vec<u64>,
        hit_lengths: Vec<u32>,
        checksum: u32,
    ) -> io::Result<Option<HitTexts>> {
        let mut file = File::open(path)?;
        let expected = ends.last().copied().unwrap_or(0);
        if may_stay && expected <= IN_MEMORY_BYTES {
            let bytes = std::fs::read(path)?;
            let whole = bytes.len() as u64 == expected && crc32fast::hash(&bytes) == checksum;
            let texts = if whole { String::from_utf8(bytes).ok() } else { None };
            return Ok(texts.map(|texts| HitTexts {
                texts: Texts::Memory(texts),
                ends,
                hit_lengths,
                checksum,
            }));
        }
        let mut hasher = crc32fast::Hasher::new();
        let mut buffer = vec![0; 256 << 10];
        let mut length = 0;
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                read => {
                    hasher.update(&buffer[..read]);
                    length += read as u64;
                }
            }
        }
        let whole = length == expected && hasher.finalize() == checksum;
        Ok(whole.then_some(HitTexts { texts: Texts::File(file), ends, hit_lengths, checksum }))
    }

    /// Calls `take` with the hit and the abstract of a document; `buffer` is used in between.
    pub fn read<T>(
        &self,
        doc: u32,
        buffer: &mut Vec<u8>,
        take: impl FnOnce(&str, &str) -> T,
    ) -> io::Result<T> {
        let doc = doc as usize;
        let outside = || io::Error::new(io::ErrorKind::InvalidData, "a text of the index cannot be read");
        let start = doc.checked_sub(1).and_then(|n| self.ends.get(n)).copied().unwrap_or(0);
        let length =
            self.ends.get(doc).and_then(|end| usize::try_from(end - start).ok()).ok_or_else(outside)?;
        let text = match &self.texts {
            Texts::Memory(texts) => {
                let start = usize::try_from(start).unwrap_or(usize::MAX);
                texts.get(start..start.saturating_add(length)).ok_or_else(outside)?
            }
            Texts::File(file) => {
                buffer.resize(length, 0);
                file.read_exact_at(buffer, start)?;
                std::str::from_utf8(buffer).map_err(|_| outside())?
            }
        };
        let hit = self.hit_lengths.get(doc).copied().unwrap_or(0) as usize;
        let (hit, abstract_text) = text.split_at_checked(hit).ok_or_else(outside)?;
        Ok(take(hit, abstract_text))
    }
}

/// Gathers the texts of a segment, document by document.
pub(in crate::search) struct HitTextsWriter {
    to: Sink,
    may_stay: bool,
    length: u64,
    ends: Vec<u64>,
    hit_lengths: Vec<u32>,
    hasher: crc32fast::Hasher,
}

enum Sink {
    Memory(String),
    File(BufWriter<File>),
}

impl HitTextsWriter {
    /// Keeps the texts in memory.
    pub fn in_memory() -> HitTextsWriter {
        HitTextsWriter::to(Sink::Memory(String::new()))
    }

    /// Keeps the texts in a new file at `path`. `may_stay`: they may stay in memory as well.
    pub fn in_file(path: &Path, may_stay: bool) -> io::Result<HitTextsWriter> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
        let writer = HitTextsWriter::to(Sink::File(BufWriter::with_capacity(256 << 10, file)));
        Ok(HitTextsWriter { may_stay, ..writer })
    }

    fn to(to: Sink) -> HitTextsWriter {
        let hasher = crc32fast::Hasher::new();
        HitTextsWriter { to, may_stay: true, length: 0, ends: Vec::new(), hit_lengths: Vec::new(), hasher }
    }

    /// Adds the next document.
    pub fn push(&mut self, hit: &str, abstract_text: &str) -> io::Result<()> {
        for text in [hit, abstract_text] {
            self.hasher.update(text.as_bytes());
            self.length += text.len() as u64;
            match &mut self.to {
                Sink::Memory(texts) => texts.push_str(text),
                Sink::File(file) => file.write_all(text.as_bytes())?,
            }
        }
        self.ends.push(self.length);
        self.hit_lengths.push(u32::try_from(hit.len()).unwrap_or(u32::MAX));
        Ok(())
    }

    /// The texts, to be read.
    pub fn finish(self) -> io::Result<HitTexts> {
        let texts = match self.to {
            Sink::Memory(mut texts) => {
                texts.shrink_to_fit();
                Texts::Memory(texts)
            }
            Sink::File(file) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                if self.may_stay && self.length <= IN_MEMORY_BYTES {
                    let mut bytes = vec![0; usize::try_from(self.length).unwrap_or(0)];
                    file.read_exact_at(&mut bytes, 0)?;
                    Texts::Memory(String::from_utf8(bytes).map_err(io::Error::other)?)
                } else {
                    Texts::File(file)
                }
            }
        };
        let checksum = self.hasher.finalize();
        Ok(HitTexts { texts, ends: self.ends, hit_lengths: self.hit_lengths, checksum })
    }
}
