//! Mails of orders to the copy center, through a mail server on this machine.

use crate::support::mail_server::MailServer;
use crate::support::provider::Provider;
use crate::support::{Caller, Ended, PATIENCE, Server, Start, citation, command, order, run_in};
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

/// Adds a citation, and orders it.
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

async fn wait_for_mail(staff: &Caller, mailed: &str) {
    let begun = Instant::now();
    loop {
        let orders = staff.get("/api/user/orders").await.body;
        if orders[0]["mailed"] == mailed {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "not {mailed}: {orders}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn an_order_reaches_the_copy_center_and_the_verified_address_of_the_orderer() {
    let folder = tempfile::tempdir().unwrap();
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    let server = start(&folder.path().join("data"), &provider, &mail_server.url());
    let (staff, id) = ordered(&server, &provider, |order| {
        order["email"] = json!("typed@example.org");
        order["specialInstructions"] = json!("Staple.\n.\nBcc: others@example.org");
    })
    .await;
    let mails = mail_server.mails(1).await;
    let mail = &mails[0];
    assert_eq!(mail.to, ["copies@example.org", "nurse@example.org"], "never to a typed address");
    let (head, body) = mail.text.split_once("\n\n").unwrap();
    let header = |name: &str| {
        let start = format!("{name}: ");
        head.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("no {name}: {head}"))
    };
    assert_eq!(header("To"), "copies@example.org");
    assert!(header("Cc").contains("<nurse@example.org>"), "{head}");
    assert!(header("Reply-To").contains("<typed@example.org>"), "{head}");
    assert!(header("From").contains("<handout@example.org>"), "{head}");
    assert!(header("Content-Type").starts_with("multipart/alternative"), "{head}");
    assert_eq!(header("Auto-Submitted"), "auto-generated");
    assert!(!head.contains("others@example.org"), "{head}");
    assert!(body.contains("text/plain") && body.contains("text/html"), "{body}");
    assert!(body.contains("40 x Asthma & you"), "{body}");
    assert!(body.contains("Asthma &amp; you"), "{body}");
    assert!(mail.text.contains(id.as_str().unwrap()), "{}", mail.text);
    wait_for_mail(&staff, "sent").await;
}

#[tokio::test]
async fn a_refused_mail_stays_pending_is_reported_and_is_sent_once() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    mail_server.refuses("451 come back later");
    let server = start(&data, &provider, &mail_server.url());
    let (staff, _) = ordered(&server, &provider, |_| ()).await;
    wait_for_mail(&staff, "waiting").await;
    let begun = Instant::now();
    while mail_server.tries() == 0 {
        assert!(begun.elapsed() < PATIENCE, "the mail was not tried");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let metrics = reqwest::get(format!("{}/metrics", server.address)).await.unwrap();
    assert!(
        metrics.text().await.unwrap().lines().any(|l| l.contains("order_mails_waiting") && l.ends_with(" 1"))
    );
    let (_, report) = command(&data, &["check"]);
    assert!(report.contains("come back later"), "{report}");
    assert!(server.log().contains("come back later"), "{}", server.log());
    wait_for_mail(&staff, "sent").await;
    assert_eq!((mail_server.mails(1).await.len(), mail_server.tries()), (1, 2));
}

#[tokio::test]
async fn an_order_whose_mail_was_interrupted_by_kill_9_arrives_once() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    // A mail server that accepts connections and never answers: the server is killed while it sends the mail.
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
    wait_for_mail(&staff, "sent").await;
    assert_eq!(server.stop().code(), Some(0));
    // The next start does not send it again either.
    let server = start(&data, &provider, &mail_server.url());
    let (staff, _) = ordered(&server, &provider, |order| order["costCenter"] = json!("second")).await;
    wait_for_mail(&staff, "sent").await;
    let mails = mail_server.mails(2).await;
    assert_eq!(mails.len(), 2);
    assert!(!mails[0].text.contains("second") && mails[1].text.contains("second"));
}

#[tokio::test]
async fn without_a_verified_address_nobody_gets_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    let server = start(&folder.path().join("data"), &provider, &mail_server.url());
    let saved = server.bearer(provider.admin()).post("/api/citations", &citation("Fever")).await.unwrap();
    let mut claims = provider.claims("stranger", &[]);
    claims["email_verified"] = json!(false);
    let staff = server.bearer(provider.access_token(&claims));
    let answer = staff.post("/api/user/order", &order(&saved.body, 1)).await.unwrap();
    assert_eq!(answer.status, 201, "{answer:?}");
    let mails = mail_server.mails(1).await;
    assert_eq!(mails[0].to, ["copies@example.org"]);
    assert!(!mails[0].text.contains("\nCc: "), "{}", mails[0].text);
}

