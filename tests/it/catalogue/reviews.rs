//! Which citations need a review; recording reviews one at a time and as a job.

use crate::support::provider::Provider;
use crate::support::{Answer, Caller, Server, Start, citation, fill};
use handout::model::clock;
use jiff::{Span, civil::Date};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

struct Hospital {
    folder: tempfile::TempDir,
    provider: Provider,
    server: Server,
    admin: Caller,
}

fn start(data: &Path, provider: &Provider) -> Server {
    Start::on(data).signed_in_at(provider).run()
}

impl Hospital {
    fn with(citations: &[Value]) -> Hospital {
        let folder = tempfile::tempdir().unwrap();
        fill(&folder.path().join("data"), citations);
        let provider = Provider::start();
        let server = start(&folder.path().join("data"), &provider);
        let admin = server.bearer(provider.admin());
        Hospital { folder, provider, server, admin }
    }

    async fn reviews(&self, query: &str) -> Value {
        let answer = self.admin.get(&format!("/api/system/reviews?{query}")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    }

    async fn review(&self, id: &str, etag: Option<&str>, body: Value) -> Answer {
        let request = self.admin.request("POST", &format!("/api/citations/{id}/review")).json(&body);
        let request = match etag {
            Some(etag) => request.header("If-Match", etag),
            None => request,
        };
        self.admin.send(request).await.unwrap()
    }

    async fn etag(&self, id: &str) -> String {
        let answer = self.admin.get(&format!("/api/citations/{id}")).await;
        answer.headers["etag"].to_str().unwrap().to_owned()
    }

    async fn versions(&self, id: &str) -> Vec<Value> {
        let answer = self.admin.get(&format!("/api/citations/{id}/versions")).await;
        answer.body.as_array().unwrap().clone()
    }

    async fn job(&self, citations: &[(&str, &str)], rest: Value) -> Answer {
        let mut body = rest;
        body["citations"] = citations.iter().map(|(id, etag)| json!({"id": id, "etag": etag})).collect();
        self.admin.post("/api/system/reviews", &body).await.unwrap()
    }
}

fn stamp(day: Date) -> String {
    format!("{day}T00:00:00.000Z")
}

/// The server's date this many months and days ago.
fn ago(months: i32, days: i32) -> Date {
    clock::today() - Span::new().months(months) - Span::new().days(days)
}

/// A citation with its last review, its reviewer and its department.
fn reviewed(id: &str, day: Option<Date>, reviewer: &str, department: &str) -> Value {
    let mut made = citation(&format!("Handout {id}"));
    made["id"] = id.into();
    made["deptReviewDate"] = day.map(stamp).into();
    made["reviewedBy"] = reviewer.into();
    made["deptSubmittedBy"] = json!({"name": department});
    made
}

fn ids(page: &Value) -> Vec<&str> {
    page["citations"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_list_begins_with_the_most_overdue_and_omits_obsolete_citations() {
    let mut short = reviewed("short", Some(ago(2, 0)), "Ada", "Surgery");
    short["reviewCycleMonths"] = 1.into();
    let mut old = reviewed("old", Some(ago(90, 0)), "Ada", "Surgery");
    old["obsolete"] = true.into();
    let hospital = Hospital::with(&[
        reviewed("current", Some(ago(1, 0)), "Ada", "Surgery"),
        reviewed("due", Some(ago(35, 0)), "ada", "ICU"),
        reviewed("never", None, "Grace", "ICU"),
        reviewed("late", Some(ago(60, 0)), "Grace", "Surgery"),
        short,
        old,
    ]);
    let all = hospital.reviews("").await;
    assert_eq!(ids(&all), ["late", "short", "never", "due", "current"]);
    assert_eq!(all["found"], 5);
    let counts = json!({"current": 1, "due": 1, "overdue": 2, "never": 1});
    assert_eq!(all["counts"], counts);
    assert_eq!(all["reviewers"].as_array().unwrap().len(), 2, "one spelling each: {all}");
    let first = &all["citations"][0];
    assert_eq!(first["readableId"], "handout-late");
    assert_eq!((&first["department"], &first["reviewer"]), (&json!("Surgery"), &json!("Grace")));
    assert_eq!(first["deptReviewDate"], stamp(ago(60, 0)));
    assert_eq!(first["languages"][0]["lang"], "English", "{first}");
    assert_eq!(first["etag"], hospital.etag("late").await);
    assert_eq!(
        (&all["citations"][2]["state"], &all["citations"][2]["dueOn"]),
        (&json!("never"), &Value::Null)
    );

    let overdue = hospital.reviews("state=overdue").await;
    assert_eq!((ids(&overdue), &overdue["counts"]), (vec!["late", "short"], &counts));
    let adas = hospital.reviews("reviewer=ADA").await;
    assert_eq!(ids(&adas), ["short", "due", "current"]);
    assert_eq!(adas["counts"], json!({"current": 1, "due": 1, "overdue": 1, "never": 0}));
    assert_eq!(ids(&hospital.reviews("department=icu&state=never").await), ["never"]);
    assert_eq!(ids(&hospital.reviews("start=3").await), ["due", "current"]);
    for query in ["state=late", "start=-1"] {
        assert_eq!(hospital.admin.get(&format!("/api/system/reviews?{query}")).await.status, 400, "{query}");
    }
    let csv =
        hospital.admin.request("GET", "/api/system/reviews/download?department=ICU").send().await.unwrap();
    assert_eq!(csv.headers()["content-type"], "text/csv; charset=utf-8");
    let csv = csv.text().await.unwrap();
    let mut lines = csv.lines();
    let head = "\u{feff}Title,Department,Reviewer,Languages,Last Reviewed,Due,State,Link,ID";
    assert_eq!(lines.next(), Some(head));
    assert!(
        lines.next().unwrap().starts_with("Handout never,ICU,Grace,English,,,Never reviewed,http"),
        "{csv}"
    );
    assert_eq!(lines.count(), 1);
}

#[tokio::test]
async fn a_setting_changes_what_is_due() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[reviewed("a", Some(ago(13, 0)), "Ada", "ICU")]);
    let provider = Provider::start();
    for (cycle, warn, state) in [(12, 90, "overdue"), (14, 90, "due"), (14, 5, "current")] {
        let server = Start::on(&data)
            .signed_in_at(&provider)
            .with("REVIEW__CYCLE_MONTHS", cycle)
            .with("REVIEW__WARN_DAYS", warn)
            .run();
        let page = server.bearer(provider.admin()).get("/api/system/reviews").await.body;
        assert_eq!(page["citations"][0]["state"], state, "{cycle} months, {warn} days");
        server.kill();
    }
}

#[tokio::test]
async fn a_review_changes_only_its_date_and_can_be_restored() {
    // An old record without most required fields.
    let hospital =
        Hospital::with(&[json!({"id": "a", "title": "Fever", "deptReviewDate": stamp(ago(50, 0))})]);
    let before = hospital.admin.get("/api/citations/a").await;
    let etag = before.headers["etag"].to_str().unwrap().to_owned();
    assert_eq!(hospital.review("a", None, json!({})).await.status, 428);
    assert_eq!(hospital.review("a", Some("\"other-1\""), json!({})).await.status, 412);
    let long = json!({"note": "x".repeat(2_001)});
    assert_eq!(hospital.review("a", Some(&etag), long).await.status, 422);
    assert_eq!(hospital.review("b", Some(&etag), json!({})).await.status, 404);
    assert_eq!(hospital.etag("a").await, etag, "nothing has changed");

    let answer = hospital.review("a", Some(&etag), json!({"note": " Doses checked. "})).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let mut expected = before.body.clone();
    expected["deptReviewDate"] = stamp(clock::today()).into();
    expected["warnings"] = json!([]);
    assert_eq!(answer.body, expected);
    assert_ne!(answer.headers["etag"].to_str().unwrap(), etag);
    assert_eq!(hospital.reviews("").await["citations"][0]["state"], "current");
    let versions = hospital.versions("a").await;
    assert_eq!(versions.len(), 2);
    assert_eq!(
        (&versions[0]["changed"], &versions[0]["note"]),
        (&json!(["deptReviewDate"]), &json!("Doses checked."))
    );
    assert_eq!(versions[1].get("note"), None);
    assert_eq!(hospital.review("a", Some(&etag), json!({})).await.status, 412, "the version has changed");
    // Another review on the same day is a version too.
    let first = hospital.etag("a").await;
    assert_eq!(hospital.review("a", Some(&first), json!({"note": "Seen too."})).await.status, 200);
    let now = hospital.etag("a").await;
    assert_ne!(now, first);
    let versions = hospital.versions("a").await;
    assert_eq!(versions.len(), 3);
    let notes: Vec<&Value> = versions.iter().map(|version| &version["note"]).collect();
    assert_eq!(notes, [&json!("Seen too."), &json!("Doses checked."), &Value::Null]);
    assert_eq!(versions[0]["changed"], json!([]));

    let restore = hospital
        .admin
        .request("POST", "/api/citations/a/restore")
        .header("If-Match", &now)
        .json(&json!({"version": versions[2]["version"]}));
    let restored = hospital.admin.send(restore).await.unwrap();
    let mut expected = before.body;
    expected["warnings"] = json!([]);
    assert_eq!((restored.status, restored.body), (200, expected));
    assert_eq!(hospital.reviews("").await["citations"][0]["state"], "overdue");
}

#[tokio::test]
async fn an_obsolete_citation_is_not_reviewed() {
    let mut old = citation("Fever");
    (old["id"], old["obsolete"]) = ("a".into(), true.into());
    let hospital = Hospital::with(&[old]);
    let etag = hospital.etag("a").await;
    let answer = hospital.review("a", Some(&etag), json!({})).await;
    assert_eq!(answer.status, 422);
    assert_eq!(answer.body["errors"][0]["field"], "obsolete");
    assert_eq!(hospital.etag("a").await, etag);
}

/// The hospital's date counts, not the one in UTC.
#[tokio::test]
async fn a_review_has_the_day_of_the_servers_time_zone() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[reviewed("a", None, "Ada", "ICU")]);
    let provider = Provider::start();
    // At any moment at least one of the two has a date other than UTC.
    for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
        let server = Start::on(&data).signed_in_at(&provider).environment("TZ", zone).run();
        let admin = server.bearer(provider.admin());
        let day = || clock::now().to_zoned(jiff::tz::TimeZone::get(zone).unwrap()).date();
        let before = day();
        let request =
            admin.request("POST", "/api/citations/a/review").header("If-Match", "*").json(&json!({}));
        let answer = admin.send(request).await.unwrap();
        let days = [stamp(before), stamp(day())];
        assert!(days.iter().any(|day| answer.body["deptReviewDate"] == **day), "{zone}: {answer:?}");
        server.kill();
    }
}

