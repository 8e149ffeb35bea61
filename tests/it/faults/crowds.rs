//! Many clients at once, some of them hostile: no 5xx, limited memory, clear refusals. `HANDOUT_LOAD_SECONDS=60` for
//! the long run.

use super::{how_many, percentile};
use crate::support::provider::Provider;
use crate::support::{Server, Start, citation};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The number of connections open at once, half of them silent, half slow.
const CONNECTIONS: usize = 2000;
/// Far more than the server needs, far less than a machine has.
const MEMORY_BOUND_MB: u64 = 400;

async fn filled(start: Start, provider: &Provider) -> Server {
    let server = start.signed_in_at(provider).run();
    let admin = server.bearer(provider.admin());
    for n in 0..60 {
        let answer = admin.post("/api/citations", &citation(&format!("Asthma handout {n}"))).await.unwrap();
        assert_eq!(answer.status, 201, "{answer:?}");
    }
    server
}

async fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.address.trim_start_matches("http://")).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_thousand_silent_and_slow_connections_delay_nobody() {
    super::allow_descriptors();
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = filled(Start::on(&folder.path().join("data")), &provider).await;
    let before = server.memory_mb();
    let mut held = Vec::new();
    for n in 0..CONNECTIONS {
        let mut stream = connect(&server).await;
        if n % 2 == 0 {
            stream.write_all(b"GET /api/search?q=asthma HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.unwrap();
        }
        held.push(stream);
    }
    let over = Arc::new(AtomicBool::new(false));
    let dripping = tokio::spawn({
        let over = over.clone();
        async move {
            while !over.load(Ordering::Relaxed) {
                for stream in held.iter_mut().step_by(2) {
                    // The server may already have closed the connection.
                    let _ = stream.write_all(b"a").await;
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            held
        }
    });
    let visitor = server.visitor();
    let mut taken = Vec::new();
    let begun = Instant::now();
    let seconds = how_many("HANDOUT_LOAD_SECONDS", 3);
    while begun.elapsed() < Duration::from_secs(seconds) {
        let asked = Instant::now();
        let answer = visitor.get("/api/search?q=asthma").await;
        taken.push(asked.elapsed());
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    let memory = server.memory_mb();
    over.store(true, Ordering::Relaxed);
    drop(dripping.await.unwrap());
    println!(
        "{CONNECTIONS} connections, half silent, half slow: {} searches, p50 {:?}, p99 {:?}; memory {before} -> {memory} MB",
        taken.len(),
        percentile(&mut taken, 0.5),
        percentile(&mut taken, 0.99),
    );
    assert!(memory < MEMORY_BOUND_MB, "{memory} MB");
    assert!(server.stop().success(), "a clean stop despite the load");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_that_never_end_and_headers_too_large_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = filled(Start::on(&folder.path().join("data")), &provider).await;
    let token = provider.admin();
    let before = server.memory_mb();
    let endless = format!(
        "POST /api/citations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    );
    let large = "POST /api/user/session HTTP/1.1\r\nHost: x\r\nX-Large: ".to_owned();
    let many = "GET /api/search HTTP/1.1\r\nHost: x\r\n".to_owned();
    let address = "GET /api/search?q=".to_owned();
    for (what, head, more, allowed) in [
        ("a body without end", endless, format!("1000\r\n{}\r\n", " ".repeat(0x1000)), &[413, 400][..]),
        ("a header without end", large, "a".repeat(0x1000), &[400, 413, 414, 431][..]),
        ("headers without end", many, "X-Many: 1\r\n".repeat(400), &[400, 413, 414, 431][..]),
        ("an address without end", address, "a".repeat(0x1000), &[400, 413, 414, 431][..]),
    ] {
        let (mut reads, mut writes) = connect(&server).await.into_split();
        let sent = Arc::new(AtomicUsize::new(0));
        let sending = tokio::spawn({
            let sent = sent.clone();
            async move {
                let _ = writes.write_all(head.as_bytes()).await;
                while writes.write_all(more.as_bytes()).await.is_ok() {
                    sent.fetch_add(more.len(), Ordering::Relaxed);
                }
            }
        });
        let mut answer = vec![0; 4096];
        let read = tokio::time::timeout(crate::support::PATIENCE, reads.read(&mut answer)).await;
        // Closing at once, even before the response can be read, is a refusal too.
        if let Ok(n) = read.unwrap_or_else(|_| panic!("{what}: no answer"))
            && n > 0
        {
            let answer = String::from_utf8_lossy(&answer[..n]).into_owned();
            let status: u16 = answer.split_whitespace().nth(1).unwrap().parse().unwrap();
            assert!(allowed.contains(&status), "{what}: {answer}");
        }
        println!("{what}: refused after {} KB at most", sent.load(Ordering::Relaxed) / 1024);
        sending.abort();
    }
    let memory = server.memory_mb();
    assert!(memory < MEMORY_BOUND_MB, "{before} -> {memory} MB");
    assert_eq!(server.visitor().get("/api/search?q=asthma").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_four_clients_search_and_excess_requests_get_a_retry_after() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let start = Start::on(&folder.path().join("data"))
        // More than any one person asks for and less than the greedy client, however slow the server is here.
        .with("SERVER__RATE_LIMIT", 22)
        .with("SERVER__RATE_BURST", 30)
        .with("SERVER__TRUSTED_PROXIES", "[\"127.0.0.1/32\"]");
    let server = filled(start, &provider).await;
    let counts = Arc::new(Mutex::new((0_u64, 0_u64, Vec::new())));
    let until = Instant::now() + Duration::from_secs(how_many("HANDOUT_LOAD_SECONDS", 3));
    let clients: Vec<_> = (0..64)
        .map(|n| {
            let (visitor, counts) = (server.visitor(), counts.clone());
            tokio::spawn(async move {
                // One in eight clients is a machine that asks without pause; the others are people.
                let greedy = n % 8 == 0;
                let from = if greedy { "10.0.0.1".to_owned() } else { format!("10.0.1.{n}") };
                while Instant::now() < until {
                    let asked = Instant::now();
                    let request =
                        visitor.request("GET", "/api/search?q=asthma").header("X-Forwarded-For", &from);
                    let answer = visitor.send(request).await.unwrap();
                    {
                        let mut counts = counts.lock().unwrap();
                        match answer.status {
                            200 => counts.0 += 1,
                            429 => {
                                assert!(greedy, "a client that asks 20 times a second was refused");
                                let after =
                                    answer.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap();
                                assert!(after >= 1, "Retry-After: {after}");
                                counts.1 += 1;
                            }
                            status => panic!("{status}: {answer:?}"),
                        }
                        counts.2.push(asked.elapsed());
                    }
                    if !greedy {
                        tokio::time::sleep(Duration::from_millis(50)).await;
                    }
                }
            })
        })
        .collect();
    for client in clients {
        client.await.unwrap();
    }
    let (answered, refused, taken) = &mut *counts.lock().unwrap();
    let memory = server.memory_mb();
    println!(
        "64 clients: {answered} answered, {refused} got 429, p50 {:?}, p99 {:?}; memory {memory} MB",
        percentile(taken, 0.5),
        percentile(taken, 0.99),
    );
    assert!(*refused > 0, "the greedy client was never refused");
    assert!(memory < MEMORY_BOUND_MB, "{memory} MB");
}
