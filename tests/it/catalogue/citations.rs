//! /api/citations: read by anybody, written by administrators.

use crate::support::provider::Provider;
use crate::support::{Caller, Server, Start, citation};
use serde_json::{Value, json};

struct Library {
    _folder: tempfile::TempDir,
    server: Server,
    admin: Caller,
    visitor: Caller,
}

fn library() -> Library {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let (admin, visitor) = (server.bearer(provider.admin()), server.visitor());
    Library { _folder: folder, server, admin, visitor }
}

impl Library {
    async fn add(&self, title: &str) -> Value {
        let added = self.admin.post("/api/citations", &citation(title)).await.unwrap();
        assert_eq!(added.status, 201, "{added:?}");
        added.body
    }
}

/// A saved citation as later reads return it: warnings are only part of the save.
fn without_warnings(saved: &Value) -> Value {
    let mut citation = saved.clone();
    citation.as_object_mut().unwrap().remove("warnings").expect("warnings");
    citation
}

fn path(of: &Value) -> String {
    format!("/api/citations/{}", of["id"].as_str().unwrap())
}

#[tokio::test]
async fn an_added_citation_answers_at_its_id_and_its_readable_id() {
    let library = library();
    let mut sent = citation("Fever & chills");
    sent["languages"][0]["ksbgNumber"] = "KSBG7".into();
    let added = library.admin.post("/api/citations", &sent).await.unwrap();
    assert_eq!(added.status, 201);
    assert_eq!(added.headers["location"], path(&added.body).as_str());
    assert_eq!(added.body["readableIds"], json!([{"id": "fever-chills"}]));
    for address in [path(&added.body), "/api/citations/fever-chills".into()] {
        let answer = library.visitor.get(&address).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.body, without_warnings(&added.body), "{address}");
        assert_eq!(answer.headers["etag"], added.headers["etag"]);
    }
    for field in
        ["title", "authors", "publisher", "languages", "publishDate", "abstract", "audience", "assessment"]
    {
        assert_eq!(added.body[field], sent[field], "{field}");
    }
}

#[tokio::test]
async fn an_old_readable_id_answers_308() {
    let library = library();
    let added = library.add("Fever").await;
    let mut renamed = added.clone();
    renamed["title"] = "High fever".into();
    let saved = library.admin.put(&path(&added), &renamed).await.unwrap();
    assert_eq!(saved.body["readableIds"][0]["id"], "high-fever", "{saved:?}");
    let answer = library.visitor.get("/api/citations/fever").await;
    assert_eq!(answer.status, 308);
    assert_eq!(answer.headers["location"], "/api/citations/high-fever");
    assert_ne!(library.add("Fever").await["readableIds"][0]["id"], "fever", "it is never reused");
}

#[tokio::test]
async fn one_of_eight_requests_with_the_same_id_adds_it() {
    let library = library();
    let attempts = (0..8).map(|n| {
        let mut sent = citation(&format!("Attempt {n}"));
        sent["id"] = "chosen-id".into();
        let admin = library.admin.clone();
        tokio::spawn(async move { admin.post("/api/citations", &sent).await.unwrap() })
    });
    let mut statuses = Vec::new();
    let mut added = Value::Null;
    for attempt in attempts.collect::<Vec<_>>() {
        let answer = attempt.await.unwrap();
        statuses.push(answer.status);
        if answer.status == 201 {
            added = answer.body;
        }
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409, 409, 409]);
    assert_eq!(library.visitor.get("/api/citations/chosen-id").await.body, without_warnings(&added));
    let versions = library.admin.get("/api/citations/chosen-id/versions").await.body;
    assert_eq!(versions.as_array().unwrap().len(), 1, "only one was added: {versions}");
}

#[tokio::test]
async fn readable_ids_are_made_by_the_server_alone() {
    let library = library();
    let other = library.add("Sleep").await;
    let mut sent = citation("Fever");
    sent["readableIds"] = json!([{"id": "mine"}, {"id": "older"}]);
    let added = library.admin.post("/api/citations", &sent).await.unwrap();
    assert_eq!((added.status, &added.body["readableIds"]), (201, &json!([{"id": "fever"}])));
    let mut edited = added.body.clone();
    edited["readableIds"] = json!([{"id": "mine"}, {"id": other["readableIds"][0]["id"]}]);
    let saved = library.admin.put(&path(&added.body), &edited).await.unwrap();
    assert_eq!((saved.status, &saved.body["readableIds"]), (200, &json!([{"id": "fever"}])));
    assert_eq!(library.visitor.get("/api/citations/mine").await.status, 404);
    // A readable ID, current or former, cannot be an ID.
    for (id, status) in [("sleep", 409), ("a\u{202e}b", 422), ("a\u{200b}", 422), ("free", 201)] {
        let mut sent = citation("Another");
        sent["id"] = id.into();
        let answer = library.admin.post("/api/citations", &sent).await.unwrap();
        assert_eq!(answer.status, status, "{id:?}: {answer:?}");
    }
}

