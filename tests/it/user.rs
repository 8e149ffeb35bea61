//! /api/user: rights, favorites, order list, profile, orders.

use crate::support::provider::Provider;
use crate::support::{Caller, Server, Start, citation, order};
use serde_json::{Value, json};

struct Ward {
    _folder: tempfile::TempDir,
    _server: Server,
    staff: Caller,
    colleague: Caller,
    handout: Value,
}

async fn ward() -> Ward {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let handout =
        server.bearer(provider.admin()).post("/api/citations", &citation("Fever")).await.unwrap().body;
    let (staff, colleague) = (server.bearer(provider.staff()), server.bearer(provider.token("clerk", &[])));
    Ward { _folder: folder, _server: server, staff, colleague, handout }
}

#[tokio::test]
async fn a_person_sees_who_they_are() {
    let ward = ward().await;
    assert_eq!(
        ward.staff.get("/api/user").await.body,
        json!({
            "admin": false, "session": {"favorites": [], "order": []}, "searches": [],
            "profile": {"given_name": "Ada", "family_name": "Nurse", "email": "nurse@example.org"}
        })
    );
    let profile = ward.staff.get("/api/user/profile").await.body;
    assert_eq!(profile["claims"]["groups"], json!(["nurses"]));
    assert_eq!(profile["accessToken"].as_str().unwrap().split('.').count(), 3);
}

#[tokio::test]
async fn favorites_and_order_list_are_kept_for_their_owner_alone() {
    let ward = ward().await;
    let id = &ward.handout["id"];
    let line = json!({
        "id": id, "itemNum": "KSBG1", "lang": "English", "quantity": 2, "readableId": "fever", "title": "Fever",
        "url": "https://example.org/handout.pdf", "printingSpecs": "Color"
    });
    let session = json!({"favorites": [{"id": id, "title": "Fever"}], "order": [line]});
    let saved = ward.staff.post("/api/user/session", &session).await.unwrap();
    assert_eq!(saved.status, 204, "{saved:?}");
    assert_eq!(ward.staff.get("/api/user").await.body["session"], session);
    assert_eq!(ward.colleague.get("/api/user").await.body["session"], json!({"favorites": [], "order": []}));
    let empty = json!({"favorites": [], "order": []});
    assert_eq!(ward.staff.post("/api/user/session", &empty).await.unwrap().status, 204);
    assert_eq!(ward.staff.get("/api/user").await.body["session"], empty);
}

#[tokio::test]
async fn two_devices_keep_what_each_of_them_added() {
    let ward = ward().await;
    let id = &ward.handout["id"];
    let favorite = json!({"id": id, "title": "Fever"});
    let line = json!({"id": id, "itemNum": null, "lang": "English", "quantity": 2, "readableId": null, "title": "Fever",
        "url": null, "printingSpecs": null});
    let nothing = json!({"favorites": [], "order": []});
    for sent in [json!({"favorites": [favorite], "order": []}), json!({"favorites": [], "order": [line]})] {
        let mut sent = sent;
        sent["base"] = nothing.clone();
        assert_eq!(ward.staff.post("/api/user/session", &sent).await.unwrap().status, 204);
    }
    let both = json!({"favorites": [favorite], "order": [line]});
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
        (json!({"id": "no-such-citation"}), "order[1].id"),
        (json!({"id": ""}), "order[1].id"),
        (json!({"lang": " "}), "order[1].lang"),
        (json!({"itemNum": "KSBG\n1"}), "order[1].itemNum"),
        (json!({"title": "a\u{0}b"}), "order[1].title"),
        (json!({"printingSpecs": "a\u{1b}b"}), "order[1].printingSpecs"),
        (json!({"printingSpecs": "x".repeat(20_000)}), "order[1].printingSpecs"),
    ] {
        assert_eq!(fields(line(changed.clone())).await, [field], "{changed}");
    }
    let unknown =
        json!({"favorites": [{"id": id, "title": "Fever"}, {"id": "gone", "title": "Gone"}], "order": []});
    assert_eq!(fields(unknown).await, ["favorites[1].id"]);
    assert_eq!(fields(json!({"favorites": []})).await, ["order"]);
    assert_eq!(fields(json!({"favorites": [{"id": id}], "order": []})).await, ["favorites[0].title"]);
    let many: Vec<Value> =
        (0..501).map(|n| json!({"id": id, "lang": format!("L{n}"), "quantity": 1, "title": "F"})).collect();
    assert_eq!(fields(json!({"favorites": [], "order": many})).await, ["order"]);
    assert_eq!(ward.staff.get("/api/user").await.body["session"], json!({"favorites": [], "order": []}));
    let unreadable = ward.staff.request("POST", "/api/user/session").body("{");
    assert_eq!(ward.staff.send(unreadable).await.unwrap().status, 400);
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

#[tokio::test]
async fn an_order_is_kept_with_the_servers_own_date() {
    let ward = ward().await;
    let sent = order(&ward.handout, 40);
    let receipt = ward.staff.post("/api/user/order", &sent).await.unwrap();
    assert_eq!(receipt.status, 201, "{receipt:?}");
    assert_ne!(receipt.body["dateOfOrder"], sent["dateOfOrder"]);
    let mine = ward.staff.get("/api/user/orders").await.body;
    let mine = mine.as_array().unwrap();
    assert_eq!(mine.len(), 1);
    assert_eq!(mine[0]["id"], receipt.body["id"]);
    assert_eq!(mine[0]["state"], "stored", "no mail server is set");
    assert_eq!(mine[0]["orders"][0]["quantity"], 40);
    assert_eq!(ward.colleague.get("/api/user/orders").await.body, json!([]));
}

#[tokio::test]
async fn the_same_key_twice_makes_one_order() {
    let ward = ward().await;
    let send = async |caller: &Caller, quantity: u32| {
        let request = caller
            .request("POST", "/api/user/order")
            .header("Idempotency-Key", "k-1")
            .json(&order(&ward.handout, quantity));
        caller.send(request).await.unwrap()
    };
    let (first, again) = (send(&ward.staff, 5).await, send(&ward.staff, 5).await);
    assert_eq!((first.status, again.status), (201, 201));
    assert_eq!(first.body, again.body);
    assert_eq!(ward.staff.get("/api/user/orders").await.body.as_array().unwrap().len(), 1);
    assert_ne!(send(&ward.colleague, 5).await.body["id"], first.body["id"], "a key is its sender's own");
    assert_eq!(send(&ward.staff, 6).await.status, 422, "another order needs another key");
}

#[tokio::test]
async fn an_order_names_every_field_that_is_wrong() {
    let ward = ward().await;
    let mut bad = order(&ward.handout, 0);
    for field in ["firstName", "lastName", "phoneNumber", "department", "mailStop", "costCenter"] {
        bad[field] = " ".into();
    }
    bad["email"] = "no address".into();
    bad["dateRequired"] = "soon".into();
    let refused = ward.staff.post("/api/user/order", &bad).await.unwrap();
    assert_eq!(refused.status, 422, "{refused:?}");
    let fields: Vec<&str> =
        refused.body["errors"].as_array().unwrap().iter().map(|e| e["field"].as_str().unwrap()).collect();
    for field in [
        "firstName",
        "lastName",
        "phoneNumber",
        "department",
        "mailStop",
        "costCenter",
        "email",
        "dateRequired",
        "orders[0].quantity",
    ] {
        assert!(fields.contains(&field), "{field} is missing: {fields:?}");
    }
    assert_eq!(ward.staff.get("/api/user/orders").await.body, json!([]));
}
