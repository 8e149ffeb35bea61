//! Schema 9: orders move from JSON to columns and get numbers and states; roles other than the administrator's.

use super::{make_earlier, schema_version};
use crate::support::mail_server::MailServer;
use crate::support::provider::Provider;
use crate::support::{Start, command};
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// An empty database of schema 8 in `data`.
fn schema_8(folder: &Path, data: &Path) -> PathBuf {
    let present = folder.join("empty");
    assert!(Start::on(&present).run().stop().success());
    make_earlier(&present.join("catalogue.db"), 8, data)
}

/// The person with the bearer token of `provider.staff()`, as a user record of schema 8.
fn add_person(db: &Connection, provider: &Provider, key: i64) {
    let sub = provider.claims("nurse", &[])["sub"].as_str().unwrap().to_owned();
    db.execute(
        "INSERT INTO users (key, issuer, sub, email, email_verified, given_name, family_name, first_seen) \
         VALUES (?1, ?2, ?3, 'nurse@example.org', 1, 'Ada', 'Nurse', '2026-01-01T00:00:00.000Z')",
        params![key, provider.issuer(), sub],
    )
    .unwrap();
}

fn body(required: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut body = json!({
        "firstName": "Nora \"N\"", "lastName": "Vánce", "email": "nora@example.org", "phoneNumber": "555 0100",
        "department": "Asthma & Allergy", "mailStop": "MB 12", "dateOfOrder": "2025-12-30", "dateRequired": required,
        "costCenter": "0012", "activity": null, "costCategory": "7", "specialInstructions": "Staple\ntwice ✓",
        "orders": [
            {"id": "gone", "itemNum": "KSBG1042", "lang": "Español", "quantity": 40, "readableId": "asma", "title": "Asma",
             "url": "https://example.org/a", "printingSpecs": "Color\nlegal"},
            {"id": "b", "itemNum": null, "lang": "Arabic", "quantity": 1, "readableId": null, "title": "خطة",
             "url": null, "printingSpecs": null}
        ]
    });
    change(&mut body);
    body
}

fn add_order(db: &Connection, key: i64, day: &str, user: i64, idempotency: Option<&str>, body: &Value) {
    db.execute(
        "INSERT INTO orders (key, id, user, idempotency_key, date_of_order, sent, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![key, format!("order-{key}"), user, idempotency, day, format!("{day}T12:00:00.000Z"), body.to_string()],
    )
    .unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_without_states_are_preserved_and_get_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let data = folder.path().join("data");
    let database = schema_8(folder.path(), &data);
    let db = Connection::open(&database).unwrap();
    add_person(&db, &provider, 7);
    let future = "2999-01-01";
    // Keys with gaps, two years, and a clock that once went back.
    let old = [
        (2, "2025-12-30", "2026-01-02"),
        (3, "2025-12-31", future),
        (5, "2026-01-01", "2026-01-09"),
        (6, "2025-12-31", "2026-01-09"),
        (9, "2026-02-01", future),
    ];
    for (key, day, required) in old {
        add_order(
            &db,
            key,
            day,
            7,
            (key == 9).then_some("k-9"),
            &body(required, |body| body["dateOfOrder"] = day.into()),
        );
    }
    // One was mailed, one is pending after two attempts, one is pending without its copy.
    db.execute_batch(
        "INSERT INTO outbox (order_key, tries, next_try, mailed) VALUES (2, 1, 5, '2025-12-30T12:00:01.000Z'); \
         INSERT INTO outbox (order_key, tries, next_try, last_error, tried) VALUES (3, 2, 4000000000, 'down', 9); \
         INSERT INTO outbox (order_key, tries, next_try, without_copy) VALUES (9, 1, 0, 1);",
    )
    .unwrap();
    drop(db);

    // Nothing listens there: pending mails stay pending.
    let server = Start::on(&data)
        .signed_in_at(&provider)
        .with("ORDERS__SMTP_URL", "smtp://127.0.0.1:1")
        .with("ORDERS__COPY_CENTER_EMAIL", "copies@example.org")
        .with("ORDERS__FROM", "handout@example.org")
        .run();
    assert_eq!(schema_version(&database), super::newest());
    let staff = server.bearer(provider.staff());
    let mine = staff.get("/api/user/orders").await.body;
    let listed = |field: &str| -> Vec<String> {
        mine.as_array().unwrap().iter().map(|order| order[field].as_str().unwrap_or("-").to_owned()).collect()
    };
    assert_eq!(listed("id"), ["order-9", "order-6", "order-5", "order-3", "order-2"]);
    assert_eq!(listed("number"), ["26-000002", "25-000003", "26-000001", "25-000002", "25-000001"]);
    assert_eq!(listed("state"), ["received", "sent", "sent", "received", "sent"]);
    assert_eq!(listed("mailed"), ["waiting", "-", "-", "waiting", "sent"]);
    for (order, (key, day, required)) in mine.as_array().unwrap().iter().rev().zip(old) {
        assert_eq!(order["sent"], format!("{day}T12:00:00.000Z"));
        let expected = body(required, |body| body["dateOfOrder"] = day.into());
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(&order[field], value, "{field} of order {key}");
        }
        let lines = order["lines"].as_array().unwrap();
        assert_eq!((lines[0]["line"].clone(), lines[1]["line"].clone()), (json!(1), json!(2)));
        let is_sent = order["state"] == "sent";
        assert_eq!(lines[0]["sent"], if is_sent { json!(40) } else { json!(0) });
        assert_eq!(lines[0]["obsolete"], true, "the citation no longer exists");
        assert_eq!((&order["estimate"], &lines[0]["pages"]), (&Value::Null, &Value::Null));
        let events = order["events"].as_array().unwrap();
        assert_eq!(events[0]["state"], "received");
        assert_eq!(events[0]["at"], order["sent"]);
        assert_eq!(events[0]["by"], "Nora \"N\" Vánce");
        assert_eq!(events.len(), if is_sent { 2 } else { 1 });
        if is_sent {
            assert_eq!(events[1]["note"], "from before order states");
        }
    }
    // An idempotency key sent before is still known, and the next number follows.
    let again = body(future, |_| ());
    let send = async |key: &str| {
        let request = staff.request("POST", "/api/user/order").header("Idempotency-Key", key).json(&again);
        staff.send(request).await.unwrap()
    };
    let known = send("k-9").await;
    assert_eq!(known.status, 201, "{known:?}");
    assert_eq!((&known.body["id"], &known.body["number"]), (&json!("order-9"), &json!("26-000002")));
    assert!(server.stop().success());
    let db = Connection::open(&database).unwrap();
    let waits: Vec<String> =
        super::rows(&db, "outbox", "order_key, kind, tries >= 1, without_copy, mailed IS NOT NULL");
    assert_eq!(waits.len(), 3, "{waits:?}");
    let fault: String =
        db.query_row("SELECT last_error FROM outbox WHERE order_key = 3", [], |row| row.get(0)).unwrap();
    assert!(!fault.is_empty());
    // As if the wait before the next attempt were over.
    db.execute("UPDATE outbox SET next_try = 0 WHERE mailed IS NULL", []).unwrap();
    drop(db);

    // The pending mails are sent, the one without its copy without it.
    let mail_server = MailServer::start();
    let server = Start::on(&data)
        .signed_in_at(&provider)
        .with("ORDERS__SMTP_URL", mail_server.url())
        .with("ORDERS__COPY_CENTER_EMAIL", "copies@example.org")
        .with("ORDERS__FROM", "handout@example.org")
        .run();
    let mails = mail_server.mails(2).await;
    let of = |number: &str| mails.iter().find(|mail| mail.text.contains(number)).unwrap();
    assert_eq!(of("26-000002").to, ["copies@example.org"]);
    assert_eq!(of("25-000002").to, ["copies@example.org", "nurse@example.org"]);
    assert!(server.stop().success());
}

