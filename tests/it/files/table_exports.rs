//! Tables as CSV and as workbooks: the same content, rights and names.

use super::imports::import;
use crate::support::provider::Provider;
use crate::support::{Caller, Server, Start, citation, fill, order, run_in};
use calamine::{Data, Reader, Xlsx};
use serde_json::{Value, json};
use std::io::Cursor;

/// Every download: its path, the name of its file, and whether the hospital below has a row for it.
const DOWNLOADS: [(&str, &str, bool); 20] = [
    ("/api/search/download?q=", "search_export", true),
    ("/api/orders/download", "orders", true),
    ("/api/orders/totals/download?by=item", "order_totals", true),
    ("/api/packets/download", "packets", false),
    ("/api/user/packets/download", "my_packets", false),
    ("/api/system/accessibility/download", "accessibility", false),
    ("/api/system/audit/download", "audit", true),
    ("/api/system/duplicates/download", "duplicates", true),
    ("/api/system/export", "catalogue", true),
    ("/api/system/links/download", "links", true),
    ("/api/system/promotions/download", "promoted_results", true),
    ("/api/system/readability/download", "reading_levels", true),
    ("/api/system/reports/download", "reports", true),
    ("/api/system/reviews/download", "reviews", true),
    ("/api/system/searches/download", "searches", false),
    ("/api/system/searches/codes/download", "codes", false),
    ("/api/system/synonyms/download", "synonyms", true),
    ("/api/system/terms/download?q=asthma", "terms", true),
    ("/api/system/translations/download?lang=so", "translations", true),
    ("/api/system/usage/download?unused=true", "usage", true),
];
/// Those whose last column is the ID of the citation.
const WITH_ID: [&str; 8] = [
    "search_export",
    "accessibility",
    "duplicates",
    "links",
    "reading_levels",
    "reviews",
    "translations",
    "usage",
];

struct Hospital {
    folder: tempfile::TempDir,
    server: Server,
    provider: Provider,
    /// Has every role.
    all: Caller,
}

async fn hospital() -> Hospital {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let titles = ["-Bar exercises", "+1 tips", "=5 a day", "'=quoted", "''=twice", "'Tis the season"];
    let mut citations: Vec<Value> = titles.iter().map(|title| citation(title)).collect();
    for (n, record) in citations.iter_mut().enumerate() {
        record["id"] = format!("c-{n}").into();
        record["languages"][0]["ksbgNumber"] = format!("00{n}").into();
        record["languages"][0]["title"] = format!("=Version {n}").into();
    }
    fill(&data, &citations);
    let provider = Provider::start();
    let server = Start::on(&data)
        .signed_in_at(&provider)
        .with("AUDIT__GROUP", "it-auditors")
        .with("ORDERS__COPY_CENTER_GROUP", "copy-center")
        .run();
    let all =
        server.bearer(provider.token("everything", &["education-admins", "copy-center", "it-auditors"]));
    all.wait_until_found("", titles.len() as u64).await;
    let one = all.get("/api/citations/c-2").await.body;
    for (path, body) in [
        ("/api/user/order", order(&one, 30)),
        ("/api/system/synonyms", json!({"terms": ["tummy", "belly"], "oneWay": false})),
        (
            "/api/system/promotions",
            json!({"phrases": ["parking"], "url": "https://example.org/p", "title": "Parking"}),
        ),
        ("/api/reports", json!({"citation": "c-2", "lang": "English", "kind": "wrong", "text": "=1+1"})),
    ] {
        let added = all.post(path, &body).await.unwrap();
        assert!([200, 201].contains(&added.status), "{path}: {added:?}");
    }
    all.get("/api/search?q=exercises").await;
    Hospital { folder, server, provider, all }
}

fn with_format(path: &str, format: &str) -> String {
    format!("{path}{}format={format}", if path.contains('?') { '&' } else { '?' })
}

async fn file(caller: &Caller, path: &str, name: &str, media_type: &str) -> Vec<u8> {
    let answer = caller.request("GET", path).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{path}");
    assert_eq!(answer.headers()["content-type"], media_type, "{path}");
    let disposition = format!("attachment; filename=\"{name}\"");
    assert_eq!(answer.headers()["content-disposition"], disposition.as_str(), "{path}");
    answer.bytes().await.unwrap().to_vec()
}

/// The rows of CSV, the header first, without the apostrophes before formulas.
fn csv_rows(bytes: &[u8]) -> Vec<Vec<String>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
    let plain = |cell: &str| match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start_matches('\'').starts_with(['=', '+', '-', '@']) => rest.to_owned(),
        _ => cell.to_owned(),
    };
    reader.records().map(|row| row.unwrap().iter().map(plain).collect()).collect()
}

/// The rows of the first sheet; no cell is a formula.
fn workbook_rows(bytes: Vec<u8>) -> Vec<Vec<Data>> {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).unwrap();
    assert!(book.worksheet_formula("Sheet1").unwrap().cells().all(|(_, _, formula)| formula.is_empty()));
    book.worksheet_range("Sheet1").unwrap().rows().map(<[Data]>::to_vec).collect()
}

