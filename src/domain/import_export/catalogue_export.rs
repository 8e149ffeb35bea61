//! Export of the whole catalogue; import is in `import.rs`.

use crate::domain::actor::Actor;
use crate::domain::files::backup_folder::BackupFolder;
use crate::domain::files::lock::FilesLock;
use crate::files::FileStore;
use crate::import_export::json_lines;
use crate::model::accounts::rights::Right;
use crate::model::citations::citation::Citation;
use crate::model::error::{Error, Result};
use crate::model::files::NamedFile;
use crate::store::Store;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

/// Writes every citation as JSON Lines; returns how many.
pub fn export(store: &Store, actor: &Actor, to: &mut impl Write) -> Result<u64> {
    export_each(store, actor, to, |citation, to| json_lines::write(to, citation))
}

/// As [`export`]; each stored file has a `path` in a folder, which gets it from `files`.
pub fn export_with_files(
    store: &Store,
    actor: &Actor,
    to: &mut impl Write,
    files: &FileStore,
    data_dir: &Path,
    folder: &Path,
) -> Result<u64> {
    let _lock = FilesLock::shared(data_dir)?;
    let mut named = BTreeSet::new();
    let count = export_each(store, actor, to, |citation, to| {
        let mut record = serde_json::to_value(citation)?;
        for (version, json) in citation.languages.iter().zip(json_versions(&mut record)) {
            if let Some(file) = version.file.as_ref().filter(|file| !file.is_withdrawn()) {
                json["file"]["path"] = file.digest.relative_path().into();
                named.insert(file.digest);
            }
        }
        serde_json::to_writer(&mut *to, &record)?;
        to.write_all(b"\n")
    })?;
    let sized: Vec<NamedFile> = store.read(|db| {
        let all = db.referenced_files()?;
        Ok(all.into_iter().filter(|file| named.contains(&file.digest)).collect())
    })?;
    BackupFolder::new(folder, None)
        .back_up(files, &sized, None, || false)
        .map_err(|e| e.with_context("the citations were exported, but"))?;
    Ok(count)
}

fn json_versions(record: &mut Value) -> impl Iterator<Item = &mut Value> {
    record.get_mut("languages").and_then(Value::as_array_mut).into_iter().flatten()
}

fn export_each<W: Write>(
    store: &Store,
    actor: &Actor,
    to: &mut W,
    mut write: impl FnMut(&Citation, &mut W) -> std::io::Result<()>,
) -> Result<u64> {
    actor.require(Right::EditCitations)?;
    let mut count = 0;
    store.read(|db| {
        db.each_citation(|citation| {
            count += 1;
            write(&citation.as_stored(), to).map_err(|e| Error::io("writing the export", e))
        })
    })?;
    to.flush().map_err(|e| Error::io("writing the export", e))?;
    Ok(count)
}
