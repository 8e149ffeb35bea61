//! A database that is empty, missing or replaced is detected before anything is written.

use crate::support::database::{count_citations, files_named};
use crate::support::provider::Provider;
use crate::support::{Server, Start, citation, command};
use std::path::{Path, PathBuf};

const IN_COPY: u32 = 5;
const IN_DATABASE: u32 = 12;

/// A running server with more citations than the backup that was made of it.
async fn serving(folder: &Path, provider: &Provider) -> (PathBuf, PathBuf, Server) {
    let (data, copy) = (folder.join("data"), folder.join("copy.db"));
    let server = Start::on(&data).signed_in_at(provider).run();
    let admin = server.bearer(provider.admin());
    for n in 0..IN_DATABASE {
        if n == IN_COPY {
            let (succeeded, output) = command(&data, &["backup", copy.to_str().unwrap()]);
            assert!(succeeded, "{output}");
        }
        let saved = admin.post("/api/citations", &citation(&format!("Handout {n}"))).await.unwrap();
        assert_eq!(saved.status, 201);
    }
    (data, copy, server)
}

/// Asserts that the server writes nothing more and stops with a reason; returns its output.
async fn stops(server: Server, provider: &Provider, what: &str) -> String {
    let admin = server.bearer(provider.admin());
    // The save is refused, or the server has already stopped.
    if let Ok(answer) = admin.post("/api/citations", &citation("Too late")).await {
        assert!(answer.status >= 500, "{answer:?}");
    }
    let (status, output) = server.ended();
    assert_eq!(status.code(), Some(1), "{output}");
    let error = output.lines().find(|line| line.starts_with("error:")).unwrap_or_else(|| panic!("{output}"));
    assert!(error.contains("catalogue.db") && error.contains(what), "{error}");
    error.to_owned()
}

