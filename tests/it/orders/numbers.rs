//! Order numbers: consecutive by year and never reused, whatever happens to the database.

use super::{shop, start};
use crate::support::command;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The sequence in `26-000123`.
fn sequence(number: &str) -> u32 {
    let (year, sequence) = number.split_once('-').unwrap();
    assert_eq!((year.len(), sequence.len()), (2, 6), "{number}");
    sequence.parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn numbers_have_neither_gaps_nor_duplicates() {
    let shop = shop().await;
    // A refused order does not take a number.
    let bad = shop.body(|body| body["email"] = "nobody".into());
    assert_eq!(shop.nurse.post("/api/user/order", &bad).await.unwrap().status, 422);
    let mut orders = Vec::new();
    for n in 0..20 {
        let (caller, body) = (shop.nurse.clone(), shop.body(|_| ()));
        orders.push(tokio::spawn(async move {
            // Every second order is sent twice, as after a lost response.
            let send = async || {
                let request = caller
                    .request("POST", "/api/user/order")
                    .header("Idempotency-Key", format!("k{n}"))
                    .json(&body);
                caller.send(request).await.unwrap()
            };
            let first = send().await;
            if n % 2 == 0 {
                assert_eq!(send().await.body, first.body);
            }
            first
        }));
    }
    let mut given = BTreeSet::new();
    for order in orders {
        let answer = order.await.unwrap();
        assert_eq!(answer.status, 201, "{answer:?}");
        let year = &answer.body["dateOfOrder"].as_str().unwrap()[2..4];
        let number = answer.body["number"].as_str().unwrap();
        assert!(number.starts_with(year), "{number}");
        given.insert(sequence(number));
    }
    assert_eq!(given, (1..=20).collect());
}

/// An earlier database is restored: the numbers of later orders are not reused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restore_reuses_no_number() {
    let shop = shop().await;
    for n in 1..=2 {
        assert_eq!(sequence(&shop.ordered(|_| ()).await), n);
    }
    let copy = shop.data.parent().unwrap().join("copy.db");
    let copied = copy.to_str().unwrap().to_owned();
    let (succeeded, output) = command(&shop.data, &["backup", &copied]);
    assert!(succeeded, "{output}");
    for n in 3..=5 {
        assert_eq!(sequence(&shop.ordered(|_| ()).await), n);
    }
    let body = shop.body(|_| ());
    let super::Shop { _folder, data, provider, server, .. } = shop;
    let next = async |server: &crate::support::Server| {
        let answer = server.bearer(provider.staff()).post("/api/user/order", &body).await.unwrap();
        assert_eq!(answer.status, 201, "{answer:?}");
        sequence(answer.body["number"].as_str().unwrap())
    };
    assert!(server.stop().success());

    // The replaced database has the numbers that it assigned, even without the file beside it.
    let note = data.join("order-numbers");
    std::fs::remove_file(&note).unwrap();
    let (succeeded, output) = command(&data, &["restore", &copied]);
    assert!(succeeded, "{output}");
    let server = start(&data, &provider, |start| start);
    assert_eq!(next(&server).await, 6);
    let mine = server.bearer(provider.staff()).get("/api/user/orders").await.body;
    let kept: Vec<Value> = mine.as_array().unwrap().iter().map(|order| order["number"].clone()).collect();
    assert_eq!(kept.len(), 3, "{kept:?}");
    server.kill();

    // If it cannot be read, the file with the last number counts.
    std::fs::write(data.join("catalogue.db"), "no database any more").unwrap();
    for companion in ["catalogue.db-wal", "catalogue.db-shm"] {
        let _ = std::fs::remove_file(data.join(companion));
    }
    let (succeeded, output) = command(&data, &["restore", &copied]);
    assert!(succeeded, "{output}");
    let server = start(&data, &provider, |start| start);
    assert_eq!(next(&server).await, 7);
    server.kill();

    // Also if it is missing altogether.
    for entry in std::fs::read_dir(&data).unwrap().map(Result::unwrap) {
        if entry.file_name().to_string_lossy().starts_with("catalogue.db") {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    let (succeeded, output) = command(&data, &["restore", &copied]);
    assert!(succeeded, "{output}");
    let server = start(&data, &provider, |start| start);
    assert_eq!(next(&server).await, 8);
    assert!(server.stop().success());
    // If the file is behind, the database counts.
    std::fs::write(&note, "").unwrap();
    let server = start(&data, &provider, |start| start);
    assert_eq!(next(&server).await, 9);
    assert!(json!(std::fs::read_to_string(&note).unwrap()).as_str().unwrap().trim().ends_with("0000000009"));
}

/// The next number of a year is its last one plus one, whatever the clock says.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_year_continues_its_numbers() {
    let shop = shop().await;
    let first = shop.ordered(|_| ()).await;
    let year: i64 = first[..2].parse().unwrap();
    let db = rusqlite::Connection::open(shop.data.join("catalogue.db")).unwrap();
    db.busy_timeout(crate::support::PATIENCE).unwrap();
    // The clock was once a year ahead, and this year has had many orders already.
    db.execute("INSERT INTO order_numbers (year, last) VALUES (?1, 7)", [year + 1]).unwrap();
    db.execute("UPDATE order_numbers SET last = 999999 WHERE year = ?1", [year]).unwrap();
    assert_eq!(shop.ordered(|_| ()).await, format!("{year}-1000000"), "a seventh digit, when it is needed");
    assert_eq!(shop.ordered(|_| ()).await, format!("{year}-1000001"));
}
