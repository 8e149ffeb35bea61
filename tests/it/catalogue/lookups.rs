//! Batch jobs, departments, and the impact of changes of lookup values.

use crate::support::provider::Provider;
use crate::support::{Caller, PATIENCE, Server, Start, citation, fill};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

struct Office {
    folder: tempfile::TempDir,
    server: Server,
    admin: Caller,
}

/// Three citations: two about burns, one about sleep.
async fn office() -> Office {
    office_with(&[]).await
}

/// The same three, and these.
async fn office_with(more: &[Value]) -> Office {
    let folder = tempfile::tempdir().unwrap();
    if !more.is_empty() {
        fill(&folder.path().join("data"), more);
    }
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    for (title, keywords, department) in [
        ("Burns", json!(["Burns"]), "Emergency"),
        ("More about burns", json!(["Burns", "Skin"]), "Emergency"),
        ("Sleep", json!(["Sleep"]), "Neurology"),
    ] {
        let mut made = citation(title);
        made["keywords"] = keywords;
        made["deptSubmittedBy"] = json!({"name": department});
        assert_eq!(admin.post("/api/citations", &made).await.unwrap().status, 201);
    }
    Office { folder, server, admin }
}

impl Office {
    /// Starts a job for the changes and waits until it is done.
    async fn change(&self, changes: Value) -> Value {
        let body = json!({"type": "Batch Update", "config": changes});
        let taken = self.admin.post("/api/system/jobs", &body).await.unwrap();
        assert_eq!(taken.status, 202, "{taken:?}");
        let begun = Instant::now();
        loop {
            let jobs = self.admin.get("/api/system/jobs").await.body;
            let job =
                jobs.as_array().unwrap().iter().find(|job| job["id"] == taken.body["id"]).unwrap().clone();
            if job["complete"] == true {
                return job;
            }
            assert!(begun.elapsed() < PATIENCE, "{job}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn count(&self, fq: &str) -> u64 {
        let fq: String = url::form_urlencoded::byte_serialize(fq.as_bytes()).collect();
        let answer = self.server.visitor().get(&format!("/api/search?q=&fq={fq}")).await;
        answer.body["hits"]["found"].as_u64().unwrap_or_else(|| panic!("{answer:?}"))
    }
}

#[tokio::test]
async fn a_renamed_value_is_renamed_everywhere() {
    let office = office().await;
    let job = office
        .change(json!([{"type": "keywords", "oldValue": "Burns", "newValue": "Burns and scalds"}]))
        .await;
    assert_eq!((&job["changed"], &job["error"]), (&json!(2), &Value::Null), "{job}");
    assert_eq!(job["type"], "Batch Update");
    assert_eq!(office.count("keywords:'Burns and scalds'").await, 2);
    assert_eq!(office.count("keywords:'Burns'").await, 0);
    let found = office.server.visitor().get("/api/citations/burns").await;
    assert_eq!(found.body["keywords"], json!(["Burns and scalds"]));
}

#[tokio::test]
async fn a_value_of_thousands_is_renamed_in_a_fresh_index_while_people_search() {
    const CITATIONS: u64 = 5_200;
    let more: Vec<Value> = (0..CITATIONS)
        .map(|n| {
            let mut one = citation(&format!("Leaflet {n}"));
            one["keywords"] = json!(["Common"]);
            one
        })
        .collect();
    let office = office_with(&more).await;
    let current = office.folder.path().join("data/index/current");
    let before = std::fs::read_to_string(&current).unwrap();
    let job = office.change(json!([{"type": "keywords", "oldValue": "Common", "newValue": "Usual"}])).await;
    assert_eq!(job["changed"], json!(CITATIONS), "{job}");
    assert_eq!(office.count("keywords:'Usual'").await, CITATIONS);
    assert_eq!(office.count("keywords:'Common'").await, 0);
    assert_ne!(std::fs::read_to_string(&current).unwrap(), before, "it was rebuilt");
    // Saves continue in the new index.
    let saved = office.admin.post("/api/citations", &citation("Quite fresh")).await.unwrap();
    assert_eq!(saved.status, 201);
    office.admin.wait_until_found("\"quite fresh\"", 1).await;
}

#[tokio::test]
async fn a_value_renamed_to_one_that_exists_is_merged_and_a_deleted_one_is_gone() {
    let office = office().await;
    office.change(json!([{"type": "keywords", "oldValue": "Skin", "newValue": "burns"}])).await;
    let found = office.server.visitor().get("/api/citations/more-about-burns").await;
    assert_eq!(found.body["keywords"].as_array().unwrap().len(), 1, "{found:?}");
    office.change(json!([{"type": "keywords", "oldValue": "Sleep"}])).await;
    let found = office.server.visitor().get("/api/citations/sleep").await;
    assert_eq!(found.body["keywords"], json!([]), "it remains, without a required field");
    assert_eq!(office.server.visitor().found("sleep").await, 1);
}

#[tokio::test]
async fn the_impact_of_a_change_is_previewed() {
    let office = office().await;
    let ahead = async |query: &str| office.admin.get(&format!("/api/system/lookups/impact?{query}")).await;
    let touched = ahead("type=keywords&oldValue=Burns&newValue=Skin").await;
    assert_eq!(
        touched.body,
        json!({"citations": 2, "packets": 0, "leftIncomplete": 1, "mergesInto": "Skin"}),
        "{touched:?}"
    );
    let touched = ahead("type=keywords&oldValue=Burns").await;
    assert_eq!(
        touched.body,
        json!({"citations": 2, "packets": 0, "leftIncomplete": 1, "mergesInto": null}),
        "{touched:?}"
    );
    assert_eq!(ahead("type=keywords&oldValue=Nothing").await.status, 404);
    assert_eq!(ahead("type=keywords").await.status, 400);
}

#[tokio::test]
async fn a_value_that_a_rule_depends_on_is_marked_and_its_deletion_is_announced() {
    let office = office().await;
    let rules = office.admin.get("/api/system/lookups/rules").await;
    assert_eq!(rules.status, 200, "{rules:?}");
    let marked: Vec<(&str, &str)> = rules
        .body
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| (rule["type"].as_str().unwrap(), rule["value"].as_str().unwrap()))
        .collect();
    assert_eq!(
        marked,
        [
            ("where_to_obtain", "Copy Center"),
            ("publisher_name", "Children's"),
            ("material_format", "Video"),
            ("languages", "English")
        ]
    );
    let ended = async |query: &str| {
        let answer = office.admin.get(&format!("/api/system/lookups/impact?{query}")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body["ruleEnded"].as_str().map(str::to_owned)
    };
    let rule = ended("type=where_to_obtain&oldValue=Copy%20Center&newValue=Print%20Shop").await;
    assert!(rule.unwrap().contains("can be ordered"));
    assert!(ended("type=where_to_obtain&oldValue=Copy%20Center").await.is_some());
    assert_eq!(ended("type=where_to_obtain&oldValue=Copy%20Center&newValue=COPY%20center").await, None);
    assert!(ended("type=publisher_name&oldValue=Children's").await.unwrap().contains("QR"));
    assert_eq!(ended("type=keywords&oldValue=Burns").await, None);
    assert_eq!(office.server.visitor().get("/api/system/lookups/rules").await.status, 401);
}

#[tokio::test]
async fn an_invalid_job_is_refused() {
    let office = office().await;
    for body in [
        json!({"type": "Other", "config": [{"type": "keywords", "oldValue": "Burns"}]}),
        json!({"type": "Batch Update", "config": []}),
        json!({"type": "Batch Update", "config": [{"type": "nothing", "oldValue": "Burns"}]}),
        json!({"type": "Batch Update", "config": [{"type": "keywords", "oldValue": "Burns", "newValue": " "}]}),
        json!({"type": "Batch Update", "config": [
            {"type": "keywords", "oldValue": "Burns", "newValue": "Scalds"},
            {"type": "keywords", "oldValue": "burns", "newValue": "Wounds"},
        ]}),
        json!({"type": "Batch Update", "config": [
            {"type": "keywords", "oldValue": "Burns"},
            {"type": "keywords", "oldValue": "Burns", "newValue": "Wounds"},
        ]}),
    ] {
        let refused = office.admin.post("/api/system/jobs", &body).await.unwrap();
        assert_eq!(refused.status, 422, "{body}: {refused:?}");
    }
    let refused = office.admin.post("/api/system/jobs", &json!({})).await.unwrap();
    let errors = refused.body["errors"].as_array().unwrap();
    assert_eq!([&errors[0]["field"], &errors[1]["field"]], ["type", "config"], "{refused:?}");
    assert_eq!(office.admin.get("/api/system/jobs").await.body, json!([]));
}

#[tokio::test]
async fn departments_are_listed_whether_added_or_found_in_citations() {
    let office = office().await;
    let add = async |name: &str, contact: Value| {
        let body = json!({"name": name, "frcContact": contact});
        office.admin.post("/api/system/departments", &body).await.unwrap()
    };
    let added = add("Burn Unit", "Pat Contact".into()).await;
    assert_eq!(added.status, 201, "{added:?}");
    let expected = json!([
        {"name": "Burn Unit", "frcContact": "Pat Contact"}, {"name": "Emergency", "frcContact": null},
        {"name": "Neurology", "frcContact": null}
    ]);
    assert_eq!(added.body, expected);
    assert_eq!(office.admin.get("/api/system/departments?updated=true").await.body, expected);
    assert_eq!(add("BURN unit", Value::Null).await.status, 409);
    assert_eq!(add(" ", Value::Null).await.status, 422);
    office.change(json!([
        {"type": "departments", "oldValue": "Emergency", "newValue": "Emergency Care", "contact": "Sam Contact"}
    ])).await;
    let listed = office.admin.get("/api/system/departments?updated=true").await.body;
    assert_eq!(listed[1], json!({"name": "Emergency Care", "frcContact": "Sam Contact"}));
}
