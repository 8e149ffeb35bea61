//! Every event is recorded, with who, from where, what, and the outcome.

use super::{auditor, trail};
use crate::support::database::fill_every_table;
use crate::support::provider::Provider;
use crate::support::{Answer, Caller, Start, citation, command, order};
use serde_json::{Value, json};

/// Actors of the expected events: subject and role; `job` is an administrator whose job the server runs.
const ADMIN: (&str, &str) = ("|admin", "admin");
const STAFF: (&str, &str) = ("|nurse", "staff");
const VISITOR: (&str, &str) = ("", "visitor");
const SERVER: (&str, &str) = ("", "server");
const JOB: (&str, &str) = ("|admin", "job");
const COMMAND: (&str, &str) = ("os|", "command");

/// Action, actor, prefix of the object, outcome, detail.
type Expected =
    (&'static str, (&'static str, &'static str), &'static str, &'static str, Option<&'static str>);

const EXPECTED: [Expected; 39] = [
    ("server.start", SERVER, "", "ok", Some(env!("CARGO_PKG_VERSION"))),
    ("citation.add", ADMIN, "citation/", "ok", Some("")),
    ("citation.change", ADMIN, "citation/", "ok", Some("")),
    ("citation.restore", ADMIN, "citation/", "ok", Some("")),
    ("citation.review", ADMIN, "citation/", "ok", Some("")),
    ("citation.review", JOB, "citation/", "ok", Some("")),
    ("order.submit", STAFF, "order/", "ok", Some("1 line")),
    ("order.transition", ADMIN, "order/", "ok", Some("sent")),
    ("order.transition", STAFF, "order/", "ok", Some("cancelled")),
    ("translation.request", STAFF, "citation/", "ok", Some("so")),
    ("translation.close", ADMIN, "translation_request/", "ok", Some("")),
    ("language.tag", ADMIN, "lookup/languages/English", "ok", Some("en-US")),
    ("lookup.add", ADMIN, "lookup/departments/Emergency", "ok", Some("")),
    ("lookup.rename", JOB, "lookup/keywords/Care at home", "ok", None),
    ("lookup.delete", JOB, "lookup/keywords/At home", "ok", None),
    ("job.add", ADMIN, "job/", "ok", Some("review of 1 citation")),
    ("job.add", ADMIN, "job/", "ok", Some("1 citation")),
    ("job.add", ADMIN, "job/", "ok", Some("1 lookup value")),
    ("job.complete", JOB, "job/", "ok", Some("")),
    ("citation.change", JOB, "citation/", "ok", Some("")),
    ("link.check", ADMIN, "citation/", "ok", Some("http://127.0.0.1/handout.pdf")),
    ("packet.add", ADMIN, "packet/", "ok", Some("")),
    ("packet.change", ADMIN, "packet/", "ok", Some("")),
    ("packet.change", JOB, "packet/", "ok", Some("")),
    ("packet.restore", ADMIN, "packet/", "ok", Some("")),
    ("packet.delete", ADMIN, "packet/", "ok", Some("")),
    ("report.submit", ("", "any"), "report/", "ok", Some("")),
    ("report.change", ADMIN, "report/", "ok", Some("closed")),
    ("synonym.add", ADMIN, "synonym/", "ok", Some("")),
    ("synonym.change", ADMIN, "synonym/", "ok", Some("")),
    ("synonym.delete", ADMIN, "synonym/", "ok", Some("")),
    ("access.refuse", VISITOR, "POST /api/citations", "refused", Some("401")),
    ("access.refuse", STAFF, "POST /api/citations", "refused", Some("403")),
    ("access.refuse", VISITOR, "GET /api/user", "refused", Some("401")),
    ("sign_in", VISITOR, "", "failed", Some("400")),
    ("export", ADMIN, "/api/system/export", "ok", Some("")),
    ("role.grant", COMMAND, "address/ada@example.org", "ok", Some("auditor")),
    ("role.revoke", COMMAND, "address/ada@example.org", "ok", Some("auditor")),
    ("backup", COMMAND, "file/", "ok", Some("")),
];

fn text<'r>(row: &'r Value, member: &str) -> &'r str {
    row[member].as_str().unwrap()
}

