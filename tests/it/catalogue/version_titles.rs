//! The titles of language versions: validation, history, and everything that shows them.

use crate::support::hospital::Hospital;
use crate::support::{citation, order};
use serde_json::{Value, json};

const SOMALI: &str = "Qorshaha neefta";
const ARABIC: &str = "خطة عمل الربو";

fn asthma() -> Value {
    let mut made = citation("Asthma action plan");
    made["id"] = "asthma".into();
    made["codes"] = json!([{"system": "icd10cm", "code": "J45.909"}]);
    let version = |lang: &str, title: Value| {
        let url = format!("https://files.example.org/{lang}.pdf");
        json!({"lang": lang, "ksbgNumber": "", "url": url, "title": title})
    };
    made["languages"] = json!([
        version("English", Value::Null),
        version("Somali", json!(SOMALI)),
        version("Arabic", json!(ARABIC))
    ]);
    made
}

impl Hospital {
    async fn page(&self, path: &str) -> String {
        let answer = self.server.visitor().request("GET", path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        answer.text().await.unwrap()
    }
}

#[tokio::test]
async fn a_title_is_one_line_of_at_most_300_characters() {
    let hospital = Hospital::with(&[asthma()]);
    let saved = |title: Value| {
        let (mut changed, admin) = (asthma(), hospital.admin.clone());
        changed["languages"][1]["title"] = title;
        async move { admin.put("/api/citations/asthma", &changed).await.unwrap() }
    };
    let refused = saved(json!("q".repeat(301))).await;
    assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!("languages[1].title")));
    let refused = saved(json!(7)).await;
    assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!("languages[1].title")));
    let longest = "ق".repeat(300);
    assert_eq!(saved(json!(longest)).await.body["languages"][1]["title"], longest);
    let folded = saved(json!(" Qorshaha \n\t neefta ")).await;
    assert_eq!((folded.status, &folded.body["languages"][1]["title"]), (200, &json!(SOMALI)));
    for nothing in [json!(" "), Value::Null] {
        assert_eq!(saved(nothing).await.body["languages"][1].get("title"), None);
    }
    let restored = hospital.admin.get("/api/citations/asthma/versions").await.body;
    assert!(restored.to_string().contains(SOMALI), "{restored}");
    let today = &hospital.admin.get("/api/citations/asthma").await.body["languages"][2]["title"];
    assert_eq!(today, ARABIC);
}

