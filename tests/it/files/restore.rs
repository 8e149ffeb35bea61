//! What a restore refuses, and which existing files it preserves.

use crate::support::database::{count_citations, files_named};
use crate::support::{Start, binary, citation, command, fill};
use rusqlite::Connection;
use std::fs::{File, TryLockError};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Creates a data directory with this many citations.
fn catalogue(data: &Path, citations: u32) {
    let records: Vec<_> = (0..citations).map(|n| citation(&format!("Handout {n}"))).collect();
    fill(data, &records);
}

/// Creates a backup with this many citations.
fn copy(folder: &Path, citations: u32) -> PathBuf {
    let (data, copy) = (folder.join(format!("of{citations}")), folder.join(format!("copy{citations}.db")));
    catalogue(&data, citations);
    let (succeeded, output) = command(&data, &["backup", copy.to_str().unwrap()]);
    assert!(succeeded, "{output}");
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
    // Continues as soon as the import uses the database.
    let lock = File::open(data.join("catalogue.lock")).unwrap();
    loop {
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => break,
            taken => taken.unwrap(),
        }
        lock.unlock().unwrap();
        assert!(import.try_wait().unwrap().is_none(), "the import ended too soon");
        std::thread::sleep(Duration::from_millis(1));
    }
    let (succeeded, output) = restore(&data, &copy);
    assert!(
        !succeeded && output.starts_with("error: another handout command uses the data directory"),
        "{output}"
    );
    assert!(import.wait().unwrap().success());
    assert_eq!(count_citations(&data.join("catalogue.db")), RECORDS + 1);
    assert!(files_named(&data, ".replaced-").is_empty());
    let (succeeded, output) = restore(&data, &copy);
    assert!(succeeded, "{output}");
    assert_eq!(count_citations(&data.join("catalogue.db")), 3);
}

#[test]
fn a_database_in_use_is_neither_replaced_nor_used_as_a_backup() {
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
        let (succeeded, output) = restore(&data, itself);
        assert!(!succeeded && output.contains("is the database itself"), "{output}");
    }

    // Another program, which ignores our locks.
    let reader = Connection::open(&database).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM citations").unwrap();
    let (succeeded, output) = restore(&data, &copy);
    assert!(!succeeded && output.contains("is in use by another program"), "{output}");
    drop(reader);

    let server = Start::on(&data).run();
    let (succeeded, output) = restore(&data, &copy);
    assert!(
        !succeeded && output.starts_with("error: another handout server uses the data directory"),
        "{output}"
    );
    let (succeeded, output) = restore(&other, &database);
    assert!(!succeeded && output.contains("is in use by another handout"), "{output}");
    assert!(server.stop().success());
    assert_eq!(count_citations(&database), 1);
    assert!(files_named(&data, ".replaced-").is_empty());
    let (succeeded, output) = restore(&other, &database);
    assert!(succeeded, "{output}");
}

/// Also if several restores happen in one second.
#[test]
fn every_replaced_database_is_preserved_under_its_own_name() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    catalogue(&data, 1);
    let copies: Vec<PathBuf> = [2, 3, 4].map(|citations| copy(folder.path(), citations)).into();
    for copy in &copies {
        let (succeeded, output) = restore(&data, copy);
        assert!(succeeded && output.contains("The database that was there is kept as"), "{output}");
    }
    let kept = files_named(&data, ".replaced-");
    let mut counts: Vec<u32> = kept.iter().map(|kept| count_citations(kept)).collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 2, 3], "{kept:?}");
    assert_eq!(count_citations(&data.join("catalogue.db")), 4);
}

