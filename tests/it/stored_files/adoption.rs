//! Links that become stored files, and copies of what links serve.

use super::{Library, fetched, pdf, text};
use crate::support::fault_server::{FaultServer, PDF};
use crate::support::{PATIENCE, run_in};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn links(files: &FaultServer) -> Library {
    Library::with(|start| start.with("LINKS__ALLOW_HOSTS", format!("[\"127.0.0.1:{}\"]", files.port)))
}

fn link(lang: &str, url: &str) -> Value {
    json!({"lang": lang, "ksbgNumber": "", "url": url})
}

#[tokio::test]
async fn store_here_makes_a_link_a_file_and_printed_codes_keep_leading_there() {
    let files = FaultServer::start();
    let library = links(&files);
    let content = pdf("Fever", 2);
    files.put("/Fever%20care.pdf", &content, "1");
    let url = files.url("/Fever%20care.pdf");
    library
        .added("fever", json!([link("English", &url), link("Spanish", "https://example.org/es.pdf")]))
        .await;
    let store = async |url: &str, tag: Option<&str>| {
        let request = library.admin.request("POST", "/api/citations/fever/store").json(&json!({"url": url}));
        let request = tag.iter().fold(request, |request, tag| request.header("if-match", *tag));
        library.admin.send(request).await.unwrap()
    };
    let now = library.admin.get("/api/citations/fever").await;
    let tag = text(&now.headers, "etag");
    assert_eq!(store(&url, None).await.status, 428);
    assert_eq!(store(&url, Some("\"other\"")).await.status, 412);
    assert_eq!(store("https://example.org/none.pdf", Some(tag)).await.status, 404);
    let stored = store(&url, Some(tag)).await;
    assert_eq!(stored.status, 200, "{stored:?}");
    let row = &stored.body["languages"][0];
    assert_eq!((&row["file"]["name"], &row["pages"]), (&json!("Fever care.pdf"), &json!(2)), "{row}");
    assert_eq!(stored.body["languages"][1]["url"], "https://example.org/es.pdf");
    assert_eq!(fetched(&library.server.visitor(), "/file/fever/en", &[]).await.2, content);
    let printed: String = url::form_urlencoded::byte_serialize(url.as_bytes()).collect();
    let scanned = library.server.visitor().get(&format!("/qrredirect?id=fever&url={printed}")).await;
    assert_eq!(text(&scanned.headers, "location"), format!("{}/file/fever/en", library.server.address));
}

#[tokio::test]
async fn a_link_that_is_not_a_whole_file_stays_a_link_and_says_why() {
    let files = FaultServer::start();
    let library = links(&files);
    let paths = ["/page-where-a-file-was.pdf", "/page", "/status/404", "/always-a-part", "/huge"];
    let rows: Vec<Value> = ["English", "Spanish", "Somali", "Arabic", "Hmong"]
        .iter()
        .zip(paths)
        .map(|(lang, path)| link(lang, &files.url(path)))
        .collect();
    library.added("fever", json!(rows)).await;
    let expected = [
        ("soft404", "web page"),
        ("ok", "web page"),
        ("gone", "gone"),
        ("ok", "incomplete"),
        ("unchecked", "large"),
    ];
    for (path, (result, reason)) in paths.iter().zip(expected) {
        let body = json!({"url": files.url(path)});
        let request =
            library.admin.request("POST", "/api/citations/fever/store").json(&body).header("if-match", "*");
        let answer = library.admin.send(request).await.unwrap();
        assert_eq!((answer.status, &answer.body["result"]), (422, &json!(result)), "{path}: {answer:?}");
        assert!(answer.body["reason"].as_str().unwrap().contains(reason), "{path}: {answer:?}");
    }
    let now = library.server.visitor().get("/api/citations/fever").await.body;
    assert_eq!(
        now["languages"].as_array().unwrap().iter().filter(|row| row.get("file").is_some()).count(),
        0
    );
}

