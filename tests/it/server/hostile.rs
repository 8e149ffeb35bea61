//! Attacks from outside: requests, URLs and texts made to do harm.

use crate::support::provider::Provider;
use crate::support::{Server, Start, citation};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends raw bytes; returns everything received until the server closes.
async fn raw(server: &Server, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address.trim_start_matches("http://")).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(crate::support::PATIENCE, stream.read_to_end(&mut answer))
        .await
        .expect("never closed");
    String::from_utf8_lossy(&answer).into_owned()
}

async fn get(server: &Server, path: &str) -> String {
    raw(server, format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").as_bytes()).await
}

fn status(answer: &str) -> u16 {
    answer
        .split_whitespace()
        .nth(1)
        .and_then(|s| s.parse().ok())
        .unwrap_or_else(|| panic!("no answer: {answer:?}"))
}

fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let head = answer.split("\r\n\r\n").next()?;
    head.lines().find_map(|line| {
        let (found, value) = line.split_once(':')?;
        found.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_response_has_the_security_headers() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    for path in [
        "/",
        "/nowhere",
        "/citation/none",
        "/api/config",
        "/api/nowhere",
        "/api/search?start=x",
        "/healthz",
        "/qrredirect?id=x",
        "/login",
        "/assets/none.js",
        "/search/",
        "/logout",
        "/api/user",
        "/%00",
        "/api/openapi.json",
    ] {
        let answer = get(&server, path).await;
        assert!(status(&answer) < 500, "{path}: {answer}");
        let policy = header(&answer, "content-security-policy").unwrap_or_else(|| panic!("{path}: {answer}"));
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        for part in ["base-uri 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(header(&answer, "x-content-type-options"), Some("nosniff"), "{path}");
        assert!(header(&answer, "referrer-policy").is_some(), "{path}");
        assert!(header(&answer, "access-control-allow-origin").is_none(), "{path}");
        assert!(header(&answer, "server").is_none(), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_path_redirects_elsewhere_or_leaves_the_assets() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    for path in [
        "//evil.example/",
        "//search/",
        "///order/",
        "/\\evil.example/",
        "/%2f%2fevil.example/",
        "/qrredirect?id=x&url=https://evil.example/",
        "/qrredirect?id=//evil.example&url=//evil.example",
        "/login?return=//evil.example",
        "/login?return=https://evil.example",
        "/login?return=/%5Cevil.example",
        "/citation//evil.example/",
    ] {
        let answer = get(&server, path).await;
        if let Some(to) = header(&answer, "location") {
            assert!(
                to.starts_with('/') && !to.starts_with("//") && !to.starts_with("/\\"),
                "{path} leads to {to}"
            );
        }
    }
    for path in ["//", "//search", "//api/search"] {
        assert_eq!(status(&get(&server, path).await), 404, "{path}");
    }
    for path in [
        "/assets/../manifest.json",
        "/assets/..%2fmanifest.json",
        "/assets/%2e%2e/manifest.json",
        "/assets/....//manifest.json",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "/../../etc/passwd",
        "/assets/..\\manifest.json",
        "/assets/",
    ] {
        let answer = get(&server, path).await;
        assert!(matches!(status(&answer), 400 | 404 | 308), "{path}: {answer}");
        assert!(!answer.contains("root:") && !answer.contains("modulepreload\":"), "{path}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ambiguous_requests_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
    let length = smuggled.len();
    for (what, head) in [
        ("two lengths", format!("Content-Length: {length}\r\nContent-Length: 0\r\n")),
        ("length and chunks", format!("Content-Length: {length}\r\nTransfer-Encoding: chunked\r\n")),
        ("a signed length", format!("Content-Length: +{length}\r\n")),
        ("an unknown coding", "Transfer-Encoding: xchunked\r\n".to_owned()),
        ("a blank before the colon", format!("Content-Length : {length}\r\n")),
        ("a folded header", "X-A: 1\r\n Transfer-Encoding: chunked\r\n".to_owned()),
    ] {
        let request = format!(
            "POST /api/user/session HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{head}\r\n{smuggled}"
        );
        let answer = raw(&server, request.as_bytes()).await;
        assert!(answer.matches("HTTP/1.1 ").count() <= 1, "{what}: {answer}");
        assert!(answer.is_empty() || (400..500).contains(&status(&answer)), "{what}: {answer}");
    }
    for (what, request) in [
        (
            "TRACE, which would send back what it got",
            "TRACE / HTTP/1.1\r\nHost: x\r\nX-Sent: evil.example\r\nConnection: close\r\n\r\n",
        ),
        ("CONNECT", "CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
        (
            "a proxy request",
            "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        ),
    ] {
        let answer = raw(&server, request.as_bytes()).await;
        assert!(!answer.contains("evil.example"), "{what}: {answer}");
        assert!(answer.is_empty() || status(&answer) < 500, "{what}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forwarded_address_counts_only_from_a_trusted_proxy() {
    let folder = tempfile::tempdir().unwrap();
    let start =
        Start::on(&folder.path().join("data")).with("SERVER__RATE_LIMIT", 1).with("SERVER__RATE_BURST", 3);
    let server = start.run();
    let visitor = server.visitor();
    let mut refused = 0;
    for n in 0..10 {
        let request =
            visitor.request("GET", "/api/config").header("X-Forwarded-For", format!("198.51.100.{n}:{n}"));
        if visitor.send(request).await.unwrap().status == 429 {
            refused += 1;
        }
    }
    assert!(refused >= 5, "a client that changes its forwarded address was refused {refused} times of 10");
    assert_eq!(visitor.get("/").await.status, 200, "pages are not limited");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_port_of_a_forwarded_address_does_not_distinguish_clients() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data"))
        .with("SERVER__RATE_LIMIT", 1)
        .with("SERVER__RATE_BURST", 3)
        .with("SERVER__TRUSTED_PROXIES", "[\"127.0.0.0/8\"]")
        .run();
    let visitor = server.visitor();
    let ask = async |from: String| {
        let request = visitor.request("GET", "/api/config").header("X-Forwarded-For", from);
        visitor.send(request).await.unwrap().status
    };
    let mut refused = 0;
    for port in 1_000..1_010 {
        refused += usize::from(ask(format!("198.51.100.1:{port}")).await == 429);
    }
    assert!(refused >= 5, "one client was refused {refused} times of 10");
    for n in 2..12 {
        assert_eq!(ask(format!("198.51.100.{n}:4711")).await, 200, "another client, not the proxy");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_spelling_of_a_path_does_not_avoid_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    let start =
        Start::on(&folder.path().join("data")).with("SERVER__RATE_LIMIT", 1).with("SERVER__RATE_BURST", 3);
    let server = start.run();
    let visitor = server.visitor();
    let mut statuses = Vec::new();
    for n in 0..10 {
        let path = ["/%61pi/config", "/api/%63onfig", "/a%70i/config"][n % 3];
        statuses.push(visitor.get(path).await.status);
    }
    assert!(statuses.iter().filter(|status| **status == 429).count() >= 5, "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guessing_tokens_affects_neither_the_provider_nor_valid_tokens() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data"))
        .signed_in_at(&provider)
        .with("IDENTITY__OPAQUE_TOKENS", "true")
        .with("SERVER__RATE_LIMIT", 10)
        .with("SERVER__RATE_BURST", 5)
        .run();
    provider.knows("a-good-opaque-token", provider.claims("nurse", &[]));
    let started = std::time::Instant::now();
    let guesses: Vec<_> = (0..60)
        .map(|n| {
            // Every second token looks like a JWT.
            let token = if n % 2 == 0 { format!("guess-{n}") } else { format!("e{n}.e30.e30") };
            let guesser = server.bearer(token);
            tokio::spawn(async move { guesser.get("/api/user").await.status })
        })
        .collect();
    let good = server.bearer(provider.staff());
    let opaque = server.bearer("a-good-opaque-token".into());
    for _ in 0..10 {
        assert_eq!(good.get("/api/user").await.status, 200, "a valid token beside many invalid ones");
    }
    assert_eq!(opaque.get("/api/user").await.status, 200, "a valid opaque token beside many invalid ones");
    let mut statuses = Vec::new();
    for guess in guesses {
        statuses.push(guess.await.unwrap());
    }
    assert!(statuses.iter().all(|status| matches!(status, 401 | 429)), "{statuses:?}");
    assert!(statuses.iter().filter(|status| **status == 429).count() > 20, "{statuses:?}");
    // Some requests are already running when the limit is reached.
    let most = 40 + started.elapsed().as_secs() as usize * 10;
    let requests = provider.requests("/userinfo");
    assert!(requests < most, "{requests} requests to the provider in {:?}", started.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sign_in_callbacks_are_limited() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server =
        Start::on(&folder.path().join("data")).signed_in_at(&provider).with("SERVER__RATE_LIMIT", 50).run();
    let mut refused = 0;
    for n in 0..400 {
        let answer = get(&server, &format!("/login/callback?code=c{n}&state=s{n}")).await;
        match status(&answer) {
            429 => {
                refused += 1;
                assert!(header(&answer, "retry-after").unwrap().parse::<u64>().unwrap() >= 1, "{answer}");
                assert!(header(&answer, "content-type").unwrap().starts_with("text/html"), "{answer}");
            }
            other => assert_eq!(other, 400, "{answer}"),
        }
    }
    assert!(refused > 0, "none of 400 was refused");
    assert_eq!(status(&get(&server, "/").await), 200, "pages are not limited");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_texts_stay_texts() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data")).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    for address in [
        "javascript:alert(1)",
        "JAVA\tSCRIPT:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "//x",
    ] {
        let mut bad = citation("Bad address");
        bad["languages"][0]["url"] = address.into();
        let answer = admin.post("/api/citations", &bad).await.unwrap();
        assert_eq!(answer.status, 422, "{address}: {answer:?}");
        assert_eq!(answer.body["errors"][0]["field"], "languages[0].url", "{answer:?}");
    }
    let title = "</title><script>alert(1)</script><img src=x onerror=alert(2)> \" onload=\"x '";
    let mut hostile = citation(title);
    hostile["abstract"] = "]]></script><script>alert(3)</script> =cmd|' /C calc'!A0".into();
    hostile["keywords"] = json!(["=HYPERLINK(\"http://evil.example\")", "@SUM(A1)", "+1", "-1", "\ttab"]);
    let saved = admin.post("/api/citations", &hostile).await.unwrap();
    assert_eq!(saved.status, 201, "{saved:?}");
    let id = saved.body["id"].as_str().unwrap().to_owned();
    let page = get(&server, &format!("/citation/{id}")).await;
    assert_eq!(status(&page), 200, "{page}");
    for harm in ["<script>alert", "<img src=x", "onload=\"x"] {
        assert!(!page.contains(harm), "{harm} in {page}");
    }
    let csv = admin
        .request("GET", "/api/search/download?q=&obsolete=true")
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    let line = csv.lines().find(|line| line.contains("HYPERLINK")).unwrap_or_else(|| panic!("{csv}"));
    assert!(!line.contains("\"=HYPERLINK") && !line.contains(",=HYPERLINK"), "{line}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_demo_there_is_no_demo() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    for path in
        ["/demo-idp", "/demo-idp/.well-known/openid-configuration", "/demo-idp/authorize", "/demo-idp/jwks"]
    {
        assert_eq!(status(&get(&server, path).await), 404, "{path}");
    }
    let command = std::process::Command::new(crate::support::binary())
        .args(["--demo", "--listen", "0.0.0.0:0"])
        .output()
        .unwrap();
    assert_eq!(command.status.code(), Some(2), "{command:?}");
}
