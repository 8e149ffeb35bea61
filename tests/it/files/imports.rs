//! Imports: what a file may contain, and which errors are reported.

mod beside_saves;
mod errors;
mod limits;

use crate::support::{Ended, binary, citation, command, fill, run_in};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Runs `handout import` in this directory, on its subdirectory `data`.
pub(super) fn import(folder: &Path, args: &[&str]) -> Ended {
    run_in(folder, &[], &[&["--data", "data", "import"], args].concat())
}

pub(super) fn exported(folder: &Path) -> Vec<Value> {
    let (succeeded, text) = command(&folder.join("data"), &["export", "-"]);
    assert!(succeeded, "{text}");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A write transaction of another process, until dropped.
fn write_transaction(folder: &Path, begin: &str) -> Connection {
    let db = Connection::open(folder.join("data/catalogue.db")).unwrap();
    db.execute_batch(begin).unwrap();
    db
}

#[test]
fn checking_needs_no_write_transaction() {
    let folder = tempfile::tempdir().unwrap();
    let mut known = citation("Known");
    known["id"] = "known".into();
    fill(&folder.path().join("data"), &[known.clone(), citation("Taken")]);
    let mut changed = known.clone();
    changed["notes"] = "New".into();
    let mut records = vec![changed, citation("Fresh"), json!({"id": "taken", "title": "A readable id"})];
    records.extend((0..2_500).map(|n| json!({"id": format!("n{n}"), "title": format!("Leaflet {n}")})));
    records.push(json!({"id": "n7", "title": "Again"}));
    let lines: Vec<String> = records.iter().map(Value::to_string).collect();
    std::fs::write(folder.path().join("new.jsonl"), lines.join("\n")).unwrap();
    let counts = "2504 records: 2501 added, 1 changed, 0 unchanged, 1 refused, 1 superseded";

    let held = write_transaction(folder.path(), "BEGIN IMMEDIATE; UPDATE citations SET notes = 'x'");
    for more in [&["--dry-run"][..], &["--dry-run", "--skip-bad"], &[]] {
        let ended = import(folder.path(), &[&["new.jsonl"], more].concat());
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(ended.stdout.contains(counts), "{ended:?}");
        assert!(
            ended.stderr.contains("new.jsonl: line 3 (taken): id: 'taken' is the readable id"),
            "{ended:?}"
        );
    }
    drop(held);
    assert_eq!(exported(folder.path()).len(), 2);

    let ended = import(folder.path(), &["new.jsonl", "--skip-bad"]);
    assert!(ended.stdout.contains(counts), "a real run has the same counts: {ended:?}");
}

#[test]
fn a_dry_run_that_cannot_read_the_catalogue_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fill(&folder.path().join("data"), &[citation("Known")]);
    std::fs::write(folder.path().join("new.jsonl"), "{\"title\": \"Fresh\"}\n").unwrap();
    let held = write_transaction(
        folder.path(),
        "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE citations SET notes = 'x'; COMMIT",
    );
    let ended = import(folder.path(), &["new.jsonl", "--dry-run"]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.error().contains("busy"), "{ended:?}");
    drop(held);
}

#[test]
fn a_dry_run_without_a_catalogue_leaves_no_files() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("temporary")).unwrap();
    std::fs::write(folder.path().join("new.jsonl"), "{\"title\": \"Fresh\"}\n").unwrap();
    std::fs::write(folder.path().join("terms.tsv"), "").unwrap();
    std::fs::write(folder.path().join("packets.jsonl"), "").unwrap();
    let variables = [("TMPDIR", "temporary")];
    for args in [&["new.jsonl"][..], &["--terms", "terms.tsv"], &["--packets", "packets.jsonl"]] {
        let args = [&["--data", "data", "import", "--dry-run"], args].concat();
        let ended = run_in(folder.path(), &variables, &args);
        assert!(ended.stdout.starts_with("Dry run, nothing written."), "{ended:?}");
        assert!(!folder.path().join("data").exists(), "{args:?}");
    }
    assert_eq!(std::fs::read_dir(folder.path().join("temporary")).unwrap().count(), 0);
    let stdin = Command::new("sh")
        .args(["-c", "\"$0\" --data data import --dry-run - < new.jsonl", binary()])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&stdin.stdout);
    for text in ["1 record: 1 added", "1 record lacks fields that the form requires:"] {
        assert!(output.contains(text), "{output}");
    }
    assert!(!folder.path().join("data").exists());
}

#[test]
fn an_empty_table_is_refused_and_an_empty_catalogue_is_not() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, code) in [
        ("list.csv", "", 1),
        ("list.csv", "\n\n\n\n\n", 1),
        ("List.XLSX", "", 1),
        ("list.ods", "", 1),
        ("catalogue.jsonl", "", 0),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
        let ended = import(folder.path(), &[name]);
        assert_eq!(ended.code, Some(code), "{name}: {ended:?}");
        assert_eq!(ended.stderr.contains("The file is empty"), code == 1, "{name}: {ended:?}");
    }
}

#[test]
fn text_is_no_workbook_whatever_format_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("list.csv"), "title\nFever\n").unwrap();
    for (format, expected) in
        [("csv", ""), ("xlsx", "not a workbook"), ("ods", "not a workbook"), ("jsonl", "JSON")]
    {
        let script = "\"$0\" --data data import --dry-run - --format \"$1\" < list.csv";
        let ended = Command::new("sh")
            .args(["-c", script, binary(), format])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(i32::from(format != "csv")), "{format}: {error}");
        assert!(error.contains(expected), "{format}: {error}");
    }
}

