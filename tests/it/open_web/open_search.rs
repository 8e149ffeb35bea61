//! OpenSearch: the description and its suggestions.

use super::catalogue::{PUBLIC_URL, between, citations, fetch, serve};
use crate::support::Start;
use serde_json::json;

#[tokio::test]
async fn a_browser_finds_the_description_and_its_suggestions() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), &citations());
    let visitor = server.visitor();
    let link = r#"<link rel="search" href="/opensearch.xml" type="application/opensearchdescription+xml""#;
    for path in ["/", "/search?q=fever", "/citation/fever", "/nowhere", "/login/callback?error=denied"] {
        assert!(fetch(&visitor, path).await.2.contains(link), "{path}");
    }
    let (status, kind, description) = fetch(&visitor, "/opensearch.xml").await;
    assert_eq!((status, kind.as_str()), (200, "application/opensearchdescription+xml; charset=utf-8"));
    let templates = between(&description, "template=\"", "\"");
    let expected =
        ["/?q={searchTerms}", "/api/search/completions?q={searchTerms}", "/feed.atom?q={searchTerms}"];
    assert_eq!(templates[..3], expected.map(|path| format!("{PUBLIC_URL}{path}")));
    assert_eq!(between(&description, "<Language>", "<"), ["en", "es"]);
    assert!(between(&description, "<ShortName>", "<")[0].chars().count() <= 16);
    let spanish =
        visitor.request("GET", "/opensearch.xml").header("Accept-Language", "es").send().await.unwrap();
    assert_eq!(spanish.headers()["vary"], "Accept-Encoding, Accept-Language, Cookie");
    assert!(spanish.text().await.unwrap().contains("<ShortName>Folletos médicos</ShortName>"));

    let answer = visitor.request("GET", "/api/search/completions?q=asth").send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "application/x-suggestions+json; charset=utf-8");
    let body: serde_json::Value = answer.json().await.unwrap();
    let same = visitor.get("/api/search/suggestions?q=asth").await.body;
    let texts: Vec<_> =
        same["suggest"]["suggestions"].as_array().unwrap().iter().map(|s| &s["suggestion"]).collect();
    assert_eq!(body[0], "asth");
    assert_eq!(body[1], json!(texts));
    assert_eq!(body[1][0], "Asthma action plan");
    assert_eq!(body[2][0], "");
    assert_eq!(body[3][0], format!("{PUBLIC_URL}/?q=Asthma%20action%20plan"));
    assert_eq!(visitor.get(&format!("/api/search/completions?q={}", "a".repeat(501))).await.status, 400);
}

#[tokio::test]
async fn a_hospital_with_a_long_name_has_a_valid_description() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data"))
        .with("HOSPITAL__NAME", format!("<&\"{}", "Ö".repeat(60)))
        .with("HOSPITAL__EMAIL", "help@example.org")
        .run();
    let (_, _, description) = fetch(&server.visitor(), "/opensearch.xml").await;
    let long = between(&description, "<LongName>", "</LongName>")[0];
    assert!(long.starts_with("&lt;&amp;&quot;Ö") && long.matches('Ö').count() == 45, "{long}");
    assert_eq!(between(&description, "<Contact>", "<"), ["help@example.org"]);
}
