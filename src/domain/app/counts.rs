//! Counts in memory, by day or citation, which background work stores regularly: searches, gaps, codes and uses. Nobody
//! can be identified by them: what is stored is a folded text or a citation with language, day and number; clients are
//! in memory as keyed hashes, for a day (searches) or a minute (double clicks).

use crate::model::citations::codes::CodeSystem;
use crate::model::clock::{self, UnixTime};
use crate::model::error::lock;
use crate::model::keys::{CitationKey, UserKey};
use crate::model::languages::tag::LanguageTag;
use crate::model::search::insight::{SearchOutcome, may_be_counted};
use crate::model::usage::{UsageCounts, UsageKind};
use crate::search::fold;
use crate::store::CountedUsage;
use jiff::civil::Date;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::Mutex;

/// Maximum number of different keys counted on one day.
pub(in crate::domain) const MAX_KEYS_A_DAY: u32 = 20_000;
/// Maximum number of different texts counted on one day.
pub(in crate::domain) const MAX_TEXTS_A_DAY: u32 = 20_000;
/// Maximum number of pairs of client and text on one day. Beyond it, nothing more is counted that day: a hospital has fewer
/// searches.
const MAX_CLIENT_TEXTS: usize = 250_000;
/// Maximum number of different counts between two writes. Beyond it, new ones are dropped.
const MAX_COUNTS: usize = 50_000;
/// Maximum number of classified user agents in memory; beyond it, they are classified again.
const MAX_AGENTS: usize = 4_096;
/// A client counts once in this many seconds for the same use of the same citation.
const DOUBLE_CLICK_S: i64 = 30;
/// Maximum number of uses in memory. Beyond it, nothing more is counted until some have expired: a hospital has fewer
/// clicks.
const MAX_CLICKS: usize = 100_000;

/// Counts in memory, which background work stores regularly.
#[derive(Default)]
pub(in crate::domain) struct UnstoredCounts {
    /// Recent searches of signed-in people, newest first.
    pub recent_searches: Mutex<HashMap<UserKey, Vec<String>>>,
    /// Anonymous search counts.
    pub search_log: SearchLog,
    /// Searches in a language in which a citation among the first had no version: id of the citation and language.
    pub translation_searches: DailyCounts<(String, LanguageTag)>,
    /// Codes that no citation answered.
    pub unanswered_codes: DailyCounts<(CodeSystem, String)>,
    /// Counts of views, opened files and scanned codes.
    pub usage: UsageLog,
}

/// Counts in memory, by day and key.
pub struct DailyCounts<K> {
    counts: Mutex<HashMap<(Date, K), u32>>,
}

impl<K> Default for DailyCounts<K> {
    fn default() -> Self {
        DailyCounts { counts: Mutex::default() }
    }
}

impl<K: Eq + Hash> DailyCounts<K> {
    /// Counts each of these once more today.
    pub fn count(&self, keys: impl IntoIterator<Item = K>) {
        let today = clock::today();
        let mut counts = lock(&self.counts);
        for key in keys {
            let counted = (today, key);
            if counts.len() < MAX_KEYS_A_DAY as usize || counts.contains_key(&counted) {
                *counts.entry(counted).or_default() += 1;
            }
        }
    }

    /// Takes the counts since the last call.
    pub(in crate::domain) fn take(&self) -> HashMap<(Date, K), u32> {
        std::mem::take(&mut lock(&self.counts))
    }

    /// Adds counts again that could not be written.
    pub(in crate::domain) fn restore(&self, counted: HashMap<(Date, K), u32>) {
        let mut counts = lock(&self.counts);
        for (key, count) in counted {
            *counts.entry(key).or_default() += count;
        }
    }
}

/// Searches counted in memory until they are written.
#[derive(Default)]
pub struct SearchLog {
    state: Mutex<SearchLogState>,
    /// The key is random and new at every start, so the hashes are useless outside this process.
    hasher: RandomState,
}

impl SearchLog {
    /// Counts a search, once a day for each client and text.
    pub fn record(&self, client: impl Hash, q: &str, outcome: SearchOutcome) {
        if !may_be_counted(q) {
            return;
        }
        let folded = fold(q).split_whitespace().collect::<Vec<_>>().join(" ");
        if !may_be_counted(&folded) {
            return;
        }
        let key = self.hasher.hash_one((client, &folded));
        let mut state = lock(&self.state);
        let day = state.day();
        let is_known = state.counts.len() < MAX_TEXTS_A_DAY as usize
            || state.counts.contains_key(&(day, folded.clone()));
        if state.seen.len() >= MAX_CLIENT_TEXTS || !is_known || !state.seen.insert(key) {
            return;
        }
        let counts = state.counts.entry((day, folded)).or_default();
        counts.count += 1;
        counts.missed += u32::from(outcome != SearchOutcome::Found);
        counts.without_result += u32::from(outcome == SearchOutcome::Nothing);
    }

