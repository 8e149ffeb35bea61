//! The texts of labels, compressed in blocks. Suggestions and listings need them, lookups do not.

use flate2::read::DeflateDecoder;
use flate2::{Compression, write::DeflateEncoder};
use std::io::{Read, Write};
use std::sync::OnceLock;
use tantivy::directory::OwnedBytes;

/// Texts per block.
const BLOCK_TEXTS: usize = 256;
/// Separates two texts; no label contains it.
const SEPARATOR: char = '\n';

/// Compresses texts without line breaks; returns the end of each block, and the blocks.
pub(super) fn compress<'t>(texts: impl Iterator<Item = &'t str>) -> std::io::Result<(Vec<u32>, Vec<u8>)> {
    let texts: Vec<&str> = texts.collect();
    let (mut ends, mut blocks) = (Vec::new(), Vec::new());
    for block in texts.chunks(BLOCK_TEXTS) {
        let mut encoder = DeflateEncoder::new(blocks, Compression::best());
        encoder.write_all(block.join("\n").as_bytes())?;
        blocks = encoder.finish()?;
        ends.push(u32::try_from(blocks.len()).unwrap_or(u32::MAX));
    }
    Ok((ends, blocks))
}

/// The texts by number. A block is decompressed when one of its texts is first needed, and stays in memory.
pub(super) struct LabelTexts {
    ends: Vec<u32>,
    blocks: OwnedBytes,
    unpacked: Box<[OnceLock<Unpacked>]>,
}

/// The texts of a block.
#[derive(Default)]
struct Unpacked {
    texts: Box<str>,
    /// The end of each text.
    ends: Box<[u32]>,
}

impl LabelTexts {
    pub fn new(ends: Vec<u32>, blocks: OwnedBytes) -> LabelTexts {
        let unpacked = ends.iter().map(|_| OnceLock::new()).collect();
        LabelTexts { ends, blocks, unpacked }
    }

    /// The text with this number; empty if there is none or its block is damaged.
    pub fn get(&self, number: u32) -> &str {
        let (block, place) = (number as usize / BLOCK_TEXTS, number as usize % BLOCK_TEXTS);
        let Some(unpacked) = self.unpacked.get(block) else { return "" };
        let Unpacked { texts, ends } = unpacked.get_or_init(|| self.unpack(block).unwrap_or_default());
        let start = place.checked_sub(1).map_or(Some(0), |before| Some(*ends.get(before)? + 1));
        let range = start.zip(ends.get(place)).map(|(start, end)| start as usize..*end as usize);
        range.and_then(|range| texts.get(range)).unwrap_or_default()
    }

    fn unpack(&self, block: usize) -> Option<Unpacked> {
        let start = block.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        let packed = self.blocks.get(start as usize..*self.ends.get(block)? as usize)?;
        let mut texts = String::new();
        DeflateDecoder::new(packed).read_to_string(&mut texts).ok()?;
        let length = u32::try_from(texts.len()).ok()?;
        let breaks = texts.match_indices(SEPARATOR).filter_map(|(at, _)| u32::try_from(at).ok());
        let ends = breaks.chain([length]).collect();
        Some(Unpacked { texts: texts.into(), ends })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_text_is_returned_by_its_number() {
        let all: Vec<String> = (0..600).map(|n| format!("étiquette {n}")).collect();
        let (ends, blocks) = compress(all.iter().map(String::as_str)).unwrap();
        assert_eq!(ends.len(), 3);
        let texts = LabelTexts::new(ends, OwnedBytes::new(blocks));
        for (number, text) in (0u32..).zip(&all) {
            assert_eq!(texts.get(number), text);
        }
        assert_eq!((texts.get(600), texts.get(100_000)), ("", ""));
    }
}