#[tokio::test]
async fn a_job_reviews_unchanged_citations_and_names_the_rest() {
    let mut old = reviewed("old", None, "Ada", "ICU");
    old["obsolete"] = true.into();
    let hospital = Hospital::with(&[
        reviewed("a", None, "Ada", "ICU"),
        reviewed("b", Some(ago(50, 0)), "Ada", "ICU"),
        reviewed("c", None, "Ada", "ICU"),
        old,
    ]);
    let (a, b, c, old) = (
        hospital.etag("a").await,
        hospital.etag("b").await,
        hospital.etag("c").await,
        hospital.etag("old").await,
    );
    assert_eq!(hospital.review("c", Some(&c), json!({})).await.status, 200);
    let seen = [("a", &*a), ("handout-b", &*b), ("a", &*a), ("c", &*c), ("old", &*old)];
    let taken = hospital.job(&seen, json!({"action": "reviewed", "note": "Spring review"})).await;
    assert_eq!(taken.status, 202, "{taken:?}");
    assert_eq!((&taken.body["type"], &taken.body["config"]), (&json!("Review"), &json!([])));
    let job = hospital.admin.finished_job(&taken.body["id"]).await;
    assert_eq!((&job["changed"], &job["error"]), (&json!(2), &Value::Null), "{job}");
    let review = &job["review"];
    assert_eq!((&review["citations"], &review["done"]), (&json!(4), &json!(4)), "{review}");
    assert_eq!(review["left"][0]["id"], "c");
    assert_eq!(review["left"][0]["reason"], "Somebody has changed it since.");
    assert_eq!(review["left"][1]["id"], "old");
    let versions = hospital.versions("b").await;
    assert_eq!((versions.len(), &versions[0]["note"]), (2, &json!("Spring review")));
    assert_eq!(hospital.versions("c").await.len(), 2);

    let (a, b) = (hospital.etag("a").await, hospital.etag("b").await);
    let set = json!({"action": "reviewer", "reviewer": "Grace  Hopper"});
    let taken = hospital.job(&[("a", &a), ("b", &b)], set).await;
    assert_eq!(hospital.admin.finished_job(&taken.body["id"]).await["changed"], 2);
    assert_eq!(ids(&hospital.reviews("reviewer=Grace%20Hopper").await).len(), 2);
    assert_eq!(hospital.versions("a").await[0]["changed"], json!(["reviewedBy"]));

    let errors = hospital.job(&[("a", &a), ("nothing", "x")], json!({"action": "reviewed"})).await;
    assert_eq!((errors.status, &errors.body["errors"][0]["field"]), (422, &json!("citations[1].id")));
    for body in [json!({"action": "erase"}), json!({"action": "reviewer"}), json!({})] {
        assert_eq!(hospital.job(&[("a", &a)], body).await.status, 422);
    }
}

