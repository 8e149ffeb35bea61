//! Copies a whole state of the file that another program updates page by page (`litestream restore -f`).
//!
//! SQLite never opens the file itself: a follower writes to it in place, and it has no log.

use crate::model::error::{Error, Result};
use crate::store::files::opening::Unusable;
use crate::store::replica::source::{NotWhole, PROGRESS_NOTE, Source};
use rustix::fs::{FlockOperation, fcntl_lock};
use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

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
mod tests {
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
