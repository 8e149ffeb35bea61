//! A server with citations for packets, and its users.

use crate::support::provider::Provider;
use crate::support::{Answer, Caller, Server, Start, citation, fill};
use serde_json::{Value, json};
use std::path::PathBuf;

pub const PUBLIC_URL: &str = "https://handouts.example.org";

pub struct Library {
    pub folder: tempfile::TempDir,
    pub data: PathBuf,
    pub server: Server,
    pub provider: Provider,
    pub admin: Caller,
    pub nurse: Caller,
    pub other: Caller,
    pub visitor: Caller,
}

/// A citation of an import in these languages.
pub fn handout(id: &str, title: &str, languages: &[&str]) -> Value {
    let mut handout = citation(title);
    handout["id"] = id.into();
    handout["keywords"] = json!([title]);
    handout["deptSubmittedBy"] = json!({"name": "Endocrinology"});
    let version = |lang: &&str| json!({"lang": lang, "ksbgNumber": format!("KSBG-{id}-{lang}"), "url": format!("https://example.org/{id}/{lang}.pdf")});
    handout["languages"] = languages.iter().map(version).collect();
    handout
}

/// The same, obsolete and replaced by another one.
pub fn obsolete(mut handout: Value, replaced_by: Option<&str>) -> Value {
    handout["obsolete"] = true.into();
    handout["replacedBy"] = json!(replaced_by);
    handout
}

pub fn library(citations: &[Value]) -> Library {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, citations);
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).with("SERVER__PUBLIC_URL", PUBLIC_URL).run();
    let admin = server.bearer(provider.admin());
    let nurse = server.bearer(provider.token("nurse", &[]));
    let other = server.bearer(provider.token("other", &[]));
    let visitor = server.visitor();
    Library { folder, data, server, provider, admin, nurse, other, visitor }
}

/// Insulin in three languages, sugar in two, ketones in one.
pub fn diabetes() -> Vec<Value> {
    vec![
        handout("insulin", "Insulin at home", &["Somali", "English", "Spanish"]),
        handout("sugar", "Low blood sugar", &["English", "Spanish"]),
        handout("ketones", "Ketones", &["English"]),
    ]
}

/// The body of a packet.
pub fn packet(title: &str, published: bool, citations: &[&str]) -> Value {
    let items: Vec<Value> = citations.iter().map(|id| json!({"citation": id, "note": null})).collect();
    json!({"title": title, "description": null, "department": null, "published": published, "items": items})
}

/// Adds a packet; returns the response.
pub async fn added(caller: &Caller, packet: &Value) -> Value {
    let answer = caller.post("/api/packets", packet).await.unwrap();
    assert_eq!(answer.status, 201, "{answer:?}");
    answer.body
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// The path of a packet by its ID.
pub fn by_id(packet: &Value) -> String {
    format!("/api/packets/{}", text(&packet["id"]))
}

/// The path of a packet by its code.
pub fn by_code(packet: &Value) -> String {
    format!("/api/packets/{}", text(&packet["code"]))
}

/// Changes the current state of a packet.
pub async fn change(caller: &Caller, path: &str, packet: &Value) -> Answer {
    let etag = caller.get(path).await.headers["etag"].clone();
    caller.send(caller.request("PUT", path).header("If-Match", etag).json(packet)).await.unwrap()
}

/// The values of a field in a list of objects.
pub fn each<'v>(list: &'v Value, field: &str) -> Vec<&'v Value> {
    list.as_array().unwrap().iter().map(|one| &one[field]).collect()
}

/// The fields of the errors in a 422 response.
pub fn fields(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.status, 422, "{answer:?}");
    each(&answer.body["errors"], "field").into_iter().map(|field| text(field).to_owned()).collect()
}
