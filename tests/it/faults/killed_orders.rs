//! kill -9 at random moments during batches of transitions and while their mails are sent.

use super::{Moments, kill_rounds};
use crate::orders::{start, states};
use crate::support::mail_server::MailServer;
use crate::support::provider::Provider;
use crate::support::{PATIENCE, Start, citation, order};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

const ORDERS: usize = 30;

/// Each transition of an interrupted batch was made completely, with its event and its mail, or not at all; a delivery
/// is reported once. Resuming from the state in the list completes the batch.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_batch_leaves_whole_transitions() {
    let rounds = kill_rounds();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    let mailing = |start: Start| {
        start
            .with("ORDERS__SMTP_URL", mail_server.url())
            .with("ORDERS__COPY_CENTER_EMAIL", "copies@example.org")
            .with("ORDERS__FROM", "handout@example.org")
    };
    let server = start(&data, &provider, mailing);
    let saved =
        server.bearer(provider.admin()).post("/api/citations", &citation("Asthma")).await.unwrap().body;
    server.kill();
    let mut moments = Moments::new("killed batches");
    let mut cut_off = 0;
    for _ in 0..rounds {
        let server = start(&data, &provider, mailing);
        let (nurse, copy_center) =
            (server.bearer(provider.staff()), server.bearer(provider.token("casey", &["copy-center"])));
        let mut versions: BTreeMap<String, i64> = BTreeMap::new();
        for _ in 0..ORDERS {
            let answer = nurse.post("/api/user/order", &order(&saved, 3)).await.unwrap();
            versions.insert(answer.body["number"].as_str().unwrap().to_owned(), 1);
        }
        let batch = |versions: &BTreeMap<String, i64>| {
            let orders: Vec<Value> =
                versions.iter().map(|(id, version)| json!({"id": id, "version": version})).collect();
            json!({"state": "sent", "orders": orders})
        };
        let first = batch(&versions);
        let taking = tokio::spawn(async move { copy_center.post("/api/orders/state", &first).await });
        tokio::time::sleep(moments.within(Duration::from_millis(250))).await;
        server.kill();
        let answered = taking.await.unwrap();

        let server = start(&data, &provider, mailing);
        let copy_center = server.bearer(provider.token("casey", &["copy-center"]));
        let mut left = BTreeMap::new();
        for number in versions.keys() {
            let order = copy_center.get(&format!("/api/orders/{number}")).await.body;
            let events = states(&order);
            let sent = order["lines"][0]["sent"].as_i64().unwrap();
            let version = order["version"].as_i64().unwrap();
            match order["state"].as_str().unwrap() {
                "received" => assert_eq!((events.len(), sent, version), (1, 0, 1), "{order}"),
                "sent" => assert_eq!((events.len(), sent, version), (2, 3, 2), "{order}"),
                other => panic!("{other}: {order}"),
            }
            if version == 1 {
                left.insert(number.clone(), version);
            }
        }
        assert!(answered.is_err() || left.is_empty(), "an answered batch is complete");
        cut_off += usize::from(!left.is_empty() && left.len() < ORDERS);
        if !left.is_empty() {
            let rest = copy_center.post("/api/orders/state", &batch(&left)).await.unwrap();
            assert_eq!(rest.status, 200);
            assert!(
                rest.body["orders"].as_array().unwrap().iter().all(|one| one["status"] == 200),
                "{rest:?}"
            );
        }
        wait_until_settled(&data).await;
        server.kill();
    }
    println!("{cut_off} of {rounds} batches were cut off in between");
    // Each order was mailed and its delivery reported, each under one Message-ID, however often the server was killed.
    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for mail in mail_server.mails(0).await {
        let head = mail.text.split("\n\n").next().unwrap().to_owned();
        let value = |name: &str| {
            head.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned()
        };
        ids.entry(value("Subject:")).or_default().insert(value("Message-ID:"));
    }
    let (orders, notices): (Vec<_>, Vec<_>) =
        ids.iter().partition(|(subject, _)| subject.starts_with("Patient"));
    let expected = ORDERS * usize::try_from(rounds).unwrap();
    assert_eq!((orders.len(), notices.len()), (expected, expected));
    assert!(ids.values().all(|ids| ids.len() == 1), "{ids:?}");
}

async fn wait_until_settled(data: &std::path::Path) {
    let db = rusqlite::Connection::open(data.join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    let begun = Instant::now();
    loop {
        db.execute(
            "UPDATE outbox SET next_try = 0 WHERE mailed IS NULL AND next_try > 0 AND NOT sending",
            [],
        )
        .unwrap();
        let waiting: i64 = db
            .query_row("SELECT count(*) FROM outbox WHERE mailed IS NULL AND dropped IS NULL", [], |row| {
                row.get(0)
            })
            .unwrap();
        if waiting == 0 {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "{waiting} mails are pending");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
