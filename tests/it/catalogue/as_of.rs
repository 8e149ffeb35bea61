//! A citation as of a day: who may ask, day boundaries, names of values, imports, restores.

use crate::support::database::rewrite;
use crate::support::hospital::Hospital;
use crate::support::provider::Provider;
use crate::support::{Answer, Caller, Start, citation, command, fill};
use handout::model::clock;
use jiff::ToSpan;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::Path;

/// Backdates everything in a database or backup by this many days.
fn age(file: &Path, days: u32) {
    let columns = [
        ("citations", "saved_at"),
        ("citation_versions", "saved_at"),
        ("lookup_history", "at"),
        ("changes", "at"),
        ("restorations", "known_until"),
        ("restorations", "restored"),
        ("catalogue", "backup_made"),
    ];
    let sql: String = columns
        .iter()
        .map(|(table, column)| {
            format!("UPDATE {table} SET {column} = strftime('%Y-%m-%dT%H:%M:%fZ', {column}, '-{days} days');")
        })
        .collect();
    rewrite(file, &sql);
}

/// The server's date this many days ago.
fn ago(days: i64) -> String {
    (clock::today() - days.days()).to_string()
}

async fn as_of(caller: &Caller, id: &str, day: &str) -> Answer {
    caller.get(&format!("/api/citations/{id}?asOf={day}")).await
}

/// Saves the citation with this id and these changes.
async fn save(admin: &Caller, id: &str, changes: Value) {
    let mut body = admin.get(&format!("/api/citations/{id}")).await.body;
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    let saved = admin.put(&format!("/api/citations/{id}"), &body).await.unwrap();
    assert_eq!(saved.status, 200, "{saved:?}");
}

/// Renames a value, or deletes it.
async fn change(admin: &Caller, category: &str, old: &str, new: Option<&str>) {
    admin.change_values(&[json!({"type": category, "oldValue": old, "newValue": new})]).await;
}

fn named(id: &str) -> Value {
    let mut made = citation(&format!("Handout {id}"));
    made["id"] = id.into();
    made
}

fn assert_refused(answer: &Answer, status: u16, words: &str) {
    assert_eq!(answer.status, status, "{answer:?}");
    let message = format!("{} {}", answer.body["detail"], answer.body["errors"]);
    assert!(message.contains(words), "{message}");
    assert!(answer.headers.get("etag").is_none(), "{answer:?}");
}

#[tokio::test]
async fn an_invalid_day_is_refused_and_today_is_the_present_state() {
    let hospital = Hospital::with(&[named("one")]);
    let (staff, visitor) = (&hospital.staff, hospital.server.visitor());
    for day in [ago(0).as_str(), "foo", ""] {
        assert_refused(&as_of(&visitor, "one", day).await, 401, "sign in");
    }
    assert_eq!(visitor.get("/api/citations/one").await.status, 200, "without a day, everybody may read it");
    for day in ["foo", "", "2025-02-30", "2026-1-2", "2026-01-02T00:00:00Z", "%202026-01-02"] {
        assert_refused(&as_of(staff, "one", day).await, 400, "day");
    }
    assert_refused(&staff.get("/api/citations/one?asOf=2026-01-01&asOf=2026-01-02").await, 400, "asOf");
    for day in [ago(-1).as_str(), "9999-12-31"] {
        let refused = as_of(staff, "one", day).await;
        assert_refused(&refused, 422, "in the future");
        assert_eq!(refused.body["errors"][0]["field"], "asOf");
    }
    assert_refused(&as_of(staff, "nobody", &ago(0)).await, 404, "No citation found.");
    for day in [ago(1).as_str(), "0001-01-01"] {
        assert_refused(&as_of(staff, "one", day).await, 404, "came into the catalogue later, on");
    }
    let mut present = staff.get("/api/citations/one").await;
    let request = staff.request("GET", &format!("/api/citations/handout-one?asOf={}", ago(0)));
    let request = request.header("If-None-Match", present.headers["etag"].to_str().unwrap());
    let mut today = staff.send(request).await.unwrap();
    assert_eq!(today.status, 200, "never 304: {today:?}");
    assert!(today.headers.get("etag").is_none());
    assert_eq!(today.headers["cache-control"], "no-store");
    assert_eq!(today.body.as_object_mut().unwrap().remove("asOf"), Some(json!(ago(0))));
    // The packets that contain it are not part of its record.
    assert_eq!(present.body.as_object_mut().unwrap().remove("packets"), Some(json!([])));
    assert_eq!(today.body, present.body);
}

