//! How bad records are reported, also when there are more of them than are printed.

use super::{exported, import};
use crate::files::table_calls::office;
use serde_json::json;

#[test]
fn the_first_hundred_bad_records_are_printed_then_counts_by_kind() {
    let folder = tempfile::tempdir().unwrap();
    let record = |n: u32| match n % 3 {
        0 => "{".to_owned(),
        1 => json!({"id": format!("c-{n}"), "authors": "A"}).to_string(),
        _ => json!({"title": "T", "keywords": ["a", n]}).to_string(),
    };
    let lines: Vec<String> = (0..3_000).map(record).collect();
    std::fs::write(folder.path().join("bad.jsonl"), lines.join("\n")).unwrap();
    let ended = import(folder.path(), &["bad.jsonl"]);
    assert_eq!(ended.code, Some(1));
    let printed: Vec<&str> = ended.stderr.lines().collect();
    assert!(printed[99].starts_with("bad.jsonl: line 100: "), "{}", printed[99]);
    assert_eq!(
        printed[100],
        "and 2900 more bad records; --errors FILE writes all of them to a file. By kind:"
    );
    let counts = &printed[101..printed.len() - 1];
    for kind in ["title: ", "authors: ", "keywords[N]: "] {
        let lines: Vec<_> = counts.iter().filter(|line| line.contains(kind)).collect();
        assert!(lines.len() == 1 && lines[0].trim_start().starts_with("1000  "), "{kind}: {counts:?}");
    }
    assert_eq!(counts.len(), 4, "{counts:?}");
    assert_eq!(*printed.last().unwrap(), "error: 3000 of 3000 records in bad.jsonl were refused");

    let ended = import(folder.path(), &["bad.jsonl", "--errors", "errors.txt", "--dry-run"]);
    assert!(ended.stderr.contains("all are in errors.txt"), "{}", ended.stderr);
    let all = std::fs::read_to_string(folder.path().join("errors.txt")).unwrap();
    assert_eq!(all.lines().count(), 3_000);
    assert!(all.lines().last().unwrap().starts_with("bad.jsonl: line 3000: keywords[1]: "), "{all}");
}

#[test]
fn errors_never_replace_the_imported_file_or_the_database() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bad.jsonl"), "{").unwrap();
    assert_eq!(import(folder.path(), &["bad.jsonl"]).code, Some(1));
    for file in ["bad.jsonl", "./data/../bad.jsonl", "data/catalogue.db"] {
        let ended = import(folder.path(), &["bad.jsonl", "--errors", file]);
        assert_eq!(ended.code, Some(1), "{file}");
        assert!(ended.error().starts_with("error: "), "{ended:?}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("bad.jsonl")).unwrap(), "{");
    let full = import(folder.path(), &["bad.jsonl", "--errors", "/dev/full"]);
    assert!(full.code == Some(1) && full.stderr.contains("error: writing /dev/full"), "{full:?}");
}

#[test]
fn bad_lines_of_a_table_of_terms_are_printed_and_counted_likewise() {
    let folder = tempfile::tempdir().unwrap();
    let lines: Vec<String> = (0..500).map(|n| format!("only one column {n}")).collect();
    std::fs::write(folder.path().join("terms.tsv"), lines.join("\n")).unwrap();
    let ended = import(folder.path(), &["--terms", "terms.tsv", "--errors", "errors.txt"]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.stderr.lines().count() < 110, "{}", ended.stderr);
    assert!(
        ended.stderr.contains("and 400 more bad records; all are in errors.txt. By kind:"),
        "{}",
        ended.stderr
    );
    let all = std::fs::read_to_string(folder.path().join("errors.txt")).unwrap();
    assert_eq!(all.lines().count(), 500);
}

/// A record without its closing quote must not swallow those after it silently.
#[tokio::test]
async fn a_misplaced_quote_in_a_csv_file_is_a_bad_record() {
    let text = "id,title\nc7,\"Good\"\nc9,\"x\" y\nc8,\"unclosed\nc9,x\n";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("quotes.csv"), text).unwrap();
    let ended = import(folder.path(), &["quotes.csv"]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    for error in [
        "quotes.csv: line 3: text follows the closing quote of cell 2;",
        "quotes.csv: line 4: the quote at the start of cell 2 is never closed:",
        "error: 2 of 3 rows in quotes.csv were refused",
    ] {
        assert!(ended.stderr.contains(error), "{error}: {ended:?}");
    }
    assert_eq!(exported(folder.path()).len(), 0);

    let office = office();
    let (path, _) = office.add(text).await;
    let (_, preview) = office.preview(&path).await;
    let rows: Vec<_> = preview["rows"].as_array().unwrap().iter().map(|row| &row["row"]).collect();
    assert_eq!(
        (&preview["counts"]["bad"], &rows[..2]),
        (&json!(2), &[&json!(3), &json!(4)][..]),
        "{preview}"
    );
}
