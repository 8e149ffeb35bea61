//! The replacement of an obsolete citation: what a save refuses, and where printed codes lead.

use crate::support::provider::Provider;
use crate::support::{Answer, Caller, Server, Start, citation, fill};
use serde_json::{Value, json};

const ENGLISH: &str = "https://files.example.org/old-english.pdf";
const SPANISH: &str = "https://files.example.org/old-spanish.pdf";

struct Library {
    _folder: tempfile::TempDir,
    server: Server,
    admin: Caller,
}

/// A server with these imported citations.
fn library(citations: &[Value]) -> Library {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, citations);
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    Library { _folder: folder, server, admin }
}

/// A citation of an import; `versions` are languages with their URLs.
fn handout(id: &str, obsolete: bool, replaced_by: Option<&str>, versions: &[(&str, &str)]) -> Value {
    let mut handout = citation(&format!("Handout {id}"));
    handout["id"] = id.into();
    handout["obsolete"] = obsolete.into();
    handout["replacedBy"] = json!(replaced_by);
    handout["languages"] =
        versions.iter().map(|(lang, url)| json!({"lang": lang, "ksbgNumber": null, "url": url})).collect();
    handout
}

impl Library {
    async fn leads(&self, id: &str, url: &str) -> String {
        let encoded: String = url::form_urlencoded::byte_serialize(url.as_bytes()).collect();
        let answer = self.server.visitor().get(&format!("/qrredirect?id={id}&url={encoded}")).await;
        assert_eq!(answer.status, 302, "{answer:?}");
        answer.headers["location"].to_str().unwrap().to_owned()
    }

    /// Saves the citation with this id and these changes.
    async fn save(&self, id: &str, changes: Value) -> Answer {
        let mut body = self.server.visitor().get(&format!("/api/citations/{id}")).await.body;
        for (field, value) in changes.as_object().unwrap() {
            body[field] = value.clone();
        }
        self.admin.put(&format!("/api/citations/{id}"), &body).await.unwrap()
    }
}

