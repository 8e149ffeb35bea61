//! `/i/{item number}`: where typed item numbers lead.

use super::catalogue::{citations, fetch, handout, serve};
use crate::support::provider::Provider;
use crate::support::{Start, fill};

/// Paths and where they redirect.
const LEADS: [(&str, &str); 19] = [
    ("/i/KSBG1042", "/citation/asthma-action-plan"),
    ("/i/ksbg1042", "/citation/asthma-action-plan"),
    ("/i/ksbg%201042", "/citation/asthma-action-plan"),
    ("/i/Ksbg-1042", "/citation/asthma-action-plan"),
    ("/i/KSBG%E2%80%931042", "/citation/asthma-action-plan"),
    ("/i/%EF%BC%AB%EF%BC%B3%EF%BC%A2%EF%BC%A71042", "/citation/asthma-action-plan"),
    // The number of another language version leads to the same citation.
    ("/i/KSBG1043", "/citation/asthma-action-plan"),
    ("/i/KSBG1042?x=1", "/citation/asthma-action-plan"),
    ("/i/KSBG1042/en", "https://files.example.org/asthma%20plan.pdf"),
    ("/i/KSBG1042/es", "https://files.example.org/asma.pdf"),
    ("/i/KSBG1042/ES-mx", "https://files.example.org/asma.pdf"),
    // No handout in the language, an unknown language, no language.
    ("/i/KSBG1042/so", "/citation/asthma-action-plan"),
    ("/i/KSBG1042/ru", "/citation/asthma-action-plan"),
    ("/i/KSBG1042/%3Cscript%3E", "/citation/asthma-action-plan"),
    ("/i/KSBG7", "/citation/fever"),
    ("/i/KSBG7/zh", "https://files.example.org/fever-zh.pdf"),
    // Obsolete: leads to its replacement, else to its own page.
    ("/i/KSBG900", "/citation/fever"),
    ("/i/KSBG900/en", "https://files.example.org/fever.html"),
    ("/i/KSBG901", "/citation/leeches"),
];

#[tokio::test]
async fn an_item_number_leads_to_its_citation_or_handout_however_it_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), &citations());
    let visitor = server.visitor();
    for (path, to) in LEADS {
        let (status, location, _) = fetch(&visitor, path).await;
        assert_eq!((status, location.as_str()), (302, to), "{path}");
        let head = visitor.request("HEAD", path).send().await.unwrap();
        assert_eq!(
            (head.status().as_u16(), &head.headers()["location"]),
            (302, &to.parse().unwrap()),
            "{path}"
        );
    }
    // As it is written, where it has other characters.
    let (status, location, _) = fetch(&visitor, "/i/%3CB%3E%207").await;
    assert!(status == 302 && location.starts_with("/citation/"), "{location}");
    let (status, location, _) = fetch(&visitor, "/i/KSBG1042/").await;
    assert_eq!((status, location.as_str()), (308, "/i/KSBG1042"));
    let long = format!("/i/{}", "1".repeat(2_000));
    for path in ["/i/KSBG1", "/i/1042", "/i/asthma", "/i/%3Cb%3E", "/i/KSBG1042/es/x", "/i/%00", "/i/", &long]
    {
        let (status, kind, text) = fetch(&visitor, path).await;
        assert_eq!((status, kind.as_str()), (404, "text/html; charset=utf-8"), "{path}");
        assert!(!text.contains("<b>"), "{text}");
    }
    for (path, said) in [
        ("/i/KSBG9", "No handout has the number KSBG9."),
        ("/i/KSBG9/es", "No handout has the number KSBG9."),
        ("/i/%3Cb%3E", "No handout has the number &lt;b&gt;."),
    ] {
        let (_, _, text) = fetch(&visitor, path).await;
        assert!(text.contains(said), "{path}: {text}");
    }
    let (_, _, text) = fetch(&visitor, "/i/KSBG1042/es/x").await;
    assert!(!text.contains("No handout has the number"), "{text}");
    assert_eq!(visitor.post("/i/KSBG1042", &serde_json::json!({})).await.unwrap().status, 405);
}

#[tokio::test]
async fn a_number_of_two_citations_leads_to_the_one_in_use_and_follows_changes() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut first = handout("first", "First", &[("English", Some("12-A"), None)]);
    first["obsolete"] = true.into();
    fill(&data, &[first, handout("second", "Second", &[("English", Some("12A"), None)])]);
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let visitor = server.visitor();
    assert_eq!(fetch(&visitor, "/i/12a").await.1, "/citation/second");
    let admin = server.bearer(provider.admin());
    let mut second = admin.get("/api/citations/second").await.body;
    second["languages"][0]["ksbgNumber"] = "12B".into();
    assert_eq!(admin.put("/api/citations/second", &second).await.unwrap().status, 200);
    assert_eq!(fetch(&visitor, "/i/12b").await.1, "/citation/second");
    assert_eq!(fetch(&visitor, "/i/12a").await.1, "/citation/first");
}
