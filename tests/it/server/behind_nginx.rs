//! Saves, reviews, orders, packets and conditional reads through Debian's nginx, with the configuration of
//! docs/operations/install.md: a proxy that compresses a response weakens its entity tag.

use crate::support::litestream::free_port;
use crate::support::provider::Provider;
use crate::support::{Caller, PATIENCE, Server, Start, citation, fill, order};
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use std::io::Read;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// nginx as `make nginx` installs it; killed when dropped.
struct Nginx {
    process: Child,
    address: String,
    http: reqwest::Client,
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The block for nginx in the document, as it is there.
fn documented_server() -> &'static str {
    let document = include_str!("../../../docs/operations/install.md");
    document.split("```nginx\n").nth(1).unwrap().split("```").next().unwrap()
}

/// The lines about compression of Debian's nginx.conf, those in comments too.
fn gzip_lines() -> String {
    let conf = std::fs::read_to_string("/etc/nginx/nginx.conf").expect("nginx is missing: run `make nginx`");
    let lines = conf.lines().map(|line| line.trim().trim_start_matches(['#', ' ']));
    let lines: Vec<&str> = lines.filter(|line| line.starts_with("gzip") && line.ends_with(';')).collect();
    let all = lines.join("\n");
    assert!(all.contains("gzip on;") && all.contains("application/json"), "{conf}");
    all
}

impl Nginx {
    /// Stands before the server, with more lines in `location /`.
    fn start(folder: &Path, server: &Server, more: &str) -> Nginx {
        let (at, port) = (folder.display(), free_port());
        let certificate = rcgen::generate_simple_self_signed(vec!["127.0.0.1".to_owned()]).unwrap();
        std::fs::write(folder.join("fullchain.pem"), certificate.cert.pem()).unwrap();
        std::fs::write(folder.join("key.pem"), certificate.signing_key.serialize_pem()).unwrap();
        let mut block = documented_server().to_owned();
        for (documented, here) in [
            ("listen 443 ssl", format!("listen 127.0.0.1:{port} ssl")),
            ("/etc/ssl/handouts", at.to_string()),
            ("proxy_pass http://127.0.0.1:8080;", format!("proxy_pass {};{more}", server.address)),
        ] {
            assert!(block.contains(documented), "{documented} is not in the document");
            block = block.replace(documented, &here);
        }
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {at}/{kind};\n"))
            .concat();
        let text = format!(
            "daemon off; master_process off; pid {at}/pid; error_log {at}/error.log;\nevents {{}}\n\
             http {{\naccess_log off;\ninclude /etc/nginx/mime.types;\n{temporary}{}\n{block}\n}}\n",
            gzip_lines()
        );
        std::fs::write(folder.join("nginx.conf"), text).unwrap();
        let process = Command::new("/usr/sbin/nginx")
            .args(["-p".as_ref(), folder.as_os_str(), "-c".as_ref(), folder.join("nginx.conf").as_os_str()])
            .args(["-e".as_ref(), folder.join("error.log").as_os_str()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nginx is missing: run `make nginx`");
        let root = reqwest::Certificate::from_pem(certificate.cert.pem().as_bytes()).unwrap();
        let http = reqwest::Client::builder().tls_certs_only([root]).timeout(PATIENCE).build().unwrap();
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let log = std::fs::read_to_string(folder.join("error.log")).unwrap_or_default();
            assert!(begun.elapsed() < PATIENCE, "nginx does not listen: {log}");
            std::thread::sleep(Duration::from_millis(20));
        }
        Nginx { process, address: format!("https://127.0.0.1:{port}"), http }
    }
}

/// A response as a browser has it: decompressed.
struct Received {
    status: u16,
    headers: HeaderMap,
    body: Value,
}

impl Received {
    fn etag(&self) -> String {
        self.headers["etag"].to_str().unwrap().to_owned()
    }
}

/// A person in a browser behind the proxy.
struct Person<'n> {
    nginx: &'n Nginx,
    token: String,
}

