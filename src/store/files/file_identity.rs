//! Detects that the open database file was replaced or overwritten by another process.
//!
//! SQLite itself would continue writing into a file that has no name any more, or add the old write-ahead log to the new
//! content. A file counts as the same while it has the same inode and its header the same mark: each database has
//! a random one in `user_version`, and a copy made by a backup has [`COPY_MARK`].

use crate::model::error::{Error, Result};
use crate::store::files::data_dir::with_suffix;
use std::fs::{File, Metadata};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// `PRAGMA application_id` of our files: "HAND".
pub(in crate::store) const APPLICATION_ID: i32 = 0x4841_4E44;
/// `PRAGMA user_version` of a copy that no program has used as its database yet.
pub(in crate::store) const COPY_MARK: i32 = 1;
/// Marks below are not random: 0 is a database from before there were marks.
const FIRST_MARK: i32 = 0x1_0000;
/// Length of the header; see <https://www.sqlite.org/fileformat.html>, section 1.3.
const HEADER_LENGTH: usize = 100;

/// A mark for a database of its own.
pub(in crate::store) fn new_mark() -> i32 {
    let random = uuid::Uuid::new_v4().as_u128().to_le_bytes();
    let [a, b, c, d, ..] = random;
    (i32::from_le_bytes([a, b, c, d]) & i32::MAX).max(FIRST_MARK)
}

/// The target of a name: device and inode.
type Inode = (u64, u64);

fn inode(meta: &Metadata) -> Inode {
    (meta.dev(), meta.ino())
}

/// The relevant fields of the header of a database file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Header {
    application: i32,
    mark: i32,
    /// Whether a write-ahead log belongs to the file. Not for copies, which are complete without one.
    has_log: bool,
}

/// The database file as it was when it was opened.
pub(in crate::store) struct FileIdentity {
    path: PathBuf,
    /// Open as long as SQLite has the file open, and closed after it: closing any handle of a file drops the locks
    /// that SQLite holds on it in this process.
    file: File,
    inode: Inode,
    /// What identifies it; nothing before [`FileIdentity::note`].
    known: Vec<Header>,
    log: Option<Inode>,
    /// What happened to it, once detected.
    found: OnceLock<&'static str>,
}

impl FileIdentity {
    /// Opens an existing file; call it before SQLite opens the same one.
    pub fn hold(path: &Path) -> Result<FileIdentity> {
        let doing = || format!("opening the database {}", path.display());
        let file = File::open(path).map_err(|e| Error::io(doing(), e))?;
        let inode = inode(&file.metadata().map_err(|e| Error::io(doing(), e))?);
        let (path, known) = (path.to_owned(), Vec::new());
        Ok(FileIdentity { path, file, inode, known, log: None, found: OnceLock::new() })
    }

    /// Whether it is a database that is complete without a log. A log beside it belongs to another file.
    pub fn is_complete_alone(&self) -> bool {
        self.header().is_some_and(|header| !header.has_log)
    }

    /// Whether it is a copy that no program has written to.
    pub fn is_copy(&self) -> bool {
        self.header().is_some_and(|header| header.mark == COPY_MARK)
    }

    /// Remembers what identifies the file from now on; `mark` is its `user_version` as SQLite sees it.
    pub fn set_mark(&mut self, mark: i32) {
        // Until the next checkpoint the file itself may have an older header.
        self.known = self.header().into_iter().collect();
        let has_log = self.known.iter().any(|header| header.has_log);
        self.known.push(Header { application: APPLICATION_ID, mark, has_log });
        self.log = std::fs::metadata(with_suffix(&self.path, "-wal")).ok().as_ref().map(inode);
    }

    /// An error once the file is not the one that was opened; this never changes back.
    pub fn verify(&self) -> Result<()> {
        let what = match std::fs::metadata(&self.path) {
            _ if self.is_replaced() => return Err(self.error()),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => "was removed",
            Err(e) => return Err(Error::io(format!("looking at {}", self.path.display()), e)),
            Ok(meta) if inode(&meta) != self.inode => "was replaced",
            Ok(_) if !self.is_intact() => "was overwritten",
            Ok(_) => return Ok(()),
        };
        // Two threads may detect it at the same time; one report is enough.
        let _ = self.found.set(what);
        Err(self.error())
    }

    fn error(&self) -> Error {
        Error::Unavailable(format!(
            "{} {} by something else while it was in use; nothing more is written to it",
            self.path.display(),
            self.found.get().copied().unwrap_or("was replaced")
        ))
    }

    /// Whether [`FileIdentity::verify`] has found this.
    pub fn is_replaced(&self) -> bool {
        self.found.get().is_some()
    }

    /// Whether the opened file is still what it was, whatever is at its name.
    pub fn is_intact(&self) -> bool {
        self.header().is_some_and(|found| {
            self.known.iter().any(|known| {
                (known.application, known.mark) == (found.application, found.mark)
                    && (found.has_log || !known.has_log)
            })
        })
    }

    /// The write-ahead log of the opened file, when it is still the one at its name.
    pub fn own_log(&self) -> Option<PathBuf> {
        let log = with_suffix(&self.path, "-wal");
        let found = std::fs::metadata(&log).ok().as_ref().map(inode);
        (found.is_some() && found == self.log).then_some(log)
    }

    /// `None` if the file does not start like a database.
    fn header(&self) -> Option<Header> {
        let mut bytes = [0; HEADER_LENGTH];
        self.file.read_exact_at(&mut bytes, 0).ok()?;
        let number = |at: usize| Some(i32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let header =
            Header { application: number(68)?, mark: number(60)?, has_log: bytes.get(18) == Some(&2) };
        bytes.starts_with(b"SQLite format 3\0").then_some(header)
    }
}
