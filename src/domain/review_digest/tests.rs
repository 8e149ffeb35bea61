#![allow(clippy::unwrap_used, clippy::panic)]
use super::*;
use crate::domain::actor::Actor;
use crate::domain::citations::saving;
use crate::model::citations::citation::{Citation, LanguageVersion, Named};
use crate::model::clock::UnixTime;
use crate::store::{MailContent, Store};
use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, ToSpan};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

fn app(folder: &Path, digest: DigestFrequency) -> App {
    let mut settings = crate::settings::Settings::default();
    settings.data.dir = folder.to_owned();
    settings.review.digest = digest;
    settings.hospital.email = Some("help@example.org".into());
    App::open(Arc::new(settings), "https://h.example.org").unwrap()
}

/// Saves a citation that was last reviewed on this day; with the default cycle it is due three years later.
fn keep(store: &Store, title: &str, department: Option<&str>, reviewed: Option<&str>) {
    let citation = Citation {
        id: title.to_lowercase().replace(' ', "-"),
        title: title.into(),
        dept_submitted_by: department.map(Named::new),
        dept_review_date: reviewed.and_then(Day::parse),
        obsolete: title.starts_with("Old"),
        languages: vec![LanguageVersion {
            lang: "English".into(),
            item_number: title.ends_with('7').then(|| format!("KSBG{}", title.len())),
            ..LanguageVersion::default()
        }],
        ..Citation::default()
    };
    store.write(|db| saving::save(db, &citation, None, &Actor::command("test"))).unwrap();
}

fn at(moment: &str) -> Zoned {
    format!("{moment}[America/Chicago]").parse().unwrap()
}

/// The mails that wait, each as its address, subject and text.
fn waiting(store: &Store) -> Vec<NewTextMail> {
    let (mut held, mut mails) = (Vec::new(), Vec::new());
    while let (Some(due), _) = store.read(|db| db.due_mail(UnixTime::MAX, UnixTime::MAX, &held)).unwrap() {
        held.push(due.key);
        match due.content {
            MailContent::Digest(digest) => mails.push(digest.mail),
            other => panic!("{other:?}"),
        }
    }
    mails
}

fn written(app: &App, now: &str) -> Option<(String, usize)> {
    write_due(app, &at(now)).unwrap().map(|digest| (digest.day.to_string(), digest.mails))
}

fn day(text: &str, mails: usize) -> Option<(String, usize)> {
    Some((text.to_owned(), mails))
}

#[test]
fn each_address_gets_one_mail_with_what_is_overdue_and_due_in_its_departments() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path(), DigestFrequency::Weekly);
    app.store
        .write(|db| {
            db.add_department("Surgery", Some(" Ada Byron <ada@example.org> "))?;
            db.add_department("ICU", Some("ADA@example.org"))?;
            db.add_department("Clinic", Some("ext. 555"))
        })
        .unwrap();
    keep(&app.store, "Late 7", Some("Surgery"), Some("2020-01-31"));
    keep(&app.store, "Later", Some("surgery"), Some("2019-05-05"));
    keep(&app.store, "Soon", Some("ICU"), Some("2024-01-15"));
    keep(&app.store, "Current", Some("ICU"), Some("2026-01-15"));
    keep(&app.store, "Never", Some("Surgery"), None);
    keep(&app.store, "Old one", Some("Surgery"), Some("2010-01-01"));
    keep(&app.store, "In the clinic", Some("Clinic"), Some("2023-11-24"));
    keep(&app.store, "Of nobody", None, Some("2023-11-23"));
    assert_eq!(written(&app, "2026-11-20T09:00"), None);
    assert_eq!(written(&app, "2026-11-24T09:00"), day("2026-11-23", 2));
    let mails = waiting(&app.store);
    let to: Vec<(Option<&str>, &str)> =
        mails.iter().map(|mail| (mail.name.as_deref(), mail.address.as_str())).collect();
    assert_eq!(to, [(Some("Ada Byron"), "ada@example.org"), (None, "help@example.org")]);
    assert_ne!(mails[0].message, mails[1].message);
    let shown: Vec<String> =
        mails.iter().map(|mail| format!("Subject: {}\n\n{}", mail.subject, mail.text)).collect();
    insta::assert_snapshot!(shown.join("\n========\n\n"));
}

#[test]
fn a_long_list_is_cut_and_says_how_many_more_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path(), DigestFrequency::Monthly);
    app.store.write(|db| db.add_department("ENT & Hearing", Some("ent@example.org"))).unwrap();
    for n in 0..MAX_LISTED + 3 {
        keep(&app.store, &format!("Ear {n}"), Some("ENT & Hearing"), Some("2020-01-31"));
    }
    keep(&app.store, "Nose", Some("ENT & Hearing"), Some("2024-01-15"));
    assert_eq!(written(&app, "2026-11-30T09:00"), None);
    assert_eq!(written(&app, "2026-12-01T07:00"), day("2026-12-01", 1));
    let mail = waiting(&app.store).remove(0);
    assert_eq!(mail.subject, "Handouts of ENT & Hearing to review: 203 overdue, 1 due soon");
    assert_eq!(mail.text.matches("Last reviewed").count(), MAX_LISTED);
    for line in [
        "\n  and 3 more: https://h.example.org/review?department=ENT+%26+Hearing\n",
        "\n  1 handout: https://h.example.org/review?state=due&department=ENT+%26+Hearing\n",
        "This mail comes on the first day of every month",
    ] {
        assert!(mail.text.contains(line), "{line:?}: {}", mail.text);
    }
}

