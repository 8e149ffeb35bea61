#![allow(clippy::unwrap_used, clippy::panic)]
use super::*;
use crate::domain::actor::Actor;
use crate::domain::citations::saving;
use crate::domain::reports::queue::change;
use crate::domain::reports::submission::{Reporter, submit};
use crate::model::citations::citation::{Citation, LanguageVersion, Named};
use crate::model::clock::UnixTime;
use crate::model::reports::{NewReport, ReportChange};
use crate::store::{MailContent, Store, TextMail};
use std::path::Path;
use std::sync::Arc;

fn app(folder: &Path) -> App {
    let mut settings = crate::settings::Settings::default();
    settings.data.dir = folder.to_owned();
    settings.hospital.email = Some("help@example.org".into());
    let app = App::open(Arc::new(settings), "https://h.example.org").unwrap().with_console(|_| {});
    app.store.write(|db| db.add_department("Surgery", Some("Ada <ada@example.org>"))).unwrap();
    keep(&app.store, "Asthma", Some("Surgery"));
    keep(&app.store, "Fever", None);
    app
}

fn keep(store: &Store, title: &str, department: Option<&str>) {
    let language = LanguageVersion { lang: "Spanish".into(), ..LanguageVersion::default() };
    let citation = Citation {
        id: title.to_lowercase(),
        title: title.into(),
        dept_submitted_by: department.map(Named::new),
        languages: vec![language],
        ..Citation::default()
    };
    store.write(|db| saving::save(db, &citation, None, &Actor::command("test"))).unwrap();
}

/// Reports a problem from an address of its own.
fn report(app: &App, citation: &str, from: u8) -> String {
    let sent = NewReport {
        citation: Some(citation.into()),
        lang: Some("es".into()),
        kind: Some("wrong".into()),
        email: Some("parent@example.org".into()),
        ..NewReport::default()
    };
    let address = Some(std::net::IpAddr::from([192, 0, 2, from]));
    submit(app, &Reporter { address, actor: None, screen_language: "es" }, &sent).unwrap().id
}

fn written(app: &App, now: &str) -> Option<(String, usize)> {
    let now: Zoned = format!("{now}[America/Chicago]").parse().unwrap();
    write_due(app, &now).unwrap().map(|mails| (mails.day.to_string(), mails.mails))
}

fn day(text: &str, mails: usize) -> Option<(String, usize)> {
    Some((text.to_owned(), mails))
}

/// The mails that wait, each as its address and subject.
fn waiting(store: &Store) -> Vec<(String, String)> {
    let (mut held, mut mails) = (Vec::new(), Vec::new());
    while let (Some(due), _) = store.read(|db| db.due_mail(UnixTime::MAX, UnixTime::MAX, &held)).unwrap() {
        held.push(due.key);
        let MailContent::Report(TextMail { mail, .. }) = due.content else { panic!("{due:?}") };
        mails.push((mail.address, mail.subject));
    }
    mails
}

#[test]
fn new_reports_are_mailed_once_on_the_morning_after_to_their_departments() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path());
    assert_eq!(written(&app, "2026-11-23T09:00"), None, "nothing is new");
    report(&app, "asthma", 1);
    report(&app, "asthma", 2);
    report(&app, "fever", 3);
    assert_eq!(written(&app, "2026-11-24T06:59"), None, "before seven");
    assert_eq!(written(&app, "2026-11-24T07:00"), day("2026-11-24", 2));
    let expected =
        [("ada@example.org", "Surgery: 2 new problem reports"), ("help@example.org", "1 new problem report")];
    assert_eq!(waiting(&app.store), expected.map(|(to, subject)| (to.to_owned(), subject.to_owned())));
    report(&app, "fever", 4);
    assert_eq!(written(&app, "2026-11-24T23:00"), None, "once a day");
    assert_eq!(written(&app, "2026-11-25T07:30"), day("2026-11-25", 1));
    assert_eq!(written(&app, "2026-11-26T07:30"), None, "listed before");
}

#[test]
fn a_report_that_was_closed_before_the_morning_is_not_mailed() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path());
    let id = report(&app, "asthma", 1);
    let close = ReportChange { state: "closed".into(), note: None };
    change(&app, &Actor::command("test"), &id, &close).unwrap();
    assert_eq!(written(&app, "2026-11-24T08:00"), None);
    assert_eq!(waiting(&app.store), []);
}

#[test]
fn the_setting_turns_the_mails_off() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app(folder.path());
    Arc::make_mut(&mut app.settings).reports.notify = false;
    report(&app, "asthma", 1);
    assert_eq!(written(&app, "2026-11-24T08:00"), None);
    Arc::make_mut(&mut app.settings).reports.notify = true;
    assert_eq!(written(&app, "2026-11-25T08:00"), day("2026-11-25", 1), "still open and never listed");
}
