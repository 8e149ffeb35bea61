//! Settings of a reader, what it starts with, and whose data folder is whose.

use crate::support::replica::{Followed, WRITER, state_of, wait_for_log};
use crate::support::{Start, citation, fill, run_in};
use std::time::Duration;

#[test]
fn settings_that_are_missing_or_wrong_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let check = |variables: &[(&str, &str)], args: &[&str], expected: &str| {
        let ended = run_in(folder.path(), variables, args);
        assert_eq!(ended.code, Some(2), "{ended:?}");
        assert!(ended.error().contains(expected), "{ended:?}");
    };
    let database = ("HANDOUT_READER__DATABASE", "a.db");
    let writer = ("HANDOUT_READER__WRITER_URL", WRITER);
    check(&[database], &["serve", "--reader"], "--reader: reader.writer_url: is required for a reader");
    check(&[writer], &["--reader"], "--reader: reader.database: is required for a reader");
    check(
        &[("HANDOUT_READER__ENABLED", "true"), writer],
        &["check"],
        "HANDOUT_READER__ENABLED: reader.database",
    );
    check(
        &[database, ("HANDOUT_READER__WRITER_URL", "ftp://x")],
        &["--reader"],
        "reader.writer_url: expected",
    );
    check(&[("HANDOUT_READER__MAX_AGE_SECONDS", "0")], &["check"], "reader.max_age_seconds: expected");
    check(&[database, writer], &["--demo", "--reader"], "--demo and --reader");
    for args in [
        &["import", "x.jsonl"][..],
        &["export", "-"],
        &["backup", "b.db"],
        &["--rebuild-index"],
        &["admin", "list"],
    ] {
        let args: Vec<&str> = args.iter().chain(&["--reader"]).copied().collect();
        let ended = run_in(folder.path(), &[database, writer], &args);
        assert_eq!(ended.code, Some(1), "{args:?}: {ended:?}");
        assert!(ended.error().contains("the settings of a reader"), "{args:?}: {ended:?}");
    }
    assert!(!folder.path().join("data").exists(), "nothing was made");
}

#[tokio::test]
async fn it_waits_for_its_database_and_later_does_without() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Asthma")]);
    let state = state_of(&data);
    let mut followed = Followed::new(folder.path(), b"");
    std::fs::remove_file(&followed.file).unwrap();
    let start = followed.reader();
    let reader = std::thread::spawn(move || start.run());
    let lock = followed.reader_data().join("handout.lock");
    while !lock.exists() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // Half of a first restore is nothing to begin with.
    followed.apply_torn(&state, 5);
    tokio::time::sleep(Duration::from_millis(1_300)).await;
    assert!(!reader.is_finished(), "it serves half of a database");
    followed.apply(&state);
    let reader = reader.join().unwrap();
    wait_for_log(&reader, "waiting for the database");
    assert_eq!(reader.visitor().found("asthma").await, 1);
    reader.kill();
    std::fs::remove_dir_all(followed.file.parent().unwrap()).unwrap();
    let reader = followed.reader().run();
    assert_eq!(reader.visitor().found("asthma").await, 1);
    assert_eq!(reader.visitor().get("/citation/asthma").await.status, 200);
    let second = followed.reader().try_run();
    assert!(second.is_err_and(|(_, said)| said.contains("another handout server")), "two in one folder");
}

#[tokio::test]
async fn a_file_without_a_note_counts_when_nobody_writes_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Asthma")]);
    let followed = Followed::new(folder.path(), &state_of(&data));
    std::fs::remove_file(followed.file.with_extension("db-txid")).unwrap();
    let reader = followed.reader().run();
    assert_eq!(reader.visitor().found("asthma").await, 1);
    let more = folder.path().join("more.jsonl");
    std::fs::write(&more, citation("Bronchitis").to_string()).unwrap();
    assert!(crate::support::command(&data, &["import", more.to_str().unwrap()]).0);
    let fresh = followed.file.with_extension("new");
    std::fs::write(&fresh, state_of(&data)).unwrap();
    std::fs::rename(&fresh, &followed.file).unwrap();
    reader.visitor().wait_until_found("bronchitis", 1).await;
}

#[tokio::test]
async fn a_readers_folder_is_no_writers_and_the_other_way_round() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Asthma")]);
    let followed = Followed::new(folder.path(), &state_of(&data));
    assert!(followed.reader().run().stop().success());
    let refused = Start::on(&followed.reader_data()).try_run();
    assert!(refused.is_err_and(|(_, said)| said.contains("is the data directory of a reader")));
    let import = crate::support::command(
        &followed.reader_data(),
        &["import", data.with_extension("jsonl").to_str().unwrap()],
    );
    assert!(!import.0 && import.1.contains("is the data directory of a reader"), "{}", import.1);
    assert!(!followed.reader_data().join("catalogue.db").exists(), "a catalogue was made");
    let ended = run_in(
        folder.path(),
        &[("HANDOUT_READER__DATABASE", "followed/catalogue.db"), ("HANDOUT_READER__WRITER_URL", WRITER)],
        &["--reader", "--data", "data", "--listen", "127.0.0.1:0"],
    );
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.error().contains("belongs to a server that writes"), "{ended:?}");
    assert!(!data.join("replica-current").exists());
}
