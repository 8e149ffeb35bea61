//! /api/user: rights, favorites, cart, recent searches, profile.

mod orders;

use crate::support::provider::Provider;
use crate::support::{Caller, PATIENCE, Server, Start, citation};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

struct Ward {
    _folder: tempfile::TempDir,
    data: PathBuf,
    server: Server,
    admin: Caller,
    staff: Caller,
    colleague: Caller,
    handout: Value,
}

async fn ward() -> Ward {
    ward_with(|start| start).await
}

async fn ward_with(settings: impl FnOnce(Start) -> Start) -> Ward {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = settings(Start::on(&data).signed_in_at(&provider)).run();
    let admin = server.bearer(provider.admin());
    let handout = admin.post("/api/citations", &citation("Fever")).await.unwrap().body;
    let (staff, colleague) = (server.bearer(provider.staff()), server.bearer(provider.token("clerk", &[])));
    Ward { _folder: folder, data, server, admin, staff, colleague, handout }
}

/// The session of a person who has stored nothing.
fn nothing() -> Value {
    json!({"favorites": [], "order": [], "language": null})
}

#[tokio::test]
async fn a_person_sees_who_they_are() {
    let ward = ward().await;
    assert_eq!(
        ward.staff.get("/api/user").await.body,
        json!({
            "admin": false, "roles": [], "session": nothing(), "searches": [],
            "profile": {"given_name": "Ada", "family_name": "Nurse", "email": "nurse@example.org"}
        })
    );
    // The browser's storage belongs to one person, named by a stable identifier that reveals nothing.
    let named = async |caller: &Caller, path| {
        caller.get(path).await.headers["handout-person"].to_str().unwrap().to_owned()
    };
    let id = named(&ward.staff, "/api/user").await;
    assert!(id.len() == 22 && !id.contains("nurse"), "{id}");
    assert_eq!(named(&ward.staff, "/api/config").await, id);
    assert_ne!(named(&ward.colleague, "/api/user").await, id);
    let profile = ward.staff.get("/api/user/profile").await.body;
    assert_eq!(profile["claims"]["groups"], json!(["nurses"]));
    assert_eq!(profile["accessToken"].as_str().unwrap().split('.').count(), 3);
}

#[tokio::test]
async fn favorites_and_cart_are_stored_for_their_owner_alone() {
    let ward = ward().await;
    let id = &ward.handout["id"];
    let line = json!({
        "id": id, "itemNum": "KSBG1", "lang": "English", "quantity": 2, "readableId": "fever", "title": "Fever",
        "url": "https://example.org/handout.pdf", "printingSpecs": "Color"
    });
    let session = json!({"favorites": [{"id": id, "title": "Fever"}], "order": [line], "language": null});
    let saved = ward.staff.post("/api/user/session", &session).await.unwrap();
    assert_eq!(saved.status, 204, "{saved:?}");
    assert_eq!(ward.staff.get("/api/user").await.body["session"], session);
    assert_eq!(ward.colleague.get("/api/user").await.body["session"], nothing());
    assert_eq!(ward.staff.post("/api/user/session", &nothing()).await.unwrap().status, 204);
    assert_eq!(ward.staff.get("/api/user").await.body["session"], nothing());
}

#[tokio::test]
async fn two_devices_keep_what_each_of_them_added() {
    let ward = ward().await;
    let id = &ward.handout["id"];
    let favorite = json!({"id": id, "title": "Fever"});
    let line = json!({"id": id, "itemNum": null, "lang": "English", "quantity": 2, "readableId": null, "title": "Fever",
        "url": null, "printingSpecs": null});
    for sent in [json!({"favorites": [favorite], "order": []}), json!({"favorites": [], "order": [line]})] {
        let mut sent = sent;
        sent["base"] = nothing();
        assert_eq!(ward.staff.post("/api/user/session", &sent).await.unwrap().status, 204);
    }
    let both = json!({"favorites": [favorite], "order": [line], "language": null});
    assert_eq!(ward.staff.get("/api/user").await.body["session"], both);
    let mut removed = json!({"favorites": [], "order": [line]});
    removed["base"] = both;
    assert_eq!(ward.staff.post("/api/user/session", &removed).await.unwrap().status, 204);
    assert_eq!(ward.staff.get("/api/user").await.body["session"]["favorites"], json!([]));
}

