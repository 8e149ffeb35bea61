//! Downloads to slow clients, and expensive searches.

use crate::support::provider::Provider;
use crate::support::{PATIENCE, Server, Start, citation, fill};
use serde_json::Value;
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const CSV: &str = "/api/search/download?q=&obsolete=true";
const EXPORT: &str = "/api/system/export";

/// Far more citations than fit into the buffers of a connection.
const CITATIONS: usize = 3_000;

fn catalogue(data: &Path) {
    let citations: Vec<Value> = (0..CITATIONS)
        .map(|n| {
            let mut made = citation(&format!("Fever {n}"));
            made["abstract"] = "What to do at home when a child has a fever. ".repeat(10).into();
            made
        })
        .collect();
    fill(data, &citations);
}

/// Requests a file and reads only its first bytes; returns the status and the connection.
async fn asked(server: &Server, path: &str, token: &str) -> (u16, TcpStream) {
    let mut stream = TcpStream::connect(server.address.trim_start_matches("http://")).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut first = [0; 12];
    tokio::time::timeout(PATIENCE, stream.read_exact(&mut first)).await.expect("no answer").unwrap();
    (String::from_utf8_lossy(&first)[9..].parse().unwrap(), stream)
}

/// Whether the whole log can be moved into the database, which is impossible while a read transaction uses an older
/// state.
fn has_no_read_transaction(data: &Path) -> bool {
    let db = rusqlite::Connection::open(data.join("catalogue.db")).unwrap();
    let busy: i64 = db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0)).unwrap();
    busy == 0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unread_downloads_delay_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let data = folder.path().join("data");
    catalogue(&data);
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    // One address may have the downloads of eight people.
    let mut held = Vec::new();
    for n in 0..7 {
        let token = provider.token(&format!("nurse-{n}"), &[]);
        for _ in 0..4 {
            let (status, stream) = asked(&server, CSV, &token).await;
            assert_eq!(status, 200);
            held.push(stream);
        }
    }
    for _ in 0..4 {
        let (status, stream) = asked(&server, EXPORT, &provider.admin()).await;
        assert_eq!(status, 200);
        held.push(stream);
    }
    let begun = Instant::now();
    assert_eq!(server.visitor().get("/readyz").await.status, 200);
    let saved = admin.post("/api/citations", &citation("Measles")).await.unwrap();
    assert_eq!(saved.status, 201, "{saved:?}");
    let id = saved.body["id"].as_str().unwrap();
    assert_eq!(server.visitor().get(&format!("/api/citations/{id}")).await.status, 200);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    let begun = Instant::now();
    while !has_no_read_transaction(&data) {
        assert!(begun.elapsed() < PATIENCE, "somebody keeps a read transaction open");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let memory = server.memory_mb();
    assert!(memory < 300, "{memory} MB");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_person_has_four_downloads_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let data = folder.path().join("data");
    catalogue(&data);
    let server = Start::on(&data).signed_in_at(&provider).run();
    let token = provider.staff();
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(asked(&server, CSV, &token).await);
    }
    assert!(held.iter().all(|(status, _)| *status == 200));
    let refused = server.bearer(token.clone()).get(CSV).await;
    assert_eq!(refused.status, 429, "{refused:?}");
    assert!(refused.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() >= 1);
    assert_eq!(refused.headers["content-type"], "application/problem+json");
    assert_eq!(refused.headers["connection"], "close");
    assert_eq!(asked(&server, CSV, &provider.token("another", &[])).await.0, 200, "another person");
    held.pop();
    let begun = Instant::now();
    while asked(&server, CSV, &token).await.0 != 200 {
        assert!(begun.elapsed() < PATIENCE, "a finished download still counts");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_list_of_packets_counts_as_a_download_of_its_person() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let data = folder.path().join("data");
    catalogue(&data);
    let server = Start::on(&data).signed_in_at(&provider).with("SERVER__DOWNLOADS_PER_PERSON", 1).run();
    let token = provider.staff();
    let (status, _unread) = asked(&server, CSV, &token).await;
    assert_eq!(status, 200);
    let refused = server.bearer(token).get("/api/packets/download").await;
    assert_eq!(refused.status, 429, "{refused:?}");
    let csv = server.visitor().request("GET", "/api/packets/download").send().await.unwrap();
    assert_eq!(csv.status(), 200, "a visitor at the same address");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_download_is_complete_however_slowly_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let data = folder.path().join("data");
    catalogue(&data);
    let server = Start::on(&data).signed_in_at(&provider).with("SERVER__DOWNLOADS_PER_PERSON", 1).run();
    let admin = server.bearer(provider.admin());
    admin.wait_until_found("fever", CITATIONS as u64).await;
    for (path, lines) in [(CSV, CITATIONS + 1), (EXPORT, CITATIONS)] {
        let mut answer = admin.request("GET", path).send().await.unwrap();
        let mut text = Vec::new();
        while let Some(piece) = answer.chunk().await.unwrap() {
            if text.len() % 7 == 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            text.extend_from_slice(&piece);
        }
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text.lines().count(), lines, "{path}");
        for n in [0, 49, 50, 51, CITATIONS - 1] {
            let expected = [format!("\nFever {n},"), format!("\"title\":\"Fever {n}\"")];
            assert!(expected.iter().any(|title| text.contains(title)), "{path}: Fever {n} is missing");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_costly_searches_is_queued_or_refused_with_retry_after() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    catalogue(&data);
    let server = Start::on(&data).run();
    let visitor = server.visitor();
    visitor.wait_until_found("fever", CITATIONS as u64).await;
    let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let words = encoded(&"fever child home ".repeat(21));
    let terms = encoded(&format!("(or {})", "audience:'Parents' ".repeat(256)));
    let costly = format!("/api/search?q={words}&fq={terms}");
    let flood: Vec<_> = (0..100)
        .map(|_| {
            let (visitor, costly) = (visitor.clone(), costly.clone());
            tokio::spawn(async move { visitor.get(&costly).await })
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(visitor.get("/healthz").await.status, 200);
        assert_eq!(visitor.get("/api/search?q=fever").await.status, 200);
    }
    let (mut answered, mut refused) = (0, 0);
    for answer in flood {
        let answer = answer.await.unwrap();
        match answer.status {
            200 => answered += 1,
            503 => {
                refused += 1;
                assert!(answer.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() >= 1);
            }
            status => panic!("{status}: {answer:?}"),
        }
    }
    assert!(answered > 0, "{refused} refused, none answered");
    assert!(refused > 0, "none of a hundred concurrent searches was refused");
}
