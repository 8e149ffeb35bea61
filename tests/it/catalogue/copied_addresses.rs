//! Addresses as people copy and type them.

use crate::support::provider::Provider;
use crate::support::{Caller, Start, citation, fill};
use serde_json::json;

/// Where an address leads: its status, and the address that it redirects to.
async fn leads(caller: &Caller, method: &str, path: &str) -> (u16, String) {
    let answer = caller.request(method, path).send().await.unwrap();
    let location = answer.headers().get("location").map(|to| to.to_str().unwrap().to_owned());
    (answer.status().as_u16(), location.unwrap_or_default())
}

#[tokio::test]
async fn what_follows_a_copied_address_and_capitals_lead_to_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let data = folder.path().join("data");
    let records = [
        json!({"id": "pain-1", "title": "Abdominal Pain", "languages": [{"lang": "Spanish", "ksbgNumber": "KSBG1",
            "url": "https://x.example.org/dolor.pdf"}]}),
        json!({"id": "Twice", "title": "First of two"}),
        json!({"id": "tWICE", "title": "Second of two"}),
        json!({"id": "Odd.", "title": "Ends with a full stop"}),
    ];
    fill(&data, &records);
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    let visitor = server.visitor();
    let packet = json!({"title": "After Surgery", "published": true, "items": [{"citation": "pain-1"}]});
    assert_eq!(admin.post("/api/packets", &packet).await.unwrap().status, 201);
    let check = async |path: &str, expected: &str| {
        let (status, to) = leads(&visitor, "GET", path).await;
        assert_eq!((status, to.as_str()), (if expected.is_empty() { 404 } else { 302 }, expected), "{path}");
        assert_eq!(leads(&visitor, "HEAD", path).await, (status, to), "HEAD {path}");
    };
    let page = "/citation/abdominal-pain";
    for added in [
        ".",
        ",",
        ";",
        ":",
        "!",
        ")",
        "]",
        "%7D",
        "%3E",
        "'",
        "%22",
        "*",
        "%E2%80%A6",
        "%20",
        "%C2%A0",
        "%E3%80%80",
        "%E2%80%8B",
        "%EF%BB%BF",
        "%E2%80%99",
        "%E2%80%9D",
        "%C2%BB",
        "%E3%80%82",
        "%E0%A5%A4",
        "%DB%94",
        ").%E2%80%9D%20",
        "/.%20",
        "%A0",
    ] {
        check(&format!("{page}{added}"), page).await;
        check(&format!("{page}{added}?lang=es&x=%20."), &format!("{page}?lang=es&x=%20.")).await;
    }
    check("/citation/ABDOMINAL-PAIN", page).await;
    check("/Citation/Pain-1", "/citation/pain-1").await;
    check("/CITATION/Abdominal-Pain.", page).await;
    check("/packet/After-Surgery)", "/packet/after-surgery").await;
    check("/Packets,", "/packets").await;
    check("/CITATION/ADD", "/citation/add").await;
    check("/Citation/Edit/PAIN-1.", "/citation/edit/pain-1").await;
    check("/orders/26-000123.", "/orders/26-000123").await;
    check("/ORDER", "/order").await;
    check("/I/KSBG1", "/i/KSBG1").await;
    check("/i/KSBG1,", "/i/KSBG1").await;
    check("/I/ksbg1/ES", "/i/ksbg1/ES").await;
    check("/i/KSBG1/es.", "/i/KSBG1/es").await;
    check("/qrredirect.?id=pain-1", "/qrredirect?id=pain-1").await;
    check("/help/families.", "/help/families").await;
    check("/help/FIND-a-Handout", "/help/find-a-handout").await;
    check("/citation/edit/PAIN-1", "/citation/edit/pain-1").await;
    check("/%20", "/").await;
    // Two citations differ in case alone; nothing is left; nothing of ours; a mark that belongs to the ID.
    for unknown in [
        "/help/nothing.",
        "/file/pain-1/so.",
        "/citation/TWICE",
        "/citation/...",
        "/citation/abdominal-pain-x",
        "/citation/painx.",
        "/nowhere.",
    ] {
        check(unknown, "").await;
    }
    assert_eq!(leads(&visitor, "GET", "/citation/Odd.").await.0, 200);
    check("/citation/ODD..", "/citation/Odd.").await;
    for call in [
        "/API/config",
        "/Api/citations/pain-1",
        "/api/config.",
        "/api/citations/PAIN-1",
        "/api./config",
        "/%61PI/config",
    ] {
        assert_eq!(leads(&visitor, "GET", call).await, (404, String::new()), "{call}");
    }
    let posted = admin.post("/citation/abdominal-pain.", &citation("Fever")).await;
    assert_ne!(posted.unwrap().status, 302);
}
