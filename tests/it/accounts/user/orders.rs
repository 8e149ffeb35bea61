//! /api/user/order: validation, storage and limits.

use super::{ward, ward_with};
use crate::support::{Caller, PATIENCE, citation, order};
use serde_json::{Value, json};

#[tokio::test]
async fn printing_specs_that_can_be_saved_can_be_ordered() {
    let ward = ward().await;
    for (characters, allowed) in [(10_000, true), (10_001, false)] {
        let mut handout = citation(&format!("Specs {characters}"));
        handout["printingSpecs"] = "ü".repeat(characters).into();
        let saved = ward.admin.post("/api/citations", &handout).await.unwrap();
        if !allowed {
            assert_eq!(saved.status, 422, "{characters}");
            assert_eq!(saved.body["errors"][0]["field"], "printingSpecs", "{saved:?}");
            continue;
        }
        assert_eq!(saved.status, 201, "{saved:?}");
        let line = json!({"id": saved.body["id"], "lang": "English", "quantity": 1, "title": "Specs",
            "printingSpecs": saved.body["printingSpecs"]});
        let session = json!({"favorites": [], "order": [line]});
        assert_eq!(ward.staff.post("/api/user/session", &session).await.unwrap().status, 204);
        let mut order = order(&saved.body, 1);
        order["orders"] = json!([line]);
        assert_eq!(ward.staff.post("/api/user/order", &order).await.unwrap().status, 201);
    }
}

#[tokio::test]
async fn an_order_is_stored_with_the_servers_own_date() {
    let ward = ward().await;
    let sent = order(&ward.handout, 40);
    let receipt = ward.staff.post("/api/user/order", &sent).await.unwrap();
    assert_eq!(receipt.status, 201, "{receipt:?}");
    assert_ne!(receipt.body["dateOfOrder"], sent["dateOfOrder"]);
    let mine = ward.staff.get("/api/user/orders").await.body;
    let mine = mine.as_array().unwrap();
    assert_eq!(mine.len(), 1);
    assert_eq!(mine[0]["id"], receipt.body["id"]);
    assert_eq!(mine[0]["mailed"], Value::Null, "no mail server is set");
    assert_eq!(mine[0]["state"], "received");
    assert_eq!(mine[0]["number"], receipt.body["number"]);
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
    assert_ne!(send(&ward.colleague, 5).await.body["id"], first.body["id"], "each sender has their own keys");
    assert_eq!(send(&ward.staff, 6).await.status, 422, "another order needs another key");
}

#[tokio::test]
async fn a_repeated_order_is_answered_even_after_its_required_date() {
    let ward = ward().await;
    let mut body = order(&ward.handout, 5);
    let send = async |body: &Value| {
        let request = ward.staff.request("POST", "/api/user/order").header("Idempotency-Key", "k-1");
        ward.staff.send(request.json(body)).await.unwrap()
    };
    let first = send(&body).await;
    assert_eq!(first.status, 201, "{first:?}");
    let db = rusqlite::Connection::open(ward.data.join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    db.execute("UPDATE orders SET date_required = '2026-01-06'", []).unwrap();
    body["dateRequired"] = "2026-01-06".into();
    let again = send(&body).await;
    assert_eq!((again.status, &again.body), (201, &first.body), "{again:?}");
    body["dateRequired"] = "2026-01-05".into();
    assert_eq!(send(&body).await.status, 422, "another order, for a day in the past");
    body["dateRequired"] = "2026-01-06".into();
    assert_eq!(ward.staff.post("/api/user/order", &body).await.unwrap().status, 422, "a new order");
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
    let line = bad["orders"][0].clone();
    bad["orders"] = json!([line, line, line, line]);
    bad["orders"][1]["id"] = "unknown".into();
    bad["orders"][2]["lang"] = "Klingon".into();
    bad["orders"][3]["lang"] = " ".into();
    let fields = async |sent: &Value| -> Vec<String> {
        let refused = ward.staff.post("/api/user/order", sent).await.unwrap();
        assert_eq!(refused.status, 422, "{refused:?}");
        let errors = refused.body["errors"].as_array().unwrap();
        errors.iter().map(|e| e["field"].as_str().unwrap().to_owned()).collect()
    };
    let named = fields(&bad).await;
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
        "orders[1].id",
        "orders[2].lang",
        "orders[3].lang",
    ] {
        let times = named.iter().filter(|name| *name == field).count();
        assert_eq!(times, 1, "{field}: {named:?}");
    }
    let of_wrong_types = json!({"firstName": 1, "email": [], "orders": [{"id": 7, "quantity": "2"}]});
    let expected =
        ["email", "firstName", "orders[0].id", "orders[0].lang", "orders[0].quantity", "orders[0].title"];
    let mut named = fields(&of_wrong_types).await;
    named.sort();
    assert_eq!(named, expected);
    assert_eq!(ward.staff.get("/api/user/orders").await.body, json!([]));
}

