//! The tiers of complete matches, and how many of each kind there are.
//!
//! Citations without an English version that match only in their abstract or other values rank below those with a matching
//! title or keyword: after folding, a vaccine statement in Vietnamese contains many short words of other languages.

use crate::search::ranking::accumulators::DocumentMatch;
use crate::search::ranking::list_scores::ListScores;
use crate::search::segments::document_set::DocumentSet;
use crate::search::snapshot::Match;

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

/// The tier of citations that match only in foreign prose.
pub(super) const PROSE: u8 = 5;

/// Decides which matches are only in foreign prose.
pub(super) struct ProseTest<'s> {
    scores: &'s ListScores<'s>,
    /// The citations of each segment that have versions, but none in English.
    without_english: &'s [DocumentSet],
}

impl<'s> ProseTest<'s> {
    /// `None` when no match can be only in foreign prose.
    pub fn new(scores: &'s ListScores<'s>) -> Option<ProseTest<'s>> {
        let without_english = scores.snapshot.without_english().filter(|_| scores.plan.required != 0)?;
        Some(ProseTest { scores, without_english })
    }

    /// Returns whether a citation matches only in foreign prose; `words` are those that match it.
    #[inline]
    pub fn is_prose(&self, m: &Match, words: impl FnOnce() -> DocumentMatch) -> bool {
        self.without_english[usize::from(m.segment)].contains(m.doc) && self.is_only_prose(m, words())
    }

    fn is_only_prose(&self, m: &Match, words: DocumentMatch) -> bool {
        if words.title & self.scores.plan.required != 0 || words.by_concept != 0 {
            return false;
        }
        let mut is_in_keyword = false;
        self.scores.keywords().each(self.scores.snapshot, m.segment, m.doc, |_| is_in_keyword = true);
        !is_in_keyword
    }
}
