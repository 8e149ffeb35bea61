//! Tells double clicks apart: which client used which citation a moment ago. Hashed with a key that is new at every start,
//! only in memory, for at most a minute.

use std::collections::HashMap;

/// A client counts once in this many seconds for the same use of the same citation.
const DOUBLE_CLICK_S: i64 = 30;
/// Maximum number of uses in memory. Beyond it, nothing more is counted until some have expired: a hospital has fewer
/// clicks.
const MAX_REMEMBERED: usize = 100_000;

/// Uses of the last seconds, hashed, with the second of each.
#[derive(Default)]
pub(super) struct RecentClicks {
    current: HashMap<u64, i64>,
    before: HashMap<u64, i64>,
    /// When `current` was begun.
    since: i64,
}

impl RecentClicks {
    /// Records a use at this second; returns whether it counts.
    pub fn note(&mut self, click: u64, now: i64) -> bool {
        self.forget_old(now);
        let recent = |at: &i64| (0..DOUBLE_CLICK_S).contains(&(now - at));
        let is_known =
            [&self.current, &self.before].iter().any(|clicks| clicks.get(&click).is_some_and(recent));
        if is_known || self.current.len() >= MAX_REMEMBERED {
            return false;
        }
        self.current.insert(click, now);
        true
    }

    /// Forgets the uses that cannot be part of a double click any more: none is remembered for longer than a minute if this
    /// is called every few seconds.
    pub fn forget_old(&mut self, now: i64) {
        // A clock that was moved back starts again as well.
        if !(0..DOUBLE_CLICK_S).contains(&(now - self.since)) {
            self.before = std::mem::take(&mut self.current);
            self.since = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_counts_again_after_thirty_seconds() {
        let mut clicks = RecentClicks::default();
        let mut check = |second: i64, click: u64, counts: bool| {
            assert_eq!(clicks.note(click, 1_000_000 + second), counts, "{second} {click}");
        };
        check(0, 1, true);
        check(1, 1, false);
        check(20, 2, true);
        check(29, 1, false);
        check(30, 1, true);
        check(49, 2, false);
        check(50, 2, true);
        check(59, 1, false);
        check(200, 1, true);
        check(100, 1, true);
    }

    #[test]
    fn a_click_is_forgotten_without_another_one() {
        let mut clicks = RecentClicks::default();
        clicks.note(1, 1_000_000);
        clicks.forget_old(1_000_030);
        assert_eq!(clicks.before.len(), 1, "a click of the last thirty seconds may be among them");
        clicks.forget_old(1_000_060);
        assert!(clicks.current.is_empty() && clicks.before.is_empty());
    }

    #[test]
    fn memory_is_bounded() {
        let mut clicks = RecentClicks::default();
        let counted = (0..MAX_REMEMBERED as u64 + 10).filter(|click| clicks.note(*click, 5)).count();
        assert_eq!(counted, MAX_REMEMBERED);
        assert!(clicks.note(1, 35), "the next seconds have room again");
        for round in 2..10 {
            clicks.note(round, 35 * i64::try_from(round).unwrap_or(0));
        }
        assert!(clicks.current.len() + clicks.before.len() <= 2);
    }
}
