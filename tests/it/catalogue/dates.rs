//! Dates that were mistyped, and dates that a citation has already.

use crate::support::provider::Provider;
use crate::support::{Answer, Caller, Server, Start, citation, command, day_ahead, fill};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A complete record with dates that no form takes.
fn old_record() -> Value {
    let mut record = citation("Old fever");
    record["id"] = "old".into();
    record["publishDate"] = "0024-05-01T00:00:00.000Z".into();
    record["deptReviewDate"] = "2204-01-01T00:00:00.000Z".into();
    record["revisionDates"] = json!([{"lang": "English", "revisionDate": "1850-01-01T00:00:00.000Z"}]);
    for member in ["readableIds", "paperColors"] {
        record[member] = json!([]);
    }
    for member in ["deptSubmittedBy", "productionSpecialist", "notes", "legacyId"] {
        record[member] = Value::Null;
    }
    record
}

struct Catalogue {
    _folder: tempfile::TempDir,
    data: PathBuf,
    _server: Server,
    admin: Caller,
}

/// A server whose catalogue has the record.
fn catalogue(records: &[Value]) -> Catalogue {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, records);
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    Catalogue { _folder: folder, data, _server: server, admin }
}

fn fields(answer: &Answer) -> Vec<&str> {
    let errors = answer.body["errors"].as_array();
    errors.into_iter().flatten().map(|error| error["field"].as_str().unwrap()).collect()
}

const ALL: [&str; 3] = ["publishDate", "revisionDates[0].revisionDate", "deptReviewDate"];

#[tokio::test]
async fn a_new_citation_has_dates_from_1900_to_two_years_ahead_and_no_review_in_the_future() {
    let catalogue = catalogue(&[]);
    let answer = catalogue.admin.post("/api/citations", &old_record()).await.unwrap();
    assert_eq!((answer.status, fields(&answer)), (422, ALL.to_vec()));
    let dated = |publish: &str, review: &str, revision: &str| {
        let mut body = citation("Fever");
        body["publishDate"] = publish.into();
        body["deptReviewDate"] = review.into();
        body["revisionDates"] = json!([{"lang": "English", "revisionDate": revision}]);
        body
    };
    let (tomorrow, in_two_days) = (day_ahead(1), day_ahead(2));
    for (body, expected) in [
        (dated("1900-01-01", "1900-01-01", "1900-01-01"), &[][..]),
        (dated("2024-02-29", &tomorrow, &day_ahead(700)), &[]),
        (dated(&day_ahead(700), "1987-01-01T23:30:00-12:00", "2026-01-05"), &[]),
        (dated("1899-12-31", &in_two_days, "0202-01-01"), &ALL),
        (dated(&day_ahead(740), "9999-12-31T00:00:00.000Z", &day_ahead(740)), &ALL),
        (dated("0000-01-01", "0000-01-01", "2204-01-01T10:00:00Z"), &ALL),
    ] {
        let answer = catalogue.admin.post("/api/citations", &body).await.unwrap();
        assert_eq!(
            (answer.status == 201, fields(&answer)),
            (expected.is_empty(), expected.to_vec()),
            "{body}"
        );
    }
    // Together with every other error.
    let mut body = dated("0024-01-01", "2024-01-01", "2024-01-01");
    body["title"] = "".into();
    assert_eq!(
        fields(&catalogue.admin.post("/api/citations", &body).await.unwrap()),
        ["publishDate", "title"]
    );
}

#[tokio::test]
async fn a_date_that_the_citation_has_is_valid_until_it_is_changed() {
    let catalogue = catalogue(&[old_record()]);
    let admin = &catalogue.admin;
    let stored = admin.get("/api/citations/old").await.body;
    assert_eq!(stored["deptReviewDate"], "2204-01-01T00:00:00.000Z");
    let mut body = stored.clone();
    body["title"] = "Old fever, again".into();
    assert_eq!(admin.put("/api/citations/old", &body).await.unwrap().status, 200);
    let mut moved = stored.clone();
    moved["publishDate"] = "2204-01-01T00:00:00.000Z".into();
    moved["deptReviewDate"] = "0024-05-01T00:00:00.000Z".into();
    moved["revisionDates"] = json!([{"lang": "Spanish", "revisionDate": "1850-01-01T00:00:00.000Z"}]);
    let answer = admin.put("/api/citations/old", &moved).await.unwrap();
    assert_eq!((answer.status, fields(&answer)), (422, ALL.to_vec()));
    // Rename, bulk edit with its undo, review.
    admin.change_values(&[json!({"type": "languages", "oldValue": "English", "newValue": "Englisch"})]).await;
    let change = json!({"query": {"q": "", "fq": "", "obsolete": false},
        "change": {"add": {"tags": ["Seen"]}}, "preview": false});
    let job = admin.post("/api/system/bulk", &change).await.unwrap();
    assert_eq!(job.status, 202, "{job:?}");
    admin.finished_job(&job.body["id"]).await;
    let undo =
        admin.post(&format!("/api/system/jobs/{}/undo", job.body["id"].as_str().unwrap()), &json!({})).await;
    admin.finished_job(&undo.unwrap().body["id"]).await;
    let now = admin.get("/api/citations/old").await.body;
    assert_eq!((&now["tags"], &now["publishDate"]), (&json!([]), &stored["publishDate"]));
    assert_eq!(now["revisionDates"][0]["lang"], "Englisch");
    // Corrected, it is not valid any more in the form, but the earlier version can be restored.
    let mut corrected = now.clone();
    corrected["publishDate"] = "2024-05-01T00:00:00.000Z".into();
    assert_eq!(admin.put("/api/citations/old", &corrected).await.unwrap().status, 200);
    assert_eq!(fields(&admin.put("/api/citations/old", &now).await.unwrap()), ["publishDate"]);
    let versions = admin.get("/api/citations/old/versions").await.body;
    let earlier = &versions[1]["version"];
    let restored = admin.post("/api/citations/old/restore", &json!({"version": earlier})).await.unwrap();
    assert_eq!(restored.status, 200, "{restored:?}");
    assert_eq!(restored.body["publishDate"], stored["publishDate"]);
}

fn import(data: &Path, record: &Value) -> (bool, String) {
    let file = data.with_extension("records");
    std::fs::write(&file, format!("{record}\n")).unwrap();
    command(data, &["import", file.to_str().unwrap()])
}

#[tokio::test]
async fn an_import_takes_such_dates_from_an_export_and_where_they_are_there_already() {
    let catalogue = catalogue(&[]);
    let data = &catalogue.data;
    let (succeeded, output) = import(data, &old_record());
    assert!(succeeded, "{output}");
    for notice in [
        "line 1 (old): notice: publishDate: This date is before the year 1900.",
        "revisionDates[0].revisionDate: This date is before the year 1900.",
        "deptReviewDate: This date is in the future.",
    ] {
        assert!(output.contains(notice), "{output}");
    }
    // There already: also a record without every member.
    let same = json!({"id": "old", "title": "Old fever", "publishDate": "0024-05-01"});
    let (succeeded, output) = import(data, &same);
    assert!(succeeded && output.contains("1 changed") && !output.contains("notice"), "{output}");
    for refused in [
        json!({"id": "old", "title": "Old fever", "publishDate": "0025-05-01"}),
        json!({"id": "new", "title": "New fever", "publishDate": "0024-05-01"}),
        {
            let mut without_id = old_record();
            without_id["id"] = Value::Null;
            without_id
        },
    ] {
        let (succeeded, output) = import(data, &refused);
        assert!(!succeeded && output.contains("publishDate: This date is before the year 1900."), "{output}");
    }
}
