//! The best of many matches, without sorting all.

use crate::search::snapshot::{Match, Snapshot};

/// The best matches of those pushed.
pub(in crate::search) struct TopK<'s> {
    snapshot: &'s Snapshot,
    count: usize,
    /// Less than twice as many as wanted, the best of them first when there are enough.
    best: Vec<Match>,
    /// The worst match that is still one of the best, once there are enough.
    worst: Option<Match>,
}

impl<'s> TopK<'s> {
    pub fn new(snapshot: &'s Snapshot, count: usize) -> TopK<'s> {
        TopK { snapshot, count, best: Vec::new(), worst: None }
    }

    /// A fast test: returns false only if a match with this tier and score is not one of the best.
    #[inline]
    pub fn may_enter(&self, found: &Match) -> bool {
        self.worst.is_none_or(|worst| found.tier < worst.tier || found.score >= worst.score)
    }

    #[inline]
    pub fn push(&mut self, found: Match) {
        let is_worse = |worst: Match| self.snapshot.order(&found, &worst).is_ge();
        if !self.worst.is_some_and(is_worse) {
            self.best.push(found);
            if self.best.len() == self.count.saturating_mul(2) {
                self.truncate();
            }
        }
    }

    fn truncate(&mut self) {
        keep_best(self.snapshot, &mut self.best, self.count);
        self.worst = self.best.last().copied();
    }

    /// The best matches, in no order.
    pub fn into_best(mut self) -> Vec<Match> {
        keep_best(self.snapshot, &mut self.best, self.count);
        self.best
    }
}

/// Keeps the best `count` matches in no order, but the worst of them last.
pub(in crate::search) fn keep_best(snapshot: &Snapshot, matches: &mut Vec<Match>, count: usize) {
    if matches.len() > count {
        if let Some(last) = count.checked_sub(1) {
            matches.select_nth_unstable_by(last, |a, b| snapshot.order(a, b));
        }
        matches.truncate(count);
    }
}
