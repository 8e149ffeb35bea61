//! A server with a catalogue that is hard to serialize: markup, many scripts, unusual item numbers.

use crate::support::{Caller, Server, Start, citation, fill};
use serde_json::{Value, json};
use std::path::Path;

pub const PUBLIC_URL: &str = "https://handouts.example.org";
/// Contains markup and quotes that would end any context.
pub const HOSTILE: &str = "]]></title></script><script>alert(1)</script>\"'&amp;";

/// A citation with this ID and these language versions: language, item number, URL.
pub fn handout(id: &str, title: &str, versions: &[(&str, Option<&str>, Option<&str>)]) -> Value {
    let mut handout = citation(title);
    handout["id"] = id.into();
    let version = |(lang, number, url): &(&str, Option<&str>, Option<&str>)| json!({"lang": lang, "ksbgNumber": number, "url": url});
    handout["languages"] = versions.iter().map(version).collect();
    handout
}

pub fn citations() -> Vec<Value> {
    let mut hostile = handout("odd&<>", HOSTILE, &[("English", Some("<b> 7"), None)]);
    hostile["abstract"] = format!("{HOSTILE} \u{202e} 哮喘 💉").into();
    hostile["keywords"] = json!([HOSTILE]);
    let mut retired = handout(
        "fever-old",
        "Fever, 2010",
        &[("English", Some("KSBG900"), Some("https://files.example.org/fever-2010.pdf"))],
    );
    retired["obsolete"] = true.into();
    retired["replacedBy"] = "fever".into();
    let mut withdrawn = handout("withdrawn", "Leeches", &[("English", Some("KSBG901"), None)]);
    withdrawn["obsolete"] = true.into();
    let asthma = handout(
        "asthma",
        "Asthma action plan",
        &[
            ("English", Some("KSBG 1042"), Some("https://files.example.org/asthma plan.pdf")),
            ("Spanish", Some("KSBG-1043"), Some("https://files.example.org/asma.pdf")),
            ("Somali", None, None),
        ],
    );
    let fever = handout(
        "fever",
        "Fever",
        &[
            ("English", None, Some("https://files.example.org/fever.html")),
            ("Chinese, Simplified", Some("ＫＳＢＧ–７"), Some("https://files.example.org/fever-zh.pdf")),
        ],
    );
    vec![asthma, fever, retired, withdrawn, hostile]
}

pub fn serve(folder: &Path, citations: &[Value]) -> Server {
    let data = folder.join("data");
    fill(&data, citations);
    Start::on(&data).with("SERVER__PUBLIC_URL", PUBLIC_URL).run()
}

/// Status, `Location` or content type, and text.
pub async fn fetch(caller: &Caller, path: &str) -> (u16, String, String) {
    let answer = caller.request("GET", path).send().await.unwrap();
    let headers = answer.headers();
    let about = headers.get("location").or_else(|| headers.get("content-type"));
    let about = about.map_or("", |value| value.to_str().unwrap()).to_owned();
    (answer.status().as_u16(), about, answer.text().await.unwrap())
}

/// The texts between two strings: elements or attribute values of a document, without a parser.
pub fn between<'d>(document: &'d str, before: &str, after: &str) -> Vec<&'d str> {
    document.split(before).skip(1).map(|rest| rest.split(after).next().unwrap()).collect()
}
