//! Calls the real binary as visitor, staff or administrator, and runs its commands.

pub mod browser;
pub mod database;
pub mod fault_server;
pub mod hospital;
pub mod litestream;
pub mod mail_server;
pub mod provider;
pub mod replica;
pub mod s3;
pub mod server;

use handout::model::clock;
use serde_json::{Value, json};
pub use server::{Server, Start};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long a test waits before it fails; a busy machine is not an error.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A client that follows no redirects and trusts no certificate authority.
pub fn http_client() -> reqwest::Client {
    install_tls();
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .tls_certs_only([])
        .timeout(PATIENCE)
        .build()
        .unwrap()
}

/// Chooses ring for every TLS client of this process.
fn install_tls() {
    // Another test of this process may have installed it already.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// A caller of the server.
#[derive(Clone)]
pub struct Caller {
    /// `http://127.0.0.1:PORT`
    pub address: String,
    http: reqwest::Client,
    token: Option<String>,
}

/// A response: status, and the body as JSON (null if it is not JSON).
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub body: Value,
}

impl Caller {
    /// A request by this caller.
    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let url = format!("{}{path}", self.address);
        let request = self.http.request(method.parse().unwrap(), url);
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Sends a request; an error if no complete response arrived.
    pub async fn send(&self, request: reqwest::RequestBuilder) -> reqwest::Result<Answer> {
        let answer = request.send().await?;
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body = serde_json::from_slice(&answer.bytes().await?).unwrap_or(Value::Null);
        Ok(Answer { status, headers, body })
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request("GET", path)).await.unwrap()
    }

    pub async fn post(&self, path: &str, body: &Value) -> reqwest::Result<Answer> {
        self.send(self.request("POST", path).json(body)).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> reqwest::Result<Answer> {
        self.send(self.request("PUT", path).json(body)).await
    }

    /// Waits until a job is complete; returns its final state.
    pub async fn finished_job(&self, id: &Value) -> Value {
        let begun = Instant::now();
        loop {
            let jobs = self.get("/api/system/jobs").await.body;
            let job = jobs.as_array().unwrap().iter().find(|job| job["id"] == *id).unwrap().clone();
            if job["complete"] == true {
                return job;
            }
            assert!(begun.elapsed() < PATIENCE, "the job is not complete: {job}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Renames, merges or deletes lookup values, and waits until that is complete.
    pub async fn change_values(&self, updates: &[Value]) {
        let job = json!({"type": "Batch Update", "config": updates});
        let taken = self.post("/api/system/jobs", &job).await.unwrap();
        assert_eq!(taken.status, 202, "{taken:?}");
        self.finished_job(&taken.body["id"]).await;
    }

    /// How many citations a search finds, once the first index is complete.
    pub async fn found(&self, query: &str) -> u64 {
        let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
        let path = format!("/api/search?q={query}&start=0&obsolete=true");
        let begun = Instant::now();
        let mut answer = self.get(&path).await;
        while answer.status == 503 && answer.body["preparing"] == true && begun.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(50)).await;
            answer = self.get(&path).await;
        }
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body["hits"]["found"].as_u64().unwrap()
    }

    /// Waits until a search finds exactly this many.
    pub async fn wait_until_found(&self, query: &str, count: u64) {
        let begun = Instant::now();
        loop {
            let found = self.found(query).await;
            if found == count {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "a search for {query:?} finds {found}, not {count}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// A complete citation with this title.
pub fn citation(title: &str) -> Value {
    json!({
        "title": title, "authors": ["Nursing"], "publisher": {"name": "Children's"}, "materialFormat": "Handout",
        "keywords": ["Care at home"], "keySubjectHeading": "General", "whereToObtain": "Copy Center", "tags": [],
        "publishDate": "2026-01-05T00:00:00.000Z", "printingSpecs": "", "obsolete": false,
        "languages": [{"lang": "English", "ksbgNumber": "", "url": "https://example.org/handout.pdf"}],
        "revisionDates": [], "abstract": "What to do at home.", "audience": ["Parents"], "reviewedBy": "R. Reviewer",
        "assessment": 1, "famReview": 0, "originator": "O. Author", "deptReviewDate": "2026-01-05T00:00:00.000Z"
    })
}

/// The day so many days after today.
pub fn day_ahead(days: i64) -> String {
    (clock::today() + jiff::SignedDuration::from_hours(24 * days)).to_string()
}

/// An order of one line for this citation.
pub fn order(citation: &Value, quantity: u32) -> Value {
    json!({
        "firstName": "Ada", "lastName": "Nurse", "email": "ada@example.org", "phoneNumber": "555-0100",
        "department": "Emergency", "mailStop": "E1", "dateOfOrder": "2026-01-05", "dateRequired": day_ahead(300),
        "costCenter": "1234", "activity": "", "costCategory": "", "specialInstructions": "",
        "orders": [{
            "id": citation["id"], "readableId": citation["readableIds"][0]["id"], "itemNum": "",
            "title": citation["title"], "lang": "English", "printingSpecs": "", "quantity": quantity
        }]
    })
}

/// Runs a command until it exits; returns whether it succeeded, and its output.
pub fn command(data: &Path, args: &[&str]) -> (bool, String) {
    let done = Command::new(binary())
        .arg("--data")
        .arg(data)
        .args(args)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .current_dir(data.parent().unwrap())
        .output()
        .unwrap();
    let output =
        format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    (done.status.success(), output)
}

/// Imports these citations into a data directory that no server uses.
pub fn fill(data: &Path, citations: &[Value]) {
    let lines: Vec<String> = citations.iter().map(Value::to_string).collect();
    let file = data.with_extension("jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let (succeeded, output) = command(data, &["import", file.to_str().unwrap()]);
    assert!(succeeded, "{output}");
}

/// The result of a run of the program: its exit code and its output.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    /// The error line of a failed run, which must be its only output.
    pub fn error(&self) -> &str {
        let line = self.stderr.trim_end();
        assert!(line.starts_with("error: ") && line.lines().count() == 1, "{self:?}");
        line
    }
}

/// Runs the program in this directory until it exits, with only these variables.
pub fn run_in(folder: &Path, variables: &[(&str, &str)], args: &[&str]) -> Ended {
    let done = Command::new(binary())
        .args(args)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .envs(variables.iter().copied())
        .current_dir(folder)
        .output()
        .unwrap();
    Ended {
        code: done.status.code(),
        stdout: String::from_utf8_lossy(&done.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&done.stderr).into_owned(),
    }
}

pub fn binary() -> &'static str {
    env!("CARGO_BIN_EXE_handout")
}

/// The SHA-256 of a content, in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, bytes);
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}