#[tokio::test]
async fn an_unknown_citation_is_a_problem() {
    let library = library();
    for address in ["/api/citations/none", "/api/citations/%FF", "/api/citations/%00", "/api/citations/a%2Fb"]
    {
        let answer = library.visitor.get(address).await;
        assert_eq!(answer.status, 404, "{address}: {answer:?}");
        assert_eq!(answer.headers["content-type"], "application/problem+json");
    }
}

#[tokio::test]
async fn an_unchanged_citation_is_not_sent_again() {
    let library = library();
    let added = library.add("Fever").await;
    let tag = library.visitor.get(&path(&added)).await.headers["etag"].clone();
    let again = library.visitor.request("GET", &path(&added)).header("If-None-Match", tag.clone());
    let again = library.visitor.send(again).await.unwrap();
    assert_eq!((again.status, again.body), (304, Value::Null));
    let mut changed = added.clone();
    changed["notes"] = "New".into();
    assert_eq!(library.admin.put(&path(&added), &changed).await.unwrap().status, 200);
    let after = library.visitor.request("GET", &path(&added)).header("If-None-Match", tag);
    assert_eq!(library.visitor.send(after).await.unwrap().status, 200);
}

#[tokio::test]
async fn a_stale_edit_changes_nothing() {
    let library = library();
    let added = library.add("Fever").await;
    let tag = library.visitor.get(&path(&added)).await.headers["etag"].clone();
    let edit = async |notes: &str| {
        let mut changed = added.clone();
        changed["notes"] = notes.into();
        let request =
            library.admin.request("PUT", &path(&added)).header("If-Match", tag.clone()).json(&changed);
        library.admin.send(request).await.unwrap()
    };
    assert_eq!(edit("first").await.status, 200);
    let stale = edit("second").await;
    assert_eq!(stale.status, 412, "{stale:?}");
    assert_eq!(stale.headers["content-type"], "application/problem+json");
    assert_eq!(library.visitor.get(&path(&added)).await.body["notes"], "first");
}

#[tokio::test]
async fn every_invalid_field_is_named() {
    let library = library();
    let mut bad = citation("");
    bad["publisher"] = json!({"name": " "});
    bad["languages"] = json!([{"lang": "", "ksbgNumber": "", "url": "ftp://x"}]);
    bad["assessment"] = json!(7);
    bad["publishDate"] = json!("yesterday");
    let refused = library.admin.post("/api/citations", &bad).await.unwrap();
    assert_eq!(refused.status, 422, "{refused:?}");
    let fields: Vec<&str> =
        refused.body["errors"].as_array().unwrap().iter().map(|e| e["field"].as_str().unwrap()).collect();
    for field in
        ["title", "publisher.name", "languages[0].lang", "languages[0].url", "assessment", "publishDate"]
    {
        assert!(fields.contains(&field), "{field} is missing: {fields:?}");
    }
    assert_eq!(library.visitor.found("").await, 0);
}

#[tokio::test]
async fn unreadable_bodies_answer_400_and_too_large_ones_413() {
    let library = library();
    for (body, status) in [
        ("{\"title\": ".to_owned(), 400),
        (String::new(), 400),
        ("\u{0}".to_owned(), 400),
        ("[]".to_owned(), 400),
        ("null".to_owned(), 400),
        (format!("{{\"title\": \"{}\"}}", "a".repeat(1 << 20)), 413),
        // Large bodies are parsed on another thread than small ones.
        (format!("{{\"title\": \"{}", "a".repeat(100_000)), 400),
        (format!("{{\"title\": \"{}\"}}", "a".repeat(100_000)), 422),
        (format!("{{\"keywords\": [{}1]}}", "[],".repeat(50_000)), 413),
        (format!("{}1{}", "[".repeat(5000), "]".repeat(5000)), 400),
    ] {
        let request = library.admin.request("POST", "/api/citations").body(body.clone());
        let answer = library.admin.send(request).await.unwrap();
        let head: String = body.chars().take(20).collect();
        assert_eq!(answer.status, status, "{head}: {answer:?}");
        assert_eq!(answer.headers["content-type"], "application/problem+json");
    }
}

