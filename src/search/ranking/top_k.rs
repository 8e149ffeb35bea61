//! Top-k selection: the best of many matches without sorting all; and lists of matches that reuse their memory, because
//! allocating lists of this size for every search would fragment the heap.

use crate::search::snapshot::Match;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::ops::{Deref, DerefMut, Range};

/// The tier and score of a match as one number: the same order as [`Match::by_score`], but faster to compare.
fn sort_key(found: &Match) -> u64 {
    // The order of `f32::total_cmp`, descending: negative numbers keep all bits, others have all but the sign inverted.
    let bits = found.score.to_bits();
    // All ones for negative numbers, else 0.
    let sign_mask = (bits.cast_signed() >> 31).cast_unsigned();
    u64::from(found.tier) << 32 | u64::from(bits ^ (!sign_mask >> 1))
}

/// The best matches of those pushed, each with what else is known of it.
pub(super) struct TopK<T> {
    count: usize,
    /// Less than twice as many as wanted, the best of them first when there are enough.
    best: Vec<Ranked<T>>,
    /// The worst match that is still one of the best, once there are enough.
    worst: Option<Match>,
    /// Its [`sort_key`]; the highest number while there are too few.
    worst_key: u64,
}

struct Ranked<T> {
    /// The [`sort_key`] of the match.
    key: u64,
    found: Match,
    more: T,
}

impl<T> TopK<T> {
    pub fn new(count: usize) -> TopK<T> {
        TopK { count, best: Vec::with_capacity(2 * count), worst: None, worst_key: u64::MAX }
    }

    /// A fast test: returns false only if a match with this tier and score is not one of the best.
    #[inline]
    pub fn may_enter(&self, found: &Match) -> bool {
        self.worst.is_none_or(|worst| found.tier < worst.tier || found.score >= worst.score)
    }

    /// Adds a match. `order_ties` is the order of matches with the same tier and score, and must be the same for every call.
    #[inline]
    pub fn push(&mut self, found: Match, more: T, order_ties: impl Fn(&Match, &Match) -> Ordering) {
        let key = sort_key(&found);
        let is_worse = |worst: &Match| key == self.worst_key && order_ties(&found, worst).is_ge();
        if key > self.worst_key || self.worst.as_ref().is_some_and(is_worse) {
            return;
        }
        self.best.push(Ranked { key, found, more });
        if self.best.len() == 2 * self.count {
            self.truncate(order_ties);
        }
    }

    fn truncate(&mut self, order_ties: impl Fn(&Match, &Match) -> Ordering) {
        if self.best.len() > self.count {
            self.best.select_nth_unstable_by(self.count - 1, |a, b| {
                a.key.cmp(&b.key).then_with(|| order_ties(&a.found, &b.found))
            });
            self.best.truncate(self.count);
            let worst = self.best.last();
            self.worst_key = worst.map_or(u64::MAX, |worst| worst.key);
            self.worst = worst.map(|worst| worst.found);
        }
    }

    /// The best matches, in no order.
    pub fn into_best(
        mut self,
        order_ties: impl Fn(&Match, &Match) -> Ordering,
    ) -> impl Iterator<Item = (Match, T)> {
        self.truncate(order_ties);
        self.best.into_iter().map(|Ranked { found, more, .. }| (found, more))
    }
}

/// Moves the best `count` matches by [`Match::by_score`], then by `order_ties`, to the front, in no order.
pub(in crate::search) fn select_top_k(
    matches: &mut [Match],
    count: usize,
    order_ties: impl Fn(&Match, &Match) -> Ordering,
) {
    if count == 0 || count >= matches.len() {
        return;
    }
    move_best_to_front(matches, count);
    let tied = move_ties_together(matches, count);
    if tied.end > count {
        matches[tied.clone()].select_nth_unstable_by(count - 1 - tied.start, order_ties);
    }
}

/// Moves matches so that none of the first `count` scores less than one of the others.
///
/// Most searches need a few of many matches, so a match is a candidate only when it is better than the worst one so far.
fn move_best_to_front(matches: &mut [Match], count: usize) {
    // Each key with the position as its last digits, which is faster to compare than both.
    let mut best: Vec<u128> = Vec::with_capacity(2 * count);
    let mut worst_key = u64::MAX;
    for (position, found) in (0u32..).zip(&*matches) {
        let key = sort_key(found);
        if key >= worst_key {
            continue;
        }
        best.push(u128::from(key) << 32 | u128::from(position));
        if best.len() == 2 * count {
            keep_lowest(&mut best, count);
            worst_key = (best[count - 1] >> 32) as u64;
        }
    }
    keep_lowest(&mut best, count);
    let mut positions: Vec<u32> = best.into_iter().map(|key| key as u32).collect();
    // In ascending order, no swap moves a match that is still to be swapped.
    positions.sort_unstable();
    positions.into_iter().enumerate().for_each(|(front, position)| matches.swap(front, position as usize));
}

