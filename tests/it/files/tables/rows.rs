//! Which row is about which citation.

use super::{catalogue, check_counts, citation, exported, import_text};
use serde_json::{Value, json};

fn known() -> Vec<Value> {
    let version = |lang: &str, number: &str| json!({"lang": lang, "ksbgNumber": number});
    vec![
        json!({"id": "a", "title": "Asthma Action Plan", "languages": [version("English", "KSBG104"), version("Spanish", "KSBG105")]}),
        json!({"id": "b", "title": "Fever", "languages": [version("English", "KSBG2")]}),
        json!({"id": "c", "title": "Cough", "languages": [version("English", "KSBG3")]}),
        json!({"id": "d", "title": "cough!", "languages": [version("English", "KSBG4")]}),
        json!({"id": "e", "title": "Fever", "obsolete": true}),
    ]
}

#[test]
fn a_row_without_an_id_updates_the_citation_that_fits() {
    let folder = catalogue(&known());
    let text = "Title,Item #,Notes\n\
                ASTHMA action-plan,ksbg 104,one\n\
                Fever,,two\n\
                Tos,KSBG-3,three\n\
                New one,KSBG99,four\n";
    check_counts(&import_text(folder.path(), text, &[]), "1 new, 3 changed, 0 unchanged, 0 bad");
    let all = exported(folder.path());
    let of = |id: &str| all.iter().find(|record| record["id"] == id).unwrap().clone();
    let a = of("a");
    assert_eq!((&a["title"], &a["notes"]), (&json!("Asthma Action Plan"), &json!("one")));
    assert_eq!(a["languages"][0]["ksbgNumber"], "KSBG104");
    assert_eq!((of("b")["notes"].clone(), of("e")["notes"].clone()), (json!("two"), Value::Null));
    assert_eq!((of("c")["title"].clone(), all.len()), (json!("Tos"), 6));
    // The number of another version of the same citation changes no number.
    let text = "Title,Item #,Notes\nAsthma Action Plan,KSBG105,five\n";
    check_counts(&import_text(folder.path(), text, &[]), "0 new, 1 changed, 0 unchanged, 0 bad");
    assert_eq!(citation(folder.path(), "Asthma Action Plan")["languages"], a["languages"]);
}

#[test]
fn rows_that_fit_several_citations_or_are_alike_are_bad() {
    let folder = catalogue(&known());
    for (text, messages) in [
        (
            "Title,Item #\nFever,KSBG104\n",
            &[
                "line 2: The item number and the title fit different citations: 'Asthma Action Plan' (a), 'Fever' (b).",
            ][..],
        ),
        ("Title\nCough\n", &["line 2: Several citations have this title: 'Cough' (c), 'cough!' (d)."]),
        (
            "Title\nRash\nrash\n",
            &["line 2: This row and row 3 are about", "line 3: This row and row 2 are about"],
        ),
        ("Title,Item #\nRash,1\nItch,1\n", &["line 2: This row and row 3", "line 3: This row and row 2"]),
        ("Title,Item #\nFever,\nHeat,KSBG2\n", &["line 2: This row and row 3", "line 3: This row and row 2"]),
        ("ID,Title\nzz,\n", &["line 2 (zz): title: Title is required."]),
        ("ID,Notes\nzz,x\n", &["line 2 (zz): id: There is no citation of this ID. (A2)"]),
        ("ID,Title\nfever,Other\n", &["id: 'fever' is the readable id of another citation (A2)"]),
    ] {
        let ended = import_text(folder.path(), text, &[]);
        assert!(ended.code == Some(1) && ended.stdout.ends_with("bad\n"), "{ended:?}");
        for message in messages {
            assert!(ended.stderr.contains(message), "{message}: {ended:?}");
        }
    }
    assert_eq!(exported(folder.path()).len(), 5);
    let new = import_text(folder.path(), "ID,Title\nzz,Fever\n", &[]);
    check_counts(&new, "1 new, 0 changed, 0 unchanged, 0 bad");
    assert!(
        new.stderr.contains("There is no citation of this ID: one is added, although 'Fever' (b) fits."),
        "{new:?}"
    );
}

#[test]
fn duplicates_are_updated_added_or_left_out() {
    let folder = catalogue(&known());
    let text = "Title,Notes\nFever,x\nRash,y\nrash,z\n";
    let skipped = import_text(folder.path(), text, &["--duplicates", "skip", "--dry-run"]);
    check_counts(&skipped, "1 new, 0 changed, 0 unchanged, 0 bad");
    assert!(skipped.stderr.contains("line 4: notice: It is like row 3."), "{skipped:?}");
    check_counts(
        &import_text(folder.path(), text, &["--duplicates", "add"]),
        "3 new, 0 changed, 0 unchanged, 0 bad",
    );
    assert_eq!(exported(folder.path()).len(), 8);
    assert_eq!(import_text(folder.path(), text, &["--duplicates", "perhaps"]).code, Some(2));
}

