//! The structured data of a citation's page.

use super::catalogue::{HOSTILE, PUBLIC_URL, between, citations, fetch, serve};
use serde_json::{Value, json};

#[tokio::test]
async fn a_citation_is_described_as_a_medical_web_page() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = citations();
    all[0]["deptReviewDate"] = "2026-03-04".into();
    all[0]["audience"] = json!(["Parents", "Staff"]);
    let server = serve(folder.path(), &all);
    let data = async |path: &str| {
        let (status, _, page) = fetch(&server.visitor(), path).await;
        assert_eq!(status, 200, "{path}");
        let found = between(&page, "<script type=\"application/ld+json\">", "</script>");
        serde_json::from_str::<Value>(found[0]).unwrap()
    };
    let asthma = data("/citation/asthma-action-plan").await;
    assert_eq!(asthma["@type"], "MedicalWebPage");
    assert_eq!(asthma["url"], format!("{PUBLIC_URL}/citation/asthma-action-plan"));
    assert_eq!(asthma["inLanguage"], json!(["en", "es", "so"]));
    assert_eq!(asthma["lastReviewed"], "2026-03-04");
    let audience = json!([{"@type": "PeopleAudience", "audienceType": "Parents"},
        {"@type": "MedicalAudience", "audienceType": "Staff"}]);
    assert_eq!(asthma["audience"], audience);
    let parts = json!([
        {"@type": "DigitalDocument", "name": "Asthma action plan", "url": "https://files.example.org/asthma%20plan.pdf",
            "inLanguage": "en", "encodingFormat": "application/pdf", "identifier": "KSBG 1042"},
        {"@type": "DigitalDocument", "name": "Asthma action plan", "url": "https://files.example.org/asma.pdf",
            "inLanguage": "es", "encodingFormat": "application/pdf", "identifier": "KSBG-1043"}]);
    assert_eq!(asthma["hasPart"], parts);
    assert_eq!(data("/citation/odd%26%3C%3E").await["name"], HOSTILE);
}
