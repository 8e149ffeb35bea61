//! Helpers to compare databases, and a database with rows in every table.

use super::provider::Provider;
use super::{PATIENCE, Server, citation, order};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

/// Every table with its rows, each as text, sorted.
pub fn tables(file: &Path) -> BTreeMap<String, Vec<String>> {
    let db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let names = table_names(&db);
    names.iter().map(|name| (name.clone(), rows(&db, name, "*"))).collect()
}

/// The tables of a database, without SQLite's own.
pub fn table_names(db: &Connection) -> Vec<String> {
    let mut names = db
        .prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
        )
        .unwrap();
    names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

/// The rows of a table, each as text, sorted.
pub fn rows(db: &Connection, table: &str, columns: &str) -> Vec<String> {
    let mut rows = db.prepare(&format!("SELECT {columns} FROM \"{table}\"")).unwrap();
    let count = rows.column_count();
    let rows = rows.query_map([], |row| {
        let cells: rusqlite::Result<Vec<Value>> = (0..count).map(|n| row.get(n)).collect();
        Ok(format!("{:?}", cells?))
    });
    let mut rows: Vec<String> = rows.unwrap().map(Result::unwrap).collect();
    rows.sort();
    rows
}

/// The number of citations in a database file, which must be intact. Undoes the unfinished transaction of a process that was
/// killed, as the server would, so it opens the file to write.
pub fn count_citations(file: &Path) -> u32 {
    let db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
    let sound: String = db.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok", "{}", file.display());
    db.query_row("SELECT count(*) FROM citations", [], |row| row.get(0)).unwrap()
}

/// The files of a folder whose names contain this text, sorted.
pub fn files_named(folder: &Path, part: &str) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> =
        entries.filter(|path| path.file_name().unwrap().to_string_lossy().contains(part)).collect();
    found.sort();
    found
}

/// Adds citations titled 'Handout N', the last one edited, an order, a session, a translation request, a language tag,
/// a department, a link check, a problem report, an unanswered code and a job.
pub async fn fill_every_table(server: &Server, provider: &Provider, citations: u32) {
    let (admin, staff) = (server.bearer(provider.admin()), server.bearer(provider.staff()));
    let unanswered =
        "/api/infobutton?mainSearchCriteria.v.c=Z99.9&mainSearchCriteria.v.cs=2.16.840.1.113883.6.90";
    assert_eq!(server.visitor().get(unanswered).await.status, 200);
    let mut last = serde_json::Value::Null;
    for n in 0..citations {
        last = admin.post("/api/citations", &citation(&format!("Handout {n}"))).await.unwrap().body;
    }
    let id = last["id"].as_str().unwrap().to_owned();
    last["title"] = "Handout, edited".into();
    last["codes"] = json!([{"system": "icd10cm", "code": "J45.909", "display": "Asthma"}]);
    // A URL that no link check ever requests.
    last["languages"][0]["url"] = "http://127.0.0.1/handout.pdf".into();
    assert_eq!(admin.put(&format!("/api/citations/{id}"), &last).await.unwrap().status, 200);
    let ordered = staff.post("/api/user/order", &order(&last, 2)).await.unwrap();
    assert_eq!(ordered.status, 201);
    let sent =
        admin.request("POST", &format!("/api/orders/{}/state", ordered.body["number"].as_str().unwrap()));
    let sent = sent.header("If-Match", "\"1\"").json(&json!({"state": "sent"}));
    assert_eq!(admin.send(sent).await.unwrap().status, 200);
    let session = json!({"favorites": [{"id": id, "title": "Handout, edited"}], "order": []});
    assert_eq!(staff.post("/api/user/session", &session).await.unwrap().status, 204);
    let request = json!({"citation": id, "lang": "so"});
    assert_eq!(staff.post("/api/user/translation-requests", &request).await.unwrap().status, 201);
    let tag = json!({"tag": "en-US"});
    assert_eq!(admin.put("/api/system/languages/English", &tag).await.unwrap().status, 200);
    let department = json!({"name": "Emergency", "frcContact": "Ada"});
    assert_eq!(admin.post("/api/system/departments", &department).await.unwrap().status, 201);
    let etag = admin.get(&format!("/api/citations/{id}")).await.headers["etag"].clone();
    let review = json!({
        "citations": [{"id": id, "etag": etag.to_str().unwrap()}], "action": "reviewed", "note": "Doses checked."
    });
    assert_eq!(admin.post("/api/system/reviews", &review).await.unwrap().status, 202);
    let link = json!({"citation": id, "url": last["languages"][0]["url"]});
    assert_eq!(admin.post("/api/system/links/check", &link).await.unwrap().status, 202);
    let begun = std::time::Instant::now();
    let links = format!("/api/system/links?citation={id}");
    while admin.get(&links).await.body["links"][0]["waiting"] != json!(false) {
        assert!(begun.elapsed() < super::PATIENCE, "the link is not checked");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    for published in [true, false] {
        let mut packet = json!({"title": "Packet", "published": published, "department": "Emergency",
            "items": [{"citation": id, "note": "Read this."}]});
        let added = admin.post("/api/packets", &packet).await.unwrap();
        assert_eq!(added.status, 201, "{added:?}");
        packet["title"] = "Packet, edited".into();
        let path = format!("/api/packets/{}", added.body["id"].as_str().unwrap());
        let edit = admin.request("PUT", &path).header("If-Match", &added.headers["etag"]).json(&packet);
        assert_eq!(admin.send(edit).await.unwrap().status, 200);
    }
    let promotion = json!({"phrases": ["parking"], "citation": id, "title": "Parking"});
    assert_eq!(admin.post("/api/system/promotions", &promotion).await.unwrap().status, 201);
    let problem = json!({"citation": id, "lang": "English", "kind": "other", "text": "Page 2 is missing."});
    let reported = server.visitor().post("/api/reports", &problem).await.unwrap();
    assert_eq!(reported.status, 201, "{reported:?}");
    let path = format!("/api/system/reports/{}", reported.body["id"].as_str().unwrap());
    let close = json!({"state": "closed", "note": "Added."});
    assert_eq!(admin.post(&path, &close).await.unwrap().status, 200);
    let bulk = json!({"citations": [{"id": id}], "change": {"add": {"tags": "Chosen"}}});
    assert_eq!(admin.post("/api/system/bulk", &bulk).await.unwrap().status, 202);
    let change = json!({"type": "keywords", "oldValue": "Care at home", "newValue": "At home"});
    admin.change_values(&[change]).await;
    // Counts are written every few seconds.
    let begun = std::time::Instant::now();
    while admin.get("/api/system/searches/codes").await.body["found"] == 0 {
        assert!(begun.elapsed() < super::PATIENCE, "the code is not stored");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// Changes a database as the program never does, such as the times that it has recorded.
pub fn rewrite(file: &Path, sql: &str) {
    let db = Connection::open(file).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    let mut triggers = db
        .prepare(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' \
             AND tbl_name IN ('citation_versions', 'packet_versions', 'restorations')",
        )
        .unwrap();
    let triggers: Vec<(String, String)> =
        triggers.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
    let drop: String = triggers.iter().map(|(name, _)| format!("DROP TRIGGER {name};")).collect();
    let make: String = triggers.iter().map(|(_, sql)| format!("{sql};")).collect();
    db.execute_batch(&format!("BEGIN IMMEDIATE; {drop} {sql}; {make} COMMIT")).unwrap();
}
