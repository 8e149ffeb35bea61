//! Knowledge requests of health records (HL7 Infobutton).

mod feeds;
mod matching;
mod requests;
mod validators;

use crate::support::{Answer, Caller, Server, Start, citation, fill};
use serde_json::{Value, json};

pub const ICD10: &str = "2.16.840.1.113883.6.90";
pub const SNOMED: &str = "2.16.840.1.113883.6.96";

/// A citation with these fields instead of the usual ones.
pub fn with(id: &str, title: &str, fields: Value) -> Value {
    let mut made = citation(title);
    made["id"] = id.into();
    made["keywords"] = json!(["Handout"]);
    for (name, value) in fields.as_object().unwrap() {
        made[name] = value.clone();
    }
    made
}

/// Codes of one system, in the form of a citation's field.
pub fn codes(system: &str, codes: &[&str]) -> Value {
    codes.iter().map(|code| json!({"system": system, "code": code})).collect()
}

/// Language versions, each with a URL.
pub fn languages(languages: &[&str]) -> Value {
    let version = |lang: &&str| {
        let url = format!("https://files.example.org/{}.pdf", lang.to_lowercase());
        json!({"lang": lang, "ksbgNumber": "", "url": url})
    };
    languages.iter().map(version).collect()
}

pub fn serve(folder: &tempfile::TempDir, citations: &[Value]) -> Server {
    let data = folder.path().join("data");
    fill(&data, citations);
    Start::on(&data).with("SERVER__PUBLIC_URL", "https://handouts.example.org").run()
}

pub fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// The query parameters of a criterion.
pub fn criterion(code: &str, system: &str) -> String {
    format!("mainSearchCriteria.v.c={}&mainSearchCriteria.v.cs={}", encoded(code), encoded(system))
}

/// The answer as JSON.
pub async fn ask(caller: &Caller, query: &str) -> Answer {
    let answer = caller.get(&format!("/api/infobutton?knowledgeResponseType=application/json&{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {answer:?}");
    answer
}

/// The IDs of the citations in the answer.
pub async fn ids(caller: &Caller, query: &str) -> Vec<String> {
    let entries = ask(caller, query).await.body["feed"]["entry"].as_array().unwrap().clone();
    let id = |entry: &Value| entry["id"]["_value"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    entries.iter().map(id).collect()
}
