//! What the page of a citation shows of its files, as the server sends it.

use super::{Library, fetched, pdf, text, version};
use serde_json::json;

/// An MP3 frame after an empty tag.
const SOUND: &[u8] = b"ID3\x04\x00\x00\x00\x00\x00\x00\xff\xfb\x90\x00";

#[tokio::test]
async fn the_page_names_the_types_of_files_plays_sound_and_says_what_was_withdrawn() {
    let library = Library::start();
    let sound = [SOUND, &[0; 1_000]].concat();
    let files = [
        version("English", &library.uploaded("a.pdf", &pdf("a", 1)).await),
        version("Spanish", &library.uploaded("b.mp3", &sound).await),
        version("Somali", &library.uploaded("c.pdf", &pdf("Jane Doe", 1)).await),
    ];
    library.added("fever", json!(files)).await;
    let path = format!("/api/files/{}/withdraw", files[2]["file"]["digest"].as_str().unwrap());
    let reason = json!({"reason": "It named a person."});
    assert_eq!(library.admin.post(&path, &reason).await.unwrap().status, 204);

    let (status, headers, page) = fetched(&library.server.visitor(), "/citation/title-of-fever", &[]).await;
    let page = String::from_utf8(page).unwrap();
    assert_eq!(status, 200, "{page}");
    let shown = |tag: &str, name: &str| {
        page.contains(&format!("/file/fever/{tag}\" target=\"_blank\""))
            && page.contains(&format!("> {name}</span>"))
    };
    assert!(shown("en", "PDF") && shown("es", "MP3"), "{page}");
    assert!(page.contains("src=\"/file/fever/es\"") && page.matches("<audio").count() == 1, "{page}");
    assert!(text(&headers, "content-security-policy").contains("media-src 'self'"));
    assert!(page.contains("Reason: <bdi>It named a person.</bdi>"), "{page}");
    assert!(!page.contains("/file/fever/so\" target"), "{page}");
    for frame in ["<iframe", "<embed", "<object"] {
        assert!(!page.contains(frame), "{page}");
    }
}
