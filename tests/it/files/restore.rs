//! What a restore refuses, and which existing files it preserves.

use crate::support::database::{count_citations, files_named};
use crate::support::{Start, binary, citation, command, fill};
use rusqlite::Connection;
use std::fs::{File, TryLockError};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A data folder with so many citations.
fn catalogue(data: &Path, citations: u32) {
    let records: Vec<_> = (0..citations).map(|n| citation(&format!("Handout {n}"))).collect();
    fill(data, &records);
}

/// A copy with so many citations.
fn copy(folder: &Path, citations: u32) -> PathBuf {
    let (data, copy) = (folder.join(format!("of{citations}")), folder.join(format!("copy{citations}.db")));
    catalogue(&data, citations);
    let (well, said) = command(&data, &["backup", copy.to_str().unwrap()]);
    assert!(well, "{said}");
    copy
}

fn restore(data: &Path, copy: &Path) -> (bool, String) {
    command(data, &["restore", copy.to_str().unwrap()])
}

#[test]
fn a_restore_beside_an_import_is_refused_and_the_import_is_complete() {
    const RECORDS: u32 = 6_000;
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), copy(folder.path(), 3));
    catalogue(&data, 1);
    let records: Vec<String> =
        (0..RECORDS).map(|n| format!(r#"{{"id": "id{n}", "title": "Imported {n}"}}"#)).collect();
    let file = folder.path().join("many.jsonl");
    std::fs::write(&file, records.join("\n")).unwrap();
    let mut import = Command::new(binary())
        .arg("--data")
        .arg(&data)
        .arg("import")
        .arg(&file)
        .env_clear()
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // As soon as it uses the database.
    let lock = File::open(data.join("catalogue.lock")).unwrap();
    loop {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => break,
            taken => taken.unwrap(),
        }
        lock.unlock().unwrap();
        assert!(import.try_wait().unwrap().is_none(), "the import was over too soon");
        std::thread::sleep(Duration::from_millis(1));
    }
    let (well, said) = restore(&data, &copy);
    assert!(!well && said.starts_with("error: another handout command uses the data directory"), "{said}");
    assert!(import.wait().unwrap().success());
    assert_eq!(count_citations(&data.join("catalogue.db")), RECORDS + 1);
    assert!(files_named(&data, ".replaced-").is_empty());
    let (well, said) = restore(&data, &copy);
    assert!(well, "{said}");
    assert_eq!(count_citations(&data.join("catalogue.db")), 3);
}

#[test]
fn a_database_in_use_is_neither_replaced_nor_taken_for_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let copy = copy(folder.path(), 3);
    catalogue(&data, 1);
    let database = data.join("catalogue.db");
    let linked = folder.path().join("linked.db");
    symlink(&database, &linked).unwrap();
    let hard = folder.path().join("hard.db");
    std::fs::hard_link(&database, &hard).unwrap();
    for itself in [&database, &linked, &hard] {
        let (well, said) = restore(&data, itself);
        assert!(!well && said.contains("is the database itself"), "{said}");
    }

    // Another program, which knows nothing of locks.
    let reader = Connection::open(&database).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM citations").unwrap();
    let (well, said) = restore(&data, &copy);
    assert!(!well && said.contains("is in use by another program"), "{said}");
    drop(reader);

    let server = Start::on(&data).run();
    let (well, said) = restore(&data, &copy);
    assert!(!well && said.starts_with("error: another handout server uses the data directory"), "{said}");
    let (well, said) = restore(&other, &database);
    assert!(!well && said.contains("is in use by another handout"), "{said}");
    assert!(server.stop().success());
    assert_eq!(count_citations(&database), 1);
    assert!(files_named(&data, ".replaced-").is_empty());
    let (well, said) = restore(&other, &database);
    assert!(well, "{said}");
}

/// Also several restores in one second.
#[test]
fn what_was_there_is_kept_each_time_under_a_name_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    catalogue(&data, 1);
    let copies: Vec<PathBuf> = [2, 3, 4].map(|citations| copy(folder.path(), citations)).into();
    for copy in &copies {
        let (well, said) = restore(&data, copy);
        assert!(well && said.contains("The database that was there is kept as"), "{said}");
    }
    let kept = files_named(&data, ".replaced-");
    let mut counts: Vec<u32> = kept.iter().map(|kept| count_citations(kept)).collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 2, 3], "{kept:?}");
    assert_eq!(count_citations(&data.join("catalogue.db")), 4);
}

