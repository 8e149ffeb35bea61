//! Citations that refer to stored files: saved, kept in their history, exported and imported.

use super::{Library, pdf, version};
use crate::support::{command, fill};
use serde_json::{Value, json};

#[tokio::test]
async fn a_version_with_a_file_has_its_address_and_keeps_it_when_the_address_is_sent_back() {
    let library = Library::start();
    let digest = library.uploaded("Fever.pdf", &pdf("a", 2)).await;
    let mut fever = library.added("fever", json!([version("Spanish", &digest)])).await;
    let row = &fever["languages"][0];
    let url = format!("{}/file/fever/es", library.server.address);
    assert_eq!(row["url"], url.as_str());
    let file = &row["file"];
    assert_eq!(
        (&file["digest"], &file["name"], &file["type"]),
        (&json!(digest), &json!("Fever.pdf"), &json!("application/pdf"))
    );
    assert_eq!((&file["pages"], &file["preview"], &row["pages"]), (&json!(2), &json!(true), &json!(2)));
    assert!(file["stored"].is_string() && file.get("withdrawn").is_none(), "{file}");
    fever["languages"] = json!([{"lang": "Spanish", "ksbgNumber": "KS1", "url": url}]);
    let kept = library.saved(&fever).await;
    assert_eq!(
        (kept.status, &kept.body["languages"][0]["file"]["digest"]),
        (200, &json!(digest)),
        "{kept:?}"
    );
    // The name is the sender's, with the extension of the type.
    fever["languages"] = json!([{"lang": "Spanish", "file": {"digest": digest, "name": "dir/Fiebre.doc"}}]);
    let named = library.saved(&fever).await;
    assert_eq!(named.body["languages"][0]["file"]["name"], "Fiebre.pdf", "{named:?}");
    fever["languages"] = json!([{"lang": "Spanish", "url": "https://example.org/a.pdf", "file": null}]);
    let linked = library.saved(&fever).await;
    assert_eq!((linked.status, linked.body["languages"][0].get("file")), (200, None), "{linked:?}");
}

#[tokio::test]
async fn what_a_version_cannot_have_is_named_by_its_field() {
    let library = Library::start();
    let digest = library.uploaded("a.pdf", &pdf("a", 1)).await;
    let mut fever = library.added("fever", json!([version("English", &digest)])).await;
    let own = fever["languages"][0]["url"].clone();
    let base = format!("{}/file", library.server.address);
    let check = async |fever: &mut Value, row: Value, field: &str| {
        fever["languages"] = json!([{"lang": "English", "ksbgNumber": ""}, row]);
        let answer = library.saved(fever).await;
        assert_eq!((answer.status, &answer.body["errors"][0]["field"]), (422, &json!(field)), "{answer:?}");
    };
    let spanish = |more: Value| {
        let mut row = json!({"lang": "Spanish"});
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        row
    };
    let file = "languages[1].file";
    check(&mut fever, spanish(json!({"file": {"digest": "0".repeat(64)}})), file).await;
    check(&mut fever, spanish(json!({"file": {"digest": "x"}})), file).await;
    check(&mut fever, spanish(json!({"file": "x"})), file).await;
    check(
        &mut fever,
        spanish(json!({"file": {"digest": digest}, "url": "https://example.org/"})),
        "languages[1].url",
    )
    .await;
    check(&mut fever, spanish(json!({"url": own})), "languages[1].url").await;
    check(&mut fever, spanish(json!({"url": format!("{base}/fever/es")})), "languages[1].url").await;
    // Both names have the tag es.
    fever["languages"] = json!([version("Spanish", &digest), version("Español", &digest)]);
    let same = library.saved(&fever).await;
    assert_eq!(
        (same.status, &same.body["errors"][0]["field"]),
        (422, &json!("languages[1].file")),
        "{same:?}"
    );
    fever["languages"] = json!([version("Spanish", &digest), version("Af Maay", &digest)]);
    let tag = json!({"tag": "es"});
    assert_eq!(library.saved(&fever).await.status, 200);
    let same = library.admin.put("/api/system/languages/Af%20Maay", &tag).await.unwrap();
    assert_eq!((same.status, &same.body["errors"][0]["field"]), (422, &json!("tag")), "{same:?}");
    fever["languages"] = json!([version("English", &digest), {"lang": ".."}]);
    assert_eq!(library.saved(&fever).await.status, 422);
}

