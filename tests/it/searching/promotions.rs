//! Promoted results: what administrators show above the results of certain texts, and searches at other sites.

use crate::support::hospital::Hospital;
use crate::support::provider::Provider;
use crate::support::{Answer, Caller, Start, citation, fill};
use serde_json::{Value, json};

const PROMOTIONS: &str = "/api/system/promotions";

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn hospital() -> Hospital {
    let mut parking = citation("Getting here");
    parking["id"] = "here".into();
    parking["languages"] = json!([
        {"lang": "English", "ksbgNumber": "", "url": "https://example.org/en.pdf"},
        {"lang": "Spanish", "ksbgNumber": "", "url": "https://example.org/es.pdf", "title": "Cómo llegar"}]);
    let mut former = citation("Parking of old");
    former["id"] = "old".into();
    former["obsolete"] = true.into();
    former["replacedBy"] = "here".into();
    let mut retired = citation("Retired");
    retired["id"] = "retired".into();
    retired["obsolete"] = true.into();
    Hospital::with(&[parking, former, retired, citation("Visiting Hours")])
}

async fn promoted(caller: &Caller, q: &str, more: &str) -> Value {
    let answer = caller.get(&format!("/api/search?q={}{more}", encoded(q))).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.body["promoted"].clone()
}

async fn add(hospital: &Hospital, draft: Value) -> Answer {
    hospital.admin.post(PROMOTIONS, &draft).await.unwrap()
}

async fn put(hospital: &Hospital, id: &str, tag: Option<&str>, draft: &Value) -> Answer {
    let mut request = hospital.admin.request("PUT", &format!("{PROMOTIONS}/{id}")).json(draft);
    if let Some(tag) = tag {
        request = request.header("If-Match", tag);
    }
    hospital.admin.send(request).await.unwrap()
}

#[tokio::test]
async fn a_search_for_a_phrase_shows_what_is_promoted_for_it() {
    let hospital = hospital();
    let visitor = hospital.server.visitor();
    let link = json!({"phrases": ["Where can I park", "parking", "PARKING "], "url": "https://hospital.example.org/parking", "title": " Parking "});
    let added = add(&hospital, link).await;
    assert_eq!(added.status, 201, "{added:?}");
    let promotion = &added.body;
    let id = promotion["id"].as_str().unwrap();
    assert_eq!(added.headers["location"], format!("{PROMOTIONS}/{id}").as_str());
    assert_eq!(added.headers["etag"], "\"1\"");
    assert_eq!(promotion["phrases"], json!(["Where can I park", "parking"]));
    assert_eq!((&promotion["title"], &promotion["version"]), (&json!("Parking"), &json!(1)));
    let expected = json!([{"title": "Parking", "url": "https://hospital.example.org/parking"}]);
    for q in ["parking", "PARK", "park where can i?", "the parking"] {
        assert_eq!(promoted(&visitor, q, "").await, expected, "{q}");
    }
    for q in ["parking garage", "parkin", "", "where"] {
        assert_eq!(promoted(&visitor, q, "").await, json!([]), "{q}");
    }
    let filtered = format!("&fq={}", encoded("languages:'Spanish'"));
    assert_eq!(promoted(&visitor, "parking", &filtered).await, expected);
    assert_eq!(promoted(&visitor, "parking", "&start=10").await, Value::Null);

    let citation = json!({"phrases": ["directions"], "citation": "old", "title": "Getting here"});
    assert_eq!(add(&hospital, citation).await.status, 201);
    let found = &promoted(&visitor, "directions", "&lang=es").await[0];
    assert_eq!((&found["citation"], &found["readableId"]), (&json!("here"), &json!("getting-here")));
    assert_eq!((&found["version"]["title"], &found["version"]["tag"]), (&json!("Cómo llegar"), &json!("es")));
    assert_eq!(promoted(&visitor, "directions", "").await[0].get("version"), None);
    let retired = json!({"phrases": ["gone"], "citation": "retired", "title": "Gone"});
    assert_eq!(add(&hospital, retired).await.status, 201);
    assert_eq!(promoted(&visitor, "gone", "").await, json!([]));

    let packet = json!({"title": "Breathing", "published": true, "items": [{"citation": "here"}]});
    let packet = hospital.admin.post("/api/packets", &packet).await.unwrap();
    let packet_id = packet.body["id"].as_str().unwrap();
    let draft = json!({"phrases": ["new diabetes"], "packet": packet_id, "title": "Start here"});
    assert_eq!(add(&hospital, draft).await.status, 201);
    let expected = json!([{"title": "Start here", "packet": packet_id, "readableId": "breathing"}]);
    assert_eq!(promoted(&visitor, "diabetes new", "").await, expected);
    let delete = hospital.admin.request("DELETE", &format!("/api/packets/{packet_id}"));
    let tag = packet.headers["etag"].to_str().unwrap();
    assert_eq!(hospital.admin.send(delete.header("If-Match", tag)).await.unwrap().status, 204);
    assert_eq!(promoted(&visitor, "new diabetes", "").await, json!([]));

    let hours =
        json!({"phrases": ["visiting hours"], "url": "https://hospital.example.org/hours", "title": "Hours"});
    assert_eq!(add(&hospital, hours).await.status, 201);
    let answer = visitor.get("/api/search?q=visiting+hours").await.body;
    assert_eq!(answer["hits"]["hit"][0]["fields"]["title"][0], "Visiting Hours");
    assert_eq!(answer["promoted"][0]["title"], "Hours");
    let page =
        visitor.request("GET", "/search?q=directions&lang=es").send().await.unwrap().text().await.unwrap();
    let (_, section) = page.split_once("id=\"promoted\"").unwrap();
    assert!(
        section.contains("href=\"/citation/getting-here\"") && section.contains("Cómo llegar"),
        "{section}"
    );
}

