//! Uses of citations counted in memory until they are written. Nobody can be identified by them: what is written is
//! citation, language, day and counts.

use crate::domain::in_memory::recent_clicks::RecentClicks;
use crate::domain::in_memory::today::Today;
use crate::model::clock;
use crate::model::usage::{UsageCounts, UsageKind};
use crate::store::CountedUsage;
use jiff::civil::Date;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of different counts between two writes. Beyond it, new ones are dropped.
const MAX_COUNTS: usize = 50_000;
/// Maximum number of classified user agents in memory; beyond it, they are classified again.
const MAX_AGENTS: usize = 4_096;

/// Uses counted in memory.
#[derive(Default)]
pub struct UsageLog {
    state: Mutex<State>,
    /// The key is random and new at every start, so the hashes are useless outside this process.
    hasher: RandomState,
}

#[derive(Default)]
struct State {
    today: Today,
    clicks: RecentClicks,
    /// Whether a user agent, hashed, is a robot's.
    agents: HashMap<u64, bool>,
    /// Not written yet: day and citation, with the counts of each language.
    counts: HashMap<(Date, i64), Vec<(String, UsageCounts)>>,
    /// The total number of counts.
    count: usize,
}

impl UsageLog {
    /// Counts a use, unless the user agent is a robot's or the client did the same a moment ago.
    pub fn note(
        &self,
        (address, agent): (impl Hash, &[u8]),
        (citation, tag): (i64, &str),
        kind: UsageKind,
        is_robot: impl FnOnce(&[u8]) -> bool,
    ) {
        let agent_hash = self.hasher.hash_one(agent);
        let click = self.hasher.hash_one((address, agent_hash, citation, kind));
        let known = self.lock().agents.get(&agent_hash).copied();
        let is_robot = known.unwrap_or_else(|| is_robot(agent));
        let mut state = self.lock();
        if known.is_none() {
            if state.agents.len() >= MAX_AGENTS {
                state.agents = HashMap::new();
            }
            state.agents.insert(agent_hash, is_robot);
        }
        if !is_robot && state.clicks.note(click, clock::seconds()) {
            let day = state.today.day();
            state.add(day, citation, tag, UsageCounts::once(kind));
        }
    }

    /// Takes the counts since the last call. Forgets the clients of a minute ago as well.
    pub(in crate::domain) fn take(&self) -> Vec<CountedUsage> {
        let mut state = self.lock();
        state.clicks.forget_old(clock::seconds());
        state.count = 0;
        let counts = std::mem::take(&mut state.counts);
        drop(state);
        let one = |((day, citation), of_languages): ((Date, i64), Vec<(String, UsageCounts)>)| {
            of_languages.into_iter().map(move |(tag, counts)| CountedUsage { day, citation, tag, counts })
        };
        counts.into_iter().flat_map(one).collect()
    }

    /// Adds counts again that could not be written.
    pub(in crate::domain) fn restore(&self, counted: Vec<CountedUsage>) {
        let mut state = self.lock();
        for CountedUsage { day, citation, tag, counts } in counted {
            state.add(day, citation, &tag, counts);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn add(&mut self, day: Date, citation: i64, tag: &str, counts: UsageCounts) {
        let is_full = self.count >= MAX_COUNTS;
        let languages = match self.counts.entry((day, citation)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(_) if is_full => return,
            Entry::Vacant(new) => new.insert(Vec::new()),
        };
        match languages.iter_mut().find(|(known, _)| known == tag) {
            Some((_, known)) => *known += counts,
            None if is_full => {}
            None => {
                languages.push((tag.to_owned(), counts));
                self.count += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use jiff::SignedDuration;

    fn note(log: &UsageLog, client: (u8, &str), citation: i64, kind: UsageKind) {
        log.note((client.0, client.1.as_bytes()), (citation, "es"), kind, |agent| agent.starts_with(b"bot"));
    }

    fn taken(log: &UsageLog) -> Vec<(i64, UsageCounts)> {
        let mut taken: Vec<_> = log.take().into_iter().map(|one| (one.citation, one.counts)).collect();
        taken.sort_by_key(|(citation, counts)| (*citation, counts.view));
        taken
    }

    #[test]
    fn a_client_counts_once_in_thirty_seconds_for_each_citation_and_kind() {
        let log = UsageLog::default();
        for _ in 0..3 {
            note(&log, (1, "Firefox"), 7, UsageKind::View);
            note(&log, (1, "Firefox"), 7, UsageKind::Open);
            note(&log, (1, "Firefox"), 8, UsageKind::View);
            note(&log, (1, "Safari"), 7, UsageKind::View);
            note(&log, (2, "Firefox"), 7, UsageKind::View);
            note(&log, (3, "bot"), 7, UsageKind::View);
        }
        let (views, one) = (|view| UsageCounts { view, ..UsageCounts::default() }, UsageKind::Open);
        let mut seven = views(3);
        seven += UsageCounts::once(one);
        assert_eq!(taken(&log), [(7, seven), (8, views(1))]);
        clock::moved::forward(SignedDuration::from_secs(29));
        note(&log, (1, "Firefox"), 7, UsageKind::View);
        assert_eq!(taken(&log), []);
        clock::moved::forward(SignedDuration::from_secs(2));
        note(&log, (1, "Firefox"), 7, UsageKind::View);
        assert_eq!(taken(&log), [(7, views(1))]);
    }

    #[test]
    fn what_could_not_be_written_is_counted_with_what_comes_after() {
        let log = UsageLog::default();
        note(&log, (1, "Firefox"), 7, UsageKind::Scan);
        let failed = log.take();
        note(&log, (2, "Firefox"), 7, UsageKind::Scan);
        log.restore(failed);
        assert_eq!(taken(&log), [(7, UsageCounts { scan: 2, ..UsageCounts::default() })]);
        clock::moved::forward(SignedDuration::from_hours(24));
        note(&log, (1, "Firefox"), 7, UsageKind::Scan);
        note(&log, (2, "Firefox"), 8, UsageKind::Scan);
        assert_eq!(taken(&log).len(), 2);
    }

    #[test]
    fn counts_are_bounded() {
        let log = UsageLog::default();
        let beyond = i64::try_from(MAX_COUNTS).unwrap() + 10;
        (0..beyond).for_each(|citation| note(&log, (1, "Firefox"), citation, UsageKind::View));
        assert_eq!(log.take().len(), MAX_COUNTS);
        note(&log, (2, "Firefox"), 1, UsageKind::View);
        assert_eq!(log.take().len(), 1, "what was taken leaves room");
    }
}