#[tokio::test]
async fn a_session_names_every_field_that_is_wrong() {
    let ward = ward().await;
    let id = ward.handout["id"].as_str().unwrap();
    let fields = async |sent: Value| -> Vec<String> {
        let refused = ward.staff.post("/api/user/session", &sent).await.unwrap();
        assert_eq!(refused.status, 422, "{sent}: {refused:?}");
        let errors = refused.body["errors"].as_array().unwrap();
        errors.iter().map(|e| e["field"].as_str().unwrap().to_owned()).collect()
    };
    let line = |changed: Value| {
        let mut line = json!({"id": id, "lang": "English", "quantity": 1, "title": "Fever"});
        for (name, value) in changed.as_object().unwrap() {
            line[name] = value.clone();
        }
        json!({"favorites": [], "order": [{"id": id, "lang": "English", "quantity": 1, "title": "Fever"}, line]})
    };
    for (changed, field) in [
        (json!({"quantity": 0}), "order[1].quantity"),
        (json!({"quantity": -1}), "order[1].quantity"),
        (json!({"quantity": 10_001}), "order[1].quantity"),
        (json!({"quantity": 1.5}), "order[1].quantity"),
        (json!({"quantity": "2"}), "order[1].quantity"),
        (json!({"quantity": null}), "order[1].quantity"),
        (json!({"id": ""}), "order[1].id"),
        (json!({"lang": " "}), "order[1].lang"),
        (json!({"itemNum": "KSBG\n1"}), "order[1].itemNum"),
        (json!({"title": "a\u{0}b"}), "order[1].title"),
        (json!({"printingSpecs": "a\u{1b}b"}), "order[1].printingSpecs"),
        (json!({"printingSpecs": "x".repeat(20_000)}), "order[1].printingSpecs"),
    ] {
        assert_eq!(fields(line(changed.clone())).await, [field], "{changed}");
    }
    assert_eq!(fields(json!({})).await, ["favorites", "order"]);
    assert_eq!(fields(json!({"favorites": []})).await, ["order"]);
    assert_eq!(fields(json!({"favorites": [{"id": id}], "order": []})).await, ["favorites[0].title"]);
    let many: Vec<Value> =
        (0..501).map(|n| json!({"id": id, "lang": format!("L{n}"), "quantity": 1, "title": "F"})).collect();
    assert_eq!(fields(json!({"favorites": [], "order": many})).await, ["order"]);
    assert_eq!(ward.staff.get("/api/user").await.body["session"], nothing());
    let unreadable = ward.staff.request("POST", "/api/user/session").body("{");
    assert_eq!(ward.staff.send(unreadable).await.unwrap().status, 400);
}

#[tokio::test]
async fn the_language_of_handouts_is_stored_until_it_is_reset() {
    let ward = ward().await;
    let send = async |mut session: Value| {
        session["favorites"] = json!([]);
        session["order"] = json!([]);
        ward.staff.post("/api/user/session", &session).await.unwrap()
    };
    let kept = async || ward.staff.get("/api/user").await.body["session"]["language"].clone();
    assert_eq!(send(json!({"language": "ZH-hans"})).await.status, 204);
    assert_eq!(kept().await, "zh-Hans");
    assert_eq!(send(json!({})).await.status, 204);
    assert_eq!(kept().await, "zh-Hans", "it stays if left out");
    let base = json!({"favorites": [], "order": [], "language": "zh-Hans"});
    assert_eq!(send(json!({"language": "so", "base": base})).await.status, 204);
    assert_eq!(kept().await, "so");
    for malformed in [json!(""), json!("es_MX"), json!("Soomaali!"), json!("a"), json!(7)] {
        let refused = send(json!({"language": malformed})).await;
        assert_eq!(
            (refused.status, &refused.body["errors"][0]["field"]),
            (422, &json!("language")),
            "{refused:?}"
        );
    }
    assert_eq!(kept().await, "so");
    assert_eq!(ward.colleague.get("/api/user").await.body["session"], nothing());
    assert_eq!(send(json!({"language": null})).await.status, 204);
    assert_eq!(ward.staff.get("/api/user").await.body["session"], nothing());
}

