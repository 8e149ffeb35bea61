//! Export of the whole catalogue; import is in `import.rs`.

use crate::domain::actor::Actor;
use crate::domain::files::backup_folder::BackupFolder;
use crate::domain::files::cleanup::FilesLock;
use crate::files::FileStore;
use crate::import_export::table::{TableFormat, TableWriter};
use crate::import_export::{catalogue_table, json_lines};
use crate::model::accounts::Right;
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

/// Writes a table of every citation; returns how many. `temporary` is a folder for the rows of an unfinished workbook.
pub fn export_table(
    store: &Store,
    actor: &Actor,
    format: TableFormat,
    to: impl Write + Send,
    temporary: &Path,
) -> Result<u64> {
    let mut table = TableWriter::new(format, catalogue_table::columns(), to, temporary)?;
    let count = each_stored(store, actor, |citation| table.write(&catalogue_table::row(citation)?))?;
    table.finish()?;
    Ok(count)
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
    let _lock = FilesLock::lock_shared(data_dir)?;
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
    let writing = |e| Error::io("writing the export", e);
    let count = each_stored(store, actor, |citation| write(citation, to).map_err(writing))?;
    to.flush().map_err(writing)?;
    Ok(count)
}

fn each_stored(store: &Store, actor: &Actor, mut write: impl FnMut(&Citation) -> Result<()>) -> Result<u64> {
    actor.require(Right::EditCitations)?;
    let mut count = 0;
    store.read(|db| {
        db.each_citation(|citation| {
            count += 1;
            write(&citation.as_stored())
        })
    })?;
    Ok(count)
}
