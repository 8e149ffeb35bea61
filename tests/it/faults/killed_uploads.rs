//! kill -9 at random moments while files are uploaded, saved, replaced and cleaned up.

use super::{Moments, kill_rounds};
use crate::stored_files::{fetched, pdf, upload, version};
use crate::support::database::rewrite;
use crate::support::provider::Provider;
use crate::support::{Caller, Start, citation, sha256};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Files of this size take some chunks to receive.
const PADDING: usize = 700_000;
const UPLOADERS: usize = 3;

/// What a server has acknowledged: contents by digest, and the digest of each citation.
#[derive(Default)]
struct Acknowledged {
    files: BTreeMap<String, Vec<u8>>,
    saved: BTreeMap<String, String>,
}

/// Nothing that was acknowledged is lost, no half file is in the store, and every citation's file is whole.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_acknowledged_file_is_never_lost_and_none_is_half_stored() {
    let rounds = kill_rounds();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let known = Arc::new(Mutex::new(Acknowledged::default()));
    let mut moments = Moments::new("killed uploads");
    let start = || Start::on(&data).signed_in_at(&provider).run();
    for round in 0..rounds {
        let server = start();
        let admin = server.bearer(provider.admin());
        let work: Vec<_> = (0..UPLOADERS)
            .map(|n| tokio::spawn(upload_and_save(admin.clone(), format!("{round}-{n}"), known.clone())))
            .collect();
        tokio::time::sleep(moments.within(Duration::from_millis(900))).await;
        server.kill();
        for one in work {
            one.await.unwrap();
        }
        for file in files_in(&data.join("files")) {
            let name = file.file_name().unwrap().to_str().unwrap().to_owned();
            if !name.starts_with("file-") {
                assert_eq!(sha256(&std::fs::read(&file).unwrap()), name, "a half file is stored");
            }
        }
        // Every unused file is due: the cleanup is killed in the next round.
        rewrite(&data.join("catalogue.db"), "UPDATE stored_files SET last_used = '2020-01-01T00:00:00.000Z'");
        let server = start();
        let visitor = server.visitor();
        let acknowledged: Vec<(String, String)> = {
            let known = known.lock().unwrap();
            known.saved.iter().map(|(id, digest)| (id.clone(), digest.clone())).collect()
        };
        for (id, saved) in acknowledged {
            let now = visitor.get(&format!("/api/citations/{id}")).await.body;
            assert_eq!(now["languages"][0]["file"]["digest"], json!(saved), "{now}");
            let (status, _, bytes) = fetched(&visitor, &format!("/file/{id}/en"), &[]).await;
            assert_eq!((status, sha256(&bytes)), (200, saved), "{id}");
        }
        tokio::time::sleep(moments.within(Duration::from_millis(100))).await;
        server.kill();
    }
    let server = start();
    let mut whole = 0;
    let files: Vec<(String, Vec<u8>)> = {
        let known = known.lock().unwrap();
        known.files.iter().map(|(digest, bytes)| (digest.clone(), bytes.clone())).collect()
    };
    let admin = server.bearer(provider.admin());
    for (digest, bytes) in files {
        // What nothing refers to may be gone, but never half of it; uploaded again, it is there again.
        let (status, _, stored) = fetched(&admin, &format!("/api/files/{digest}/content"), &[]).await;
        match status {
            200 => assert_eq!(stored, bytes),
            404 => assert!(matches!(upload(&admin, "again.pdf", &bytes).await.status, 200 | 201)),
            other => panic!("{digest}: {other}"),
        }
        whole += 1;
    }
    println!("{whole} files were acknowledged in {rounds} rounds");
}

async fn upload_and_save(admin: Caller, name: String, known: Arc<Mutex<Acknowledged>>) {
    let id = format!("c{name}");
    let mut saved: Option<Value> = None;
    for n in 0.. {
        let mut content = pdf(&format!("{name} {n}"), 1);
        content.resize(content.len() + PADDING, b'%');
        let path = format!("/api/files?name={name}.pdf");
        let Ok(answer) = admin.send(admin.request("POST", &path).body(content.clone())).await else { return };
        assert!(matches!(answer.status, 200 | 201), "{answer:?}");
        let digest = answer.body["digest"].as_str().unwrap().to_owned();
        known.lock().unwrap().files.insert(digest.clone(), content);
        let mut next = saved.clone().unwrap_or_else(|| citation(&format!("Title {name}")));
        next["id"] = id.as_str().into();
        next["languages"] = json!([version("English", &digest)]);
        let answer = match saved {
            None => admin.post("/api/citations", &next).await,
            Some(_) => admin.put(&format!("/api/citations/{id}"), &next).await,
        };
        let Ok(answer) = answer else {
            // It may have been saved: only what is known for sure is asserted.
            known.lock().unwrap().saved.remove(&id);
            return;
        };
        assert!(matches!(answer.status, 200 | 201), "{answer:?}");
        known.lock().unwrap().saved.insert(id.clone(), digest);
        saved = Some(answer.body);
    }
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => found.extend(files_in(&entry.path())),
            false => found.push(entry.path()),
        }
    }
    found
}
