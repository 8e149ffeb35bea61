//! `If-Match` wherever it is accepted: a tag names a version, whatever a proxy has added to it.

use crate::support::hospital::Hospital;
use crate::support::{Answer, Caller, citation};
use serde_json::{Value, json};

/// A call that replaces a state with a known entity tag.
struct Change {
    method: &'static str,
    path: String,
    body: Value,
    etag: String,
}

impl Change {
    async fn send(&self, caller: &Caller, lines: &[&str]) -> Answer {
        let request = caller.request(self.method, &self.path).json(&self.body);
        let request = lines.iter().fold(request, |request, line| request.header("If-Match", *line));
        caller.send(request).await.unwrap()
    }
}

async fn etag(caller: &Caller, path: &str) -> String {
    caller.get(path).await.headers["etag"].to_str().unwrap().to_owned()
}

/// Every kind of change that accepts `If-Match`, on objects created for it.
async fn changes(hospital: &Hospital) -> Vec<Change> {
    let admin = &hospital.admin;
    let mut changes = Vec::new();
    for id in ["replaced", "restored", "reviewed"] {
        let mut made = citation(&format!("Handout {id}"));
        made["id"] = id.into();
        assert_eq!(admin.post("/api/citations", &made).await.unwrap().status, 201);
        made["notes"] = "changed".into();
        let path = format!("/api/citations/{id}");
        assert_eq!(admin.put(&path, &made).await.unwrap().status, 200);
        let etag = etag(admin, &path).await;
        changes.push(match id {
            "replaced" => {
                made["notes"] = "changed again".into();
                Change { method: "PUT", path, body: made, etag }
            }
            "restored" => {
                Change { method: "POST", path: format!("{path}/restore"), body: json!({"version": 1}), etag }
            }
            _ => Change { method: "POST", path: format!("{path}/review"), body: json!({}), etag },
        });
    }
    for (method, terms) in
        [("PUT", json!(["zoster", "shingles rash"])), ("DELETE", json!(["tinea", "ring rash"]))]
    {
        let made =
            admin.post("/api/system/synonyms", &json!({"terms": terms, "oneWay": false})).await.unwrap();
        assert_eq!(made.status, 201, "{made:?}");
        let path = format!("/api/system/synonyms/{}", made.body["id"].as_str().unwrap());
        let etag = made.headers["etag"].to_str().unwrap().to_owned();
        let body = json!({"terms": [terms[0], "another rash"], "oneWay": false});
        changes.push(Change { method, path, body, etag });
    }
    changes
}

#[tokio::test]
async fn a_version_is_known_by_its_tag_whatever_a_proxy_has_added() {
    let hospital = Hospital::with(&[]);
    let additions = ["W/{}", "{-gzip}", "W/{-br}", "{;gzip}", "{--gzip-gzip}", "W/{-deflate}"];
    for (n, change) in changes(&hospital).await.into_iter().enumerate() {
        let at = format!("{} {}", change.method, change.path);
        let opaque = change.etag.trim_start_matches("W/").trim_matches('"');
        let other = format!("\"{opaque}x-gzip\"");
        for lines in [&["\"other\""][..], &["W/\"other\"", &other], &[""], &[",", " "]] {
            let answer = change.send(&hospital.admin, lines).await;
            assert_eq!(answer.status, 412, "{at} {lines:?}: {answer:?}");
        }
        let unquoted_last = format!("{}, {opaque}", change.etag);
        let any_last = format!("{}, *", change.etag);
        for lines in [&[opaque][..], &[&unquoted_last], &[&any_last], &["*", &change.etag], &["\"a\" \"b\""]]
        {
            let answer = change.send(&hospital.admin, lines).await;
            assert_eq!(answer.status, 400, "{at} {lines:?}: {answer:?}");
        }
        let added = additions[n % additions.len()].replace('{', &format!("\"{opaque}")).replace('}', "\"");
        let several = format!("\"other\", {added}");
        let done = change.send(&hospital.admin, &["\"first\"", &several]).await;
        assert!([200, 204].contains(&done.status), "{at} {several}: {done:?}");
    }
}

#[tokio::test]
async fn a_known_representation_is_not_sent_again_whatever_the_strength_of_its_tag() {
    let hospital = Hospital::with(&[]);
    let mut made = citation("Handout one");
    made["id"] = "one".into();
    assert_eq!(hospital.admin.post("/api/citations", &made).await.unwrap().status, 201);
    let visitor = hospital.server.visitor();
    for path in ["/api/citations/one", "/api/languages", "/citation/one"] {
        let known = etag(&visitor, path).await;
        let compressed = format!("W/{}-gzip\"", known.trim_end_matches('"'));
        let several = format!("\"other\", {known}");
        for lines in [&["\"first\"", &known][..], &[&compressed], &["\"first\"", &several], &["*"]] {
            let request = lines
                .iter()
                .fold(visitor.request("GET", path), |request, line| request.header("If-None-Match", *line));
            assert_eq!(visitor.send(request).await.unwrap().status, 304, "{path} {lines:?}");
        }
        for line in ["\"other\"", "unquoted", &format!("{known}, *"), ""] {
            let other = visitor.request("GET", path).header("If-None-Match", line);
            assert_eq!(visitor.send(other).await.unwrap().status, 200, "{path} {line}");
        }
    }
}
