//! Exports that were edited in a spreadsheet program: `tests/lists/README.md`.

use super::{catalogue, check_counts, exported};
use crate::files::imports::import;
use crate::support::Start;
use crate::support::provider::Provider;
use serde_json::{Value, json};

const LISTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lists");

/// Imports an edited export; returns what differs then, as `ID field` with the new value.
#[track_caller]
fn differences(file: &str) -> Vec<(String, Value)> {
    let text = std::fs::read_to_string(format!("{LISTS}/before.jsonl")).unwrap();
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let folder = catalogue(&records);
    let before = exported(folder.path());
    let path = format!("{LISTS}/{file}");
    let rows = if file.starts_with("search") { 15 } else { 16 };
    let counts = format!("0 new, 5 changed, {} unchanged, 0 bad", rows - 5);
    check_counts(&import(folder.path(), &[&path, "--dry-run"]), &counts);
    let ended = import(folder.path(), &[&path]);
    check_counts(&ended, &counts);
    assert!(!ended.stderr.contains("the change is not imported"), "{ended:?}");
    let after = exported(folder.path());
    let mut found = Vec::new();
    for before in &before {
        let after = after.iter().find(|after| after["id"] == before["id"]).unwrap();
        for (name, value) in before.as_object().unwrap() {
            // It follows the title.
            if value != &after[name] && name != "readableIds" {
                found.push((format!("{} {name}", before["id"].as_str().unwrap()), after[name].clone()));
            }
        }
    }
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    found
}

#[test]
fn five_edited_cells_of_an_export_change_these_five_fields() {
    for file in ["catalogue.csv", "catalogue.xlsx", "catalogue.ods"] {
        let expected = [
            ("c-02 title", json!("-Bar exercises at home")),
            ("c-05 publishDate", json!("2024-02-13T00:00:00.000Z")),
            ("c-09 keywords", json!(["الحمى", "محرارة"])),
            ("c-13 abstract", Value::Null),
            ("c-16 assessment", json!(0)),
        ];
        assert_eq!(differences(file), expected.map(|(field, value)| (field.to_owned(), value)), "{file}");
    }
}

#[test]
fn five_edited_cells_of_a_search_change_these_five_fields() {
    for file in ["search.csv", "search.xlsx"] {
        let expected = [
            ("c-02 title", json!("-Bar exercises at home")),
            ("c-05 publishDate", json!("2024-02-13T00:00:00.000Z")),
            ("c-09 keywords", json!(["حمى", "محرار"])),
            ("c-13 abstract", Value::Null),
            ("c-16 deptSubmittedBy", json!({"name": "Surgery"})),
        ];
        assert_eq!(differences(file), expected.map(|(field, value)| (field.to_owned(), value)), "{file}");
    }
}

#[tokio::test]
async fn an_unchanged_export_changes_nothing_whatever_its_values() {
    let records = [
        json!({"id": "guarded", "title": "Fever", "keywords": ["'=quoted", "a;b"], "tags": ["x|y", "=z"]}),
        json!({"id": "twice", "title": "Croup", "languages": [
            {"lang": "English", "ksbgNumber": "7", "url": "https://x.example.org/a", "pages": 2},
            {"lang": "English", "url": "https://x.example.org/b", "pages": 3, "title": "Croup at home"}]}),
        // What stands for 'nothing' elsewhere, and letters in decomposed form.
        json!({"id": "nothing", "title": "-", "reviewedBy": "N/A", "notes": "n/a", "keywords": ["–"],
            "languages": [{"lang": "French", "ksbgNumber": "8", "title": "Fie\u{300}vre"}]}),
    ];
    let folder = catalogue(&records);
    let before = exported(folder.path());
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    for format in ["csv", "xlsx"] {
        let path = format!("/api/system/export?format={format}");
        let export = admin.request("GET", &path).send().await.unwrap().bytes().await.unwrap();
        std::fs::write(folder.path().join(format!("all.{format}")), export).unwrap();
    }
    drop(server);
    for format in ["csv", "xlsx"] {
        let ended = import(folder.path(), &[&format!("all.{format}")]);
        check_counts(&ended, "0 new, 0 changed, 3 unchanged, 0 bad");
        assert_eq!(exported(folder.path()), before, "{format}");
    }
}