#[tokio::test]
async fn an_order_stores_the_current_fields_of_the_citation() {
    let ward = ward().await;
    let mut handout = ward.handout.clone();
    handout["title"] = "Fever at home".into();
    handout["printingSpecs"] = "Color".into();
    handout["languages"] = json!([
        {"lang": "English", "ksbgNumber": "KSBG7", "url": "https://example.org/new.pdf"},
        {"lang": "Spanish", "ksbgNumber": "KSBG8", "url": null}
    ]);
    let id = handout["id"].as_str().unwrap().to_owned();
    let saved = ward.admin.put(&format!("/api/citations/{id}"), &handout).await.unwrap();
    assert_eq!(saved.status, 200, "{saved:?}");
    // Another title or number sent with the order, from before the change or invented, is ignored.
    let mut sent = order(&ward.handout, 3);
    sent["orders"][0]["title"] = "Call this number".into();
    sent["orders"][0]["itemNum"] = "FAKE1".into();
    sent["orders"][0]["url"] = "https://evil.example.org/".into();
    sent["orders"][0]["readableId"] = "elsewhere".into();
    sent["orders"][0]["printingSpecs"] = "Gold".into();
    let accepted = ward.staff.post("/api/user/order", &sent).await.unwrap();
    assert_eq!(accepted.status, 201, "{accepted:?}");
    let mine = ward.staff.get("/api/user/orders").await.body;
    assert_eq!(
        mine[0]["orders"][0],
        json!({"id": id, "itemNum": "KSBG7", "lang": "English", "quantity": 3, "title": "Fever at home",
            "readableId": saved.body["readableIds"][0]["id"], "url": "https://example.org/new.pdf",
            "printingSpecs": "Color"})
    );
}

#[tokio::test]
async fn lines_that_cannot_be_ordered_are_refused_by_name() {
    let ward = ward().await;
    let mut obsolete = citation("Fever, old");
    obsolete["obsolete"] = true.into();
    let obsolete = ward.admin.post("/api/citations", &obsolete).await.unwrap().body;
    let line = |citation: &Value, lang: &str| json!({"id": citation["id"], "lang": lang, "quantity": 1, "title": "T"});
    let mut sent = order(&ward.handout, 1);
    sent["orders"] = json!([
        line(&ward.handout, "english"),
        line(&ward.handout, "Somali"),
        line(&obsolete, "English"),
        line(&json!({"id": "no-such-citation"}), "English"),
    ]);
    let refused = ward.staff.post("/api/user/order", &sent).await.unwrap();
    assert_eq!(refused.status, 422, "{refused:?}");
    let errors = refused.body["errors"].as_array().unwrap();
    let fields: Vec<&str> = errors.iter().map(|e| e["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["orders[1].lang", "orders[2].id", "orders[3].id"]);
    assert!(errors[1]["message"].as_str().unwrap().contains("'Fever, old' is obsolete"), "{errors:?}");
    assert_eq!(ward.staff.get("/api/user/orders").await.body, json!([]));
    sent["orders"] = json!([line(&ward.handout, "english")]);
    assert_eq!(ward.staff.post("/api/user/order", &sent).await.unwrap().status, 201);
    let mine = ward.staff.get("/api/user/orders").await.body;
    assert_eq!(mine[0]["orders"][0]["lang"], "English");
}

#[tokio::test]
async fn orders_are_limited_per_person_and_hour() {
    let ward = ward_with(|start| start.with("ORDERS__PER_HOUR", 3)).await;
    let send = async |caller: &Caller, key: usize| {
        let request = caller
            .request("POST", "/api/user/order")
            .header("Idempotency-Key", format!("k-{key}"))
            .json(&order(&ward.handout, 5));
        caller.send(request).await.unwrap()
    };
    // Sent concurrently: the limit is applied where orders are stored.
    let all = futures_util::future::join_all((0..8).map(|key| send(&ward.staff, key))).await;
    let accepted: Vec<usize> = (0..8).filter(|&key| all[key].status == 201).collect();
    assert_eq!(accepted.len(), 3, "{all:?}");
    let refused = all.iter().find(|answer| answer.status != 201).unwrap();
    assert_eq!(refused.status, 429);
    assert_eq!(refused.headers["content-type"], "application/problem+json");
    let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=3_600).contains(&wait), "{wait}");
    assert_eq!(ward.staff.get("/api/user/orders").await.body.as_array().unwrap().len(), 3);
    assert_eq!(send(&ward.staff, accepted[0]).await.status, 201, "a repeated order does not count");
    assert_eq!(send(&ward.colleague, 0).await.status, 201, "the limit is per person");
    // Orders dated in the future by a wrong clock do not count, nor do those older than an hour.
    let db = rusqlite::Connection::open(ward.data.join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    db.execute("UPDATE orders SET stored = '2999-01-01T00:00:00.000Z'", []).unwrap();
    assert_eq!(send(&ward.staff, 100).await.status, 201);
    db.execute("UPDATE orders SET stored = '2020-01-01T00:00:00.000Z'", []).unwrap();
    assert_eq!(send(&ward.staff, 101).await.status, 201);
}

#[tokio::test]
async fn orders_are_not_limited_when_the_limit_is_zero() {
    let ward = ward_with(|start| start.with("ORDERS__PER_HOUR", 0)).await;
    for _ in 0..25 {
        assert_eq!(ward.staff.post("/api/user/order", &order(&ward.handout, 1)).await.unwrap().status, 201);
    }
}
