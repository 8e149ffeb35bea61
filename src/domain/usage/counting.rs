//! Counts uses of citations anonymously. Contract section 10.5.

use crate::domain::app::App;
use crate::domain::citations::editing::existing_key;
use crate::domain::usage::robots::is_robot;
use crate::model::category::value_key;
use crate::model::clock;
use crate::model::error::{Error, FieldError, Result};
use crate::model::languages::language::LanguageTags;
use crate::model::languages::language::requested_language;
use crate::model::languages::tag::LanguageTag;
use crate::model::session::OrderItem;
use crate::model::usage::{UsageCounts, UsageKind, Used};
use crate::store::{CountedUsage, ReadTx, WriteTx};
use jiff::ToSpan;
use std::net::IpAddr;

/// Whose use it is; never stored. Only a hash of it with a random key is in memory, for a minute.
#[derive(Debug, Clone)]
pub struct Client {
    /// Address, or network of an IPv6 address.
    pub address: Option<IpAddr>,
    /// The User-Agent header; empty without one.
    pub agent: Vec<u8>,
}

/// Counts a use, unless the settings turn counting off. A replica counts nothing: it cannot write.
pub fn note(app: &App, client: &Client, (citation, tag): (i64, &str), kind: UsageKind) {
    if is_counting(app) {
        app.unstored.usage.note((client.address, &client.agent), (citation, tag), kind, is_robot);
    }
}

/// Whether uses are counted by this server.
pub fn is_counting(app: &App) -> bool {
    app.settings.usage.days > 0 && app.store.replica().is_none()
}

/// The language version whose file is opened: the citation by ID or readable ID, the language by tag or value.
///
/// # Errors
/// [`Error::Invalid`] names `citation`, `lang` or `kind`.
pub fn opened(app: &App, citation: &str, lang: &str, kind: &str) -> Result<Used> {
    let mut errors = Vec::new();
    let used = app.store.read(|db| {
        let citation = match existing_key(db, citation) {
            Ok(key) => key,
            Err(Error::NotFound(message)) => {
                errors.push(FieldError::new("citation", message));
                return Ok(None);
            }
            Err(other) => return Err(other),
        };
        let tag = version_in(db, citation, lang)?.map(|(tag, _)| tag);
        if tag.is_none() {
            errors.push(FieldError::new("lang", "This citation has no version in this language."));
        }
        Ok(tag.map(|tag| Used::new(citation, tag)))
    })?;
    if kind != "open" {
        errors.push(FieldError::new("kind", "Expected 'open'."));
    }
    match used {
        Some(used) if errors.is_empty() => Ok(used),
        _ => Err(Error::Invalid(errors)),
    }
}

/// Tag and value of the language version of a citation that suits a reader of this language best, of equals the first. The
/// language is given by its tag or its value in any case.
pub(in crate::domain) fn version_in(
    db: &ReadTx<'_>,
    citation: i64,
    lang: &str,
) -> Result<Option<(Option<LanguageTag>, String)>> {
    let (tags, requested) = (db.language_tags()?, requested_language(lang));
    let with_tag = |value: String| (tags.tag(&value), value);
    let versions: Vec<_> = db.citation_languages(citation)?.into_iter().map(with_tag).collect();
    let closeness = |(tag, _): &&(Option<LanguageTag>, String)| tag.as_ref()?.closeness(requested.as_ref()?);
    let by_tag = versions.iter().rev().max_by_key(closeness).filter(|version| closeness(version).is_some());
    let by_value = || versions.iter().find(|(_, value)| value_key(value) == value_key(lang));
    Ok(by_tag.or_else(by_value).cloned())
}

/// Counts the pieces of a new order, in its transaction.
pub(in crate::domain) fn add_order(app: &App, db: &WriteTx<'_>, lines: &[OrderItem]) -> Result<()> {
    if !is_counting(app) {
        return Ok(());
    }
    let (day, tags): (_, LanguageTags) = (clock::today(), db.language_tags()?);
    let mut counted = Vec::new();
    for line in lines {
        let Some(citation) = db.citation_key(&line.id)? else { continue };
        let counts = UsageCounts::pieces(u64::try_from(line.quantity).unwrap_or(0));
        let Used { citation, tag } = Used::new(citation, tags.tag(&line.lang));
        counted.push(CountedUsage { day, citation, tag, counts });
    }
    db.add_usage(&counted)
}

/// Writes the counts in memory. On an error they stay there for the next call.
pub fn write(app: &App) -> Result<()> {
    let counted = app.unstored.usage.take();
    if counted.is_empty() {
        return Ok(());
    }
    app.store.write(|db| db.add_usage(&counted)).inspect_err(|_| app.unstored.usage.restore(counted))
}

/// Deletes counts older than `usage.days`, and those of future days, left by a clock that was ahead.
pub fn remove_old(app: &App) -> Result<()> {
    let today = clock::today();
    let from = today.saturating_sub((i64::from(app.settings.usage.days) - 1).days());
    let removed = app.store.write(|db| db.delete_usage_outside(from, today))?;
    if removed > 0 {
        tracing::info!(removed, "usage counts were removed because of their age");
    }
    Ok(())
}
