//! Settings of a replica, its start, and which data directories it refuses.

use crate::support::replica::{Followed, PRIMARY, state_of, wait_for_log};
use crate::support::{Start, citation, fill, run_in};
use std::time::Duration;

#[test]
fn missing_or_invalid_settings_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let check = |variables: &[(&str, &str)], args: &[&str], expected: &str| {
        let ended = run_in(folder.path(), variables, args);
        assert_eq!(ended.code, Some(2), "{ended:?}");
        assert!(ended.error().contains(expected), "{ended:?}");
    };
    let database = ("HANDOUT_REPLICA__DATABASE", "a.db");
    let primary = ("HANDOUT_REPLICA__PRIMARY_URL", PRIMARY);
    check(&[database], &["serve", "--replica"], "--replica: replica.primary_url: is required for a replica");
    check(&[primary], &["--replica"], "--replica: replica.database: is required for a replica");
    check(
        &[("HANDOUT_REPLICA__ENABLED", "true"), primary],
        &["check"],
        "HANDOUT_REPLICA__ENABLED: replica.database",
    );
    check(
        &[database, ("HANDOUT_REPLICA__PRIMARY_URL", "ftp://x")],
        &["--replica"],
        "replica.primary_url: expected",
    );
    check(&[("HANDOUT_REPLICA__MAX_AGE_SECONDS", "0")], &["check"], "replica.max_age_seconds: expected");
    check(&[database, primary], &["--demo", "--replica"], "--demo and --replica");
    // Setting names of earlier builds have no effect any more.
    let former = run_in(folder.path(), &[database, primary], &["serve", "--reader"]);
    assert!(former.code == Some(2) && former.stderr.contains("--reader"), "{former:?}");
    check(&[("HANDOUT_READER__ENABLED", "true")], &["check"], "HANDOUT_READER__ENABLED");
    check(&[("HANDOUT_REPLICA__WRITER_URL", PRIMARY)], &["check"], "HANDOUT_REPLICA__WRITER_URL");
    for args in [
        &["import", "x.jsonl"][..],
        &["export", "-"],
        &["backup", "b.db"],
        &["--rebuild-index"],
        &["admin", "list"],
    ] {
        let args: Vec<&str> = args.iter().chain(&["--replica"]).copied().collect();
        let ended = run_in(folder.path(), &[database, primary], &args);
        assert_eq!(ended.code, Some(1), "{args:?}: {ended:?}");
        assert!(ended.error().contains("the settings of a replica"), "{args:?}: {ended:?}");
    }
    assert!(!folder.path().join("data").exists(), "nothing was made");
}

#[tokio::test]
async fn a_replica_waits_for_its_first_database_and_later_starts_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Asthma")]);
    let state = state_of(&data);
    let mut followed = Followed::new(folder.path(), b"");
    std::fs::remove_file(&followed.file).unwrap();
    let start = followed.replica();
    let replica = std::thread::spawn(move || start.run());
    let lock = followed.replica_data().join("handout.lock");
    while !lock.exists() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // It does not start with half of a first restore.
    followed.apply_torn(&state, 5);
    tokio::time::sleep(Duration::from_millis(1_300)).await;
    assert!(!replica.is_finished(), "it serves half of a database");
    followed.apply(&state);
    let replica = replica.join().unwrap();
    wait_for_log(&replica, "waiting for the database");
    assert_eq!(replica.visitor().found("asthma").await, 1);
    replica.kill();
    std::fs::remove_dir_all(followed.file.parent().unwrap()).unwrap();
    let replica = followed.replica().run();
    assert_eq!(replica.visitor().found("asthma").await, 1);
    assert_eq!(replica.visitor().get("/citation/asthma").await.status, 200);
    let second = followed.replica().try_run();
    assert!(
        second.is_err_and(|(_, output)| output.contains("another handout server")),
        "two in one directory"
    );
}

#[tokio::test]
async fn a_file_without_a_note_is_served_when_nobody_writes_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Asthma")]);
    let followed = Followed::new(folder.path(), &state_of(&data));
    std::fs::remove_file(followed.file.with_extension("db-txid")).unwrap();
    let replica = followed.replica().run();
    assert_eq!(replica.visitor().found("asthma").await, 1);
    let more = folder.path().join("more.jsonl");
    std::fs::write(&more, citation("Bronchitis").to_string()).unwrap();
    assert!(crate::support::command(&data, &["import", more.to_str().unwrap()]).0);
    let fresh = followed.file.with_extension("new");
    std::fs::write(&fresh, state_of(&data)).unwrap();
    std::fs::rename(&fresh, &followed.file).unwrap();
    replica.visitor().wait_until_found("bronchitis", 1).await;
}

#[tokio::test]
async fn a_replicas_directory_is_not_a_primarys_and_vice_versa() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[citation("Asthma")]);
    let followed = Followed::new(folder.path(), &state_of(&data));
    assert!(followed.replica().run().stop().success());
    let refused = Start::on(&followed.replica_data()).try_run();
    assert!(refused.is_err_and(|(_, output)| output.contains("is the data directory of a replica")));
    let import = crate::support::command(
        &followed.replica_data(),
        &["import", data.with_extension("jsonl").to_str().unwrap()],
    );
    assert!(!import.0 && import.1.contains("is the data directory of a replica"), "{}", import.1);
    assert!(!followed.replica_data().join("catalogue.db").exists(), "a catalogue was made");
    let ended = run_in(
        folder.path(),
        &[("HANDOUT_REPLICA__DATABASE", "followed/catalogue.db"), ("HANDOUT_REPLICA__PRIMARY_URL", PRIMARY)],
        &["--replica", "--data", "data", "--listen", "127.0.0.1:0"],
    );
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.error().contains("belongs to a server that writes"), "{ended:?}");
    assert!(!data.join("replica-current").exists());
}
