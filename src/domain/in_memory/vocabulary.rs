//! The thesaurus that searches use, assembled from the settings and the database.

use crate::model::error::Result;
use crate::model::thesaurus::terms::{Synonym, TermTable};
use crate::search::{TermSources, Thesaurus};
use crate::settings::Settings;
use crate::store::{ReadTx, Store};

/// A state of the synonyms and terms: of which database, and their version there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::domain) struct WordsVersion {
    instance: String,
    number: u64,
}

/// The version of the words that a database has now.
pub(in crate::domain) fn version(db: &ReadTx<'_>) -> Result<WordsVersion> {
    Ok(WordsVersion { instance: db.instance().to_owned(), number: db.words_version()? })
}

/// The vocabulary of settings alone, which a start compiles while the database is opened.
pub(in crate::domain) fn from_settings(settings: &Settings) -> Result<Thesaurus> {
    Thesaurus::new(&TermSources { built_in: settings.search.terms, ..TermSources::default() })
}

/// The vocabulary of a database, and the version of the words it was made of. It is `from_settings`, what
/// [`from_settings`] made, where the hospital has no words of its own and switched none off.
pub(in crate::domain) fn completed(
    settings: &Settings,
    store: &Store,
    from_settings: Thesaurus,
) -> Result<(Thesaurus, WordsVersion)> {
    store.read(|db| {
        let is_all = db.own_terms()?.is_none() && db.synonyms()?.is_empty() && db.terms_off()?.is_empty();
        if is_all { Ok((from_settings, version(db)?)) } else { from_database(settings, db) }
    })
}

/// The vocabulary of a database, and the version of the words it was made of.
pub(in crate::domain) fn from_store(settings: &Settings, store: &Store) -> Result<(Thesaurus, WordsVersion)> {
    store.read(|db| from_database(settings, db))
}

fn from_database(settings: &Settings, db: &ReadTx<'_>) -> Result<(Thesaurus, WordsVersion)> {
    let synonyms: Vec<Synonym> = db
        .synonyms()?
        .into_iter()
        .map(|entry| Synonym { terms: entry.terms, one_way: entry.one_way })
        .collect();
    Ok((compile(settings, db, &synonyms)?, version(db)?))
}

/// The vocabulary of a database with these synonyms in place of its own.
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
