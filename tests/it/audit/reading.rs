//! Who reads the audit trail, and how it is filtered and downloaded.

use super::{auditor, trail};
use crate::support::provider::Provider;
use crate::support::{PATIENCE, Start, citation, command};
use serde_json::{Value, json};

fn numbers(page: &Value) -> Vec<u64> {
    page["rows"].as_array().unwrap().iter().map(|row| row["number"].as_u64().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn auditors_filter_page_and_download_the_trail() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).with("AUDIT__GROUP", "it-auditors").run();
    let admin = server.bearer(provider.admin());
    for n in 0..60 {
        let added = admin.post("/api/citations", &citation(&format!("Handout {n}"))).await.unwrap();
        assert_eq!(added.status, 201);
    }
    assert_eq!(server.bearer(provider.staff()).post("/api/citations", &json!({})).await.unwrap().status, 403);
    let auditor = auditor(&server, &provider);
    let get = async |query: &str| {
        let answer = auditor.get(&format!("/api/system/audit?{query}")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    };
    let first = get("").await;
    assert_eq!(first["found"], 62, "a start, sixty additions, a refusal");
    assert_eq!(numbers(&first), (13..=62).rev().collect::<Vec<u64>>());
    assert_eq!(numbers(&get("start=50").await), (1..=12).rev().collect::<Vec<u64>>());
    assert!(first["actions"].as_array().unwrap().contains(&json!("citation.add")));

    let found = async |query: &str| get(query).await["found"].as_u64().unwrap();
    assert_eq!([found("action=citation").await, found("action=citation.add").await], [60, 60]);
    assert_eq!([found("action=server.start").await, found("action=export").await], [1, 0]);
    assert_eq!([found("actor=%7Cadmin").await, found("actor=%7Cnurse").await], [60, 1]);
    let name = get("action=citation&start=59").await["rows"][0]["name"].as_str().unwrap().to_lowercase();
    let part: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
    assert_eq!(found(&format!("actor={part}")).await, 61, "every row has the actor {name}");
    assert_eq!(found("object=citation%2F").await, 60);
    assert_eq!([found("from=2999-01-01").await, found("to=2020-01-01").await], [0, 0]);
    assert_eq!(found("from=2020-01-01&to=2999-01-01").await, 62);
    for query in ["action=nothing", "action=cit", "from=yesterday", "to=2026-13-01", "start=x"] {
        assert_eq!(auditor.get(&format!("/api/system/audit?{query}")).await.status, 400, "{query}");
    }
    let answer = auditor.request("GET", "/api/system/audit/download?action=citation").send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "text/csv; charset=utf-8");
    let csv = answer.text().await.unwrap();
    assert_eq!(csv.lines().count(), 61, "{csv}");
    assert!(csv.starts_with("\u{feff}Number,Time,Actor,Role,Client,Action,Object,Outcome,"), "{csv}");
    let rows = trail(&auditor).await;
    let row = rows.last().unwrap();
    assert_eq!((&row["action"], &row["object"]), (&json!("export"), &json!("/api/system/audit/download")));
    assert_eq!(auditor.get("/api/system/audit/download?format=xml").await.status, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_found_by_a_part_of_the_name_in_any_case() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).with("AUDIT__GROUP", "it-auditors").run();
    let added = server.bearer(provider.admin()).post("/api/citations", &citation("Fever")).await.unwrap();
    assert_eq!(added.status, 201);
    let auditor = auditor(&server, &provider);
    let db = rusqlite::Connection::open(data.join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    let renamed = "UPDATE users SET given_name = 'Émile', family_name = 'Özil' WHERE sub = 'admin'";
    assert_eq!(db.execute(renamed, []).unwrap(), 1);
    for part in ["Émile", "émile özil", "ÖZIL", "mile", "|ADMIN"] {
        let actor: String = url::form_urlencoded::byte_serialize(part.as_bytes()).collect();
        let found = auditor.get(&format!("/api/system/audit?action=citation&actor={actor}")).await;
        assert_eq!(found.body["found"], 1, "{part}: {found:?}");
    }
}

/// Follows `docs/audit.md` and uses none of the program's own code.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_download_is_verified_by_anybody() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).with("AUDIT__GROUP", "it-auditors").run();
    let added = server.bearer(provider.admin()).post("/api/citations", &citation("Fièvre 🤒")).await.unwrap();
    assert_eq!(added.status, 201);
    let mut previous = String::new();
    for row in trail(&auditor(&server, &provider)).await {
        let members = row.as_object().unwrap();
        assert_eq!(members["previous"], json!(previous));
        let hashed: String = members
            .iter()
            .filter(|(name, _)| *name != "hash")
            .map(|(_, value)| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            .map(|text| format!("{}:{text},", text.len()))
            .collect();
        let digest = ring::digest::digest(&ring::digest::SHA256, hashed.as_bytes());
        previous = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(members["hash"], json!(previous), "{row}");
    }
    assert!(!previous.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_auditor_role_is_granted_by_record_and_gives_no_other_right() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let iris = server.bearer(provider.token("iris", &[]));
    assert_eq!(iris.get("/api/system/audit").await.status, 403);
    let (succeeded, output) = command(&data, &["admin", "grant", "iris@example.org", "--role", "auditor"]);
    assert!(succeeded && output.contains("is an auditor now"), "{output}");
    assert_eq!(iris.get("/api/system/audit").await.status, 200);
    assert_eq!(iris.get("/api/user").await.body["roles"], json!(["auditor"]));
    assert_eq!(iris.get("/api/system/overview").await.status, 403);
    assert_eq!(server.bearer(provider.admin()).get("/api/system/audit").await.status, 403);
    assert!(command(&data, &["admin", "revoke", "iris@example.org", "--role", "auditor"]).0);
    assert_eq!(iris.get("/api/system/audit").await.status, 403);
}
