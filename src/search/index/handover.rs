//! Assigns an index to another database with the same history, without rebuilding it.

use crate::model::error::{Error, Result};
use crate::search::index::generations::{
    Generation, Payload, commit, index_error, new_name, open, prefix, switch_to,
};
use std::path::Path;
use tantivy::IndexWriter;
use tantivy::merge_policy::NoMergePolicy;

/// Creates a current generation for the database `to` from the newest one of `from` in `dir`; returns the last change number
/// applied to it. `to` continues the history of `from`; its latest change is `latest`.
///
/// Returns `None` and changes nothing if no index of `from` can be used, for example because it is ahead of `latest`. The
/// old generation does not change: both share its files, which are immutable.
pub fn hand_over(dir: &Path, from: &str, to: &str, latest: u64) -> Result<Option<u64>> {
    let Some(generation) = newest_generation(dir, from, latest) else { return Ok(None) };
    let (old, name) = (dir.join(&generation.name), new_name());
    let new = dir.join(&name);
    link_files(&old, &new)
        .map_err(|e| Error::io(format!("taking over the index in {}", old.display()), e))?;
    let doing = "taking over an index";
    let index = tantivy::Index::open_in_dir(&new).map_err(index_error(doing))?;
    let mut writer: IndexWriter = index.writer_with_num_threads(1, 15 << 20).map_err(index_error(doing))?;
    writer.set_merge_policy(Box::new(NoMergePolicy));
    let applied = generation.payload.applied;
    commit(&mut writer, &Payload { instance: to.to_owned(), applied })?;
    writer.wait_merging_threads().map_err(index_error(doing))?;
    switch_to(dir, &name)?;
    Ok(Some(applied))
}

/// The undamaged generation of a database with the highest change number up to `latest`.
fn newest_generation(dir: &Path, instance: &str, latest: u64) -> Option<Generation> {
    let names =
        std::fs::read_dir(dir).ok()?.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    names
        .filter(|name| name.starts_with(&prefix()))
        .filter_map(|name| open(dir, &name, instance).ok())
        .filter(|generation| generation.payload.applied <= latest)
        .max_by_key(|generation| generation.payload.applied)
}

/// Creates hard links to the files of a generation in a new directory. Metadata files are copied, lock
/// files left out.
fn link_files(old: &Path, new: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(new)?;
    for entry in std::fs::read_dir(old)? {
        let entry = entry?;
        let (from, to) = (entry.path(), new.join(entry.file_name()));
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            link_files(&from, &to)?;
        } else if name.ends_with(".json") {
            std::fs::copy(&from, &to)?;
        } else if !name.ends_with(".lock") {
            // Some file systems have no hard links.
            std::fs::hard_link(&from, &to).or_else(|_| std::fs::copy(&from, &to).map(drop))?;
        }
    }
    std::fs::File::open(new)?.sync_all()
}
