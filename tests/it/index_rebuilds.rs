//! What searches answer while an index is rebuilt, and before the first one is complete.

use crate::support::provider::Provider;
use crate::support::{Answer, Caller, PATIENCE, Start, binary, citation, fill};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The version in the title of the citation that is saved repeatedly.
async fn version_found(visitor: &Caller) -> u64 {
    let answer = visitor.get("/api/search?q=counted&start=0").await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let title = answer.body["hits"]["hit"][0]["fields"]["title"][0].as_str().unwrap_or_default().to_owned();
    title.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{answer:?}"))
}

/// Searches until stopped; returns the first answer that was older than a previous one, with both versions.
async fn older_answer(visitor: Caller, stop: Arc<AtomicBool>) -> Option<(u64, u64)> {
    let mut newest = 0;
    while !stop.load(Ordering::Relaxed) {
        let found = version_found(&visitor).await;
        if found < newest {
            return Some((newest, found));
        }
        newest = found;
    }
    None
}

fn rebuild(data: &Path) {
    let done = Command::new(binary()).arg("--data").arg(data).arg("--rebuild-index").env_clear().output();
    let done = done.unwrap();
    assert!(done.status.success(), "{done:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_search_returns_an_older_state_while_an_index_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let others: Vec<Value> = (0..400).map(|n| citation(&format!("Handout {n}"))).collect();
    fill(&data, &others);
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    let mut saved = admin.post("/api/citations", &citation("Counted 1")).await.unwrap();
    assert_eq!(saved.status, 201, "{saved:?}");
    let stop = Arc::new(AtomicBool::new(false));
    let readers: Vec<_> =
        (0..3).map(|_| tokio::spawn(older_answer(server.visitor(), stop.clone()))).collect();
    let path = format!("/api/citations/{}", saved.body["id"].as_str().unwrap());
    let mut version = 1;
    for _ in 0..3 {
        let rebuilt_in = data.clone();
        let rebuilding = tokio::task::spawn_blocking(move || rebuild(&rebuilt_in));
        let mut after = None;
        // A second longer than the rebuild, so that the server switches to the new index within the loop.
        while after.is_none_or(|after: Instant| after.elapsed() < Duration::from_secs(1)) {
            if after.is_none() && rebuilding.is_finished() {
                after = Some(Instant::now());
            }
            version += 1;
            saved = admin.put(&path, &citation(&format!("Counted {version}"))).await.unwrap();
            assert_eq!(saved.status, 200, "{saved:?}");
            assert_eq!(version_found(&admin).await, version, "a saved change is searchable");
        }
        rebuilding.await.unwrap();
    }
    assert!(server.log().matches("switched to a rebuilt index").count() >= 3, "{}", server.log());
    stop.store(true, Ordering::Relaxed);
    for reader in readers {
        assert_eq!(reader.await.unwrap(), None, "an answer was older than one before it");
    }
}

/// The file size limit in bytes of the server: enough for an empty index, not for one of this catalogue.
const TOO_SMALL: u32 = 100_000;

fn allow_file_size(pid: u32, bytes: &str) {
    let limit = format!("--fsize={bytes}:unlimited");
    assert!(Command::new("prlimit").args(["--pid", &pid.to_string(), &limit]).status().unwrap().success());
}

/// Asserts that the answer reports that the catalogue is being prepared.
fn assert_preparing(answer: &Answer) {
    assert_eq!(answer.status, 503, "{answer:?}");
    assert_eq!(
        answer.body["detail"], "The catalogue is being prepared. It will be searchable in a moment.",
        "{answer:?}"
    );
    assert_eq!(answer.body["preparing"], true, "{answer:?}");
    let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=10).contains(&wait), "{answer:?}");
}

/// Asserts that the pages report, in their language, that the catalogue is being prepared, with a way to retry without
/// scripts.
async fn assert_page_preparing(visitor: &Caller) {
    let page = async |path: &str, language: &str| {
        let answer = visitor.request("GET", path).header("Accept-Language", language).send().await.unwrap();
        let retry_after = answer.headers().contains_key("retry-after");
        (answer.status().as_u16(), retry_after, answer.text().await.unwrap())
    };
    let (status, retry_after, results) = page("/search?q=handout", "es").await;
    assert_eq!((status, retry_after), (503, true), "{results}");
    assert!(results.contains("<html lang=\"es\"") && results.contains("Estamos preparando el catálogo."));
    assert!(results.contains("<a href=\"/search?q=handout&amp;page=1&amp;obsolete=false\">"), "{results}");
    let (status, _, home) = page("/", "en").await;
    assert_eq!(status, 200, "{home}");
    assert!(home.contains("The catalogue is being prepared.") && home.contains("name=\"q\""), "{home}");
}

#[tokio::test]
async fn searches_answer_503_until_the_first_index_is_complete() {
    const COUNT: u64 = 3_000;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let handout = |n| {
        let mut handout = citation(&format!("Handout {n}"));
        handout["id"] = json!(format!("c{n}"));
        handout["abstract"] = json!((0..20).map(|k| format!("word{n}x{k} ")).collect::<String>());
        handout
    };
    fill(&data, &(0..COUNT).map(handout).collect::<Vec<_>>());
    let _ = std::fs::remove_dir_all(data.join("index"));
    let provider = Provider::start();
    // A process that ignores the signal gets an error from its write, so the index cannot be completed.
    let limited = format!("trap '' XFSZ; prlimit --pid $$ --fsize={TOO_SMALL}:unlimited");
    let server = Start::on(&data).signed_in_at(&provider).after_shell(&limited).run();
    let (visitor, admin) = (server.visitor(), server.bearer(provider.admin()));
    for path in [
        "/api/search?q=handout&start=0",
        "/api/search",
        "/api/search/facets?updated=true",
        "/api/search/suggestions?q=hand",
        "/api/languages",
    ] {
        assert_preparing(&visitor.get(path).await);
    }
    assert_page_preparing(&visitor).await;
    assert_preparing(&admin.get("/api/search/download?q=handout").await);
    let change = json!({"query": {"q": "handout"}, "change": {"set": {"obsolete": true}}, "preview": true});
    assert_preparing(&admin.post("/api/system/bulk", &change).await.unwrap());
    assert_eq!(visitor.get("/api/citations/c7").await.status, 200, "citations are served");
    assert_eq!(visitor.get("/readyz").await.status, 503);

    allow_file_size(server.pid(), "unlimited");
    let begun = Instant::now();
    loop {
        let answer = visitor.get("/api/search?q=handout&start=0").await;
        if answer.status == 200 {
            assert_eq!(answer.body["hits"]["found"], COUNT, "all of it at once");
            break;
        }
        assert_preparing(&answer);
        assert!(begun.elapsed() < PATIENCE, "{}", server.log());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(visitor.get("/readyz").await.status, 200);
}

#[tokio::test]
async fn an_empty_catalogue_is_not_being_prepared() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let answer = server.visitor().get("/api/search?q=handout&start=0").await;
    assert_eq!((answer.status, &answer.body["hits"]["found"]), (200, &json!(0)), "{answer:?}");
    assert_eq!(server.visitor().get("/api/languages").await.status, 200);
}
