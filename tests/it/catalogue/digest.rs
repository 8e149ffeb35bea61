//! The digest of overdue reviews, from the real binary to a mail server.

use crate::support::mail_server::{Mail, MailServer};
use crate::support::provider::Provider;
use crate::support::{PATIENCE, Server, Start, citation, fill};
use handout::model::reviews::DigestFrequency;
use jiff::Timestamp;
use rusqlite::Connection;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A hospital with departments that have overdue handouts and one address each.
pub struct DigestHospital {
    _folder: tempfile::TempDir,
    pub data: PathBuf,
    pub mail_server: MailServer,
}

impl DigestHospital {
    /// This many departments, with the digest just turned on.
    pub async fn with(departments: usize) -> DigestHospital {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let citations: Vec<_> = (0..departments)
            .map(|n| {
                let mut made = citation(&format!("Handout {n}"));
                made["deptReviewDate"] = "2015-01-31T00:00:00.000Z".into();
                made["deptSubmittedBy"] = json!({"name": format!("Department {n}")});
                made
            })
            .collect();
        fill(&data, &citations);
        let hospital = DigestHospital { _folder: folder, data, mail_server: MailServer::start() };
        let provider = Provider::start();
        let server = hospital.start().signed_in_at(&provider).run();
        let admin = server.bearer(provider.admin());
        for n in 0..departments {
            let update = json!({
                "type": "departments", "oldValue": format!("Department {n}"), "newValue": format!("Department {n}"),
                "contact": format!("department{n}@example.org")
            });
            admin.change_values(&[update]).await;
        }
        hospital.wait_until_on();
        assert_eq!(hospital.days(), [""; 0], "just turned on: nothing is due");
        server.kill();
        hospital
    }

    pub fn start(&self) -> Start {
        Start::on(&self.data)
            .with("REVIEW__DIGEST", "weekly")
            .with("HOSPITAL__EMAIL", "Education <help@example.org>")
            .with("ORDERS__SMTP_URL", self.mail_server.url())
            .with("ORDERS__COPY_CENTER_EMAIL", "copies@example.org")
            .with("ORDERS__FROM", "handout@example.org")
    }

    pub fn database(&self) -> Connection {
        let db = Connection::open(self.data.join("catalogue.db")).unwrap();
        db.busy_timeout(PATIENCE).unwrap();
        db
    }

