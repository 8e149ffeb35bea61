//! Mails about the progress of an order: to the orderer, and to the copy center when one is cancelled.

use super::{Shop, shop_with, start, transition};
use crate::support::mail_server::{Mail, MailServer};
use crate::support::{Caller, PATIENCE, Start, day_ahead};
use serde_json::{Value, json};
use std::net::TcpListener;
use std::time::{Duration, Instant};

fn mailing(smtp_url: String) -> impl FnOnce(Start) -> Start {
    |start| {
        start
            .with("ORDERS__SMTP_URL", smtp_url)
            .with("ORDERS__COPY_CENTER_EMAIL", "copies@example.org")
            .with("ORDERS__FROM", "Handout <handout@example.org>")
    }
}

fn header<'m>(mail: &'m Mail, name: &str) -> &'m str {
    let start = format!("{name}: ");
    let head = mail.text.split("\n\n").next().unwrap();
    head.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("no {name}: {head}"))
}

/// Waits until no mail in the outbox is pending.
async fn wait_until_settled(shop_data: &std::path::Path) {
    let db = rusqlite::Connection::open(shop_data.join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    let begun = Instant::now();
    loop {
        let waiting: i64 = db
            .query_row("SELECT count(*) FROM outbox WHERE mailed IS NULL AND dropped IS NULL", [], |row| {
                row.get(0)
            })
            .unwrap();
        if waiting == 0 {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "{waiting} mails are pending");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Makes all pending mails due now.
fn make_due(shop_data: &std::path::Path) {
    let db = rusqlite::Connection::open(shop_data.join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    db.execute("UPDATE outbox SET next_try = 0 WHERE mailed IS NULL", []).unwrap();
}

async fn cancel(nurse: &Caller, number: &str) {
    let path = format!("/api/user/orders/{number}/cancel");
    assert_eq!(nurse.post(&path, &json!({"note": "Twice"})).await.unwrap().status, 200);
}

/// Waits until this many mails arrived, and no other waits; returns the subjects of those to the copy center.
async fn subjects_to_copy_center(
    mail_server: &MailServer,
    data: &std::path::Path,
    count: usize,
) -> Vec<String> {
    mail_server.mails(count).await;
    make_due(data);
    wait_until_settled(data).await;
    let mails = mail_server.mails(count).await;
    assert_eq!(mails.len(), count, "{mails:?}");
    let to_copy_center = mails.iter().filter(|mail| mail.to[0] == "copies@example.org");
    to_copy_center.map(|mail| header(mail, "Subject").to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_orderer_is_notified_of_the_states_that_matter() {
    let mail_server = MailServer::start();
    let shop = shop_with(mailing(mail_server.url())).await;
    let number = shop.ordered(|_| ()).await;
    let order_mail = mail_server.mails(1).await.remove(0);
    assert!(header(&order_mail, "Subject").contains(&number), "{}", order_mail.text);
    let mut mails = 1;
    let mut take = async |caller: &Caller, body: Value, mailed: bool| {
        let taken = transition(caller, &number, body.clone()).await;
        assert_eq!(taken.status, 200, "{body}: {taken:?}");
        mails += usize::from(mailed);
        wait_until_settled(&shop.data).await;
        let all = mail_server.mails(mails).await;
        assert_eq!(all.len(), mails, "{body}");
        all.last().unwrap().clone()
    };
    let copy_center = &shop.copy_center;
    let question = take(copy_center, json!({"state": "waiting", "note": "Letter or legal?"}), true).await;
    assert_eq!(question.to, ["nurse@example.org"], "only the verified address");
    assert!(header(&question, "Reply-To").contains("copies@example.org"), "{}", question.text);
    assert_eq!(header(&question, "Subject"), format!("Question about your order {number}"));
    assert_eq!(header(&question, "In-Reply-To"), header(&order_mail, "Message-ID"));
    assert!(header(&question, "Content-Type").starts_with("text/plain"), "{}", question.text);
    assert!(question.text.contains("    Letter or legal?"), "{}", question.text);
    // Intermediate states are not mailed.
    take(copy_center, json!({"state": "printing"}), false).await;
    take(copy_center, json!({"state": "ready"}), false).await;
    let part = json!({"state": "sent", "sent": [{"line": 1, "quantity": 15}, {"line": 2, "quantity": 0}]});
    let part = take(copy_center, part, true).await;
    assert_eq!(header(&part, "Subject"), format!("Part of your order {number} is on its way"));
    let (sent, rest) = part.text.split_once("Still to come:").unwrap();
    assert!(sent.contains("15 x Asthma, English (KSBG1042)") && !sent.contains("Spanish"), "{}", part.text);
    assert!(rest.contains("25 x Asthma, English") && rest.contains("10 x Asthma, Spanish"), "{}", part.text);
    let whole = take(copy_center, json!({"state": "sent"}), true).await;
    assert!(header(&whole, "Subject").starts_with("Your order"), "{}", whole.text);
    assert!(whole.text.contains("25 x Asthma, English") && !whole.text.contains("15 x"), "{}", whole.text);
    let reopened = take(&shop.admin, json!({"state": "printing", "note": "The box was lost"}), true).await;
    assert_eq!(header(&reopened, "Subject"), format!("Your order {number} is open again"));
    // Two mails at once: one to the orderer, and one to the copy center, which received the order by mail.
    let cancelled =
        transition(copy_center, &number, json!({"state": "cancelled", "note": "Withdrawn"})).await;
    assert_eq!(cancelled.status, 200, "{cancelled:?}");
    let last: Vec<Mail> = mail_server.mails(mails + 2).await.split_off(mails);
    assert_eq!(last.len(), 2);
    let to = |address: &str| last.iter().find(|mail| mail.to == [address]).unwrap();
    assert_eq!(header(to("nurse@example.org"), "Subject"), format!("Your order {number} was cancelled"));
    assert!(
        header(to("copies@example.org"), "Subject")
            .contains(&format!("Cancelled: patient education order {number}"))
    );
    let ids: std::collections::BTreeSet<String> =
        mail_server.mails(0).await.iter().map(|mail| header(mail, "Message-ID").to_owned()).collect();
    assert_eq!(ids.len(), mails + 2, "every mail has an id of its own");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_notices_only_the_copy_center_is_mailed() {
    let mail_server = MailServer::start();
    let shop = shop_with(|start| mailing(mail_server.url())(start).with("ORDERS__NOTIFY", "false")).await;
    let number = shop.ordered(|_| ()).await;
    mail_server.mails(1).await;
    assert_eq!(
        transition(&shop.copy_center, &number, json!({"state": "waiting", "note": "?"})).await.status,
        200
    );
    cancel(&shop.nurse, &number).await;
    let mails = mail_server.mails(2).await;
    wait_until_settled(&shop.data).await;
    assert_eq!(mail_server.mails(2).await.len(), 2);
    assert_eq!(mails[1].to, ["copies@example.org"]);
}

/// A day without a mail server: whatever is still relevant is sent once, the rest is dropped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_day_without_a_mail_server_nothing_is_lost_and_nothing_stale_is_sent() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = closed.local_addr().unwrap();
    drop(closed);
    let shop = shop_with(mailing(format!("smtp://{address}"))).await;
    let take = async |number: &str, body: Value| {
        let taken = transition(&shop.copy_center, number, body).await;
        assert_eq!(taken.status, 200, "{taken:?}");
    };
    // Asked and answered: the question is obsolete.
    let answered = shop.ordered(|body| body["costCenter"] = "answered".into()).await;
    take(&answered, json!({"state": "waiting", "note": "Which size?"})).await;
    let path = format!("/api/user/orders/{answered}/reply");
    assert_eq!(shop.nurse.post(&path, &json!({"note": "Letter"})).await.unwrap().status, 200);
    // Sent in two parts: one mail about both.
    let parts = shop.ordered(|_| ()).await;
    take(&parts, json!({"state": "sent", "sent": [{"line": 1, "quantity": 15}, {"line": 2, "quantity": 0}]}))
        .await;
    take(&parts, json!({"state": "sent"})).await;
    // Cancelled before the copy center was mailed: it is never mailed.
    let gone = shop.ordered(|_| ()).await;
    cancel(&shop.nurse, &gone).await;
    // Cancelled and reopened: the copy center gets the order after all.
    let reopened = shop.ordered(|_| ()).await;
    cancel(&shop.nurse, &reopened).await;
    wait_for_drop(&shop.data, &reopened).await;
    let again =
        transition(&shop.admin, &reopened, json!({"state": "received", "note": "Needed after all"})).await;
    assert_eq!(again.status, 200, "{again:?}");
    let super::Shop { _folder, data, provider, server, .. } = shop;
    server.kill();

    let mail_server = MailServer::start();
    let server = start(&data, &provider, mailing(mail_server.url()));
    make_due(&data);
    wait_until_settled(&data).await;
    let mut subjects: Vec<String> = mail_server
        .mails(0)
        .await
        .iter()
        .map(|mail| format!("{} {}", mail.to[0].split('@').next().unwrap(), header(mail, "Subject")))
        .collect();
    subjects.sort();
    let order = |number: &str| {
        format!("copies Patient education order {number}: Ada Nurse, needed {}", day_ahead(300))
    };
    let mut expected = vec![
        order(&answered),
        order(&parts),
        order(&reopened),
        format!("nurse Your order {gone} was cancelled"),
        format!("nurse Your order {parts} is on its way"),
        format!("nurse Your order {reopened} is open again"),
    ];
    expected.sort();
    assert_eq!(subjects, expected);
    let mails = mail_server.mails(6).await;
    let both = mails.iter().find(|mail| header(mail, "Subject").ends_with("on its way")).unwrap();
    assert!(
        both.text.contains("40 x Asthma, English") && both.text.contains("10 x Asthma, Spanish"),
        "{}",
        both.text
    );
    assert!(server.stop().success());
}

/// Waits until the order's mail to the copy center is dropped.
async fn wait_for_drop(data: &std::path::Path, number: &str) {
    make_due(data);
    let db = rusqlite::Connection::open(data.join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    let begun = Instant::now();
    loop {
        let dropped: bool = db
            .query_row(
                "SELECT x.dropped IS NOT NULL FROM outbox x JOIN orders o ON o.key = x.order_key \
                 WHERE o.number = ?1 AND x.kind = 'order'",
                [number],
                |row| row.get(0),
            )
            .unwrap();
        if dropped {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "the mail is not dropped");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancellation_follows_an_order_that_the_mail_server_did_not_confirm() {
    let mail_server = MailServer::start();
    mail_server.breaks_off();
    let shop = shop_with(mailing(mail_server.url())).await;
    let number = shop.ordered(|_| ()).await;
    mail_server.mails(1).await;
    cancel(&shop.nurse, &number).await;
    // The order, its cancellation, and the notice to the orderer.
    let subjects = subjects_to_copy_center(&mail_server, &shop.data, 3).await;
    assert_eq!(subjects.len(), 2, "{subjects:?}");
    assert!(subjects[1].starts_with(&format!("Cancelled: patient education order {number}")), "{subjects:?}");
}

/// The order may have arrived before kill -9. The next attempt fails without any doubt, which changes nothing about that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancellation_follows_an_order_whose_mail_was_interrupted_by_kill_9() {
    // A mail server that accepts connections and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("smtp://{}", silent.local_addr().unwrap());
    let shop = shop_with(mailing(url.clone())).await;
    let number = shop.ordered(|_| ()).await;
    let connection = tokio::task::spawn_blocking(move || silent.accept().unwrap()).await.unwrap();
    let Shop { _folder, data, provider, server, .. } = shop;
    server.kill();
    drop(connection);
    make_due(&data);
    let server = start(&data, &provider, mailing(url));
    let db = rusqlite::Connection::open(data.join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    let begun = Instant::now();
    let has_failed = "SELECT tries >= 2 AND NOT sending FROM outbox WHERE kind = 'order'";
    while !db.query_row(has_failed, [], |row| row.get::<_, bool>(0)).unwrap() {
        assert!(begun.elapsed() < PATIENCE, "the second attempt has not failed");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    cancel(&server.bearer(provider.staff()), &number).await;
    server.kill();
    let mail_server = MailServer::start();
    make_due(&data);
    let server = start(&data, &provider, mailing(mail_server.url()));
    let subjects = subjects_to_copy_center(&mail_server, &data, 2).await;
    assert_eq!(subjects.len(), 1, "{subjects:?}");
    assert!(subjects[0].starts_with(&format!("Cancelled: patient education order {number}")), "{subjects:?}");
    assert!(server.stop().success());
}