#[tokio::test]
async fn adopting_reports_each_link_and_can_be_repeated() {
    let files = FaultServer::start();
    let library = links(&files);
    files.put("/a.pdf", &pdf("a", 1), "1");
    let paths = ["/a.pdf", "/packed.pdf", "/ends-early", "/page"];
    let rows: Vec<Value> = ["English", "Spanish", "Somali", "Arabic"]
        .iter()
        .zip(paths)
        .map(|(lang, path)| link(lang, &files.url(path)))
        .collect();
    library.added("fever", json!(rows)).await;
    library.added("other", json!([link("English", &files.url("/a.pdf"))])).await;
    let data = library.folder.path().join("data");
    let hosts = format!("[\"127.0.0.1:{}\"]", files.port);
    let settings = [("HANDOUT_LINKS__ALLOW_HOSTS", &*hosts)];
    let adopt = |more: &[&str]| {
        let args: Vec<&str> = ["--data", data.to_str().unwrap(), "files", "adopt"]
            .into_iter()
            .chain(more.iter().copied())
            .collect();
        run_in(library.folder.path(), &settings, &args)
    };
    let dry = adopt(&["--dry-run"]);
    assert!(
        dry.code == Some(0) && dry.stdout.contains("/a.pdf\n") && dry.stdout.contains("4 links"),
        "{dry:?}"
    );
    assert_eq!(files.requests().len(), 0);
    for named in ["127.0.0.1".to_owned(), format!("127.0.0.1:{}", files.port)] {
        let dry = adopt(&["--dry-run", "--host", &named]);
        assert!(dry.stdout.contains("4 links"), "{named}: {dry:?}");
    }
    let elsewhere = adopt(&["--host", "example.org"]);
    assert!(elsewhere.code == Some(0) && elsewhere.stdout.contains("0 of 0 links"), "{elsewhere:?}");
    let first = adopt(&[]);
    let says = |path: &str, words: &str| {
        let line = first.stdout.lines().find(|line| line.contains(path)).unwrap_or_default();
        assert!(line.contains(words), "{path}: {first:?}");
    };
    assert_eq!(first.code, Some(1), "{first:?}");
    says("/a.pdf", ": stored");
    says("/packed.pdf", ": stored");
    says("/ends-early", "incomplete");
    says("/page", "a web page, not a file");
    let visitor = library.server.visitor();
    assert_eq!(fetched(&visitor, "/file/fever/es", &[]).await.2, PDF);
    for address in ["/file/fever/en", "/file/other/en"] {
        assert_eq!(fetched(&visitor, address, &[]).await.2, pdf("a", 1));
    }
    let again = adopt(&[]);
    assert!(again.code == Some(1) && again.stdout.contains("0 of 2 links"), "{again:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_of_what_a_link_served_are_shown_for_their_day() {
    let files = FaultServer::start();
    let library = Library::with(|start| {
        start
            .with("LINKS__ALLOW_HOSTS", format!("[\"127.0.0.1:{}\"]", files.port))
            .with("LINKS__CHECK", "nightly")
            .with("FILES__KEEP", "changed")
    });
    let content = pdf("Fever", 1);
    files.put("/fever.pdf", &content, "1");
    let url = files.url("/fever.pdf");
    library.added("fever", json!([link("English", &url)])).await;
    let asked = library
        .admin
        .post("/api/system/links/check", &json!({"citation": "fever", "url": url}))
        .await
        .unwrap();
    assert_eq!(asked.status, 202, "{asked:?}");
    let today = jiff::Zoned::now().date();
    let staff = library.server.bearer(library.provider.staff());
    let begun = Instant::now();
    let record = loop {
        let record = staff.get(&format!("/api/citations/fever?asOf={today}")).await.body;
        if record["languages"][0]["copy"].is_object() {
            break record;
        }
        assert!(begun.elapsed() < PATIENCE, "{record}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let row = &record["languages"][0];
    assert_eq!(
        (&row["url"], &row["copy"]["type"], &row["copy"]["size"]),
        (&json!(url), &json!("application/pdf"), &json!(content.len()))
    );
    let (status, _, bytes) = fetched(&staff, &format!("/file/fever/en?asOf={today}"), &[]).await;
    assert_eq!((status, bytes), (200, content));
    // It has no public address.
    let digest = row["copy"]["digest"].as_str().unwrap();
    assert_eq!(fetched(&library.server.visitor(), &format!("/file/fever/en/{digest}"), &[]).await.0, 404);
    assert_eq!(library.server.visitor().get("/file/fever/en").await.status, 302);
}
