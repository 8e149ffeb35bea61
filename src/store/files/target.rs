//! Where a command writes a backup or export: a file that appears completely or not at all, a pipe or a device.

use crate::model::error::{Error, Result};
use crate::store::files::data_dir::{
    BESIDE_DATABASE, COMPANIONS, FILE_NAME, folder, remove_database, sync_file, sync_folder, temporary,
    with_suffix,
};
use std::fs::{File, Metadata, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

/// Maximum number of links followed, as in the kernel; more form a loop.
const MAX_LINKS: usize = 40;

/// The target of a write.
pub enum Target {
    /// A file, after links were followed; see [`write_whole`].
    File(PathBuf),
    /// Standard output.
    Stdout,
    /// A pipe or a device, opened.
    Stream(File),
}

impl Target {
    /// Finds out what `file` names; `-` is standard output. `database` and what belongs to it are refused under every
    /// name: by another path, a symbolic link or a hard link.
    pub fn resolve(file: &Path, database: &Path) -> Result<Target> {
        let protected = Protected::new(database);
        let refused = || {
            Error::Conflict(format!(
                "{} is the database in use or belongs to it; nothing was written. Please name another file",
                file.display()
            ))
        };
        let io = |e| Error::io(format!("writing {}", file.display()), e);
        let is_dash = file == Path::new("-");
        let meta = match std::fs::metadata(file) {
            // Not a file of this name, which the working directory might not even let this user look for.
            _ if is_dash => None,
            Ok(meta) => Some(meta),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => None,
            Err(e) => return Err(io(e)),
        };
        if meta.as_ref().is_some_and(|meta| protected.holds(meta)) {
            return Err(refused());
        }
        if is_dash || is_stdout(file) {
            let stdout = std::fs::metadata("/dev/stdout");
            return if stdout.is_ok_and(|meta| protected.holds(&meta)) {
                Err(refused())
            } else {
                Ok(Target::Stdout)
            };
        }
        if let Some(meta) = &meta {
            let kind = meta.file_type();
            if kind.is_dir() {
                return Err(Error::Conflict(format!("{} is a folder, not a file", file.display())));
            }
            if kind.is_fifo() || kind.is_char_device() || kind.is_block_device() || kind.is_socket() {
                return OpenOptions::new().write(true).open(file).map(Target::Stream).map_err(io);
            }
        }
        match follow(file).map_err(io)? {
            None => Ok(Target::Stdout),
            Some(end) if protected.has_name(&end) => Err(refused()),
            Some(end) if !folder(&end).is_dir() => Err(Error::NotFound(format!(
                "writing {}: the directory {} does not exist",
                file.display(),
                folder(&end).display()
            ))),
            Some(end) => Ok(Target::File(end)),
        }
    }
}

/// Writes a file that appears whole or not at all: `write` fills the temporary file it is given the path of, which
/// then takes the place of `file`.
pub fn write_whole<T>(file: &Path, write: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    let fresh = temporary(file, ".part");
    let written = write(&fresh).and_then(|done| {
        sync_file(&fresh)
            .and_then(|()| std::fs::rename(&fresh, file))
            .and_then(|()| sync_folder(folder(file)))
            .map(|()| done)
            .map_err(|e| Error::io(format!("writing {}", file.display()), e))
    });
    remove_database(&fresh);
    written
}

/// Writes the content of a file to a pipe, a device or standard output.
pub(in crate::store) fn write_through(from: &Path, to: &mut dyn Write, doing: &str) -> Result<()> {
    File::open(from)
        .and_then(|mut from| std::io::copy(&mut from, to))
        .and_then(|_| to.flush())
        .map_err(|e| Error::io(doing, e))
}

/// The files that make up the database in use.
struct Protected {
    folders: Vec<PathBuf>,
    inodes: Vec<(u64, u64)>,
}

impl Protected {
    fn new(database: &Path) -> Protected {
        // The database may be a link to another folder; SQLite keeps its log beside the file itself.
        let places = [Some(database.to_owned()), std::fs::canonicalize(database).ok()];
        let places: Vec<PathBuf> = places.into_iter().flatten().collect();
        let names = |place: &PathBuf| {
            let beside = BESIDE_DATABASE.map(|name| folder(place).join(name));
            let companions = COMPANIONS.map(|suffix| with_suffix(place, suffix));
            [place.clone()].into_iter().chain(companions).chain(beside).collect::<Vec<_>>()
        };
        let inodes = places
            .iter()
            .flat_map(names)
            .filter_map(|path| std::fs::metadata(path).ok())
            .map(|meta| (meta.dev(), meta.ino()))
            .collect();
        let folders = places.iter().filter_map(|place| std::fs::canonicalize(folder(place)).ok()).collect();
        Protected { folders, inodes }
    }

    /// Whether it is one of them under another name.
    fn holds(&self, meta: &Metadata) -> bool {
        self.inodes.contains(&(meta.dev(), meta.ino()))
    }

    /// Whether a file of this name would be taken for one of them: a log that is not there yet, a copy that was kept,
    /// a file of the index.
    fn has_name(&self, path: &Path) -> bool {
        let Ok(parent) = std::fs::canonicalize(folder(path)) else { return false };
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let rest = name.strip_prefix(FILE_NAME);
        let kept = [".before-", ".replaced-", ".restoring", ".creating"];
        let is_ours = rest.is_some_and(|rest| {
            rest.is_empty() || rest.starts_with('-') || kept.iter().any(|kept| rest.starts_with(kept))
        });
        self.folders.iter().any(|ours| {
            parent.starts_with(ours.join("index"))
                || (parent == *ours && (is_ours || BESIDE_DATABASE.contains(&name.as_str())))
        })
    }
}

/// Where symbolic links end, there or not; `None` for standard output.
fn follow(file: &Path) -> std::io::Result<Option<PathBuf>> {
    let mut at = file.to_owned();
    for _ in 0..MAX_LINKS {
        if is_stdout(&at) {
            return Ok(None);
        }
        match std::fs::read_link(&at) {
            Ok(to) => at = folder(&at).join(to),
            // There is nothing, or no link.
            Err(_) => return Ok(Some(at)),
        }
    }
    Err(std::io::Error::other("too many links"))
}

/// The names of standard output: opening one would write at the start of the file that it leads to.
fn is_stdout(path: &Path) -> bool {
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

#[cfg(test)]
mod tests;
