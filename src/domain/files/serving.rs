//! What the address of a file leads to: a content, a link, another address, or nothing.

use crate::domain::accessibility::content_check;
use crate::domain::actor::Actor;
use crate::domain::citations::addresses::handout_in;
use crate::domain::citations::as_of::{DayRecord, day_record};
use crate::model::accessibility::VersionCheck;
use crate::model::accounts::Right;
use crate::model::category::Category;
use crate::model::citations::citation::{LanguageVersion, VersionFile, Withdrawal};
use crate::model::citations::history::in_words;
use crate::model::error::{Error, Result};
use crate::model::files::{Digest, FileAddress, FileType};
use crate::model::handout_text::reading_level::{FormulaLanguage, ReadingLevel};
use crate::model::handout_text::report::StoredFile;
use crate::model::keys::CitationKey;
use crate::model::languages::language::{Language, requested_language};
use crate::model::languages::tag::LanguageTag;
use crate::model::page_urls::{self, Found};
use crate::model::usage::Used;
use crate::store::{NamedVersion, ReadTx, Store, StoredFileRow};
use jiff::civil::Date;

/// Where the address of a file leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileTarget {
    /// To a content.
    Content(Box<ServedFile>),
    /// To the link of the version.
    Link(String),
    /// To the present address, a path without a query.
    Moved(String),
    /// To a content that was withdrawn.
    Withdrawn(Withdrawal),
    /// To nothing, of a citation that exists or not.
    Missing,
}

/// A content as it is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServedFile {
    /// The citation and the language, as uses are counted.
    pub used: Used,
    /// The title in its name: that of the version, else of the citation.
    pub title: String,
    /// The item number of the version, if it has one.
    pub item_number: Option<String>,
    /// The language value of the version; empty once it is deleted.
    pub lang: String,
    /// The content.
    pub digest: Digest,
    /// Its type.
    pub file_type: FileType,
    /// Length in bytes.
    pub size: u64,
    /// Whether a check has found other bytes in the store.
    pub is_damaged: bool,
}

/// The citation of an address that leads to nothing.
#[derive(Debug)]
pub struct OtherLanguages {
    /// The path of its page.
    pub page: String,
    /// Its versions that lead somewhere, each with its URL.
    pub versions: Vec<(Language, String)>,
}

/// What an address that leads to nothing can offer instead.
pub fn other_languages(store: &Store, citation: &str) -> Result<Option<OtherLanguages>> {
    store.read(|db| {
        let Some(key) = db.find_key(citation)? else { return Ok(None) };
        let (citation, tags) = (db.citation(key)?, db.language_tags()?);
        let with_address = |version: &LanguageVersion| {
            let is_withdrawn = version.file.as_ref().is_some_and(VersionFile::is_withdrawn);
            let url = version.url.clone().filter(|_| !is_withdrawn)?;
            Some((tags.language(&version.lang), url))
        };
        let versions = citation.languages.iter().filter_map(with_address).collect();
        Ok(Some(OtherLanguages { page: page_urls::citation("", citation.address_id()), versions }))
    })
}

/// Where an address leads now.
pub fn target(store: &Store, requested: &FileAddress) -> Result<FileTarget> {
    store.read(|db| {
        let Some(found) = db.find(&requested.citation)? else { return Ok(FileTarget::Missing) };
        let key = key_of(db, &found)?;
        let id = db.citation_id(key)?;
        let mut versions = db.named_versions(key, &requested.part)?;
        if versions.is_empty() {
            versions = suiting_versions(db, key, &requested.part)?;
        }
        let version = match requested.digest {
            None => versions.into_iter().find(|version| version.is_present),
            Some(digest) => first_with(db, key, versions, digest)?,
        };
        let Some(version) = version else { return Ok(FileTarget::Missing) };
        let is_named_now = version.is_current || version.value.is_empty();
        if requested.citation != id || !is_named_now {
            return Ok(FileTarget::Moved(path(&id, &version, requested)));
        }
        let digest = requested.digest.or_else(|| version.file.as_ref().map(|file| file.digest));
        match (digest, &version.url) {
            (Some(digest), _) => content(db, key, &version, digest),
            (None, Some(url)) => Ok(FileTarget::Link(url.clone())),
            (None, None) => Ok(FileTarget::Missing),
        }
    })
}

/// The versions that suit readers of the language that `part` names by a tag, code or name of its own.
fn suiting_versions(db: &ReadTx<'_>, key: CitationKey, part: &str) -> Result<Vec<NamedVersion>> {
    let Some(tag) = requested_language(part) else { return Ok(Vec::new()) };
    let (citation, tags) = (db.citation(key)?, db.language_tags()?);
    let Some((version, _)) = handout_in(&citation, &tag, &tags) else { return Ok(Vec::new()) };
    let mut versions = db.named_versions(key, &tags.address_part(&version.lang))?;
    versions.iter_mut().for_each(|version| version.is_current = false);
    Ok(versions)
}

