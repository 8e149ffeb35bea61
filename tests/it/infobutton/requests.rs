//! What a knowledge request may contain, and who may make it.

use super::{ICD10, codes, criterion, encoded, serve, with};
use crate::support::database::tables;
use crate::support::{Start, fill};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;

const CALL: &str = "/api/infobutton";

#[tokio::test]
async fn what_cannot_be_answered_is_refused_for_every_origin_to_read() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder, &[with("fever", "Fever", json!({}))]);
    let visitor = server.visitor();
    let long = "x".repeat(501);
    for (query, expected) in [
        ("callback=f".to_owned(), "callback"),
        ("callback=".to_owned(), "callback"),
        ("knowledgeResponseType=application/javascript".to_owned(), "knowledgeResponseType"),
        (format!("mainSearchCriteria.v.dn={long}"), "mainSearchCriteria.v.dn"),
        (format!("unknown={long}"), "unknown"),
    ] {
        for path in [CALL, "/infobutton"] {
            let answer = visitor.get(&format!("{path}?{query}")).await;
            assert_eq!(answer.status, 400, "{path}?{query}: {answer:?}");
            assert_eq!(answer.headers["content-type"], "application/problem+json");
            assert!(answer.body["detail"].as_str().unwrap().contains(expected), "{answer:?}");
            let is_open = answer.headers.get("access-control-allow-origin").is_some_and(|value| value == "*");
            assert_eq!(is_open, path == CALL, "{answer:?}");
        }
    }
    for fine in ["", "unknown=1&x", "%zz=%ff&=&&", "mainSearchCriteria.v.c=%00%ff", "knowledgeResponseType="]
    {
        let answer = visitor.get(&format!("{CALL}?{fine}")).await;
        assert_eq!(answer.status, 200, "{fine}: {answer:?}");
    }
}

#[tokio::test]
async fn a_browser_gets_a_refusal_of_the_page_as_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder, &[with("fever", "Fever", json!({}))]);
    let visitor = server.visitor();
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    let long = format!("mainSearchCriteria.v.dn={}", "x".repeat(501));
    for query in ["callback=x", "knowledgeResponseType=a%3Cb%3E", &long] {
        for (language, text) in [("en", "could not be looked up"), ("es", "No se pudo buscar")] {
            let path = format!("/infobutton?{query}");
            let request =
                visitor.request("GET", &path).header("Accept", browser).header("Accept-Language", language);
            let answer = request.send().await.unwrap();
            assert_eq!(answer.status(), 400, "{path}: {answer:?}");
            assert_eq!(answer.headers()["content-type"], "text/html; charset=utf-8", "{path}");
            let html = answer.text().await.unwrap();
            assert!(html.contains(text) && html.contains("action=\"/search\""), "{html}");
            assert!(html.contains(query.split('=').next().unwrap()) && !html.contains("a<b>"), "{html}");
        }
        // The API call answers programs, whatever their Accept header.
        let path = format!("{CALL}?{query}");
        let answer = visitor.send(visitor.request("GET", &path).header("Accept", browser)).await.unwrap();
        assert_eq!(answer.status, 400, "{path}: {answer:?}");
        assert_eq!(answer.headers["content-type"], "application/problem+json", "{path}");
    }
}

#[tokio::test]
async fn the_parameter_takes_precedence_over_the_accept_header() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder, &[with("fever", "Fever", json!({}))]);
    let visitor = server.visitor();
    for (parameter, accept, status, expected) in [
        ("", "", 200, "application/atom+xml; charset=utf-8"),
        ("", "*/*", 200, "application/atom+xml; charset=utf-8"),
        ("", "application/json", 200, "application/json"),
        ("", "text/xml", 200, "text/xml; charset=utf-8"),
        ("", "text/html,application/xml;q=0.9,*/*;q=0.8", 303, ""),
        ("text/xml", "application/json", 200, "text/xml; charset=utf-8"),
        ("application/atom%2Bxml", "application/json", 200, "application/atom+xml; charset=utf-8"),
        ("application/json", "text/html", 200, "application/json"),
        ("text/html", "application/json", 303, ""),
    ] {
        let path = format!("{CALL}?{}&knowledgeResponseType={parameter}", criterion("R50.9", ICD10));
        let answer = visitor.send(visitor.request("GET", &path).header("Accept", accept)).await.unwrap();
        let media_type = answer.headers.get("content-type").map_or("", |value| value.to_str().unwrap());
        assert_eq!((answer.status, media_type), (status, expected), "{parameter} {accept}: {answer:?}");
        assert!(answer.headers["vary"].to_str().unwrap().ends_with("Accept"), "{answer:?}");
        assert_eq!(answer.headers["cache-control"], "no-store");
    }
}

