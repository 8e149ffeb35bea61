//! Promoted results: changed by administrators, and shown above the results of a search as soon as the response is sent.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::citations::replacements;
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::entity_tag::Precondition;
use crate::model::error::{Error, FieldError, Result};
use crate::model::languages::tag::LanguageTag;
use crate::model::list_part::ListPart;
use crate::model::packets::languages::KnownLanguages;
use crate::model::search::promotion::{
    MAX_PROMOTIONS, Promotion, PromotionDraft, PromotionPage, PromotionState,
};
use crate::model::search::request::PromotedResult;
use crate::search::{fold, whole_query_key};
use crate::store::{FoundPacket, PacketRow, ReadTx, Store, WriteTx};
use std::collections::HashMap;

/// Promotions, sorted by their titles.
pub fn promotions(store: &Store, actor: &Actor, part: ListPart) -> Result<PromotionPage> {
    actor.require(Right::ManageWords)?;
    let mut all = store.read(|db| db.promotions())?;
    all.sort_by_cached_key(|promotion| (fold(&promotion.title), promotion.id.clone()));
    Ok(PromotionPage { found: all.len(), promotions: part.select(all).collect() })
}

/// Every state of a promotion, newest first; a deleted one has its states too.
pub fn history(store: &Store, id: &str, actor: &Actor) -> Result<Vec<PromotionState>> {
    actor.require(Right::ManageWords)?;
    let states = store.read(|db| db.promotion_states(id))?;
    if states.is_empty() { Err(not_found()) } else { Ok(states) }
}

/// Adds a promotion; searches show it on return.
pub fn add_promotion(app: &App, draft: PromotionDraft, actor: &Actor) -> Result<Promotion> {
    actor.require(Right::ManageWords)?;
    let checked = draft.check(whole_query_key).map_err(Error::Invalid)?;
    let id = uuid::Uuid::now_v7().to_string();
    let saved = app.store.write(|db| {
        let others = db.promotions()?;
        if others.len() >= MAX_PROMOTIONS {
            let message =
                format!("There are {MAX_PROMOTIONS} promoted results, which is as many as there may be.");
            return Err(Error::invalid("phrases", message));
        }
        let checked = with_target(db, checked, None)?;
        refuse_taken_phrases(&checked, &others)?;
        save(db, &id, &checked, None, actor)
    })?;
    app.search.promotions.refresh(&app.store)?;
    Ok(saved)
}

/// Replaces a promotion, when it is as the caller expects.
pub fn replace_promotion(
    app: &App,
    id: &str,
    draft: PromotionDraft,
    precondition: &Precondition,
    actor: &Actor,
) -> Result<Promotion> {
    actor.require(Right::ManageWords)?;
    let checked = draft.check(whole_query_key).map_err(Error::Invalid)?;
    let saved = app.store.write(|db| {
        let before = current(db, id, precondition)?;
        let checked = with_target(db, checked, Some(&before))?;
        if before.draft() == checked {
            return Ok(before);
        }
        let others: Vec<Promotion> = db.promotions()?.into_iter().filter(|other| other.id != id).collect();
        refuse_taken_phrases(&checked, &others)?;
        save(db, id, &checked, Some(before.version), actor)
    })?;
    app.search.promotions.refresh(&app.store)?;
    Ok(saved)
}

/// Deletes a promotion, when it is as the caller expects.
pub fn delete_promotion(app: &App, id: &str, precondition: &Precondition, actor: &Actor) -> Result<()> {
    actor.require(Right::ManageWords)?;
    app.store.write(|db| {
        let before = current(db, id, precondition)?;
        db.delete_promotion(&before, actor.editor())?;
        let event = actor.event(Action::PromotionDelete, object(id));
        db.append_audit(&event.with_tags(before.version.to_string(), ""))
    })?;
    app.search.promotions.refresh(&app.store)
}

/// What is promoted for a text as a whole, with the version for a preferred language; nothing where its target is not public.
pub fn promoted_results(app: &App, text: &str, lang: Option<&LanguageTag>) -> Result<Vec<PromotedResult>> {
    let Some(promotion) = app.search.promotions.find(text) else { return Ok(Vec::new()) };
    let result = app.store.read(|db| {
        let result = PromotedResult {
            title: promotion.title.clone(),
            citation: None,
            packet: None,
            url: promotion.url.clone(),
            readable_id: None,
            version: None,
        };
        match (&promotion.citation, &promotion.packet) {
            (Some(citation), _) => promoted_citation(db, citation, lang, result),
            (_, Some(packet)) => Ok(published_packet(db, packet)?.map(|row| PromotedResult {
                packet: Some(row.id),
                readable_id: row.readable_id,
                ..result
            })),
            (None, None) => Ok(Some(result)),
        }
    })?;
    Ok(result.into_iter().collect())
}

