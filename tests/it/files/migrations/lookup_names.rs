//! Schema 24: the addresses of languages that were deleted before.

use super::make_earlier;
use crate::support::{Start, citation, fill};
use rusqlite::Connection;
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_a_language_deleted_before_never_leads_to_another_language() {
    let folder = tempfile::tempdir().unwrap();
    let (present, earlier) = (folder.path().join("present"), folder.path().join("earlier"));
    let in_languages = |languages: &[&str]| {
        let mut fever = citation("Fever");
        fever["id"] = "fever".into();
        let version = |lang: &&str| json!({"lang": lang, "url": format!("https://example.org/{lang}.pdf")});
        fever["languages"] = languages.iter().map(version).collect();
        fever
    };
    fill(&present, &[in_languages(&["English"])]);
    let database = make_earlier(&present.join("catalogue.db"), 23, &earlier);
    let db = Connection::open(&database).unwrap();
    // The next value that is added gets this key.
    db.execute_batch(
        "INSERT INTO language_addresses (citation, url, language) \
         SELECT (SELECT key FROM citations), 'https://example.org/Klingonese.pdf', max(key) + 1 FROM lookup_values",
    )
    .unwrap();
    drop(db);
    assert!(Start::on(&earlier).run().stop().success());
    fill(&earlier, &[in_languages(&["English", "Elvish"])]);
    let server = Start::on(&earlier).run();
    let leads = async |lang: &str| {
        let path = format!("/qrredirect?id=fever&url=https%3A%2F%2Fexample.org%2F{lang}.pdf");
        server.visitor().get(&path).await.headers["location"].to_str().unwrap().to_owned()
    };
    assert_eq!(leads("Elvish").await, "https://example.org/Elvish.pdf");
    assert_eq!(leads("Klingonese").await, "/citation/fever");
}