#[tokio::test]
async fn unknown_citations_are_left_out_of_a_session() {
    let ward = ward().await;
    let id = &ward.handout["id"];
    let line = |id: &Value| {
        json!({"id": id, "itemNum": null, "lang": "English", "quantity": 2, "readableId": null, "title": "Fever",
            "url": null, "printingSpecs": null})
    };
    let favorite = |id: &Value| json!({"id": id, "title": "Fever"});
    let gone = json!("no-such-citation");
    let sent = json!({"favorites": [favorite(&gone), favorite(id)], "order": [line(id), line(&gone)]});
    let kept = json!({"favorites": [favorite(id)], "order": [line(id)], "language": null});
    let saved = ward.staff.post("/api/user/session", &sent).await.unwrap();
    assert_eq!(saved.status, 204, "{saved:?}");
    assert_eq!(ward.staff.get("/api/user").await.body["session"], kept);
    let mut changed = json!({"favorites": [favorite(&gone)], "order": [line(id), line(&gone)]});
    changed["base"] = sent;
    assert_eq!(ward.staff.post("/api/user/session", &changed).await.unwrap().status, 204);
    assert_eq!(
        ward.staff.get("/api/user").await.body["session"],
        json!({"favorites": [], "order": [line(id)], "language": null})
    );
}

#[tokio::test]
async fn searches_survive_a_write_that_fails() {
    let ward = ward().await;
    let db = rusqlite::Connection::open(ward.data.join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    db.execute_batch(
        "CREATE TRIGGER no_searches BEFORE UPDATE OF searches ON users BEGIN SELECT RAISE(FAIL, 'not now'); END",
    )
    .unwrap();
    ward.staff.get("/api/search?q=asthma&start=0").await;
    let begun = Instant::now();
    while !ward.server.log().contains("recent searches could not be written") {
        assert!(begun.elapsed() < PATIENCE, "{}", ward.server.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(ward.staff.get("/api/user").await.body["searches"], json!(["asthma"]));
    db.execute_batch("DROP TRIGGER no_searches").unwrap();
    let written = || -> i64 {
        db.query_row("SELECT count(*) FROM users WHERE searches = '[\"asthma\"]'", [], |row| row.get(0))
            .unwrap()
    };
    while written() == 0 {
        assert!(begun.elapsed() < PATIENCE * 2, "the search was never written");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn the_ten_latest_searches_are_remembered() {
    let ward = ward().await;
    for q in
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "three"]
    {
        assert_eq!(ward.staff.get(&format!("/api/search?q=%20{q}%20%20x&start=0")).await.status, 200);
    }
    for other in [
        "/api/search?q=",
        "/api/search?q=%20%20",
        "/api/search?q=paging&start=10",
        "/api/search?q=bad&start=x",
    ] {
        ward.staff.get(other).await;
    }
    let searches = ward.staff.get("/api/user").await.body["searches"].clone();
    let expected = ["three", "eleven", "ten", "nine", "eight", "seven", "six", "five", "four", "two"];
    assert_eq!(searches, json!(expected.map(|q| format!("{q} x"))));
    assert_eq!(ward.colleague.get("/api/user").await.body["searches"], json!([]));
}
