#![allow(clippy::unwrap_used, clippy::panic)]
use super::*;
use std::fs::FileTimes;
use std::io::Write;
use std::time::SystemTime;

/// A database and its note, written so long ago.
struct Files {
    folder: tempfile::TempDir,
}

impl Files {
    fn new(database: Duration, note: Option<Duration>) -> Files {
        let files = Files { folder: tempfile::tempdir().unwrap() };
        std::fs::write(files.path(), "pages").unwrap();
        if note.is_some() {
            std::fs::write(files.note(), "0000000000000007").unwrap();
        }
        files.set(&files.path(), database);
        if let Some(note) = note {
            files.set(&files.note(), note);
        }
        files
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("followed.db")
    }

    fn note(&self) -> PathBuf {
        with_suffix(&self.path(), PROGRESS_NOTE)
    }

    fn set(&self, path: &Path, ago: Duration) {
        let time = FileTimes::new().set_modified(SystemTime::now() - ago);
        File::options().write(true).open(path).unwrap().set_times(time).unwrap();
    }
}

/// Why it is not whole; `None` when it is.
fn why(source: &mut Source) -> Option<String> {
    match source.open_whole().map_err(Error::from) {
        Ok(_) => None,
        Err(Error::Unavailable(why)) => Some(why),
        Err(e) => panic!("{e}"),
    }
}

const HOUR: Duration = Duration::from_secs(3600);

#[test]
fn it_is_whole_when_the_note_is_not_older() {
    let check = |database: Duration, note: Duration, expected: Option<&str>| {
        let files = Files::new(database, Some(note));
        std::thread::sleep(TIME_RESOLUTION);
        let found = why(&mut Source::new(&files.path()));
        assert_eq!(found.is_some(), expected.is_some(), "{found:?}");
        assert!(found.unwrap_or_default().contains(expected.unwrap_or_default()));
    };
    check(HOUR, HOUR / 2, None);
    check(HOUR / 2, HOUR, Some("is applying changes, or was ended"));
    let both = Files::new(HOUR, Some(HOUR));
    let time = std::fs::metadata(both.path()).unwrap().modified().unwrap();
    let note = File::options().write(true).open(both.note()).unwrap();
    note.set_times(FileTimes::new().set_modified(time)).unwrap();
    std::thread::sleep(TIME_RESOLUTION);
    assert_eq!(why(&mut Source::new(&both.path())), None, "written within the time resolution");
}

#[test]
fn it_is_not_whole_just_after_it_was_written() {
    let files = Files::new(Duration::ZERO, Some(Duration::ZERO));
    let mut source = Source::new(&files.path());
    assert!(why(&mut source).unwrap().contains("just now"));
    std::thread::sleep(TIME_RESOLUTION + Duration::from_millis(10));
    assert_eq!(why(&mut source), None);
    let alone = Files::new(HOUR, None);
    let mut source = Source::new(&alone.path());
    // The file was replaced, whatever its timestamp.
    assert!(why(&mut source).unwrap().contains("just now"));
    std::thread::sleep(QUIET_PERIOD + Duration::from_millis(10));
    assert_eq!(why(&mut source), None);
}

#[test]
fn a_clock_that_was_set_back_delays_it_no_longer_than_it_is_watched() {
    let files = Files::new(Duration::ZERO, Some(Duration::ZERO));
    let to_come = FileTimes::new().set_modified(SystemTime::now() + HOUR);
    for path in [files.path(), files.note()] {
        File::options().write(true).open(path).unwrap().set_times(to_come).unwrap();
    }
    let mut source = Source::new(&files.path());
    assert!(why(&mut source).is_some());
    std::thread::sleep(TIME_RESOLUTION + Duration::from_millis(10));
    assert_eq!(why(&mut source), None);
}

#[test]
fn whatever_happens_while_it_is_read_is_noticed() {
    let check = |happens: fn(&Files), expected: bool| {
        let files = Files::new(HOUR, Some(HOUR / 2));
        std::thread::sleep(TIME_RESOLUTION);
        let mut source = Source::new(&files.path());
        let (_file, stamp) = source.open_whole().unwrap();
        happens(&files);
        assert_eq!(source.check_unchanged(&stamp).is_ok(), expected);
    };
    check(|_| {}, true);
    check(|files| File::options().append(true).open(files.path()).unwrap().write_all(b"x").unwrap(), false);
    check(|files| std::fs::write(files.path(), "PAGES").unwrap(), false);
    check(|files| std::fs::write(files.note(), "0000000000000008").unwrap(), false);
    check(|files| std::fs::remove_file(files.note()).unwrap(), false);
    check(|files| std::fs::remove_file(files.path()).unwrap(), false);
    check(
        |files| {
            let fresh = files.folder.path().join("fresh");
            std::fs::write(&fresh, "pages").unwrap();
            std::fs::rename(fresh, files.path()).unwrap();
        },
        false,
    );
}

#[test]
fn a_file_that_no_follower_keeps_is_refused_with_the_reason() {
    let files = Files::new(HOUR, Some(HOUR / 2));
    std::thread::sleep(TIME_RESOLUTION);
    let mut source = Source::new(&files.path());
    for suffix in ["-wal", "-journal"] {
        let log = with_suffix(&files.path(), suffix);
        std::fs::write(&log, "pages of a primary").unwrap();
        assert!(why(&mut source).unwrap().contains("a log of SQLite is beside it"));
        std::fs::remove_file(log).unwrap();
    }
    assert_eq!(why(&mut source), None);
    std::fs::write(files.path(), "").unwrap();
    assert!(why(&mut source).unwrap().contains("empty"));
    std::fs::remove_file(files.path()).unwrap();
    assert!(why(&mut source).unwrap().contains("does not exist yet"));
}
