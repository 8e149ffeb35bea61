//! Missing translations, and requests for them. Contract section 9.2.

use crate::domain::actor::Actor;
use crate::domain::app::counts::MAX_KEYS_A_DAY;
use crate::domain::app::{App, SearchIndex};
use crate::domain::insight::{first_day, stored_days};
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::keys::{CitationKey, ValueKey};
use crate::model::languages::language::LanguageTags;
use crate::model::languages::tag::LanguageTag;
use crate::model::list_part::ListPart;
use crate::model::translation::{
    NewTranslationRequest, PreferredVersion, RequestPage, TranslationCounts, TranslationGap, TranslationPage,
    TranslationRequest, TranslationState, translation_state,
};
use crate::search::fold;
use crate::settings::Settings;
use crate::store::{CountedTranslationSearch, ReadTx, RequestFilter, Store};
use std::collections::HashMap;

/// The language from which handouts are translated.
const SOURCE: &str = "en";

/// Which missing translations to list.
#[derive(Debug, Clone)]
pub struct GapFilter {
    /// The language.
    pub lang: LanguageTag,
    /// The department, when only its citations are meant.
    pub department: Option<String>,
    /// Only in this state.
    pub state: Option<TranslationState>,
}

/// Records a translation request; returns whether it is new. A request for a present, up-to-date version is
/// rejected, and so is one for an obsolete citation.
pub fn request(
    store: &Store,
    actor: &Actor,
    request: &NewTranslationRequest,
) -> Result<(TranslationRequest, bool)> {
    let (tag, note) = request.check()?;
    let user = actor.user()?;
    let id = uuid::Uuid::now_v7().to_string();
    store.write(|db| {
        let key = db
            .find_key(&request.citation)?
            .ok_or_else(|| Error::invalid("citation", "The citation was not found."))?;
        let citation = db.citation(key)?;
        if citation.obsolete {
            return Err(Error::invalid(
                "citation",
                "This citation is obsolete: it is not translated any more.",
            ));
        }
        let tags = db.language_tags()?;
        let revised = |value: &str| {
            citation.revision_dates.iter().filter(|of| of.lang == value).map(|of| of.revision_date).max()
        };
        let versions = |reader: &LanguageTag| -> Vec<PreferredVersion> {
            let candidate = |value: &str| Some((tags.tag(value)?.closeness(reader)?, revised(value)));
            let found = citation.languages.iter().filter_map(|version| candidate(&version.lang));
            found.map(|(closeness, revised)| PreferredVersion { closeness, revised }).collect()
        };
        let english = versions(&source()?).into_iter().filter_map(|version| version.revised).max();
        if translation_state(&versions(&tag), english).0.is_none() {
            return Err(Error::invalid("lang", "This citation has a current version in this language."));
        }
        let (request, is_new) =
            db.request_translation(&id, key, &tag, note.as_deref(), (user, &actor.editor().name))?;
        if is_new {
            let event = actor.event(Action::TranslationRequest, format!("citation/{}", citation.id));
            db.append_audit(&event.with_detail(tag.as_str()))?;
        }
        Ok((request, is_new))
    })
}

/// Requests of a language (also of one that suits it as preferred language) and citation, from `start` on, newest first.
pub fn requests(
    store: &Store,
    actor: &Actor,
    lang: Option<&LanguageTag>,
    citation: Option<&str>,
    is_open: Option<bool>,
    part: ListPart,
) -> Result<RequestPage> {
    actor.require(Right::SeeInsight)?;
    store.read(|db| {
        let citation = match citation.map(|id| db.find_key(id)).transpose()? {
            Some(None) => return Ok(RequestPage { found: 0, requests: Vec::new() }),
            known => known.flatten(),
        };
        let mut requests = db.translation_requests(&RequestFilter { citation, is_open })?;
        if let Some(lang) = lang {
            requests.retain(|request| suits(&request.lang, lang));
        }
        Ok(RequestPage { found: requests.len(), requests: part.select(requests).collect() })
    })
}