#[tokio::test]
async fn a_promotion_is_valid_and_of_one_version() {
    let hospital = hospital();
    let field = async |draft: Value| {
        let answer = add(&hospital, draft).await;
        assert_eq!(answer.status, 422, "{answer:?}");
        answer.body["errors"][0]["field"].as_str().unwrap().to_owned()
    };
    assert_eq!(field(json!({"phrases": [], "url": "https://a.example.org", "title": "A"})).await, "phrases");
    assert_eq!(
        field(json!({"phrases": ["a", "?"], "url": "https://a.example.org", "title": "A"})).await,
        "phrases[1]"
    );
    assert_eq!(field(json!({"phrases": ["a"], "title": "A"})).await, "citation");
    assert_eq!(
        field(json!({"phrases": ["a"], "citation": "here", "url": "https://a.example.org", "title": "A"}))
            .await,
        "url"
    );
    assert_eq!(field(json!({"phrases": ["a"], "citation": "nothing", "title": "A"})).await, "citation");
    assert_eq!(field(json!({"phrases": ["a"], "packet": "nothing", "title": "A"})).await, "packet");
    assert_eq!(
        field(json!({"phrases": ["a"], "url": "https://me:pw@a.example.org", "title": "A"})).await,
        "url"
    );
    assert_eq!(field(json!({"phrases": ["a"], "url": "https://a.example.org", "title": " "})).await, "title");

    let mut draft = json!({"phrases": ["visiting hours"], "url": "https://a.example.org/", "title": "Hours"});
    let id = add(&hospital, draft.clone()).await.body["id"].as_str().unwrap().to_owned();
    assert_eq!(
        field(json!({"phrases": ["x", "hours, the visiting"], "citation": "here", "title": "Taken"})).await,
        "phrases[1]"
    );
    assert_eq!(put(&hospital, &id, None, &draft).await.status, 428);
    assert_eq!(put(&hospital, &id, Some("\"7\""), &draft).await.status, 412);
    assert_eq!(put(&hospital, &id, Some("\"1\""), &draft).await.body["version"], 1, "nothing has changed");
    draft["title"] = "Visiting hours".into();
    let changed = put(&hospital, &id, Some("W/\"1-gzip\""), &draft).await;
    assert_eq!((changed.status, changed.headers["etag"].to_str().unwrap()), (200, "\"2\""));
    assert_eq!(put(&hospital, &id, Some("\"1\""), &draft).await.status, 412);
    assert_eq!(put(&hospital, "nothing", Some("*"), &draft).await.status, 404);

    let listed = hospital.admin.get(PROMOTIONS).await.body;
    assert_eq!((&listed["found"], &listed["promotions"][0]), (&json!(1), &changed.body));
    let csv = hospital.admin.request("GET", &format!("{PROMOTIONS}/download")).send().await.unwrap();
    assert_eq!(csv.headers()["content-type"], "text/csv; charset=utf-8");
    let csv = csv.text().await.unwrap();
    assert!(
        csv.contains("Title,Phrases,Citation,Packet,URL,Changed,By")
            && csv.contains("Visiting hours,visiting hours,,,https://a.example.org/"),
        "{csv}"
    );

    let remove = |tag: Option<&'static str>| {
        let mut request = hospital.admin.request("DELETE", &format!("{PROMOTIONS}/{id}"));
        if let Some(tag) = tag {
            request = request.header("If-Match", tag);
        }
        hospital.admin.send(request)
    };
    assert_eq!(remove(None).await.unwrap().status, 428);
    assert_eq!(remove(Some("\"1\"")).await.unwrap().status, 412);
    assert_eq!(remove(Some("\"2\"")).await.unwrap().status, 204);
    assert_eq!(remove(Some("\"2\"")).await.unwrap().status, 404);
    assert_eq!(promoted(&hospital.server.visitor(), "visiting hours", "").await, json!([]));
    let history = hospital.admin.get(&format!("{PROMOTIONS}/{id}/history")).await.body;
    let states: Vec<(u64, &str)> = history
        .as_array()
        .unwrap()
        .iter()
        .map(|state| (state["version"].as_u64().unwrap(), state["action"].as_str().unwrap()))
        .collect();
    assert_eq!(states, [(3, "deleted"), (2, "changed"), (1, "added")]);
    assert_eq!(
        (&history[0]["promotion"], &history[2]["promotion"]["title"]),
        (&Value::Null, &json!("Hours"))
    );
    assert_eq!(hospital.admin.get(&format!("{PROMOTIONS}/nothing/history")).await.status, 404);
    for path in
        [PROMOTIONS.to_owned(), format!("{PROMOTIONS}/download"), format!("{PROMOTIONS}/{id}/history")]
    {
        assert_eq!(hospital.staff.get(&path).await.status, 403, "{path}");
        assert_eq!(hospital.server.visitor().get(&path).await.status, 401, "{path}");
    }
}

