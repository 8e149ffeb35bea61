//! The texts of hits, which are their JSON and abstracts: in memory for a small segment, in a mapped file for a large one, so that
//! the texts of a large catalogue use no memory beyond the page cache.

use std::io;
use tantivy::directory::OwnedBytes;

/// The texts of a segment's documents.
pub(in crate::search) struct HitTexts {
    pub bytes: OwnedBytes,
    /// The end of each document's texts, in bytes.
    pub ends: Vec<u64>,
    /// The length of each hit, in bytes; the abstract follows the hit.
    pub hit_lengths: Vec<u32>,
}

impl HitTexts {
    /// The hit and the abstract of a document.
    pub fn get(&self, doc: u32) -> io::Result<(&str, &str)> {
        let doc = doc as usize;
        let start = doc.checked_sub(1).and_then(|n| self.ends.get(n)).copied().unwrap_or(0);
        let range = self.ends.get(doc).map(|end| start as usize..*end as usize);
        let text = range.and_then(|range| std::str::from_utf8(self.bytes.get(range)?).ok());
        let hit = self.hit_lengths.get(doc).copied().unwrap_or(0) as usize;
        text.and_then(|text| text.split_at_checked(hit))
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a text of the index cannot be read"))
    }
}

/// Collects the texts of a segment, document by document.
#[derive(Default)]
pub(super) struct HitTextsBuilder {
    texts: String,
    ends: Vec<u64>,
    hit_lengths: Vec<u32>,
}

impl HitTextsBuilder {
    /// Adds the next document.
    pub fn push(&mut self, hit: &str, abstract_text: &str) {
        self.texts.push_str(hit);
        self.texts.push_str(abstract_text);
        self.ends.push(self.texts.len() as u64);
        self.hit_lengths.push(u32::try_from(hit.len()).unwrap_or(u32::MAX));
    }

    pub fn finish(mut self) -> HitTexts {
        self.texts.shrink_to_fit();
        let bytes = OwnedBytes::new(self.texts.into_bytes());
        HitTexts { bytes, ends: self.ends, hit_lengths: self.hit_lengths }
    }
}