#[tokio::test]
async fn a_text_of_invisible_characters_alone_is_absent() {
    let library = library();
    for blank in ["\u{200b}", "\u{2060}", " \u{202e} "] {
        let mut record = citation(blank);
        let refused = library.admin.post("/api/citations", &record).await.unwrap();
        assert_eq!(refused.status, 422, "{refused:?}");
        assert_eq!(refused.body["errors"], json!([{"field": "title", "message": "Title is required."}]));
        record["title"] = format!("Fever {}", blank.escape_unicode()).into();
        record["notes"] = blank.into();
        record["keywords"] = json!(["Care at home", blank]);
        let added = library.admin.post("/api/citations", &record).await.unwrap();
        assert_eq!((added.status, &added.body["notes"]), (201, &Value::Null), "{added:?}");
        assert_eq!(added.body["keywords"], json!(["Care at home"]));
    }
}

#[tokio::test]
async fn an_earlier_version_can_be_restored() {
    let library = library();
    let added = library.add("Fever").await;
    let mut changed = added.clone();
    changed["abstract"] = "Something wrong.".into();
    library.admin.put(&path(&added), &changed).await.unwrap();
    let versions = library.admin.get(&format!("{}/versions", path(&added))).await.body;
    let versions = versions.as_array().unwrap();
    assert_eq!(versions.len(), 2);
    assert_eq!(versions[0]["changed"], json!(["abstract"]));
    assert_eq!(versions[1]["action"], "added");
    assert_eq!(versions[1]["citation"]["abstract"], added["abstract"]);
    let request = json!({"version": versions[1]["version"]});
    let restored = library.admin.post(&format!("{}/restore", path(&added)), &request).await.unwrap();
    assert_eq!(restored.status, 200, "{restored:?}");
    assert_eq!(restored.body["abstract"], added["abstract"]);
    assert_eq!(
        library.admin.get(&format!("{}/versions", path(&added))).await.body.as_array().unwrap().len(),
        3
    );
}

#[tokio::test]
async fn a_restored_version_has_the_names_of_today_and_deleted_values_again() {
    let library = library();
    let mut fever = citation("Fever");
    fever["keywords"] = json!(["Hot", "Warm", "Ill", "Sick"]);
    let mut added = library.admin.post("/api/citations", &fever).await.unwrap().body;
    added["abstract"] = "Another state.".into();
    assert_eq!(library.admin.put(&path(&added), &added).await.unwrap().status, 200);
    let change = |old: &str, new: Option<&str>| json!({"type": "keywords", "oldValue": old, "newValue": new});
    // A rename, a merge, a deletion, and a deletion after a rename.
    library
        .admin
        .change_values(&[
            change("Hot", Some("Heat")),
            change("Warm", Some("Heat")),
            change("Ill", None),
            change("Sick", Some("Unwell")),
            change("Unwell", None),
        ])
        .await;
    assert_eq!(library.admin.get(&path(&added)).await.body["keywords"], json!(["Heat"]));
    let restored =
        library.admin.post(&format!("{}/restore", path(&added)), &json!({"version": 1})).await.unwrap();
    assert_eq!(restored.status, 200, "{restored:?}");
    assert_eq!(restored.body["keywords"], json!(["Heat", "Ill", "Unwell"]));
    let facets = library.visitor.get("/api/search/facets?updated=true").await.body;
    let keywords = facets["keywords"]["buckets"].as_array().unwrap();
    let keywords: Vec<&str> = keywords.iter().map(|bucket| bucket["value"].as_str().unwrap()).collect();
    assert!(!keywords.contains(&"Hot") && !keywords.contains(&"Warm"), "{keywords:?}");
}

#[tokio::test]
async fn fields_that_no_screen_knows_survive_an_edit() {
    let library = library();
    let mut rich = citation("Fever");
    rich["codes"] = json!([{"system": "icd10cm", "code": "R50.9", "display": "Fever"}]);
    rich["reviewCycleMonths"] = json!(24);
    rich["accessibleFormats"] = json!(["Large print"]);
    rich["paperColors"] = json!(["Yellow"]);
    let added = library.admin.post("/api/citations", &rich).await.unwrap().body;
    let edited = library.admin.put(&path(&added), &citation("Fever")).await.unwrap();
    assert_eq!(edited.status, 200, "{edited:?}");
    for field in ["codes", "reviewCycleMonths", "accessibleFormats", "paperColors"] {
        assert_eq!(edited.body[field], rich[field], "{field}");
    }
}

#[tokio::test]
async fn a_change_authorized_by_a_cookie_must_come_from_our_own_pages() {
    let library = library();
    let request = library.visitor.request("POST", "/logout").header("Origin", "https://evil.example");
    assert_eq!(library.visitor.send(request).await.unwrap().status, 403);
    let request = library.visitor.request("POST", "/logout").header("Origin", &library.server.address);
    assert_eq!(library.visitor.send(request).await.unwrap().status, 303);
}
