//! GET /api/search, its facets and its suggestions.

use crate::support::provider::Provider;
use crate::support::{Answer, Caller, Server, Start, citation, fill};
use serde_json::{Value, json};

/// A catalogue of a few citations, one for each case.
fn catalogue() -> Vec<Value> {
    let with = |title: &str, fields: Value| {
        let mut made = citation(title);
        for (name, value) in fields.as_object().unwrap() {
            made[name] = value.clone();
        }
        made
    };
    let numbered = |number: &str, lang: &str| json!([{"lang": lang, "ksbgNumber": number, "url": ""}]);
    vec![
        with(
            "Asthma action plan",
            json!({
                "languages": [
                    {"lang": "English", "ksbgNumber": "KSBG1042", "url": ""},
                    {"lang": "Spanish", "ksbgNumber": "KSBG1043", "url": ""}
                ],
                "keywords": ["Breathing", "Crohn's disease"], "audience": ["Parents", "Teens"],
                "abstract": "What to do when breathing is *hard* \\ heavy."
            }),
        ),
        with(
            "Sleeping well",
            json!({"abstract": "A child with asthma may wake at night.", "keywords": ["Sleep"]}),
        ),
        with("Old asthma leaflet", json!({"obsolete": true, "audience": ["Grandparents"]})),
        with(
            "Cómo cuidar la fiebre",
            json!({"languages": numbered("ES77", "Spanish"), "keywords": ["Fiebre"]}),
        ),
        with("发烧时怎么办", json!({"languages": numbered("ZH9", "Chinese")})),
        with("Уход за раной", json!({"languages": numbered("RU5", "Russian")})),
        with(
            "Burns: first aid (0-5 years)",
            json!({"keywords": ["burns"], "deptSubmittedBy": {"name": "Emergency"}}),
        ),
    ]
}

fn serve(folder: &tempfile::TempDir) -> Server {
    let data = folder.path().join("data");
    fill(&data, &catalogue());
    Start::on(&data).run()
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

async fn search(caller: &Caller, q: &str, more: &str) -> Answer {
    let answer = caller.get(&format!("/api/search?q={}{more}", encoded(q))).await;
    assert_eq!(answer.status, 200, "{q}: {answer:?}");
    answer
}

async fn titles(caller: &Caller, q: &str, more: &str) -> Vec<String> {
    let hits = search(caller, q, more).await.body["hits"]["hit"].as_array().unwrap().clone();
    hits.iter().map(|hit| hit["fields"]["title"][0].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn an_answer_has_hits_facets_and_highlights_in_the_agreed_shape() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder);
    let visitor = server.visitor();
    visitor.wait_until_found("", 7).await;
    let answer = search(&visitor, "breathing", "").await;
    assert_eq!(answer.headers["content-type"], "application/json");
    let body = answer.body;
    assert_eq!(body["hits"]["found"], 1, "{body}");
    assert_eq!(body["hits"]["start"], 0);
    let hit = &body["hits"]["hit"][0];
    assert!(hit["id"].as_str().unwrap().starts_with("citation:"), "{hit}");
    assert_eq!(
        hit["fields"],
        json!({
            "title": ["Asthma action plan"], "languages": ["English", "Spanish"], "obsolete": "false",
            "ksbg_numbers": ["KSBG1042", "KSBG1043"], "readable_id": "asthma-action-plan"
        })
    );
    assert_eq!(hit["highlights"]["abstract"], "What to do when *breathing* is \\*hard\\* \\\\ heavy.");
    assert_eq!(
        body["facets"]["audience"],
        json!({"buckets": [{"value": "Parents", "count": 1}, {"value": "Teens", "count": 1}]})
    );
    assert_eq!(body["facets"]["keywords"]["buckets"][1]["value"], "Crohn's disease");
}

#[tokio::test]
async fn searches_work_as_people_expect() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder);
    let visitor = server.visitor();
    visitor.wait_until_found("", 7).await;
    for (q, first) in [
        ("KSBG1042", "Asthma action plan"),
        ("ksbg 1043", "Asthma action plan"),
        ("1042", "Asthma action plan"),
        ("asthma", "Asthma action plan"),
        ("astma", "Asthma action plan"),
        ("ASTHM", "Asthma action plan"),
        ("\"action plan\"", "Asthma action plan"),
        ("asthma -plan", "Sleeping well"),
        ("burns: first aid (0-5 years)", "Burns: first aid (0-5 years)"),
        ("burn", "Burns: first aid (0-5 years)"),
        ("como cuidar", "Cómo cuidar la fiebre"),
        ("FIEBRE", "Cómo cuidar la fiebre"),
        ("发烧", "发烧时怎么办"),
        ("раной", "Уход за раной"),
    ] {
        let found = titles(&visitor, q, "").await;
        assert_eq!(found.first().map(String::as_str), Some(first), "{q}: {found:?}");
    }
    assert_eq!(titles(&visitor, "asthma", "").await, ["Asthma action plan", "Sleeping well"]);
    let with_obsolete = titles(&visitor, "asthma", "&obsolete=true").await;
    assert!(with_obsolete.contains(&"Old asthma leaflet".to_owned()), "{with_obsolete:?}");
    assert_eq!(titles(&visitor, "", "").await.first().map(String::as_str), Some("Asthma action plan"));
}

