//! A backup taken while the server works, put back elsewhere, holds every row of every table.

use crate::support::provider::Provider;
use crate::support::{Start, binary, citation, command, order};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

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

/// A restore that is killed leaves the old catalogue or the new one, whole, and the old one is kept with its last save.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restore_that_is_cut_off_leaves_one_of_both_whole() {
    const ROUNDS: u32 = 12;
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy.db"));
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    let add = async |n: u32| {
        assert_eq!(
            admin.post("/api/citations", &citation(&format!("Handout {n}"))).await.unwrap().status,
            201
        );
    };
    for n in 0..5 {
        add(n).await;
    }
    let (well, said) = command(&data, &["backup", copy.to_str().unwrap()]);
    assert!(well, "{said}");
    for n in 5..12 {
        add(n).await;
    }
    // The last saves stand in the write-ahead log.
    server.kill();
    let restore = |data: &Path| {
        Command::new(binary())
            .arg("--data")
            .arg(data)
            .arg("restore")
            .arg(&copy)
            .env_clear()
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let fresh = |name: &str| {
        let dir = folder.path().join(name);
        std::fs::create_dir(&dir).unwrap();
        for file in ["catalogue.db", "catalogue.db-wal", "catalogue.db-shm"] {
            std::fs::copy(data.join(file), dir.join(file)).unwrap();
        }
        dir
    };
    let whole = fresh("whole");
    let begun = std::time::Instant::now();
    assert!(restore(&whole).wait().unwrap().success());
    let took = begun.elapsed();
    let exported = |data: &Path| {
        let file = data.join("exported.jsonl");
        let (well, said) = command(data, &["export", file.to_str().unwrap()]);
        assert!(well, "{said}");
        std::fs::read_to_string(file).unwrap().lines().count()
    };
    assert_eq!(exported(&whole), 5);
    let kept = std::fs::read_dir(&whole).unwrap().flatten().map(|entry| entry.path());
    let kept = kept.into_iter().find(|path| path.to_string_lossy().contains(".replaced-")).unwrap();
    let count = |file: &Path| -> i64 {
        let db = Connection::open(file).unwrap();
        db.query_row("SELECT count(*) FROM citations", [], |row| row.get(0)).unwrap()
    };
    assert_eq!(count(&kept), 12, "the last saves are kept with it");
    for round in 0..ROUNDS {
        let data = fresh(&format!("round{round}"));
        let mut child = restore(&data);
        tokio::time::sleep(took * (round + 1) / (ROUNDS + 1)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        let left = exported(&data);
        assert!(left == 5 || left == 12, "round {round} left {left} citations");
    }
}
