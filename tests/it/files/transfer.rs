//! Files in and out: the CSV of a search, imports and exports, backups, administration by command.

use crate::support::provider::Provider;
use crate::support::{Start, citation, command, fill, run_in};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;

fn exported(data: &Path) -> Vec<Value> {
    let file = data.with_extension("exported");
    let (succeeded, output) = command(data, &["export", file.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let text = std::fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A record with every field.
fn whole() -> Value {
    let mut whole = citation("Fever: الحمى");
    let more = json!({
        "id": "fever-1", "readableIds": [{"id": "fever-الحمى"}], "tags": ["Tag"], "printingSpecs": "Color",
        "languages": [{"lang": "English", "ksbgNumber": "KSBG1", "url": "https://example.org/a?b=1"}],
        "revisionDates": [{"lang": "English", "revisionDate": "2024-02-03T00:00:00.000Z"}],
        "deptSubmittedBy": {"name": "Emergency"}, "productionSpecialist": "P", "notes": "N", "legacyId": "7",
        "folder": "F", "paperColors": ["Blue"], "codes": [{"system": "icd10cm", "code": "R50.9", "display": "Fever"}],
        "replacedBy": "fever-2", "reviewCycleMonths": 24, "accessibleFormats": ["Audio"]
    });
    for (name, value) in more.as_object().unwrap() {
        whole[name] = value.clone();
    }
    whole
}

#[test]
fn exported_records_equal_the_imported_ones() {
    let folder = tempfile::tempdir().unwrap();
    let mut second = citation("Second");
    second["id"] = "fever-2".into();
    let (first, data) = (folder.path().join("first"), folder.path().join("second"));
    fill(&first, &[whole(), second]);
    let once = exported(&first);
    let sent = whole();
    let back = once.iter().find(|record| record["id"] == "fever-1").unwrap();
    for (name, value) in sent.as_object().unwrap() {
        assert_eq!(&back[name], value, "{name}");
    }
    fill(&data, &once);
    assert_eq!(exported(&data), once);
    let (_, output) = command(&data, &["import", first.with_extension("exported").to_str().unwrap()]);
    assert!(output.contains("2 unchanged"), "{output}");
}

#[test]
fn a_file_with_a_bad_record_is_refused_completely_or_partly_as_requested() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mixed.jsonl");
    std::fs::write(
        &file,
        "{\"title\": \"Good\"}\n\n{\"title\": \"\"}\nnonsense\n{\"title\": \"Also good\"}\n",
    )
    .unwrap();
    let import = |more: &[&str]| {
        let args = [&["import", "mixed.jsonl", "--data", "data"], more].concat();
        run_in(folder.path(), &[], &args)
    };
    let data = folder.path().join("data");
    for (more, kept) in [(&[][..], 0), (&["--dry-run"], 0), (&["--skip-bad"], 2)] {
        let ended = import(more);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        for part in ["line 3", "title", "line 4", "error: 2 of 4"] {
            assert!(ended.stderr.contains(part), "{part} is missing: {ended:?}");
        }
        assert_eq!(exported(&data).len(), kept, "{more:?}");
    }
}

#[test]
fn csv_and_gzip_are_read_and_a_dash_is_the_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let csv = folder.path().join("old.csv");
    let text = "id,title,authors,publisher,languages,obsolete\n\
                c-1,\"Fever, high\",A|B,Children's,English=KSBG9=2024-05-01=https://example.org/?a=1&b=2|Somali===,true\n";
    std::fs::write(&csv, text).unwrap();
    let (succeeded, output) = command(&data, &["import", csv.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let gz = folder.path().join("more.jsonl.gz");
    let mut packed =
        flate2::write::GzEncoder::new(std::fs::File::create(&gz).unwrap(), flate2::Compression::fast());
    packed.write_all(b"{\"title\": \"Packed\"}").unwrap();
    packed.finish().unwrap();
    let (succeeded, output) = command(&data, &["import", gz.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let records = exported(&data);
    assert_eq!(records.len(), 2);
    let fever = records.iter().find(|record| record["id"] == "c-1").unwrap();
    assert_eq!(fever["authors"], json!(["A", "B"]));
    assert_eq!(fever["obsolete"], true);
    assert_eq!(fever["languages"][0]["url"], "https://example.org/?a=1&b=2");
    assert_eq!(fever["revisionDates"][0]["revisionDate"], "2024-05-01T00:00:00.000Z");
    assert_eq!(fever["languages"][1]["lang"], "Somali");
}

#[tokio::test]
async fn an_import_is_found_while_a_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let server = Start::on(&data).run();
    fill(&data, &[citation("Measles"), citation("Mumps")]);
    server.visitor().wait_until_found("measles", 1).await;
    assert_eq!(server.visitor().get("/api/citations/mumps").await.status, 200);
}

#[tokio::test]
async fn an_administrator_exports_over_http() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let data = folder.path().join("data");
    fill(&data, &[citation("Measles")]);
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    let export = admin.request("GET", "/api/system/export").send().await.unwrap();
    assert_eq!(export.headers()["content-disposition"], "attachment; filename=\"catalogue.jsonl\"");
    assert_eq!(export.headers()["content-type"], "application/jsonl");
    let text = export.text().await.unwrap();
    assert_eq!(text.lines().count(), 1);
    assert!(text.contains("\"Measles\""), "{text}");
}

#[tokio::test]
async fn all_matches_of_a_search_are_downloaded_as_csv() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let data = folder.path().join("data");
    let mut old = citation("Old fever");
    old["obsolete"] = true.into();
    let many: Vec<Value> = (0..30).map(|n| citation(&format!("Fever {n}"))).collect();
    fill(&data, &[vec![whole(), old, citation("Sleep")], many].concat());
    let server = Start::on(&data)
        .signed_in_at(&provider)
        .with("SERVER__PUBLIC_URL", "https://handouts.example.org")
        .run();
    let staff = server.bearer(provider.staff());
    staff.wait_until_found("fever", 32).await;
    let answer = staff.request("GET", "/api/search/download?q=fever&obsolete=false").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["content-disposition"], "attachment; filename=\"search_export.csv\"");
    assert!(answer.headers()["content-type"].to_str().unwrap().starts_with("text/csv"));
    let text = answer.text().await.unwrap();
    let text = text.strip_prefix('\u{feff}').expect("a byte order mark");
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(
        rows.headers().unwrap().iter().collect::<Vec<_>>(),
        [
            "Title",
            "Item Numbers",
            "Languages",
            "Authors",
            "Publisher",
            "Format",
            "Keywords",
            "Subject Heading",
            "Audience",
            "Department",
            "Tags",
            "Where to Obtain",
            "Publication Date",
            "Dept. Review Date",
            "Obsolete",
            "Abstract",
            "Link",
            "ID"
        ]
    );
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 31);
    let row = rows.iter().find(|row| &row[0] == "Fever: الحمى").unwrap();
    assert_eq!(
        row.iter().collect::<Vec<_>>(),
        [
            "Fever: الحمى",
            "KSBG1",
            "English",
            "Nursing",
            "Children's",
            "Handout",
            "Care at home",
            "General",
            "Parents",
            "Emergency",
            "Tag",
            "Copy Center",
            "2026-01-05",
            "2026-01-05",
            "No",
            "What to do at home.",
            &format!("https://handouts.example.org/citation/{}", "fever-%D8%A7%D9%84%D8%AD%D9%85%D9%89"),
            "fever-1"
        ]
    );
}

#[test]
fn an_administrator_is_granted_and_revoked_by_address() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let admin = |args: &[&str]| {
        let (succeeded, output) = command(&data, &[&["admin"], args].concat());
        assert!(succeeded, "{args:?}: {output}");
        output
    };
    admin(&["grant", "ada@example.org"]);
    assert!(admin(&["list"]).contains("ada@example.org"));
    admin(&["revoke", "ada@example.org"]);
    assert!(!admin(&["list"]).contains("ada@example.org"));
    assert!(!command(&data, &["admin", "grant", "no address"]).0);
}

#[tokio::test]
async fn a_granted_address_administers_from_the_first_sign_in_on() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let staff = server.bearer(provider.staff());
    assert!(command(&data, &["admin", "grant", "Nurse@example.org"]).0);
    assert_eq!(staff.get("/api/user").await.body["admin"], true);
    assert_eq!(staff.get("/api/system/departments").await.status, 200);
    assert!(command(&data, &["admin", "revoke", "nurse@example.org"]).0);
    assert_eq!(server.bearer(provider.token("nurse", &[])).get("/api/user").await.body["admin"], false);
}
