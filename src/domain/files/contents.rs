//! What is known of a stored content, for administrators who have uploaded it.

use crate::domain::accessibility::content_check;
use crate::domain::actor::Actor;
use crate::domain::files::serving::ServedFile;
use crate::model::accessibility::VersionCheck;
use crate::model::accounts::Right;
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use crate::model::handout_text::reading_level::{FormulaLanguage, ReadingLevel};
use crate::model::handout_text::report::StoredFile;
use crate::model::languages::tag::LanguageTag;
use crate::model::usage::Used;
use crate::store::{ReadTx, Store, StoredFileRow};

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
            used: Used::new(0, None),
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