/// Keeps the `count` lowest keys, the highest of them last.
fn keep_lowest(keys: &mut Vec<u128>, count: usize) {
    if keys.len() > count {
        keys.select_nth_unstable(count - 1);
        keys.truncate(count);
    }
}

/// Moves the matches that tie with the last of the first `count` ones next to it, and returns where they are.
fn move_ties_together(matches: &mut [Match], count: usize) -> Range<usize> {
    let Some(last) = matches[..count].iter().copied().max_by(Match::by_score) else { return count..count };
    let is_tied = |found: &Match| found.by_score(&last).is_eq();
    let mut start = count;
    for place in (0..count).rev() {
        if is_tied(&matches[place]) {
            start -= 1;
            matches.swap(place, start);
        }
    }
    let mut end = count;
    for place in count..matches.len() {
        if is_tied(&matches[place]) {
            matches.swap(place, end);
            end += 1;
        }
    }
    start..end
}

/// How many empty lists a thread keeps for reuse.
const MAX_SPARE: usize = 3;

thread_local! {
    static SPARE: RefCell<Vec<Vec<Match>>> = const { RefCell::new(Vec::new()) };
}

pub(in crate::search) struct MatchList(Vec<Match>);

impl Default for MatchList {
    /// An empty list in the memory of an earlier one, if there is any.
    fn default() -> MatchList {
        MatchList(SPARE.with_borrow_mut(Vec::pop).unwrap_or_default())
    }
}

impl Drop for MatchList {
    fn drop(&mut self) {
        let mut cleared = std::mem::take(&mut self.0);
        cleared.clear();
        // Fails while the thread exits.
        let _ = SPARE.try_with(|spare| {
            if let Ok(mut spare) = spare.try_borrow_mut()
                && spare.len() < MAX_SPARE
            {
                spare.push(cleared);
            }
        });
    }
}

impl Deref for MatchList {
    type Target = Vec<Match>;

    fn deref(&self) -> &Vec<Match> {
        &self.0
    }
}

impl DerefMut for MatchList {
    fn deref_mut(&mut self) -> &mut Vec<Match> {
        &mut self.0
    }
}

impl FromIterator<Match> for MatchList {
    fn from_iter<I: IntoIterator<Item = Match>>(matches: I) -> MatchList {
        let mut list = MatchList::default();
        list.extend(matches);
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The order of documents, the last one first.
    fn by_document(a: &Match, b: &Match) -> Ordering {
        b.doc.cmp(&a.doc)
    }

    fn by_score_and_document(a: &Match, b: &Match) -> Ordering {
        a.by_score(b).then_with(|| by_document(a, b))
    }

    #[test]
    fn keys_are_in_the_order_of_tiers_and_scores() {
        let scores = [f32::MIN, -2.5, -0.0, 0.0, f32::MIN_POSITIVE, 1.0, 7.25, f32::MAX];
        let matches: Vec<Match> =
            (0u8..3).flat_map(|tier| scores.map(|score| Match { doc: 0, score, segment: 0, tier })).collect();
        for a in &matches {
            for b in &matches {
                assert_eq!(sort_key(a).cmp(&sort_key(b)), a.by_score(b), "{a:?} {b:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_best_move_to_the_front_and_none_is_lost(
            given in proptest::collection::vec((0u8..3, 0u16..40), 0..300),
            count in 0usize..60,
        ) {
            let mut matches: Vec<Match> = (0u32..)
                .zip(&given)
                .map(|(doc, (tier, score))| Match { doc, score: f32::from(*score), segment: 0, tier: *tier })
                .collect();
            select_top_k(&mut matches, count, by_document);
            let mut docs: Vec<u32> = matches.iter().map(|found| found.doc).collect();
            docs.sort_unstable();
            prop_assert!(docs.into_iter().eq((0u32..).take(given.len())));
            let (front, rest) = matches.split_at(count.min(matches.len()));
            for found in front {
                prop_assert!(rest.iter().all(|other| by_score_and_document(found, other).is_lt()));
            }
            let mut top = TopK::new(count.max(1));
            matches.iter().for_each(|found| top.push(*found, found.doc, by_document));
            let mut best: Vec<u32> = top.into_best(by_document).map(|(_, doc)| doc).collect();
            best.sort_unstable();
            matches.sort_unstable_by(by_score_and_document);
            let mut expected: Vec<u32> = matches.iter().take(count.max(1)).map(|found| found.doc).collect();
            expected.sort_unstable();
            prop_assert_eq!(best, expected);
        }
    }
}
