//! Citations without an English version that match only in their abstract or other values rank below those with a matching
//! title or keyword: after folding, a vaccine statement in Vietnamese contains many short words of other languages.

use crate::search::ranking::accumulators::DocumentMatch;
use crate::search::ranking::list_scores::ListScores;
use crate::search::segments::document_set::DocumentSet;
use crate::search::snapshot::Match;

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
