//! `If-Match` wherever it is accepted: only strong tags match, in any number of header lines.

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
async fn weak_tags_match_nothing_and_every_header_line_counts() {
    let hospital = Hospital::with(&[]);
    for change in changes(&hospital).await {
        let place = format!("{} {}", change.method, change.path);
        let weak = format!("W/{}", change.etag);
        for lines in [&[weak.as_str()][..], &["\"other\"", &weak], &["\"other\""], &[""]] {
            let answer = change.send(&hospital.admin, lines).await;
            assert_eq!(answer.status, 412, "{place} {lines:?}: {answer:?}");
        }
        let several = format!("\"other\", {}", change.etag);
        let done = change.send(&hospital.admin, &["\"first\"", &several]).await;
        assert!([200, 204].contains(&done.status), "{place}: {done:?}");
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
        for line in [known.clone(), format!("W/{known}"), format!("\"other\", {known}"), "*".to_owned()] {
            let again = visitor.request("GET", path).header("If-None-Match", "\"first\"");
            let answer = visitor.send(again.header("If-None-Match", &line)).await.unwrap();
            assert_eq!(answer.status, 304, "{path} {line}");
        }
        let other = visitor.request("GET", path).header("If-None-Match", "\"other\"");
        assert_eq!(visitor.send(other).await.unwrap().status, 200, "{path}");
    }
}
