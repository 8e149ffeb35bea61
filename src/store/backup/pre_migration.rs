//! The pre-migration backup of a database, so that the earlier version of the program can be used again.

use crate::model::error::{Error, Result};
use crate::store::backup::online_backup::copy_database;
use crate::store::files::data_dir::{folder, remove_database, sync_folder, temporary, with_suffix};
use rusqlite::Connection;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// Keeps a copy of `db`, which is at `path` and has schema `version`, as `….before-vN`, N being the next version.
///
/// The copy is complete and checked when it gets that name. An existing file of that name is renamed, unless it equals the
/// copy: a migration that fails repeatedly must not fill the disk.
pub(in crate::store) fn write_pre_migration_backup(db: &Connection, path: &Path, version: u32) -> Result<()> {
    let kept = with_suffix(path, &format!(".before-v{}", version + 1));
    let doing = format!("copying the database before its migration to {}", kept.display());
    let fresh = temporary(&kept, ".part");
    let copied = copy_database(db, &fresh, &doing, None, || true).and_then(|()| {
        let io = |e| Error::io(doing.clone(), e);
        if kept.symlink_metadata().is_ok() {
            if is_same(&fresh, &kept).unwrap_or(false) {
                return Ok(());
            }
            let older = (1u32..)
                .map(|n| with_suffix(&kept, &format!(".older-{n}")))
                .find(|name| name.symlink_metadata().is_err());
            if let Some(older) = older {
                tracing::warn!(kept = %older.display(), "another file had the name of the copy before this migration");
                std::fs::rename(&kept, &older).map_err(io)?;
            }
        }
        std::fs::rename(&fresh, &kept).and_then(|()| sync_folder(folder(&kept))).map_err(io)
    });
    remove_database(&fresh);
    copied
}

/// Whether two files have the same content.
fn is_same(one: &Path, other: &Path) -> std::io::Result<bool> {
    let (one, other) = (File::open(one)?, File::open(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut one, mut other) = (BufReader::new(one).bytes(), BufReader::new(other).bytes());
    loop {
        match (one.next().transpose()?, other.next().transpose()?) {
            (None, None) => return Ok(true),
            (a, b) if a != b => return Ok(false),
            _ => {}
        }
    }
}