/// Whether a cell of a workbook has the value of a cell of CSV.
fn is_same(cell: &Data, csv: &str) -> bool {
    match cell {
        Data::Empty => csv.is_empty(),
        Data::String(text) => text == csv,
        Data::Float(number) => csv.parse() == Ok(*number),
        Data::DateTime(at) => {
            let (year, month, day, ..) = at.to_ymd_hms_milli();
            csv.starts_with(&format!("{year:04}-{month:02}-{day:02}"))
        }
        _ => false,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_table_is_a_workbook_too() {
    let hospital = hospital().await;
    let (staff, visitor) = (hospital.server.bearer(hospital.provider.staff()), hospital.server.visitor());
    for (path, name, has_rows) in DOWNLOADS {
        let csv_path = with_format(path, "csv");
        let csv = file(&hospital.all, &csv_path, &format!("{name}.csv"), "text/csv; charset=utf-8").await;
        let media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
        let path_of_workbook = with_format(path, "xlsx");
        let workbook = file(&hospital.all, &path_of_workbook, &format!("{name}.xlsx"), media_type).await;
        let (csv, workbook) = (csv_rows(&csv), workbook_rows(workbook));
        assert!(!has_rows || csv.len() > 1, "{path}: no rows");
        // The second download is a row of the trail itself.
        assert!(
            workbook.len() == csv.len() || name == "audit",
            "{path}: {} and {}",
            csv.len(),
            workbook.len()
        );
        for (from_csv, cells) in csv.iter().zip(&workbook) {
            let are_same = from_csv.iter().zip(cells).all(|(csv, cell)| is_same(cell, csv));
            assert!(are_same && from_csv.len() == cells.len(), "{path}: {from_csv:?} {cells:?}");
        }
        assert_eq!(csv[0].last().unwrap() == "ID", WITH_ID.contains(&name), "{path}: {:?}", csv[0]);
        if WITH_ID.contains(&name) {
            assert!(csv[1..].iter().all(|row| row.last().unwrap().starts_with("c-")), "{path}: {csv:?}");
        }
        for caller in [&staff, &visitor] {
            let refused = caller.get(&csv_path).await.status;
            assert_eq!(caller.get(&path_of_workbook).await.status, refused, "{path}");
        }
        let unknown = hospital.all.get(&with_format(path, "ods")).await;
        assert_eq!(unknown.status, 400, "{path}: {unknown:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dates_and_numbers_of_a_workbook_are_typed() {
    let hospital = hospital().await;
    for (path, typed) in [
        ("/api/search/download?q=", ["Publication Date", "Dept. Review Date"].as_slice()),
        ("/api/orders/download", &["Date Required", "Quantity", "Line"]),
        ("/api/system/audit/download", &["Number", "Time", "Count"]),
        ("/api/system/export", &["publishDate", "deptReviewDate", "assessment"]),
        ("/api/system/reviews/download", &["Last Reviewed", "Due"]),
        ("/api/system/synonyms/download", &["Changed"]),
        ("/api/system/translations/download?lang=so", &["Requests", "Searches"]),
    ] {
        let answer = hospital.all.request("GET", &with_format(path, "xlsx")).send().await.unwrap();
        let rows = workbook_rows(answer.bytes().await.unwrap().to_vec());
        for name in typed {
            let at = rows[0].iter().position(|header| header == *name).unwrap();
            let cell = &rows[1][at];
            assert!(matches!(cell, Data::Float(_) | Data::DateTime(_)), "{path}: {name} is {cell:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_catalogue_as_csv_is_imported_without_a_change() {
    let hospital = hospital().await;
    let answer = hospital.all.request("GET", "/api/system/export?format=csv").send().await.unwrap();
    let csv = answer.bytes().await.unwrap();
    let header = csv_rows(&csv).remove(0);
    for column in ["id", "title", "languages", "pages", "titles", "codes"] {
        assert!(header.iter().any(|name| name == column), "{column}: {header:?}");
    }
    let path = hospital.folder.path();
    std::fs::write(path.join("catalogue.csv"), csv).unwrap();
    let ended = import(path, &["catalogue.csv", "--dry-run"]);
    assert_eq!(ended.stdout.lines().last(), Some("0 new, 0 changed, 6 unchanged, 0 bad"), "{ended:?}");
}

/// A citation with every field is the same in another installation, by CSV and by workbook.
#[tokio::test]
async fn a_whole_citation_is_imported_elsewhere_as_it_was() {
    let record = json!({
        "id": "c-1", "title": "-Bar exercises", "authors": ["A|B", "=d", "e;f"], "keywords": ["x", "y;z"],
        "publisher": {"name": "Children's"}, "publishDate": "2024-01-02", "obsolete": true, "materialFormat": "Handout",
        "languages": [
            {"lang": "English", "ksbgNumber": "001042", "url": "https://x.example.org/?a=b|c", "pages": 2},
            {"lang": "Spanish", "title": "Ejercicios = barra|2"}],
        "revisionDates": [
            {"lang": "English", "revisionDate": "2024-01-02"}, {"lang": "English", "revisionDate": "2022-01-02"},
            {"lang": "Somali", "revisionDate": "2021-01-02"}],
        "assessment": -1, "reviewCycleMonths": 12, "notes": "=twice", "abstract": "One.\n\nTwo; three.",
        "folder": "F", "paperColors": ["Blue"],
        "codes": [{"system": "icd10cm", "code": "J45.909", "display": "Asthma"}, {"system": "rxnorm", "code": "435"}],
    });
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("first");
    fill(&data, &[record]);
    let exported = |data: &str| run_in(folder.path(), &[], &["--data", data, "export", "-"]).stdout;
    let before = exported("first");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    for format in ["csv", "xlsx"] {
        let answer =
            admin.request("GET", &format!("/api/system/export?format={format}")).send().await.unwrap();
        let file = format!("catalogue.{format}");
        std::fs::write(folder.path().join(&file), answer.bytes().await.unwrap()).unwrap();
        let ended = run_in(folder.path(), &[], &["--data", format, "import", &file]);
        assert_eq!(ended.stdout.lines().last(), Some("1 new, 0 changed, 0 unchanged, 0 bad"), "{ended:?}");
        let (before, after): (Value, Value) =
            (serde_json::from_str(&before).unwrap(), serde_json::from_str(&exported(format)).unwrap());
        assert_eq!(after, before, "{format}");
    }
}