    /// Takes the counts since the last call. Forgets the clients of an earlier day as well.
    pub(in crate::domain) fn take(&self) -> HashMap<(Date, String), Counts> {
        let mut state = lock(&self.state);
        state.day();
        std::mem::take(&mut state.counts)
    }

    /// Adds counts again that could not be written.
    pub(in crate::domain) fn restore(&self, counted: HashMap<(Date, String), Counts>) {
        let mut state = lock(&self.state);
        for (text, counts) in counted {
            let known = state.counts.entry(text).or_default();
            known.count += counts.count;
            known.missed += counts.missed;
            known.without_result += counts.without_result;
        }
    }
}

#[derive(Default)]
struct SearchLogState {
    today: Today,
    /// Client and text of every search counted today, hashed.
    seen: HashSet<u64>,
    /// Not written yet.
    counts: HashMap<(Date, String), Counts>,
}

impl SearchLogState {
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

#[derive(Debug, Clone, Copy, Default)]
pub(in crate::domain) struct Counts {
    pub count: u32,
    pub missed: u32,
    pub without_result: u32,
}

/// Uses counted in memory.
#[derive(Default)]
pub struct UsageLog {
    state: Mutex<UsageLogState>,
    /// The key is random and new at every start, so the hashes are useless outside this process.
    hasher: RandomState,
}

impl UsageLog {
    /// Counts a use, unless the user agent is a robot's or the client did the same a moment ago.
    pub fn record(
        &self,
        (address, agent): (impl Hash, &[u8]),
        (citation, tag): (CitationKey, &str),
        kind: UsageKind,
        is_robot: impl FnOnce(&[u8]) -> bool,
    ) {
        let agent_hash = self.hasher.hash_one(agent);
        let click = self.hasher.hash_one((address, agent_hash, citation, kind));
        let known = lock(&self.state).agents.get(&agent_hash).copied();
        let is_robot = known.unwrap_or_else(|| is_robot(agent));
        let mut state = lock(&self.state);
        if known.is_none() {
            if state.agents.len() >= MAX_AGENTS {
                state.agents = HashMap::new();
            }
            state.agents.insert(agent_hash, is_robot);
        }
        if !is_robot && state.clicks.record(click, clock::seconds()) {
            let day = state.today.day();
            state.add(day, citation, tag, UsageCounts::once(kind));
        }
    }

    /// Takes the counts since the last call. Forgets the clients of a minute ago as well.
    pub(in crate::domain) fn take(&self) -> Vec<CountedUsage> {
        let mut state = lock(&self.state);
        state.clicks.forget_old(clock::seconds());
        state.count = 0;
        let counts = std::mem::take(&mut state.counts);
        drop(state);
        let one = |((day, citation), of_languages): ((Date, CitationKey), Vec<(String, UsageCounts)>)| {
            of_languages.into_iter().map(move |(tag, counts)| CountedUsage { day, citation, tag, counts })
        };
        counts.into_iter().flat_map(one).collect()
    }