fn is_as_expected(row: &Value, (action, (actor, role), object, outcome, detail): &Expected) -> bool {
    let is_actor = match *actor {
        "" => text(row, "actor").is_empty(),
        "os|" => text(row, "actor").starts_with("os|"),
        sub => text(row, "actor").ends_with(sub),
    };
    let is_job = *role == "job";
    let from_request = ["admin", "staff", "visitor"].contains(role);
    is_actor
        && text(row, "action") == *action
        && text(row, "role") == if is_job { "admin" } else { role }
        && text(row, "object").starts_with(object)
        && text(row, "outcome") == *outcome
        && detail.is_none_or(|detail| text(row, "detail") == detail)
        && (text(row, "client") == "127.0.0.1") == from_request
        && (text(row, "request").len() == 32) == from_request
        && (text(row, "request").len() == 36) == is_job
}

/// Causes the events that `fill_every_table` does not: restores, deletions, refusals, synonyms, failures.
/// Deletes a department that a new citation and a new packet have; returns the ID of the citation.
async fn delete_a_department_in_use(admin: &Caller) -> String {
    let mut ward = citation("Of the ward");
    ward["deptSubmittedBy"] = json!({"name": "Ward 5"});
    let added = admin.post("/api/citations", &ward).await.unwrap();
    assert_eq!(added.status, 201, "{added:?}");
    let id = text(&added.body, "id").to_owned();
    let packet = json!({"title": "Of the ward", "department": "Ward 5", "items": [{"citation": id}]});
    assert_eq!(admin.post("/api/packets", &packet).await.unwrap().status, 201);
    admin.change_values(&[json!({"type": "departments", "oldValue": "Ward 5", "newValue": null})]).await;
    id
}

