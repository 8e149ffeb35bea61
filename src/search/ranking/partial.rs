//! Partial matches: the best citations that contain some of the words, and when no more of them need be looked at.

use crate::search::query::query_plan::QueryPlan;
use crate::search::ranking::accumulators::{Accumulators, EXCLUDED};
use crate::search::ranking::direct_matches::weight_of;
use crate::search::ranking::planned_lists::PlannedList;
use crate::search::ranking::top_k::by_score;
use crate::search::snapshot::Match;
use std::cmp::Ordering;

/// Below so many complete matches, partial ones follow.
pub(super) const MIN_COMPLETE: usize = 10;
/// How many partial matches follow the complete ones, at most.
pub(super) const MAX_PARTIAL: usize = 50;
/// How many partial matches are compared by title and keywords before the best are kept.
const MAX_CANDIDATES: usize = 200;
/// The tier of partial matches.
pub(super) const PARTIAL: u8 = 4;

/// The score of a partial match: the share of the words' weight that it contains lowers it.
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
    query: &'a QueryPlan,
    accumulators: &'a [Accumulators],
    is_wanted: &'a impl Fn(usize, u32) -> bool,
) -> impl Iterator<Item = Candidate> + 'a {
    accumulators.iter().enumerate().flat_map(move |(segment, accumulators)| {
        accumulators.touched.iter().filter_map(move |&doc| {
            let held = accumulators.held(doc);
            let words = (held.typed | held.by_term | held.guessed) & query.required;
            let counts = words != 0
                && words != query.required
                && held.typed & query.quoted == query.quoted
                && held.typed & EXCLUDED == 0
                && is_wanted(segment, doc);
            counts.then_some(Candidate { segment, doc, score: held.score, words })
        })
    })
}

/// Adds the best partial matches to `matches`, more than are kept in the end.
pub(super) fn add_partial_matches(
    query: &QueryPlan,
    accumulators: &[Accumulators],
    is_wanted: &impl Fn(usize, u32) -> bool,
    matches: &mut Vec<Match>,
) {
    let total = weight_of(query.required, &query.weights);
    if total <= 0.0 {
        return;
    }
    let mut best: Vec<Match> = Vec::with_capacity(2 * MAX_CANDIDATES);
    let mut least = 0.0;
    for Candidate { segment, doc, score, words } in candidates(query, accumulators, is_wanted) {
        // A share never raises a score.
        if score < least {
            continue;
        }
        let score = partial_score(score, weight_of(words, &query.weights) / total);
        if score < least {
            continue;
        }
        let segment = u16::try_from(segment).unwrap_or(u16::MAX);
        best.push(Match { segment, doc, tier: PARTIAL, score });
        if best.len() == 2 * MAX_CANDIDATES {
            best.select_nth_unstable_by(MAX_CANDIDATES - 1, by_score);
            best.truncate(MAX_CANDIDATES);
            least = best[MAX_CANDIDATES - 1].score;
        }
    }
    matches.append(&mut best);
}

/// Returns whether a citation that contains nothing but words of these lists could become one of the best partial matches.
pub(super) fn can_enter(
    query: &QueryPlan,
    accumulators: &[Accumulators],
    rest: &[PlannedList],
    is_wanted: &impl Fn(usize, u32) -> bool,
) -> bool {
    let touched: usize = accumulators.iter().map(|accumulators| accumulators.touched.len()).sum();
    let total = weight_of(query.required, &query.weights);
    if touched < MAX_CANDIDATES || total <= 0.0 {
        return true;
    }
    let (mut bits, mut bound) = (0, 0.0);
    for list in rest {
        bits |= list.bits;
        bound += list.bound;
    }
    let most = partial_score(bound, (weight_of(bits & query.required, &query.weights) / total).min(1.0));
    // Some of them may turn out to be complete, but then fewer than this.
    let enough = MAX_CANDIDATES + MIN_COMPLETE;
    candidates(query, accumulators, is_wanted)
        .filter(|candidate| {
            let share = || weight_of(candidate.words, &query.weights) / total;
            candidate.score > most && partial_score(candidate.score, share()) > most
        })
        .take(enough)
        .count()
        < enough
}

/// Keeps the best [`MAX_PARTIAL`] partial matches.
pub(super) fn keep_best_partial_matches(
    matches: &mut Vec<Match>,
    is_partial: impl Fn(&Match) -> bool,
    order: impl Fn(&Match, &Match) -> Ordering,
) {
    let mut partial: Vec<Match> = matches.extract_if(.., |found| is_partial(found)).collect();
    if partial.len() > MAX_PARTIAL {
        partial.select_nth_unstable_by(MAX_PARTIAL, order);
        partial.truncate(MAX_PARTIAL);
    }
    matches.append(&mut partial);
}

/// Returns whether even the best of some matches contains less than half of what the words of the query weigh. Words that
/// neither catalogue nor thesaurus know weigh as much as one that a single text contains.
pub(super) fn is_under_half(
    query: &QueryPlan,
    accumulators: &[Accumulators],
    matches: &[Match],
    unknown_weight: f32,
) -> bool {
    let known = weight_of(query.required, &query.weights);
    let unknown = (0..query.weights.len())
        .filter(|number| query.required >> number & 1 == 1 && query.weights[*number] == 0.0)
        .count();
    let total = known + unknown as f32 * unknown_weight;
    let found = |found: &Match| {
        let held = accumulators[usize::from(found.segment)].held(found.doc);
        weight_of((held.typed | held.by_term | held.guessed) & query.required, &query.weights)
    };
    let best = matches.iter().map(found).fold(0.0, f32::max);
    !matches.is_empty() && best * 2.0 < total
}
