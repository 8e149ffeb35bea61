//! The accumulators of a window of documents: scores and matched words, added up word by word. Which documents have a word is
//! kept as bits, so that adding a posting needs no branch, and documents are visited in ascending order.

use crate::search::ranking::accumulators::{DocumentMatch, WordMatch, saturated};
use crate::search::segments::document_set::{DocumentSet, each_bit};
use std::cell::RefCell;

/// The number of documents of a block: one for each bit of its sets.
const BLOCK: usize = u64::BITS as usize;

/// The accumulators of successive documents. Those of a posting are in two lines of the processor's cache.
struct Block {
    /// The documents that match the current word.
    word_docs: u64,
    /// The documents that match at least one word.
    candidates: u64,
    /// The weighted frequency of the current word over all fields.
    frequencies: [f32; BLOCK],
    matches: [DocumentMatch; BLOCK],
}

/// The accumulators of a window, by document from its first one on.
pub(super) struct WindowAccumulators {
    blocks: Vec<Block>,
}

thread_local! {
    /// Reused by later searches.
    static WINDOW: RefCell<WindowAccumulators> = const { RefCell::new(WindowAccumulators { blocks: Vec::new() }) };
}

/// Calls `search` with empty accumulators for this many documents. It must take all candidates with
/// [`WindowAccumulators::take_candidates`].
pub(super) fn with_window<T>(documents: usize, search: impl FnOnce(&mut WindowAccumulators) -> T) -> T {
    WINDOW.with_borrow_mut(|window| {
        let empty = || Block {
            word_docs: 0,
            candidates: 0,
            frequencies: [0.0; BLOCK],
            matches: [DocumentMatch::default(); BLOCK],
        };
        window.blocks.resize_with(documents.div_ceil(BLOCK), empty);
        search(window)
    })
}

/// The block of a document and its place there.
fn place(doc: u32) -> (usize, usize) {
    (doc as usize / BLOCK, doc as usize % BLOCK)
}

impl WindowAccumulators {
    pub fn is_candidate(&self, doc: u32) -> bool {
        let (block, n) = place(doc);
        self.blocks[block].candidates >> n & 1 == 1
    }

    pub fn has_candidates(&self) -> bool {
        self.blocks.iter().any(|block| block.candidates != 0)
    }

    /// Adds occurrences of the current word to a document; [`Self::finish_word`] turns their frequency into score.
    #[inline]
    pub fn add_frequency(&mut self, doc: u32, frequency: f32) {
        let (block, n) = place(doc);
        let block = &mut self.blocks[block];
        block.word_docs |= 1 << n;
        block.frequencies[n] += frequency;
    }

    /// Notes that the title of a document has the words of these bits.
    #[inline]
    pub fn add_title_bits(&mut self, doc: u32, bits: u32) {
        let (block, n) = place(doc);
        self.blocks[block].matches[n].title |= bits;
    }

    /// Returns whether a title of a document has the word of this bit.
    #[inline]
    pub fn has_in_title(&self, doc: u32, bit: u32) -> bool {
        let (block, n) = place(doc);
        self.blocks[block].matches[n].title & bit != 0
    }

    /// Notes that only the title of a language version has the word of this bit.
    #[inline]
    pub fn add_version_title_bit(&mut self, doc: u32, bit: u32) {
        let (block, n) = place(doc);
        let found = &mut self.blocks[block].matches[n];
        found.title |= bit;
        found.version_title |= bit;
    }

    /// Adds the current word and its score to the documents that match it, which become candidates.
    pub fn finish_word(&mut self, weight: f32, bit: u32, word_match: WordMatch) {
        let (typed, corrected) = match word_match {
            WordMatch::Typed => (bit, 0),
            WordMatch::Corrected => (0, bit),
        };
        for block in &mut self.blocks {
            let word_docs = std::mem::take(&mut block.word_docs);
            block.candidates |= word_docs;
            each_bit(word_docs, |n| {
                let frequency = std::mem::take(&mut block.frequencies[n]);
                let found = &mut block.matches[n];
                found.score += saturated(weight, frequency);
                found.typed |= typed;
                found.by_correction |= corrected;
            });
        }
    }