/// A job that is killed at any moment continues at the next start: every citation gets exactly one new version.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_job_resumes_at_the_next_start() {
    const CITATIONS: usize = 300;
    let all: Vec<Value> =
        (0..CITATIONS).map(|n| reviewed(&format!("c{n}"), Some(ago(50, 0)), "Ada", "ICU")).collect();
    let mut hospital = Hospital::with(&all);
    let mut seen = Vec::new();
    for start in (0..CITATIONS).step_by(50) {
        let page = hospital.reviews(&format!("start={start}")).await;
        for one in page["citations"].as_array().unwrap() {
            seen.push(json!({"id": one["id"], "etag": one["etag"]}));
        }
    }
    assert_eq!(seen.len(), CITATIONS);
    let body = json!({"citations": seen, "action": "reviewed", "note": "All"});
    let taken = hospital.admin.post("/api/system/reviews", &body).await.unwrap();
    assert_eq!(taken.status, 202, "{taken:?}");
    let data = hospital.folder.path().join("data");
    let mut done = 0;
    for round in 0..3 {
        tokio::time::sleep(Duration::from_millis(40 * round)).await;
        hospital.server.kill();
        hospital.server = start(&data, &hospital.provider);
        hospital.admin = hospital.server.bearer(hospital.provider.admin());
        let jobs = hospital.admin.get("/api/system/jobs").await.body;
        let now = jobs[0]["review"]["done"].as_u64().unwrap();
        assert!(now >= done, "completed items stay completed");
        done = now;
    }
    let job = hospital.admin.finished_job(&taken.body["id"]).await;
    assert_eq!((&job["changed"], &job["review"]["left"]), (&json!(CITATIONS), &json!([])));
    let db = rusqlite::Connection::open(data.join("catalogue.db")).unwrap();
    let count = |sql: &str| db.query_row(sql, [], |row| row.get::<_, usize>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM citations WHERE version = 2"), CITATIONS);
    assert_eq!(count("SELECT count(*) FROM review_notes"), CITATIONS);
}
