//! The citations of packets: obsolete ones, and their replacements.

use super::library::{added, by_id, change, diabetes, each, fields, handout, library, obsolete, packet};
use serde_json::{Value, json};

/// 'Old' is replaced by 'older', that by 'new'; nothing replaces 'lost'.
fn replaced() -> Vec<Value> {
    let mut all = diabetes();
    all.extend([
        handout("old", "Old pump", &["English", "Russian"]),
        obsolete(handout("older", "Older pump", &["English"]), Some("new")),
        handout("new", "New pump", &["English", "Spanish"]),
        handout("lost", "Lost paper", &["English"]),
    ]);
    all
}

#[tokio::test]
async fn a_citation_that_becomes_obsolete_is_replaced_for_the_public_and_shown_to_the_owner() {
    let library = library(&replaced());
    let mut body = packet("Pumps", true, &["old", "lost", "new", "insulin"]);
    body["items"][0]["note"] = "Charge it.".into();
    let made = added(&library.admin, &body).await;
    let path = by_id(&made);
    let overview =
        async || library.admin.get("/api/system/overview").await.body["packetsWithObsolete"].clone();
    assert_eq!(overview().await, 0);
    for (id, by) in [("old", Some("older")), ("lost", None)] {
        let mut citation = library.admin.get(&format!("/api/citations/{id}")).await.body;
        citation["obsolete"] = true.into();
        citation["replacedBy"] = json!(by);
        assert_eq!(library.admin.put(&format!("/api/citations/{id}"), &citation).await.unwrap().status, 200);
    }
    let public = library.visitor.get(&format!("{path}?lang=es")).await.body;
    assert_eq!(each(&public["items"], "citation"), ["new", "lost", "insulin"], "each once");
    assert_eq!(each(&public["items"], "obsolete"), [false, true, false]);
    assert_eq!(
        public["items"][0]["replaces"],
        json!({"citation": "old", "readableId": "old-pump", "title": "Old pump"})
    );
    assert_eq!(public["items"][0]["note"], "Charge it.");
    assert_eq!(public["items"][0]["version"]["lang"], "Spanish");
    assert_eq!(public["needsLook"], json!(null));
    assert_eq!(public["languages"][0], json!({"tag": "en", "name": "English", "dir": "ltr", "count": 3}));

    let own = library.admin.get(&format!("{path}?lang=es")).await.body;
    assert_eq!(each(&own["items"], "citation"), ["old", "lost", "new", "insulin"]);
    assert_eq!(own["needsLook"], 2);
    assert_eq!(own["items"][0]["replacement"]["citation"], "new");
    assert_eq!(own["items"][0]["replacement"]["version"]["lang"], "Spanish");
    assert_eq!(own["items"][1]["replacement"], json!(null));
    assert_eq!(own["languages"], public["languages"], "the same as the public's");
    assert_eq!(overview().await, 1);
    let listed = library.admin.get("/api/packets?obsolete=true").await.body;
    assert_eq!((&listed["found"], &listed["packets"][0]["needsLook"]), (&json!(1), &json!(2)));
    assert_eq!(listed["packets"][0]["languages"], public["languages"]);

    // Citations that were in the packet before may stay, also in another order.
    let reordered = packet("Pumps", true, &["lost", "old"]);
    assert_eq!(change(&library.admin, &path, &reordered).await.status, 200);
    assert_eq!(change(&library.admin, &path, &packet("Pumps", true, &["old"])).await.status, 200);
    let refused = change(&library.admin, &path, &packet("Pumps", true, &["old", "lost"])).await;
    assert_eq!(fields(&refused), ["items[1].citation"]);
    let new = library.nurse.post("/api/packets", &packet("Mine", false, &["insulin", "old"])).await.unwrap();
    assert_eq!(fields(&new), ["items[1].citation"]);
    let message = new.body["errors"][0]["message"].as_str().unwrap();
    assert_eq!(message, "'Old pump' is obsolete. It is replaced by 'New pump'.");
}

#[tokio::test]
async fn a_citation_lists_the_department_packets_that_contain_it() {
    let library = library(&diabetes());
    let tag = async || library.visitor.get("/api/citations/insulin").await.headers["etag"].clone();
    let alone = tag().await;
    assert_eq!(library.visitor.get("/api/citations/insulin").await.body["packets"], json!([]));
    added(&library.nurse, &packet("Mine", false, &["insulin"])).await;
    assert_eq!(tag().await, alone, "nothing visible to others has changed");
    let made = added(&library.admin, &packet("Diabetes", true, &["insulin"])).await;
    added(&library.admin, &packet("After surgery", true, &["insulin", "sugar"])).await;
    let seen = library.visitor.get("/api/citations/insulin").await;
    assert_eq!(
        seen.body["packets"],
        json!([
            {"readableId": "after-surgery", "title": "After surgery"},
            {"readableId": "diabetes", "title": "Diabetes"}
        ])
    );
    assert_ne!(seen.headers["etag"], alone);
    // A form that was opened before does not become stale because of a packet.
    let mut body = seen.body.clone();
    body["title"] = "Insulin".into();
    let save = library.admin.request("PUT", "/api/citations/insulin").header("If-Match", &alone).json(&body);
    let saved = library.admin.send(save).await.unwrap();
    assert_eq!((saved.status, saved.body["packets"].as_array().unwrap().len()), (200, 2), "{saved:?}");
    let review = library.admin.request("POST", "/api/citations/insulin/review").json(&json!({"note": null}));
    let review = review.header("If-Match", &saved.headers["etag"]);
    assert_eq!(library.admin.send(review).await.unwrap().status, 200);
    let remove = library.admin.request("DELETE", &by_id(&made));
    assert_eq!(library.admin.send(remove).await.unwrap().status, 204);
    let left = library.visitor.get("/api/citations/insulin").await.body["packets"].clone();
    assert_eq!(each(&left, "title"), ["After surgery"]);
}
