//! Runs jobs that write an import or undo one, a few citations at a time.

use crate::domain::actor::Actor;
use crate::domain::citations::saving;
use crate::domain::citations::saving::new_citation_id;
use crate::domain::import_export::import::taken;
use crate::model::citations::category_fields::each_json_value_mut;
use crate::model::citations::citation::Citation;
use crate::model::citations::codes::remove_earlier_texts;
use crate::model::citations::draft::{Completeness, Dates, citation_from_json};
use crate::model::error::{Error, Result};
use crate::store::{ImportIds, ImportItem, ImportOutcomeMark, ReadTx, Saved, Store, WriteTx};

/// Why a citation is skipped.
const CHANGED_SINCE: &str = "It was changed since the preview.";
const CHANGED_SINCE_IMPORT: &str = "It was changed since the import.";

/// Writes the next citations of a job, each as a version of its own, in one transaction with their marks.
pub(in crate::domain) fn run_batch(
    store: &Store,
    job: i64,
    batch: &[ImportItem],
    actor: &Actor,
) -> Result<()> {
    let ids = store.import_ids()?;
    store.write_unannounced(|db| {
        for item in batch {
            let mark = write(db, item, &ids, actor)?;
            db.mark_import_row(job, item.position, &mark)?;
        }
        Ok(())
    })
}

fn write(db: &WriteTx<'_>, item: &ImportItem, ids: &ImportIds, actor: &Actor) -> Result<ImportOutcomeMark> {
    let skip = |reason: &str| Ok(ImportOutcomeMark::Skipped(reason.to_owned()));
    let citation = match (&item.citation, &item.present, item.made) {
        (_, Some((key, _)), Some((version, added))) => {
            if db.present_version(*key)? != version {
                return skip(CHANGED_SINCE_IMPORT);
            }
            undone(db, *key, version, added)?
        }
        (Some(json), present, _) => {
            match present {
                Some((key, etag)) if saving::entity_tag(db, *key)? != *etag => return skip(CHANGED_SINCE),
                _ => {}
            }
            parse(&serde_json::from_str(json).map_err(|e| Error::internal("reading an import", e))?)
        }
        _ => Err("There is nothing to write.".into()),
    };
    let mut citation = match citation {
        Ok(citation) => citation,
        Err(reason) => return skip(&reason),
    };
    if item.present.is_none() {
        if citation.id.is_empty() {
            citation.id = new_citation_id();
        } else if db.citation_key(&citation.id)?.is_some() {
            return skip("A citation of this ID was added since the preview.");
        } else if let Some(reason) = taken(db, &citation.id)? {
            return skip(&reason);
        }
    }
    let saved = match saving::save(db, &citation, Some(ids), actor) {
        Err(Error::Invalid(errors)) => {
            let texts: Vec<String> = errors.into_iter().map(|error| error.message).collect();
            return skip(&texts.join(" "));
        }
        saved => saved?,
    };
    Ok(match saved {
        Saved::Unchanged(_) => ImportOutcomeMark::Unchanged,
        Saved::Added(key) => {
            ImportOutcomeMark::Written { key, added: true, version: db.present_version(key)? }
        }
        Saved::Changed(key) => {
            ImportOutcomeMark::Written { key, added: false, version: db.present_version(key)? }
        }
    })
}

fn parse(json: &serde_json::Value) -> std::result::Result<Citation, String> {
    citation_from_json(json, Completeness::Import, Dates::Stored)
        .map_err(|errors| Error::Invalid(errors).to_string())
}

/// The citation before an import changed it; one that the import added becomes obsolete.
fn undone(
    db: &ReadTx<'_>,
    key: i64,
    version: u32,
    added: bool,
) -> Result<std::result::Result<Citation, String>> {
    if added {
        return Ok(Ok(Citation { obsolete: true, ..db.citation(key)? }));
    }
    let Some(mut state) = db.earlier_version(key, version.saturating_sub(1))? else {
        return Ok(Err("Its earlier version was not found.".into()));
    };
    remove_earlier_texts(&mut state);
    let later = db.later_names(&db.names_of_version(key, version.saturating_sub(1))?)?;
    each_json_value_mut(&mut state, |category, value| later.follow(category, value));
    let id = db.citation_id(key)?;
    Ok(parse(&state).map(|citation| Citation { id, ..citation }))
}