async fn cause_remaining_events(server: &crate::support::Server, provider: &Provider) {
    let (admin, staff) = (server.bearer(provider.admin()), server.bearer(provider.staff()));
    let added = admin.post("/api/citations", &citation("Restored")).await.unwrap().body;
    let id = text(&added, "id").to_owned();
    let mut edited = added.clone();
    edited["title"] = "Edited".into();
    assert_eq!(admin.put(&format!("/api/citations/{id}"), &edited).await.unwrap().status, 200);
    let restore = format!("/api/citations/{id}/restore");
    assert_eq!(admin.post(&restore, &json!({"version": 1})).await.unwrap().status, 200);
    let review = admin.request("POST", &format!("/api/citations/{id}/review")).header("If-Match", "*");
    assert_eq!(admin.send(review.json(&json!({}))).await.unwrap().status, 200);
    let ordered = staff.post("/api/user/order", &order(&added, 2)).await.unwrap().body;
    let cancel = format!("/api/user/orders/{}/cancel", text(&ordered, "number"));
    assert_eq!(staff.post(&cancel, &json!({})).await.unwrap().status, 200);
    let requests = admin.get("/api/system/translation-requests").await.body;
    let close = format!("/api/system/translation-requests/{}/close", text(&requests["requests"][0], "id"));
    assert_eq!(admin.post(&close, &json!({})).await.unwrap().status, 204);
    admin.change_values(&[json!({"type": "keywords", "oldValue": "At home", "newValue": null})]).await;

    let packet = json!({"title": "Restored", "published": true, "items": [{"citation": id}]});
    let made = admin.post("/api/packets", &packet).await.unwrap();
    let path = format!("/api/packets/{}", text(&made.body, "id"));
    let mut tag = made.headers["etag"].clone();
    for (method, path, body, status) in [
        ("PUT", path.clone(), json!({"title": "Other", "published": true, "items": [{"citation": id}]}), 200),
        ("POST", format!("{path}/restore"), json!({"version": 1}), 200),
        ("DELETE", path, json!({}), 204),
    ] {
        let sent = admin.request(method, &path).header("If-Match", tag.clone()).json(&body);
        let answer = admin.send(sent).await.unwrap();
        assert_eq!(answer.status, status, "{answer:?}");
        tag = answer.headers.get("etag").cloned().unwrap_or(tag);
    }

    let synonym = json!({"terms": ["boo-boo", "small wound"], "oneWay": false});
    let made = admin.post("/api/system/synonyms", &synonym).await.unwrap();
    assert_eq!(made.status, 201, "{made:?}");
    let path = format!("/api/system/synonyms/{}", text(&made.body, "id"));
    let synonym = json!({"terms": ["boo-boo", "little wound"], "oneWay": false});
    let change = admin.request("PUT", &path).header("If-Match", "*").json(&synonym);
    assert_eq!(admin.send(change).await.unwrap().status, 200);
    let delete = admin.request("DELETE", &path).header("If-Match", "*");
    assert_eq!(admin.send(delete).await.unwrap().status, 204);

    assert_eq!(server.visitor().post("/api/citations", &edited).await.unwrap().status, 401);
    assert_eq!(staff.post("/api/citations", &edited).await.unwrap().status, 403);
    assert_eq!(server.bearer("no.token.ofours".into()).get("/api/user").await.status, 401);
    assert_eq!(server.visitor().get("/login/callback?code=x&state=y").await.status, 400);
    assert_eq!(admin.get("/api/system/export").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_event_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let start = || Start::on(&data).signed_in_at(&provider).with("AUDIT__GROUP", "it-auditors").run();
    let server = start();
    fill_every_table(&server, &provider, 2).await;
    cause_remaining_events(&server, &provider).await;
    let of_ward = delete_a_department_in_use(&server.bearer(provider.admin())).await;
    let copy = folder.path().join("copy.db");
    for args in [
        &["admin", "grant", "ada@example.org", "--role", "auditor"][..],
        &["admin", "revoke", "ada@example.org", "--role", "auditor"],
        &["backup", copy.to_str().unwrap()],
    ] {
        let (succeeded, output) = command(&data, args);
        assert!(succeeded, "{args:?}: {output}");
    }
    let rows = trail(&auditor(&server, &provider)).await;
    for expected in EXPECTED {
        let found = rows.iter().any(|row| is_as_expected(row, &expected));
        let alike: Vec<_> = rows.iter().filter(|row| row["action"] == expected.0).collect();
        assert!(found, "{expected:?} is not recorded; of this action: {alike:#?}");
    }
    let change = rows.iter().find(|row| row["action"] == "citation.change").unwrap();
    let (before, after) = (text(change, "tagBefore"), text(change, "tagAfter"));
    assert!(before != after && !before.is_empty(), "{change}");
    let job = rows.iter().rfind(|row| row["action"] == "job.add").unwrap();
    let job = text(job, "object").trim_start_matches("job/");
    let by_job = |row: &&Value| {
        let is_named = row["request"] == job && row["actor"] == change["actor"];
        row["action"] == "citation.change" && row["role"] == "admin" && is_named
    };
    let of_ward = format!("citation/{of_ward}");
    assert_eq!(rows.iter().filter(by_job).filter(|row| text(row, "object") == of_ward).count(), 1);
    let log = server.log();
    let request = text(change, "request");
    assert!(log.contains(request), "the log has the same request ID: {request}");
    let report = rows.iter().find(|row| row["action"] == "report.submit").unwrap();
    assert_eq!((&report["client"], &report["request"]), (&json!(""), &json!("")), "reports are anonymous");
    assert!(server.stop().success());
    let server = start();
    let rows = trail(&auditor(&server, &provider)).await;
    let last: Vec<&str> = rows.iter().rev().take(3).map(|row| text(row, "action")).collect();
    assert_eq!(last[..2], ["server.start", "server.stop"], "{last:?}");
}

/// A restored database continues its own chain, and a failed command is recorded too.
#[test]
fn a_restore_and_a_failed_backup_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    crate::support::fill(&data, &[citation("One")]);
    let copy = folder.path().join("copy.db");
    let run = |args: &[&str]| command(&data, args);
    assert!(run(&["backup", copy.to_str().unwrap()]).0);
    assert!(!run(&["backup", folder.path().join("none/copy.db").to_str().unwrap()]).0);
    let actions = || -> Vec<(String, String)> {
        let db = rusqlite::Connection::open(data.join("catalogue.db")).unwrap();
        let mut rows = db.prepare("SELECT action, outcome FROM audit ORDER BY number").unwrap();
        rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
    };
    let row = |action: &str, outcome: &str| (action.to_owned(), outcome.to_owned());
    let imported = [row("citation.add", "ok"), row("import", "ok")];
    assert_eq!(actions(), [&imported[..], &[row("backup", "ok"), row("backup", "failed")]].concat());
    assert!(run(&["restore", copy.to_str().unwrap()]).0);
    assert_eq!(actions(), [&imported[..], &[row("restore", "ok")]].concat());
    let (_, output) = run(&["check"]);
    assert!(output.contains("audit trail        ok     the chain of 3 rows is whole"), "{output}");
}

/// A flood of refused writes adds a limited number of rows; the rest are only counted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_refusals_does_not_fill_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let start = || Start::on(&data).signed_in_at(&provider).with("AUDIT__GROUP", "it-auditors").run();
    let server = start();
    let visitor = server.visitor();
    for _ in 0..200 {
        assert_eq!(visitor.post("/api/citations", &json!({})).await.unwrap().status, 401);
    }
    assert!(server.stop().success());
    let rows = trail(&auditor(&start(), &provider)).await;
    let count = |action: &str| -> u64 {
        rows.iter().filter(|row| row["action"] == action).map(|row| row["count"].as_u64().unwrap()).sum()
    };
    let (recorded, counted) = (count("access.refuse"), count("access.refuse_more"));
    // A new minute may begin in between.
    assert!((20..=40).contains(&recorded), "{recorded}");
    assert_eq!(recorded + counted, 200);
    assert!(
        rows.iter()
            .filter(|row| row["action"] == "access.refuse_more")
            .all(|row| row["client"] == "127.0.0.1")
    );
}