fn promoted_citation(
    db: &ReadTx<'_>,
    id: &str,
    lang: Option<&LanguageTag>,
    result: PromotedResult,
) -> Result<Option<PromotedResult>> {
    let Some(citation) = db.replaceable(id)? else { return Ok(None) };
    let shown = if citation.is_obsolete { replacements::first_in_use(db, id)? } else { Some(citation) };
    let Some(key) = shown.map(|shown| db.citation_key(&shown.id)).transpose()?.flatten() else {
        return Ok(None);
    };
    let languages = KnownLanguages::new(db.language_tags()?);
    let shown = db.packet_citations(&[key], &languages)?.remove(&key).map(|shown| shown.in_language(lang));
    Ok(shown.map(|shown| PromotedResult {
        citation: Some(shown.citation),
        readable_id: Some(shown.readable_id),
        version: shown.version,
        ..result
    }))
}

/// The published packet with this ID.
fn published_packet(db: &ReadTx<'_>, id: &str) -> Result<Option<PacketRow>> {
    let (Some(FoundPacket::Named(key)) | Some(FoundPacket::Moved(key, _))) = db.find_packet(id)? else {
        return Ok(None);
    };
    let row = db.packet(key)?;
    Ok(Some(row).filter(|row| row.is_published && !row.is_deleted))
}

/// The draft with the ID of its target, which must exist; one that the promotion has already may have gone since.
fn with_target(
    db: &ReadTx<'_>,
    mut draft: PromotionDraft,
    before: Option<&Promotion>,
) -> Result<PromotionDraft> {
    if before.is_some_and(|before| (&before.citation, &before.packet) == (&draft.citation, &draft.packet)) {
        return Ok(draft);
    }
    if let Some(id) = &draft.citation {
        let unknown = || Error::invalid("citation", "The citation was not found.");
        draft.citation = Some(db.citation_id(db.find_key(id)?.ok_or_else(unknown)?)?);
    }
    if let Some(id) = &draft.packet {
        let unknown = || Error::invalid("packet", "There is no published packet with this ID.");
        draft.packet = Some(published_packet(db, id)?.ok_or_else(unknown)?.id);
    }
    Ok(draft)
}

/// Rejects phrases that a text would match together with those of another promotion.
fn refuse_taken_phrases(draft: &PromotionDraft, others: &[Promotion]) -> Result<()> {
    let mut taken: HashMap<String, &str> = HashMap::new();
    for other in others {
        for key in other.phrases.iter().filter_map(|phrase| whole_query_key(phrase)) {
            taken.entry(key).or_insert(&other.title);
        }
    }
    let error = |(n, phrase): (usize, &String)| {
        let title = taken.get(&whole_query_key(phrase)?)?;
        Some(FieldError::new(format!("phrases[{n}]"), format!("A search for this shows '{title}' already.")))
    };
    let errors: Vec<FieldError> = draft.phrases.iter().enumerate().filter_map(error).collect();
    if errors.is_empty() { Ok(()) } else { Err(Error::Invalid(errors)) }
}

/// Saves and records a promotion; `before` is the version that it replaces.
fn save(
    db: &WriteTx<'_>,
    id: &str,
    draft: &PromotionDraft,
    before: Option<u64>,
    actor: &Actor,
) -> Result<Promotion> {
    let saved = db.save_promotion(id, draft, before, actor.editor())?;
    let action = if before.is_some() { Action::PromotionChange } else { Action::PromotionAdd };
    let before = before.map(|version| version.to_string()).unwrap_or_default();
    db.append_audit(&actor.event(action, object(id)).with_tags(before, saved.version.to_string()))?;
    Ok(saved)
}

fn current(db: &ReadTx<'_>, id: &str, precondition: &Precondition) -> Result<Promotion> {
    let promotion = db.promotion(id)?.ok_or_else(not_found)?;
    if precondition.is_met_by(&promotion.version.to_string()) {
        return Ok(promotion);
    }
    let Promotion { by, title, .. } = promotion;
    Err(Error::Stale(format!(
        "{by} has changed this promoted result since you opened it: it is '{title}' now."
    )))
}

fn object(id: &str) -> String {
    format!("promotion/{id}")
}

fn not_found() -> Error {
    Error::NotFound("The promoted result was not found.".into())
}
