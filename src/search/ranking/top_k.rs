//! The best of many matches, by tier and score alone.

use crate::search::snapshot::Match;
use std::cmp::Ordering;

/// Best tier, then best score; titles play no part.
pub(in crate::search) fn by_score(a: &Match, b: &Match) -> Ordering {
    a.tier.cmp(&b.tier).then_with(|| b.score.total_cmp(&a.score))
}

/// Brings the best `count` matches to the front, in no order.
///
/// Most searches want a few of many: only matches better than those gathered so far are compared with each other.
pub(in crate::search) fn bring_forward(matches: &mut [Match], count: usize) {
    if count == 0 || count >= matches.len() {
        return;
    }
    let mut best: Vec<usize> = Vec::with_capacity(2 * count);
    let mut worst: Option<Match> = None;
    for (place, found) in matches.iter().enumerate() {
        if worst.is_some_and(|worst| by_score(found, &worst).is_ge()) {
            continue;
        }
        best.push(place);
        if best.len() == 2 * count {
            worst = Some(matches[keep_best(&mut best, matches, count)]);
        }
    }
    keep_best(&mut best, matches, count);
    // In order of their places, none is moved away by one before it.
    best.sort_unstable();
    for (front, place) in best.into_iter().enumerate() {
        matches.swap(front, place);
    }
}

/// Keeps the best `count` of some places; returns the place of the worst of them.
fn keep_best(places: &mut Vec<usize>, matches: &[Match], count: usize) -> usize {
    if places.len() > count {
        places.select_nth_unstable_by(count - 1, |a, b| by_score(&matches[*a], &matches[*b]));
        places.truncate(count);
    }
    places.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_best_come_to_the_front_and_none_is_lost(
            given in proptest::collection::vec((0u8..3, 0u16..40), 0..300),
            count in 0usize..60,
        ) {
            let mut matches: Vec<Match> = (0u32..)
                .zip(&given)
                .map(|(doc, (tier, score))| Match { doc, score: f32::from(*score), segment: 0, tier: *tier })
                .collect();
            bring_forward(&mut matches, count);
            let mut docs: Vec<u32> = matches.iter().map(|found| found.doc).collect();
            docs.sort_unstable();
            prop_assert!(docs.into_iter().eq((0u32..).take(given.len())));
            let (front, rest) = matches.split_at(count.min(matches.len()));
            for found in front {
                prop_assert!(rest.iter().all(|other| by_score(found, other).is_le()));
            }
        }
    }
}
