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
