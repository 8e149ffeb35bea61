//! The languages of the catalogue, and the tags that administrators set for them.

use crate::domain::actor::Actor;
use crate::domain::app::search_index;
use crate::domain::app::{App, SearchIndex};
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::error::{Error, Result};
use crate::model::languages::language::requested_language;
use crate::model::languages::language::{Language, TagRequest, UsedLanguage};
use crate::model::languages::tag::LanguageTag;

/// Every language that a citation has, most used first.
pub fn languages(search: &SearchIndex) -> Result<Vec<UsedLanguage>> {
    Ok(search.snapshot()?.used_languages())
}

/// The tag of the language value in use with this text; `None` also while there is no index.
pub fn tag_of_value(app: &App, text: &str) -> Option<LanguageTag> {
    if text.is_empty() { None } else { app.search.snapshot().ok()?.tag_of_value(text) }
}

/// The tag by which pages know the language of a tag, code or name: that of a value in use which suits it, otherwise its own;
/// `None` for no language.
pub fn page_tag(app: &App, text: &str) -> Option<LanguageTag> {
    let snapshot = app.search.snapshot().ok()?;
    let requested = snapshot.tag_of_value(text).or_else(|| requested_language(text))?;
    Some(snapshot.nearest_tag(requested))
}

/// Sets the tag of a language value, or removes the one that was set. Searches use it when this returns.
pub fn set_tag(app: &App, value: &str, request: &TagRequest, actor: &Actor) -> Result<Language> {
    actor.require(Right::ManageLookups)?;
    let tag = request.tag.as_deref().map(parse_tag).transpose()?;
    let value = app
        .store
        .write(|db| {
            let value = db.set_language_tag(value, tag.as_ref(), actor.editor())?;
            if let Some(value) = &value {
                let detail = tag.as_ref().map_or("removed", LanguageTag::as_str);
                let event = actor.event(Action::LanguageTag, format!("lookup/languages/{value}"));
                db.append_audit(&event.with_detail(detail))?;
            }
            Ok(value)
        })?
        .ok_or_else(|| Error::NotFound(format!("There is no language '{value}'.")))?;
    search_index::refresh_language_tags(&app.store, &app.search.index)?;
    Ok(app.search.index.snapshot().language(&value))
}

/// A tag that is valid in the IANA registry, from the field `tag`.
fn parse_tag(text: &str) -> Result<LanguageTag> {
    let tag = LanguageTag::parse(text.trim()).map_err(|_| {
        Error::invalid("tag", format!("'{text}' is not a language tag such as es or zh-Hans."))
    })?;
    match tag.unknown_part() {
        None => Ok(tag),
        Some(part) => {
            let message = format!("'{part}' in '{text}' is not in the registry of language tags (IANA).");
            Err(Error::invalid("tag", message))
        }
    }
}