#[test]
fn the_last_record_of_a_repeated_id_counts() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [
        json!({"id": "a", "title": "First"}),
        json!({"id": "b", "title": "Other"}),
        json!({"id": "a", "title": "Second"}),
        json!({"id": "a", "title": "Last"}),
        json!({"id": "a", "title": ""}),
    ];
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(folder.path().join("twice.jsonl"), text.join("\n")).unwrap();
    let ended = import(folder.path(), &["twice.jsonl", "--skip-bad"]);
    let counts = "5 records: 2 added, 0 changed, 0 unchanged, 1 refused, 2 superseded by later records";
    assert!(ended.stdout.contains(counts), "{ended:?}");
    let records = exported(folder.path());
    let of_a = records.iter().find(|record| record["id"] == "a").unwrap();
    assert_eq!((&of_a["title"], &of_a["readableIds"]), (&json!("Last"), &json!([{"id": "last"}])));
    assert_eq!(records.len(), 2);
}

#[test]
fn a_readable_id_is_never_the_id_of_a_later_citation() {
    let folder = tempfile::tempdir().unwrap();
    let first = json!({"id": "x", "title": "Fever", "readableIds": [{"id": "later"}]});
    let mut lines = vec![first.to_string()];
    lines.extend((0..1_500).map(|n| json!({"title": format!("Leaflet {n}")}).to_string()));
    lines.push(json!({"id": "fever", "title": "Another"}).to_string());
    lines.push(json!({"id": "later", "title": "One more"}).to_string());
    std::fs::write(folder.path().join("ids.jsonl"), lines.join("\n")).unwrap();
    let ended = import(folder.path(), &["ids.jsonl"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let records = exported(folder.path());
    let of = |id: &str| records.iter().find(|record| record["id"] == id).unwrap()["readableIds"].clone();
    assert_eq!(of("x"), json!([{"id": "fever-2"}]));
    assert_eq!(of("fever"), json!([{"id": "another"}]));
    assert_eq!(of("later"), json!([{"id": "one-more"}]));
}

#[test]
fn errors_name_the_file_and_the_line_whatever_its_line_ends() {
    let folder = tempfile::tempdir().unwrap();
    let rows = ["title,keywords", "Good,a", "", "\"Two", "lines\",b", ",c", "Good too,d"];
    for end in ["\n", "\r\n", "\r"] {
        std::fs::write(folder.path().join("old.csv"), rows.join(end)).unwrap();
        let ended = import(folder.path(), &["old.csv"]);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        assert!(ended.stderr.starts_with("old.csv: line 6: title: "), "{end:?}: {ended:?}");
        assert!(ended.stderr.ends_with("error: 1 of 4 rows in old.csv was refused\n"), "{ended:?}");
    }
    std::fs::write(folder.path().join("old.csv"), "titel\r\nA\r\n").unwrap();
    let unknown = import(folder.path(), &["old.csv"]);
    assert!(
        unknown.error().starts_with("error: old.csv: line 1: no column holds titles, IDs or item numbers"),
        "{unknown:?}"
    );
    std::fs::write(folder.path().join("cut.jsonl.gz"), b"\x1f\x8b\x08\x00\x00\x00\x00\x00").unwrap();
    assert!(import(folder.path(), &["cut.jsonl.gz"]).error().starts_with("error: cut.jsonl.gz: "));
    let missing = import(folder.path(), &["none.jsonl"]);
    assert!(missing.error().contains("none.jsonl"), "{missing:?}");
    let folder_given = import(folder.path(), &["data"]);
    assert!(folder_given.error().contains("data: "), "{folder_given:?}");
}

#[test]
fn an_escaped_bar_is_part_of_a_value() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bars.csv"), "title,keywords\nA,x\\|y|z\n").unwrap();
    assert_eq!(import(folder.path(), &["bars.csv"]).code, Some(0));
    assert_eq!(exported(folder.path())[0]["keywords"], json!(["x|y", "z"]));
}

#[test]
fn records_beyond_the_bounds_are_refused_and_the_rest_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(3 << 20);
    let csv = format!("title,keywords\n{long},a\n{}\nGood,b\n", ",".repeat(2_000_000));
    std::fs::write(folder.path().join("huge.csv"), csv).unwrap();
    let json = format!(
        "{{\"title\":\"{long}\"}}\n{{\"title\":\"A\",\"x\":[{}1]}}\n{{\"title\":\"Good too\"}}\n",
        "1,".repeat(900_000)
    );
    std::fs::write(folder.path().join("huge.jsonl"), json).unwrap();
    for (file, reasons) in [
        ("huge.csv", ["line 2: the row is longer than 2 MiB", "line 3: the row has more than 16384 cells"]),
        (
            "huge.jsonl",
            ["line 1: the line is longer than 2 MiB", "line 2: the line holds more than 50000 values"],
        ),
    ] {
        let ended = import(folder.path(), &[file, "--skip-bad"]);
        let counts =
            if file == "huge.csv" { "1 new, 0 changed, 0 unchanged, 2 bad" } else { "3 records: 1 added" };
        assert!(ended.stdout.contains(counts), "{ended:?}");
        for reason in reasons {
            assert!(ended.stderr.contains(reason), "{reason}: {ended:?}");
        }
    }
    assert_eq!(exported(folder.path()).len(), 2);
}
