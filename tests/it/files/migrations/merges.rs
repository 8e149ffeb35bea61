//! Schema 12: which changes of values were merges, derived from the times at which citations were saved.

use super::make_earlier;
use crate::support::database::rewrite;
use crate::support::provider::Provider;
use crate::support::{Start, citation, fill};
use rusqlite::Connection;
use serde_json::{Value, json};

fn tagged(id: &str, tag: &str) -> Value {
    let mut made = citation(&format!("Handout {id}"));
    made["id"] = id.into();
    made["tags"] = json!([tag]);
    made
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn renames_and_merges_from_before_are_distinguished() {
    let folder = tempfile::tempdir().unwrap();
    let (present, earlier) = (folder.path().join("present"), folder.path().join("earlier"));
    fill(&present, &[tagged("old", "Old"), tagged("new", "New"), tagged("edited", "Old")]);
    let provider = Provider::start();
    let server = Start::on(&present).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    let edit = async |note: &str| {
        let mut edited = admin.get("/api/citations/edited").await.body;
        edited["notes"] = note.into();
        assert_eq!(admin.put("/api/citations/edited", &edited).await.unwrap().status, 200);
    };
    for (old, new) in [("New", Some("Newer")), ("Old", Some("Newer")), ("Newer", Some("Newest"))] {
        // A save just before, by the same person, does not indicate a merge.
        edit(&format!("Before {old}")).await;
        admin.change_values(&[json!({"type": "tags", "oldValue": old, "newValue": new})]).await;
    }
    edit("After them all").await;
    assert!(server.stop().success());
    let merged = |file: &std::path::Path| -> Vec<bool> {
        let db = Connection::open(file).unwrap();
        let mut rows = db.prepare("SELECT merged FROM lookup_history ORDER BY number").unwrap();
        rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    assert_eq!(merged(&present.join("catalogue.db")), [false, true, false]);

    let database = make_earlier(&present.join("catalogue.db"), 10, &earlier);
    let server = Start::on(&earlier).signed_in_at(&provider).run();
    assert_eq!(merged(&database), [false, true, false]);
    // Everything happened two days ago, except the last rename and the save after it.
    rewrite(
        &database,
        "UPDATE citations SET saved_at = strftime('%Y-%m-%dT%H:%M:%fZ', saved_at, '-2 days') WHERE id <> 'edited'; \
         UPDATE citation_versions SET saved_at = strftime('%Y-%m-%dT%H:%M:%fZ', saved_at, '-2 days'); \
         UPDATE lookup_history SET at = strftime('%Y-%m-%dT%H:%M:%fZ', at, '-2 days') WHERE number < 3",
    );
    let yesterday = handout::model::clock::today().yesterday().unwrap();
    for id in ["old", "new", "edited"] {
        let path = format!("/api/citations/{id}?asOf={yesterday}");
        let then = server.bearer(provider.staff()).get(&path).await.body;
        assert_eq!(then["tags"], json!(["Newer"]), "{then}");
    }
}
