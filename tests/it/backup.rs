//! A backup taken while the server works, put back elsewhere, holds every row of every table.

use crate::support::provider::Provider;
use crate::support::{Start, citation, command, order};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

/// Every table with its rows, each as text, sorted.
fn tables(file: &Path) -> BTreeMap<String, Vec<String>> {
    let db = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let mut names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").unwrap();
    let names: Vec<String> = names.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let rows_of = |name: &String| {
        let mut rows = db.prepare(&format!("SELECT * FROM \"{name}\"")).unwrap();
        let columns = rows.column_count();
        let rows = rows.query_map([], |row| {
            let cells: rusqlite::Result<Vec<Value>> = (0..columns).map(|n| row.get(n)).collect();
            Ok(format!("{:?}", cells?))
        });
        let mut rows: Vec<String> = rows.unwrap().map(Result::unwrap).collect();
        rows.sort();
        rows
    };
    names.iter().map(|name| (name.clone(), rows_of(name))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_backup_holds_every_row_of_every_table() {
    let folder = tempfile::tempdir().unwrap();
    let (data, elsewhere) = (folder.path().join("data"), folder.path().join("elsewhere"));
    let copy = folder.path().join("copy.db");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let (admin, staff) = (server.bearer(provider.admin()), server.bearer(provider.staff()));
    let mut last = serde_json::Value::Null;
    for n in 0..15 {
        last = admin.post("/api/citations", &citation(&format!("Handout {n}"))).await.unwrap().body;
    }
    let id = last["id"].as_str().unwrap().to_owned();
    last["title"] = "Handout, edited".into();
    assert_eq!(admin.put(&format!("/api/citations/{id}"), &last).await.unwrap().status, 200);
    assert_eq!(staff.post("/api/user/order", &order(&last, 2)).await.unwrap().status, 201);
    let session = json!({"favorites": [{"id": id, "title": "Handout, edited"}], "order": []});
    assert_eq!(staff.post("/api/user/session", &session).await.unwrap().status, 204);
    let department = json!({"name": "Emergency", "frcContact": "Ada"});
    assert_eq!(admin.post("/api/system/departments", &department).await.unwrap().status, 201);
    let change = json!({"type": "keywords", "oldValue": "Care at home", "newValue": "At home"});
    let job = json!({"type": "Batch Update", "config": [change]});
    assert_eq!(admin.post("/api/system/jobs", &job).await.unwrap().status, 202);

    let (well, said) = command(&data, &["backup", copy.to_str().unwrap()]);
    assert!(well, "beside a running server: {said}");
    let (well, said) = command(&data, &["restore", copy.to_str().unwrap()]);
    assert!(!well && said.contains("error:"), "restored under a running server: {said}");
    drop(server);
    let (well, said) = command(&elsewhere, &["restore", copy.to_str().unwrap()]);
    assert!(well, "{said}");

    let (mut before, mut after) = (tables(&copy), tables(&elsewhere.join("catalogue.db")));
    assert!(before.len() > 15, "{:?}", before.keys());
    for name in ["citations", "orders", "users", "jobs", "lookup_values", "citation_versions"] {
        assert!(!before[name].is_empty(), "nothing in {name}");
    }
    // The one row that differs on purpose: a restored database begins a history of its own.
    assert_ne!(before.remove("catalogue"), after.remove("catalogue"));
    assert_eq!(before, after);

    let server = Start::on(&elsewhere).signed_in_at(&provider).run();
    server.visitor().wait_until_found("handout", 15).await;
    let orders = server.bearer(provider.staff()).get("/api/user/orders").await.body;
    assert_eq!(orders.as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_is_damaged_is_not_put_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    for n in 0..40 {
        assert_eq!(
            admin.post("/api/citations", &citation(&format!("Handout {n}"))).await.unwrap().status,
            201
        );
    }
    assert!(server.stop().success());
    let whole = std::fs::read(data.join("catalogue.db")).unwrap();
    let copy = folder.path().join("copy.db");
    for (what, bytes) in [
        ("cut off", whole[..whole.len() / 2].to_vec()),
        ("another kind of file", b"not a database".to_vec()),
        ("empty", Vec::new()),
    ] {
        std::fs::write(&copy, bytes).unwrap();
        let (well, said) = command(&data, &["restore", copy.to_str().unwrap()]);
        assert!(!well && said.contains("error:"), "{what}: {said}");
        assert!(
            std::fs::read(data.join("catalogue.db")).unwrap() == whole,
            "{what}: the database was touched"
        );
    }
}
