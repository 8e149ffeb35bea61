//! Usage counts and problem reports.

mod counting;
mod privacy;
mod reading;
mod replies;
mod reports;

use crate::support::provider::Provider;
use crate::support::{Answer, Caller, PATIENCE, Server, Start, citation, fill};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A browser that is not on the list of robots.
pub const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// A server with two handouts behind a proxy, so that tests can use any client address.
pub struct UsedHospital {
    pub folder: tempfile::TempDir,
    /// Runs as long as somebody may sign in.
    _provider: Provider,
    pub server: Server,
    pub admin: Caller,
    pub staff: Caller,
}

/// A handout of a department in two languages.
pub fn handout(id: &str, title: &str, department: &str) -> Value {
    let mut made = citation(title);
    made["id"] = id.into();
    made["deptSubmittedBy"] = json!({"name": department});
    made["languages"] = json!([
        {"lang": "English", "ksbgNumber": "", "url": format!("https://example.org/{id}-en.pdf")},
        {"lang": "Spanish", "ksbgNumber": "", "url": format!("https://example.org/{id}-es.pdf")}
    ]);
    made
}

impl UsedHospital {
    pub fn open() -> UsedHospital {
        UsedHospital::with(|start| start)
    }

    pub fn with(settings: impl FnOnce(Start) -> Start) -> UsedHospital {
        let folder = tempfile::tempdir().unwrap();
        fill(
            &folder.path().join("data"),
            &[handout("asthma", "Asthma at home", "Pulmonary"), handout("fever", "Fever", "Emergency")],
        );
        UsedHospital::on(folder, settings)
    }

    /// A server on a data directory that has a catalogue.
    pub fn on(folder: tempfile::TempDir, settings: impl FnOnce(Start) -> Start) -> UsedHospital {
        let provider = Provider::start();
        let start = Start::on(&folder.path().join("data"))
            .signed_in_at(&provider)
            .with("SERVER__TRUSTED_PROXIES", r#"["127.0.0.1/32"]"#);
        let server = settings(start).run();
        let admin = server.bearer(provider.admin());
        let staff = server.bearer(provider.staff());
        UsedHospital { folder, _provider: provider, server, admin, staff }
    }

    /// A request of a family's browser from this address.
    pub fn browser(&self, method: &str, path: &str, from: &str) -> reqwest::RequestBuilder {
        let visitor = self.server.visitor();
        let request = visitor.request(method, path).header("User-Agent", FIREFOX);
        request.header("X-Forwarded-For", from)
    }

    pub async fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        self.server.visitor().send(request).await.unwrap()
    }

    pub async fn view(&self, id: &str, from: &str) {
        let page = self.send(self.browser("GET", &format!("/citation/{id}"), from)).await;
        assert_eq!(page.status, 200, "{page:?}");
    }

    /// Reports an opened file, as `sendBeacon` does.
    pub async fn opened(&self, id: &str, lang: &str, from: &str) -> Answer {
        let body = json!({"citation": id, "lang": lang, "kind": "open"}).to_string();
        let request = self.browser("POST", "/api/usage", from).header("Sec-Fetch-Site", "same-origin");
        self.send(request.header("Content-Type", "text/plain;charset=UTF-8").body(body)).await
    }

    pub async fn report(&self, body: &Value, from: &str) -> Answer {
        self.send(self.browser("POST", "/api/reports", from).json(body)).await
    }

    pub async fn usage(&self, query: &str) -> Value {
        let answer = self.admin.get(&format!("/api/system/usage?{query}")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    }

    /// Waits for these totals; counts are written every few seconds.
    pub async fn wait_for_totals(&self, expected: [u64; 4]) {
        let begun = Instant::now();
        loop {
            let totals = self.usage("").await["totals"].clone();
            if totals == counts(expected) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{totals}, not {expected:?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

/// Views, opened files, scanned codes and ordered pieces.
pub fn counts([view, open, scan, order]: [u64; 4]) -> Value {
    json!({"view": view, "open": open, "scan": scan, "order": order})
}

/// The database of a data folder.
pub fn database(data: &Path) -> Connection {
    let db = Connection::open(data.join("catalogue.db")).unwrap();
    db.busy_timeout(PATIENCE).unwrap();
    db
}

/// The files of a data directory, including the log of the database but not the index.
pub fn files(data: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(data).unwrap().map(|file| file.unwrap().path()).filter(|file| file.is_file()).collect()
}
