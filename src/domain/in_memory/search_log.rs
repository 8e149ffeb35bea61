//! Searches counted in memory. Nobody can be identified by them: only the folded text, the day and counts are stored; the
//! client is in memory as a keyed hash until the day is over.

use crate::domain::in_memory::today::Today;
use crate::model::search::insight::{SearchOutcome, may_be_counted};
use crate::search::fold;
use jiff::civil::Date;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of different texts counted on one day.
pub(in crate::domain) const MAX_TEXTS_A_DAY: u32 = 20_000;
/// Maximum number of pairs of client and text on one day. Beyond it, nothing more is counted that day: a hospital has fewer
/// searches.
const MAX_REMEMBERED: usize = 250_000;

/// Searches counted in memory until they are written.
#[derive(Default)]
pub struct SearchLog {
    state: Mutex<State>,
    /// The key is random and new at every start, so the hashes are useless outside this process.
    hasher: RandomState,
}

#[derive(Default)]
struct State {
    today: Today,
    /// Client and text of every search counted today, hashed.
    seen: HashSet<u64>,
    /// Not written yet.
    counts: HashMap<(Date, String), Counts>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(in crate::domain) struct Counts {
    pub count: u32,
    pub missed: u32,
    pub without_result: u32,
}

impl SearchLog {
    /// Counts a search, once a day for each client and text.
    pub fn note(&self, client: impl Hash, q: &str, outcome: SearchOutcome) {
        if !may_be_counted(q) {
            return;
        }
        let folded = fold(q).split_whitespace().collect::<Vec<_>>().join(" ");
        if !may_be_counted(&folded) {
            return;
        }
        let key = self.hasher.hash_one((client, &folded));
        let mut state = self.lock();
        let day = state.day();
        let is_known = state.counts.len() < MAX_TEXTS_A_DAY as usize
            || state.counts.contains_key(&(day, folded.clone()));
        if state.seen.len() >= MAX_REMEMBERED || !is_known || !state.seen.insert(key) {
            return;
        }
        let counts = state.counts.entry((day, folded)).or_default();
        counts.count += 1;
        counts.missed += u32::from(outcome != SearchOutcome::Found);
        counts.without_result += u32::from(outcome == SearchOutcome::Nothing);
    }

    /// Takes the counts since the last call. Forgets the clients of an earlier day as well.
    pub(in crate::domain) fn take(&self) -> HashMap<(Date, String), Counts> {
        let mut state = self.lock();
        state.day();
        std::mem::take(&mut state.counts)
    }

    /// Adds counts again that could not be written.
    pub(in crate::domain) fn restore(&self, counted: HashMap<(Date, String), Counts>) {
        let mut state = self.lock();
        for (text, counts) in counted {
            let known = state.counts.entry(text).or_default();
            known.count += counts.count;
            known.missed += counts.missed;
            known.without_result += counts.without_result;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The current day. Forgets who searched on an earlier one.
    fn day(&mut self) -> Date {
        let before = self.today.last();
        let day = self.today.day();
        if day != before {
            self.seen = HashSet::new();
        }
        day
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::clock;

    fn counts(log: &SearchLog) -> Vec<(String, u32, u32, u32)> {
        let mut counts: Vec<_> = log
            .take()
            .into_iter()
            .map(|((_, q), counts)| (q, counts.count, counts.missed, counts.without_result))
            .collect();
        counts.sort();
        counts
    }

    #[test]
    fn a_client_counts_once_a_day_and_text() {
        let log = SearchLog::default();
        for (client, q) in [(1, "Asthma"), (1, " asthma "), (2, "ASTHMA"), (2, "Vómito")] {
            log.note(client, q, SearchOutcome::Found);
        }
        log.note(3, "asthma", SearchOutcome::OnlyPart);
        log.note(4, "asthma", SearchOutcome::Nothing);
        assert_eq!(counts(&log), [("asthma".into(), 4, 2, 1), ("vomito".into(), 1, 0, 0)]);
        log.note(1, "asthma", SearchOutcome::Found);
        assert!(counts(&log).is_empty(), "counted today already");
    }

    #[test]
    fn the_next_day_counts_the_same_client_again() {
        let log = SearchLog::default();
        log.note(1, "asthma", SearchOutcome::Found);
        clock::moved::forward(jiff::SignedDuration::from_hours(24));
        log.note(1, "asthma", SearchOutcome::Found);
        assert_eq!(counts(&log).len(), 2, "a count for each day");
    }

    #[test]
    fn clients_are_forgotten_when_the_day_is_over_also_when_nobody_searches() {
        let log = SearchLog::default();
        log.note(1, "asthma", SearchOutcome::Found);
        assert_eq!((log.take().len(), log.lock().seen.len()), (1, 1));
        clock::moved::forward(jiff::SignedDuration::from_hours(24));
        assert_eq!((log.take().len(), log.lock().seen.len()), (0, 0));
    }

    #[test]
    fn what_could_not_be_written_is_counted_with_what_comes_after() {
        let log = SearchLog::default();
        log.note(1, "asthma", SearchOutcome::Nothing);
        let failed = log.take();
        log.note(2, "asthma", SearchOutcome::Found);
        log.restore(failed);
        assert_eq!(counts(&log), [("asthma".into(), 2, 1, 1)]);
    }

    #[test]
    fn texts_are_bounded() {
        let log = SearchLog::default();
        for n in 0..MAX_TEXTS_A_DAY + 10 {
            log.note(1, &format!("text {n}"), SearchOutcome::Found);
        }
        assert_eq!(log.lock().counts.len(), MAX_TEXTS_A_DAY as usize);
    }
}