/// What a version had at the end of a day: its file, or the copy of what its link served. Not found, with the reason, where
/// neither is stored.
pub fn target_as_of(store: &Store, requested: &FileAddress, day: Date) -> Result<FileTarget> {
    store.read(|db| {
        let Some(found) = db.find(&requested.citation)? else { return Ok(FileTarget::Missing) };
        let key = key_of(db, &found)?;
        let DayRecord { citation, names, .. } = day_record(db, key, day)?;
        let later = db.later_names(&names)?;
        let tags = db.language_tags()?;
        let wanted = requested.part.to_lowercase();
        let candidates = db.named_versions(key, &wanted)?;
        let is_wanted = |then: &str| {
            let today = later.latest(Category::Languages, then);
            then.to_lowercase() == wanted
                || tags.address_part(&today).to_lowercase() == wanted
                || candidates.iter().any(|version| version.value == today)
        };
        let rows = citation["languages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut of_day = rows.iter().filter(|row| row["lang"].as_str().is_some_and(is_wanted));
        let digest = |row: &serde_json::Value| {
            let text = row["file"]["digest"].as_str().or_else(|| row["copy"]["digest"].as_str());
            text.and_then(Digest::parse)
        };
        let Some((digest, version)) = of_day.find_map(|row| Some((digest(row)?, row))) else {
            return Err(Error::NotFound(format!(
                "No file of {} is stored for this version: it had none here, or was a link that was not copied.",
                in_words(day)
            )));
        };
        let Some(row) = db.stored_file(digest)? else { return Ok(FileTarget::Missing) };
        if let Some(why) = row.withdrawn {
            return Ok(FileTarget::Withdrawn(why));
        }
        let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
        let lang = text(&version["lang"]).unwrap_or_default();
        let title = text(&version["title"]).or_else(|| text(&citation["title"])).unwrap_or_default();
        Ok(FileTarget::Content(Box::new(ServedFile {
            used: Used::new(key, tags.tag(&lang)),
            title,
            item_number: text(&version["ksbgNumber"]),
            lang,
            digest,
            file_type: row.file_type,
            size: row.size,
            is_damaged: row.is_damaged,
        })))
    })
}

fn key_of(db: &ReadTx<'_>, found: &Found<CitationKey>) -> Result<CitationKey> {
    match found {
        Found::Here(key) => Ok(*key),
        Found::Moved(current) => {
            db.find_key(current)?.ok_or_else(|| Error::NotFound("No citation found.".into()))
        }
    }
}

/// The first of these versions that has or had this content.
fn first_with(
    db: &ReadTx<'_>,
    citation: CitationKey,
    versions: Vec<NamedVersion>,
    digest: Digest,
) -> Result<Option<NamedVersion>> {
    for version in versions {
        if db.had_file(citation, version.language, digest)? {
            return Ok(Some(version));
        }
    }
    Ok(None)
}

fn path(id: &str, version: &NamedVersion, requested: &FileAddress) -> String {
    // A language that is deleted has no address but the one that was requested.
    let part = if version.value.is_empty() { &requested.part } else { &version.part };
    match requested.digest {
        Some(digest) => page_urls::file_content("", id, part, digest),
        None => page_urls::file("", id, part),
    }
}

fn content(db: &ReadTx<'_>, key: CitationKey, version: &NamedVersion, digest: Digest) -> Result<FileTarget> {
    let Some(row) = db.stored_file(digest)? else { return Ok(FileTarget::Missing) };
    let StoredFileRow { file_type, size, is_damaged, withdrawn, .. } = row;
    if let Some(why) = withdrawn {
        return Ok(FileTarget::Withdrawn(why));
    }
    let citation = db.citation(key)?;
    let of_version = citation.languages.iter().find(|row| row.lang == version.value);
    Ok(FileTarget::Content(Box::new(ServedFile {
        used: Used::new(key, db.language_tags()?.tag(&version.value)),
        title: of_version.map_or(&*citation.title, |row| row.title_or(&citation.title)).to_owned(),
        item_number: of_version.and_then(|row| row.item_number.clone()),
        lang: version.value.clone(),
        digest,
        file_type,
        size,
        is_damaged,
    })))
}

/// What is known of a content. Its reading level is that of a text in this language.
pub fn stored_file(
    store: &Store,
    actor: &Actor,
    digest: &str,
    lang: Option<&LanguageTag>,
) -> Result<StoredFile> {
    actor.require(Right::EditCitations)?;
    store.read(|db| {
        let row = row(db, digest)?;
        let formula = FormulaLanguage::from_tag(lang.map_or("en", LanguageTag::as_str));
        let measures = db.file_measures(row.digest)?;
        let reading_level =
            formula.zip(measures).and_then(|(formula, measures)| ReadingLevel::new(&measures, formula));
        let VersionCheck { state, reason, findings, .. } = content_check(db, &row, lang)?;
        Ok(StoredFile {
            digest: row.digest,
            name: row.name.as_str().to_owned(),
            file_type: row.file_type,
            size: row.size,
            pages: row.pages,
            title: row.title,
            reading_level,
            state,
            reason,
            findings,
        })
    })
}

/// A content as administrators get it; its name is that of the last upload.
pub fn served_file(store: &Store, actor: &Actor, digest: &str) -> Result<ServedFile> {
    actor.require(Right::EditCitations)?;
    store.read(|db| {
        let row = row(db, digest)?;
        let name = row.name.as_str();
        Ok(ServedFile {
            used: Used::new(CitationKey::new(0), None),
            title: name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned(),
            item_number: None,
            lang: String::new(),
            digest: row.digest,
            file_type: row.file_type,
            size: row.size,
            is_damaged: row.is_damaged,
        })
    })
}

fn row(db: &ReadTx<'_>, digest: &str) -> Result<StoredFileRow> {
    let unknown = || Error::NotFound("No file with this digest is stored here.".into());
    let digest = Digest::parse(digest).ok_or_else(unknown)?;
    let row = db.stored_file(digest)?.filter(|row| !row.is_deleting).ok_or_else(unknown)?;
    match &row.withdrawn {
        Some(why) => Err(Error::Gone(why.message())),
        None => Ok(row),
    }
}