#[tokio::test]
async fn an_older_readable_id_leads_to_the_present_one_with_the_day() {
    let hospital = Hospital::with(&[named("one")]);
    age(&hospital.data().join("catalogue.db"), 3);
    save(&hospital.admin, "one", json!({"title": "New title"})).await;
    let moved = as_of(&hospital.staff, "handout-one", &ago(2)).await;
    assert_eq!(moved.status, 308, "{moved:?}");
    assert_eq!(moved.headers["location"], format!("/api/citations/new-title?asOf={}", ago(2)));
    assert_eq!(moved.headers["cache-control"], "no-store");
    let then = hospital.staff.get(moved.headers["location"].to_str().unwrap()).await.body;
    assert_eq!(then["title"], "Handout one");
    assert_eq!(then["readableIds"], json!([{"id": "new-title"}, {"id": "handout-one"}]), "the current ones");
}

#[tokio::test]
async fn values_have_the_names_of_the_day() {
    let mut one = named("one");
    one["tags"] = json!(["First", "Other"]);
    one["deptSubmittedBy"] = json!({"name": "Emergency"});
    one["revisionDates"] = json!([{"lang": "English", "revisionDate": "2026-01-05"}]);
    let hospital = Hospital::with(&[one]);
    let (admin, database) = (&hospital.admin, hospital.data().join("catalogue.db"));
    age(&database, 2);
    change(admin, "tags", "First", Some("Second")).await;
    change(admin, "languages", "English", Some("US English")).await;
    age(&database, 2);
    change(admin, "tags", "Second", Some("SECOND")).await;
    change(admin, "departments", "Emergency", Some("Emergency Room")).await;
    age(&database, 2);
    save(admin, "one", json!({"obsolete": true, "notes": "Withdrawn"})).await;
    age(&database, 2);
    change(admin, "tags", "Second", Some("Third")).await;
    change(admin, "departments", "Emergency Room", None).await;
    age(&database, 2);
    change(admin, "tags", "Third", Some("Other")).await;
    change(admin, "languages", "US English", Some("English")).await;
    let at = async |days: i64| {
        let then = as_of(&hospital.staff, "one", &ago(days)).await.body;
        let languages =
            [&then["languages"][0]["lang"], &then["revisionDates"][0]["lang"]].map(Value::to_string);
        assert_eq!(languages[0], languages[1], "{then}");
        (
            then["tags"].clone(),
            then["deptSubmittedBy"]["name"].clone(),
            languages[0].clone(),
            then["obsolete"] == true,
        )
    };
    let text = |name: &str| format!("\"{name}\"");
    let first = (json!(["First", "Other"]), json!("Emergency"), text("English"), false);
    assert_eq!((at(10).await, at(9).await), (first.clone(), first));
    assert_eq!(at(8).await, (json!(["Second", "Other"]), json!("Emergency"), text("US English"), false));
    assert_eq!(at(6).await, (json!(["SECOND", "Other"]), json!("Emergency Room"), text("US English"), false));
    assert!(!at(5).await.3);
    assert_eq!(at(4).await, (json!(["SECOND", "Other"]), json!("Emergency Room"), text("US English"), true));
    assert_eq!(at(2).await, (json!(["Third", "Other"]), Value::Null, text("US English"), true));
    assert_eq!(at(0).await, (json!(["Other"]), Value::Null, text("English"), true));
}

#[tokio::test]
async fn states_that_an_import_or_a_review_replaced_are_found() {
    let hospital = Hospital::with(&[named("one")]);
    let (admin, database) = (&hospital.admin, hospital.data().join("catalogue.db"));
    age(&database, 5);
    let etag = admin.get("/api/citations/one").await.headers["etag"].clone();
    let review = admin.request("POST", "/api/citations/one/review").header("If-Match", etag).json(&json!({}));
    assert_eq!(admin.send(review).await.unwrap().status, 200);
    age(&database, 5);
    let mut second = named("one");
    second["title"] = "From the import".into();
    fill(&hospital.data(), &[second]);
    let at = async |days: i64| {
        let then = as_of(&hospital.staff, "one", &ago(days)).await.body;
        (then["title"].clone(), then["deptReviewDate"].clone())
    };
    // The review stored its date before everything was backdated.
    let reviewed = format!("{}T00:00:00.000Z", ago(0));
    assert_eq!(at(10).await, (json!("Handout one"), json!("2026-01-05T00:00:00.000Z")));
    assert_eq!(at(6).await, at(10).await);
    assert_eq!(at(5).await, (json!("Handout one"), json!(reviewed)));
    assert_eq!(at(1).await, at(5).await);
    assert_eq!(at(0).await, (json!("From the import"), json!("2026-01-05T00:00:00.000Z")));
}

