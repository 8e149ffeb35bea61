//! The file that another program updates: when it is consistent.
//!
//! `litestream restore -f` writes pages in place and, when it has applied everything it found, notes the position in
//! a file beside it (`-txid`). So the database is whole as long as that note is not older than the database. A program
//! that is ended while it applies pages leaves a database younger than its note. Without a note the database
//! counts as whole when nobody has written to it for a while.

use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::store::files::data_dir::{has_content, with_suffix};
use jiff::Timestamp;
use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The file beside the database that says up to which transaction it was brought.
pub(in crate::store) const PROGRESS_NOTE: &str = "-txid";
/// Resolution of file times: writes within this time may have equal timestamps.
const TIME_RESOLUTION: Duration = Duration::from_millis(50);
/// A database without a position file is consistent when it has not been written for this long.
const QUIET_PERIOD: Duration = Duration::from_secs(1);
/// A note is a short text; of anything longer only the beginning is compared.
const MAX_NOTE_BYTES: u64 = 256;

/// A moment as the file system has it: seconds and nanoseconds since 1970.
type Moment = (i64, i64);

/// Identifies a state of a file without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::store) struct FileStamp {
    device: u64,
    inode: u64,
    bytes: u64,
    modified: Moment,
    /// Of content, name or permissions; nobody can set it back.
    changed: Moment,
}

impl FileStamp {
    pub(in crate::store) fn new(meta: &Metadata) -> FileStamp {
        FileStamp {
            device: meta.dev(),
            inode: meta.ino(),
            bytes: meta.len(),
            modified: (meta.mtime(), meta.mtime_nsec()),
            changed: (meta.ctime(), meta.ctime_nsec()),
        }
    }
}

/// A state of the database with its note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp {
    database: FileStamp,
    note: Option<(FileStamp, Vec<u8>)>,
}

/// The file.
pub(super) struct Source {
    path: PathBuf,
    /// The state seen last, and since when.
    seen: Option<(Stamp, Instant)>,
}

impl Source {
    pub fn at(path: &Path) -> Source {
        Source { path: path.to_owned(), seen: None }
    }

    /// Opens the database to read a whole state of it; [`Error::Unavailable`] says why there is none just now. What was
    /// read counts only if [`Source::is_still`] says so afterwards.
    pub fn whole(&mut self) -> Result<(File, Stamp)> {
        let stamp = self.stamp()?;
        if has_content(&with_suffix(&self.path, "-wal")) {
            return Err(unavailable(
                "a write-ahead log lies beside it, so a program writes to it with SQLite; a replica \
                 needs a file of its own that litestream restore -f keeps",
            ));
        }
        if let Some((note, _)) = &stamp.note
            && note.modified < stamp.database.modified
        {
            return Err(unavailable(
                "the program that follows the replica is applying changes, or was ended while it did",
            ));
        }
        let quiet = if stamp.note.is_some() { TIME_RESOLUTION } else { QUIET_PERIOD };
        if !self.is_quiet(&stamp, quiet) {
            return Err(unavailable("it was written to just now"));
        }
        let file = File::open(&self.path).map_err(|e| self.error(e))?;
        let opened = FileStamp::new(&file.metadata().map_err(|e| self.error(e))?);
        if opened != stamp.database {
            return Err(changed());
        }
        Ok((file, stamp))
    }

    /// An error unless the database is still in the state in which it was when reading it began.
    pub fn is_still(&mut self, stamp: &Stamp) -> Result<()> {
        if self.stamp()? == *stamp { Ok(()) } else { Err(changed()) }
    }

    /// The state without waiting for it to be whole; for telling whether anything changed.
    pub fn stamp(&mut self) -> Result<Stamp> {
        let meta = std::fs::metadata(&self.path).map_err(|e| self.error(e))?;
        let stamp = Stamp { database: FileStamp::new(&meta), note: self.note()? };
        if meta.len() == 0 {
            return Err(unavailable("it is empty"));
        }
        if self.seen.as_ref().is_none_or(|(seen, _)| *seen != stamp) {
            self.seen = Some((stamp.clone(), Instant::now()));
        }
        Ok(stamp)
    }

    fn note(&self) -> Result<Option<(FileStamp, Vec<u8>)>> {
        let path = with_suffix(&self.path, PROGRESS_NOTE);
        let error = |e| Error::io(format!("reading {}", path.display()), e);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(error(e)),
        };
        let stamp = FileStamp::new(&file.metadata().map_err(error)?);
        let mut text = Vec::new();
        file.take(MAX_NOTE_BYTES).read_to_end(&mut text).map_err(error)?;
        Ok(Some((stamp, text)))
    }

    /// Whether the database has been in this state for so long: by its times, or because it was seen then. Clocks
    /// may be set back.
    fn is_quiet(&self, stamp: &Stamp, quiet: Duration) -> bool {
        let (seconds, nanos) = stamp.database.modified.max(stamp.database.changed);
        let written = i32::try_from(nanos).ok().and_then(|nanos| Timestamp::new(seconds, nanos).ok());
        let age = written.and_then(|written| clock::now().duration_since(written).try_into().ok());
        let seen = self.seen.as_ref().filter(|(seen, _)| seen == stamp).map(|(_, at)| at.elapsed());
        age.is_some_and(|age: Duration| age >= quiet) || seen.is_some_and(|seen| seen >= quiet)
    }

    fn error(&self, e: std::io::Error) -> Error {
        match e.kind() {
            ErrorKind::NotFound => unavailable("the file does not exist yet"),
            _ => Error::io(format!("reading {}", self.path.display()), e),
        }
    }
}

fn changed() -> Error {
    unavailable("it was written to while it was read")
}

fn unavailable(why: &str) -> Error {
    Error::Unavailable(why.to_owned())
}

#[cfg(test)]
mod tests;