#[test]
fn one_is_written_when_it_is_due_and_of_those_that_were_missed_the_latest() {
    let folder = tempfile::tempdir().unwrap();
    let weekly = app(folder.path(), DigestFrequency::Weekly);
    keep(&weekly.store, "Late", None, Some("2020-01-31"));
    assert_eq!(written(&weekly, "2026-11-18T09:00"), None, "just turned on");
    assert_eq!(written(&weekly, "2026-11-23T06:59:59"), None);
    assert_eq!(written(&weekly, "2026-11-23T07:00"), day("2026-11-23", 1));
    assert_eq!(written(&weekly, "2026-11-23T07:01"), None);
    assert_eq!(written(&weekly, "2026-11-16T12:00"), None, "due before it was turned on");
    assert_eq!(written(&weekly, "2026-11-29T23:59"), None);
    drop(weekly);
    let weekly = app(folder.path(), DigestFrequency::Weekly);
    assert_eq!(
        written(&weekly, "2026-12-16T03:00"),
        day("2026-12-14", 1),
        "missed: 30 November to 14 December"
    );
    assert_eq!(written(&weekly, "2026-12-16T03:01"), None);
    let days: Vec<String> =
        waiting(&weekly.store).iter().map(|mail| mail.message[7..17].to_owned()).collect();
    assert_eq!(days, ["2026-12-14"], "the digest that still waited is dropped");
    drop(weekly);
    let monthly = app(folder.path(), DigestFrequency::Monthly);
    assert_eq!(written(&monthly, "2026-12-17T09:00"), None, "another one is turned on");
    assert_eq!(written(&monthly, "2027-01-01T07:00"), day("2027-01-01", 1));
    drop(monthly);
    let off = app(folder.path(), DigestFrequency::Off);
    assert_eq!(written(&off, "2027-03-01T09:00"), None);
    assert_eq!(waiting(&off.store), []);
    drop(off);
    let weekly = app(folder.path(), DigestFrequency::Weekly);
    assert_eq!(written(&weekly, "2027-03-02T09:00"), None, "on again");
    assert_eq!(written(&weekly, "2027-03-08T09:00"), day("2027-03-08", 1));
}

#[test]
fn with_nothing_to_say_no_mail_goes_out_and_the_day_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path(), DigestFrequency::Weekly);
    keep(&app.store, "Current", None, Some("2026-11-01"));
    assert_eq!(written(&app, "2026-11-18T09:00"), None);
    assert_eq!(written(&app, "2026-11-23T07:00"), day("2026-11-23", 0));
    keep(&app.store, "Late", None, Some("2020-01-31"));
    assert_eq!(written(&app, "2026-11-23T07:01"), None);
}

/// An event of the test.
#[derive(Debug, Clone)]
enum Event {
    /// The clock advances, or is set.
    Clock(i64),
    /// The server restarts.
    Restart,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        8 => (1..60_i64).prop_map(Event::Clock),
        3 => (60..24 * 40_i64).prop_map(Event::Clock),
        3 => (-24 * 40..0_i64).prop_map(Event::Clock),
        2 => Just(Event::Restart),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Whatever the clock does: a digest that is due and was due after the digest was turned on is there at the next
    /// look at the clock, and none is there twice.
    #[test]
    fn no_digest_is_written_twice_and_none_is_left_out(
        zone in prop::sample::select(&["America/Chicago", "Europe/Berlin", "Pacific/Apia"][..]),
        frequency in prop::sample::select(&[DigestFrequency::Weekly, DigestFrequency::Monthly][..]),
        start in 0..700_i64,
        events in prop::collection::vec(event(), 1..40),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let mut running = app(folder.path(), frequency);
        keep(&running.store, "Late", None, Some("2010-01-31"));
        let first = date(2026, 1, 1).checked_add(start.days()).unwrap().at(12, 0, 0, 0);
        let mut now = first.to_zoned(TimeZone::get(zone).unwrap()).unwrap();
        // The reference: what was due by the earliest time that the clock has shown is never sent.
        let (mut earliest, mut all) = (now.timestamp(), BTreeSet::new());
        prop_assert_eq!(write_due(&running, &now).unwrap(), None);
        for event in events {
            match event {
                Event::Clock(hours) => now = now.saturating_add(SignedDuration::from_hours(hours)),
                Event::Restart => {
                    drop(running);
                    running = app(folder.path(), frequency);
                }
            }
            earliest = earliest.min(now.timestamp());
            let due = frequency.latest_due(&now).filter(|due| due.at > earliest && all.insert(due.day));
            let expected = due.map(|due| WrittenDigest { day: due.day, mails: 1 });
            prop_assert_eq!(write_due(&running, &now).unwrap(), expected, "{}", now);
            prop_assert_eq!(write_due(&running, &now).unwrap(), None);
        }
        prop_assert_eq!(waiting(&running.store).len(), all.len().min(1), "only the latest waits");
    }
}
