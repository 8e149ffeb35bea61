//! The identity provider or the mail server is down or slow; everything else works.

use crate::support::provider::Provider;
use crate::support::{Start, citation, order};
use std::net::TcpListener;
use std::time::{Duration, Instant};

/// An address at which nothing listens.
fn closed_address() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_public_part_serves_while_the_provider_is_down() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data"))
        .with("IDENTITY__ISSUER", format!("http://{}", closed_address()))
        .with("IDENTITY__CLIENT_ID", "handout")
        .run();
    let visitor = server.visitor();
    assert_eq!(visitor.get("/readyz").await.status, 200);
    assert_eq!(visitor.get("/api/search?q=asthma").await.status, 200);
    let answer = visitor.request("GET", "/login?return=/order").send().await.unwrap();
    assert!(!answer.status().is_success() && !answer.status().is_redirection(), "{}", answer.status());
    let page = answer.text().await.unwrap();
    assert!(page.contains("Try again"), "{page}");
    assert_eq!(visitor.get("/api/search?q=asthma").await.status, 200);
    println!("provider down: started in {:?}, sign-in says so in words", server.started_in);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_provider_delays_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start_slow(Duration::from_secs(3));
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let visitor = server.visitor();
    let slow: Vec<_> = (0..40)
        .map(|_| {
            let staff = server.bearer(provider.staff());
            tokio::spawn(async move { staff.get("/api/user").await.status })
        })
        .collect();
    let begun = Instant::now();
    let mut searches = 0;
    while !slow.iter().all(|call| call.is_finished()) {
        assert_eq!(visitor.get("/api/search?q=asthma").await.status, 200);
        searches += 1;
        assert!(begun.elapsed() < crate::support::PATIENCE, "the slow calls never end");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    for call in slow {
        let status = call.await.unwrap();
        assert!(matches!(status, 200 | 503), "{status}");
    }
    println!("provider slow: {searches} searches answered meanwhile");
    // Each answer of the provider takes seconds; if searches waited for it, there would be only a few.
    assert!(searches > 50, "only {searches} searches were answered meanwhile");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_is_stored_while_the_mail_server_is_down() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let start = || {
        Start::on(&data)
            .signed_in_at(&provider)
            .with("ORDERS__SMTP_URL", format!("smtp://{}", closed_address()))
            .with("ORDERS__COPY_CENTER_EMAIL", "copies@example.org")
            .with("ORDERS__FROM", "handout@example.org")
    };
    let server = start().run();
    let (admin, staff) = (server.bearer(provider.admin()), server.bearer(provider.staff()));
    let saved = admin.post("/api/citations", &citation("Asthma at home")).await.unwrap().body;
    let answer = staff.post("/api/user/order", &order(&saved, 3)).await.unwrap();
    assert_eq!(answer.status, 201, "{answer:?}");
    server.kill();

    let server = start().run();
    let orders = server.bearer(provider.staff()).get("/api/user/orders").await.body;
    assert_eq!(orders[0]["id"], answer.body["id"]);
    assert_eq!(orders[0]["mailed"], "waiting", "{orders}");
    assert_eq!(server.visitor().get("/readyz").await.status, 200);
    println!("mail server down: the order is stored and its mail waits");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_provider_never_answers_all_waiting_callers_fail_together() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start_slow(Duration::from_secs(3600));
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let begun = Instant::now();
    let calls: Vec<_> = (0..12)
        .map(|_| {
            let staff = server.bearer(provider.staff());
            tokio::spawn(async move { staff.get("/api/user").await.status })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap(), 503);
    }
    // One after the other they would take minutes, and the last ones would time out.
    println!("provider silent: 12 calls failed after {:?}", begun.elapsed());
}
