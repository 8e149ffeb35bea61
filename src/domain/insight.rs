//! Search Insight: which texts people search for, and which of them find nothing. Nobody can be identified by it: see
//! `domain/app/counts.rs` for what is stored. And which codes health records ask for that no citation has: stored
//! are the code, the day and a count.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::app::counts::MAX_TEXTS_A_DAY;
use crate::model::accounts::Right;
use crate::model::citations::codes::CodeSystem;
use crate::model::clock;
use crate::model::error::Result;
use crate::model::languages::tag::NO_LANGUAGE;
use crate::model::list_part::ListPart;
use crate::model::search::insight::UnansweredCodes;
use crate::model::search::insight::{
    DAYS, LanguageTexts, MAX_BY_LANGUAGE, SearchInsight, SearchOutcome, SearchedText,
};
use crate::settings::Settings;
use crate::store::{CountedCode, CountedSearch, ReadTx, SearchCount};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::hash::Hash;

/// Counts a search for the insight, unless the settings turn it off.
pub fn record_search(app: &App, client: impl Hash, q: &str, outcome: SearchOutcome) {
    // A replica cannot write it.
    if app.settings.search.insight_days > 0 && app.store.replica().is_none() {
        app.unstored.search_log.record(client, q, outcome);
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

/// What people searched for on the last `days` days, today included, these of the texts. With a
/// `language`, a tag or [`NO_LANGUAGE`], only the texts in it, of the [`MAX_BY_LANGUAGE`] most frequent ones.
pub fn search_insight(
    app: &App,
    actor: &Actor,
    days: u32,
    language: &str,
    part: ListPart,
) -> Result<SearchInsight> {
    actor.require(Right::SeeInsight)?;
    insight_page(app, days, language, part)
}

/// How many texts the list of what was not found has, for the days that are usually shown.
pub(super) fn texts_without_result(settings: &Settings, db: &ReadTx<'_>) -> Result<u64> {
    let (from, to) = last_days(settings, DAYS);
    Ok(db.searched_text_count(SearchCount::Missed, (&from, &to))?.0)
}

fn insight_page(app: &App, days: u32, language: &str, part: ListPart) -> Result<SearchInsight> {
    let (from, to) = last_days(&app.settings, days);
    let days = (from.as_str(), to.as_str());
    let most_frequent = ListPart { start: 0, most: MAX_BY_LANGUAGE };
    let read = if language.is_empty() { part } else { most_frequent };
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
            top: db.searched_texts(SearchCount::All, days, read)?,
            missed: db.searched_texts(SearchCount::Missed, days, read)?,
        };
        Ok((insight, db.searched_texts(SearchCount::Missed, days, most_frequent)?))
    })?;
    let snapshot = app.search.index.snapshot();
    for text in insight.top.iter_mut().chain(&mut insight.missed).chain(&mut frequent) {
        text.language = snapshot.query_language(&text.q);
    }
    insight.languages = languages(&frequent);
    if !language.is_empty() {
        insight.found = select_page(&mut insight.top, language, part);
        insight.found_missed = select_page(&mut insight.missed, language, part);
    }
    Ok(insight)
}

