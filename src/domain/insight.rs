//! Search Insight: which texts people search for, and which of them find nothing. Nobody can be identified by it: see
//! `domain/in_memory/search_log.rs` for what is stored.

pub mod unanswered_codes;

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::in_memory::search_log::MAX_TEXTS_A_DAY;
use crate::model::accounts::rights::Right;
use crate::model::clock;
use crate::model::error::Result;
use crate::model::languages::tag::NO_LANGUAGE;
use crate::model::search::insight::{
    DAYS, LanguageTexts, MAX_BY_LANGUAGE, PAGE, SearchInsight, SearchOutcome, SearchedText,
};
use crate::settings::Settings;
use crate::store::{CountedSearch, ReadTx, SearchCount};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::hash::Hash;

/// Counts a search for the insight, unless the settings turn it off.
pub fn note_search(app: &App, client: impl Hash, q: &str, outcome: SearchOutcome) {
    // A replica cannot write it.
    if app.settings.search.insight_days > 0 && app.store.replica().is_none() {
        app.unstored.search_log.note(client, q, outcome);
    }
}

/// Writes the counts in memory. On an error they stay there for the next call.
pub fn write_searches(app: &App) -> Result<()> {
    let counted = app.unstored.search_log.take();
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
        .inspect_err(|_| app.unstored.search_log.restore(counted))
}

/// Deletes searches older than `search.insight_days`, and those of future days, left by a clock that was ahead.
pub fn remove_old_searches(app: &App) -> Result<()> {
    let today = clock::today();
    let from = first_day(today, app.settings.search.insight_days);
    let removed = app.store.write(|db| db.delete_searches_outside(&from, &today.to_string()))?;
    if removed > 0 {
        tracing::info!(removed, "counts of searches were removed because of their age");
    }
    Ok(())
}

/// What people searched for on the last `days` days, today included; the texts from `start`, a page of them. With a
/// `language`, a tag or [`NO_LANGUAGE`], only the texts in it, of the [`MAX_BY_LANGUAGE`] most frequent ones.
pub fn search_insight(
    app: &App,
    actor: &Actor,
    days: u32,
    language: &str,
    start: u32,
) -> Result<SearchInsight> {
    actor.require(Right::SeeInsight)?;
    page(app, days, language, start, PAGE)
}

/// The same with every text.
pub fn whole_search_insight(app: &App, actor: &Actor, days: u32, language: &str) -> Result<SearchInsight> {
    actor.require(Right::SeeInsight)?;
    page(app, days, language, 0, u32::MAX)
}

/// How many texts the list of what was not found has, for the days that are usually shown.
pub(super) fn texts_without_result(settings: &Settings, db: &ReadTx<'_>) -> Result<u64> {
    let (from, to) = last_days(settings, DAYS);
    Ok(db.searched_text_count(SearchCount::Missed, (&from, &to))?.0)
}

fn page(app: &App, days: u32, language: &str, start: u32, limit: u32) -> Result<SearchInsight> {
    let (from, to) = last_days(&app.settings, days);
    let days = (from.as_str(), to.as_str());
    let (first, most) = if language.is_empty() { (start, limit) } else { (0, MAX_BY_LANGUAGE) };
    let (mut insight, mut frequent) = app.store.read(|db| {
        let (total, without_result) = db.search_totals(days.0, days.1)?;
        let (found, rarer) = db.searched_text_count(SearchCount::All, days)?;
        let (found_missed, rarer_missed) = db.searched_text_count(SearchCount::Missed, days)?;
        let insight = SearchInsight {
            total,
            without_result,
            found,
            found_missed,
            rarer,
            rarer_missed,
            languages: Vec::new(),
            top: db.searched_texts(SearchCount::All, days, first, most)?,
            missed: db.searched_texts(SearchCount::Missed, days, first, most)?,
        };
        Ok((insight, db.searched_texts(SearchCount::Missed, days, 0, MAX_BY_LANGUAGE)?))
    })?;
    let snapshot = app.search.index.snapshot();
    for text in insight.top.iter_mut().chain(&mut insight.missed).chain(&mut frequent) {
        text.language = snapshot.query_language(&text.q);
    }
    insight.languages = languages(&frequent);
    if !language.is_empty() {
        insight.found = select_page(&mut insight.top, language, start, limit);
        insight.found_missed = select_page(&mut insight.missed, language, start, limit);
    }
    Ok(insight)
}

/// Reduces these texts to a page of those in a language. Returns how many are in it.
fn select_page(texts: &mut Vec<SearchedText>, language: &str, start: u32, limit: u32) -> u64 {
    texts.retain(|text| tag(text) == language);
    let found = texts.len();
    texts.drain(..found.min(start as usize));
    texts.truncate(limit as usize);
    found as u64
}

/// The languages of these texts, the most frequent first.
fn languages(texts: &[SearchedText]) -> Vec<LanguageTexts> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    texts.iter().for_each(|text| *counts.entry(tag(text)).or_default() += 1);
    let mut languages: Vec<LanguageTexts> =
        counts.into_iter().map(|(tag, texts)| LanguageTexts { tag: tag.to_owned(), texts }).collect();
    languages.sort_by_key(|language| std::cmp::Reverse(language.texts));
    languages
}

fn tag(text: &SearchedText) -> &str {
    text.language.as_ref().map_or(NO_LANGUAGE, |language| &language.tag)
}

/// The days of which searches are stored: the first and the last.
pub(super) fn stored_days(settings: &Settings) -> (String, String) {
    last_days(settings, u32::MAX)
}

/// The first and the last of this many days up to today, as far as searches are stored.
fn last_days(settings: &Settings, days: u32) -> (String, String) {
    let today = clock::today();
    (first_day(today, days.min(settings.search.insight_days)), today.to_string())
}

/// The first of this many days up to today; the day after today for 0 days.
pub(super) fn first_day(today: Date, days: u32) -> String {
    today.saturating_sub((i64::from(days) - 1).days()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn today_is_one_of_the_days() {
        let today = jiff::civil::date(2026, 3, 1);
        assert_eq!([1, 2, 90].map(|days| first_day(today, days)), ["2026-03-01", "2026-02-28", "2025-12-02"]);
        assert_eq!(first_day(today, 0), "2026-03-02");
    }
}
