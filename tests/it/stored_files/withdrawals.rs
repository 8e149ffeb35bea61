//! Content that was stored by mistake.

use super::{Library, fetched, pdf, upload, version};
use crate::support::command;
use serde_json::{Value, json};

#[tokio::test]
async fn a_withdrawn_file_is_gone_everywhere_and_never_stored_again() {
    let library = Library::start();
    let (content, other) = (pdf("Jane Doe", 1), pdf("b", 1));
    let digest = library.uploaded("a.pdf", &content).await;
    let kept = library.uploaded("b.pdf", &other).await;
    let mut fever =
        library.added("fever", json!([version("English", &digest), version("Spanish", &kept)])).await;
    let path = format!("/api/files/{digest}/withdraw");
    let withdraw = async |reason: Value| library.admin.post(&path, &reason).await.unwrap().status;
    assert_eq!(withdraw(json!({"reason": " "})).await, 422);
    assert_eq!(withdraw(json!({})).await, 422);
    let unknown = format!("/api/files/{}/withdraw", "0".repeat(64));
    let reason = json!({"reason": "a patient's name"});
    assert_eq!(library.admin.post(&unknown, &reason).await.unwrap().status, 404);
    assert_eq!(withdraw(reason.clone()).await, 204);
    assert_eq!(withdraw(reason).await, 204);

    let visitor = library.server.visitor();
    for address in ["/file/fever/en".to_owned(), format!("/file/fever/en/{digest}")] {
        let (status, _, page) = fetched(&visitor, &address, &[]).await;
        let page = String::from_utf8(page).unwrap();
        assert_eq!(status, 410, "{page}");
        assert!(page.contains("a patient&#39;s name") || page.contains("a patient's name"), "{page}");
        assert!(page.contains("/file/fever/es") && !page.contains("/file/fever/en"), "{page}");
    }
    let api = library.admin.get(&format!("/api/files/{digest}")).await;
    assert_eq!(
        (api.status, api.headers["content-type"].to_str().unwrap()),
        (410, "application/problem+json")
    );
    assert!(!library.folder.path().join("data/files").join(&digest[..2]).join(&digest).exists());
    let refused = upload(&library.admin, "a.pdf", &content).await;
    assert_eq!(refused.status, 422, "{refused:?}");
    assert!(refused.body["detail"].as_str().unwrap().contains("a patient's name"), "{refused:?}");

    let now = visitor.get("/api/citations/fever").await.body;
    let files = [&now["languages"][0]["file"], &now["languages"][1]["file"]];
    assert_eq!(files[0]["withdrawn"]["reason"], "a patient's name", "{now}");
    assert_eq!(files.map(|file| file["preview"].clone()), [json!(false), json!(true)], "{now}");
    // Sent back unchanged it is accepted, in another version it is not.
    fever["abstract"] = "Other words.".into();
    assert_eq!(library.saved(&fever).await.status, 200);
    fever["languages"] = json!([version("Somali", &digest)]);
    let elsewhere = library.saved(&fever).await;
    assert_eq!((elsewhere.status, &elsewhere.body["errors"][0]["field"]), (422, &json!("languages[0].file")));
    fever["languages"] = json!([version("English", &kept)]);
    assert_eq!(library.saved(&fever).await.status, 200);
    let restored = library.admin.post("/api/citations/fever/restore", &json!({"version": 1})).await.unwrap();
    assert_eq!((restored.status, &restored.body["languages"][0]["file"]["digest"]), (200, &json!(digest)));
}

#[tokio::test]
async fn an_export_says_that_a_file_was_withdrawn_and_is_imported_anywhere() {
    let library = Library::start();
    let digest = library.uploaded("a.pdf", &pdf("Jane Doe", 1)).await;
    library.added("fever", json!([version("English", &digest)])).await;
    let reason = json!({"reason": "a mistake"});
    let path = format!("/api/files/{digest}/withdraw");
    assert_eq!(library.admin.post(&path, &reason).await.unwrap().status, 204);
    let file = library.folder.path().join("out.jsonl");
    let data = library.folder.path().join("data");
    let (succeeded, output) = command(&data, &["export", file.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let exported = std::fs::read_to_string(&file).unwrap();
    let record: Value = serde_json::from_str(&exported).unwrap();
    assert_eq!(record["languages"][0]["file"]["withdrawn"]["reason"], "a mistake", "{record}");
    for data in [data, library.folder.path().join("elsewhere")] {
        let (succeeded, output) = command(&data, &["import", file.to_str().unwrap()]);
        assert!(succeeded, "{output}");
    }
    let without: Value = {
        let mut record = record;
        record["languages"][0]["file"].as_object_mut().unwrap().remove("withdrawn");
        record
    };
    std::fs::write(&file, without.to_string()).unwrap();
    let (succeeded, output) =
        command(&library.folder.path().join("third"), &["import", file.to_str().unwrap()]);
    assert!(!succeeded, "{output}");
}
