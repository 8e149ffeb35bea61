//! Which column is what: headers, options, mapping files.

use super::{catalogue, check_counts, citation, import, import_text};
use serde_json::json;

#[test]
fn options_say_what_columns_hold() {
    let folder = catalogue(&[]);
    let text = "Thing,Nr,Where,Where,Words,Extra\n\
                Fever,17,https://x.example.org/a,https://x.example.org/b,\"hot, warm\",x\n";
    let unknown = import_text(folder.path(), text, &[]);
    assert_eq!(unknown.code, Some(1), "{unknown:?}");
    let options = [
        "--map",
        "title=Thing",
        "--map",
        "ksbgNumber=B",
        "--map",
        "url@es=D",
        "--map",
        "url=C",
        "--map",
        "keywords=Words",
        "--split",
        "Words=,",
        "--set",
        "materialFormat=Handout",
        "--set",
        "publisher=Children's",
    ];
    let ended = import_text(folder.path(), text, &options);
    check_counts(&ended, "1 new, 0 changed, 0 unchanged, 0 bad");
    assert!(ended.stderr.contains("'Extra' (F) is not imported"), "{ended:?}");
    let fever = citation(folder.path(), "Fever");
    assert_eq!((&fever["keywords"], &fever["materialFormat"]), (&json!(["hot", "warm"]), &json!("Handout")));
    assert_eq!(fever["publisher"], json!({"name": "Children's"}));
    assert_eq!(
        fever["languages"],
        json!([{"lang": "English", "ksbgNumber": "17", "url": "https://x.example.org/a"},
               {"lang": "Spanish", "ksbgNumber": null, "url": "https://x.example.org/b"}])
    );
    for (options, error) in [
        (["--map", "colour=A"], "there is no field 'colour'"),
        (["--map", "title=Nothing"], "there is no column 'Nothing'"),
        (["--map", "keywords@Spanish=A"], "has no languages"),
        (["--ignore", "Where"], "several columns have the header 'Where': C, D"),
        (["--header-row", "9"], "there is nothing in row 9"),
        (["--sheet", "Two"], "there is no sheet 'Two'"),
        (["--map", "none.toml"], "none.toml: "),
    ] {
        let ended = import_text(folder.path(), text, &options);
        assert!(ended.code == Some(1) && ended.error().contains(error), "{error}: {ended:?}");
    }
    assert_eq!(import_text(folder.path(), text, &["--dates", "A=eu"]).code, Some(2));
}

#[test]
fn the_exact_header_of_a_column_goes_before_the_same_words() {
    let folder = catalogue(&[]);
    let text = "Name,Nr,Num\nFever,5,6\n";
    let options = ["--map", "title=Name", "--map", "ksbgNumber=Num", "--ignore", "Nr"];
    check_counts(&import_text(folder.path(), text, &options), "1 new, 0 changed, 0 unchanged, 0 bad");
    assert_eq!(citation(folder.path(), "Fever")["languages"][0]["ksbgNumber"], "6");
    let asked = import_text(folder.path(), text, &["--map", "title=Name", "--map", "ksbgNumber=num"]);
    assert!(asked.error().contains("several columns have the header 'num': B, C"), "{asked:?}");
}

#[test]
fn two_columns_for_one_field_are_a_question() {
    let folder = catalogue(&[]);
    let text = "Title,Handout Title,Item #\nFever,Fever care,7\n";
    for more in [&[][..], &["--dry-run"]] {
        let asked = import_text(folder.path(), text, more);
        assert_eq!(asked.code, Some(1), "{asked:?}");
        assert!(
            asked.error().contains("several columns fit title: 'Title' (A), 'Handout Title' (B)"),
            "{asked:?}"
        );
    }
    check_counts(
        &import_text(folder.path(), text, &["--ignore", "A"]),
        "1 new, 0 changed, 0 unchanged, 0 bad",
    );
    citation(folder.path(), "Fever care");
    check_counts(
        &import_text(folder.path(), text, &["--map", "title=Title"]),
        "0 new, 1 changed, 0 unchanged, 0 bad",
    );
    citation(folder.path(), "Fever");
}