/// A stray log or journal belongs to another database: it must neither be replayed over the restored one nor be lost.
#[test]
fn companion_files_of_another_database_are_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    catalogue(&data, 5);
    let copy = copy(folder.path(), 2);
    let database = data.join("catalogue.db");
    // A log with five citations, without its database: the connection that wrote it is never closed.
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

    let (succeeded, output) = restore(&lost, &copy);
    assert!(succeeded, "{output}");
    let restored = lost.join("catalogue.db");
    assert_eq!(count_citations(&restored), 2);
    let notes: i64 = Connection::open(&restored)
        .unwrap()
        .query_row("SELECT count(*) FROM citations WHERE notes IS NOT NULL", [], |row| row.get(0))
        .unwrap();
    assert_eq!(notes, 0, "the log of another database was replayed");
    let kept: Vec<Vec<u8>> =
        files_named(&lost, ".replaced-").iter().map(|kept| std::fs::read(kept).unwrap()).collect();
    for content in [&log[..], b"shared", b"journal", b"half a copy", b"a journal of half a copy"] {
        assert!(kept.iter().any(|kept| kept == content), "{:?} is lost", String::from_utf8_lossy(content));
    }
    assert!(
        files_named(&lost, ".restoring").iter().all(|path| path.to_string_lossy().contains(".replaced-"))
    );
    let (succeeded, output) = command(&lost, &["check"]);
    assert!(succeeded, "{output}");
}

/// A killed server leaves a database with a log: restoring a copy of both includes the content of the log.
#[test]
fn a_database_copied_with_its_log_is_restored_with_the_log() {
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
    let (succeeded, output) = restore(&other, &left);
    assert!(succeeded, "{output}");
    let db = Connection::open(other.join("catalogue.db")).unwrap();
    let notes: i64 = db
        .query_row("SELECT count(*) FROM citations WHERE notes = 'from the log'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(notes, 2);
    drop(db);

    // A log beside a file made by `backup` does not belong to it.
    let copy = copy(folder.path(), 3);
    std::fs::copy(folder.path().join("left.db-wal"), folder.path().join("copy3.db-wal")).unwrap();
    let (succeeded, output) = restore(&other, &copy);
    assert!(succeeded, "{output}");
    assert_eq!(count_citations(&other.join("catalogue.db")), 3);
}

/// Whatever file has the name of the database does not prevent a restore, and is preserved.
#[test]
fn a_damaged_or_empty_database_is_replaced_and_preserved() {
    let folder = tempfile::tempdir().unwrap();
    let copy = copy(folder.path(), 2);
    for (what, content) in [("empty", &b""[..]), ("foreign", b"%PDF-1.7 another file")] {
        let data = folder.path().join(what);
        std::fs::create_dir(&data).unwrap();
        std::fs::write(data.join("catalogue.db"), content).unwrap();
        std::fs::write(data.join("catalogue.db-wal"), "its log").unwrap();
        let (succeeded, output) = restore(&data, &copy);
        assert!(succeeded, "{what}: {output}");
        assert_eq!(count_citations(&data.join("catalogue.db")), 2);
        let kept: Vec<Vec<u8>> =
            files_named(&data, ".replaced-").iter().map(|kept| std::fs::read(kept).unwrap()).collect();
        assert_eq!(kept, [content.to_vec(), b"its log".to_vec()], "{what}");
    }
}

/// A restore that cannot print what it does exits before its end: the database in place has its row in the audit trail
/// from the beginning.
#[test]
fn a_restore_whose_output_is_lost_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), copy(folder.path(), 3));
    catalogue(&data, 1);
    let ended = Command::new(binary())
        .arg("--data")
        .arg(&data)
        .arg("restore")
        .arg(&copy)
        .env_clear()
        .stdout(File::options().write(true).open("/dev/full").unwrap())
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    let database = data.join("catalogue.db");
    assert_eq!(count_citations(&database), 3, "the backup is in place");
    let newest = "SELECT action || ' ' || object FROM audit ORDER BY number DESC LIMIT 1";
    let newest: String =
        Connection::open(&database).unwrap().query_row(newest, [], |row| row.get(0)).unwrap();
    assert_eq!(newest, format!("restore file/{}", copy.display()));
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
        let (succeeded, output) = command(&data, args);
        assert!(!succeeded && output.contains("is being restored or migrated"), "{args:?}: {output}");
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
}
