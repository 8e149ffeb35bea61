//! The file that a replica follows: whether it is complete, and copying it.

use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::store::files::data_dir::{has_content, with_suffix};
use crate::store::files::opening::Unusable;
use jiff::Timestamp;
use rustix::fs::{FlockOperation, fcntl_lock};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
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

/// A time of the file system, since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ModifiedTime {
    seconds: i64,
    nanoseconds: i64,
}

/// Identifies a state of a file without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FileStamp {
    device: u64,
    inode: u64,
    bytes: u64,
    modified: ModifiedTime,
    /// Of content, name or permissions; programs cannot set it back.
    changed: ModifiedTime,
}

impl FileStamp {
    fn new(meta: &Metadata) -> FileStamp {
        FileStamp {
            device: meta.dev(),
            inode: meta.ino(),
            bytes: meta.len(),
            modified: ModifiedTime { seconds: meta.mtime(), nanoseconds: meta.mtime_nsec() },
            changed: ModifiedTime { seconds: meta.ctime(), nanoseconds: meta.ctime_nsec() },
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
        let ModifiedTime { seconds, nanoseconds } = stamp.database.modified.max(stamp.database.changed);
        let written = i32::try_from(nanoseconds).ok().and_then(|nanos| Timestamp::new(seconds, nanos).ok());
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

/// Number of attempts at a file that is being written to, and the pause between them: two seconds in all.
const MAX_TRIES: u32 = 9;
const RETRY_INTERVAL: Duration = Duration::from_millis(250);
/// Read and written at once.
const BLOCK_BYTES: usize = 1 << 20;

/// Why there is no copy.
enum NotCopied {
    NotWhole(NotWhole),
    /// Another process holds SQLite's write lock.
    Locked,
    /// The file system reported an error.
    Failed(std::io::Error),
}

impl From<NotWhole> for NotCopied {
    fn from(why: NotWhole) -> NotCopied {
        NotCopied::NotWhole(why)
    }
}

impl From<std::io::Error> for NotCopied {
    fn from(error: std::io::Error) -> NotCopied {
        NotCopied::Failed(error)
    }
}

impl NotCopied {
    /// Whether the file may become whole within seconds, without anyone's help.
    fn is_temporary(&self) -> bool {
        matches!(
            self,
            NotCopied::Locked
                | NotCopied::NotWhole(NotWhole::Torn | NotWhole::JustWritten | NotWhole::Changed)
        )
    }

    fn error(self, source: &Path) -> Error {
        let source_name = source.display();
        Error::Conflict(match self {
            NotCopied::Failed(error) => return Error::io(format!("copying {source_name}"), error),
            NotCopied::NotWhole(NotWhole::LogBeside(log)) => format!(
                "{} is beside {source_name}: another program writes to that file, or has; nothing was changed. Please \
                 name a file that litestream has just restored",
                log.display()
            ),
            NotCopied::NotWhole(NotWhole::Torn) => format!(
                "{source_name} is not whole: it is younger than {source_name}{PROGRESS_NOTE}, so the program that \
                 follows the primary ended in the middle of its work; nothing was changed. Let it catch up, or make a \
                 whole copy with `litestream restore -o FILE …` and name that file here"
            ),
            NotCopied::Locked | NotCopied::NotWhole(NotWhole::JustWritten | NotWhole::Changed) => format!(
                "{source_name} is being written to; nothing was changed. Stop the program that follows the primary \
                 (litestream restore -f) and try again"
            ),
            NotCopied::NotWhole(NotWhole::Empty) => return Unusable::Empty.into_restore_error(source),
            NotCopied::NotWhole(why) => return why.into(),
        })
    }
}

/// Copies a whole state of `path` to `to`, which does not exist yet, with permissions for its owner only; durable on
/// return.
///
/// Waits up to two seconds for a follower that is writing. A file that its follower left in the middle of its work is
/// refused. `progress` is called with the bytes copied so far and the total.
pub(super) fn copy_source(path: &Path, to: &Path, mut progress: impl FnMut(u64, u64)) -> Result<()> {
    let mut source = Source::new(path);
    let mut tried = 1;
    loop {
        match copy_once(&mut source, to, &mut progress) {
            Err(why) if why.is_temporary() && tried < MAX_TRIES => std::thread::sleep(RETRY_INTERVAL),
            copied => return copied.map_err(|why| why.error(path)),
        }
        tried += 1;
    }
}

fn copy_once(source: &mut Source, to: &Path, progress: &mut impl FnMut(u64, u64)) -> Result<(), NotCopied> {
    let (mut from, stamp) = source.open_whole()?;
    // The follower takes SQLite's locks, which are of this kind and within these bounds, while it writes.
    match fcntl_lock(&from, FlockOperation::NonBlockingLockShared) {
        Err(rustix::io::Errno::AGAIN | rustix::io::Errno::ACCESS) => return Err(NotCopied::Locked),
        locked => locked.map_err(std::io::Error::from)?,
    }
    let total = from.metadata()?.len();
    let mut copy = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(to)?;
    let (mut block, mut done) = (vec![0; BLOCK_BYTES], 0);
    loop {
        let length = from.read(&mut block)?;
        if length == 0 {
            break;
        }
        copy.write_all(block.get(..length).unwrap_or_default())?;
        done += length as u64;
        progress(done, total);
    }
    copy.sync_all()?;
    source.check_unchanged(&stamp)?;
    // A file that grew and was truncated again within the time resolution.
    if done == total { Ok(()) } else { Err(NotWhole::Changed.into()) }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod source_copy_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::files::data_dir::with_suffix;
    use std::fs::File;
    use std::os::unix::fs::MetadataExt;
    use std::path::PathBuf;
    use std::time::SystemTime;

    /// A file in a folder of its own, written this many seconds ago.
    fn file(seconds_ago: u64) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("replica.db");
        std::fs::write(&path, vec![7; 3 * BLOCK_BYTES + 5]).unwrap();
        set_age(&path, seconds_ago);
        (folder, path)
    }

    fn set_age(path: &Path, seconds: u64) {
        let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 - seconds);
        File::options().append(true).open(path).unwrap().set_modified(then).unwrap();
    }

    /// One attempt, after the file has not been written to for long enough.
    fn copied(path: &Path, mut progress: impl FnMut(u64, u64)) -> Result<(), NotCopied> {
        let mut source = Source::new(path);
        loop {
            match copy_once(&mut source, &path.with_extension("copy"), &mut progress) {
                Err(NotCopied::NotWhole(NotWhole::JustWritten)) => std::thread::sleep(RETRY_INTERVAL / 10),
                copied => return copied,
            }
        }
    }

    #[test]
    fn a_file_is_copied_whole_with_its_progress() {
        let (_folder, source) = file(9);
        let to = source.with_extension("copy");
        let mut calls = Vec::new();
        copy_source(&source, &to, |done, total| calls.push((done, total))).unwrap();
        let length = 3 * BLOCK_BYTES as u64 + 5;
        assert_eq!(calls.last(), Some(&(length, length)));
        assert!(calls.len() > 3 && calls.is_sorted());
        assert_eq!(std::fs::read(&source).unwrap(), std::fs::read(&to).unwrap());
        assert_eq!(std::fs::metadata(to).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_file_younger_than_its_note_is_torn() {
        let (_folder, source) = file(9);
        let note = with_suffix(&source, "-txid");
        std::fs::write(&note, "12").unwrap();
        for (seconds_ago, is_torn) in [(8, false), (9, false), (10, true)] {
            set_age(&note, seconds_ago);
            let found = copied(&source, |_, _| {});
            assert_eq!(matches!(found, Err(NotCopied::NotWhole(NotWhole::Torn))), is_torn, "{seconds_ago}");
        }
    }

    #[test]
    fn a_file_that_changes_while_it_is_copied_is_not_whole() {
        let (_folder, source) = file(9);
        let mut is_first = true;
        let changed = copied(&source, |_, _| {
            if std::mem::take(&mut is_first) {
                // By another program, as far as the file can tell.
                set_age(&source, 1);
            }
        });
        assert!(matches!(changed, Err(NotCopied::NotWhole(NotWhole::Changed))));
        let renamed = source.with_extension("before");
        let replaced = copied(&source, |done, _| {
            if done == BLOCK_BYTES as u64 {
                std::fs::rename(&source, &renamed).unwrap();
                std::fs::copy(&renamed, &source).unwrap();
            }
        });
        assert!(matches!(replaced, Err(NotCopied::NotWhole(NotWhole::Changed))));
    }

    #[test]
    fn a_log_beside_the_file_is_refused() {
        let (_folder, source) = file(9);
        let (log, to) = (with_suffix(&source, "-wal"), source.with_extension("copy"));
        std::fs::write(&log, "").unwrap();
        copy_source(&source, &to, |_, _| {}).unwrap();
        std::fs::write(&log, "frames").unwrap();
        let error = copy_source(&source, &to, |_, _| {}).unwrap_err();
        assert!(error.to_string().contains("replica.db-wal is beside"), "{error}");
    }
}