#[tokio::test]
async fn search_packets_and_lists_show_the_title_of_the_version() {
    let mut first = asthma();
    first["revisionDates"] = json!([
        {"lang": "English", "revisionDate": "2026-02-01"}, {"lang": "Somali", "revisionDate": "2025-02-01"}]);
    let hospital = Hospital::with(&[first, citation("Fever")]);
    let visitor = hospital.server.visitor();
    let hit =
        async |query: &str| visitor.get(&format!("/api/search?{query}")).await.body["hits"]["hit"][0].clone();
    let version = json!({"lang": "Arabic", "tag": "ar", "dir": "rtl", "title": ARABIC,
        "url": "https://files.example.org/Arabic.pdf", "ksbgNumber": null});
    assert_eq!(hit("q=asthma&lang=ar").await["version"], version);
    assert_eq!(hit("q=%D8%AE%D8%B7%D8%A9").await["version"], version, "only its title has the word");
    assert_eq!(hit("q=asthma").await.get("version"), None);
    assert_eq!(hit("q=asthma&lang=en").await["version"].get("title"), None);
    let suggestions = visitor.get("/api/search/suggestions?q=neef").await.body;
    let expected = json!([{"suggestion": SOMALI, "lang": "so", "dir": "ltr"}]);
    assert_eq!(suggestions["suggest"]["suggestions"], expected);

    let packet = json!({"title": "Breathing", "published": true, "items": [{"citation": "asthma"}]});
    let packet = hospital.admin.post("/api/packets", &packet).await.unwrap();
    assert_eq!(packet.status, 201, "{packet:?}");
    let shown = visitor.get("/api/packets/breathing?lang=so").await.body;
    let item = &shown["items"][0];
    assert_eq!((&item["version"]["title"], &item["title"]), (&json!(SOMALI), &json!("Asthma action plan")));
    assert_eq!(item["languages"][1]["title"], ARABIC);

    let gaps = hospital.admin.get("/api/system/translations?lang=so").await.body;
    let gap = |state: &str| {
        let gaps = gaps["citations"].as_array().unwrap();
        gaps.iter().find(|gap| gap["state"] == state).unwrap().get("versionTitle").cloned()
    };
    assert_eq!((gap("outdated"), gap("missing")), (Some(json!(SOMALI)), None));

    let current = hospital.admin.get("/api/citations/asthma").await.body;
    let mut body = order(&current, 5);
    body["orders"][0]["lang"] = "Somali".into();
    let ordered = hospital.staff.post("/api/user/order", &body).await.unwrap();
    assert_eq!(ordered.status, 201, "{ordered:?}");
    let line = async || hospital.staff.get("/api/user/orders").await.body[0]["lines"][0].clone();
    let (before, mut renamed) = (line().await, current.clone());
    assert_eq!((&before["title"], &before["versionTitle"]), (&json!("Asthma action plan"), &json!(SOMALI)));
    renamed["languages"][1]["title"] = "Neef".into();
    assert_eq!(hospital.admin.put("/api/citations/asthma", &renamed).await.unwrap().status, 200);
    assert_eq!(line().await, before, "as of submission");

    let feed = "mainSearchCriteria.v.c=J45.909&mainSearchCriteria.v.cs=2.16.840.1.113883.6.90\
                &knowledgeResponseType=application/json";
    let entry = async |more: &str| {
        visitor.get(&format!("/api/infobutton?{feed}{more}")).await.body["feed"]["entry"][0].clone()
    };
    let arabic = entry("&informationRecipient.languageCode.c=ar").await;
    assert_eq!(arabic["title"], json!({"_value": ARABIC, "type": "text", "lang": "ar"}));
    let links: Vec<&Value> = arabic["link"].as_array().unwrap().iter().map(|link| &link["title"]).collect();
    assert_eq!(links, [ARABIC, "Asthma action plan"]);
    assert_eq!(entry("").await["title"], json!({"_value": "Asthma action plan", "type": "text"}));
    let xml = hospital
        .page(&format!(
            "/api/infobutton?{}&informationRecipient.languageCode.c=ar",
            feed.replace("application/json", "text/xml")
        ))
        .await;
    assert!(xml.contains(&format!("<title type=\"text\" xml:lang=\"ar\">{ARABIC}</title>")), "{xml}");
}

#[tokio::test]
async fn pages_without_scripts_show_it_above_the_title_of_the_catalogue() {
    let hospital = Hospital::with(&[asthma(), citation("Fever")]);
    let packet = json!({"title": "Breathing", "published": true, "items": [{"citation": "asthma"}]});
    assert_eq!(hospital.admin.post("/api/packets", &packet).await.unwrap().status, 201);
    let has = |page: &str, parts: &[&str]| {
        let mut rest = page;
        for part in parts {
            let Some(at) = rest.find(part) else { panic!("{part} is missing in {rest}") };
            rest = &rest[at + part.len()..];
        }
    };
    let citation = hospital.page("/citation/asthma-action-plan?lang=ar").await;
    has(
        &citation,
        &[
            &format!("<title>{ARABIC}"),
            "<h1",
            "dir=\"rtl\" lang=\"ar\">",
            ARABIC,
            "</h1>",
            ">Asthma action plan</p>",
        ],
    );
    has(&citation, &["href=\"https://files.example.org/Arabic.pdf\"", "data-variant=\"primary\""]);
    has(&citation, &["\"@type\":\"DigitalDocument\"", &format!("\"name\":\"{SOMALI}\"")]);
    let plain = hospital.page("/citation/asthma-action-plan").await;
    has(&plain, &["<title>Asthma action plan", "<h1", ">Asthma action plan", SOMALI, ARABIC]);
    let without = hospital.page("/citation/asthma-action-plan?lang=ru").await;
    has(&without, &["<title>Asthma action plan", "<h1"]);
    let row = ["<h2", "dir=\"rtl\">", ARABIC, "</h2>", ">Asthma action plan</p>"];
    has(&hospital.page("/search?q=asthma&lang=ar").await, &row);
    has(&hospital.page("/search?q=%D8%AE%D8%B7%D8%A9").await, &row);
    let packet = hospital.page("/packet/breathing?lang=ar").await;
    has(&packet, &row);
    let (_, sheet) = packet.split_once("<noscript>").unwrap();
    has(sheet, &["<h2", ARABIC, "</h2>", ">Asthma action plan</p>"]);
}
