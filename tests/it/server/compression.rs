//! Which responses are compressed, in which coding, and with which headers.

use crate::support::hospital::Hospital;
use crate::support::{Caller, citation};
use reqwest::header::HeaderMap;
use serde_json::Value;
use std::io::Read;

/// Twelve citations: a page of their search, and their CSV, is longer than what is sent plain.
fn catalogue() -> Vec<Value> {
    (1..=12)
        .map(|n| {
            let mut made = citation(&format!("Fever {n}"));
            made["id"] = format!("fever-{n}").into();
            made["abstract"] = "What to do about a fever at home. ".repeat(40).into();
            made
        })
        .collect()
}

async fn send(caller: &Caller, method: &str, path: &str, accepted: &str) -> (u16, HeaderMap, Vec<u8>) {
    let request =
        caller.request(method, path).header("Accept-Encoding", accepted).header("Range", "bytes=0-9");
    let answer = request.send().await.unwrap();
    (answer.status().as_u16(), answer.headers().clone(), answer.bytes().await.unwrap().to_vec())
}

fn decompressed(coding: &str, bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    match coding {
        "br" => brotli::Decompressor::new(bytes, 4096).read_to_end(&mut plain).unwrap(),
        _ => flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain).unwrap(),
    };
    plain
}

/// Headers that differ from response to response.
fn stable(mut headers: HeaderMap) -> HeaderMap {
    for name in ["date", "x-request-id"] {
        headers.remove(name);
    }
    headers
}

#[tokio::test]
async fn what_is_text_and_over_a_kilobyte_is_compressed_as_the_client_accepts() {
    let hospital = Hospital::with(&catalogue());
    for path in [
        "/",
        "/search?q=fever",
        "/citation/fever-1",
        "/nowhere",
        "/api/search?q=fever",
        "/api/citations/fever-1",
        "/api/search/download?q=fever",
        "/api/system/reviews/download",
        "/api/system/export",
        "/api/openapi.json",
        "/feed.atom",
        "/sitemap.xml",
    ] {
        let (status, plain_headers, plain) = send(&hospital.admin, "GET", path, "identity").await;
        assert_eq!(status, if path == "/nowhere" { 404 } else { 200 }, "{path}");
        assert!(!plain_headers.contains_key("content-encoding"), "{path}");
        for (accepted, coding) in
            [("gzip", "gzip"), ("br", "br"), ("gzip;q=0.5, br", "br"), ("deflate, gzip", "gzip")]
        {
            let (sent, headers, bytes) = send(&hospital.admin, "GET", path, accepted).await;
            if plain.len() <= 1_024 {
                assert!(!headers.contains_key("content-encoding"), "{path}");
                continue;
            }
            assert_eq!((sent, &headers["content-encoding"]), (status, &coding.parse().unwrap()), "{path}");
            assert_eq!(decompressed(coding, &bytes), plain, "{path} {coding}");
            assert!(headers["vary"].to_str().unwrap().contains("Accept-Encoding"), "{path}");
            if let Some(tag) = headers.get("etag") {
                assert_eq!(
                    tag.to_str().unwrap(),
                    format!("W/{}", plain_headers["etag"].to_str().unwrap()),
                    "{path}"
                );
            }
            let (head_status, head, body) = send(&hospital.admin, "HEAD", path, accepted).await;
            assert_eq!(
                (head_status, stable(head), body.len()),
                (status, stable(headers), 0),
                "{path} {coding}"
            );
        }
    }
}

#[tokio::test]
async fn every_text_varies_by_the_accepted_codings() {
    let hospital = Hospital::with(&catalogue());
    let visitor = hospital.server.visitor();
    for (caller, path, status) in [
        (&visitor, "/api/config", 200),
        (&visitor, "/api/search?start=x", 400),
        (&visitor, "/api/user", 401),
        (&visitor, "/api/none", 404),
        (&visitor, "/api/citations/none", 404),
        (&hospital.staff, "/api/user", 200),
        (&hospital.staff, "/api/user/orders", 200),
    ] {
        for accepted in ["gzip", "identity"] {
            let (sent, headers, bytes) = send(caller, "GET", path, accepted).await;
            assert_eq!(sent, status, "{path}");
            assert!(headers["vary"].to_str().unwrap().contains("Accept-Encoding"), "{path}: {headers:?}");
            assert!(bytes.len() > 1_024 || !headers.contains_key("content-encoding"), "{path}");
        }
    }
}

#[tokio::test]
async fn a_problem_over_a_kilobyte_is_compressed_too() {
    let hospital = Hospital::with(&catalogue());
    let request = hospital.admin.request("POST", "/api/citations").json(&serde_json::json!({}));
    let answer = request.header("Accept-Encoding", "gzip").send().await.unwrap();
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["content-encoding"]),
        (422, &"gzip".parse().unwrap())
    );
    assert_eq!(answer.headers()["content-type"], "application/problem+json");
    let problem: Value =
        serde_json::from_slice(&decompressed("gzip", &answer.bytes().await.unwrap())).unwrap();
    assert!(problem["errors"].as_array().unwrap().len() > 5, "{problem}");
}

/// The length of a compressed response would reveal the token, guess by guess (BREACH). Images are compressed already.
#[tokio::test]
async fn neither_a_token_nor_an_image_is_compressed() {
    let hospital = Hospital::with(&catalogue());
    hospital.provider.answers(
        "/userinfo",
        200,
        serde_json::json!({"sub": "nurse", "note": "a".repeat(3_000)}),
    );
    let qr = "/api/citations/fever-1/qr.png?url=https%3A%2F%2Fexample.org%2Fhandout.pdf&card=1";
    for path in ["/api/user/profile", qr] {
        let (status, headers, bytes) = send(&hospital.staff, "GET", path, "gzip, br").await;
        assert_eq!(status, 200, "{path}");
        assert!(!headers.contains_key("content-encoding"), "{path}: {} bytes", bytes.len());
    }
}

#[tokio::test]
async fn a_response_that_the_client_has_is_304_with_the_same_tag() {
    let hospital = Hospital::with(&catalogue());
    let visitor = hospital.server.visitor();
    for path in ["/api/citations/fever-1", "/citation/fever-1", "/api/languages", "/feed.atom"] {
        for accepted in ["gzip", "identity"] {
            let (_, headers, _) = send(&visitor, "GET", path, accepted).await;
            for method in ["GET", "HEAD"] {
                let request = visitor.request(method, path).header("Accept-Encoding", accepted);
                let again = request.header("If-None-Match", headers["etag"].clone()).send().await.unwrap();
                assert_eq!(again.status(), 304, "{method} {path} {accepted}");
                assert_eq!(again.headers()["etag"], headers["etag"], "{method} {path} {accepted}");
                assert_eq!(again.headers()["vary"], headers["vary"], "{method} {path} {accepted}");
                assert!(!again.headers().contains_key("content-encoding"), "{method} {path} {accepted}");
            }
        }
    }
}