#[tokio::test]
async fn few_or_doubtful_results_lead_to_other_sites() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let all: Vec<Value> =
        (0..6).map(|n| citation(&format!("Fever {n}"))).chain([citation("Zebra")]).collect();
    fill(&data, &all);
    let provider = Provider::start();
    let sites = r#"[{name = "Medline & more", url = "https://medline.example.org/?q={q}&l=en"}]"#;
    let server = Start::on(&data).signed_in_at(&provider).with("SEARCH__ELSEWHERE", sites).run();
    let visitor = server.visitor();
    let config = visitor.get("/api/config").await.body;
    let site = json!([{"name": "Medline & more", "url": "https://medline.example.org/?q={q}&l=en"}]);
    assert_eq!(config["elsewhere"], site);
    let page = async |q: &str| {
        visitor
            .request("GET", &format!("/search?q={}", encoded(q)))
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap()
    };
    let few = page("zebra's").await;
    assert!(few.contains("href=\"https://medline.example.org/?q=zebra%27s&amp;l=en\" target=\"_blank\" rel=\"noopener noreferrer\""), "{few}");
    for q in ["fever", "", "I want to kill myself"] {
        let page = page(q).await;
        assert!(!page.contains("href=\"https://medline.example.org"), "{q}");
    }
}
