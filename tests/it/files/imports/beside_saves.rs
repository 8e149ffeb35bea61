//! Imports concurrent with other writes.

use super::exported;
use crate::files::table_calls::office;
use crate::support::{binary, citation};
use serde_json::json;
use std::time::{Duration, Instant};

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