#[tokio::test]
async fn the_pages_follow_the_file_until_a_person_sets_others() {
    let library = Library::start();
    let [two, three] =
        [library.uploaded("a.pdf", &pdf("a", 2)).await, library.uploaded("b.pdf", &pdf("b", 3)).await];
    let mut fever = library.added("fever", json!([version("English", &two)])).await;
    fever["languages"][0]["file"] = json!({"digest": three});
    let replaced = library.saved(&fever).await.body;
    assert_eq!(replaced["languages"][0]["pages"], 3);
    fever["languages"][0]["pages"] = json!(8);
    assert_eq!(library.saved(&fever).await.body["languages"][0]["pages"], 8);
    fever["languages"][0]["file"] = json!({"digest": two});
    assert_eq!(library.saved(&fever).await.body["languages"][0]["pages"], 8);
}

#[tokio::test]
async fn the_history_has_the_file_of_each_version_and_restores_it() {
    let library = Library::start();
    let [old, new] =
        [library.uploaded("old.pdf", &pdf("a", 1)).await, library.uploaded("new.pdf", &pdf("b", 1)).await];
    let mut fever = library.added("fever", json!([version("English", &old)])).await;
    fever["languages"] = json!([version("English", &new)]);
    assert_eq!(library.saved(&fever).await.status, 200);
    let versions = library.admin.get("/api/citations/fever/versions").await.body;
    let files = |n: usize| versions[n]["citation"]["languages"][0]["file"].clone();
    assert_eq!((&files(0)["digest"], &files(1)["digest"]), (&json!(new), &json!(old)));
    assert_eq!((&files(1)["name"], &files(1)["type"]), (&json!("old.pdf"), &json!("application/pdf")));
    assert_eq!(versions[0]["changed"], json!(["languages"]));
    let restored = library.admin.post("/api/citations/fever/restore", &json!({"version": 1})).await.unwrap();
    assert_eq!(restored.body["languages"][0]["file"]["digest"], json!(old), "{restored:?}");
}

