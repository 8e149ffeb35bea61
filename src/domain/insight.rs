//! Search insight: which texts people search for, and which of them find nothing. Nobody can be told from it: kept are
//! the folded text, the day and counts; who searched is known in memory alone, as a keyed hash, until the day is over.

use crate::domain::app::App;
use crate::model::error::Result;
use crate::model::insight::{PAGE, SearchInsight, SearchOutcome, may_be_counted};
use crate::search::fold;
use crate::store::{CountedSearch, SearchCount};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Different texts counted on one day.
const MAX_TEXTS_A_DAY: u32 = 20_000;
/// How many pairs of client and text are told apart on one day. Beyond, nothing more is counted that day: it takes more
/// searches than a hospital has, and the memory stays small.
const MAX_SEEN: usize = 250_000;

/// Searches counted in memory until they are written.
#[derive(Default)]
pub struct SearchLog {
    state: Mutex<State>,
    /// Its key is random and new at every start: the hashes mean nothing to anybody else.
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
struct Counts {
    count: u32,
    missed: u32,
    without_result: u32,
}

/// The server's day, looked up at most once a second.
#[derive(Default)]
struct Today {
    second: i64,
    day: Date,
}

impl Today {
    fn day(&mut self) -> Date {
        let now = jiff::Timestamp::now();
        if self.second != now.as_second() {
            self.second = now.as_second();
            self.day = now.to_zoned(jiff::tz::TimeZone::system()).date();
        }
        self.day
    }
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
        let before = state.today.day;
        let day = state.today.day();
        if day != before {
            state.seen = HashSet::new();
        }
        let is_known = state.counts.len() < MAX_TEXTS_A_DAY as usize
            || state.counts.contains_key(&(day, folded.clone()));
        if state.seen.len() >= MAX_SEEN || !is_known || !state.seen.insert(key) {
            return;
        }
        let counts = state.counts.entry((day, folded)).or_default();
        counts.count += 1;
        counts.missed += u32::from(outcome != SearchOutcome::Found);
        counts.without_result += u32::from(outcome == SearchOutcome::Nothing);
    }

    fn take(&self) -> HashMap<(Date, String), Counts> {
        std::mem::take(&mut self.lock().counts)
    }

    /// Takes back what could not be written.
    fn put_back(&self, counted: HashMap<(Date, String), Counts>) {
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

/// Counts a search for the insight, unless the settings turn it off.
pub fn note_search(app: &App, client: impl Hash, q: &str, outcome: SearchOutcome) {
    if app.settings.search.insight_days > 0 {
        app.search_log.note(client, q, outcome);
    }
}

/// Writes what was counted in memory. On an error it stays there for the next call.
pub fn write_searches(app: &App) -> Result<()> {
    let counted = app.search_log.take();
    if counted.is_empty() {
        return Ok(());
    }
    let rows: Vec<CountedSearch> = counted
        .iter()
        .map(|((day, q), counts)| CountedSearch {
            day: day.to_string(),
            q: q.clone(),
            count: counts.count,
            missed: counts.missed,
            without_result: counts.without_result,
        })
        .collect();
    app.store
        .write(|db| db.add_searches(&rows, MAX_TEXTS_A_DAY))
        .inspect_err(|_| app.search_log.put_back(counted))
}

/// Removes searches older than `search.insight_days`, and those of days to come, which a clock that was ahead has left.
pub fn remove_old_searches(app: &App) -> Result<()> {
    let today = jiff::Zoned::now().date();
    let from = first_day(today, app.settings.search.insight_days);
    let removed = app.store.write(|db| db.keep_searches_of(&from, &today.to_string()))?;
    if removed > 0 {
        tracing::info!(removed, "counts of searches were removed because of their age");
    }
    Ok(())
}

/// What people searched for on the last `days` days, today included; the texts from `start`, a page of them.
pub fn search_insight(app: &App, days: u32, start: u32) -> Result<SearchInsight> {
    page(app, days, start, PAGE)
}

/// The same with every text.
pub fn whole_search_insight(app: &App, days: u32) -> Result<SearchInsight> {
    page(app, days, 0, u32::MAX)
}

fn page(app: &App, days: u32, start: u32, most: u32) -> Result<SearchInsight> {
    let today = jiff::Zoned::now().date();
    let (from, to) = (first_day(today, days.min(app.settings.search.insight_days)), today.to_string());
    let days = (from.as_str(), to.as_str());
    app.store.read(|db| {
        let (total, without_result) = db.search_totals(days.0, days.1)?;
        Ok(SearchInsight {
            total,
            without_result,
            found: db.searched_text_count(SearchCount::All, days)?,
            found_missed: db.searched_text_count(SearchCount::Missed, days)?,
            top: db.searched_texts(SearchCount::All, days, start, most)?,
            missed: db.searched_texts(SearchCount::Missed, days, start, most)?,
        })
    })
}

/// The first of so many days that end today; the day after today for none.
fn first_day(today: Date, days: u32) -> String {
    today.saturating_sub((i64::from(days) - 1).days()).to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

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
    fn what_could_not_be_written_is_counted_with_what_comes_after() {
        let log = SearchLog::default();
        log.note(1, "asthma", SearchOutcome::Nothing);
        let failed = log.take();
        log.note(2, "asthma", SearchOutcome::Found);
        log.put_back(failed);
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

    #[test]
    fn today_is_one_of_the_days() {
        let today = jiff::civil::date(2026, 3, 1);
        assert_eq!([1, 2, 90].map(|days| first_day(today, days)), ["2026-03-01", "2026-02-28", "2025-12-02"]);
        assert_eq!(first_day(today, 0), "2026-03-02");
    }
}