    fn wait_until_on(&self) {
        let begun = Instant::now();
        let is_on = "SELECT count(*) FROM digest_schedule";
        while self.database().query_row(is_on, [], |row| row.get::<_, i64>(0)).unwrap() == 0 {
            assert!(begun.elapsed() < PATIENCE, "the digest is not on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Backdates the digest's start to forty days ago, so that at least one Monday was missed.
    pub fn turned_on_long_ago(&self) {
        let changed =
            self.database().execute("UPDATE digest_schedule SET since = since - 40 * 86400", []).unwrap();
        assert_eq!(changed, 1);
    }

    /// The days of the digests that were written to the outbox.
    pub fn days(&self) -> Vec<String> {
        let db = self.database();
        let mut days = db.prepare("SELECT day FROM digest_runs ORDER BY day").unwrap();
        days.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    /// Waits until no mail is pending.
    pub async fn wait_until_mailed(&self) {
        let waiting = "SELECT count(*) FROM outbox WHERE mailed IS NULL AND dropped IS NULL";
        let begun = Instant::now();
        while self.database().query_row(waiting, [], |row| row.get::<_, i64>(0)).unwrap() > 0 {
            assert!(begun.elapsed() < PATIENCE, "mails are still pending");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Starts the server in this time zone.
fn start_in(hospital: &DigestHospital, zone: &str) -> Server {
    hospital.start().environment("TZ", zone).run()
}

/// The latest Monday at 7 in this time zone.
fn latest_monday(zone: &str) -> String {
    let now = Timestamp::now().in_tz(zone).unwrap();
    DigestFrequency::Weekly.latest_due(&now).unwrap().day.to_string()
}

pub fn header<'m>(mail: &'m Mail, name: &str) -> &'m str {
    let start = format!("{name}: ");
    mail.text.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_else(|| panic!("{}", mail.text))
}

/// Kiritimati and Pago Pago are a day apart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missed_digest_is_sent_once_at_the_next_start_by_the_servers_own_day() {
    for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
        let hospital = DigestHospital::with(2).await;
        hospital.turned_on_long_ago();
        let before = latest_monday(zone);
        let server = start_in(&hospital, zone);
        let mails = hospital.mail_server.mails(2).await;
        hospital.wait_until_mailed().await;
        let days = hospital.days();
        assert!(
            days == [before.as_str()] || days == [latest_monday(zone)],
            "{days:?} in {zone}, not {before}"
        );
        for (n, mail) in mails.iter().enumerate() {
            assert_eq!(mail.to, [format!("department{n}@example.org")], "nobody else");
            assert_eq!(header(mail, "Subject"), format!("Handouts of Department {n} to review: 1 overdue"));
            assert_eq!(header(mail, "Auto-Submitted"), "auto-generated");
            assert!(header(mail, "Reply-To").contains("help@example.org"), "{}", mail.text);
            assert!(!mail.text.contains("X-Handout-Order"), "{}", mail.text);
            let link = format!("{}/citation/handout-{n}", server.address);
            for part in [&format!("Handout {n} (handout-{n})"), "due January 31, 2018", &link] {
                assert!(mail.text.contains(part), "{part}: {}", mail.text);
            }
        }
        assert!(server.stop().success());
        for _ in 0..2 {
            let server = start_in(&hospital, zone);
            server.visitor().wait_until_found("", 2).await;
            assert!(server.stop().success());
        }
        assert_eq!(hospital.days(), days);
        assert_eq!(hospital.mail_server.tries(), 2, "a restart sends nothing again");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_server_that_is_down_delays_a_digest_and_turning_it_off_drops_it() {
    let hospital = DigestHospital::with(1).await;
    hospital.turned_on_long_ago();
    let later = |server: &MailServer| server.refuses("451 later");
    later(&hospital.mail_server);
    let server = hospital.start().run();
    assert_eq!(hospital.mail_server.mails(1).await.len(), 1, "after 5 seconds");
    hospital.wait_until_mailed().await;
    server.kill();

    hospital.database().execute("DELETE FROM digest_runs", []).unwrap();
    (0..20).for_each(|_| later(&hospital.mail_server));
    let server = hospital.start().run();
    let begun = Instant::now();
    while hospital.mail_server.tries() < 3 {
        assert!(begun.elapsed() < PATIENCE, "nothing is tried");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.kill();
    let server = hospital.start().with("REVIEW__DIGEST", "off").run();
    hospital.wait_until_mailed().await;
    let mails = server.visitor().request("GET", "/metrics").send().await.unwrap().text().await.unwrap();
    assert!(mails.contains("handout_order_mails_waiting 0"), "{mails}");
    server.kill();
    assert_eq!(hospital.mail_server.mails(1).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invalid_address_of_the_hospital_is_reported_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let refused = Start::on(&folder.path().join("data"))
        .with("REVIEW__DIGEST", "weekly")
        .with("HOSPITAL__EMAIL", "help@@example")
        .with("ORDERS__SMTP_URL", "smtp://127.0.0.1:1")
        .with("ORDERS__COPY_CENTER_EMAIL", "copies@example.org")
        .with("ORDERS__FROM", "handout@example.org")
        .try_run();
    let Err((status, output)) = refused else { panic!("it started") };
    assert_eq!(status.code(), Some(2), "{output}");
    assert!(output.contains("hospital.email:"), "{output}");
}

/// Reads a database file that no server uses.
pub fn outbox_states(data: &Path) -> Vec<(String, bool)> {
    let db = Connection::open(data.join("catalogue.db")).unwrap();
    let mut mails = db.prepare("SELECT kind, mailed IS NOT NULL FROM outbox ORDER BY key").unwrap();
    mails.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
}
