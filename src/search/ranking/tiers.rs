//! The tiers of complete matches, and how many of each kind there are.

use crate::search::ranking::accumulators::DocumentMatch;

/// The tiers of complete matches, below those of item numbers and whole titles.
pub(super) const COMPLETE: u8 = 2;
pub(super) const CORRECTED: u8 = 3;

/// How many citations contain all words: as typed, as typed or by a concept, in any way.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct CompleteCounts {
    pub typed: usize,
    pub uncorrected: usize,
    pub total: usize,
}

impl CompleteCounts {
    /// Counts a complete match.
    #[inline]
    pub fn add(&mut self, found: &DocumentMatch, required: u32) {
        self.total += 1;
        self.uncorrected += usize::from(is_uncorrected(found, required));
        self.typed += usize::from(found.typed & required == required);
    }
}

/// The tier of a complete match.
#[inline]
pub(super) fn complete_tier(found: &DocumentMatch, required: u32) -> u8 {
    if is_uncorrected(found, required) { COMPLETE } else { CORRECTED }
}

#[inline]
fn is_uncorrected(found: &DocumentMatch, required: u32) -> bool {
    (found.typed | found.by_concept) & required == required
}