#[tokio::test]
async fn letters_in_an_address_do_not_keep_an_order_from_the_copy_center() {
    let folder = tempfile::tempdir().unwrap();
    // The mail server supports neither SMTPUTF8 nor 8BITMIME.
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    let server = start(&folder.path().join("data"), &provider, &mail_server.url());
    let saved = server.bearer(provider.admin()).post("/api/citations", &citation("Fever")).await.unwrap();
    let mut claims = provider.claims("jose", &[]);
    claims["email"] = json!("josé@example.org");
    let staff = server.bearer(provider.access_token(&claims));
    for (n, typed) in ["zoë@example.org", "zoe@bücher.example"].into_iter().enumerate() {
        let mut body = order(&saved.body, 1);
        body["email"] = json!(typed);
        let answer = staff.post("/api/user/order", &body).await.unwrap();
        assert_eq!(answer.status, 201, "{answer:?}");
        mail_server.mails(n + 1).await;
    }
    let mails = mail_server.mails(2).await;
    for mail in &mails {
        assert_eq!(mail.to, ["copies@example.org"]);
        assert!(mail.text.is_ascii() && !mail.text.contains("\nCc: "), "{}", mail.text);
    }
    assert!(!mails[0].text.contains("\nReply-To: "), "{}", mails[0].text);
    // As quoted-printable writes it (RFC 2045, section 6.7).
    assert!(mails[0].text.contains("zo=C3=AB@example.org"), "{}", mails[0].text);
    assert!(mails[1].text.contains("<zoe@xn--bcher-kva.example>"), "{}", mails[1].text);
}

#[tokio::test]
async fn a_refused_copy_does_not_delay_the_order() {
    let folder = tempfile::tempdir().unwrap();
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    mail_server.refuses_recipient("nurse@example.org");
    let server = start(&folder.path().join("data"), &provider, &mail_server.url());
    let (staff, _) = ordered(&server, &provider, |_| ()).await;
    assert_eq!(mail_server.mails(1).await[0].to, ["copies@example.org"]);
    wait_for_mail(&staff, "sent").await;
}

