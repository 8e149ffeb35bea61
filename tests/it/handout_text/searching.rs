//! Search in handout texts: matches within files, how they are shown, and that they disappear with the setting.

use super::nightly::Texts;
use super::pdf;
use crate::support::replica::{Followed, state_of};
use crate::support::{Server, Start};
use serde_json::Value;

/// The hits of a visitor's search.
async fn hits(server: &Server, query: &str) -> Vec<Value> {
    let answer = server.visitor().get(&format!("/api/search?{query}")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.body["hits"]["hit"].as_array().unwrap().clone()
}

fn ids(hits: &[Value]) -> Vec<&str> {
    let mut ids: Vec<&str> =
        hits.iter().map(|hit| hit["id"].as_str().unwrap().trim_start_matches("citation:")).collect();
    ids.sort_unstable();
    ids
}

/// The results page of a search, in a language of the screens.
async fn page(server: &Server, path: &str, accepted: &str) -> String {
    let asked = server.visitor().request("GET", path).header("Accept-Language", accepted);
    asked.send().await.unwrap().text().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_of_a_nightly_run_are_found_and_shown() {
    let texts = Texts::start();
    let visitor = texts.server.visitor();
    let before = texts.admin.get("/api/citations/hard").await;
    texts.night().await;
    visitor.wait_until_found("analgesics", 2).await;
    let found = hits(&texts.server, "q=analgesics").await;
    assert_eq!(ids(&found), ["hard", "page"]);
    for hit in &found {
        assert_eq!((&hit["match"], &hit["textLang"]), (&"text".into(), &"English".into()), "{hit}");
        let snippet = hit["highlights"]["abstract"].as_str().unwrap();
        assert!(snippet.starts_with("In the handout: ") && snippet.contains("*analgesics*"), "{snippet}");
    }
    visitor.wait_until_found("beber en casa", 1).await;
    let spanish = hits(&texts.server, "q=beber+en+casa&lang=es").await;
    assert_eq!((&spanish[0]["id"], &spanish[0]["textLang"]), (&"citation:plain".into(), &"Spanish".into()));
    // A match in a title comes first, and a filter restricts the matches.
    assert_eq!(hits(&texts.server, "q=handout+hard").await[0].get("match"), None);
    let surgery = hits(&texts.server, "q=analgesics&fq=(and+departments:'Surgery')").await;
    assert_eq!(ids(&surgery), ["hard"]);
    let shown = page(&texts.server, "/search?q=beber+en+casa", "en").await;
    assert!(shown.contains(">Found in the handout</p>"), "{shown}");
    assert!(shown.contains("lang=\"es\"><span>Su niño puede comer y "), "{shown}");
    let shown = page(&texts.server, "/search?q=beber+en+casa", "es").await;
    assert!(shown.contains(">Encontrado en el texto del material</p>"), "{shown}");
    // Neither the citation nor its versions changed, so an editor's draft is still valid; only what was found in its file is new.
    let after = texts.admin.get("/api/citations/hard").await;
    let (mut known, etag) = (after.body.clone(), before.headers["etag"].to_str().unwrap());
    let version = known["languages"][0].as_object_mut().unwrap();
    assert!(version.remove("findings").is_some() && version.remove("otherFormat").is_some());
    assert_eq!(before.body, known);
    let request =
        texts.admin.request("PUT", "/api/citations/hard").header("if-match", etag).json(&after.body);
    assert_eq!(texts.admin.send(request).await.unwrap().status, 200);
    let texts = texts.next_night();
    texts.files.put("/hard.pdf", &pdf::handout("A new text about humidifiers."), "2");
    texts.night().await;
    let visitor = texts.server.visitor();
    visitor.wait_until_found("humidifiers", 1).await;
    visitor.wait_until_found("analgesics", 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_and_a_rebuilt_index_find_the_same_and_without_the_setting_nothing_is_found() {
    let texts = Texts::start();
    texts.night().await;
    texts.server.visitor().wait_until_found("analgesics", 2).await;
    let expected = hits(&texts.server, "q=analgesics").await;
    let folder = tempfile::tempdir().unwrap();
    let followed = Followed::new(folder.path(), &state_of(&texts.data()));
    let replica = followed.replica().run();
    replica.visitor().wait_until_found("analgesics", 2).await;
    assert_eq!(hits(&replica, "q=analgesics").await, expected);
    let (data, kept) = (texts.data(), texts.folder);
    assert!(texts.server.stop().success());
    std::fs::remove_dir_all(data.join("index")).unwrap();
    let settings = |start: Start| start.with("LINKS__CHECK", "nightly").with("LINKS__HOUR", 23);
    let again = settings(Start::on(&data)).with("HANDOUTS__TEXT", "nightly").run();
    again.visitor().wait_until_found("analgesics", 2).await;
    assert_eq!(hits(&again, "q=analgesics").await, expected);
    assert!(again.stop().success());
    let off = settings(Start::on(&data)).run();
    off.visitor().wait_until_found("analgesics", 0).await;
    assert_eq!(off.visitor().found("handout hard").await, 1);
    let db = rusqlite::Connection::open(data.join("catalogue.db")).unwrap();
    let stored: i64 = db.query_row("SELECT count(*) FROM handout_texts", [], |row| row.get(0)).unwrap();
    assert_eq!(stored, 0);
    drop(kept);
}
