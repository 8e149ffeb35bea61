//! The parts of a citation that are lists of objects: readable ids, language versions, revision dates, codes.

use crate::model::category::{language_error, same_value};
use crate::model::citations::citation::{Citation, LanguageVersion, ReadableIdEntry, RevisionDate};
use crate::model::citations::citation::{VersionFile, Withdrawal};
use crate::model::citations::codes::{Code, CodeSystem, MAX_CODES};
use crate::model::citations::json_fields::{Fields, Shape, kind};
use crate::model::citations::readable_id;
use crate::model::day::DateLimit;
use crate::model::files::Digest;
use serde_json::Value;
use std::collections::HashSet;

/// Most pages of a handout.
const MAX_PAGES: u32 = 2_000;

pub(in crate::model) fn readable_ids(fields: &mut Fields<'_>) -> Vec<ReadableIdEntry> {
    let mut ids = Vec::new();
    let mut known = HashSet::new();
    for (n, entry) in fields.list("readableIds").iter().enumerate() {
        let at = format!("readableIds[{n}].id");
        match entry.get("id") {
            Some(Value::String(id)) => match readable_id::problem(id) {
                Some(error) => fields.error(at, error),
                None if !known.insert(id.as_str()) => {}
                None => ids.push(ReadableIdEntry { id: id.clone() }),
            },
            _ => fields.error(at, "Expected an object with an id that is text."),
        }
    }
    ids
}

pub(in crate::model) fn languages(fields: &mut Fields<'_>) -> Vec<LanguageVersion> {
    let mut versions = Vec::new();
    for (n, entry) in fields.list("languages").iter().enumerate() {
        let at = |part: &str| format!("languages[{n}].{part}");
        let Some(parts) = fields.object(&format!("languages[{n}]"), entry) else { continue };
        let lang = fields.text_value(&at("lang"), parts.get("lang"), Shape::Value);
        if lang.is_none() && !fields.has_error_at(&at("lang")) {
            fields.error(at("lang"), "Language is required.");
        }
        let item_number = fields.text_value(&at("ksbgNumber"), parts.get("ksbgNumber"), Shape::Value);
        if let Some(error) = lang.as_deref().and_then(language_error) {
            fields.error(at("lang"), error);
        }
        let url = fields.address(&at("url"), parts.get("url"));
        let file = version_file(fields, &at("file"), parts.get("file"));
        let pages = parts.get("pages").filter(|pages| !pages.is_null());
        let count = pages.and_then(Value::as_u64).and_then(|count| u32::try_from(count).ok());
        let count = count.filter(|count| (1..=MAX_PAGES).contains(count));
        if pages.is_some() && count.is_none() {
            fields.error(at("pages"), format!("Expected a whole number of pages from 1 to {MAX_PAGES}."));
        }
        versions.push(LanguageVersion {
            lang: lang.unwrap_or_default(),
            item_number,
            url,
            file,
            pages: count,
            title: fields.text_value(&at("title"), parts.get("title"), Shape::VersionTitle),
            ..LanguageVersion::default()
        });
    }
    versions
}

/// Reads `file` of a language version; null counts as absent.
fn version_file(fields: &mut Fields<'_>, at: &str, value: Option<&Value>) -> Option<VersionFile> {
    let value = value.filter(|value| !value.is_null())?;
    let Some(parts) = value.as_object() else {
        fields.error(at, format!("Expected an object with a digest, found {}.", kind(value)));
        return None;
    };
    let text = |member: &str| parts.get(member).and_then(Value::as_str);
    let Some(digest) = text("digest").and_then(Digest::parse) else {
        fields.error(at, "Expected a digest of 64 hexadecimal digits, as the upload returned it.");
        return None;
    };
    let name = match parts.get("name").filter(|name| !name.is_null()) {
        None => None,
        Some(Value::String(name)) => Some(name.clone()),
        Some(other) => {
            fields.error(at, format!("Expected a name as text, found {}.", kind(other)));
            return None;
        }
    };
    let withdrawn = parts.get("withdrawn").and_then(Value::as_object).and_then(|withdrawn| {
        let text = |member: &str| Some(withdrawn.get(member)?.as_str()?.to_owned());
        Some(Withdrawal { reason: text("reason")?, at: text("at")? })
    });
    Some(VersionFile { digest, name, details: None, withdrawn })
}

pub(in crate::model) fn revision_dates(fields: &mut Fields<'_>) -> Vec<RevisionDate> {
    let mut dates = Vec::new();
    for (n, entry) in fields.list("revisionDates").iter().enumerate() {
        let at = |part: &str| format!("revisionDates[{n}].{part}");
        let Some(parts) = fields.object(&format!("revisionDates[{n}]"), entry) else { continue };
        let before = fields.error_count();
        let lang = fields.text_value(&at("lang"), parts.get("lang"), Shape::Value);
        let day = fields.day_value(&at("revisionDate"), parts.get("revisionDate"));
        match (lang, day) {
            (Some(lang), Some(revision_date)) => {
                let is_this = |known: &RevisionDate| {
                    known.revision_date == revision_date && same_value(&known.lang, &lang)
                };
                let is_in = |present: &Citation| present.revision_dates.iter().any(is_this);
                fields.check_day(&at("revisionDate"), revision_date, DateLimit::REVISION, is_in);
                dates.push(RevisionDate { lang, revision_date });
            }
            _ if fields.error_count() > before => {}
            (None, _) => fields.error(at("lang"), "Language is required."),
            (_, None) => fields.error(at("revisionDate"), "A date is required."),
        }
    }
    dates
}

/// Each code once, with the words that came first.
pub(in crate::model) fn codes(fields: &mut Fields<'_>) -> Vec<Code> {
    let mut codes: Vec<Code> = Vec::new();
    for (n, entry) in fields.list("codes").iter().enumerate() {
        let at = |part: &str| format!("codes[{n}].{part}");
        let Some(parts) = fields.object(&format!("codes[{n}]"), entry) else { continue };
        let system = fields.required_text(&at("system"), parts.get("system"), "The code system is required.");
        let system = system.and_then(|name| {
            let system = CodeSystem::from_identifier(&name);
            if system.is_none() {
                fields.error(at("system"), format!("Expected one of {}.", CodeSystem::NAMES.join(", ")));
            }
            system
        });
        let code = fields.required_text(&at("code"), parts.get("code"), "The code is required.");
        let display = fields.text_value(&at("display"), parts.get("display"), Shape::Value);
        let (Some(system), Some(code)) = (system, code) else { continue };
        match system.normalize(&code) {
            Ok(code) => {
                let code = Code { system, code, display };
                if !codes.iter().any(|known| known.is_same(&code)) {
                    codes.push(code);
                }
            }
            Err(expected) => fields.error(at("code"), expected),
        }
    }
    if codes.len() > MAX_CODES {
        fields.error("codes", format!("At most {MAX_CODES} codes are allowed."));
        codes.clear();
    }
    codes
}
