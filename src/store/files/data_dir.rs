//! The data directory: the names of the files in it, and who may read them.

use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::store::files::order_number_file::FILE_NAME as ORDER_NUMBER_FILE;
use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Name of the database in the data directory.
pub const FILE_NAME: &str = "catalogue.db";
/// What SQLite appends to the name of a database for the files that belong to it.
pub(in crate::store) const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];
/// Lock of the one server; see [`crate::store::files::data_lock`].
pub(in crate::store) const SERVER_LOCK: &str = "handout.lock";
/// Lock of everything that has the database open.
pub(in crate::store) const DATABASE_LOCK: &str = "catalogue.lock";
/// The files beside the database, by their whole names.
pub(in crate::store) const BESIDE_DATABASE: [&str; 3] = [SERVER_LOCK, DATABASE_LOCK, ORDER_NUMBER_FILE];
/// Permission bits of the group and of everybody else.
const OTHERS: u32 = 0o077;
const DIR_MODE: u32 = 0o700;
/// The private copies in a replica's data directory.
pub(in crate::store) const REPLICA_COPIES: [&str; 2] = ["replica-a.db", "replica-b.db"];
/// Names the copy in use.
pub(in crate::store) const REPLICA_CURRENT: &str = "replica-current";
/// A temporary file that was not written to for this long was left by a killed process.
const ABANDONED_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// Creates the data directory if needed, and denies other users of the machine access to it.
/// Files of the database and the index lose every permission of group and others. So does an existing directory, if it
/// contains only our files: `--data /tmp` must not close `/tmp`.
pub fn prepare_data_dir(dir: &Path) -> Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(DIR_MODE)
        .create(dir)
        .map_err(|e| Error::io(format!("making the data directory {}", dir.display()), e))?;
    let mut is_ours = true;
    let entries = std::fs::read_dir(dir)
        .map_err(|e| Error::io(format!("reading the data directory {}", dir.display()), e))?;
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(FILE_NAME)
            || BESIDE_DATABASE.contains(&&*name)
            || [REPLICA_CURRENT, "index"].contains(&&*name)
            || REPLICA_COPIES.contains(&&*name)
        {
            restrict(&entry.path());
        } else {
            is_ours = false;
        }
    }
    if is_ours {
        restrict(dir);
    }
    Ok(())
}

/// Creates a file that only its owner may read. One that exists is an error.
pub(in crate::store) fn create_private(file: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)
}

/// Whether a data directory is that of a replica: it has private copies of the file it follows.
pub fn is_replica_folder(data_dir: &Path) -> bool {
    data_dir.join(REPLICA_CURRENT).symlink_metadata().is_ok()
}

/// A conflict when a data directory holds a catalogue of its own: a replica would take its index for one of the followed database.
pub fn refuse_primary_folder(data_dir: &Path) -> Result<()> {
    let catalogue = data_dir.join(FILE_NAME);
    match catalogue.symlink_metadata() {
        Ok(_) => Err(Error::Conflict(format!(
            "{} is there, so {} belongs to a server that writes; a replica needs a data directory of its own. Nothing \
             was changed",
            catalogue.display(),
            data_dir.display()
        ))),
        Err(_) => Ok(()),
    }
}

/// Removes every permission of group and others. Files of another user are left unchanged.
fn restrict(path: &Path) {
    if let Ok(meta) = std::fs::metadata(path)
        && meta.permissions().mode() & OTHERS != 0
    {
        let mode = meta.permissions().mode() & 0o777 & !OTHERS;
        if let Err(cause) = std::fs::set_permissions(path, Permissions::from_mode(mode)) {
            tracing::debug!(%cause, path = %path.display(), "other users may still read this");
        }
    }
}

/// The path with `suffix` appended to its last name.
pub(in crate::store) fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The folder that holds `file`.
pub(in crate::store) fn folder(file: &Path) -> &Path {
    file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// An unused path beside `file`: `file`, the suffix, and a random part.
pub(in crate::store) fn temporary(file: &Path, suffix: &str) -> PathBuf {
    with_suffix(file, &format!("{suffix}-{}", uuid::Uuid::new_v4().simple()))
}

/// A path beside `file` for its replaced version: `.replaced-DATE-TIME`, with a number if that is taken. Neither it nor any
/// companion of it exists.
pub(in crate::store) fn replaced_name(file: &Path) -> PathBuf {
    let base = format!(".replaced-{}", clock::local().strftime("%Y%m%d-%H%M%S-%6f"));
    let is_free = |path: &Path| {
        [""].iter().chain(&COMPANIONS).all(|suffix| with_suffix(path, suffix).symlink_metadata().is_err())
    };
    let first = with_suffix(file, &base);
    if is_free(&first) {
        return first;
    }
    let mut numbered = (2u32..).map(|n| with_suffix(file, &format!("{base}-{n}")));
    numbered.find(|path| is_free(path)).unwrap_or(first)
}

/// Removes temporary databases that a killed process left at least a day ago; younger ones may be in use.
pub(in crate::store) fn remove_abandoned(data_dir: &Path) {
    let Ok(entries) = std::fs::read_dir(data_dir) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_temporary = name.strip_prefix(FILE_NAME).is_some_and(|rest| {
            [".creating-", ".promoting-"].iter().any(|begin| rest.starts_with(begin))
                || rest.contains(".part-")
        });
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_temporary && age().is_some_and(|age| age > ABANDONED_AFTER) {
            // It only wastes disk space.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Whether there is a file that is not empty.
pub(in crate::store) fn has_content(file: &Path) -> bool {
    std::fs::metadata(file).is_ok_and(|meta| meta.len() > 0)
}

/// Makes renames and links in `folder` durable.
pub(in crate::store) fn sync_folder(folder: &Path) -> std::io::Result<()> {
    std::fs::File::open(folder)?.sync_all()
}

/// Makes the content of `file` durable.
pub(in crate::store) fn sync_file(file: &Path) -> std::io::Result<()> {
    std::fs::File::open(file)?.sync_all()
}

/// Removes a temporary database and its companions, if they exist.
pub(in crate::store) fn remove_database(file: &Path) {
    for suffix in [""].iter().chain(&COMPANIONS) {
        // Most of them do not exist; one that stays only wastes disk space.
        let _ = std::fs::remove_file(with_suffix(file, suffix));
    }
}