#[tokio::test]
async fn filters_narrow_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder);
    let visitor = server.visitor();
    visitor.wait_until_found("", 7).await;
    for (fq, count) in [
        ("languages:'Spanish'", 2),
        ("(and languages:'Spanish' audience:'Teens')", 1),
        ("(or languages:'Chinese' languages:'Russian')", 2),
        ("(not languages:'English')", 3),
        ("keywords:'Crohn\\'s disease'", 1),
        ("keywords:'crohn\\'s disease'", 0),
        ("departments:'Emergency'", 1),
        ("audience:'Grandparents'", 0),
    ] {
        let body = search(&visitor, "", &format!("&fq={}", encoded(fq))).await.body;
        assert_eq!(body["hits"]["found"], count, "{fq}: {}", body["hits"]);
    }
}

#[tokio::test]
async fn an_unreadable_parameter_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let visitor = server.visitor();
    let nested = format!("{}languages:'x'{}", "(not ".repeat(9), ")".repeat(9));
    for (query, name) in [
        ("start=-1".to_owned(), "start"),
        ("start=1.5".to_owned(), "start"),
        ("start=100001".to_owned(), "start"),
        ("start=x".to_owned(), "start"),
        ("obsolete=maybe".to_owned(), "obsolete"),
        ("no_boost=1".to_owned(), "no_boost"),
        (format!("q={}", "a".repeat(501)), "q"),
        (format!("fq={}", encoded("nothing:'x'")), "fq"),
        (format!("fq={}", encoded("languages:'x")), "fq"),
        (format!("fq={}", encoded("(and)x")), "fq"),
        (format!("fq={}", encoded(&nested)), "fq"),
        (format!("fq={}", encoded(&format!("(or {})", "tags:'a' ".repeat(257)))), "fq"),
    ] {
        let answer = visitor.get(&format!("/api/search?{query}")).await;
        assert_eq!(answer.status, 400, "{query}: {answer:?}");
        assert_eq!(answer.headers["content-type"], "application/problem+json");
        let detail = answer.body["detail"].as_str().unwrap();
        assert!(detail.starts_with(name), "{query}: {detail}");
    }
    let longest = format!("/api/search?q={}&start=100000", encoded(&"é".repeat(500)));
    assert_eq!(visitor.get(&longest).await.status, 200);
    let question = format!("/api/search?q={}", encoded(&"of ".repeat(65)));
    assert_eq!(visitor.get(&question).await.status, 200, "words beyond the 64th do not count");
}

