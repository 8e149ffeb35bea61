//! Problem reports: sent by anybody, listed and closed by administrators.

use super::{UsedHospital, database};
use serde_json::{Value, json};

fn fields(answer: &crate::support::Answer) -> Vec<&str> {
    assert_eq!(answer.status, 422, "{answer:?}");
    answer.body["errors"].as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn anybody_reports_a_problem_and_an_administrator_closes_it() {
    let hospital = UsedHospital::open();
    let text = "<b>Page 2</b> is about another disease.\r\nhttps://spam.example.org";
    let sent = json!({"citation": "asthma-at-home", "lang": "ES", "kind": "wrong", "text": format!(" {text} "),
        "email": "parent@example.org"});
    let request = hospital.browser("POST", "/api/reports", "198.51.100.1").header("Accept-Language", "es-MX");
    let taken = hospital.send(request.json(&sent)).await;
    assert_eq!(taken.status, 201, "{taken:?}");
    let general = json!({"citation": "fever", "kind": "hard"});
    assert_eq!(hospital.report(&general, "198.51.100.1").await.status, 201);
    assert_eq!(hospital.admin.get("/api/system/overview").await.body["reportsOpen"], 2);

    let list = async |query: &str| hospital.admin.get(&format!("/api/system/reports?{query}")).await.body;
    let open = list("state=open&department=pulmonary").await;
    let report = json!({
        "id": taken.body["id"], "citation": "asthma", "packet": null, "readableId": "asthma-at-home",
        "title": "Asthma at home", "department": "Pulmonary", "obsolete": false, "lang": "es", "language": "Spanish",
        "kind": "wrong", "text": text.replace("\r\n", "\n"), "email": "parent@example.org", "screenLanguage": "es",
        "at": taken.body["at"], "state": "open", "events": []
    });
    let counts = json!({"open": 1, "closed": 0});
    assert_eq!(open, json!({"counts": counts, "found": 1, "mailsReplies": false, "reports": [report]}));
    let found = async |query: &str| list(query).await["found"].as_u64().unwrap();
    assert_eq!([found("").await, found("kind=hard").await, found("kind=link").await], [2, 1, 0]);
    assert_eq!([found("citation=fever").await, found("citation=x").await], [1, 0]);
    assert_eq!(list("").await["reports"][0]["citation"], "fever", "newest first");

    let address = format!("/api/system/reports/{}", taken.body["id"].as_str().unwrap());
    let close = json!({"state": "closed", "note": "The file was replaced."});
    assert_eq!(hospital.server.visitor().post(&address, &close).await.unwrap().status, 401);
    assert_eq!(hospital.staff.post(&address, &close).await.unwrap().status, 403);
    let closed = hospital.admin.post(&address, &close).await.unwrap();
    assert_eq!((closed.status, &closed.body["state"]), (200, &json!("closed")));
    let event = &closed.body["events"][0];
    assert_eq!(
        (&event["note"], &event["mailed"]),
        (&json!("The file was replaced."), &json!(false)),
        "no mail server"
    );
    assert_eq!(found("state=closed").await, 1);
    assert_eq!(hospital.admin.get("/api/system/overview").await.body["reportsOpen"], 1);
    let again = hospital.admin.post(&address, &json!({"state": "closed"})).await.unwrap();
    assert_eq!(again.body, closed.body, "nothing changes");
    let reopened = hospital.admin.post(&address, &json!({"state": "open"})).await.unwrap();
    assert_eq!(
        (&reopened.body["state"], reopened.body["events"].as_array().unwrap().len()),
        (&json!("open"), 2)
    );
    let wrong = hospital.admin.post(&address, &json!({"state": "gone"})).await.unwrap();
    assert_eq!(fields(&wrong), ["state"]);
    let long = json!({"state": "open", "note": "x".repeat(2_001)});
    assert_eq!(fields(&hospital.admin.post(&address, &long).await.unwrap()), ["note"]);
    assert_eq!(hospital.admin.post("/api/system/reports/x", &close).await.unwrap().status, 404);
    for query in ["state=x", "kind=x", "start=x"] {
        assert_eq!(hospital.admin.get(&format!("/api/system/reports?{query}")).await.status, 400, "{query}");
    }
    let unknown = hospital.admin.get("/api/system/reports?kind=x").await.body;
    let kinds = "kind: expected one of link, outdated, wrong, translation, hard, format, other.";
    assert_eq!(unknown["detail"], kinds);
    let csv = hospital.admin.request("GET", "/api/system/reports/download?kind=hard").send().await.unwrap();
    let csv = csv.text().await.unwrap();
    assert!(
        csv.starts_with("\u{feff}Reported,Title,Department,Language,Problem,Text,Email,State,Notes,Link\r\n")
    );
    assert!(csv.contains(",Fever,Emergency,,Hard to understand,,,Open,,"), "{csv}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_packet_can_be_reported_by_those_who_can_open_it() {
    let hospital = UsedHospital::open();
    let packet = |published: bool| {
        json!({"title": "New asthma", "published": published, "department": "Pulmonary",
            "items": [{"citation": "asthma"}]})
    };
    let public = hospital.admin.post("/api/packets", &packet(true)).await.unwrap().body;
    let personal = hospital.staff.post("/api/packets", &packet(false)).await.unwrap().body;
    let sent = |packet: &Value| json!({"packet": packet, "lang": "so", "kind": "translation"});
    for packet in [&public["id"], &public["readableId"], &personal["code"]] {
        assert_eq!(hospital.report(&sent(packet), "198.51.100.1").await.status, 201, "{packet}");
    }
    let hidden = hospital.report(&sent(&personal["id"]), "198.51.100.1").await;
    assert_eq!(fields(&hidden), ["packet"], "not by its id");
    let list = hospital.admin.get("/api/system/reports?department=Pulmonary").await.body;
    assert_eq!(list["found"], 3, "{list}");
    let report = &list["reports"][1];
    assert_eq!((&report["packet"], &report["citation"]), (&public["id"], &Value::Null));
    assert_eq!((&report["readableId"], &report["lang"]), (&public["readableId"], &json!("so")));
    assert_eq!(list["reports"][0]["readableId"], personal["code"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_invalid_field_of_a_report_is_named() {
    let hospital = UsedHospital::open();
    let sent = async |body: Value| hospital.report(&body, "198.51.100.1").await;
    let check = async |body: Value, expected: &[&str]| {
        assert_eq!(fields(&sent(body.clone()).await), expected, "{body}");
    };
    check(json!({}), &["citation", "kind"]).await;
    check(json!({"citation": "asthma", "packet": "x", "kind": "link"}), &["packet"]).await;
    check(json!({"citation": "x", "kind": "link"}), &["citation"]).await;
    check(json!({"packet": "x", "kind": "link"}), &["packet"]).await;
    check(json!({"citation": "asthma", "lang": "so", "kind": "link"}), &["lang"]).await;
    check(json!({"citation": "asthma", "kind": "other", "text": " "}), &["text"]).await;
    check(
        json!({"citation": "asthma", "kind": "odd", "text": "x".repeat(1_001), "email": "Ada <a@b.org>"}),
        &["kind", "text", "email"],
    )
    .await;
    check(json!({"citation": "asthma", "kind": 7}), &["kind"]).await;
    assert_eq!(sent(json!([])).await.status, 400);
    assert_eq!(sent(json!({"text": "x".repeat(20_000)})).await.status, 413);
    let elsewhere = hospital.browser("POST", "/api/reports", "198.51.100.1");
    let elsewhere = elsewhere.header("Origin", "https://elsewhere.example.org");
    let elsewhere = elsewhere.json(&json!({"citation": "asthma", "kind": "link"}));
    assert_eq!(hospital.send(elsewhere).await.status, 403);
    // None of these counted: five more are accepted.
    for _ in 0..5 {
        assert_eq!(sent(json!({"citation": "asthma", "kind": "link"})).await.status, 201);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_are_limited_by_client_and_in_total() {
    let hospital = UsedHospital::open();
    let sent = json!({"citation": "asthma", "kind": "link"});
    for n in 0..6 {
        let answer = hospital.report(&sent, "2001:db8:1:2::7").await;
        assert_eq!(answer.status, if n < 5 { 201 } else { 429 }, "{answer:?}");
        if n == 5 {
            let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
            assert!((3_500..=3_600).contains(&wait), "{wait}");
        }
    }
    assert_eq!(hospital.report(&sent, "2001:db8:1:2:3::8").await.status, 429, "the same /64 network");
    assert_eq!(hospital.report(&sent, "2001:db8:1:3::7").await.status, 201, "another /64 network");
    database(&hospital.data())
        .execute_batch(
            "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 494) \
             INSERT INTO reports (id, citation, kind, screen_language, at) \
             SELECT 'r' || n, (SELECT key FROM citations LIMIT 1), 'link', 'en', '2026-01-01T00:00:00.000Z' FROM n",
        )
        .unwrap();
    let full = hospital.report(&sent, "198.51.100.1").await;
    assert_eq!((full.status, &full.headers["retry-after"]), (429, &"3600".parse().unwrap()), "{full:?}");
    let close = json!({"state": "closed"});
    assert_eq!(hospital.admin.post("/api/system/reports/r7", &close).await.unwrap().status, 200);
    assert_eq!(hospital.report(&sent, "198.51.100.1").await.status, 201);
    let page = hospital.admin.get("/api/system/reports?state=open&start=450").await.body;
    assert_eq!((&page["found"], page["reports"].as_array().unwrap().len()), (&json!(500), 50));
}
