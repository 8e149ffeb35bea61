//! Mails about problem reports, and the deletion of old ones.

use super::{UsedHospital, database, files};
use crate::packets::library::{added, by_id, change, packet, text};
use crate::support::database::tables;
use crate::support::mail_server::MailServer;
use crate::support::{PATIENCE, Start};
use serde_json::json;
use std::time::{Duration, Instant};

fn mailing(mail_server: &MailServer, start: Start) -> Start {
    start
        .with("ORDERS__SMTP_URL", mail_server.url())
        .with("ORDERS__COPY_CENTER_EMAIL", "copies@example.org")
        .with("ORDERS__FROM", "handout@example.org")
        .with("HOSPITAL__EMAIL", "Education <help@example.org>")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reporters_get_the_note_in_their_language_and_their_address_is_deleted_afterwards() {
    let mail_server = MailServer::start();
    // Morning notices are off, because they would come in between.
    let hospital = UsedHospital::with(|start| mailing(&mail_server, start).with("REPORTS__NOTIFY", false));
    let sent = json!({"citation": "asthma", "lang": "es", "kind": "wrong", "text": "secret of a family",
        "email": "parent@example.org"});
    let request = hospital.browser("POST", "/api/reports", "198.51.100.1").header("Accept-Language", "es");
    let taken = hospital.send(request.json(&sent)).await.body;
    assert_eq!(hospital.admin.get("/api/system/reports").await.body["mailsReplies"], true);
    let address = format!("/api/system/reports/{}", taken["id"].as_str().unwrap());
    let internal = json!({"state": "open", "note": "Asked the authors."});
    let noted = hospital.admin.post(&address, &internal).await.unwrap();
    assert_eq!(noted.body["events"][0]["mailed"], false, "the report is still open");
    let close = json!({"state": "closed", "note": "Cambiamos el archivo."});
    let closed = hospital.admin.post(&address, &close).await.unwrap();
    assert_eq!(closed.body["events"][1]["mailed"], true, "{closed:?}");
    let mails = mail_server.mails(1).await;
    assert_eq!(mails[0].to, ["parent@example.org"]);
    assert!(mails[0].text.contains("Cambiamos el archivo."), "{}", mails[0].text);
    assert!(mails[0].text.contains("Gracias por reportar"), "{}", mails[0].text);
    assert!(mails[0].text.contains("Reply-To: Education <help@example.org>"), "{}", mails[0].text);
    assert!(!mails[0].text.contains("secret of a family") && !mails[0].text.contains("Asked the authors"));
    let begun = Instant::now();
    let is_in = |table: &str| {
        let tables = tables(&hospital.data().join("catalogue.db"));
        tables[table].iter().any(|row| row.contains("parent@example.org"))
    };
    while is_in("report_mails") {
        assert!(begun.elapsed() < PATIENCE, "the mail is still stored");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(is_in("reports"));
    assert!(!hospital.server.log().contains("parent@example.org"), "{}", hospital.server.log());

    let UsedHospital { folder, server, .. } = hospital;
    assert!(server.stop().success());
    let data = folder.path().join("data");
    let sql = "UPDATE reports SET closed_at = '2020-01-01T00:00:00.000Z'";
    assert_eq!(database(&data).execute(sql, []).unwrap(), 1);
    let hospital = UsedHospital::on(folder, |start| mailing(&mail_server, start));
    let begun = Instant::now();
    while hospital.admin.get("/api/system/reports").await.body["found"] != 0 {
        assert!(begun.elapsed() < PATIENCE, "the report is still there");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(hospital.server.stop().success());
    // Deleted rows are also overwritten in the file.
    for file in files(&data) {
        let bytes = std::fs::read(&file).unwrap();
        for secret in ["parent@example.org", "secret of a family", "Cambiamos el archivo"] {
            let is_in = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!is_in, "{secret} in {}", file.display());
        }
    }
}

/// The code opens a personal packet for anyone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reply_has_no_link_to_a_packet_that_is_no_longer_public() {
    let mail_server = MailServer::start();
    let hospital = UsedHospital::with(|start| mailing(&mail_server, start).with("REPORTS__NOTIFY", false));
    let asthma = added(&hospital.admin, &packet("New asthma", true, &["asthma"])).await;
    let sent =
        json!({"packet": asthma["readableId"], "lang": "en", "kind": "link", "email": "parent@example.org"});
    let report = async || {
        let taken = hospital.report(&sent, "198.51.100.1").await;
        assert_eq!(taken.status, 201, "{taken:?}");
        format!("/api/system/reports/{}", text(&taken.body["id"]))
    };
    let close = json!({"state": "closed", "note": "We have found the file."});
    let (first, second) = (report().await, report().await);
    assert_eq!(hospital.admin.post(&first, &close).await.unwrap().status, 200);
    let public = mail_server.mails(1).await.remove(0).text;
    assert!(public.contains("/packet/new-asthma"), "{public}");
    let unpublished =
        change(&hospital.admin, &by_id(&asthma), &packet("New asthma", false, &["asthma"])).await;
    assert_eq!(unpublished.status, 200, "{unpublished:?}");
    assert_eq!(hospital.admin.post(&second, &close).await.unwrap().status, 200);
    let personal = mail_server.mails(2).await.remove(1).text;
    assert!(personal.contains("We have found the file."), "{personal}");
    assert!(!personal.contains("/packet/") && !personal.contains(text(&asthma["code"])), "{personal}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_department_is_mailed_once_about_new_reports() {
    let mail_server = MailServer::start();
    // A time zone in which it is the afternoon when it is night elsewhere.
    let hour = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).hour();
    let zone = if hour < 7 { "<+12>-12" } else { "UTC0" };
    let start = |start: Start| mailing(&mail_server, start).environment("TZ", zone);
    let hospital = UsedHospital::with(start);
    let contact = json!({"type": "departments", "oldValue": "Pulmonary", "newValue": "Pulmonary",
        "contact": "Lung Clinic <lungs@example.org>"});
    hospital.admin.change_values(&[contact]).await;
    let sent = json!({"citation": "asthma", "lang": "es", "kind": "wrong", "text": "secret of a family",
        "email": "parent@example.org"});
    assert_eq!(hospital.report(&sent, "198.51.100.1").await.status, 201);
    assert_eq!(
        hospital.report(&json!({"citation": "fever", "kind": "link"}), "198.51.100.1").await.status,
        201
    );
    // The schedule is checked at each start; killed at any moment, it neither loses a mail nor writes one twice.
    let mut folder = Some(hospital.folder);
    hospital.server.kill();
    for _ in 0..3 {
        let hospital = UsedHospital::on(folder.take().unwrap(), start);
        mail_server.mails(2).await;
        folder = Some(hospital.folder);
        assert!(hospital.server.stop().success());
    }
    let mut mails = mail_server.mails(2).await;
    assert_eq!(mails.len(), 2, "{mails:?}");
    mails.sort_by(|a, b| a.to.cmp(&b.to));
    assert_eq!(
        (&mails[0].to[0], &mails[1].to[0]),
        (&"help@example.org".to_owned(), &"lungs@example.org".to_owned())
    );
    let lungs = &mails[1].text;
    assert!(lungs.contains("Subject: Pulmonary: 1 new problem report"), "{lungs}");
    assert!(lungs.contains("Asthma at home (Spanish): Something is wrong"), "{lungs}");
    // Quoted-printable writes '=' as '=3D' and breaks long lines (RFC 2045 6.7).
    let unfolded = lungs.replace("=\r\n", "").replace("=\n", "").replace("=3D", "=");
    assert!(unfolded.contains("/reports?department=Pulmonary"), "{lungs}");
    assert!(!lungs.contains("secret of a family") && !lungs.contains("parent@example.org"), "{lungs}");
}
