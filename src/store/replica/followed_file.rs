//! Makes a consistent copy of a database file that another program updates page by page (`litestream restore -f`).
//!
//! SQLite never opens the file itself: a follower writes to it in place, and beside it lies no log.

use crate::model::error::{Error, Result};
use crate::store::files::data_dir::{has_content, with_suffix};
use crate::store::replica::source::{FileStamp, PROGRESS_NOTE};
use rustix::fs::{FlockOperation, fcntl_lock};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

/// How often a file that is being written is tried again, and the pause before that: some two seconds.
const MAX_TRIES: u32 = 9;
const RETRY_INTERVAL: Duration = Duration::from_millis(250);
/// Read and written at once.
const BLOCK_BYTES: usize = 1 << 20;

/// Why a file cannot be copied now.
enum NotWhole {
    /// Another process holds SQLite's write lock.
    Locked,
    /// It is newer than its position file: the follower is writing it, or was interrupted.
    Torn,
    /// It was written in the meantime.
    Changed,
}

impl NotWhole {
    fn error(&self, source: &Path) -> Error {
        let source = source.display();
        Error::Conflict(match self {
            NotWhole::Locked | NotWhole::Changed => format!(
                "{source} is being written to; nothing was changed. Stop the program that follows the primary \
                 (litestream restore -f) and try again"
            ),
            NotWhole::Torn => format!(
                "{source} is not whole: it is younger than {source}{PROGRESS_NOTE}, so the program that follows the \
                 primary ended in the middle of its work; nothing was changed. Let it catch up, or make a whole copy \
                 with `litestream restore -o FILE …` and name that file here"
            ),
        })
    }
}

/// Copies the followed file `source` to `to`, where nothing is, for nobody but us to read; durable on return.
///
/// Waits some seconds for a follower that is writing. A file that its follower left in the middle of its work is
/// refused. `progress` is called with the bytes copied so far and all of them.
pub(in crate::store) fn copy_followed(
    source: &Path,
    to: &Path,
    mut progress: impl FnMut(u64, u64),
) -> Result<()> {
    let log = ["-wal", "-journal"]
        .map(|suffix| with_suffix(source, suffix))
        .into_iter()
        .find(|log| has_content(log));
    if let Some(log) = log {
        return Err(Error::Conflict(format!(
            "{} is beside {}: another program writes to that file, or has; nothing was changed. Please name a file \
             that litestream has just restored",
            log.display(),
            source.display()
        )));
    }
    let io = |e| Error::io(format!("copying {}", source.display()), e);
    for tried in 1.. {
        match copy_once(source, to, &mut progress).map_err(io)? {
            Ok(()) => break,
            Err(why) if tried == MAX_TRIES => return Err(why.error(source)),
            Err(_) => std::thread::sleep(RETRY_INTERVAL),
        }
    }
    Ok(())
}

fn copy_once(
    source: &Path,
    to: &Path,
    progress: &mut impl FnMut(u64, u64),
) -> std::io::Result<Result<(), NotWhole>> {
    let mut from = File::open(source)?;
    // The follower takes SQLite's locks, which are of this kind and lie within these bounds, while it writes.
    match fcntl_lock(&from, FlockOperation::NonBlockingLockShared) {
        Err(rustix::io::Errno::AGAIN | rustix::io::Errno::ACCESS) => return Ok(Err(NotWhole::Locked)),
        locked => locked?,
    }
    let before = from.metadata()?;
    if is_torn(source, &before)? {
        return Ok(Err(NotWhole::Torn));
    }
    let mut copy = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(to)?;
    let (mut block, mut done) = (vec![0; BLOCK_BYTES], 0);
    loop {
        let length = from.read(&mut block)?;
        if length == 0 {
            break;
        }
        copy.write_all(block.get(..length).unwrap_or_default())?;
        done += length as u64;
        progress(done, before.len());
    }
    copy.sync_all()?;
    let is_same = |after: &Metadata| FileStamp::new(after) == FileStamp::new(&before);
    Ok(match is_same(&from.metadata()?) && is_same(&std::fs::metadata(source)?) && done == before.len() {
        true => Ok(()),
        false => Err(NotWhole::Changed),
    })
}

/// Whether the follower has written to the file since it last noted that it was done. Without a note, the file is a
/// plain copy.
fn is_torn(source: &Path, file: &Metadata) -> std::io::Result<bool> {
    match std::fs::metadata(with_suffix(source, PROGRESS_NOTE)) {
        Ok(note) => Ok(note.modified()? < file.modified()?),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(e) => Err(e),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::os::unix::fs::MetadataExt;
    use std::path::PathBuf;
    use std::time::SystemTime;

    /// A file in a folder of its own, written so many seconds ago.
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

    fn once(source: &Path) -> Result<(), NotWhole> {
        copy_once(source, &source.with_extension("copy"), &mut |_, _| {}).unwrap()
    }

    #[test]
    fn a_file_is_copied_whole_with_its_progress() {
        let (_folder, source) = file(9);
        let to = source.with_extension("copy");
        let mut said = Vec::new();
        copy_followed(&source, &to, |done, of| said.push((done, of))).unwrap();
        let length = 3 * BLOCK_BYTES as u64 + 5;
        assert_eq!(said.last(), Some(&(length, length)));
        assert!(said.len() > 3 && said.is_sorted());
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
            assert_eq!(matches!(once(&source), Err(NotWhole::Torn)), is_torn, "{seconds_ago}");
        }
    }

    #[test]
    fn a_file_that_changes_while_it_is_copied_is_no_copy() {
        let (_folder, source) = file(9);
        let to = source.with_extension("copy");
        let mut is_first = true;
        let copied = copy_once(&source, &to, &mut |_, _| {
            if std::mem::take(&mut is_first) {
                // By another program, as far as the file can tell.
                set_age(&source, 1);
            }
        });
        assert!(matches!(copied.unwrap(), Err(NotWhole::Changed)));
        let renamed = source.with_extension("before");
        let copied = copy_once(&source, &to, &mut |done, _| {
            if done == BLOCK_BYTES as u64 {
                std::fs::rename(&source, &renamed).unwrap();
                std::fs::copy(&renamed, &source).unwrap();
            }
        });
        assert!(matches!(copied.unwrap(), Err(NotWhole::Changed)));
    }

    #[test]
    fn a_log_beside_the_file_is_refused() {
        let (_folder, source) = file(9);
        let (log, to) = (with_suffix(&source, "-wal"), source.with_extension("copy"));
        std::fs::write(&log, "").unwrap();
        copy_followed(&source, &to, |_, _| {}).unwrap();
        std::fs::write(&log, "frames").unwrap();
        let error = copy_followed(&source, &to, |_, _| {}).unwrap_err();
        assert!(error.to_string().contains("replica.db-wal is beside"), "{error}");
    }
}
