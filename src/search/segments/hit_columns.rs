//! The texts of hits, which are their JSON and abstracts: in memory for a small segment, in a file for a large one, so that
//! the texts of a large catalogue use no memory.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The texts of a segment's documents.
pub(in crate::search) struct HitTexts {
    texts: Texts,
    /// The end of each document's texts, in bytes.
    pub ends: Vec<u64>,
    /// The length of each hit, in bytes; the abstract follows the hit.
    pub hit_lengths: Vec<u32>,
    /// The CRC-32 of all texts.
    pub checksum: u32,
}

/// The maximum size of texts that are loaded into memory.
const MAX_IN_MEMORY_BYTES: u64 = 8 << 20;

enum Texts {
    Memory(String),
    File(File),
}

impl HitTexts {
    /// Opens a file of [`HitTextsWriter`]; `None` when its length or checksum is wrong. With `may_load`, small files are loaded
    /// into memory.
    pub fn open(
        path: &Path,
        may_load: bool,
        ends: Vec<u64>,
        hit_lengths: Vec<u32>,
        checksum: u32,
    ) -> io::Result<Option<HitTexts>> {
        let mut file = File::open(path)?;
        let expected = ends.last().copied().unwrap_or(0);
        if may_load && expected <= MAX_IN_MEMORY_BYTES {
            let bytes = std::fs::read(path)?;
            let is_valid = bytes.len() as u64 == expected && crc32fast::hash(&bytes) == checksum;
            let texts = if is_valid { String::from_utf8(bytes).ok() } else { None };
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
        let is_valid = length == expected && hasher.finalize() == checksum;
        Ok(is_valid.then_some(HitTexts { texts: Texts::File(file), ends, hit_lengths, checksum }))
    }

    /// Calls `take` with the hit and the abstract of a document; `buffer` is reused memory.
    pub fn read<T>(
        &self,
        doc: u32,
        buffer: &mut Vec<u8>,
        take: impl FnOnce(&str, &str) -> T,
    ) -> io::Result<T> {
        let doc = doc as usize;
        let invalid = || io::Error::new(io::ErrorKind::InvalidData, "a text of the index cannot be read");
        let start = doc.checked_sub(1).and_then(|n| self.ends.get(n)).copied().unwrap_or(0);
        let length =
            self.ends.get(doc).and_then(|end| usize::try_from(end - start).ok()).ok_or_else(invalid)?;
        let text = match &self.texts {
            Texts::Memory(texts) => {
                let start = usize::try_from(start).unwrap_or(usize::MAX);
                texts.get(start..start.saturating_add(length)).ok_or_else(invalid)?
            }
            Texts::File(file) => {
                buffer.resize(length, 0);
                file.read_exact_at(buffer, start)?;
                std::str::from_utf8(buffer).map_err(|_| invalid())?
            }
        };
        let hit = self.hit_lengths.get(doc).copied().unwrap_or(0) as usize;
        let (hit, abstract_text) = text.split_at_checked(hit).ok_or_else(invalid)?;
        Ok(take(hit, abstract_text))
    }
}

/// Writes the texts of a segment, document by document.
pub(in crate::search) struct HitTextsWriter {
    to: Sink,
    may_load: bool,
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
    pub fn in_memory() -> HitTextsWriter {
        HitTextsWriter::to(Sink::Memory(String::new()))
    }

    /// Writes the texts to a new file at `path`; with `may_load`, small texts are loaded into memory at the end. A file that is
    /// already there is replaced, not changed: another generation may share it, or read it.
    pub fn in_file(path: &Path, may_load: bool) -> io::Result<HitTextsWriter> {
        match std::fs::remove_file(path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
        let file = File::options().read(true).write(true).create_new(true).open(path)?;
        let writer = HitTextsWriter::to(Sink::File(BufWriter::with_capacity(256 << 10, file)));
        Ok(HitTextsWriter { may_load, ..writer })
    }

    fn to(to: Sink) -> HitTextsWriter {
        let hasher = crc32fast::Hasher::new();
        HitTextsWriter { to, may_load: true, length: 0, ends: Vec::new(), hit_lengths: Vec::new(), hasher }
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

    /// Finishes writing and opens the texts for reading.
    pub fn finish(self) -> io::Result<HitTexts> {
        let texts = match self.to {
            Sink::Memory(mut texts) => {
                texts.shrink_to_fit();
                Texts::Memory(texts)
            }
            Sink::File(file) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                if self.may_load && self.length <= MAX_IN_MEMORY_BYTES {
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_file_that_another_generation_shares_keeps_its_texts() {
        let dir = tempfile::tempdir().unwrap();
        let (path, shared) = (dir.path().join("a.texts"), dir.path().join("b.texts"));
        let write = |hit: &str| {
            let mut writer = HitTextsWriter::in_file(&path, false).unwrap();
            writer.push(hit, "").unwrap();
            writer.finish().unwrap()
        };
        let first = write("one");
        std::fs::hard_link(&path, &shared).unwrap();
        write("another");
        assert_eq!(std::fs::read_to_string(&shared).unwrap(), "one");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "another");
        let read = first.read(0, &mut Vec::new(), |hit, _| hit.to_owned());
        assert_eq!(read.unwrap(), "one", "an open file is not changed either");
    }
}