#[tokio::test]
async fn an_export_names_the_file_and_can_be_imported_where_the_file_is() {
    let library = Library::start();
    let digest = library.uploaded("Fever.pdf", &pdf("a", 1)).await;
    library.added("fever", json!([version("English", &digest)])).await;
    let data = library.folder.path().join("data");
    let file = library.folder.path().join("out.jsonl");
    let (succeeded, output) = command(&data, &["export", file.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let row = &record["languages"][0];
    assert_eq!(row["file"], json!({"digest": digest, "name": "Fever.pdf"}));
    assert!(row["url"].is_null(), "{row}");
    let (succeeded, output) = command(&data, &["import", file.to_str().unwrap()]);
    assert!(succeeded && output.contains('1'), "{output}");
    let elsewhere = library.folder.path().join("elsewhere");
    let (succeeded, output) = command(&elsewhere, &["import", file.to_str().unwrap()]);
    assert!(!succeeded && output.contains("languages[0].file"), "{output}");
}

#[tokio::test]
async fn a_new_public_url_changes_addresses_and_no_citation() {
    let library = Library::with(|start| start.with("SERVER__PUBLIC_URL", "http://old.example:8080"));
    let digest = library.uploaded("a.pdf", &pdf("a", 1)).await;
    let fever = library.added("fever", json!([version("Spanish", &digest)])).await;
    assert_eq!(fever["languages"][0]["url"], "http://old.example:8080/file/fever/es");
    let library = library.restarted(|start| start.with("SERVER__PUBLIC_URL", "https://handouts.example"));
    let now = "https://handouts.example/file/fever/es";
    let visitor = library.server.visitor();
    assert_eq!(visitor.get("/api/citations/fever").await.body["languages"][0]["url"], now);
    let hits = visitor.get("/api/search?q=fever&start=0&lang=es").await.body;
    assert_eq!(hits["hits"]["hit"][0]["version"]["url"], now, "{hits}");
    let versions = library.admin.get("/api/citations/fever/versions").await.body;
    assert_eq!(versions.as_array().unwrap().len(), 1);
    let old = "http%3A%2F%2Fold.example%3A8080%2Ffile%2Ffever%2Fes";
    // The short code holds the digest of the path alone.
    let short = handout::model::page_urls::handout_digest("", "/file/fever/es");
    for code in [format!("url={old}"), format!("u={short}")] {
        let scanned = visitor.get(&format!("/qrredirect?id=fever&{code}")).await;
        assert_eq!((scanned.status, scanned.headers["location"].to_str().unwrap()), (302, now), "{code}");
    }
}

/// Imported citations lack what the form requires; a folder's files are attached to them all the same.
#[tokio::test]
async fn a_file_is_attached_to_a_version_of_an_incomplete_citation() {
    let library = Library::start();
    let data = library.folder.path().join("data");
    let link = "https://example.org/es.pdf";
    fill(
        &data,
        &[json!({"id": "bare", "title": "Bare", "languages": [
            {"lang": "English"}, {"lang": "Spanish", "url": link},
            {"lang": "Arabic", "ksbgNumber": "1"}, {"lang": "Arabic", "ksbgNumber": "2"},
        ]})],
    );
    let digest = library.uploaded("bare.pdf", &pdf("Bare", 1)).await;
    let attach = async |body: Value, tag: Option<&str>| {
        let request = library.admin.request("POST", "/api/citations/bare/attach").json(&body);
        let request = tag.iter().fold(request, |request, tag| request.header("if-match", *tag));
        library.admin.send(request).await.unwrap()
    };
    let now = library.admin.get("/api/citations/bare").await;
    let tag = now.headers["etag"].to_str().unwrap().to_owned();
    let english = json!({"lang": "english", "digest": digest});
    assert_eq!(attach(english.clone(), None).await.status, 428);
    assert_eq!(attach(english.clone(), Some("\"other\"")).await.status, 412);
    for (body, field) in [
        (json!({"lang": "Somali", "digest": digest}), "lang"),
        (json!({"lang": "Arabic", "digest": digest}), "lang"),
        (json!({"lang": "Arabic", "ksbgNumber": "3", "digest": digest}), "lang"),
        (json!({"lang": "English", "digest": "0".repeat(64)}), "digest"),
    ] {
        let refused = attach(body, Some(&tag)).await;
        assert_eq!(
            (refused.status, &refused.body["errors"][0]["field"]),
            (422, &json!(field)),
            "{refused:?}"
        );
    }
    let attached = attach(english, Some(&tag)).await;
    assert_eq!(attached.status, 200, "{attached:?}");
    let rows = attached.body["languages"].as_array().unwrap();
    assert_eq!((&rows[0]["file"]["name"], &rows[0]["pages"]), (&json!("bare.pdf"), &json!(1)), "{rows:?}");
    assert_eq!(rows[1]["url"], link);
    let spanish =
        attach(json!({"lang": "Spanish", "digest": digest}), attached.headers["etag"].to_str().ok()).await;
    assert_eq!(spanish.body["languages"][1]["file"]["digest"], json!(digest), "{spanish:?}");
    let second = json!({"lang": "Arabic", "ksbgNumber": "2", "digest": digest});
    let second = attach(second, spanish.headers["etag"].to_str().ok()).await;
    let rows = second.body["languages"].as_array().unwrap();
    assert_eq!((&rows[2]["file"], &rows[3]["file"]["digest"]), (&Value::Null, &json!(digest)), "{second:?}");
}