/// Closes a request; a closed one is unchanged.
pub fn close_request(store: &Store, id: &str, actor: &Actor) -> Result<()> {
    actor.require(Right::SeeInsight)?;
    let closed = store.write(|db| {
        let is_known = db.close_translation_request(id, actor.editor())?;
        if is_known {
            db.append_audit(&actor.event(Action::TranslationClose, format!("translation_request/{id}")))?;
        }
        Ok(is_known)
    });
    if closed? { Ok(()) } else { Err(Error::NotFound("The request was not found.".into())) }
}

/// Citations that lack a translation, most wanted first.
pub fn translations(app: &App, actor: &Actor, filter: &GapFilter, part: ListPart) -> Result<TranslationPage> {
    actor.require(Right::SeeInsight)?;
    app.store.read(|db| {
        let mut gaps = gaps(&app.settings, db, filter)?;
        let count = |state| gaps.iter().filter(|(_, gap)| gap.state == state).count() as u64;
        let counts = TranslationCounts {
            missing: count(TranslationState::Missing),
            outdated: count(TranslationState::Outdated),
        };
        gaps.retain(|(_, gap)| filter.state.is_none_or(|state| gap.state == state));
        gaps.sort_by_cached_key(|(_, gap)| {
            use std::cmp::Reverse;
            (Reverse(gap.requests), Reverse(gap.searches), fold(&gap.title), gap.id.clone())
        });
        let found = gaps.len();
        let mut citations = Vec::new();
        for (key, mut gap) in part.select(gaps) {
            gap.readable_id = db.current_readable_id(key)?.unwrap_or_else(|| gap.id.clone());
            citations.push(gap);
        }
        Ok(TranslationPage { counts, found, citations })
    })
}

/// How many citations that are not obsolete have no version that suits a preferred language.
pub(super) fn missing(db: &ReadTx<'_>, lang: &LanguageTag) -> Result<u64> {
    let suiting = values_for(&db.language_values()?, &db.language_tags()?, lang);
    db.count_without(&suiting.into_keys().collect::<Vec<ValueKey>>())
}

/// The default language of the list: the most used one except the source language.
pub(super) fn first_language(search: &SearchIndex) -> Result<Option<LanguageTag>> {
    let source = source()?;
    let used = search.snapshot()?.used_languages();
    let mut tags = used.into_iter().filter(|used| used.count > 0).filter_map(|used| used.language.tag);
    Ok(tags.find(|tag| tag.closeness(&source).is_none()))
}

/// Every citation that lacks a translation, with its key and without its readable id, in no order.
fn gaps(
    settings: &Settings,
    db: &ReadTx<'_>,
    filter: &GapFilter,
) -> Result<Vec<(CitationKey, TranslationGap)>> {
    let tags = db.language_tags()?;
    let values = db.language_values()?;
    let (wanted, english) =
        (values_for(&values, &tags, &filter.lang), values_for(&values, &tags, &source()?));
    let keys = |of: &HashMap<ValueKey, u8>| of.keys().copied().collect::<Vec<ValueKey>>();
    let revised = db.revisions_in(&keys(&wanted))?;
    let mut versions: HashMap<CitationKey, Vec<PreferredVersion>> = HashMap::new();
    for (citation, language) in db.versions_in(&keys(&wanted))? {
        let closeness = wanted.get(&language).copied().unwrap_or(0);
        let version = PreferredVersion { closeness, revised: revised.get(&(citation, language)).copied() };
        versions.entry(citation).or_default().push(version);
    }
    // Of several matching versions the one that matches best.
    let mut titles: HashMap<CitationKey, (u8, String)> = HashMap::new();
    for (citation, language, title) in db.version_titles_in(&keys(&wanted))? {
        let closeness = wanted.get(&language).copied().unwrap_or(0);
        if titles.get(&citation).is_none_or(|(best, _)| closeness > *best) {
            titles.insert(citation, (closeness, title));
        }
    }
    // Only existing versions: the version of a revision date may have been removed.
    let english_revised = db.revisions_in(&keys(&english))?;
    let mut english_days: HashMap<CitationKey, Day> = HashMap::new();
    for version in db.versions_in(&keys(&english))? {
        if let Some(day) = english_revised.get(&version) {
            english_days.entry(version.0).and_modify(|known| *known = (*known).max(*day)).or_insert(*day);
        }
    }
    let (from, to) = stored_days(settings);
    let requests = sums(db.open_request_counts()?, &filter.lang);
    let searches = sums(db.translation_search_counts(&from, &to)?, &filter.lang);
    let citations = db.translated_citations(filter.department.as_deref())?;
    let gap = |citation: crate::store::TranslatedCitation| {
        let key = citation.key;
        let reader_versions = versions.get(&key).map_or(&[][..], Vec::as_slice);
        let english_revision_date = english_days.get(&key).copied();
        let (state, revision_date) = translation_state(reader_versions, english_revision_date);
        let gap = TranslationGap {
            id: citation.id,
            readable_id: String::new(),
            title: citation.title,
            version_title: titles.get(&key).map(|(_, title)| title.clone()),
            department: citation.department,
            state: state?,
            requests: requests.get(&key).copied().unwrap_or(0),
            searches: searches.get(&key).copied().unwrap_or(0),
            revision_date,
            english_revision_date,
        };
        Some((key, gap))
    };
    Ok(citations.into_iter().filter_map(gap).collect())
}

