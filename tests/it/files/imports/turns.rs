//! Imports concurrent with each other and with other writes.

use super::{exported, office, write_transaction};
use crate::support::{binary, citation};
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn imports_take_turns_and_show_their_progress() {
    let office = office();
    let file = |prefix: &str| -> Vec<u8> {
        let lines: Vec<String> =
            (0..1_200).map(|n| json!({"title": format!("{prefix} {n}")}).to_string()).collect();
        lines.join("\n").into_bytes()
    };
    // The person signs in first, because a person's first call is a write.
    assert_eq!(office.admin.get("/api/user").await.status, 200);
    // Another process holds the write lock, so that the first import cannot continue.
    let held = write_transaction(office.folder.path(), "BEGIN IMMEDIATE");
    let (first, second) = (file("First"), file("Second"));
    let (first, second, ()) = tokio::join!(
        office.import("", first),
        async {
            office.wait_for_states(&["writing"]).await;
            office.import("", second).await
        },
        async {
            let seen = office.wait_for_states(&["writing", "waiting"]).await;
            assert_eq!(
                (&seen[0]["records"], &seen[0]["total"], &seen[0]["mine"]),
                (&json!(0), &json!(1_200), &json!(true)),
                "{seen}"
            );
            drop(held);
        }
    );
    for answer in [first, second] {
        assert_eq!((answer.status, &answer.body["added"]), (200, &json!(1_200)), "{answer:?}");
    }
    assert_eq!(office.admin.get("/api/system/imports").await.body["running"], json!([]));
    assert_eq!(office.server.visitor().get("/api/system/imports").await.status, 401);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn saves_are_made_between_the_transactions_of_an_import() {
    let office = office();
    let lines: Vec<String> =
        (0..4_000).map(|n| json!({"title": format!("Imported {n}")}).to_string()).collect();
    std::fs::write(office.folder.path().join("many.jsonl"), lines.join("\n")).unwrap();
    let mut child = std::process::Command::new(binary())
        .args(["--data", "data", "import", "many.jsonl"])
        .current_dir(office.folder.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let (mut saves, mut slowest) = (0, Duration::ZERO);
    while child.try_wait().unwrap().is_none() {
        let begun = Instant::now();
        let saved = office.admin.post("/api/citations", &citation(&format!("Saved {saves}"))).await.unwrap();
        assert_eq!(saved.status, 201, "{saved:?}");
        slowest = slowest.max(begun.elapsed());
        saves += 1;
    }
    assert!(child.wait().unwrap().success());
    println!("{saves} saves beside an import, the slowest took {} ms", slowest.as_millis());
    let stored = exported(office.folder.path()).len();
    assert_eq!(stored, 4_000 + saves);
}