#[tokio::test]
async fn a_refusal_for_another_reason_does_not_cost_the_copy() {
    let folder = tempfile::tempdir().unwrap();
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    // With the copy, and at once without it.
    mail_server.refuses("554 relaying is denied");
    mail_server.refuses("554 relaying is denied");
    let server = start(&folder.path().join("data"), &provider, &mail_server.url());
    let data = folder.path().join("data");
    ordered(&server, &provider, |_| ()).await;
    wait_for_log(&server, "relaying is denied", 2).await;
    let next = "SELECT tries, next_try - tried FROM outbox WHERE sending = 0";
    let begun = Instant::now();
    let (tries, pause): (u32, i64) = loop {
        let row = database(&data).query_row(next, [], |row| Ok((row.get(0)?, row.get(1)?)));
        match row {
            Ok((tries, pause)) if tries > 0 => break (tries, pause),
            _ => assert!(begun.elapsed() < PATIENCE),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(tries == 1 && (4..=6).contains(&pause), "both are one attempt: {tries}, {pause}");
    assert_eq!(mail_server.mails(1).await[0].to, ["copies@example.org", "nurse@example.org"]);
    assert_eq!(mail_server.tries(), 3);
}

fn database(data: &Path) -> rusqlite::Connection {
    let db = rusqlite::Connection::open(data.join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    db
}

/// Waits until the server's log contains `text` this many times.
async fn wait_for_log(server: &Server, text: &str, times: usize) {
    let begun = Instant::now();
    while server.log().matches(text).count() < times {
        assert!(begun.elapsed() < PATIENCE, "not {times} times {text:?} in the log:\n{}", server.log());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_mail_whose_receipt_cannot_be_recorded_is_not_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    let server = start(&data, &provider, &mail_server.url());
    let db = database(&data);
    db.execute_batch(
        "CREATE TRIGGER no_receipt BEFORE UPDATE OF mailed ON outbox BEGIN SELECT RAISE(FAIL, 'no receipt'); END",
    )
    .unwrap();
    let (staff, id) = ordered(&server, &provider, |_| ()).await;
    // Recording is retried; sending is not.
    wait_for_log(&server, "this cannot be recorded yet", 3).await;
    assert!(server.log().contains(id.as_str().unwrap()), "{}", server.log());
    assert_eq!(mail_server.tries(), 1);
    // Other orders are mailed meanwhile.
    ordered(&server, &provider, |order| order["costCenter"] = json!("second")).await;
    mail_server.mails(2).await;
    // An overdue attempt without an outcome is reported.
    db.execute("UPDATE outbox SET tried = tried - 3600", []).unwrap();
    let (succeeded, report) = command(&data, &["check"]);
    assert!(!succeeded && report.contains("may have been sent"), "{report}");
    db.execute_batch("DROP TRIGGER no_receipt").unwrap();
    wait_for_mail(&staff, "sent").await;
    assert_eq!(mail_server.tries(), 2, "one for each order");
    let (_, report) = command(&data, &["check"]);
    assert!(report.contains("none waits"), "{report}");
}

#[tokio::test]
async fn a_mail_is_not_sent_when_its_attempt_cannot_be_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    let server = start(&data, &provider, &mail_server.url());
    let db = database(&data);
    db.execute_batch(
        "CREATE TRIGGER no_attempt BEFORE UPDATE ON outbox BEGIN SELECT RAISE(FAIL, 'no attempt'); END",
    )
    .unwrap();
    let (staff, _) = ordered(&server, &provider, |_| ()).await;
    wait_for_log(&server, "outbox processing failed; retrying", 2).await;
    assert_eq!(mail_server.tries(), 0);
    db.execute_batch("DROP TRIGGER no_attempt").unwrap();
    wait_for_mail(&staff, "sent").await;
    assert_eq!(mail_server.tries(), 1);
}

#[tokio::test]
async fn an_order_does_not_wait_for_a_date_set_by_a_wrong_clock() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    mail_server.refuses("451 come back later");
    let server = start(&data, &provider, &mail_server.url());
    ordered(&server, &provider, |_| ()).await;
    wait_for_log(&server, "come back later", 1).await;
    server.kill();
    let db = database(&data);
    db.execute("UPDATE outbox SET next_try = next_try + 31536000, tried = tried + 31536000", []).unwrap();
    let (succeeded, report) = command(&data, &["check"]);
    assert!(!succeeded && report.contains("the clock was ahead"), "{report}");
    let server = start(&data, &provider, &mail_server.url());
    wait_for_mail(&server.bearer(provider.staff()), "sent").await;
    assert_eq!(mail_server.tries(), 2);
}

#[tokio::test]
async fn the_last_error_of_the_outbox_is_the_latest_one() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let server = start(&data, &provider, &format!("smtp://{closed}"));
    ordered(&server, &provider, |_| ()).await;
    ordered(&server, &provider, |_| ()).await;
    server.kill();
    let db = database(&data);
    db.execute_batch(
        "UPDATE outbox SET last_error = 'zzz the first error', tried = 1000 WHERE order_key = 1; \
         UPDATE outbox SET last_error = 'aaa the latest error', tried = 2000 WHERE order_key = 2;",
    )
    .unwrap();
    let (_, report) = command(&data, &["check"]);
    assert!(report.contains("aaa the latest error"), "{report}");
}

/// Runs `handout check` with this mail server and these settings besides.
fn checked(folder: &Path, smtp_url: &str, besides: &[(&str, &str)]) -> Ended {
    let usual = [
        ("HANDOUT_ORDERS__SMTP_URL", smtp_url),
        ("HANDOUT_ORDERS__COPY_CENTER_EMAIL", "copies@example.org"),
        ("HANDOUT_ORDERS__FROM", "Handout <handout@example.org>"),
        ("HANDOUT_HOSPITAL__EMAIL", "help@example.org"),
    ];
    run_in(folder, &[&usual, besides].concat(), &["check"])
}

#[test]
fn check_asks_the_mail_server_for_each_address_without_sending_a_mail() {
    let folder = tempfile::tempdir().unwrap();
    let mail_server = MailServer::start();
    let ended = checked(folder.path(), &mail_server.url(), &[]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    for accepted in ["copies@example.org is accepted", "help@example.org is accepted"] {
        assert!(ended.stdout.contains(accepted), "{ended:?}");
    }
    mail_server.refuses_recipient("help@example.org");
    let ended = checked(folder.path(), &mail_server.url(), &[]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.stdout.contains("copies@example.org is accepted"), "{ended:?}");
    let line = ended.stdout.lines().find(|line| line.contains("help@example.org")).unwrap();
    assert!(line.contains("WRONG") && line.contains("550") && line.contains("unknown here"), "{line}");
    assert_eq!(mail_server.tries(), 0, "no mail was begun");
    let ended = checked(folder.path(), "smtp://127.0.0.1:1", &[]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
}

#[test]
fn the_name_in_the_greeting_is_that_of_the_public_url_or_a_setting() {
    let folder = tempfile::tempdir().unwrap();
    let mail_server = MailServer::start();
    mail_server.needs_domain();
    let (public_url, hello) = ("HANDOUT_SERVER__PUBLIC_URL", "HANDOUT_ORDERS__SMTP_HELLO");
    for (besides, expected, code) in [
        (&[][..], "[127.0.0.1]", 0),
        (&[(public_url, "https://handouts.example.org")][..], "handouts.example.org", 0),
        (&[(public_url, "http://vm")][..], "vm", 1),
        (&[(public_url, "http://vm"), (hello, "mail.example.org")][..], "mail.example.org", 0),
        (&[(hello, "2001:db8::1")][..], "[IPv6:2001:db8::1]", 0),
    ] {
        let ended = checked(folder.path(), &mail_server.url(), besides);
        assert_eq!(ended.code, Some(code), "{ended:?}");
        assert_eq!(mail_server.hellos().last().unwrap(), expected);
        assert_eq!(ended.stdout.contains("504"), code == 1, "{ended:?}");
        assert_eq!(ended.stdout.contains("need fully-qualified hostname"), code == 1, "{ended:?}");
    }
    let ended = checked(folder.path(), &mail_server.url(), &[(hello, "my server")]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
}

#[tokio::test]
async fn a_mail_that_the_server_refused_is_counted_until_it_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (provider, mail_server) = (Provider::start(), MailServer::start());
    mail_server.refuses("554 5.7.1 relaying is denied");
    mail_server.refuses("554 5.7.1 relaying is denied");
    let server = start(&data, &provider, &mail_server.url());
    let (staff, _) = ordered(&server, &provider, |_| ()).await;
    let admin = server.bearer(provider.admin());
    let refused = async || {
        let metrics =
            reqwest::get(format!("{}/metrics", server.address)).await.unwrap().text().await.unwrap();
        let metric =
            metrics.lines().find(|line| line.starts_with("handout_mails_refused ")).unwrap().to_owned();
        (admin.get("/api/system/overview").await.body["mailsRefused"].clone(), metric)
    };
    assert_eq!(
        server.visitor().get("/api/system/overview").await.status,
        401,
        "the number is for administrators"
    );
    wait_for_log(&server, "relaying is denied", 2).await;
    let begun = Instant::now();
    while refused().await.0 != 1 {
        assert!(begun.elapsed() < PATIENCE);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(refused().await, (json!(1), "handout_mails_refused 1".into()));
    let (succeeded, report) = command(&data, &["check"]);
    let line = report.lines().find(|line| line.starts_with("mails ")).unwrap();
    assert!(!succeeded && line.contains("WRONG") && line.contains("relaying is denied"), "{report}");
    wait_for_mail(&staff, "sent").await;
    assert_eq!(refused().await, (json!(0), "handout_mails_refused 0".into()));
    let (succeeded, report) = command(&data, &["check"]);
    assert!(succeeded, "{report}");
}

#[tokio::test]
async fn a_mail_that_has_waited_for_a_day_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let server = start(&data, &provider, &format!("smtp://{closed}"));
    ordered(&server, &provider, |_| ()).await;
    wait_for_log(&server, "a mail could not be sent yet", 1).await;
    let begun = Instant::now();
    while database(&data).query_row("SELECT last_error IS NULL FROM outbox", [], |row| row.get(0)).unwrap() {
        assert!(begun.elapsed() < PATIENCE, "the failure is recorded after it is logged");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.kill();
    let line = || {
        let (succeeded, report) = command(&data, &["check"]);
        (succeeded, report.lines().find(|line| line.starts_with("mails ")).unwrap().to_owned())
    };
    let (succeeded, before) = line();
    assert!(succeeded && before.contains("1 mail waits to be sent; the last attempt failed"), "{before}");
    database(&data)
        .execute_batch(
            "DROP TRIGGER order_events_stay_as_they_are; \
             UPDATE order_events SET at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-25 hours')",
        )
        .unwrap();
    let (succeeded, after) = line();
    assert!(!succeeded && after.contains("1 was written more than a day ago"), "{after}");
}
