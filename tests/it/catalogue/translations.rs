//! Requests for translations, and the list of missing and outdated ones.

use crate::support::hospital::Hospital;
use crate::support::{Answer, Caller, citation};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Hospital {
    async fn translations(&self, query: &str) -> Value {
        let answer = self.admin.get(&format!("/api/system/translations?{query}")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    }

    async fn requests(&self, query: &str) -> Vec<Value> {
        let answer = self.admin.get(&format!("/api/system/translation-requests?{query}")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(answer.body["found"], answer.body["requests"].as_array().unwrap().len());
        answer.body["requests"].as_array().unwrap().clone()
    }

    async fn text(&self, path: &str) -> String {
        let answer = self.admin.request("GET", path).send().await.unwrap();
        assert_eq!(answer.headers()["content-type"], "text/csv; charset=utf-8");
        answer.text().await.unwrap()
    }
}

async fn ask(who: &Caller, citation: &str, lang: &str, note: Value) -> Answer {
    let body = json!({"citation": citation, "lang": lang, "note": note});
    who.post("/api/user/translation-requests", &body).await.unwrap()
}

/// A citation with its language versions and their revision dates, empty for unknown.
fn translated(id: &str, versions: &[(&str, &str)]) -> Value {
    let mut made = citation(&format!("Handout {id}"));
    made["id"] = id.into();
    made["languages"] = versions.iter().map(|(lang, _)| json!({"lang": lang})).collect();
    made["revisionDates"] = versions
        .iter()
        .filter(|(_, day)| !day.is_empty())
        .map(|(lang, day)| json!({"lang": lang, "revisionDate": day}))
        .collect();
    made
}

fn ids(page: &Value) -> Vec<&str> {
    page["citations"].as_array().unwrap().iter().map(|gap| gap["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_same_person_asks_once_until_the_request_is_closed() {
    let hospital = Hospital::with(&[translated("a", &[("English", "2026-01-01")])]);
    let asked = ask(&hospital.staff, "a", "SO", Value::Null).await;
    assert_eq!(
        (asked.status, &asked.body["lang"], &asked.body["citation"]),
        (201, &json!("so"), &json!("a"))
    );
    let again = ask(&hospital.staff, "handout-a", "so", json!(" For the clinic. ")).await;
    assert_eq!((again.status, &again.body["id"]), (200, &asked.body["id"]));
    assert_eq!(again.body["note"], "For the clinic.", "a note is added when there was none");
    let again = ask(&hospital.staff, "a", "so", json!("Another one")).await;
    assert_eq!((again.status, &again.body["note"]), (200, &json!("For the clinic.")));
    assert_eq!(ask(&hospital.colleague, "a", "so", Value::Null).await.status, 201);
    assert_eq!(ask(&hospital.staff, "a", "zh-Hans", Value::Null).await.status, 201);
    assert_eq!(hospital.requests("lang=so").await.len(), 2);
    assert_eq!(hospital.translations("lang=so").await["citations"][0]["requests"], 2);

    let id = asked.body["id"].as_str().unwrap();
    let path = format!("/api/system/translation-requests/{id}/close");
    assert_eq!(hospital.admin.post(&path, &json!({})).await.unwrap().status, 204);
    let closed = hospital.requests("state=closed").await;
    assert_eq!((closed.len(), &closed[0]["id"]), (1, &asked.body["id"]));
    assert!(closed[0]["closedAt"].is_string() && closed[0]["closedBy"].is_string(), "{closed:?}");
    assert_eq!(hospital.admin.post(&path, &json!({})).await.unwrap().status, 204, "closed again");
    assert_eq!(hospital.requests("state=closed").await, closed);
    assert_eq!(hospital.translations("lang=so").await["citations"][0]["requests"], 1);
    assert_eq!(hospital.requests("state=open&citation=handout-a").await.len(), 2);
    assert_eq!(hospital.requests("citation=nothing").await.len(), 0);
    let again = ask(&hospital.staff, "a", "so", Value::Null).await;
    assert_eq!(again.status, 201, "it can be requested again");
    assert_ne!(again.body["id"], asked.body["id"]);

    let csv = hospital.text("/api/system/translation-requests/download?lang=so").await;
    assert_eq!(csv.lines().count(), 4, "{csv}");
    assert!(
        csv.starts_with("\u{feff}Title,Language,Note,Requested By,Requested,Closed,Closed By,Link\r\n"),
        "{csv}"
    );
    assert!(csv.contains("Handout a,so,For the clinic.,"), "{csv}");
}

#[tokio::test]
async fn only_what_is_missing_or_outdated_can_be_asked_for() {
    let mut old = translated("old", &[("English", "")]);
    old["obsolete"] = true.into();
    let hospital = Hospital::with(&[
        translated(
            "a",
            &[("English", "2026-02-01"), ("Spanish", "2026-01-01"), ("Somali", "2026-02-01"), ("Hmong", "")],
        ),
        old,
    ]);
    let field = async |citation: &str, lang: &str, note: Value| {
        let refused = ask(&hospital.staff, citation, lang, note).await;
        assert_eq!(refused.status, 422, "{refused:?}");
        refused.body["errors"][0]["field"].as_str().unwrap().to_owned()
    };
    for lang in ["so", "so-ET", "hmn", "en", "", "xx", "somali language", "es_MX"] {
        assert_eq!(field("a", lang, Value::Null).await, "lang", "{lang}");
    }
    assert_eq!(field("nothing", "es", Value::Null).await, "citation");
    assert_eq!(field("old", "es", Value::Null).await, "citation");
    assert_eq!(field("a", "es", json!("x".repeat(1_001))).await, "note");
    assert_eq!(field("a", "es", json!("a\u{7}b")).await, "note");
    assert_eq!(ask(&hospital.staff, "a", "es", json!("é".repeat(1_000))).await.status, 201, "outdated");
    assert_eq!(
        ask(&hospital.staff, "a", "yo", json!("One line\nand another")).await.status,
        201,
        "not in use here"
    );
    let body = json!({"citation": "a", "lang": "yo"});
    assert_eq!(hospital.colleague.post("/api/user/translation-requests", &body).await.unwrap().status, 201);
    assert_eq!(
        hospital.staff.post("/api/user/translation-requests", &json!({"lang": "yo"})).await.unwrap().status,
        422
    );
}

#[tokio::test]
async fn staff_ask_and_administrators_see() {
    let hospital = Hospital::with(&[translated("a", &[("English", "")])]);
    let (visitor, staff) = (hospital.server.visitor(), &hospital.staff);
    assert_eq!(ask(&visitor, "a", "so", Value::Null).await.status, 401);
    for path in [
        "/api/system/translations?lang=so",
        "/api/system/translations/download?lang=so",
        "/api/system/translation-requests",
        "/api/system/translation-requests/download",
    ] {
        assert_eq!((visitor.get(path).await.status, staff.get(path).await.status), (401, 403), "{path}");
        assert_eq!(hospital.admin.get(path).await.status, 200, "{path}");
    }
    let close = "/api/system/translation-requests/x/close";
    assert_eq!(visitor.post(close, &json!({})).await.unwrap().status, 401);
    assert_eq!(staff.post(close, &json!({})).await.unwrap().status, 403);
    assert_eq!(hospital.admin.post(close, &json!({})).await.unwrap().status, 404);
    for query in ["", "lang=", "lang=es--MX", "lang=so&state=wanted", "lang=so&start=x"] {
        assert_eq!(
            hospital.admin.get(&format!("/api/system/translations?{query}")).await.status,
            400,
            "{query}"
        );
    }
    for query in ["lang=es--MX", "state=new", "start=-1"] {
        let path = format!("/api/system/translation-requests?{query}");
        assert_eq!(hospital.admin.get(&path).await.status, 400, "{query}");
    }
}

#[tokio::test]
async fn most_wanted_translations_come_first() {
    let hospital = Hospital::with(&[
        translated("a", &[("English", "2026-02-01")]),
        translated("b", &[("English", "2026-02-01"), ("Spanish", "2026-01-01")]),
        translated("c", &[("English", "2026-02-01"), ("Spanish", "2026-03-01")]),
        translated("d", &[("English", "")]),
        translated("e", &[("Somali", "2026-02-01")]),
    ]);
    for (who, citation) in [(&hospital.staff, "d"), (&hospital.colleague, "d"), (&hospital.staff, "b")] {
        assert_eq!(ask(who, citation, "es", Value::Null).await.status, 201);
    }
    // Requests for a variety of a language count for the language.
    assert_eq!(ask(&hospital.admin, "d", "es-MX", Value::Null).await.status, 201);
    let all = hospital.translations("lang=es").await;
    assert_eq!(ids(&all), ["d", "b", "a", "e"]);
    assert_eq!((&all["found"], &all["counts"]), (&json!(4), &json!({"missing": 3, "outdated": 1})));
    assert_eq!(all["citations"][0]["requests"], 3);
    assert_eq!(
        all["citations"][1],
        json!({
            "id": "b", "readableId": "handout-b", "title": "Handout b", "department": null, "state": "outdated",
            "requests": 1, "searches": 0, "revisionDate": "2026-01-01T00:00:00.000Z",
            "englishRevisionDate": "2026-02-01T00:00:00.000Z",
        })
    );
    let outdated = hospital.translations("lang=ES&state=outdated").await;
    assert_eq!((ids(&outdated), &outdated["counts"]), (vec!["b"], &all["counts"]));
    assert_eq!(ids(&hospital.translations("lang=es&state=missing&start=1").await), ["a", "e"]);
    let csv = hospital.text("/api/system/translations/download?lang=es").await;
    let columns =
        "Title,Language,Department,State,Requests,Searches,Revision Date,English Revision Date,Link,ID";
    assert_eq!(csv.lines().next().unwrap(), format!("\u{feff}{columns}"));
    assert!(csv.contains("Handout b,es,,Outdated,1,0,2026-01-01,2026-02-01,http"), "{csv}");
    assert_eq!(csv.lines().count(), 5);
}

/// Waits until the counts are stored.
async fn wait_for_searches(hospital: &Hospital, lang: &str, expected: Value) {
    let begun = std::time::Instant::now();
    loop {
        let page = hospital.translations(&format!("lang={lang}")).await;
        let gaps = page["citations"].as_array().unwrap().iter();
        let found: Value = gaps.map(|gap| json!([gap["id"], gap["searches"]])).collect();
        if found == expected {
            return;
        }
        assert!(begun.elapsed() < crate::support::PATIENCE, "not {expected}: {found}");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn searches_count_for_what_is_missing_among_the_first_three() {
    let mut citations: Vec<Value> = ["burns", "croup", "measles", "mumps"]
        .map(|id| translated(id, &[("English", "")]))
        .into_iter()
        .collect();
    citations.push(translated("zoster", &[("English", ""), ("Somali", "")]));
    let hospital = Hospital::with(&citations);
    let visitor = hospital.server.visitor();
    let search = async |query: &str| {
        let answer = visitor.get(&format!("/api/search?{query}")).await;
        assert_eq!(answer.status, 200, "{query} {answer:?}");
        answer.body
    };
    // With Somali as preferred language zoster is first, then burns and croup.
    assert_eq!(search("q=handout&lang=so").await["hits"]["hit"][0]["id"], "citation:zoster");
    search("q=handout&lang=SO&fq=audience:'Parents'").await;
    // None of these count: no language, a later page, an empty query, an invalid language.
    for query in ["q=handout", "q=handout&lang=so&start=3", "q=&lang=so", "q=handout&lang=xx"] {
        search(query).await;
    }
    search("q=%22handout%20mumps%22&lang=so").await;
    wait_for_searches(&hospital, "so", json!([["burns", 2], ["croup", 2], ["mumps", 1], ["measles", 0]]))
        .await;
    search("q=%22handout%20measles%22&lang=vi-x-plain").await;
    wait_for_searches(
        &hospital,
        "vi",
        json!([["measles", 1], ["burns", 0], ["croup", 0], ["mumps", 0], ["zoster", 0]]),
    )
    .await;
    assert_eq!(hospital.translations("lang=xx").await["citations"][0]["searches"], 0);
    let db = rusqlite::Connection::open(hospital.folder.path().join("data/catalogue.db")).unwrap();
    let tags: String = db
        .query_row("SELECT group_concat(DISTINCT tag) FROM translation_searches", [], |row| row.get(0))
        .unwrap();
    assert_eq!(tags, "so,vi");
}

/// The list matches a plain loop over the catalogue.
#[tokio::test]
async fn counts_are_those_of_the_catalogue() {
    let tags = BTreeMap::from([
        ("English", "en"),
        ("Spanish", "es"),
        ("Somali", "so"),
        ("Chinese (Simplified)", "zh-Hans"),
        ("Chinese (Traditional)", "zh-Hant"),
        ("Klingonish", ""),
    ]);
    let mut state = 7u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let departments = ["Emergency", "Surgery", ""];
    let mut citations = Vec::new();
    for n in 0..140 {
        let mut versions = Vec::new();
        for lang in tags.keys() {
            if random(2) == 0 {
                versions.push((*lang, ["", "2026-01-01", "2026-02-01"][random(3) as usize]));
            }
        }
        let mut made = translated(&format!("c{n}"), &versions);
        made["obsolete"] = (random(5) == 0).into();
        let department = departments[random(3) as usize];
        made["deptSubmittedBy"] =
            if department.is_empty() { Value::Null } else { json!({"name": department}) };
        citations.push((made, versions, department));
    }
    let made: Vec<Value> = citations.iter().map(|(made, ..)| made.clone()).collect();
    let hospital = Hospital::with(&made);
    for (reader, own) in [
        ("es", vec!["Spanish"]),
        ("so", vec!["Somali"]),
        ("zh-Hans", vec!["Chinese (Simplified)"]),
        ("zh", vec!["Chinese (Simplified)", "Chinese (Traditional)"]),
        ("vi", vec![]),
    ] {
        for department in ["", "Emergency", "surgery"] {
            let (mut missing, mut outdated) = (Vec::new(), Vec::new());
            for (made, versions, of) in &citations {
                if made["obsolete"] == true || !department.is_empty() && !department.eq_ignore_ascii_case(of)
                {
                    continue;
                }
                let english =
                    versions.iter().find(|(lang, _)| *lang == "English").map_or("", |(_, day)| *day);
                let days: Vec<&str> =
                    versions.iter().filter(|(lang, _)| own.contains(lang)).map(|(_, day)| *day).collect();
                let id = made["id"].as_str().unwrap();
                if days.is_empty() {
                    missing.push(id);
                } else if days.iter().all(|day| !day.is_empty() && *day < english) {
                    outdated.push(id);
                }
            }
            let query = format!("lang={reader}&department={department}");
            for (state, mut expected) in [("missing", missing), ("outdated", outdated)] {
                let mut listed = Vec::new();
                let mut page = Value::Null;
                while listed.len() < expected.len() || page.is_null() {
                    page =
                        hospital.translations(&format!("{query}&state={state}&start={}", listed.len())).await;
                    assert!(!ids(&page).is_empty() || expected.is_empty(), "{query} {page}");
                    listed.extend(ids(&page).into_iter().map(str::to_owned));
                }
                listed.sort();
                expected.sort_unstable();
                assert_eq!(listed, expected, "{query} {state}");
                assert_eq!(
                    (&page["found"], &page["counts"][state]),
                    (&json!(listed.len()), &json!(listed.len()))
                );
            }
        }
    }
}
