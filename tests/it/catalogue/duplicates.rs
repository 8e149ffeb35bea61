//! Warnings when a saved citation shares a title, an item number or a URL with another citation in use.

use crate::support::provider::Provider;
use crate::support::{Caller, Server, Start, citation, fill};
use serde_json::{Value, json};

/// A citation with this id, title, item number and URL.
fn handout(id: &str, title: &str, item_number: &str, url: &str) -> Value {
    let mut handout = citation(title);
    handout["id"] = id.into();
    handout["languages"] = json!([{"lang": "English", "ksbgNumber": item_number, "url": url}]);
    handout
}

fn library(citations: &[Value]) -> (tempfile::TempDir, Server, Caller) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, citations);
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    (folder, server, admin)
}

/// Field and other citation of each warning, sorted.
fn warned(saved: &Value) -> Vec<(String, String)> {
    let text = |warning: &Value, name: &str| warning[name].as_str().unwrap().to_owned();
    let mut warned: Vec<(String, String)> = saved["warnings"]
        .as_array()
        .unwrap_or_else(|| panic!("no warnings: {saved}"))
        .iter()
        .map(|warning| (text(warning, "field"), text(warning, "citation")))
        .collect();
    warned.sort();
    warned
}

fn pairs(of: &[(&str, &str)]) -> Vec<(String, String)> {
    of.iter().map(|(field, id)| ((*field).to_owned(), (*id).to_owned())).collect()
}

#[tokio::test]
async fn a_save_names_other_citations_in_use_with_the_same_title_number_or_address() {
    let mut obsolete = handout("obsolete", "Fever at home", "KSBG 10", "https://x.example.org/fever.pdf");
    obsolete["obsolete"] = true.into();
    let (_folder, server, admin) = library(&[
        handout("title", "FEVER  at\u{a0}Home", "", "https://x.example.org/1"),
        handout("number", "Chills", "ksbg10", "https://x.example.org/2"),
        handout("address", "Cough", "KSBG11", "https://x.example.org/Fever.pdf"),
        handout("near", "Fever at home again", "KSBG1", "https://x.example.org/fever.pdf?"),
        obsolete,
    ]);
    let mut new = handout("new", "Fever at home", "KSBG 10", "https://x.example.org/fever.pdf");
    // A second language with the same number does not cause a second warning.
    let second = json!({"lang": "Spanish", "ksbgNumber": "KSBG10", "url": "https://x.example.org/2"});
    new["languages"].as_array_mut().unwrap().push(second);
    let added = admin.post("/api/citations", &new).await.unwrap();
    assert_eq!(added.status, 201, "a warning is not a refusal: {added:?}");
    let expected = [
        ("languages[0].ksbgNumber", "number"),
        ("languages[0].url", "address"),
        ("languages[1].url", "number"),
        ("title", "title"),
    ];
    assert_eq!(warned(&added.body), pairs(&expected));
    let message = added.body["warnings"][1]["message"].as_str().unwrap();
    assert_eq!(message, "Another handout has the same item number: Chills");
    let read = server.visitor().get("/api/citations/new").await;
    assert_eq!(read.body.get("warnings"), None, "warnings are not stored");

    // A citation is sent back with the warnings of its last save: they are ignored and created again.
    let mut again = added.body.clone();
    again["title"] = "Fever".into();
    again["languages"].as_array_mut().unwrap().pop();
    again["languages"][0]["ksbgNumber"] = "KSBG 12".into();
    let saved = admin.put("/api/citations/new", &again).await.unwrap();
    assert_eq!((saved.status, warned(&saved.body)), (200, pairs(&[("languages[0].url", "address")])));
    again["languages"][0]["url"] = json!(null);
    let saved = admin.put("/api/citations/new", &again).await.unwrap();
    assert_eq!(saved.body["warnings"], json!([]));
    let restored = admin.post("/api/citations/new/restore", &json!({"version": 1})).await.unwrap();
    assert_eq!(warned(&restored.body), pairs(&expected));
}

#[tokio::test]
async fn an_obsolete_citation_is_no_longer_a_duplicate() {
    let (_folder, _server, admin) = library(&[handout("one", "Asthma", "", "https://x.example.org/1")]);
    let second = handout("two", "Asthma", "", "https://x.example.org/2");
    let added = admin.post("/api/citations", &second).await.unwrap();
    assert_eq!(warned(&added.body), pairs(&[("title", "one")]));
    let mut first = handout("one", "Asthma", "", "https://x.example.org/1");
    first["obsolete"] = true.into();
    let ended = admin.put("/api/citations/one", &first).await.unwrap();
    assert_eq!(warned(&ended.body), pairs(&[("title", "two")]), "the other one is still in use");
    let saved = admin.put("/api/citations/two", &second).await.unwrap();
    assert_eq!(saved.body["warnings"], json!([]));
}

#[tokio::test]
async fn only_some_of_very_many_duplicates_are_named() {
    let many: Vec<Value> = (0..60)
        .map(|n| handout(&format!("h{n}"), &format!("Handout {n}"), "", "https://x.example.org/all"))
        .collect();
    let (_folder, _server, admin) = library(&many);
    let saved = admin.put("/api/citations/h7", &many[7]).await.unwrap();
    let named = warned(&saved.body);
    assert!((1..=20).contains(&named.len()), "{named:?}");
    assert!(named.iter().all(|(field, id)| field == "languages[0].url" && id != "h7"), "{named:?}");
}
