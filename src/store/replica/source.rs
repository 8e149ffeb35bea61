//! The file that another program updates, and the one rule by which a state of it is whole. A replica that follows the
//! file and a promotion that copies it both decide by this rule.
//!
//! `litestream restore -f` writes pages in place and, when it has applied everything it found, notes the position in
//! a file beside it (`-txid`). So the database is whole as long as that note is not older than the database. A program
//! that is stopped while it applies pages leaves a database younger than its note. Without a note the database
//! counts as whole when it has not been written to for a while.

use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::store::files::data_dir::{has_content, with_suffix};
use jiff::Timestamp;
use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Suffix of the file beside the database that states up to which transaction it is current.
pub(super) const PROGRESS_NOTE: &str = "-txid";
/// Resolution of file times: writes within this time may have equal timestamps.
const TIME_RESOLUTION: Duration = Duration::from_millis(50);
/// A database without a note is whole when it has not been written to for this long.
const QUIET_PERIOD: Duration = Duration::from_secs(1);
/// A note is a short text; of anything longer only the beginning is compared.
const MAX_NOTE_BYTES: u64 = 256;

/// A time of the file system: seconds and nanoseconds since 1970.
type Moment = (i64, i64);

/// Identifies a state of a file without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FileStamp {
    device: u64,
    inode: u64,
    bytes: u64,
    modified: Moment,
    /// Of content, name or permissions; programs cannot set it back.
    changed: Moment,
}

impl FileStamp {
    fn new(meta: &Metadata) -> FileStamp {
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

/// Why there is no whole state to read now.
#[derive(Debug)]
pub(super) enum NotWhole {
    /// The file does not exist.
    Missing,
    /// It has no content.
    Empty,
    /// This log of SQLite is beside it: a program writes to it with SQLite.
    LogBeside(PathBuf),
    /// It is newer than its note: the follower is writing to it, or was interrupted.
    Torn,
    /// It was written to so recently that the next write may follow at once.
    JustWritten,
    /// It was written to while it was read.
    Changed,
    /// The file system reported an error.
    Failed(Error),
}

impl From<NotWhole> for Error {
    /// [`Error::Unavailable`] with the reason, unless reading failed.
    fn from(why: NotWhole) -> Error {
        let reason = match why {
            NotWhole::Missing => "the file does not exist yet",
            NotWhole::Empty => "it is empty",
            NotWhole::LogBeside(_) => {
                "a log of SQLite is beside it, so a program writes to it with SQLite; a replica \
                 needs a file of its own that litestream restore -f keeps"
            }
            NotWhole::Torn => {
                "the program that follows the replica is applying changes, or was ended while it did"
            }
            NotWhole::JustWritten => "it was written to just now",
            NotWhole::Changed => "it was written to while it was read",
            NotWhole::Failed(error) => return error,
        };
        Error::Unavailable(reason.to_owned())
    }
}

/// The file.
pub(super) struct Source {
    path: PathBuf,
    /// The latest state that was seen, and since when.
    seen: Option<(Stamp, Instant)>,
}

impl Source {
    pub fn new(path: &Path) -> Source {
        Source { path: path.to_owned(), seen: None }
    }

    /// Opens the database to read a whole state of it. What was read counts only if [`Source::check_unchanged`] succeeds
    /// afterwards.
    pub fn open_whole(&mut self) -> Result<(File, Stamp), NotWhole> {
        let log = ["-wal", "-journal"].map(|suffix| with_suffix(&self.path, suffix));
        if let Some(log) = log.into_iter().find(|log| has_content(log)) {
            return Err(NotWhole::LogBeside(log));
        }
        let stamp = self.stamp()?;
        if let Some((note, _)) = &stamp.note
            && note.modified < stamp.database.modified
        {
            return Err(NotWhole::Torn);
        }
        let quiet = if stamp.note.is_some() { TIME_RESOLUTION } else { QUIET_PERIOD };
        if !self.is_quiet(&stamp, quiet) {
            return Err(NotWhole::JustWritten);
        }
        let file = File::open(&self.path).map_err(|e| self.not_read(e))?;
        let opened = FileStamp::new(&file.metadata().map_err(|e| self.not_read(e))?);
        if opened != stamp.database {
            return Err(NotWhole::Changed);
        }
        Ok((file, stamp))
    }

    /// An error unless the database and its note are still in the state in which reading began.
    pub fn check_unchanged(&mut self, stamp: &Stamp) -> Result<(), NotWhole> {
        if self.stamp()? == *stamp { Ok(()) } else { Err(NotWhole::Changed) }
    }

    /// The present state, whole or not; for finding out whether anything changed.
    pub fn stamp(&mut self) -> Result<Stamp, NotWhole> {
        let meta = std::fs::metadata(&self.path).map_err(|e| self.not_read(e))?;
        let stamp = Stamp { database: FileStamp::new(&meta), note: self.note().map_err(NotWhole::Failed)? };
        if meta.len() == 0 {
            return Err(NotWhole::Empty);
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

    /// Whether the database has been in this state for that long: by its times, or because it was seen then. Clocks
    /// may be set back.
    fn is_quiet(&self, stamp: &Stamp, quiet: Duration) -> bool {
        let (seconds, nanos) = stamp.database.modified.max(stamp.database.changed);
        let written = i32::try_from(nanos).ok().and_then(|nanos| Timestamp::new(seconds, nanos).ok());
        let age = written.and_then(|written| clock::now().duration_since(written).try_into().ok());
        let seen = self.seen.as_ref().filter(|(seen, _)| seen == stamp).map(|(_, at)| at.elapsed());
        age.is_some_and(|age: Duration| age >= quiet) || seen.is_some_and(|seen| seen >= quiet)
    }

    fn not_read(&self, e: std::io::Error) -> NotWhole {
        match e.kind() {
            ErrorKind::NotFound => NotWhole::Missing,
            _ => NotWhole::Failed(Error::io(format!("reading {}", self.path.display()), e)),
        }
    }
}

#[cfg(test)]
mod tests;