/// Neither another address of the same network nor another spelling of the path evades limit and trail, and the trail
/// opens no packet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_are_recorded_by_network_however_the_path_is_written_and_without_codes() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let start = Start::on(&data).signed_in_at(&provider).with("AUDIT__GROUP", "it-auditors");
    let server = start.with("SERVER__TRUSTED_PROXIES", r#"["127.0.0.1/32"]"#).run();
    let (admin, visitor) = (server.bearer(provider.admin()), server.visitor());
    let id = admin.post("/api/citations", &citation("Asthma")).await.unwrap().body["id"].clone();
    let packet = json!({"title": "For one family", "items": [{"citation": id}]});
    let code = admin.post("/api/packets", &packet).await.unwrap().body["code"].as_str().unwrap().to_owned();
    for path in [
        format!("/api/packets/{code}/restore"),
        format!("/api/packets/%{:x}{}", code.as_bytes()[0], &code[1..]),
    ] {
        let method = if path.ends_with("restore") { "POST" } else { "DELETE" };
        assert_eq!(visitor.send(visitor.request(method, &path)).await.unwrap().status, 401);
    }
    assert_eq!(visitor.get("/login/%63allback?code=x&state=y").await.status, 400);
    for n in 0..60 {
        let refused = visitor.request("POST", "/api/citations").json(&json!({}));
        let from = refused.header("X-Forwarded-For", format!("2001:db8::{n:x}"));
        assert_eq!(visitor.send(from).await.unwrap().status, 401);
    }
    let rows = trail(&auditor(&server, &provider)).await;
    let objects: Vec<&str> = rows.iter().map(|row| text(row, "object")).collect();
    let begin = format!("/api/packets/{}…", &code[..4]);
    assert!(objects.contains(&format!("DELETE {begin}").as_str()), "{objects:?}");
    assert!(objects.contains(&format!("POST {begin}/restore").as_str()), "{objects:?}");
    assert!(!objects.iter().any(|object| object.contains(&code[4..])), "{objects:?}");
    assert!(rows.iter().any(|row| row["action"] == "sign_in" && row["outcome"] == "failed"));
    let of_network = rows.iter().filter(|row| text(row, "client").starts_with("2001:db8::")).count();
    // A new minute may begin in between.
    assert!((20..=40).contains(&of_network), "{of_network}");
}

#[tokio::test]
async fn the_rows_of_a_packet_have_its_etags_as_the_headers_have_them() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data"))
        .signed_in_at(&provider)
        .with("AUDIT__GROUP", "it-auditors")
        .run();
    let admin = server.bearer(provider.admin());
    let saved = admin.post("/api/citations", &citation("Asthma")).await.unwrap();
    let packet =
        |title: &str| json!({"title": title, "published": true, "items": [{"citation": saved.body["id"]}]});
    let tag = |answer: &Answer| answer.headers["etag"].to_str().unwrap().trim_matches('"').to_owned();
    let added = admin.post("/api/packets", &packet("One")).await.unwrap();
    let path = format!("/api/packets/{}", text(&added.body, "id"));
    let mut tags = vec![String::new(), tag(&added)];
    for title in ["Two", "Three"] {
        let change = admin.request("PUT", &path).header("If-Match", format!("\"{}\"", tags.last().unwrap()));
        let changed = admin.send(change.json(&packet(title))).await.unwrap();
        assert_eq!(changed.status, 200, "{changed:?}");
        assert_eq!(tag(&changed), tag(&admin.get(&path).await));
        tags.push(tag(&changed));
    }
    let delete = admin.request("DELETE", &path);
    assert_eq!(admin.send(delete).await.unwrap().status, 204);
    tags.push(String::new());
    let rows = trail(&auditor(&server, &provider)).await;
    let of_packet = rows.iter().filter(|row| text(row, "action").starts_with("packet."));
    let found: Vec<[&str; 2]> =
        of_packet.map(|row| [text(row, "tagBefore"), text(row, "tagAfter")]).collect();
    let expected: Vec<[&str; 2]> = tags.windows(2).map(|pair| [pair[0].as_str(), pair[1].as_str()]).collect();
    assert_eq!(found, expected);
}
