//! The thesaurus that searches use, assembled from the settings and the database.

use crate::model::error::Result;
use crate::model::thesaurus::{Synonym, TermTable};
use crate::search::{TermSources, Thesaurus};
use crate::settings::Settings;
use crate::store::{ReadTx, Store};

/// The version of the synonyms and terms of a database.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::domain) struct ThesaurusVersion {
    instance: String,
    number: u64,
}

/// The current version of the synonyms and terms of a database.
pub(in crate::domain) fn version(db: &ReadTx<'_>) -> Result<ThesaurusVersion> {
    Ok(ThesaurusVersion { instance: db.instance().to_owned(), number: db.words_version()? })
}

/// The thesaurus according to the settings, which a start assembles while the database is opened.
pub(in crate::domain) fn from_settings(settings: &Settings) -> Result<Thesaurus> {
    Thesaurus::new(&TermSources { built_in: settings.search.terms, ..TermSources::default() })
}

/// The thesaurus of a database with its version. Returns `settings_only`, the result of [`from_settings`], if the hospital
/// has no terms and synonyms of its own and no terms switched off.
pub(in crate::domain) fn complete(
    settings: &Settings,
    store: &Store,
    settings_only: Thesaurus,
) -> Result<(Thesaurus, ThesaurusVersion)> {
    store.read(|db| {
        let is_unchanged =
            db.own_terms()?.is_none() && db.synonyms()?.is_empty() && db.terms_off()?.is_empty();
        if is_unchanged { Ok((settings_only, version(db)?)) } else { from_database(settings, db) }
    })
}

/// The thesaurus of a database with its version.
pub(in crate::domain) fn from_store(
    settings: &Settings,
    store: &Store,
) -> Result<(Thesaurus, ThesaurusVersion)> {
    store.read(|db| from_database(settings, db))
}

fn from_database(settings: &Settings, db: &ReadTx<'_>) -> Result<(Thesaurus, ThesaurusVersion)> {
    let synonyms: Vec<Synonym> = db
        .synonyms()?
        .into_iter()
        .map(|entry| Synonym { terms: entry.terms, one_way: entry.one_way })
        .collect();
    Ok((compile(settings, db, &synonyms)?, version(db)?))
}

/// The thesaurus of a database with these synonyms in place of its own.
pub(in crate::domain) fn compile(
    settings: &Settings,
    db: &ReadTx<'_>,
    synonyms: &[Synonym],
) -> Result<Thesaurus> {
    let own = own_table(db)?;
    let off = db.terms_off()?;
    Thesaurus::new(&TermSources { built_in: settings.search.terms, own: own.as_ref(), synonyms, off: &off })
}

/// The hospital's own table of terms; `None` without one.
pub(in crate::domain) fn own_table(db: &ReadTx<'_>) -> Result<Option<TermTable>> {
    let Some(text) = db.own_terms()? else { return Ok(None) };
    match TermTable::parse(&text) {
        Ok(table) => Ok(Some(table)),
        // It was checked when it was imported: only another version of this program can have other rules.
        Err(errors) => {
            let first = errors.first().map(|error| format!("line {}: {}", error.line, error.reason));
            tracing::error!(
                error = first.unwrap_or_default(),
                "the hospital's own terms cannot be read and are left out; please import them again"
            );
            Ok(None)
        }
    }
}
