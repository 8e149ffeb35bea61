//! Which stored files each scheduled backup names: a list per backup, in the folder of the files. Encrypted backups cannot be
//! read here, so the list says what their files are for.

use crate::domain::files::backup_folder::{UNFINISHED, is_abandoned};
use crate::model::backup::scheduled_day;
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use crate::store::{BackupForm, backup_form, files_named_in, write_whole};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

const LIST_SUFFIX: &str = ".files";
const ENCRYPTED_SUFFIX: &str = ".age";

/// The list of a backup.
pub fn list_of(folder: &Path, backup: &Path) -> PathBuf {
    let name = backup.file_name().unwrap_or_default().to_string_lossy();
    folder.join(format!("{name}{LIST_SUFFIX}"))
}

/// Writes the list of a backup, whose files are complete.
pub fn write_list(folder: &Path, backup: &Path, named: &[Digest]) -> Result<()> {
    let list = list_of(folder, backup);
    let text: String = named.iter().map(|digest| format!("{digest}\n")).collect();
    write_whole(&list, |fresh| {
        fs::write(fresh, text).map_err(|e| Error::io(format!("writing {}", list.display()), e))
    })
}

/// Deletes the files in `folder` that no backup in `dir` names, and the lists of backups that are gone. Nothing is deleted
/// while the files of a backup are unknown.
pub fn remove_unnamed(dir: &Path, folder: &Path) -> Result<()> {
    let io = |e| Error::io(format!("looking through {}", dir.display()), e);
    let mut named: HashSet<Digest> = HashSet::new();
    for entry in fs::read_dir(dir).map_err(io)? {
        let backup = entry.map_err(io)?.path();
        let name = backup.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let form = backup_form(&backup);
        let is_plain = name.ends_with(".db") || form == Some(BackupForm::Database);
        let is_backup = is_plain || form.is_some() || scheduled_day(&name).is_some();
        if !is_backup || name.contains(UNFINISHED) {
            continue;
        }
        match fs::read_to_string(list_of(folder, &backup)) {
            Ok(list) => named.extend(list.lines().filter_map(Digest::parse)),
            Err(_) if is_plain => named.extend(files_named_in(&backup)?),
            Err(_) => {
                tracing::debug!(backup = %backup.display(), "the files of this backup are unknown: nothing is deleted");
                return Ok(());
            }
        }
    }
    for entry in fs::read_dir(folder).map_err(io)?.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        match name.strip_suffix(LIST_SUFFIX) {
            Some(backup) if !dir.join(backup).exists() => fs::remove_file(path).map_err(io)?,
            None if path.is_dir() && name.len() == 2 => remove_unnamed_in(&path, &named).map_err(io)?,
            _ => {}
        }
    }
    Ok(())
}

fn remove_unnamed_in(folder: &Path, named: &HashSet<Digest>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let digest = Digest::parse(name.strip_suffix(ENCRYPTED_SUFFIX).unwrap_or(&name));
        let is_unfinished = name.starts_with(UNFINISHED) && is_abandoned(&entry.path());
        if is_unfinished || digest.is_some_and(|digest| !named.contains(&digest)) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn digest(n: u8) -> Digest {
        Digest::from_bytes([n; 32])
    }

    fn put(folder: &Path, digest: Digest, suffix: &str) -> PathBuf {
        let path = folder.join(format!("{}{suffix}", digest.relative_path()));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "x").unwrap();
        path
    }

    #[test]
    fn what_no_backup_names_is_deleted() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("files");
        fs::create_dir(&folder).unwrap();
        let backup = dir.path().join("catalogue-2026-11-28.db.age");
        fs::write(&backup, "").unwrap();
        write_list(&folder, &backup, &[digest(1)]).unwrap();
        let gone = dir.path().join("catalogue-2026-11-01.db");
        write_list(&folder, &gone, &[digest(2)]).unwrap();
        let named = put(&folder, digest(1), ".age");
        let unnamed = [put(&folder, digest(2), ""), put(&folder, digest(2), ".age")];
        let other = folder.join("read me.txt");
        fs::write(&other, "x").unwrap();
        remove_unnamed(dir.path(), &folder).unwrap();
        assert!(named.exists() && other.exists());
        assert!(unnamed.iter().all(|file| !file.exists()));
        assert!(!list_of(&folder, &gone).exists() && list_of(&folder, &backup).exists());
    }

    #[test]
    fn a_backup_counts_whatever_its_name() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("files");
        fs::write(dir.path().join("before the upgrade"), "age-encryption.org/v1\n").unwrap();
        let unnamed = put(&folder, digest(2), ".age");
        remove_unnamed(dir.path(), &folder).unwrap();
        assert!(unnamed.exists());
    }

    #[test]
    fn an_unfinished_copy_goes_after_a_day() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("files");
        let fresh = put(&folder, digest(1), "").with_file_name(".part-1");
        let old = fresh.with_file_name(".part-2");
        for (path, hours) in [(&fresh, 23), (&old, 25)] {
            let written = std::time::SystemTime::now() - std::time::Duration::from_secs(hours * 3_600);
            fs::File::create(path).unwrap().set_modified(written).unwrap();
        }
        remove_unnamed(dir.path(), &folder).unwrap();
        assert!(fresh.exists() && !old.exists());
    }

    #[test]
    fn nothing_is_deleted_while_a_backup_is_there_that_cannot_be_read() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("files");
        fs::create_dir(&folder).unwrap();
        fs::write(dir.path().join("catalogue-2026-11-28.db.age"), "").unwrap();
        let unnamed = put(&folder, digest(2), ".age");
        remove_unnamed(dir.path(), &folder).unwrap();
        assert!(unnamed.exists());
    }
}
