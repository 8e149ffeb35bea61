//! The tiers of matches: complete ones, and the best citations that contain some of the words.
//!
//! Citations without an English version that match only in their abstract or other values rank below those with a matching
//! title or keyword: after folding, a vaccine statement in Vietnamese contains many short words of other languages.

use crate::search::query::query_plan::{QueryPlan, UNTOPICAL};
use crate::search::ranking::list_scores::{Accumulators, DocumentMatch, EXCLUDED, ListScores};
use crate::search::ranking::top_k::{TopK, keep_best};
use crate::search::segments::document_set::DocumentSet;
use crate::search::snapshot::{Match, Snapshot};

/// With fewer complete matches, partial ones follow.
pub(super) const MIN_COMPLETE: usize = 10;
/// The maximum number of partial matches in a result.
pub(super) const MAX_PARTIAL: usize = 50;
/// How many partial matches are ranked by title and keywords before the best are selected.
const MAX_CANDIDATES: usize = 200;
/// The tier of partial matches.
pub(in crate::search) const PARTIAL: u8 = 5;

/// Adds the best citations that contain some required words but not all to `matches`; [`keep_best_partial_matches`] selects from
/// them after ranking.
pub(super) fn add_partial_matches(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    accumulators: &[Accumulators],
    wanted: &[DocumentSet],
    matches: &mut Vec<Match>,
) {
    let total = plan.total_weight(plan.required);
    if total <= 0.0 {
        return;
    }
    let mut best = TopK::new(snapshot, MAX_CANDIDATES);
    for (segment, accumulators) in (0u16..).zip(accumulators) {
        let wanted = &wanted[usize::from(segment)];
        for (doc, found) in accumulators.candidates() {
            let words = found.words() & plan.required;
            let unscaled = Match { segment, doc, tier: PARTIAL, score: found.score };
            let is_partial = words != 0
                && words != plan.required
                && found.typed & plan.phrase_bits == plan.phrase_bits
                && found.typed & EXCLUDED == 0
                // The score is lowered below.
                && best.may_enter(&unscaled)
                && wanted.contains(doc);
            if is_partial {
                let share = plan.total_weight(words) / total;
                best.push(Match { score: found.score * share.sqrt(), ..unscaled });
            }
        }
    }
    matches.extend(best.into_best());
}

/// Keeps the best [`MAX_PARTIAL`] partial matches.
pub(super) fn keep_best_partial_matches(
    snapshot: &Snapshot,
    matches: &mut Vec<Match>,
    is_partial: impl Fn(&Match) -> bool,
) {
    let mut partial: Vec<Match> = matches.extract_if(.., |m| is_partial(m)).collect();
    keep_best(snapshot, &mut partial, MAX_PARTIAL);
    matches.append(&mut partial);
}

/// The weight of the required words of a query, also of those that neither the catalogue nor the thesaurus contains.
pub(super) fn required_weight(snapshot: &Snapshot, plan: &QueryPlan) -> f32 {
    let out_of_vocabulary = (0..plan.weights.len())
        .filter(|number| plan.required >> number & 1 == 1 && plan.weights[*number] == 0.0)
        .count();
    plan.total_weight(plan.required) + out_of_vocabulary as f32 * UNTOPICAL * snapshot.idf(1)
}

/// The tiers of complete matches, below those of item numbers and whole titles.
pub(super) const COMPLETE: u8 = 3;
pub(super) const CORRECTED: u8 = 4;

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
pub(super) const PROSE: u8 = 6;

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
        self.scores.keywords().in_citation(self.scores.snapshot, m).next().is_none()
    }
}