fn assert_refused(answer: &Answer, words: &str) {
    assert_eq!(answer.status, 422, "{answer:?}");
    let errors = answer.body["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1, "{answer:?}");
    assert_eq!(errors[0]["field"], "replacedBy");
    assert!(errors[0]["message"].as_str().unwrap().contains(words), "{answer:?}");
}

#[tokio::test]
async fn unknown_own_and_cyclic_replacements_are_refused() {
    let plain = |id: &str| handout(id, false, None, &[("English", &format!("https://x.example.org/{id}"))]);
    let library = library(&[plain("one"), plain("two"), plain("three")]);
    assert_refused(&library.save("one", json!({"replacedBy": "nobody"})).await, "no citation with the id");
    assert_refused(&library.save("one", json!({"replacedBy": "one"})).await, "cannot replace itself");
    let saved = library.save("one", json!({"replacedBy": "two", "obsolete": true})).await;
    assert_eq!((saved.status, &saved.body["replacedBy"]), (200, &json!("two")), "{saved:?}");
    assert_eq!(library.save("two", json!({"replacedBy": "three"})).await.status, 200);
    assert_refused(&library.save("two", json!({"replacedBy": "one"})).await, "circle");
    assert_refused(&library.save("three", json!({"replacedBy": "one"})).await, "circle");
    let unchanged = library.server.visitor().get("/api/citations/three").await;
    assert_eq!(unchanged.body.get("replacedBy"), None, "nothing was saved");
    let mut new = citation("New");
    new["replacedBy"] = "nobody".into();
    assert_refused(&library.admin.post("/api/citations", &new).await.unwrap(), "no citation");
    // After its replacement is removed, the save succeeds.
    assert_eq!(library.save("two", json!({"replacedBy": null})).await.status, 200);
    assert_eq!(library.save("three", json!({"replacedBy": "one"})).await.status, 200);
    // Restoring the version in which 'two' was replaced by 'three' would close the cycle.
    let restored = library.admin.post("/api/citations/two/restore", &json!({"version": 2})).await.unwrap();
    assert_refused(&restored, "circle");
}

#[tokio::test]
async fn an_unknown_replacement_from_an_import_is_refused_only_if_a_save_contains_it() {
    let library = library(&[handout("one", true, Some("gone"), &[("English", ENGLISH)])]);
    let mut body = library.server.visitor().get("/api/citations/one").await.body;
    assert_refused(&library.save("one", json!({"notes": "Looked at"})).await, "no citation");
    body.as_object_mut().unwrap().remove("replacedBy");
    let saved = library.admin.put("/api/citations/one", &body).await.unwrap();
    assert_eq!((saved.status, &saved.body["replacedBy"]), (200, &json!("gone")), "{saved:?}");
    assert_eq!(library.leads("one", ENGLISH).await, ENGLISH, "its code leads to the same file as before");
}

#[tokio::test]
async fn a_code_of_an_obsolete_citation_leads_to_the_first_replacement_in_its_language() {
    let old = [("English", ENGLISH), ("Spanish", SPANISH)];
    let new = [("Somali", "https://x.example.org/so"), ("Spanish", "https://x.example.org/es")];
    let library = library(&[
        handout("first", true, Some("second"), &old),
        handout("second", true, Some("third"), &[("Spanish", "https://x.example.org/never")]),
        handout("third", false, Some("fourth"), &new),
        handout("fourth", false, None, &[("Spanish", "https://x.example.org/not-yet")]),
    ]);
    assert_eq!(library.leads("first", SPANISH).await, "https://x.example.org/es");
    assert_eq!(library.leads("handout-first", SPANISH).await, "https://x.example.org/es");
    assert_eq!(
        library.leads("first", ENGLISH).await,
        "/citation/handout-third",
        "not available in this language"
    );
    assert_eq!(library.leads("first", "https://evil.example/").await, "/citation/handout-third");
    assert_eq!(
        library.leads("third", "https://x.example.org/so").await,
        "https://x.example.org/so",
        "in use: its replacement does not apply yet"
    );
    // A former URL of the old citation counts as one of its language.
    let moved =
        json!({"languages": [{"lang": "Spanish", "ksbgNumber": null, "url": "https://x.example.org/later"}]});
    assert_eq!(library.save("first", moved).await.status, 200);
    assert_eq!(library.leads("first", SPANISH).await, "https://x.example.org/es");
    // In use again, its code leads to its own file.
    assert_eq!(library.save("first", json!({"obsolete": false})).await.status, 200);
    assert_eq!(library.leads("first", SPANISH).await, "https://x.example.org/later");
}

#[tokio::test]
async fn cycles_from_an_import_and_obsolete_ends_lead_to_the_original_file() {
    let at = |id: &str| format!("https://x.example.org/{id}");
    let plain = |id: &str, next: &str| handout(id, true, Some(next), &[("English", &at(id))]);
    let library = library(&[
        plain("left", "right"),
        plain("right", "left"),
        plain("self", "self"),
        plain("before", "left"),
        plain("late", "last"),
        handout("last", true, None, &[("English", &at("last"))]),
    ]);
    for id in ["left", "right", "self", "before", "late", "last"] {
        assert_eq!(library.leads(id, &at(id)).await, at(id), "{id}");
        assert_eq!(library.leads(id, "https://evil.example/").await, format!("/citation/{id}"));
    }
    assert_refused(&library.save("left", json!({"notes": "Looked at"})).await, "circle");
    assert_refused(&library.save("self", json!({"notes": "Looked at"})).await, "itself");
    let broken = library.save("left", json!({"replacedBy": "last"})).await;
    assert_eq!(broken.status, 200, "a cycle can be broken: {broken:?}");
    assert_eq!(library.save("last", json!({"obsolete": false})).await.status, 200);
    assert_eq!(library.leads("before", &at("before")).await, at("last"));
}