/// The server's date decides: an order of today may be over east of it and not yet in the west.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_servers_day_decides_which_orders_are_over() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let west =
        jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::fixed(jiff::tz::offset(-11))).date().to_string();
    for (zone, state) in [("<-11>11", "received"), ("<+14>-14", "sent")] {
        let data = folder.path().join(state);
        let database = schema_8(folder.path(), &data);
        let db = Connection::open(&database).unwrap();
        add_person(&db, &provider, 1);
        add_order(&db, 1, "2026-01-05", 1, None, &body(&west, |_| ()));
        drop(db);
        let server = Start::on(&data).signed_in_at(&provider).environment("TZ", zone).run();
        let mine = server.bearer(provider.staff()).get("/api/user/orders").await.body;
        assert_eq!(mine[0]["state"], state, "{zone}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn existing_and_pending_administrators_stay_administrators() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let data = folder.path().join("data");
    let database = schema_8(folder.path(), &data);
    let db = Connection::open(&database).unwrap();
    add_person(&db, &provider, 1);
    db.execute_batch(
        "UPDATE users SET admin = 1; \
         INSERT INTO users (key, issuer, sub, first_seen) VALUES (2, 'https://idp', 'clerk', '2026'); \
         INSERT INTO admin_grants (email, granted_at) VALUES ('late@example.org', '2026-01-01T00:00:00.000Z'); \
         INSERT INTO sign_ins (fingerprint, user, began, used, group_admin, sealed) \
         VALUES (x'01', 2, unixepoch(), unixepoch(), 1, x'00'), (x'02', 2, unixepoch(), unixepoch(), 0, x'00');",
    )
    .unwrap();
    drop(db);
    let server = Start::on(&data).signed_in_at(&provider).run();
    let user = server.bearer(provider.staff()).get("/api/user").await.body;
    assert_eq!((&user["admin"], &user["roles"]), (&json!(true), &json!(["admin", "copy-center"])));
    assert!(server.stop().success());
    let (succeeded, listed) = command(&data, &["admin", "list"]);
    assert!(succeeded, "{listed}");
    assert!(
        listed.contains("nurse@example.org, admin\n") && listed.contains("late@example.org (waits"),
        "{listed}"
    );
    let db = Connection::open(&database).unwrap();
    let groups: Vec<String> = super::rows(&db, "sign_ins", "fingerprint, group_roles");
    assert_eq!(groups, [r#"[Blob([1]), Text("admin")]"#, r#"[Blob([2]), Text("")]"#]);
}
