//! /api/system/usage: sums, unused handouts, CSV; the months of one citation.

use super::{UsedHospital, counts, database};
use handout::model::clock;
use handout::store::Store;
use serde_json::{Value, json};
use std::path::Path;

/// Adds counts of a day: citation, tag, and views, opened files, scans and pieces.
fn add(data: &Path, day: jiff::civil::Date, rows: &[(&str, &str, [u64; 4])]) {
    let store = Store::open_to_write(data).unwrap();
    store
        .write(|db| {
            let rows: Vec<handout::store::CountedUsage> = rows
                .iter()
                .map(|(id, tag, [view, open, scan, order])| handout::store::CountedUsage {
                    day,
                    citation: db.citation_key(id).unwrap().unwrap(),
                    tag: (*tag).to_owned(),
                    counts: handout::model::usage::UsageCounts {
                        view: *view,
                        open: *open,
                        scan: *scan,
                        order: *order,
                    },
                })
                .collect();
            db.add_usage(&rows)
        })
        .unwrap();
}

/// A year ago, and today.
fn days() -> (jiff::civil::Date, jiff::civil::Date) {
    let today = clock::today();
    (today.saturating_sub(jiff::Span::new().days(400)), today)
}

fn keys(report: &Value) -> Vec<String> {
    report["rows"].as_array().unwrap().iter().map(|row| row["key"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn usage_is_summed_by_citation_language_department_and_month() {
    let hospital = UsedHospital::open();
    let (before, today) = days();
    add(&hospital.data(), before, &[("asthma", "en", [9, 9, 9, 9])]);
    add(&hospital.data(), today, &[("asthma", "en", [5, 1, 0, 0]), ("fever", "es", [1, 0, 2, 10])]);
    add(&hospital.data(), today, &[("asthma", "es", [0, 3, 0, 0])]);

    let report = hospital.usage("").await;
    assert_eq!((report["found"].as_u64(), &report["totals"]), (Some(2), &counts([6, 4, 2, 10])), "{report}");
    assert_eq!((&report["to"], &report["days"]), (&json!(today.to_string()), &json!(1100)));
    assert_eq!(keys(&report), ["fever", "asthma"], "most used first");
    let asthma = &report["rows"][1];
    let expected = json!({
        "key": "asthma", "title": "Asthma at home", "view": 5, "open": 4, "scan": 0, "order": 0,
        "readableId": "asthma-at-home", "department": "Pulmonary", "obsolete": false, "etag": asthma["etag"]
    });
    assert_eq!(*asthma, expected);
    let etag = hospital.admin.get("/api/citations/asthma").await.headers["etag"].clone();
    assert_eq!(asthma["etag"], etag.to_str().unwrap());

    let all = hospital.usage(&format!("from={before}&by=citation")).await;
    assert_eq!(all["totals"], counts([15, 13, 11, 19]));
    let old = hospital.usage(&format!("from={before}&to={before}")).await;
    assert_eq!((old["found"].as_u64(), &old["totals"]), (Some(1), &counts([9; 4])));

    let languages = hospital.usage("by=language").await;
    let titles: Vec<&Value> = languages["rows"].as_array().unwrap().iter().map(|row| &row["title"]).collect();
    assert_eq!(
        (keys(&languages), titles),
        (vec!["es".into(), "en".into()], vec![&json!("Spanish"), &json!("English")])
    );
    assert_eq!(languages["rows"][0]["order"], 10);
    assert_eq!(hospital.usage("by=department").await["rows"][0]["title"], "Emergency");
    for by in ["citation", "language", "department", "month"] {
        let of_pulmonary = hospital.usage(&format!("by={by}&department=PULMONARY")).await;
        assert_eq!(of_pulmonary["totals"], counts([5, 4, 0, 0]), "{by}");
        let part = hospital.usage(&format!("by={by}&department=pulmonary&from={today}&to={today}")).await;
        assert_eq!(part["totals"], counts([5, 4, 0, 0]), "{by}");
    }
    let months = hospital.usage("by=month").await;
    assert_eq!((months["found"].as_u64(), keys(&months).len()), (Some(12), 12));
    assert_eq!(months["rows"][11]["key"], today.to_string()[..7]);
    assert_eq!((&months["rows"][0]["view"], &months["rows"][11]["view"]), (&json!(0), &json!(6)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unused_handouts_were_neither_opened_nor_scanned_nor_ordered() {
    let hospital = UsedHospital::open();
    let mut retired = super::handout("old", "Old advice", "Pulmonary");
    retired["obsolete"] = true.into();
    assert_eq!(hospital.admin.post("/api/citations", &retired).await.unwrap().status, 201);
    let (before, today) = days();
    add(&hospital.data(), before, &[("asthma", "en", [0, 1, 0, 0])]);
    add(&hospital.data(), today, &[("asthma", "en", [7, 0, 0, 0])]);
    let unused = hospital.usage("unused=true").await;
    assert_eq!(keys(&unused), ["fever", "asthma"], "fewest views first");
    assert_eq!((&unused["found"], &unused["totals"]), (&json!(2), &counts([7, 0, 0, 0])));
    assert_eq!(keys(&hospital.usage(&format!("unused=true&from={before}")).await), ["fever"]);
    assert_eq!(keys(&hospital.usage("unused=true&department=Pulmonary").await), ["asthma"]);
    add(&hospital.data(), today, &[("fever", "es", [0, 0, 0, 1])]);
    assert_eq!(keys(&hospital.usage("unused=true").await), ["asthma"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn administrators_read_usage_in_pages_and_as_csv() {
    let hospital = UsedHospital::open();
    for path in [
        "/api/system/usage",
        "/api/system/usage/download",
        "/api/system/reports",
        "/api/system/reports/download",
    ] {
        assert_eq!(hospital.server.visitor().get(path).await.status, 401, "{path}");
        assert_eq!(hospital.staff.get(path).await.status, 403, "{path}");
    }
    for query in ["from=x", "to=2026-13-01", "by=person", "unused=1", "unused=true&by=month", "start=-1"] {
        assert_eq!(hospital.admin.get(&format!("/api/system/usage?{query}")).await.status, 400, "{query}");
    }
    for n in 0..60 {
        let made = super::handout(&format!("c{n}"), &format!("=Handout {n:02}"), "Pulmonary");
        assert_eq!(hospital.admin.post("/api/citations", &made).await.unwrap().status, 201);
    }
    let page = hospital.usage("unused=true&start=50").await;
    assert_eq!((page["found"].as_u64(), keys(&page).len()), (Some(62), 12));
    add(&hospital.data(), clock::today(), &[("c7", "es", [1, 2, 3, 4])]);
    let download = hospital.admin.request("GET", "/api/system/usage/download").send().await.unwrap();
    assert_eq!(download.headers()["content-type"], "text/csv; charset=utf-8");
    assert_eq!(download.headers()["content-disposition"], "attachment; filename=\"usage.csv\"");
    let csv = download.text().await.unwrap();
    let link = format!("{}/citation/handout-07", hospital.server.address);
    assert_eq!(
        csv,
        format!(
            "\u{feff}Title,Department,Obsolete,Views,Opened,Scanned,Ordered,Link,ID\r\n\
             '=Handout 07,Pulmonary,No,1,2,3,4,{link},c7\r\n"
        )
    );
    let languages = hospital.admin.request("GET", "/api/system/usage/download?by=language");
    let languages = languages.send().await.unwrap().text().await.unwrap();
    assert_eq!(languages, "\u{feff}Language,Tag,Views,Opened,Scanned,Ordered\r\nSpanish,es,1,2,3,4\r\n");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn staff_see_the_last_twelve_months_of_a_handout() {
    let hospital = UsedHospital::open();
    let (before, today) = days();
    add(&hospital.data(), before, &[("asthma", "en", [9; 4])]);
    add(&hospital.data(), today, &[("asthma", "en", [5, 1, 0, 0]), ("asthma", "es", [0, 3, 0, 2])]);
    let path = "/api/citations/asthma-at-home/usage";
    assert_eq!(hospital.server.visitor().get(path).await.status, 401);
    let usage = hospital.staff.get(path).await.body;
    assert_eq!((&usage["totals"], &usage["days"]), (&counts([5, 4, 0, 2]), &json!(1100)));
    let months = usage["months"].as_array().unwrap();
    assert_eq!((months.len(), &months[0]["view"]), (12, &json!(0)));
    let last = json!({"month": today.to_string()[..7], "view": 5, "open": 4, "scan": 0, "order": 2});
    assert_eq!(months[11], last);
    let spanish = json!({"tag": "es", "name": "Spanish", "view": 0, "open": 3, "scan": 0, "order": 2});
    assert_eq!(usage["languages"][0], spanish);
    assert_eq!(hospital.staff.get("/api/citations/nothing/usage").await.status, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requested_but_missing_languages_are_listed_with_the_languages() {
    let hospital = UsedHospital::open();
    let request = json!({"citation": "asthma", "lang": "so"});
    assert_eq!(hospital.staff.post("/api/user/translation-requests", &request).await.unwrap().status, 201);
    database(&hospital.data())
        .execute(
            // Nobody misses Spanish any more: there is a version in it.
            "WITH searched (tag) AS (VALUES ('hmn'), ('es'), ('es-MX')) \
             INSERT INTO translation_searches (day, citation, tag, count) \
             SELECT ?1, key, tag, 4 FROM citations, searched WHERE id = 'fever'",
            [clock::today().to_string()],
        )
        .unwrap();
    let report = hospital.usage("by=language").await;
    let wanted: Vec<Value> = report["wanted"].as_array().unwrap().clone();
    assert_eq!(wanted.len(), 2, "{wanted:?}");
    assert_eq!(
        (&wanted[0]["tag"], &wanted[0]["searches"], &wanted[0]["requests"]),
        (&json!("hmn"), &json!(4), &json!(0))
    );
    assert_eq!(
        (&wanted[1]["tag"], &wanted[1]["searches"], &wanted[1]["requests"]),
        (&json!("so"), &json!(0), &json!(1))
    );
    assert!(hospital.usage("").await.get("wanted").is_none());
    let of = async |department: &str| {
        let report = hospital.usage(&format!("by=language&department={department}")).await;
        let tag = |language: &Value| language["tag"].as_str().unwrap().to_owned();
        report["wanted"].as_array().unwrap().iter().map(tag).collect::<Vec<String>>()
    };
    assert_eq!((of("pulmonary").await, of("Emergency").await), (vec!["so".into()], vec!["hmn".into()]));
    let mut fever = hospital.admin.get("/api/citations/fever").await.body;
    fever["obsolete"] = true.into();
    assert_eq!(hospital.admin.put("/api/citations/fever", &fever).await.unwrap().status, 200);
    assert!(of("Emergency").await.is_empty(), "nobody needs it any more");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_use_in_an_unknown_language_is_listed_as_not_known() {
    let hospital = UsedHospital::open();
    add(&hospital.data(), clock::today(), &[("asthma", "und", [0, 0, 2, 0])]);
    let row = json!({"key": "und", "title": "Not known", "view": 0, "open": 0, "scan": 2, "order": 0});
    assert_eq!(hospital.usage("by=language").await["rows"], json!([row]));
    let usage = hospital.staff.get("/api/citations/asthma/usage").await.body;
    assert_eq!(usage["languages"][0]["name"], "Not known");
}