#[tokio::test]
async fn a_day_ends_at_midnight_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[named("one")]);
    let provider = Provider::start();
    let database = data.join("catalogue.db");
    {
        let server = Start::on(&data).signed_in_at(&provider).run();
        let admin = server.bearer(provider.admin());
        save(&admin, "one", json!({"title": "Second"})).await;
        save(&admin, "one", json!({"title": "Third"})).await;
        assert!(server.stop().success());
    }
    // The second state begins in the first millisecond of a day, the third one millisecond before the end of a day.
    let cases = [
        ("America/Los_Angeles", "2025-03-09", "2025-03-09T08:00:00.000Z", "2025-03-10T06:59:59.999Z"),
        ("America/Los_Angeles", "2025-11-02", "2025-11-02T07:00:00.000Z", "2025-11-03T07:59:59.999Z"),
        ("Pacific/Kiritimati", "2025-01-01", "2024-12-31T10:00:00.000Z", "2025-01-01T09:59:59.999Z"),
        ("America/Santiago", "2025-09-07", "2025-09-07T04:00:00.000Z", "2025-09-08T02:59:59.999Z"),
        ("UTC", "2024-02-29", "2024-02-29T00:00:00.000Z", "2024-02-29T23:59:59.999Z"),
    ];
    for (zone, day, begins, ends) in cases {
        let server = Start::on(&data).signed_in_at(&provider).environment("TZ", zone).run();
        let staff = server.bearer(provider.staff());
        let day: jiff::civil::Date = day.parse().unwrap();
        let (before, after) = (day.yesterday().unwrap(), day.tomorrow().unwrap());
        rewrite(
            &database,
            "UPDATE citation_versions SET saved_at = '2020-01-01T00:00:00.000Z' WHERE version = 1",
        );
        let title =
            async |day: jiff::civil::Date| as_of(&staff, "one", &day.to_string()).await.body["title"].clone();
        let set = |second: &str, third: &str| {
            rewrite(
                &database,
                &format!(
                    "UPDATE citation_versions SET saved_at = '{second}' WHERE version = 2; \
                 UPDATE citations SET saved_at = '{third}'"
                ),
            );
        };
        set(begins, ends);
        assert_eq!(
            (title(before).await, title(day).await),
            (json!("Handout one"), json!("Third")),
            "{zone} {day}"
        );
        let end: jiff::Timestamp = ends.parse().unwrap();
        set(begins, &format!("{:.3}", end + jiff::SignedDuration::from_millis(1)));
        assert_eq!((title(day).await, title(after).await), (json!("Second"), json!("Third")), "{zone} {day}");
        rewrite(&database, &format!("UPDATE citation_versions SET saved_at = '{begins}' WHERE version = 1"));
        let refused = as_of(&staff, "one", &before.to_string()).await;
        assert_refused(&refused, 404, &format!("on {}.", day.strftime("%B %-d, %Y")));
        let tomorrow = jiff::Timestamp::now()
            .to_zoned(jiff::tz::TimeZone::get(zone).unwrap())
            .date()
            .tomorrow()
            .unwrap();
        assert_refused(&as_of(&staff, "one", &tomorrow.to_string()).await, 422, "in the future");
        assert_eq!(
            as_of(&staff, "one", &tomorrow.yesterday().unwrap().to_string()).await.status,
            200,
            "today there"
        );
        assert!(server.stop().success());
    }
}

/// A data directory whose server is started and stopped between commands.
struct Installation {
    folder: tempfile::TempDir,
    provider: Provider,
}

impl Installation {
    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, args: &[&str]) {
        let (succeeded, output) = command(&self.path("data"), args);
        assert!(succeeded, "{output}");
    }

    /// Backdates the database and these backups.
    fn age(&self, days: u32, copies: &[&str]) {
        age(&self.path("data/catalogue.db"), days);
        copies.iter().for_each(|copy| age(&self.path(copy), days));
    }

    async fn with_server<T>(&self, work: impl AsyncFnOnce(Caller) -> T) -> T {
        let server = Start::on(&self.path("data")).signed_in_at(&self.provider).run();
        let done = work(server.bearer(self.provider.admin())).await;
        assert!(server.stop().success());
        done
    }

    /// The titles at the end of these days, or the error message where there is none.
    async fn titles(&self, id: &str, days: &[i64]) -> Vec<String> {
        self.with_server(async |admin| {
            let mut found = Vec::new();
            for day in days {
                let answer = as_of(&admin, id, &ago(*day)).await;
                let text = if answer.status == 200 { &answer.body["title"] } else { &answer.body["detail"] };
                found.push(text.as_str().unwrap().to_owned());
            }
            found
        })
        .await
    }
}