impl Person<'_> {
    async fn call(
        &self,
        method: &str,
        path: &str,
        headers: &[(&'static str, &str)],
        body: &Value,
    ) -> Received {
        let request =
            self.nginx.http.request(method.parse().unwrap(), format!("{}{path}", self.nginx.address));
        let mut request = request.bearer_auth(&self.token).header("Accept-Encoding", "gzip");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = if body.is_null() { request.send() } else { request.json(body).send() }.await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let bytes = answer.bytes().await.unwrap();
        let mut plain = Vec::new();
        match headers.contains_key("content-encoding") {
            true => flate2::read::GzDecoder::new(&*bytes).read_to_end(&mut plain).map(drop).unwrap(),
            false => plain = bytes.to_vec(),
        }
        Received { status, headers, body: serde_json::from_slice(&plain).unwrap_or(Value::Null) }
    }

    async fn get(&self, path: &str) -> Received {
        self.call("GET", path, &[], &Value::Null).await
    }

    async fn post(&self, path: &str, body: &Value) -> Received {
        self.call("POST", path, &[], body).await
    }

    /// Makes a change with the tag of `path`, which succeeds once: afterwards the tag is another.
    async fn change_once(&self, path: &str, method: &str, at: &str, body: &Value) {
        let etag = self.get(path).await.etag();
        let done = self.call(method, at, &[("If-Match", &etag)], body).await;
        assert!(
            [200, 204].contains(&done.status),
            "{method} {at} with {etag}: {} {}",
            done.status,
            done.body
        );
        if method != "DELETE" {
            let again = self.call(method, at, &[("If-Match", &etag)], body).await;
            assert_eq!(again.status, 412, "{method} {at} with the former tag {etag}: {}", again.body);
        }
    }
}

#[tokio::test]
async fn with_the_documented_configuration_and_compression_everything_can_be_saved() {
    work_behind_nginx("", false).await;
}

#[tokio::test]
async fn with_a_proxy_that_compresses_everything_itself_everything_can_be_saved() {
    work_behind_nginx("\nproxy_set_header Accept-Encoding \"\";", true).await;
}

#[tokio::test]
async fn files_go_up_whole_and_come_down_in_ranges() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data"))
        .signed_in_at(&provider)
        .with("SERVER__TRUSTED_PROXIES", "[\"127.0.0.1/32\"]")
        .with("FILES__MAX_MB", 3)
        .run();
    let nginx = Nginx::start(folder.path(), &server, "");
    let send = |method, path: &str| {
        let request = nginx.http.request(method, format!("{}{path}", nginx.address));
        request.bearer_auth(provider.admin()).header("Accept-Encoding", "gzip, br")
    };
    let content = crate::stored_files::pdf(&"Rest and drink. ".repeat(2_000), 60);
    let sent = send(Method::POST, "/api/files?name=rest.pdf").body(content.clone()).send().await.unwrap();
    assert_eq!(sent.status(), 201);
    let digest = sent.json::<Value>().await.unwrap()["digest"].as_str().unwrap().to_owned();
    let mut handout = handout("rest");
    handout["languages"] = json!([{"lang": "English", "file": {"digest": digest}}]);
    assert_eq!(send(Method::POST, "/api/citations").json(&handout).send().await.unwrap().status(), 201);
    for (range, status, expected) in [
        ("bytes=0-1", 206, &content[..2]),
        (&*format!("bytes=0-{}", content.len() - 1), 206, &*content),
        ("bytes=-5", 206, &content[content.len() - 5..]),
        ("", 200, &*content),
    ] {
        let request = send(Method::GET, "/file/rest/en").header("Range", range);
        let answer = request.send().await.unwrap();
        let headers = answer.headers().clone();
        assert_eq!(answer.status(), status, "{range}");
        assert_eq!(headers["etag"], format!("\"{digest}\""), "{range}");
        assert_eq!(headers["content-length"], expected.len().to_string(), "{range}");
        assert!(!headers.contains_key("content-encoding"), "{range}");
        assert!(answer.bytes().await.unwrap() == expected, "{range}");
    }
    // The last one: it ends its connection.
    let too_large =
        send(Method::POST, "/api/files?name=more.pdf").body(content.repeat(2)).send().await.unwrap();
    assert_eq!(
        (too_large.status().as_u16(), &too_large.headers()["content-type"]),
        (413, &"application/problem+json".parse().unwrap())
    );
}

async fn work_behind_nginx(more: &str, is_compressed_by_nginx: bool) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let handouts: Vec<Value> = (1..=12).map(|n| handout(&format!("fever-{n}"))).collect();
    fill(&data, &handouts);
    let provider = Provider::start();
    let server = Start::on(&data)
        .signed_in_at(&provider)
        .with("SERVER__PUBLIC_URL", "https://handouts.example.org")
        .with("SERVER__TRUSTED_PROXIES", "[\"127.0.0.1/32\"]")
        .run();
    let nginx = Nginx::start(folder.path(), &server, more);
    let admin = Person { nginx: &nginx, token: provider.admin() };
    let staff = Person { nginx: &nginx, token: provider.staff() };

    let read = admin.get("/api/citations/fever-1").await;
    assert_eq!(read.headers["content-encoding"], "gzip");
    assert!(read.etag().starts_with("W/"), "{}", read.etag());
    let direct = server.visitor();
    let unchanged = direct.request("GET", "/api/citations/fever-1").header("Accept-Encoding", "gzip");
    assert!(unchanged.send().await.unwrap().headers()["etag"].to_str().unwrap().starts_with("W/"));

    save_citations(&admin).await;
    review_citations(&admin).await;
    change_packets(&admin, &staff).await;
    move_orders(&admin, &staff).await;
    read_conditionally(&admin).await;
    compare_with_direct_responses(&admin, &direct).await;
    // Who compressed: nginx asks the server for a plain response, or takes the compressed one.
    let accepted = if is_compressed_by_nginx { "" } else { "gzip" };
    let answer =
        direct.request("GET", "/api/search?q=fever").header("Accept-Encoding", accepted).send().await;
    assert_eq!(answer.unwrap().headers().contains_key("content-encoding"), !is_compressed_by_nginx);
}

