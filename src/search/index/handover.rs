//! An index that followed one database becomes that of another with the same content, without being built anew.

use crate::model::error::{Error, Result};
use crate::search::index::generations::{
    Generation, Payload, commit, index_error, new_name, open, prefix, switch,
};
use std::path::Path;
use tantivy::IndexWriter;
use tantivy::merge_policy::NoMergePolicy;

/// Makes the newest index in `dir` of the database `from` one of the database `to`, which goes on from the same history
/// and whose latest change is `latest`; returns the change number that it holds.
///
/// `None` when no index of `from` can be used, such as one that is ahead of `latest`; then nothing is changed. The
/// generation itself stays as it is: the new one shares its files, which nobody writes to again.
pub fn hand_over(dir: &Path, from: &str, to: &str, latest: u64) -> Result<Option<u64>> {
    let Some(generation) = newest_of(dir, from, latest) else { return Ok(None) };
    let (old, name) = (dir.join(&generation.name), new_name());
    let new = dir.join(&name);
    share(&old, &new).map_err(|e| Error::io(format!("taking over the index in {}", old.display()), e))?;
    let doing = "taking over an index";
    let index = tantivy::Index::open_in_dir(&new).map_err(index_error(doing))?;
    let mut writer: IndexWriter = index.writer_with_num_threads(1, 15 << 20).map_err(index_error(doing))?;
    writer.set_merge_policy(Box::new(NoMergePolicy));
    let applied = generation.payload.applied;
    commit(&mut writer, &Payload { instance: to.to_owned(), applied })?;
    writer.wait_merging_threads().map_err(index_error(doing))?;
    switch(dir, &name)?;
    Ok(Some(applied))
}

/// The generation that is furthest, of those of a database and not beyond `latest`; undamaged.
fn newest_of(dir: &Path, instance: &str, latest: u64) -> Option<Generation> {
    let names =
        std::fs::read_dir(dir).ok()?.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    names
        .filter(|name| name.starts_with(&prefix()))
        .filter_map(|name| open(dir, &name, instance).ok())
        .filter(|generation| generation.payload.applied <= latest)
        .max_by_key(|generation| generation.payload.applied)
}

/// Gives the files of a generation a second name in a new folder. Those that tell what the index consists of are
/// copied; the locks are left out.
fn share(old: &Path, new: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(new)?;
    for entry in std::fs::read_dir(old)? {
        let entry = entry?;
        let (from, to) = (entry.path(), new.join(entry.file_name()));
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            share(&from, &to)?;
        } else if name.ends_with(".json") {
            std::fs::copy(&from, &to)?;
        } else if !name.ends_with(".lock") {
            // Some file systems know no hard links.
            std::fs::hard_link(&from, &to).or_else(|_| std::fs::copy(&from, &to).map(drop))?;
        }
    }
    std::fs::File::open(new)?.sync_all()
}
