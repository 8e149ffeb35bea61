//! Imports of tables by the command: columns, rows, what changes, what is bad. Contract section 11.3.

mod columns;
mod edited;
mod rows;

use super::imports::{exported, import};
use crate::support::Ended;
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

/// A directory with a data directory that holds these citations.
fn catalogue(citations: &[Value]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let lines: Vec<String> = citations.iter().map(Value::to_string).collect();
    std::fs::write(folder.path().join("before.jsonl"), lines.join("\n")).unwrap();
    let ended = import(folder.path(), &["before.jsonl"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    folder
}

/// Imports this text as a table.
fn import_text(folder: &Path, text: &str, args: &[&str]) -> Ended {
    std::fs::write(folder.join("new.csv"), text).unwrap();
    import(folder, &[&["new.csv"], args].concat())
}

/// Asserts the last line of the output, which counts.
#[track_caller]
fn check_counts(ended: &Ended, counts: &str) {
    assert_eq!(ended.stdout.lines().last(), Some(counts), "{ended:?}");
    let code = i32::from(!counts.ends_with(" 0 bad"));
    assert_eq!(ended.code, Some(code), "{ended:?}");
}

/// The stored citation of this title.
#[track_caller]
fn citation(folder: &Path, title: &str) -> Value {
    let found: Vec<Value> = exported(folder).into_iter().filter(|record| record["title"] == title).collect();
    assert_eq!(found.len(), 1, "{title}: {found:?}");
    found.into_iter().next().unwrap()
}

#[test]
fn a_hospitals_own_list_becomes_citations() {
    let folder = catalogue(&[]);
    let text = "Master list of handouts;;;;;\n\
                ;;;;;\n\
                Handout Title *;Item #;Spanish link;Palabras clave;Department:;Retired?\n\
                Fever;KSBG1;https://x.example.org/fiebre.pdf;Hot; Emergency;No\n\
                Asthma at home;KSBG2;;Breath|Lungs;Pulmonary;x\n\
                Handout Title *;Item #;Spanish link;Palabras clave;Department:;Retired?\n\
                Total 2;;;;;\n";
    let text = text.replace("Hot; Emergency", "\"Hot; Warm\";Emergency");
    let looked = import_text(folder.path(), &text, &["--dry-run"]);
    check_counts(&looked, "2 new, 0 changed, 0 unchanged, 0 bad");
    assert!(looked.stdout.starts_with("Dry run, nothing written."), "{looked:?}");
    assert!(looked.stderr.contains("repeat the headers: row 6"), "{looked:?}");
    assert!(looked.stderr.contains("sum of the table: row 7"), "{looked:?}");
    assert_eq!(exported(folder.path()).len(), 0);
    let ended = import_text(folder.path(), &text, &[]);
    check_counts(&ended, "2 new, 0 changed, 0 unchanged, 0 bad");
    let fever = citation(folder.path(), "Fever");
    assert_eq!(
        fever["languages"],
        json!([{"lang": "English", "ksbgNumber": "KSBG1", "url": null},
               {"lang": "Spanish", "ksbgNumber": null, "url": "https://x.example.org/fiebre.pdf"}])
    );
    assert_eq!((&fever["keywords"], &fever["obsolete"]), (&json!(["Hot", "Warm"]), &json!(false)));
    let asthma = citation(folder.path(), "Asthma at home");
    assert_eq!((&asthma["keywords"], &asthma["obsolete"]), (&json!(["Breath", "Lungs"]), &json!(true)));
    assert_eq!(asthma["deptSubmittedBy"], json!({"name": "Pulmonary"}));
    let again = import_text(folder.path(), &text, &[]);
    check_counts(&again, "0 new, 0 changed, 2 unchanged, 0 bad");
}

#[test]
fn a_table_changes_only_what_it_has() {
    let before = json!({"id": "a", "title": "Fever", "keywords": ["Hot", "Warm"], "abstract": "About fever",
        "notes": "Note", "obsolete": true, "publishDate": "2020-01-02", "languages": [
            {"lang": "English", "ksbgNumber": "KS1", "url": "https://x.example.org/a", "pages": 2, "title": "Own"},
            {"lang": "Spanish", "ksbgNumber": "KS2"}]});
    let folder = catalogue(std::slice::from_ref(&before));
    let text = "ID,Title,Keywords,Notes,Obsolete,URL,Spanish URL,Somali URL\n\
                a,Fever,,,,,https://x.example.org/es,\n";
    let looked = import_text(folder.path(), text, &["--dry-run"]);
    check_counts(&looked, "0 new, 1 changed, 0 unchanged, 0 bad");
    for change in [
        "Keywords: Hot; Warm → (empty)",
        "Notes: Note → (empty)",
        "Obsolete: Yes → No",
        "URL (Spanish): (empty) → https://x.example.org/es",
    ] {
        assert!(looked.stdout.contains(change), "{change}: {looked:?}");
    }
    check_counts(&import_text(folder.path(), text, &[]), "0 new, 1 changed, 0 unchanged, 0 bad");
    let after = citation(folder.path(), "Fever");
    assert_eq!(
        (&after["keywords"], &after["notes"], &after["obsolete"]),
        (&json!([]), &Value::Null, &json!(false))
    );
    assert_eq!(after["abstract"], "About fever");
    assert_eq!(after["languages"][0]["url"], "https://x.example.org/a");
    assert_eq!(after["languages"].as_array().unwrap().len(), 2);
    assert_eq!(after["languages"][1]["url"], "https://x.example.org/es");
    // Without the ID an empty cell changes nothing.
    let text = "Item #,Title,Abstract\nks-1,Fever,\n";
    check_counts(&import_text(folder.path(), text, &[]), "0 new, 0 changed, 1 unchanged, 0 bad");
    let removed = import_text(folder.path(), "ID,Title\na,\n", &[]);
    check_counts(&removed, "0 new, 0 changed, 0 unchanged, 1 bad");
    assert!(
        removed.stderr.starts_with("new.csv: line 2 (a): title: A title cannot be removed. (B2)"),
        "{removed:?}"
    );
}

#[test]
fn dates_are_decided_for_a_column_or_asked_about() {
    let folder = catalogue(&[]);
    let table = |dates: &[&str]| {
        let rows: Vec<String> =
            dates.iter().enumerate().map(|(n, date)| format!("Handout {n},{date}\n")).collect();
        format!("Title,Published\n{}", rows.concat())
    };
    let day = |n: usize| citation(folder.path(), &format!("Handout {n}"))["publishDate"].clone();
    check_counts(
        &import_text(folder.path(), &table(&["03/04/2021", "15/04/2021"]), &[]),
        "2 new, 0 changed, 0 unchanged, 0 bad",
    );
    assert_eq!(day(0), "2021-04-03T00:00:00.000Z");
    check_counts(
        &import_text(folder.path(), &table(&["03/04/2021", "04/15/2021"]), &[]),
        "0 new, 1 changed, 1 unchanged, 0 bad",
    );
    assert_eq!(day(0), "2021-03-04T00:00:00.000Z");
    for more in [&[][..], &["--dry-run"]] {
        let asked = import_text(folder.path(), &table(&["03/04/2021", "05/06/2021"]), more);
        assert_eq!(asked.code, Some(1), "{asked:?}");
        assert!(
            asked.error().contains("'Published' (B)") && asked.error().contains("--dates B=day-first"),
            "{asked:?}"
        );
    }
    let chosen = import_text(
        folder.path(),
        &table(&["03/04/2021", "05/06/2021"]),
        &["--dates", "Published=day-first"],
    );
    check_counts(&chosen, "0 new, 2 changed, 0 unchanged, 0 bad");
    assert_eq!((day(0), day(1)), (json!("2021-04-03T00:00:00.000Z"), json!("2021-06-05T00:00:00.000Z")));
    let both = import_text(folder.path(), &table(&["13/02/2021", "02/13/2021"]), &[]);
    check_counts(&both, "0 new, 0 changed, 0 unchanged, 2 bad");
    let odd = table(&["2019", "Mar 2021", "29 ago 2026", "2021-00-00", "N/A", "5/13/68"]);
    let odd = import_text(folder.path(), &odd, &["--skip-bad"]);
    assert_eq!(odd.stdout.lines().last(), Some("3 new, 2 changed, 0 unchanged, 1 bad"), "{odd:?}");
    for notice in [
        "line 2",
        "Only a year is given: 2019-01-01 is taken.",
        "Only a month is given: 2021-03-01 is taken.",
    ] {
        assert!(odd.stderr.contains(notice), "{odd:?}");
    }
    assert_eq!((day(2), day(5)), (json!("2026-08-29T00:00:00.000Z"), json!("1968-05-13T00:00:00.000Z")));
}

#[test]
fn a_revision_date_is_folded_in_as_the_form_does() {
    let folder = catalogue(&[json!({"id": "a", "title": "Fever", "languages": [{"lang": "English"}],
        "revisionDates": [{"lang": "English", "revisionDate": "2020-05-01"}, {"lang": "English", "revisionDate": "2022-05-01"}]})]);
    let dates = |text: &str| {
        import_text(folder.path(), &format!("ID,Revision Date,Spanish revised\na,{text},2021-01-01\n"), &[]);
        let dates = citation(folder.path(), "Fever")["revisionDates"].clone();
        let days = dates
            .as_array()
            .unwrap()
            .iter()
            .map(|date| date["revisionDate"].as_str().unwrap()[..10].to_owned());
        days.collect::<Vec<_>>()
    };
    assert_eq!(dates("2022-05-01"), ["2020-05-01", "2022-05-01"]);
    assert_eq!(dates("2023-01-01"), ["2020-05-01", "2022-05-01", "2023-01-01"]);
    assert_eq!(dates("2021-01-01"), ["2020-05-01", "2022-05-01", "2021-01-01"]);
    let named = import_text(folder.path(), "ID,Spanish revised\na,2021-01-01\n", &["--dry-run"]);
    assert!(named.stderr.contains("There is no Spanish version: left out. (B2)"), "{named:?}");
}

#[test]
fn a_report_names_every_bad_cell_and_every_notice() {
    let folder = catalogue(&[]);
    let text = "Title,Item #,URL,Published,Obsolete\n\
                Fever,1.2E+12,PDF,2019,perhaps\n\
                Cough,001042,https://x.example.org/a,2019-05-01,no\n";
    let ended = import_text(folder.path(), text, &["--report", "report.csv", "--skip-bad"]);
    check_counts(&ended, "1 new, 0 changed, 0 unchanged, 1 bad");
    let report = std::fs::read_to_string(folder.path().join("report.csv")).unwrap();
    let lines: Vec<&str> = report.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines[0], "Row,Cell,Field,Value,Message");
    for part in ["2,B2,ksbgNumber", "2,D2,publishDate,2019,Only a year", "2,E2,obsolete,perhaps,"] {
        assert!(lines.iter().any(|line| line.starts_with(part)), "{part}: {report}");
    }
    assert_eq!(citation(folder.path(), "Cough")["languages"][0]["ksbgNumber"], "001042");
    let over = import_text(folder.path(), text, &["--report", "data/catalogue.db"]);
    assert!(over.code == Some(2) && over.stderr.starts_with("error: "), "{over:?}");
}

#[test]
fn what_exports_write_changes_nothing() {
    let titles =
        ["-Bar exercises", "+1 tips", "@home", "=5 a day", "'=quoted", "''=twice", "'Tis the season"];
    let records: Vec<Value> = titles
        .iter()
        .enumerate()
        .map(|(n, title)| {
            json!({"id": format!("c{n}"), "title": title, "keywords": ["a;b", "c|d", "e"], "abstract": "One\n\ntwo; three",
                "publisher": {"name": "Children's"}, "assessment": -1, "famReview": 0, "obsolete": n % 2 == 0,
                "publishDate": "2020-02-03", "languages": [{"lang": "English", "ksbgNumber": "1-2"}]})
        })
        .collect();
    let folder = catalogue(&records);
    let mut rows = vec![
        "ID,Title,Keywords,Abstract,Publisher,Obsolete,Publication Date,Item Numbers,Languages,Link"
            .to_owned(),
    ];
    for (n, title) in titles.iter().enumerate() {
        let guarded = if title.trim_start_matches('\'').starts_with(['-', '+', '@', '=']) {
            format!("'{title}")
        } else {
            (*title).to_owned()
        };
        let obsolete = if n % 2 == 0 { "Yes" } else { "No" };
        rows.push(format!("c{n},{guarded},a;b; c|d; e,\"One\n\ntwo; three\",Children's,{obsolete},2020-02-03,1-2,English,https://h.example.org/citation/x"));
    }
    let ended = import_text(folder.path(), &rows.join("\r\n"), &[]);
    check_counts(&ended, "0 new, 0 changed, 7 unchanged, 0 bad");
    // Without the apostrophes, as from a workbook.
    let rows: Vec<String> =
        titles.iter().enumerate().map(|(n, title)| format!("c{n}\t{title}\r\n")).collect();
    let ended = import_text(folder.path(), &format!("ID\tTitle\r\n{}", rows.concat()), &[]);
    check_counts(&ended, "0 new, 0 changed, 7 unchanged, 0 bad");
    let changed =
        import_text(folder.path(), "ID,Title,Item Numbers,Languages\nc1,+1 tips,KS9,Spanish\n", &[]);
    check_counts(&changed, "0 new, 0 changed, 1 unchanged, 0 bad");
    assert_eq!(changed.stderr.matches("the change is not imported").count(), 2, "{changed:?}");
}