    /// Adds the words of a concept to a document, which becomes a candidate.
    pub fn add_concept(&mut self, doc: u32, score: f32, bits: u32, title_bits: u32) {
        let (block, n) = place(doc);
        let block = &mut self.blocks[block];
        block.candidates |= 1 << n;
        let found = &mut block.matches[n];
        found.title |= title_bits;
        found.score += score;
        found.by_concept |= bits;
    }

    /// Removes all candidates. Adds the wanted ones that match all of these words to `complete`, and calls `each` with them, in
    /// ascending order. `start` is the first document of the window.
    #[inline]
    pub fn take_candidates(
        &mut self,
        words: u32,
        start: u32,
        wanted: &DocumentSet,
        complete: &mut DocumentSet,
        mut each: impl FnMut(u32, DocumentMatch),
    ) {
        for (first, block) in (start..).step_by(BLOCK).zip(&mut self.blocks) {
            let candidates = std::mem::take(&mut block.candidates);
            if candidates == 0 {
                continue;
            }
            let wanted = wanted.bits_from(first);
            let mut found_all = 0;
            each_bit(candidates, |n| {
                let found = std::mem::take(&mut block.matches[n]);
                if found.words() & words == words && wanted >> n & 1 == 1 {
                    found_all |= 1 << n;
                    each(first + n as u32, found);
                }
            });
            complete.insert_bits(first, found_all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ranking::accumulators::with_accumulators;

    fn is_same(a: &DocumentMatch, b: &DocumentMatch) -> bool {
        (a.score, a.typed, a.by_concept, a.by_correction, a.title, a.version_title)
            == (b.score, b.typed, b.by_concept, b.by_correction, b.title, b.version_title)
    }

    #[test]
    fn sums_equal_those_of_whole_segments() {
        const DOCUMENTS: usize = 130;
        let words: [(&[(u32, f32)], WordMatch); 3] = [
            (&[(0, 2.0), (63, 1.5), (64, 0.5), (0, 1.0)], WordMatch::Typed),
            (&[(63, 3.0), (129, 1.0)], WordMatch::Corrected),
            (&[(64, 7.0)], WordMatch::Typed),
        ];
        let mut expected = Vec::new();
        with_accumulators(std::iter::once(DOCUMENTS), |segments| {
            let accumulators = &mut segments[0];
            for (bit, (postings, word_match)) in words.iter().enumerate() {
                for (doc, frequency) in *postings {
                    accumulators.add_word(*doc, *frequency, 1 << bit, 1 << bit, *word_match, true);
                }
                accumulators.finish_word(1.25);
            }
            accumulators.add_concept(129, 0.75, 1, 1, true);
            accumulators.each_complete(1, |doc, found| expected.push((doc, found)));
        });
        expected.sort_unstable_by_key(|(doc, _)| *doc);
        expected.retain(|(doc, _)| *doc != 63);
        for start in [0, 4, 128] {
            let (mut found, mut complete) = (Vec::new(), DocumentSet::none(500));
            let mut wanted = DocumentSet::none(500);
            (0..500).filter(|doc| *doc != start + 63).for_each(|doc| wanted.insert(doc));
            with_window(DOCUMENTS, |window| {
                assert!(!window.has_candidates());
                for (bit, (postings, word_match)) in words.iter().enumerate() {
                    for (doc, frequency) in *postings {
                        window.add_frequency(*doc, *frequency);
                        window.add_title_bits(*doc, 1 << bit);
                    }
                    window.finish_word(1.25, 1 << bit, *word_match);
                }
                window.add_concept(129, 0.75, 1, 1);
                assert!(window.has_candidates() && window.is_candidate(129) && !window.is_candidate(128));
                window.take_candidates(1, start, &wanted, &mut complete, |doc, of_doc| {
                    found.push((doc, of_doc))
                });
            });
            assert!(found.iter().map(|(doc, _)| doc - start).eq([0, 64, 129]), "{found:?}");
            assert!(
                found.iter().zip(&expected).all(|((_, a), (_, b))| is_same(a, b)),
                "{found:?} {expected:?}"
            );
            assert!(
                (0..500).all(|doc| complete.contains(doc) == found.iter().any(|(found, _)| *found == doc))
            );
        }
    }
}
