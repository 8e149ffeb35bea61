//! Partial matches: the best citations that contain some of the words, and the bound after which no further ones can enter.

use crate::search::query::query_plan::{QueryPlan, UNTOPICAL};
use crate::search::ranking::accumulators::{Accumulators, EXCLUDED};
use crate::search::ranking::list_scores::{PlannedList, bits_of};
use crate::search::ranking::top_k::TopK;
use crate::search::segments::document_set::DocumentSet;
use crate::search::snapshot::{Match, Snapshot};
use std::cmp::Ordering;

/// With fewer complete matches, partial ones follow.
pub(super) const MIN_COMPLETE: usize = 10;
/// The maximum number of partial matches in a result.
pub(super) const MAX_PARTIAL: usize = 50;
/// How many partial matches are ranked by title and keywords before the best are selected.
const MAX_CANDIDATES: usize = 200;
/// The tier of partial matches.
pub(in crate::search) const PARTIAL: u8 = 4;

/// The score of a partial match that contains this share of the weight of the words.
fn partial_score(score: f32, share: f32) -> f32 {
    score * share.sqrt()
}

/// A citation that contains some required words but not all.
struct Candidate {
    segment: usize,
    doc: u32,
    score: f32,
    /// The required words that it contains.
    words: u32,
}

fn candidates<'a>(
    plan: &'a QueryPlan,
    accumulators: &'a [Accumulators],
    wanted: &'a [DocumentSet],
) -> impl Iterator<Item = Candidate> + 'a {
    accumulators.iter().enumerate().flat_map(move |(segment, accumulators)| {
        accumulators.candidates().filter_map(move |(doc, found)| {
            let words = found.words() & plan.required;
            let is_partial = words != 0
                && words != plan.required
                && found.typed & plan.phrase_bits == plan.phrase_bits
                && found.typed & EXCLUDED == 0
                && wanted[segment].contains(doc);
            is_partial.then_some(Candidate { segment, doc, score: found.score, words })
        })
    })
}

/// Adds the best partial matches to `matches`; [`keep_best_partial_matches`] selects from them after ranking.
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
    let order_ties = |a: &Match, b: &Match| snapshot.title_order(a, b);
    let mut best = TopK::new(MAX_CANDIDATES);
    for Candidate { segment, doc, score, words } in candidates(plan, accumulators, wanted) {
        let segment = u16::try_from(segment).unwrap_or(u16::MAX);
        let unscaled = Match { segment, doc, tier: PARTIAL, score };
        // `partial_score` never raises a score.
        if best.may_enter(&unscaled) {
            let score = partial_score(score, plan.total_weight(words) / total);
            best.push(Match { score, ..unscaled }, (), order_ties);
        }
    }
    matches.extend(best.into_best(order_ties).map(|(found, ())| found));
}

/// Returns whether a citation that contains only words of the lists in `rest` could be one of the best partial matches.
pub(super) fn may_enter_top_k(
    plan: &QueryPlan,
    accumulators: &[Accumulators],
    rest: &[PlannedList],
    wanted: &[DocumentSet],
) -> bool {
    let count: usize = accumulators.iter().map(Accumulators::candidate_count).sum();
    let total = plan.total_weight(plan.required);
    if count < MAX_CANDIDATES || total <= 0.0 {
        return true;
    }
    let max_score = max_score(plan, rest, total);
    // Fewer than `MIN_COMPLETE` of them may become complete.
    let threshold = MAX_CANDIDATES + MIN_COMPLETE;
    candidates(plan, accumulators, wanted)
        .filter(|candidate| {
            let share = || plan.total_weight(candidate.words) / total;
            candidate.score > max_score && partial_score(candidate.score, share()) > max_score
        })
        .take(threshold)
        .count()
        < threshold
}

/// The maximum score of a citation that contains only words of these lists; `total` is the weight of the required words.
fn max_score(plan: &QueryPlan, lists: &[PlannedList], total: f32) -> f32 {
    let bound: f32 = lists.iter().map(|list| list.bound).sum();
    partial_score(bound, (plan.total_weight(bits_of(lists) & plan.required) / total).min(1.0))
}

/// Returns whether [`may_enter_top_k`] is true for `rest` whatever the citations with words of the lists before it score.
pub(super) fn always_may_enter_top_k(plan: &QueryPlan, before: &[PlannedList], rest: &[PlannedList]) -> bool {
    /// Scores are sums in another order, so bounds must differ by more than what rounding can change.
    const MARGIN: f32 = 0.999;
    let total = plan.total_weight(plan.required);
    if total <= 0.0 {
        return true;
    }
    let limit = MARGIN * max_score(plan, rest, total);
    // A partial match lacks a required word, hence every list that contains it.
    let numbers = (0..plan.weights.len()).filter(|number| plan.required >> number & 1 == 1);
    numbers.into_iter().all(|number| {
        let with_others = before.iter().filter(|list| list.bits >> number & 1 == 0);
        let bound: f32 = with_others.map(|list| list.bound).sum();
        let share = 1.0 - plan.weights[number] / total;
        bound == 0.0 || partial_score(bound, share.clamp(0.0, 1.0)) <= limit
    })
}

/// Keeps the best [`MAX_PARTIAL`] partial matches.
pub(super) fn keep_best_partial_matches(
    matches: &mut Vec<Match>,
    is_partial: impl Fn(&Match) -> bool,
    order: impl Fn(&Match, &Match) -> Ordering,
) {
    let mut partial: Vec<Match> = matches.extract_if(.., |m| is_partial(m)).collect();
    if partial.len() > MAX_PARTIAL {
        partial.select_nth_unstable_by(MAX_PARTIAL, order);
        partial.truncate(MAX_PARTIAL);
    }
    matches.append(&mut partial);
}

/// The weight of the required words of a query, also of those that neither the catalogue nor the thesaurus contains.
pub(super) fn required_weight(snapshot: &Snapshot, plan: &QueryPlan) -> f32 {
    let out_of_vocabulary = (0..plan.weights.len())
        .filter(|number| plan.required >> number & 1 == 1 && plan.weights[*number] == 0.0)
        .count();
    plan.total_weight(plan.required) + out_of_vocabulary as f32 * UNTOPICAL * snapshot.idf(1)
}