#[tokio::test]
async fn pages_of_every_origin_may_make_this_call_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder, &[with("fever", "Fever", json!({}))]);
    let visitor = server.visitor();
    let send = async |method: &str, path: &str| {
        let request = visitor.request(method, path).header("Origin", "https://app.example.com");
        visitor.send(request.header("Access-Control-Request-Method", "GET")).await.unwrap()
    };
    let preflight = send("OPTIONS", CALL).await;
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.headers["access-control-allow-origin"], "*");
    assert_eq!(preflight.headers["access-control-allow-methods"], "GET, HEAD, OPTIONS");
    for method in ["GET", "HEAD"] {
        let answer = send(method, CALL).await;
        assert_eq!(
            (answer.status, &answer.headers["access-control-allow-origin"]),
            (200, &"*".parse().unwrap())
        );
    }
    let refused = send("POST", CALL).await;
    assert_eq!((refused.status, refused.headers["allow"].to_str().unwrap()), (405, "GET, HEAD, OPTIONS"));
    for (method, path) in [("GET", "/api/search?q=fever"), ("GET", "/infobutton"), ("OPTIONS", "/api/search")]
    {
        let answer = send(method, path).await;
        assert!(!answer.headers.contains_key("access-control-allow-origin"), "{method} {path}: {answer:?}");
    }
}

#[tokio::test]
async fn both_addresses_are_limited_like_searches() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[with("fever", "Fever", json!({}))]);
    let server = Start::on(&data).with("SERVER__RATE_LIMIT", "1").with("SERVER__RATE_BURST", "5").run();
    let visitor = server.visitor();
    let mut refused = Vec::new();
    for n in 0..12 {
        let path = if n % 2 == 0 { CALL } else { "/infobutton" };
        let answer = visitor.get(path).await;
        if answer.status == 429 {
            refused.push((path, answer.headers.contains_key("access-control-allow-origin")));
        }
    }
    assert!(refused.contains(&(CALL, true)) && refused.contains(&("/infobutton", false)), "{refused:?}");
}

/// Queries of known and unknown parameters with plausible and impossible values.
fn queries() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        Just("mainSearchCriteria.v.c".to_owned()),
        Just("mainSearchCriteria.v.cs".to_owned()),
        Just("mainSearchCriteria.v.dn".to_owned()),
        Just("mainSearchCriteria.v.ot".to_owned()),
        "mainSearchCriteria[0-9]{1,6}\\.v\\.(c|cs|dn|ot)[0-9]{0,6}",
        Just("informationRecipient.languageCode.c".to_owned()),
        "age\\.v\\.[uv]",
        Just("ageGroup.v.c".to_owned()),
        Just("knowledgeResponseType".to_owned()),
        "\\PC{0,8}",
    ];
    let value = prop_oneof![
        "[A-Z][0-9]{2}(\\.?[0-9A-Z]{1,4})?",
        Just(ICD10.to_owned()),
        "2\\.16\\.840\\.1\\.113883\\.6\\.(90|103|96|88|1)",
        Just("application/json".to_owned()),
        "(asthma|fever|unspecified|\\(disorder\\)|\"|-|\\*| ){1,8}",
        "\\PC{0,30}",
        any::<String>(),
    ];
    let pairs = proptest::collection::vec((name, value), 0..8);
    pairs.prop_map(|pairs| {
        let pairs: Vec<String> =
            pairs.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
        pairs.join("&")
    })
}

#[tokio::test]
async fn every_request_is_answered_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let coded = with("plan", "Plan", json!({"codes": codes("icd10cm", &["J45.909"])}));
    fill(&data, &[with("fever", "Fever", json!({})), with("asthma", "Asthma", json!({})), coded]);
    let server = Start::on(&data).with("SERVER__RATE_LIMIT", "0").run();
    let visitor = server.visitor();
    let mut runner = TestRunner::deterministic();
    let queries = queries();
    for _ in 0..150 {
        let query = queries.new_tree(&mut runner).unwrap().current();
        for path in [CALL, "/infobutton"] {
            let status = visitor.get(&format!("{path}?{query}")).await.status;
            assert!([200, 303, 400].contains(&status), "{status}: {path}?{query}");
        }
    }
}

/// A code without a handout is counted by itself; nothing else of a request is stored.
#[tokio::test]
async fn nothing_of_a_patient_is_stored_or_logged() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[with("fever", "Fever", json!({}))]);
    let server = Start::on(&data).environment("RUST_LOG", "debug").run();
    let visitor = server.visitor();
    // Enough digits that times and random numbers in the log do not contain them by chance.
    let patient = "age.v.v=777777&age.v.u=d&patientPerson.administrativeGenderCode.c=SEXSENT&patientPerson.name=NAMESENT\
                   &informationRecipient.languageCode.c=so&mainSearchCriteria.v.dn=TERMSENT";
    for path in [CALL, "/infobutton"] {
        let answer = visitor.get(&format!("{path}?{}&{patient}", criterion("Q87.4", ICD10))).await;
        assert!(answer.status < 400, "{path}: {answer:?}");
    }
    let log = server.log();
    assert!(log.contains("infobutton"), "{log}");
    assert!(server.stop().success());
    let sent = ["777777", "SEXSENT", "NAMESENT", "TERMSENT"];
    assert!(!sent.iter().any(|text| log.contains(text)), "{log}");
    let tables = tables(&data.join("catalogue.db"));
    assert!(
        tables["unanswered_codes"].iter().any(|row| row.contains("Q87.4")),
        "{:?}",
        tables["unanswered_codes"]
    );
    for (table, rows) in &tables {
        let found = rows.iter().find(|row| sent.iter().any(|text| row.to_uppercase().contains(text)));
        assert!(found.is_none(), "{table}: {found:?}");
    }
}