/// Reduces these texts to a page of those in a language. Returns how many are in it.
fn select_page(texts: &mut Vec<SearchedText>, language: &str, part: ListPart) -> u64 {
    texts.retain(|text| tag(text) == language);
    let found = texts.len() as u64;
    *texts = part.select(std::mem::take(texts)).collect();
    found
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

/// Different codes counted on one day.
const MAX_CODES_A_DAY: u32 = 2_000;

/// Counts a request for a code that no citation answered, unless the settings turn the insight off. A text that does not
/// have the form of a code is not counted: it could be anything, even a name.
pub fn record_unanswered_code(app: &App, system: CodeSystem, code: &str) {
    // A replica cannot write it.
    if app.settings.search.insight_days > 0
        && app.store.replica().is_none()
        && let Ok(code) = system.normalize(code)
    {
        app.unstored.unanswered_codes.count([(system, code)]);
    }
}

/// Writes the counts in memory. On an error they stay there for the next call.
pub fn write_unanswered_codes(app: &App) -> Result<()> {
    let counted = app.unstored.unanswered_codes.take();
    if counted.is_empty() {
        return Ok(());
    }
    let rows: Vec<CountedCode> = counted
        .iter()
        .map(|((day, (system, code)), count)| CountedCode {
            day: day.to_string(),
            system: *system,
            code: code.clone(),
            count: *count,
        })
        .collect();
    app.store
        .write(|db| db.add_unanswered_codes(&rows, MAX_CODES_A_DAY))
        .inspect_err(|_| app.unstored.unanswered_codes.restore(counted))
}

/// Deletes counts older than `search.insight_days`, and those of future days, left by a clock that was ahead.
pub fn remove_old_unanswered_codes(app: &App) -> Result<()> {
    let today = clock::today();
    let from = first_day(today, app.settings.search.insight_days);
    app.store.write(|db| db.delete_unanswered_codes_outside(&from, &today.to_string()))
}

/// The unanswered codes of the last `days` days, today included.
pub fn unanswered_codes(app: &App, actor: &Actor, days: u32, part: ListPart) -> Result<UnansweredCodes> {
    actor.require(Right::SeeInsight)?;
    let (from, to) = last_days(&app.settings, days);
    app.store.read(|db| {
        let days = (from.as_str(), to.as_str());
        let (found, total) = db.unanswered_code_count(days)?;
        Ok(UnansweredCodes { found, total, codes: db.unanswered_codes(days, part)? })
    })
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

#[cfg(test)]
mod unanswered_codes_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::citations::citation::Citation;
    use crate::model::citations::codes::Code;
    use crate::settings::Settings;
    use crate::store::Editor;
    use std::path::Path;
    use std::sync::Arc;

    fn app(folder: &Path, days: u32) -> App {
        let mut settings = Settings::default();
        settings.data.dir = folder.to_owned();
        settings.search.insight_days = days;
        App::open(Arc::new(settings), "http://127.0.0.1").unwrap()
    }

    fn listed(app: &App) -> Vec<(CodeSystem, String, u64)> {
        write_unanswered_codes(app).unwrap();
        let all = unanswered_codes(app, &Actor::command("test"), 90, ListPart::ALL).unwrap();
        assert_eq!(all.found, all.codes.len() as u64);
        assert_eq!(all.total, all.codes.iter().map(|code| code.count).sum::<u64>());
        all.codes.into_iter().map(|code| (code.system, code.code, code.count)).collect()
    }

    #[test]
    fn codes_are_counted_until_a_citation_has_them() {
        use CodeSystem::{Icd10cm, Snomed};
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path(), 90);
        for (system, code) in [
            (Icd10cm, "J45.909"),
            (Icd10cm, "j45909"),
            (Snomed, "195967001"),
            (Snomed, "195967002"),
            (Icd10cm, "Ada Lovelace"),
            (Icd10cm, ""),
        ] {
            record_unanswered_code(&app, system, code);
        }
        let (asthma, snomed) = ((Icd10cm, "J45.909".to_owned(), 2), (Snomed, "195967001".to_owned(), 1));
        assert_eq!(listed(&app), [asthma, snomed.clone()]);
        record_unanswered_code(&app, Icd10cm, "J45.909");
        assert_eq!(listed(&app)[0].2, 3);
        let code = Code { system: Icd10cm, code: "J45.909".into(), display: None };
        let mut citation =
            Citation { id: "a".into(), title: "Asthma".into(), codes: vec![code], ..Citation::default() };
        let save = |citation: &Citation| {
            let editor = Editor { user: None, name: "test".into() };
            app.store.write(|db| db.put_citation(citation, &editor)).unwrap();
        };
        save(&citation);
        assert_eq!(listed(&app), [snomed]);
        citation.obsolete = true;
        save(&citation);
        assert_eq!(listed(&app).len(), 2);
    }

    #[test]
    fn old_counts_are_deleted_and_none_are_made_when_insight_is_off() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path(), 7);
        let days = |ago: i64| clock::today().saturating_sub(jiff::ToSpan::days(ago)).to_string();
        let counted =
            |day: String, code: String| CountedCode { day, system: CodeSystem::Rxnorm, code, count: 1 };
        let rows: Vec<CountedCode> =
            [-1, 0, 6, 7].into_iter().map(|ago| counted(days(ago), "435".into())).collect();
        app.store.write(|db| db.add_unanswered_codes(&rows, MAX_CODES_A_DAY)).unwrap();
        let sum = || {
            let all = ("0000-01-01", "9999-12-31");
            app.store.read(|db| db.unanswered_code_count(all)).unwrap().1
        };
        assert_eq!(sum(), 4);
        remove_old_unanswered_codes(&app).unwrap();
        assert_eq!(sum(), 2);
        let many: Vec<CountedCode> = (0..9).map(|n| counted(days(0), format!("{n}"))).collect();
        app.store.write(|db| db.add_unanswered_codes(&many, 5)).unwrap();
        assert_eq!(sum(), 6, "at most five codes a day, and one of the day before");
        drop(app);
        let app = super::unanswered_codes_tests::app(folder.path(), 0);
        record_unanswered_code(&app, CodeSystem::Rxnorm, "1");
        assert!(app.unstored.unanswered_codes.take().is_empty());
    }
}
