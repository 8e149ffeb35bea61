//! Orders on their way to the copy center, over a mail server on this machine.

use crate::support::mail_server::MailServer;
use crate::support::provider::Provider;
use crate::support::{Caller, PATIENCE, Server, Start, citation, command, order};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

fn start(data: &Path, provider: &Provider, smtp_url: &str) -> Server {
    Start::on(data)
        .signed_in_at(provider)
        .with("ORDERS__SMTP_URL", smtp_url)
        .with("ORDERS__COPY_CENTER_EMAIL", "copies@example.org")
        .with("ORDERS__FROM", "Handout <handout@example.org>")
        .run()
}

/// A citation, and an order of it.
async fn ordered(server: &Server, provider: &Provider, change: impl FnOnce(&mut Value)) -> (Caller, Value) {
    let saved =
        server.bearer(provider.admin()).post("/api/citations", &citation("Asthma & you")).await.unwrap();
    assert_eq!(saved.status, 201, "{saved:?}");
    let staff = server.bearer(provider.staff());
    let mut body = order(&saved.body, 40);
    change(&mut body);
    let answer = staff.post("/api/user/order", &body).await.unwrap();
    assert_eq!(answer.status, 201, "{answer:?}");
    (staff, answer.body["id"].clone())
}

async fn wait_for_state(staff: &Caller, state: &str) {
    let begun = Instant::now();
    loop {
        let orders = staff.get("/api/user/orders").await.body;
        if orders[0]["state"] == state {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "not {state}: {orders}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn an_order_reaches_the_copy_center_and_whoever_ordered() {
    let folder = tempfile::tempdir().unwrap();
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    let server = start(&folder.path().join("data"), &provider, &mail_server.url());
    let (staff, id) = ordered(&server, &provider, |order| {
        order["email"] = json!("nora@example.org");
        order["specialInstructions"] = json!("Staple.\n.\nBcc: others@example.org");
    })
    .await;
    let mails = mail_server.mails(1).await;
    let mail = &mails[0];
    assert_eq!(mail.to, ["copies@example.org", "nora@example.org"]);
    let (head, body) = mail.text.split_once("\n\n").unwrap();
    let header = |name: &str| {
        let start = format!("{name}: ");
        head.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("no {name}: {head}"))
    };
    assert_eq!(header("To"), "copies@example.org");
    assert!(header("Reply-To").contains("<nora@example.org>"), "{head}");
    assert!(header("From").contains("<handout@example.org>"), "{head}");
    assert!(header("Content-Type").starts_with("multipart/alternative"), "{head}");
    assert!(!head.contains("others@example.org"), "{head}");
    assert!(body.contains("text/plain") && body.contains("text/html"), "{body}");
    assert!(body.contains("40 x Asthma & you"), "{body}");
    assert!(body.contains("Asthma &amp; you"), "{body}");
    assert!(mail.text.contains(id.as_str().unwrap()), "{}", mail.text);
    wait_for_state(&staff, "mailed").await;
}

#[tokio::test]
async fn a_refused_order_waits_says_so_and_goes_out_once() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    mail_server.refuses("451 come back later");
    let server = start(&data, &provider, &mail_server.url());
    let (staff, _) = ordered(&server, &provider, |_| ()).await;
    wait_for_state(&staff, "waiting").await;
    let begun = Instant::now();
    while mail_server.tries() == 0 {
        assert!(begun.elapsed() < PATIENCE, "the mail was not tried");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let metrics = reqwest::get(format!("{}/metrics", server.address)).await.unwrap();
    assert!(
        metrics.text().await.unwrap().lines().any(|l| l.contains("order_mails_waiting") && l.ends_with(" 1"))
    );
    let (_, said) = command(&data, &["check"]);
    assert!(said.contains("come back later"), "{said}");
    assert!(server.log().contains("come back later"), "{}", server.log());
    wait_for_state(&staff, "mailed").await;
    assert_eq!((mail_server.mails(1).await.len(), mail_server.tries()), (1, 2));
}

#[tokio::test]
async fn an_order_whose_mail_was_cut_off_by_kill_9_arrives_once() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    // A mail server that takes connections and says nothing: the mail is under way when the end comes.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("smtp://{}", silent.local_addr().unwrap());
    let server = start(&data, &provider, &url);
    ordered(&server, &provider, |_| ()).await;
    let _held = tokio::task::spawn_blocking(move || silent.accept().unwrap()).await.unwrap();
    server.kill();

    let mail_server = MailServer::start();
    let server = start(&data, &provider, &mail_server.url());
    assert_eq!(mail_server.mails(1).await.len(), 1);
    let staff = server.bearer(provider.staff());
    wait_for_state(&staff, "mailed").await;
    assert_eq!(server.stop().code(), Some(0));
    // Nor does the next start send it again.
    let server = start(&data, &provider, &mail_server.url());
    let (staff, _) = ordered(&server, &provider, |order| order["costCenter"] = json!("second")).await;
    wait_for_state(&staff, "mailed").await;
    let mails = mail_server.mails(2).await;
    assert_eq!(mails.len(), 2);
    assert!(!mails[0].text.contains("second") && mails[1].text.contains("second"));
}
