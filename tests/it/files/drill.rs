//! Restore drills: good and bad backups, beside a running server, leaving nothing behind.

use super::encrypted::Encrypted;
use super::migrations::make_earlier;
use crate::support::database::{files_named, fill_every_table, tables};
use crate::support::provider::Provider;
use crate::support::{Ended, PATIENCE, Start, binary, command, run_in};
use rusqlite::Connection;
use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The temporary directory of a test's drills.
fn temporary(folder: &Path) -> PathBuf {
    let dir = folder.join("tmp");
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

/// Runs a drill and asserts that it leaves nothing behind.
fn drill(folder: &Path, variables: &[(&str, &str)], args: &[&str]) -> Ended {
    let dir = temporary(folder);
    let variables = [variables, &[("TMPDIR", dir.to_str().unwrap())]].concat();
    let ended = run_in(folder, &variables, &[&["drill"][..], args].concat());
    assert!(files_named(&dir, "").is_empty(), "{:?}", files_named(&dir, ""));
    ended
}

fn good(ended: &Ended) -> &str {
    assert_eq!((ended.code, &*ended.stderr), (Some(0), ""), "{ended:?}");
    ended.stdout.lines().last().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_drill_beside_a_server_proves_the_backup_and_disturbs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.db"));
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    fill_every_table(&server, &provider, 15).await;
    let (succeeded, output) = command(&data, &["backup", copy.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let before = tables(&data.join("catalogue.db"));
    let backup = std::fs::read(&copy).unwrap();

    // Settings that would make the installation contact or write something.
    let outside = TcpListener::bind("127.0.0.1:0").unwrap();
    outside.set_nonblocking(true).unwrap();
    let port = outside.local_addr().unwrap().port();
    let (mail, issuer) = (format!("smtp://127.0.0.1:{port}"), format!("http://127.0.0.1:{port}"));
    let (sink, copies) = (folder.path().join("audit.jsonl"), folder.path().join("copies"));
    let syslog = format!("tcp://127.0.0.1:{port}");
    let address = server.address.trim_start_matches("http://").to_owned();
    let ended = drill(
        folder.path(),
        &[
            ("HANDOUT_DATA__DIR", data.to_str().unwrap()),
            ("HANDOUT_SERVER__LISTEN", &address),
            ("HANDOUT_ORDERS__SMTP_URL", &mail),
            ("HANDOUT_ORDERS__COPY_CENTER_EMAIL", "copies@example.org"),
            ("HANDOUT_ORDERS__FROM", "handout@example.org"),
            ("HANDOUT_IDENTITY__ISSUER", &issuer),
            ("HANDOUT_IDENTITY__CLIENT_ID", "handout"),
            ("HANDOUT_AUDIT__FILE", sink.to_str().unwrap()),
            ("HANDOUT_AUDIT__SYSLOG", &syslog),
            ("HANDOUT_BACKUP__DIR", copies.to_str().unwrap()),
            ("HANDOUT_BACKUP__HOUR", "0"),
            ("HANDOUT_LINKS__CHECK", "nightly"),
        ],
        &[copy.to_str().unwrap()],
    );
    let last = good(&ended);
    assert!(
        last.starts_with("The backup is good: 15 citations, 2 packets, 1 order and 2 people, ")
            && last.contains(" old, restored and searched in ")
            && last.ends_with(" s"),
        "{last}"
    );
    let steps: Vec<&str> = ended.stdout.lines().map(|line| line.get(..12).unwrap().trim()).collect();
    let expected =
        ["restore", "files", "index", "server", "counts", "searches", "audit trail", "The backup i"];
    assert_eq!(steps, expected, "{ended:?}");
    for line in ended.stdout.lines().take(7) {
        assert!(line.get(12..23).unwrap().trim_end().ends_with(" s"), "{line}");
    }
    assert!(
        ended.stdout.contains("copy.db: ") && ended.stdout.contains("not encrypted, schema"),
        "{ended:?}"
    );
    assert!(!sink.exists() && !copies.exists());
    assert!(outside.accept().is_err(), "the drill contacted something");
    assert_eq!(tables(&data.join("catalogue.db")), before, "the installation was written to");
    assert!(std::fs::read(&copy).unwrap() == backup, "the backup was written to");
    assert_eq!(server.visitor().found("handout").await, 15);
}

#[test]
fn a_drill_of_an_encrypted_backup_needs_its_key() {
    let files = Encrypted::new();
    let whole = files.back_up("copy.db.age");
    let (copy, key) = (files.name("copy.db.age"), files.name("key.txt"));
    let run = |args: &[&str]| drill(files.folder.path(), &[], args);
    let ended = run(&[&copy, "--identity", &key]);
    assert!(good(&ended).starts_with("The backup is good: 40 citations"), "{ended:?}");
    assert!(ended.stdout.contains(" MB, encrypted, schema"), "{ended:?}");
    assert!(run(&[&copy]).error().contains("`--identity FILE`"));
    files.write_key("other.txt", &age::x25519::Identity::generate());
    assert!(run(&[&copy, "--identity", &files.name("other.txt")]).error().contains("for another key"));
    std::fs::write(files.name("short.age"), &whole[..whole.len() / 2]).unwrap();
    let ended = run(&[&files.name("short.age"), "--identity", &key]);
    assert!(ended.error().contains("is damaged or incomplete"), "{ended:?}");
    assert_eq!(ended.code, Some(1));
}

#[test]
fn a_bad_backup_is_reported() {
    let files = Encrypted::new();
    let (succeeded, output) = command(&files.data(), &["backup", &files.name("copy.db")]);
    assert!(succeeded, "{output}");
    let whole = std::fs::read(files.name("copy.db")).unwrap();
    for (what, bytes, expected) in [
        ("cut off", whole[..whole.len() / 2].to_vec(), "is damaged"),
        ("another kind of file", b"a letter".to_vec(), "is not a backup of this program"),
        ("empty", Vec::new(), "is empty (0 bytes)"),
    ] {
        std::fs::write(files.name("bad.db"), bytes).unwrap();
        let ended = drill(files.folder.path(), &[], &[&files.name("bad.db")]);
        assert!(ended.code == Some(1) && ended.error().contains(expected), "{what}: {ended:?}");
    }
    let ended = drill(files.folder.path(), &[], &[&files.name("none.db")]);
    assert!(ended.error().contains("does not exist"), "{ended:?}");

    // Complete files with invalid content.
    for (sql, expected) in [
        (
            "DROP TRIGGER audit_never_changes; UPDATE audit SET object = 'other' WHERE number = 1",
            "audit trail is broken",
        ),
        ("DROP TABLE language_versions", "language_versions"),
    ] {
        std::fs::write(files.name("bad.db"), &whole).unwrap();
        Connection::open(files.name("bad.db")).unwrap().execute_batch(sql).unwrap();
        let ended = drill(files.folder.path(), &[], &[&files.name("bad.db")]);
        let error = ended.stderr.lines().last().unwrap();
        assert!(
            ended.code == Some(1) && error.starts_with("error: ") && error.contains(expected),
            "{ended:?}"
        );
        assert!(!ended.stdout.contains("The backup is good"), "{ended:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_an_earlier_version_is_migrated_only_in_the_drill() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    fill_every_table(&server, &provider, 15).await;
    assert!(server.stop().success());
    let earlier = make_earlier(&data.join("catalogue.db"), 12, &folder.path().join("earlier"));
    let before = tables(&earlier);
    let ended = drill(folder.path(), &[], &[earlier.to_str().unwrap()]);
    assert!(
        good(&ended).starts_with("The backup is good: 15 citations, 0 packets, 1 order and"),
        "{ended:?}"
    );
    assert!(ended.stdout.contains("schema 12 migrated to "), "{ended:?}");
    assert_eq!(tables(&earlier), before);
}

/// A drill that is stopped by a signal removes its directory; the directory of a killed one is removed by the next.
#[test]
fn an_interrupted_drill_leaves_nothing_behind() {
    let files = Encrypted::new();
    Connection::open(files.data().join("catalogue.db"))
        .unwrap()
        .execute_batch(
            "CREATE TABLE filler (bytes BLOB) STRICT; INSERT INTO filler VALUES (zeroblob(60000000))",
        )
        .unwrap();
    files.back_up("copy.db.age");
    let dir = temporary(files.folder.path());
    for signal in ["TERM", "INT", "KILL"] {
        let mut child = Command::new(binary())
            .args(["drill", &files.name("copy.db.age"), "--identity", &files.name("key.txt")])
            .env_clear()
            .env("TMPDIR", &dir)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let restoring =
            || files_named(&dir, "").iter().any(|drill| drill.join("data/catalogue.lock").exists());
        while !restoring() {
            assert!(child.try_wait().unwrap().is_none() && begun.elapsed() < PATIENCE);
            std::thread::sleep(Duration::from_millis(1));
        }
        let killed = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let ended = child.wait_with_output().unwrap();
        let output = String::from_utf8_lossy(&ended.stderr);
        let left = files_named(&dir, "");
        if signal == "KILL" {
            assert_eq!(left.len(), 1, "{left:?}");
            // The process that does the drill ends a moment after the one that was killed.
            let lock = File::open(left[0].join("drill.lock")).unwrap();
            while lock.try_lock().is_err() {
                assert!(begun.elapsed() < PATIENCE);
                std::thread::sleep(Duration::from_millis(1));
            }
            continue;
        }
        assert_eq!(ended.status.code(), Some(1), "{signal}: {output}");
        assert_eq!(
            output.lines().last(),
            Some("error: the drill was interrupted; its folder was removed"),
            "{output}"
        );
        assert!(left.is_empty(), "{signal}: {left:?}");
    }
    good(&drill(
        files.folder.path(),
        &[],
        &[&files.name("copy.db.age"), "--identity", &files.name("key.txt")],
    ));
}

/// Whatever the drill does when the signal comes, its folder is gone afterwards.
#[test]
fn a_drill_that_is_interrupted_at_any_moment_leaves_nothing_behind() {
    let files = Encrypted::new();
    let (succeeded, output) = command(&files.data(), &["backup", &files.name("copy.db")]);
    assert!(succeeded, "{output}");
    let dir = temporary(files.folder.path());
    for moment in 0..24 {
        let mut child = Command::new(binary())
            .args(["drill", &files.name("copy.db")])
            .env_clear()
            .env("TMPDIR", &dir)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Moments of the whole drill: a state to wait for would be one of them.
        std::thread::sleep(Duration::from_millis(moment * 17));
        let signal = ["INT", "TERM", "HUP"][moment as usize % 3];
        let _ = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        let status = child.wait().unwrap();
        let left = files_named(&dir, "");
        assert!(left.is_empty(), "{signal} after {} ms, {status}: {left:?}", moment * 17);
    }
}

/// Needs a small mounted file system; elsewhere the test does nothing.
#[test]
fn a_drill_without_disk_space_names_the_directory() {
    let files = Encrypted::new();
    Connection::open(files.data().join("catalogue.db"))
        .unwrap()
        .execute_batch(
            "CREATE TABLE filler (bytes BLOB) STRICT; INSERT INTO filler VALUES (zeroblob(5000000))",
        )
        .unwrap();
    files.back_up("copy.db.age");
    let dir = temporary(files.folder.path());
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"]).arg(&dir).output();
    if !mount.is_ok_and(|done| done.status.success()) {
        return;
    }
    let key = files.name("key.txt");
    let ended = drill(files.folder.path(), &[], &[&files.name("copy.db.age"), "--identity", &key]);
    let _ = Command::new("umount").arg("--lazy").arg(&dir).status();
    let error = ended.error();
    assert!(error.contains("no space left on the disk") && error.contains("TMPDIR"), "{error}");
}

/// IDs that were imported may have letters of any script, and signs.
#[test]
fn a_drill_opens_citations_whose_ids_are_encoded_in_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.db"));
    let records = folder.path().join("records.jsonl");
    std::fs::write(
        &records,
        "{\"id\":\"fièvre-发烧\",\"title\":\"Fever\"}\n{\"id\":\"a<b&c\",\"title\":\"Croup\"}\n",
    )
    .unwrap();
    for args in [["import", records.to_str().unwrap()], ["backup", copy.to_str().unwrap()]] {
        let (succeeded, output) = command(&data, &args);
        assert!(succeeded, "{output}");
    }
    let ended = drill(folder.path(), &[], &[copy.to_str().unwrap()]);
    assert!(good(&ended).starts_with("The backup is good: 2 citations"), "{ended:?}");
}

/// A page of results shows ten of them.
#[test]
fn a_drill_accepts_many_citations_with_one_title() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.db"));
    let records = folder.path().join("records.jsonl");
    let record = |n: usize| {
        format!(
            "{{\"id\":\"f{n}\",\"title\":\"Fever\",\"languages\":[{{\"lang\":\"English\",\"ksbgNumber\":\"-5\"}}]}}\n"
        )
    };
    std::fs::write(&records, (0..25).map(record).collect::<String>()).unwrap();
    for args in [["import", records.to_str().unwrap()], ["backup", copy.to_str().unwrap()]] {
        let (succeeded, output) = command(&data, &args);
        assert!(succeeded, "{output}");
    }
    let ended = drill(folder.path(), &[], &[copy.to_str().unwrap()]);
    assert!(good(&ended).starts_with("The backup is good: 25 citations"), "{ended:?}");
}

/// The command that the package's timer runs.
#[test]
fn the_newest_scheduled_backup_is_drilled() {
    let files = Encrypted::new();
    let copies = files.folder.path().join("copies");
    std::fs::create_dir(&copies).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/drill/drill-newest.sh");
    let run = || {
        let done = Command::new(&script)
            .args([copies.to_str().unwrap(), "--identity", &files.name("key.txt")])
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HANDOUT", binary())
            .env("TMPDIR", temporary(files.folder.path()))
            .output()
            .unwrap();
        (done.status.success(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
    };
    let (succeeded, output) = run();
    assert!(!succeeded && output.starts_with("error: there is no scheduled backup in "), "{output}");
    std::fs::write(copies.join("catalogue-2026-01-03.db"), "an earlier one").unwrap();
    std::fs::write(copies.join("catalogue-2026-01-05.db.age.part-0"), "an unfinished one").unwrap();
    std::fs::write(copies.join("other-2026-01-06.db"), "another one").unwrap();
    files.back_up("copies/catalogue-2026-01-04.db.age");
    let (succeeded, output) = run();
    assert!(
        succeeded
            && output.contains("catalogue-2026-01-04.db.age: ")
            && output.contains("is good: 40 citations"),
        "{output}"
    );
}
