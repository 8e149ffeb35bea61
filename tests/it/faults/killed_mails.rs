//! kill -9 at random moments while orders are mailed.

use super::{Moments, kill_rounds};
use crate::support::mail_server::MailServer;
use crate::support::provider::Provider;
use crate::support::{Caller, PATIENCE, Start, citation, order};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The maximum number of orders in each round.
const ORDERS: usize = 8;

/// Every order that was answered with 201 is mailed, whatever happens. A mail that arrives twice, because the server
/// was killed between the delivery and its record, has the same Message-ID.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_order_is_mailed_however_often_the_server_is_killed() {
    let rounds = kill_rounds();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    let start = || {
        Start::on(&data)
            .signed_in_at(&provider)
            .with("ORDERS__SMTP_URL", mail_server.url())
            .with("ORDERS__COPY_CENTER_EMAIL", "copies@example.org")
            .with("ORDERS__FROM", "handout@example.org")
            .run()
    };
    let server = start();
    let saved =
        server.bearer(provider.admin()).post("/api/citations", &citation("Asthma")).await.unwrap().body;
    server.kill();
    let accepted = Arc::new(Mutex::new(Vec::<(String, String)>::new()));
    let mut moments = Moments::new("killed mails");
    for round in 0..rounds {
        let server = start();
        let nurse = format!("nurse{round}");
        let staff = server.bearer(provider.token(&nurse, &[]));
        let (before, noted, body) = (accepted.lock().unwrap().len(), accepted.clone(), order(&saved, 3));
        let ordering = tokio::spawn(async move {
            for _ in 0..ORDERS {
                let Ok(answer) = staff.post("/api/user/order", &body).await else { return };
                assert_eq!(answer.status, 201, "{answer:?}");
                noted.lock().unwrap().push((nurse.clone(), answer.body["id"].as_str().unwrap().to_owned()));
            }
        });
        let begun = Instant::now();
        while accepted.lock().unwrap().len() == before {
            assert!(begun.elapsed() < PATIENCE, "nothing is ordered");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        tokio::time::sleep(moments.within(Duration::from_millis(400))).await;
        server.kill();
        ordering.await.unwrap();
    }
    let server = start();
    let accepted = accepted.lock().unwrap().clone();
    let nurses: BTreeSet<&String> = accepted.iter().map(|(nurse, _)| nurse).collect();
    for nurse in &nurses {
        wait_until_mailed(&server.bearer(provider.token(nurse, &[]))).await;
    }
    let mails = mail_server.mails(accepted.len()).await;
    let mut of_message: HashMap<&str, Vec<&str>> = HashMap::new();
    for mail in &mails {
        let message_id = mail.text.lines().find(|line| line.starts_with("Message-ID:")).unwrap();
        of_message.entry(message_id).or_default().push(&mail.text);
    }
    for (nurse, id) in &accepted {
        let ids: BTreeSet<&str> = of_message
            .iter()
            .filter(|(_, mails)| mails.iter().any(|text| text.contains(id.as_str())))
            .map(|(message_id, _)| *message_id)
            .collect();
        assert_eq!(ids.len(), 1, "order {id} of {nurse} was mailed under {ids:?}");
    }
    println!(
        "kill -9: {rounds} rounds; all {} orders mailed, {} mails came twice with the same Message-ID",
        accepted.len(),
        mails.len() - of_message.len()
    );
}

/// Waits until all mails about a person's orders are sent.
async fn wait_until_mailed(staff: &Caller) {
    let begun = Instant::now();
    loop {
        let orders = staff.get("/api/user/orders").await.body;
        let waiting = orders.as_array().unwrap().iter().filter(|order| order["mailed"] != "sent").count();
        if waiting == 0 {
            return;
        }
        assert!(begun.elapsed() < PATIENCE * 3, "{waiting} orders wait: {orders}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
