//! Stored files: uploaded, referred to, served, withdrawn.

pub mod accessibility;
pub mod addresses;
pub mod adoption;
pub mod attaching;
pub mod backups;
pub mod keeping;
pub mod orders;
pub mod pages;
pub mod previews;
pub mod replicas;
pub mod saving;
pub mod serving;
pub mod stores;
pub mod texts;
pub mod uploads;
pub mod withdrawals;

use crate::support::provider::Provider;
use crate::support::{Answer, Caller, PATIENCE, Server, Start, citation};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// A PDF of so many pages that shows this text on each, in lines of twelve words.
pub fn pdf(text: &str, pages: usize) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        String::new(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut kids = String::new();
    for _ in 0..pages {
        let page = objects.len() + 1;
        let words: Vec<&str> = text.split_whitespace().collect();
        let lines: Vec<String> = words.chunks(12).map(|line| format!("({}) Tj T*", line.join(" "))).collect();
        let content = format!("BT /F1 12 Tf 14 TL 40 700 Td {} ET", lines.join(" "));
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R >> >> >>",
            page + 1
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
        write!(kids, "{page} 0 R ").unwrap();
    }
    objects[1] = format!("<< /Type /Pages /Kids [{kids}] /Count {pages} >>");
    let mut file = String::from("%PDF-1.4\n");
    let mut offsets = Vec::new();
    for (n, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        write!(file, "{} 0 obj\n{object}\nendobj\n", n + 1).unwrap();
    }
    let start = file.len();
    write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
    for offset in &offsets {
        writeln!(file, "{offset:010} 00000 n ").unwrap();
    }
    let size = objects.len() + 1;
    write!(file, "trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").unwrap();
    file.into_bytes()
}

/// A server with a provider, and its administrator.
pub struct Library {
    pub server: Server,
    pub provider: Provider,
    pub admin: Caller,
    pub folder: tempfile::TempDir,
}

impl Library {
    pub fn start() -> Library {
        Library::with(|start| start)
    }

    /// With more settings.
    pub fn with(more: impl FnOnce(Start) -> Start) -> Library {
        let folder = tempfile::tempdir().unwrap();
        let provider = Provider::start();
        let start = Start::on(&folder.path().join("data")).signed_in_at(&provider);
        let server = more(start).run();
        let admin = server.bearer(provider.admin());
        Library { server, provider, admin, folder }
    }

    /// Restarts the server with more settings, on another port.
    pub fn restarted(self, more: impl FnOnce(Start) -> Start) -> Library {
        let Library { server, provider, folder, .. } = self;
        server.stop();
        let server = more(Start::on(&folder.path().join("data")).signed_in_at(&provider)).run();
        let admin = server.bearer(provider.admin());
        Library { server, provider, admin, folder }
    }

    /// Uploads a file; returns its digest.
    pub async fn uploaded(&self, name: &str, content: &[u8]) -> String {
        let answer = upload(&self.admin, name, content).await;
        assert!(matches!(answer.status, 200 | 201), "{answer:?}");
        answer.body["digest"].as_str().unwrap().to_owned()
    }

    /// Adds a citation of this id with versions.
    pub async fn added(&self, id: &str, languages: Value) -> Value {
        let mut new = citation(&format!("Title of {id}"));
        new["id"] = id.into();
        new["languages"] = languages;
        let answer = self.admin.post("/api/citations", &new).await.unwrap();
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.body
    }

    /// Saves a citation; returns the response.
    pub async fn saved(&self, citation: &Value) -> Answer {
        let path = format!("/api/citations/{}", citation["id"].as_str().unwrap());
        self.admin.put(&path, citation).await.unwrap()
    }
}

/// Sends a file to be stored.
pub async fn upload(caller: &Caller, name: &str, content: &[u8]) -> Answer {
    let name: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
    let request = caller.request("POST", &format!("/api/files?name={name}")).body(content.to_vec());
    caller.send(request).await.unwrap()
}

/// A version with a stored file.
pub fn version(lang: &str, digest: &str) -> Value {
    json!({"lang": lang, "ksbgNumber": "", "file": {"digest": digest}})
}

/// Status, headers and bytes of an address, with request headers.
pub async fn fetched(
    caller: &Caller,
    path: &str,
    headers: &[(&str, &str)],
) -> (u16, reqwest::header::HeaderMap, Vec<u8>) {
    let request = headers
        .iter()
        .fold(caller.request("GET", path), |request, (name, value)| request.header(*name, *value));
    let answer = request.send().await.unwrap();
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    (status, headers, answer.bytes().await.unwrap().to_vec())
}

/// The header as text; empty without it.
pub fn text<'h>(headers: &'h reqwest::header::HeaderMap, name: &str) -> &'h str {
    headers.get(name).map_or("", |value| value.to_str().unwrap())
}

/// What an attempt brings, once it brings anything.
pub async fn eventually<T>(attempt: impl AsyncFn() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = attempt().await {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "it takes too long");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
