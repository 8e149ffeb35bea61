//! kill -9 at random moments of an import.

use super::{MORE_ROUNDS, Moments, kill_rounds};
use crate::support::{Start, binary, citation, command, fill};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

const BEFORE: usize = 10;
const RECORDS: usize = 2_500;

/// A unique word.
fn word(number: usize) -> String {
    format!("{:09}", 100_000_000 + number)
}

fn import(data: &Path, file: &Path) -> Child {
    Command::new(binary())
        .arg("--data")
        .arg(data)
        .arg("import")
        .arg(file)
        .env_clear()
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn imported_title(number: usize) -> String {
    format!("Imported {}", word(1_000 + number))
}

/// How many records of the file are in the catalogue. Transactions end after a number of records or a time, so it can be any
/// number, but those records are the first ones of the file.
fn imported(data: &Path, folder: &Path) -> usize {
    let file = folder.join("exported.jsonl");
    let (succeeded, output) = command(data, &["export", file.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let titles: BTreeSet<String> = std::fs::read_to_string(file)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["title"].as_str().unwrap().to_owned())
        .collect();
    let (imported, before): (Vec<_>, Vec<_>) =
        titles.into_iter().partition(|title| title.starts_with("Imported"));
    assert_eq!(before.len(), BEFORE);
    assert_eq!(imported, (0..imported.len()).map(imported_title).collect::<Vec<_>>());
    imported.len()
}

/// A killed import leaves whole transactions, and a second run imports the rest.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_import_leaves_whole_transactions() {
    let rounds = kill_rounds();
    let folder = tempfile::tempdir().unwrap();
    let before: Vec<Value> = (0..BEFORE).map(|n| citation(&format!("Before {}", word(n)))).collect();
    let records: Vec<String> = (0..RECORDS)
        .map(|n| {
            let mut record = citation(&imported_title(n));
            record["id"] = format!("imported-{n}").into();
            record.to_string()
        })
        .collect();
    let file = folder.path().join("many.jsonl");
    std::fs::write(&file, records.join("\n")).unwrap();
    let mut data = folder.path().join("data0");
    fill(&data, &before);
    let begun = Instant::now();
    assert!(import(&data, &file).wait().unwrap().success());
    let mut whole = begun.elapsed();
    let mut moments = Moments::new("killed imports");
    let (mut cut_off, mut in_between) = (0, 0);
    for round in 0..rounds + MORE_ROUNDS {
        if round >= rounds && cut_off > 0 {
            break;
        }
        // If everything exists already, there is nothing left to interrupt.
        if imported(&data, folder.path()) == RECORDS {
            std::fs::remove_dir_all(&data).unwrap();
            data = folder.path().join(format!("data{}", round + 1));
            fill(&data, &before);
        }
        let begun = Instant::now();
        let mut child = import(&data, &file);
        tokio::time::sleep(moments.within(whole)).await;
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            whole = begun.elapsed();
        } else {
            cut_off += 1;
        }
        let (succeeded, output) = command(&data, &["check"]);
        assert!(succeeded, "{output}");
        let written = imported(&data, folder.path());
        in_between += u64::from(written > 0 && written < RECORDS);
    }
    assert!(cut_off > 0, "no import was interrupted");
    assert!(import(&data, &file).wait().unwrap().success());
    assert_eq!(imported(&data, folder.path()), RECORDS);
    let server = Start::on(&data).run();
    server.visitor().wait_until_found(&format!("\"{}\"", word(1_700)), 1).await;
    println!("kill -9: {cut_off} imports cut off, {in_between} between two transactions, nothing half done");
}