    /// Adds counts again that could not be written.
    pub(in crate::domain) fn restore(&self, counted: Vec<CountedUsage>) {
        let mut state = lock(&self.state);
        for CountedUsage { day, citation, tag, counts } in counted {
            state.add(day, citation, &tag, counts);
        }
    }
}

#[derive(Default)]
struct UsageLogState {
    today: Today,
    clicks: RecentClicks,
    /// Whether a user agent, hashed, is a robot's.
    agents: HashMap<u64, bool>,
    /// Not written yet: day and citation, with the counts of each language.
    counts: HashMap<(Date, CitationKey), Vec<(String, UsageCounts)>>,
    /// The total number of counts.
    count: usize,
}

impl UsageLogState {
    fn add(&mut self, day: Date, citation: CitationKey, tag: &str, counts: UsageCounts) {
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

/// The server's day, and when it was looked up.
#[derive(Default)]
pub struct Today {
    second: i64,
    day: Date,
}

impl Today {
    /// The day of the last look-up.
    pub fn last(&self) -> Date {
        self.day
    }

    /// The current day.
    pub fn day(&mut self) -> Date {
        let now = clock::now();
        if self.second != now.as_second() {
            self.second = now.as_second();
            self.day = clock::local_day(now);
        }
        self.day
    }
}

/// Uses of the last seconds, hashed, with the second of each.
#[derive(Default)]
pub(super) struct RecentClicks {
    current: HashMap<u64, UnixTime>,
    before: HashMap<u64, UnixTime>,
    /// When `current` was begun.
    since: UnixTime,
}

impl RecentClicks {
    /// Records a use at this second; returns whether it counts.
    pub fn record(&mut self, click: u64, now: UnixTime) -> bool {
        self.forget_old(now);
        let recent = |at: &UnixTime| (0..DOUBLE_CLICK_S).contains(&(now - *at));
        let is_known =
            [&self.current, &self.before].iter().any(|clicks| clicks.get(&click).is_some_and(recent));
        if is_known || self.current.len() >= MAX_CLICKS {
            return false;
        }
        self.current.insert(click, now);
        true
    }

    /// Forgets the uses that cannot be part of a double click any more: none is remembered for longer than a minute if this
    /// is called every few seconds.
    pub fn forget_old(&mut self, now: UnixTime) {
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
    fn keys_are_counted_by_day_within_bounds() {
        clock::moved::stop();
        let log = DailyCounts::default();
        log.count(["a".to_owned(), "b".to_owned()]);
        log.count(["a".to_owned()]);
        let failed = log.take();
        log.count(["a".to_owned()]);
        log.restore(failed);
        clock::moved::forward(jiff::SignedDuration::from_hours(24));
        log.count(["a".to_owned()]);
        let mut counts: Vec<(String, u32)> =
            log.take().into_iter().map(|((_, key), count)| (key, count)).collect();
        counts.sort();
        assert_eq!(counts, [("a".into(), 1), ("a".into(), 3), ("b".into(), 1)]);
        log.count((0..MAX_KEYS_A_DAY + 10).map(|n| n.to_string()));
        assert_eq!(log.take().len(), MAX_KEYS_A_DAY as usize);
    }
}

#[cfg(test)]
mod search_log_tests {
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
        clock::moved::stop();
        let log = SearchLog::default();
        for (client, q) in [(1, "Asthma"), (1, " asthma "), (2, "ASTHMA"), (2, "Vómito")] {
            log.record(client, q, SearchOutcome::Found);
        }
        log.record(3, "asthma", SearchOutcome::OnlyPart);
        log.record(4, "asthma", SearchOutcome::Nothing);
        assert_eq!(counts(&log), [("asthma".into(), 4, 2, 1), ("vomito".into(), 1, 0, 0)]);
        log.record(1, "asthma", SearchOutcome::Found);
        assert!(counts(&log).is_empty(), "counted today already");
    }

    #[test]
    fn the_next_day_counts_the_same_client_again() {
        clock::moved::stop();
        let log = SearchLog::default();
        log.record(1, "asthma", SearchOutcome::Found);
        clock::moved::forward(jiff::SignedDuration::from_hours(24));
        log.record(1, "asthma", SearchOutcome::Found);
        assert_eq!(counts(&log).len(), 2, "a count for each day");
    }

    #[test]
    fn clients_are_forgotten_when_the_day_is_over_also_when_nobody_searches() {
        clock::moved::stop();
        let log = SearchLog::default();
        log.record(1, "asthma", SearchOutcome::Found);
        assert_eq!((log.take().len(), lock(&log.state).seen.len()), (1, 1));
        clock::moved::forward(jiff::SignedDuration::from_hours(24));
        assert_eq!((log.take().len(), lock(&log.state).seen.len()), (0, 0));
    }

    #[test]
    fn what_could_not_be_written_is_counted_with_what_comes_after() {
        clock::moved::stop();
        let log = SearchLog::default();
        log.record(1, "asthma", SearchOutcome::Nothing);
        let failed = log.take();
        log.record(2, "asthma", SearchOutcome::Found);
        log.restore(failed);
        assert_eq!(counts(&log), [("asthma".into(), 2, 1, 1)]);
    }

    #[test]
    fn texts_are_bounded() {
        let log = SearchLog::default();
        for n in 0..MAX_TEXTS_A_DAY + 10 {
            log.record(1, &format!("text {n}"), SearchOutcome::Found);
        }
        assert_eq!(lock(&log.state).counts.len(), MAX_TEXTS_A_DAY as usize);
    }
}

#[cfg(test)]
mod usage_log_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use jiff::SignedDuration;

    fn record(log: &UsageLog, client: (u8, &str), citation: i64, kind: UsageKind) {
        log.record((client.0, client.1.as_bytes()), (CitationKey::new(citation), "es"), kind, |agent| {
            agent.starts_with(b"bot")
        });
    }

    fn taken(log: &UsageLog) -> Vec<(i64, UsageCounts)> {
        let mut taken: Vec<_> = log.take().into_iter().map(|one| (one.citation.row(), one.counts)).collect();
        taken.sort_by_key(|(citation, counts)| (*citation, counts.view));
        taken
    }

    #[test]
    fn a_client_counts_once_in_thirty_seconds_for_each_citation_and_kind() {
        clock::moved::stop();
        let log = UsageLog::default();
        for _ in 0..3 {
            record(&log, (1, "Firefox"), 7, UsageKind::View);
            record(&log, (1, "Firefox"), 7, UsageKind::Open);
            record(&log, (1, "Firefox"), 8, UsageKind::View);
            record(&log, (1, "Safari"), 7, UsageKind::View);
            record(&log, (2, "Firefox"), 7, UsageKind::View);
            record(&log, (3, "bot"), 7, UsageKind::View);
        }
        let (views, one) = (|view| UsageCounts { view, ..UsageCounts::default() }, UsageKind::Open);
        let mut seven = views(3);
        seven += UsageCounts::once(one);
        assert_eq!(taken(&log), [(7, seven), (8, views(1))]);
        clock::moved::forward(SignedDuration::from_secs(29));
        record(&log, (1, "Firefox"), 7, UsageKind::View);
        assert_eq!(taken(&log), []);
        clock::moved::forward(SignedDuration::from_secs(2));
        record(&log, (1, "Firefox"), 7, UsageKind::View);
        assert_eq!(taken(&log), [(7, views(1))]);
    }

    #[test]
    fn what_could_not_be_written_is_counted_with_what_comes_after() {
        clock::moved::stop();
        let log = UsageLog::default();
        record(&log, (1, "Firefox"), 7, UsageKind::Scan);
        let failed = log.take();
        record(&log, (2, "Firefox"), 7, UsageKind::Scan);
        log.restore(failed);
        assert_eq!(taken(&log), [(7, UsageCounts { scan: 2, ..UsageCounts::default() })]);
        clock::moved::forward(SignedDuration::from_hours(24));
        record(&log, (1, "Firefox"), 7, UsageKind::Scan);
        record(&log, (2, "Firefox"), 8, UsageKind::Scan);
        assert_eq!(taken(&log).len(), 2);
    }

    #[test]
    fn counts_are_bounded() {
        let log = UsageLog::default();
        let beyond = i64::try_from(MAX_COUNTS).unwrap() + 10;
        (0..beyond).for_each(|citation| record(&log, (1, "Firefox"), citation, UsageKind::View));
        assert_eq!(log.take().len(), MAX_COUNTS);
        record(&log, (2, "Firefox"), 1, UsageKind::View);
        assert_eq!(log.take().len(), 1, "what was taken leaves room");
    }
}

#[cfg(test)]
mod recent_clicks_tests {
    use super::*;

    #[test]
    fn a_click_counts_again_after_thirty_seconds() {
        let mut clicks = RecentClicks::default();
        let mut check = |second: i64, click: u64, counts: bool| {
            assert_eq!(clicks.record(click, UnixTime::new(1_000_000 + second)), counts, "{second} {click}");
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
        clicks.record(1, UnixTime::new(1_000_000));
        clicks.forget_old(UnixTime::new(1_000_030));
        assert_eq!(clicks.before.len(), 1, "a click of the last thirty seconds may be among them");
        clicks.forget_old(UnixTime::new(1_000_060));
        assert!(clicks.current.is_empty() && clicks.before.is_empty());
    }

    #[test]
    fn memory_is_bounded() {
        let mut clicks = RecentClicks::default();
        let counted =
            (0..MAX_CLICKS as u64 + 10).filter(|click| clicks.record(*click, UnixTime::new(5))).count();
        assert_eq!(counted, MAX_CLICKS);
        assert!(clicks.record(1, UnixTime::new(35)), "the next seconds have room again");
        for round in 2..10 {
            clicks.record(round, UnixTime::new(35 * i64::try_from(round).unwrap_or(0)));
        }
        assert!(clicks.current.len() + clicks.before.len() <= 2);
    }
}