async fn serves(data: &Path, citations: u32) {
    let server = Start::on(data).run();
    server.visitor().wait_until_found("handout", u64::from(citations)).await;
    assert!(server.stop().success());
    assert_eq!(count_citations(&data.join("catalogue.db")), citations);
    let (succeeded, output) = command(data, &["check"]);
    assert!(succeeded, "{output}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_replaced_under_a_server_stops_it_and_both_stay_intact() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let (data, copy, server) = serving(folder.path(), &provider).await;
    std::fs::copy(&copy, data.join("new")).unwrap();
    std::fs::rename(data.join("new"), data.join("catalogue.db")).unwrap();
    let error = stops(server, &provider, "was replaced").await;
    let kept = files_named(&data, ".replaced-");
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(error.contains(kept[0].to_str().unwrap()), "{error}");
    assert_eq!(count_citations(&kept[0]), IN_DATABASE, "the earlier saves are preserved");
    serves(&data, IN_COPY).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_overwritten_under_a_server_stops_it_and_the_old_log_is_not_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let (data, copy, server) = serving(folder.path(), &provider).await;
    // As `cp` does: the same file with other content.
    std::fs::write(data.join("catalogue.db"), std::fs::read(&copy).unwrap()).unwrap();
    stops(server, &provider, "was overwritten").await;
    serves(&data, IN_COPY).await;

    let server = Start::on(&data).signed_in_at(&provider).run();
    std::fs::write(data.join("catalogue.db"), "").unwrap();
    stops(server, &provider, "was overwritten").await;
    let (status, output) = Start::on(&data).try_run().err().unwrap();
    assert_eq!(status.code(), Some(1), "{output}");
    assert!(output.contains("catalogue.db is empty (0 bytes)"), "{output}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_removed_under_a_server_is_preserved_and_no_empty_one_replaces_it() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let (data, _, server) = serving(folder.path(), &provider).await;
    std::fs::remove_file(data.join("catalogue.db")).unwrap();
    stops(server, &provider, "was removed").await;
    let kept = files_named(&data, ".replaced-");
    assert_eq!(kept.len(), 1, "{kept:?}");
    for args in
        [&["serve", "--listen", "127.0.0.1:0"][..], &["check"], &["admin", "grant", "ada@example.org"]]
    {
        let (succeeded, output) = command(&data, args);
        assert!(!succeeded && output.contains("there is no database at"), "{args:?}: {output}");
    }
    let (succeeded, output) = command(&data, &["restore", kept[0].to_str().unwrap()]);
    assert!(succeeded, "{output}");
    serves(&data, IN_DATABASE).await;
}

/// After a kill, the last saves are in the log. They must not be applied to another file in the place of the database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_of_another_database_is_not_replayed_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let (data, copy, server) = serving(folder.path(), &provider).await;
    server.kill();
    let (database, log) = (data.join("catalogue.db"), data.join("catalogue.db-wal"));
    let (old, old_log) = (std::fs::read(&database).unwrap(), std::fs::read(&log).unwrap());
    assert!(!old_log.is_empty());
    let start = |what: &str| {
        let (status, output) =
            Start::on(&data).try_run().err().unwrap_or_else(|| panic!("{what}: it started"));
        assert_eq!(status.code(), Some(1), "{what}: {output}");
        assert!(std::fs::read(&log).unwrap() == old_log, "{what}: the log was changed");
        output.lines().find(|line| line.starts_with("error:")).unwrap().to_owned()
    };
    std::fs::write(&database, std::fs::read(&copy).unwrap()).unwrap();
    let error = start("a copy beside the log");
    assert!(error.contains("catalogue.db-wal does not belong to"), "{error}");
    assert!(std::fs::read(&database).unwrap() == std::fs::read(&copy).unwrap());
    let (succeeded, output) = command(&data, &["check"]);
    assert!(!succeeded && output.contains("does not belong to"), "{output}");

    std::fs::write(&database, "").unwrap();
    let error = start("an empty file beside the log");
    assert!(error.contains("is empty (0 bytes)"), "{error}");
    assert_eq!(std::fs::metadata(&database).unwrap().len(), 0);

    std::fs::remove_file(&database).unwrap();
    let error = start("the log alone");
    assert!(error.contains("there is no database at"), "{error}");

    std::fs::write(&database, old).unwrap();
    serves(&data, IN_DATABASE).await;
}

#[test]
fn an_empty_file_is_not_an_empty_catalogue() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let database = data.join("catalogue.db");
    std::fs::write(&database, "").unwrap();
    let file = folder.path().join("one.jsonl");
    std::fs::write(&file, r#"{"id": "one", "title": "One"}"#).unwrap();
    let to = folder.path().join("to");
    let commands: [&[&str]; 6] = [
        &["serve", "--listen", "127.0.0.1:0"],
        &["check"],
        &["import", file.to_str().unwrap()],
        &["export", to.to_str().unwrap()],
        &["backup", to.to_str().unwrap()],
        &["admin", "grant", "ada@example.org"],
    ];
    for args in commands {
        let (succeeded, output) = command(&data, args);
        assert!(!succeeded && output.contains("catalogue.db is empty (0 bytes)"), "{args:?}: {output}");
        assert_eq!(std::fs::metadata(&database).unwrap().len(), 0, "{args:?}");
    }
}

/// A backup that is copied into place by hand, without its companion files, is served like a restored one, with a new
/// index.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_is_put_in_place_by_hand_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let (data, copy, server) = serving(folder.path(), &provider).await;
    assert!(server.stop().success());
    std::fs::copy(&copy, data.join("catalogue.db")).unwrap();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    // As many changes as the index has applied from the previous database.
    for n in IN_COPY..IN_DATABASE {
        admin.post("/api/citations", &citation(&format!("Leaflet {n}"))).await.unwrap();
    }
    let visitor = server.visitor();
    visitor.wait_until_found("leaflet", u64::from(IN_DATABASE - IN_COPY)).await;
    visitor.wait_until_found("", u64::from(IN_DATABASE)).await;
    visitor.wait_until_found(&format!("\"handout {}\"", IN_COPY - 1), 1).await;
    visitor.wait_until_found(&format!("\"handout {IN_COPY}\""), 0).await;
}
