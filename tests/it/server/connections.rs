//! Connections at the byte level: invalid requests, pipelined requests, clients that don't read, and too many at once.

use crate::support::provider::Provider;
use crate::support::{Server, Start};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.address.trim_start_matches("http://")).await.unwrap()
}

/// Sends raw bytes; returns everything received until the server closes.
async fn raw(server: &Server, bytes: &[u8]) -> String {
    let mut stream = connect(server).await;
    stream.write_all(bytes).await.unwrap();
    rest(&mut stream).await
}

/// Everything received until the server closes.
async fn rest(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let closed = tokio::time::timeout(crate::support::PATIENCE, stream.read_to_end(&mut answer)).await;
    let _ = closed.expect("never closed");
    String::from_utf8_lossy(&answer).into_owned()
}

/// Asserts that this is one response with this status and with all standard headers.
fn assert_refused(what: &str, answer: &str, status: u16) {
    let head = answer.split("\r\n\r\n").next().unwrap().to_ascii_lowercase();
    assert!(head.starts_with(&format!("http/1.1 {status} ")), "{what}: {answer:?}");
    assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{what}: {answer:?}");
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: ",
        "x-request-id: ",
        "content-type: application/problem+json",
        "connection: close",
    ] {
        assert!(head.contains(&format!("\r\n{header}")), "{what}: {header:?} is missing: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_requests_are_answered_with_our_headers() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let large = format!("GET / HTTP/1.1\r\nHost: x\r\nX-Large: {}\r\n\r\n", "a".repeat(70_000));
    let many = format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "X-Many: 1\r\n".repeat(100));
    for (what, request, status) in [
        ("no method", "\u{1}\u{2}\r\n\r\n", 400),
        ("a TLS greeting", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\r\n\r\n", 400),
        ("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
        ("two Hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
        ("another version", "GET / HTTP/3.0\r\nHost: x\r\n\r\n", 400),
        ("HTTP/0.9", "GET /\r\n\r\n", 400),
        ("line feeds alone", "GET / HTTP/1.1\nHost: x\n\n", 400),
        ("one line feed alone", "GET / HTTP/1.1\r\nHost: x\nX-A: 1\r\n\r\n", 400),
        ("a line feed before it", "\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("an empty line of a line feed", "GET / HTTP/1.1\r\nHost: x\r\n\n", 400),
        ("a folded header", "GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n 2\r\n\r\n", 400),
        ("a header without a colon", "GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n", 400),
        ("a blank before the colon", "GET / HTTP/1.1\r\nHost: x\r\nX-A : 1\r\n\r\n", 400),
        ("a NUL", "GET / HTTP/1.1\r\nHost: x\r\nX-A: \0\r\n\r\n", 400),
        (
            "two lengths",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
            400,
        ),
        ("a list of lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\nx", 400),
        (
            "length and chunks",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400,
        ),
        ("an unknown coding", "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
        ("a large head", &large, 431),
        ("a head of many lines", &many, 431),
        // After a valid request that was answered.
        ("a second one", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n", 0),
    ] {
        let answer = raw(&server, request.as_bytes()).await;
        match answer.split_once("ok\n") {
            Some((first, second)) if status == 0 => {
                assert!(first.starts_with("HTTP/1.1 200 "), "{what}: {answer}");
                assert_refused(what, second, 400);
            }
            _ => assert_refused(what, &answer, status),
        }
    }
    let metrics = server.visitor().request("GET", "/metrics").send().await.unwrap().text().await.unwrap();
    let line = "handout_requests_total{method=\"OTHER\",route=\"unreadable\",status=\"431\"} 2";
    assert!(metrics.contains(line), "{metrics}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_line_before_a_request_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let answer = raw(&server, b"\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("ok\n"), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_with_broken_chunks_is_refused_once() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    for body in
        ["2\n{}\n0\n\n", "2\r\n{}\n0\r\n\r\n", "2\r\n{}0\r\n\r\n", "x\r\n{}\r\n", "2 2\r\n{}\r\n0\r\n\r\n"]
    {
        let head = format!(
            "POST /api/user/session HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\
             Transfer-Encoding: chunked\r\n\r\n",
            provider.staff()
        );
        let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
        let answer = raw(&server, format!("{head}{body}{smuggled}").as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{body:?}: {answer}");
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{body:?}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pipelined_requests_are_answered_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let token = provider.staff();
    let mut requests = String::new();
    let mut expected = Vec::new();
    for n in 0..30 {
        let (request, status) = match n % 5 {
            0 => ("GET /api/config HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(), 200),
            1 => ("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(), 200),
            2 => {
                let body = "{\"favorites\":[],\"order\":[]}";
                let length = body.len();
                let authorization = format!("Authorization: Bearer {token}");
                let head = "POST /api/user/session HTTP/1.1\r\nHost: x";
                (format!("{head}\r\n{authorization}\r\nContent-Length: {length}\r\n\r\n{body}"), 204)
            }
            3 => {
                let head = "POST /api/user/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked";
                let body =
                    "5\r\n{\"fav\r\n9\r\norites\":[\r\nd;x=y\r\n],\"order\":[]}\r\n0\r\nX-Trailer: 1\r\n\r\n";
                (format!("{head}\r\nAuthorization: Bearer {token}\r\n\r\n{body}"), 204)
            }
            _ => ("GET /api/nowhere HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(), 404),
        };
        requests.push_str(&request);
        expected.push(status);
    }
    requests.push_str("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expected.push(200);
    let answers = raw(&server, requests.as_bytes()).await;
    let statuses: Vec<u16> = answers
        .split("HTTP/1.1 ")
        .skip(1)
        .map(|answer| answer.split_whitespace().next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(statuses, expected, "{answers}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_closes_its_sending_side_still_gets_its_responses() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let mut stream = connect(&server).await;
    stream
        .write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        .await
        .unwrap();
    stream.shutdown().await.unwrap();
    let answers = rest(&mut stream).await;
    assert_eq!(answers.matches("HTTP/1.1 200 ").count(), 2, "{answers}");
    assert!(answers.ends_with("ok\n"), "{answers}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_request_headers_are_refused_also_after_another_request() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let (mut first, mut second, mut silent) =
        (connect(&server).await, connect(&server).await, connect(&server).await);
    first.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.unwrap();
    second.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /").await.unwrap();
    assert_refused("the first", &rest(&mut first).await, 408);
    let answers = rest(&mut second).await;
    assert_refused("the second", answers.split_once("ok\n").unwrap().1, 408);
    assert_eq!(rest(&mut silent).await, "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_connection_replaces_the_one_that_was_idle_longest() {
    crate::faults::allow_descriptors();
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let mut held = Vec::new();
    for _ in 0..600 {
        let mut stream = connect(&server).await;
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        let mut answer = [0; 4096];
        let read = stream.read(&mut answer).await.unwrap();
        assert!(answer[..read].ends_with(b"ok\n"), "a newcomer was not let in");
        held.push(stream);
    }
    for stream in &mut held[..88] {
        assert_eq!(rest(stream).await, "", "the oldest are closed");
    }
    let mut newest = held.pop().unwrap();
    newest.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
    assert!(rest(&mut newest).await.ends_with("ok\n"), "the newest stays");
}

/// Clients that request much and read nothing neither consume memory nor delay others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pipelining_clients_that_read_nothing_use_little_memory() {
    crate::faults::allow_descriptors();
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let page = server.visitor().request("GET", "/").send().await.unwrap().text().await.unwrap();
    let asset = page.split("src=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    // Half of the clients accept no coding, so that the file is decompressed for them.
    let ahead = |n: usize| {
        let accepted = if n.is_multiple_of(2) { "br" } else { "identity" };
        format!("GET {asset} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: {accepted}\r\n\r\n").repeat(16)
    };
    let mut held = Vec::new();
    // More than one address may have; `make attacks` does it with 2,000.
    for n in 0..700 {
        let mut stream = connect(&server).await;
        // Connections over the limit of an address may be closed at any time.
        let _ = stream.write_all(ahead(n).as_bytes()).await;
        held.push(stream);
        if held.len() % 100 == 0 {
            assert_eq!(server.visitor().get("/api/search?q=asthma").await.status, 200);
            let memory = server.memory_mb();
            assert!(memory < 300, "{memory} MB with {} connections", held.len());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invented_methods_are_neither_counted_nor_logged_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    for n in 0..20 {
        let method = format!("INVENTED{n}{}", "A".repeat(30_000));
        let answer =
            raw(&server, format!("{method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").as_bytes())
                .await;
        assert!(answer.starts_with("HTTP/1.1 404 ") || answer.starts_with("HTTP/1.1 405 "), "{answer:.200}");
    }
    let metrics = server.visitor().request("GET", "/metrics").send().await.unwrap().text().await.unwrap();
    assert!(metrics.contains("method=\"OTHER\"") && !metrics.contains("INVENTED"), "{metrics:.3000}");
    assert!(!server.log().contains("INVENTED"));
    let longest = server.log().lines().map(str::len).max().unwrap();
    assert!(longest < 2_000, "a log line of {longest} bytes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_are_served_while_others_upload_slowly() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let head = format!(
        "POST /api/user/session HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Length: 1000\r\n\r\n{{",
        provider.staff()
    );
    let mut held = Vec::new();
    for _ in 0..200 {
        let mut stream = connect(&server).await;
        stream.write_all(head.as_bytes()).await.unwrap();
        held.push(stream);
    }
    let asked = std::time::Instant::now();
    assert_eq!(server.visitor().get("/readyz").await.status, 200);
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
}