/// A log or journal that lies around belongs to something else: it must neither be replayed over the restored copy nor
/// be lost.
#[test]
fn companions_of_anything_before_are_put_aside() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    catalogue(&data, 5);
    let copy = copy(folder.path(), 2);
    let database = data.join("catalogue.db");
    // A log with five citations, without its database: the connection that wrote it never closes it.
    let writer = Connection::open(&database).unwrap();
    writer
        .execute_batch("PRAGMA wal_autocheckpoint = 0; UPDATE citations SET notes = 'from the log'")
        .unwrap();
    let log = std::fs::read(data.join("catalogue.db-wal")).unwrap();
    assert!(!log.is_empty());
    let lost = folder.path().join("lost");
    std::fs::create_dir(&lost).unwrap();
    std::fs::write(lost.join("catalogue.db-wal"), &log).unwrap();
    std::fs::write(lost.join("catalogue.db-shm"), "shared").unwrap();
    std::fs::write(lost.join("catalogue.db-journal"), "journal").unwrap();
    std::fs::write(lost.join("catalogue.db.restoring"), "half a copy").unwrap();
    std::fs::write(lost.join("catalogue.db.restoring-journal"), "a journal of half a copy").unwrap();

    let (well, said) = restore(&lost, &copy);
    assert!(well, "{said}");
    let restored = lost.join("catalogue.db");
    assert_eq!(count_citations(&restored), 2);
    let notes: i64 = Connection::open(&restored)
        .unwrap()
        .query_row("SELECT count(*) FROM citations WHERE notes IS NOT NULL", [], |row| row.get(0))
        .unwrap();
    assert_eq!(notes, 0, "the log of something else was replayed");
    let kept: Vec<Vec<u8>> =
        files_named(&lost, ".replaced-").iter().map(|kept| std::fs::read(kept).unwrap()).collect();
    for content in [&log[..], b"shared", b"journal", b"half a copy", b"a journal of half a copy"] {
        assert!(kept.iter().any(|kept| kept == content), "{:?} is lost", String::from_utf8_lossy(content));
    }
    assert!(
        files_named(&lost, ".restoring").iter().all(|path| path.to_string_lossy().contains(".replaced-"))
    );
    let (well, said) = command(&lost, &["check"]);
    assert!(well, "{said}");
}

/// A killed server leaves a database with a log: a copy of both is restored with the content of the log.
#[test]
fn a_copy_with_its_log_is_restored_with_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    catalogue(&data, 2);
    let database = data.join("catalogue.db");
    let writer = Connection::open(&database).unwrap();
    writer
        .execute_batch("PRAGMA wal_autocheckpoint = 0; UPDATE citations SET notes = 'from the log'")
        .unwrap();
    let left = folder.path().join("left.db");
    std::fs::copy(&database, &left).unwrap();
    std::fs::copy(data.join("catalogue.db-wal"), folder.path().join("left.db-wal")).unwrap();
    let (well, said) = restore(&other, &left);
    assert!(well, "{said}");
    let db = Connection::open(other.join("catalogue.db")).unwrap();
    let notes: i64 = db
        .query_row("SELECT count(*) FROM citations WHERE notes = 'from the log'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(notes, 2);
    drop(db);

    // Beside a copy made by a backup, a log is none of its own.
    let copy = copy(folder.path(), 3);
    std::fs::copy(folder.path().join("left.db-wal"), folder.path().join("copy3.db-wal")).unwrap();
    let (well, said) = restore(&other, &copy);
    assert!(well, "{said}");
    assert_eq!(count_citations(&other.join("catalogue.db")), 3);
}

/// Whatever wears the name of the database is no reason not to restore, and is kept.
#[test]
fn a_damaged_or_empty_database_is_replaced_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let copy = copy(folder.path(), 2);
    for (what, content) in [("empty", &b""[..]), ("foreign", b"%PDF-1.7 another file")] {
        let data = folder.path().join(what);
        std::fs::create_dir(&data).unwrap();
        std::fs::write(data.join("catalogue.db"), content).unwrap();
        std::fs::write(data.join("catalogue.db-wal"), "its log").unwrap();
        let (well, said) = restore(&data, &copy);
        assert!(well, "{what}: {said}");
        assert_eq!(count_citations(&data.join("catalogue.db")), 2);
        let kept: Vec<Vec<u8>> =
            files_named(&data, ".replaced-").iter().map(|kept| std::fs::read(kept).unwrap()).collect();
        assert_eq!(kept, [content.to_vec(), b"its log".to_vec()], "{what}");
    }
}

#[test]
fn commands_that_find_a_restore_running_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    catalogue(&data, 1);
    let lock = File::open(data.join("catalogue.lock")).unwrap();
    lock.lock().unwrap();
    let file = folder.path().join("to");
    let file = file.to_str().unwrap();
    let begun = Instant::now();
    let commands: [&[&str]; 6] = [
        &["export", file],
        &["backup", file],
        &["admin", "grant", "ada@example.org"],
        &["--rebuild-index"],
        &["check"],
        &["serve", "--listen", "127.0.0.1:0"],
    ];
    for args in commands {
        let (well, said) = command(&data, args);
        assert!(!well && said.contains("is being restored or migrated"), "{args:?}: {said}");
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
}