/// A citation whose JSON is longer than what is sent plain.
fn handout(id: &str) -> Value {
    let mut made = citation(&format!("Handout {id}"));
    made["id"] = id.into();
    made["abstract"] = "What to do about a fever at home. ".repeat(40).into();
    made
}

async fn save_citations(admin: &Person<'_>) {
    let mut changed = handout("fever-1");
    for notes in ["first", "second"] {
        changed["notes"] = notes.into();
        admin.change_once("/api/citations/fever-1", "PUT", "/api/citations/fever-1", &changed).await;
    }
    // The tag of the response to a save is that of the next one.
    let saved = admin.call("PUT", "/api/citations/fever-2", &[], &handout("fever-2")).await;
    let next =
        admin.call("PUT", "/api/citations/fever-2", &[("If-Match", &saved.etag())], &changed_title()).await;
    assert_eq!(next.status, 200, "{}", next.body);
    admin
        .change_once(
            "/api/citations/fever-1",
            "POST",
            "/api/citations/fever-1/restore",
            &json!({"version": 1}),
        )
        .await;
    let added =
        admin.post("/api/system/synonyms", &json!({"terms": ["zoster", "ring rash"], "oneWay": false})).await;
    let path = format!("/api/system/synonyms/{}", added.body["id"].as_str().unwrap());
    let body = json!({"terms": ["zoster", "another rash"], "oneWay": false});
    let changed = admin.call("PUT", &path, &[("If-Match", &added.etag())], &body).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
}

fn changed_title() -> Value {
    let mut changed = handout("fever-2");
    changed["title"] = "High fever".into();
    changed
}

async fn review_citations(admin: &Person<'_>) {
    admin.change_once("/api/citations/fever-3", "POST", "/api/citations/fever-3/review", &json!({})).await;
    for (at, rest) in [
        ("/api/system/reviews", json!({"action": "reviewed"})),
        ("/api/system/bulk", json!({"change": {"set": {"reviewedBy": "Grace"}}, "preview": false})),
    ] {
        let mut job = rest;
        let etag = admin.get("/api/citations/fever-4").await.etag();
        job["citations"] = json!([{"id": "fever-4", "etag": etag}]);
        let before = versions(admin).await;
        let taken = admin.post(at, &job).await;
        assert_eq!(taken.status, 202, "{}", taken.body);
        let begun = Instant::now();
        let is_complete = async || {
            let jobs = admin.get("/api/system/jobs").await.body;
            jobs.as_array()
                .unwrap()
                .iter()
                .any(|job| job["id"] == taken.body["id"] && job["complete"] == true)
        };
        while !is_complete().await {
            assert!(begun.elapsed() < PATIENCE);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(versions(admin).await, before + 1, "{at} skipped the citation");
    }
}

async fn versions(admin: &Person<'_>) -> usize {
    admin.get("/api/citations/fever-4/versions").await.body.as_array().unwrap().len()
}

async fn change_packets(admin: &Person<'_>, staff: &Person<'_>) {
    for (person, published) in [(admin, true), (staff, false)] {
        let mut packet = json!({
            "title": "After a fever", "published": published,
            "items": [{"citation": "fever-5", "note": "Read this first"}, {"citation": "fever-6"}],
        });
        let added = person.post("/api/packets", &packet).await;
        assert_eq!(added.status, 201, "{}", added.body);
        let path = format!("/api/packets/{}", added.body["id"].as_str().unwrap());
        packet["title"] = "After a high fever".into();
        person.change_once(&path, "PUT", &path, &packet).await;
        person.change_once(&path, "POST", &format!("{path}/restore"), &json!({"version": 1})).await;
        if !published {
            person.change_once(&path, "DELETE", &path, &Value::Null).await;
        }
    }
}

async fn move_orders(admin: &Person<'_>, staff: &Person<'_>) {
    let ordered = admin.get("/api/citations/fever-7").await.body;
    let submitted = staff.post("/api/user/order", &order(&ordered, 40)).await;
    assert_eq!(submitted.status, 201, "{}", submitted.body);
    let path = format!("/api/orders/{}", submitted.body["number"].as_str().unwrap());
    for state in ["printing", "ready"] {
        admin.change_once(&path, "POST", &format!("{path}/state"), &json!({"state": state})).await;
    }
}

async fn read_conditionally(admin: &Person<'_>) {
    for path in [
        "/api/citations/fever-1",
        "/api/packets/after-a-fever",
        "/api/languages",
        "/citation/fever-1",
        "/feed.atom",
    ] {
        let known = admin.get(path).await;
        assert_eq!(known.status, 200, "{path}");
        let again = admin.call("GET", path, &[("If-None-Match", &known.etag())], &Value::Null).await;
        assert_eq!(again.status, 304, "{path} with {}", known.etag());
        let other = admin.call("GET", path, &[("If-None-Match", "W/\"other\"")], &Value::Null).await;
        assert_eq!(other.status, 200, "{path}");
    }
}

async fn compare_with_direct_responses(admin: &Person<'_>, direct: &Caller) {
    for path in ["/api/search?q=fever", "/api/search/facets?updated=true", "/api/languages"] {
        let behind = admin.get(path).await;
        assert_eq!(behind.body, direct.get(path).await.body, "{path}");
    }
}