#[test]
fn a_mapping_is_a_file() {
    let folder = catalogue(&[]);
    let mapping = "header_row = 2\nkey = 'Code'\nignore = ['Extra']\n[map]\ntitle = 'Thing'\n'url@Somali' = 'C'\n\
                   [constants]\nmaterialFormat = 'Handout'\n[dates]\nPublished = 'day-first'\n[split]\nKeywords = '/'\n";
    std::fs::write(folder.path().join("list.toml"), mapping).unwrap();
    let text = "Title,x\nCode,Thing,Link,Published,Keywords,Extra\n1,Fever,https://x.example.org/a,03/04/2021,a/b,y\n";
    let ended = import_text(folder.path(), text, &["--map", "list.toml"]);
    check_counts(&ended, "1 new, 0 changed, 0 unchanged, 0 bad");
    let fever = citation(folder.path(), "Fever");
    assert_eq!(
        (&fever["publishDate"], &fever["keywords"]),
        (&json!("2021-04-03T00:00:00.000Z"), &json!(["a", "b"]))
    );
    assert_eq!(
        (&fever["materialFormat"], &fever["languages"][0]["lang"]),
        (&json!("Handout"), &json!("Somali"))
    );
    std::fs::write(folder.path().join("list.toml"), "colour = 1\n").unwrap();
    let wrong = import_text(folder.path(), text, &["--map", "list.toml"]);
    assert!(wrong.code == Some(1) && wrong.error().contains("list.toml: "), "{wrong:?}");
}

#[test]
fn a_column_of_a_language_holds_versions_cell_by_cell() {
    let folder = catalogue(&[]);
    let text = "Title,Item #,Spanish,Somali,Vietnamese\n\
                Fever,KS1,https://x.example.org/es,KS2,Yes\n\
                Cough,KS3,Tos,No,\n";
    let ended = import_text(folder.path(), text, &[]);
    check_counts(&ended, "2 new, 0 changed, 0 unchanged, 0 bad");
    assert!(ended.stderr.contains("There is no Spanish version"), "{ended:?}");
    assert_eq!(
        citation(folder.path(), "Fever")["languages"],
        json!([{"lang": "English", "ksbgNumber": "KS1", "url": null},
               {"lang": "Spanish", "ksbgNumber": null, "url": "https://x.example.org/es"},
               {"lang": "Somali", "ksbgNumber": "KS2", "url": null},
               {"lang": "Vietnamese", "ksbgNumber": null, "url": null}])
    );
    assert_eq!(citation(folder.path(), "Cough")["languages"].as_array().unwrap().len(), 1);
    // Languages over groups of columns.
    let text = "English,,Spanish,\nItem #,URL,Item #,URL,Title\nKS5,https://x.example.org/5,KS6,https://x.example.org/6,Rash\n";
    check_counts(&import_text(folder.path(), text, &[]), "1 new, 0 changed, 0 unchanged, 0 bad");
    let rash = citation(folder.path(), "Rash");
    assert_eq!(
        (&rash["languages"][1]["lang"], &rash["languages"][1]["ksbgNumber"]),
        (&json!("Spanish"), &json!("KS6"))
    );
}

#[test]
fn our_own_csv_with_forms_is_read() {
    let folder = catalogue(&[]);
    let text = "pages,title,languages,titles,revisionDates,codes\n\
                spanish=4|English=2,Asthma,English|Spanish=KS2=2024-01-02=https://x.example.org/?a=b,Spanish=Asma = aire,English=2023-05-01,icd10cm|J45.909\n";
    check_counts(&import_text(folder.path(), text, &[]), "1 new, 0 changed, 0 unchanged, 0 bad");
    let asthma = citation(folder.path(), "Asthma");
    assert_eq!(
        asthma["languages"],
        json!([{"lang": "English", "ksbgNumber": null, "url": null, "pages": 2},
               {"lang": "Spanish", "ksbgNumber": "KS2", "url": "https://x.example.org/?a=b", "pages": 4, "title": "Asma = aire"}])
    );
    assert_eq!(asthma["revisionDates"].as_array().unwrap().len(), 2);
    assert_eq!(asthma["codes"][0]["code"], "J45.909");
    check_counts(&import_text(folder.path(), text, &[]), "0 new, 0 changed, 1 unchanged, 0 bad");
    let wrong = import_text(folder.path(), "title,languages,pages\nB,English=KS9,English=two\n", &[]);
    check_counts(&wrong, "0 new, 0 changed, 0 unchanged, 1 bad");
    assert!(wrong.stderr.contains("pages: Expected lang=number, found 'English=two'. (C2)"), "{wrong:?}");
    import(folder.path(), &["--help"]);
}

#[test]
fn a_page_of_ours_is_no_handout() {
    let folder = catalogue(&[]);
    let settings = "[server]\npublic_url = \"https://handouts.example.org\"\n";
    std::fs::write(folder.path().join("handout.toml"), settings).unwrap();
    let text = "Title,Link\nFever,https://handouts.example.org/citation/fever\nCough,https://x.example.org/citation/cough\n";
    let ended = import_text(folder.path(), text, &[]);
    check_counts(&ended, "2 new, 0 changed, 0 unchanged, 0 bad");
    assert!(ended.stderr.contains("This is the page of a citation here"), "{ended:?}");
    assert_eq!(citation(folder.path(), "Fever")["languages"], json!([]));
    assert_eq!(citation(folder.path(), "Cough")["languages"].as_array().unwrap().len(), 1);
}