#[tokio::test]
async fn hits_come_ten_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let citations: Vec<Value> = (0..23).map(|n| citation(&format!("Handout {n:02}"))).collect();
    fill(&data, &citations);
    let server = Start::on(&data).run();
    let visitor = server.visitor();
    visitor.wait_until_found("", 23).await;
    let mut all = Vec::new();
    for (start, count) in [(0, 10), (10, 10), (20, 3), (30, 0)] {
        let page = titles(&visitor, "", &format!("&start={start}")).await;
        assert_eq!(page.len(), count, "start={start}");
        all.extend(page);
    }
    let expected: Vec<String> = (0..23).map(|n| format!("Handout {n:02}")).collect();
    assert_eq!(all, expected);
}

#[tokio::test]
async fn facets_contain_every_value_in_use_also_of_obsolete_citations() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder);
    let visitor = server.visitor();
    visitor.wait_until_found("", 7).await;
    let facets = visitor.get("/api/search/facets?updated=true").await.body;
    assert_eq!(
        facets["audience"],
        json!({"buckets": [
            {"value": "Grandparents", "count": 1}, {"value": "Parents", "count": 6}, {"value": "Teens", "count": 1}
        ]})
    );
    let keywords: Vec<&str> = facets["keywords"]["buckets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|b| b["value"].as_str().unwrap())
        .collect();
    assert_eq!(keywords, ["Breathing", "burns", "Care at home", "Crohn's disease", "Fiebre", "Sleep"]);
}

#[tokio::test]
async fn suggestions_complete_what_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder);
    let visitor = server.visitor();
    visitor.wait_until_found("", 7).await;
    let suggested = async |q: &str| {
        let body = visitor.get(&format!("/api/search/suggestions?q={}", encoded(q))).await.body;
        let list = body["suggest"]["suggestions"].as_array().unwrap_or_else(|| panic!("{body}")).clone();
        list.iter().map(|s| s["suggestion"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(suggested("asth").await.first().map(String::as_str), Some("Asthma action plan"));
    assert!(suggested("como").await.contains(&"Cómo cuidar la fiebre".to_owned()));
    assert!(suggested("").await.is_empty());
    assert!(suggested("e").await.len() <= 10);
    let too_long = visitor.get(&format!("/api/search/suggestions?q={}", "a".repeat(501))).await;
    assert_eq!(too_long.status, 400);
}

#[tokio::test]
async fn a_saved_change_is_found_as_soon_as_it_is_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    let saved = admin.post("/api/citations", &citation("Measles at home")).await.unwrap();
    assert_eq!(saved.status, 201, "{saved:?}");
    assert_eq!(admin.found("measles").await, 1);
    let mut changed = saved.body.clone();
    changed["title"] = "Mumps at home".into();
    let path = format!("/api/citations/{}", saved.body["id"].as_str().unwrap());
    assert_eq!(admin.put(&path, &changed).await.unwrap().status, 200);
    assert_eq!(admin.found("mumps").await, 1);
    assert_eq!(admin.found("\"measles\"").await, 0);
}

#[tokio::test]
async fn the_first_page_of_a_search_is_a_recent_search_of_the_signed_in_person() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let staff = server.bearer(provider.staff());
    for query in
        ["q=asthma", "q=burns", "q=burns&start=10", "q=%20", "q=", "q=fever&record=false", "q=asthma"]
    {
        assert_eq!(staff.get(&format!("/api/search?{query}")).await.status, 200);
    }
    assert_eq!(staff.get("/api/user").await.body["searches"], json!(["asthma", "burns"]));
    assert_eq!(staff.get("/api/search?q=cough&record=true").await.status, 200);
    assert_eq!(staff.get("/api/user").await.body["searches"], json!(["cough", "asthma", "burns"]));
    assert_eq!(staff.get("/api/search?q=cough&record=no").await.status, 400);
}