#[tokio::test]
async fn days_that_a_restore_lost_are_not_invented() {
    let installation = Installation { folder: tempfile::tempdir().unwrap(), provider: Provider::start() };
    let copy = |name: &str| installation.path(name).to_str().unwrap().to_owned();
    let (first, second) = (copy("first.db"), copy("second.db"));
    fill(&installation.path("data"), &[named("one")]);
    installation.age(4, &[]);
    installation.run(&["backup", &first]);
    installation.age(4, &["first.db"]);
    installation.with_server(async |admin| save(&admin, "one", json!({"title": "Lost"})).await).await;
    installation.age(4, &["first.db"]);
    // 8 days ago to today.
    installation.run(&["restore", &first]);
    installation.with_server(async |admin| save(&admin, "one", json!({"title": "After"})).await).await;
    installation.age(4, &["first.db"]);
    installation.run(&["backup", &second]);
    installation.age(2, &["first.db", "second.db"]);
    fill(&installation.path("data"), &[named("two")]);
    installation.run(&["restore", &second]);
    fill(&installation.path("data"), &[named("two")]);
    // Added 18 days ago; backup 14, restored 6; backup 2, restored today.
    let (backup, restored) = (clock::today() - 14.days(), clock::today() - 6.days());
    let lost = |day: i64, restored: jiff::civil::Date, backup: jiff::civil::Date| {
        let words = |day: jiff::civil::Date| day.strftime("%B %-d, %Y").to_string();
        format!(
            "There is no record of {}: the catalogue was restored on {} from a backup of {}, and what was saved in \
             between is lost.",
            words(clock::today() - day.days()),
            words(restored),
            words(backup)
        )
    };
    let one = installation.titles("one", &[18, 15, 14, 10, 7, 6, 3, 2, 1, 0]).await;
    assert_eq!(one[..2], ["Handout one", "Handout one"]);
    assert_eq!(one[2..5], [14, 10, 7].map(|day| lost(day, restored, backup)));
    assert_eq!(one[5..7], ["After", "After"]);
    let again = [2, 1].map(|day| lost(day, clock::today(), clock::today() - 2.days()));
    assert_eq!(one[7..9], again);
    assert_eq!(one[9], "After");
    // Its first day is after both backups: where a restore lost days, it is unknown whether it existed before.
    let two = installation.titles("two", &[18, 10, 3, 1, 0]).await;
    assert!(
        two[0].contains("came into the catalogue later") && two[2].contains("came into the catalogue later"),
        "{two:?}"
    );
    assert_eq!((&two[1], &two[3]), (&lost(10, restored, backup), &again[1]));
    assert_eq!(two[4], "Handout two");
    // The first backup has no record of it.
    installation.run(&["restore", &first]);
    let one = installation.titles("one", &[18, 15, 14, 6, 3, 1, 0]).await;
    assert_eq!((one[1].as_str(), one[6].as_str()), ("Handout one", "Handout one"));
    assert_eq!(one[2..6], [14, 6, 3, 1].map(|day| lost(day, clock::today(), backup)));
}

#[tokio::test]
async fn a_database_copied_into_place_counts_as_restored() {
    let installation = Installation { folder: tempfile::tempdir().unwrap(), provider: Provider::start() };
    let database = installation.path("data/catalogue.db");
    fill(&installation.path("data"), &[named("one")]);
    installation.age(5, &[]);
    installation.run(&["backup", installation.path("copy.db").to_str().unwrap()]);
    installation.age(3, &["copy.db"]);
    // A plain copy of the file does not have the time it was made: its latest change counts instead.
    std::fs::copy(&database, installation.path("plain.db")).unwrap();
    std::fs::copy(installation.path("copy.db"), &database).unwrap();
    let expected = async |first_lost: i64| {
        let titles = installation.titles("one", &[8, first_lost + 1, first_lost, 1, 0]).await;
        assert_eq!(titles[1], "Handout one", "{titles:?}");
        assert!(titles[2].contains("was restored on") && titles[3].contains("was restored on"), "{titles:?}");
        assert_eq!(titles[4], "Handout one");
    };
    expected(3).await;
    // Only once: the next start has nothing to record.
    let count = || -> u32 {
        let db = Connection::open(&database).unwrap();
        db.query_row("SELECT count(*) FROM restorations", [], |row| row.get(0)).unwrap()
    };
    assert_eq!(count(), 1);
    expected(3).await;
    assert_eq!(count(), 1);
    installation.run(&["restore", installation.path("plain.db").to_str().unwrap()]);
    let titles = installation.titles("one", &[9, 8, 4, 0]).await;
    assert!(
        titles[1].contains(&format!("backup of {}", (clock::today() - 8.days()).strftime("%B %-d, %Y"))),
        "{titles:?}"
    );
    assert!(titles[0].contains("was restored on") || titles[0].contains("came into"), "{titles:?}");
    assert_eq!(titles[3], "Handout one");
}