#[test]
fn the_last_row_of_an_id_or_key_counts() {
    let folder = catalogue(&known());
    let text = "ID,Title,Code\na,First,1\nb,Fever,2\na,Last,3\n";
    let ended = import_text(folder.path(), text, &[]);
    check_counts(&ended, "0 new, 1 changed, 1 unchanged, 0 bad");
    assert!(
        ended.stderr.contains("line 2: notice: Row 4 has the same ID or key and counts instead."),
        "{ended:?}"
    );
    citation(folder.path(), "Last");
    let text = "Title,Code\nRash,7\nItch,7\n";
    check_counts(
        &import_text(folder.path(), text, &["--key", "Code"]),
        "1 new, 0 changed, 0 unchanged, 0 bad",
    );
    citation(folder.path(), "Itch");
}

#[test]
fn rows_of_language_versions_are_joined() {
    let folder = catalogue(&[]);
    let text = "Key,Title,Language,Item #,URL,Keywords,Pages\n\
                1,Asthma,English,KS1,https://x.example.org/1,Breath,2\n\
                1,Asma,Español,KS2,,,4\n\
                2,Fever,,KS3,,,\n\
                ,,Somali,KS4,,,\n";
    let ended = import_text(folder.path(), text, &["--key", "Key"]);
    check_counts(&ended, "2 new, 0 changed, 0 unchanged, 0 bad");
    let asthma = citation(folder.path(), "Asthma");
    assert_eq!(asthma["keywords"], json!(["Breath"]));
    assert_eq!(
        asthma["languages"],
        json!([{"lang": "English", "ksbgNumber": "KS1", "url": "https://x.example.org/1", "pages": 2},
               {"lang": "Spanish", "ksbgNumber": "KS2", "url": null, "pages": 4, "title": "Asma"}])
    );
    let fever = citation(folder.path(), "Fever");
    assert_eq!(
        (&fever["languages"][0]["lang"], &fever["languages"][1]["lang"]),
        (&json!("English"), &json!("Somali"))
    );
    check_counts(
        &import_text(folder.path(), text, &["--key", "Key"]),
        "0 new, 0 changed, 2 unchanged, 0 bad",
    );
    let text =
        "Title,Language,Item #,Notes\nAsthma,English,KS1,a\nAsthma,Spanish,KS2,b\nAsthma,Spanish,KS7,\n";
    let wrong = import_text(folder.path(), text, &["--skip-bad"]);
    assert_eq!(wrong.stdout.lines().last(), Some("0 new, 1 changed, 0 unchanged, 2 bad"), "{wrong:?}");
    assert!(
        wrong.stderr.contains("line 3 (") || wrong.stderr.contains("line 3: notes: D2 of the same citation"),
        "{wrong:?}"
    );
    assert!(
        wrong.stderr.contains("Row 3 has the language Spanish of this citation already. (B4)"),
        "{wrong:?}"
    );
    assert_eq!(citation(folder.path(), "Asthma")["notes"], "a");
}

#[test]
fn a_language_that_nobody_knows_is_named() {
    let folder = catalogue(&known());
    let text = "Title,Language,Item #\nRash,Spansh,KS8\nItch,Español,KS9\n";
    let looked = import_text(folder.path(), text, &["--dry-run"]);
    check_counts(&looked, "2 new, 0 changed, 0 unchanged, 0 bad");
    assert!(
        looked
            .stderr
            .contains("line 2: notice: lang: 'Spansh' is no known language: it becomes a new one. (B2)")
    );
    assert_eq!(looked.stderr.matches("no known language").count(), 1, "{looked:?}");
}

#[test]
fn a_list_of_translations_makes_no_versions() {
    let folder = catalogue(&known());
    let text = "Title,Language,Department,State,Requests,Searches,Revision Date,English Revision Date,ID\n\
                Fever,Spanish,,Missing,3,1,,,b\n\
                Cough,Spanish,,Missing,1,0,,,c\n";
    check_counts(&import_text(folder.path(), text, &[]), "0 new, 0 changed, 2 unchanged, 0 bad");
}

#[test]
fn every_bad_cell_of_a_row_is_named() {
    let folder = catalogue(&[]);
    let text =
        "Title,URL,Publication Date\nFever,javascript:alert(1),31/31/2024\n,https://x.example.org/a,soon\n";
    let ended = import_text(folder.path(), text, &[]);
    let lines: Vec<&str> = ended.stderr.lines().filter(|line| line.contains("line ")).collect();
    for (line, part) in [("line 2", "(B2)"), ("line 2", "(C2)"), ("line 3", "(C3)")] {
        assert!(
            lines.iter().any(|text| text.contains(line) && text.contains(part)),
            "{line} {part}: {lines:#?}"
        );
    }
}
