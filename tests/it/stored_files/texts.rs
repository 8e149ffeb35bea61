//! The texts of stored files: searched, and measured.

use super::{Library, pdf, version};
use crate::support::PATIENCE;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A hundred and twenty words.
fn long_text(word: &str) -> String {
    format!("Call the clinic when your child has a {word}. ").repeat(13)
}

#[tokio::test]
async fn a_stored_file_is_searched_and_measured_soon_after_its_upload() {
    let library =
        Library::with(|start| start.with("HANDOUTS__TEXT", "nightly").with("HANDOUTS__PDFTOTEXT", ""));
    let [old, new] = [
        library.uploaded("a.txt", long_text("xylophonitis").as_bytes()).await,
        library.uploaded("b.pdf", &pdf(&long_text("kazooitis"), 1)).await,
    ];
    let measured = async |digest: &str| -> Value {
        let begun = Instant::now();
        loop {
            let file = library.admin.get(&format!("/api/files/{digest}?lang=en")).await.body;
            if file["readingLevel"].is_object() {
                return file["readingLevel"].clone();
            }
            assert!(begun.elapsed() < PATIENCE, "{file}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    for digest in [&old, &new] {
        assert!(measured(digest).await["grade"].is_number());
    }
    let mut fever = library.added("fever", json!([version("English", &old)])).await;
    library.admin.wait_until_found("xylophonitis", 1).await;
    fever["languages"] = json!([version("English", &new)]);
    assert_eq!(library.saved(&fever).await.status, 200);
    library.admin.wait_until_found("kazooitis", 1).await;
    library.admin.wait_until_found("xylophonitis", 0).await;
    let path = format!("/api/files/{new}/withdraw");
    assert_eq!(library.admin.post(&path, &json!({"reason": "a mistake"})).await.unwrap().status, 204);
    library.admin.wait_until_found("kazooitis", 0).await;
}