/// The language values that match a preferred language, with how well they match.
fn values_for(
    values: &[(ValueKey, String)],
    tags: &LanguageTags,
    reader: &LanguageTag,
) -> HashMap<ValueKey, u8> {
    let suiting = values.iter().filter_map(|(key, value)| Some((*key, tags.tag(value)?.closeness(reader)?)));
    suiting.collect()
}

/// Counts by citation, over the matching languages.
fn sums(counted: Vec<(CitationKey, String, u64)>, reader: &LanguageTag) -> HashMap<CitationKey, u64> {
    let mut sums = HashMap::new();
    for (citation, tag, count) in counted {
        if suits(&tag, reader) {
            *sums.entry(citation).or_default() += count;
        }
    }
    sums
}

fn suits(tag: &str, reader: &LanguageTag) -> bool {
    LanguageTag::parse(tag).is_ok_and(|tag| tag.closeness(reader).is_some())
}

fn source() -> Result<LanguageTag> {
    LanguageTag::parse(SOURCE)
        .map_err(|error| Error::internal("reading our own language tag", error.to_string()))
}

/// Counts a search in a language for the citations among the first that have no version in it, unless the settings store no
/// searches. Only registered languages count, without their extensions.
pub fn record_search(app: &App, citations: &[String], lang: &LanguageTag) {
    let is_kept = app.settings.search.insight_days > 0 && app.store.replica().is_none();
    if !is_kept || citations.is_empty() || lang.unknown_part().is_some() {
        return;
    }
    let tag = lang.without_extensions();
    app.unstored.translation_searches.count(citations.iter().map(|id| (id.clone(), tag.clone())));
}

/// Writes the counts in memory. On an error they stay there for the next call.
pub fn write_searches(app: &App) -> Result<()> {
    let counted = app.unstored.translation_searches.take();
    if counted.is_empty() {
        return Ok(());
    }
    let rows: Vec<CountedTranslationSearch> = counted
        .iter()
        .map(|((day, (citation, tag)), count)| CountedTranslationSearch {
            day: day.to_string(),
            citation: citation.clone(),
            tag: tag.to_string(),
            count: *count,
        })
        .collect();
    app.store
        .write(|db| db.add_translation_searches(&rows, MAX_KEYS_A_DAY))
        .inspect_err(|_| app.unstored.translation_searches.restore(counted))
}

/// Removes counts older than `search.insight_days`, and those of future days.
pub fn remove_old_searches(app: &App) -> Result<()> {
    let today = clock::today();
    let from = first_day(today, app.settings.search.insight_days);
    app.store.write(|db| db.delete_translation_searches_outside(&from, &today.to_string()))?;
    Ok(())
}
