//! Previews of first pages and pictures.

use super::{Library, eventually, fetched, pdf, text, version};
use crate::support::Caller;
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::json;
use std::io::Cursor;

/// The preview at this address, once it is drawn.
async fn drawn(caller: &Caller, path: &str) -> (u16, reqwest::header::HeaderMap, Vec<u8>) {
    eventually(async || {
        let answer = fetched(caller, path, &[]).await;
        if answer.0 == 503 {
            assert!(!text(&answer.1, "retry-after").is_empty());
        }
        (answer.0 != 503).then_some(answer)
    })
    .await
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let picture = RgbImage::from_fn(width, height, |x, _| Rgb([u8::try_from(x % 251).unwrap(), 9, 9]));
    picture.write_to(&mut Cursor::new(&mut file), ImageFormat::Png).unwrap();
    file
}

#[tokio::test]
async fn the_first_page_is_drawn_in_three_widths() {
    let library = Library::start();
    let digest = library.uploaded("fever.pdf", &pdf("Call the clinic when the fever lasts", 3)).await;
    let citation = library.added("fever", json!([version("English", &digest)])).await;
    assert_eq!(citation["languages"][0]["file"]["preview"], true);
    let visitor = library.server.visitor();
    for width in [160, 320, 640] {
        for path in [
            format!("/file/fever/en/preview?w={width}"),
            format!("/file/fever/en/{digest}/preview?w={width}"),
        ] {
            let (status, headers, bytes) = drawn(&visitor, &path).await;
            assert_eq!((status, text(&headers, "content-type")), (200, "image/png"), "{path}");
            assert_eq!(text(&headers, "cache-control"), "no-cache");
            let picture = image::load_from_memory(&bytes).unwrap().to_luma8();
            assert_eq!(picture.width(), width);
            assert!((picture.height() * 612).abs_diff(width * 792) < 612, "{}", picture.height());
            assert!(picture.pixels().any(|pixel| pixel.0[0] < 220), "the text is drawn");
            assert_eq!(picture.get_pixel(0, 0).0[0], 255, "on white");
            let tag = text(&headers, "etag").to_owned();
            assert_eq!(fetched(&visitor, &path, &[("if-none-match", &tag)]).await.0, 304);
        }
    }
    let (status, ..) = drawn(&library.admin, &format!("/api/files/{digest}/preview?w=160")).await;
    assert_eq!(status, 200);
    for path in ["/file/fever/en/preview", "/file/fever/en/preview?w=161", "/file/fever/en/preview?w=x"] {
        assert_eq!(fetched(&visitor, path, &[]).await.0, 400, "{path}");
    }
    assert_eq!(fetched(&visitor, "/file/fever/es/preview?w=160", &[]).await.0, 404);
    assert_eq!(fetched(&visitor, &format!("/api/files/{digest}/preview?w=160"), &[]).await.0, 401);
    let (status, headers, _) = fetched(&visitor, "/file/fever/English/preview?w=160", &[]).await;
    assert_eq!((status, text(&headers, "location")), (308, "/file/fever/en/preview?w=160"));
}

#[tokio::test]
async fn a_file_without_a_picture_has_no_preview_and_is_not_tried_again() {
    let library = Library::start();
    let sound = library.uploaded("a.txt", b"Plain text of a handout").await;
    // Its pixels need more memory than there is.
    let bomb = library.uploaded("bomb.png", &png_head(30_000, 30_000)).await;
    library.added("fever", json!([version("English", &sound), version("Spanish", &bomb)])).await;
    let before = library.admin.get("/api/citations/fever").await;
    let visitor = library.server.visitor();
    assert_eq!(fetched(&visitor, "/file/fever/en/preview?w=160", &[]).await.0, 404);
    assert_eq!(drawn(&visitor, "/file/fever/es/preview?w=160").await.0, 404);
    let shown = visitor.get("/api/citations/fever").await.body;
    assert_eq!(shown["languages"][0]["file"]["preview"], false);
    assert_eq!(shown["languages"][1]["file"]["preview"], false);
    // The draft of an editor stays valid.
    let tag = text(&before.headers, "etag");
    let request =
        library.admin.request("PUT", "/api/citations/fever").header("if-match", tag).json(&before.body);
    assert_eq!(library.admin.send(request).await.unwrap().status, 200);
    assert_eq!(visitor.get("/api/search?q=fever").await.body["hits"]["hit"][0].get("preview"), None);
}

/// The beginning of a picture that declares so many pixels.
fn png_head(width: u32, height: u32) -> Vec<u8> {
    let mut file = png(1, 1);
    file[16..20].copy_from_slice(&width.to_be_bytes());
    file[20..24].copy_from_slice(&height.to_be_bytes());
    let mut checksum = flate2::Crc::new();
    checksum.update(&file[12..29]);
    file[29..33].copy_from_slice(&checksum.sum().to_be_bytes());
    file
}

#[tokio::test]
async fn hits_and_packets_name_the_preview_of_the_version_that_is_shown() {
    let library = Library::start();
    let english = library.uploaded("fever.png", &png(700, 300)).await;
    let spanish = library.uploaded("fiebre.png", &png(48, 32)).await;
    library
        .added("fever", json!([version("Spanish", &spanish), version("English", &english), {"lang": "Somali", "url": "https://a.example/x.pdf"}]))
        .await;
    library.added("linked", json!([{"lang": "English", "url": "https://a.example/y.pdf"}])).await;
    let visitor = library.server.visitor();
    let base =
        library.server.visitor().get("/api/config").await.body["publicUrl"].as_str().unwrap().to_owned();
    for (lang, tag) in [("", "en"), ("&lang=es", "es"), ("&lang=so", "en")] {
        let found = visitor.get(&format!("/api/search?q=fever{lang}")).await.body;
        assert_eq!(found["hits"]["hit"][0]["preview"], format!("{base}/file/fever/{tag}/preview"), "{lang}");
    }
    let found = visitor.get("/api/search?q=linked").await.body;
    assert_eq!(found["hits"]["hit"][0].get("preview"), None);
    let (_, _, small) = drawn(&visitor, "/file/fever/es/preview?w=160").await;
    let picture = image::load_from_memory(&small).unwrap();
    assert_eq!((picture.width(), picture.height()), (48, 32), "nothing is enlarged");
    let packet = json!({"title": "After fever", "description": null, "department": null, "published": true,
        "items": [{"citation": "fever", "note": null}, {"citation": "linked", "note": null}]});
    let packet = library.admin.post("/api/packets", &packet).await.unwrap();
    assert_eq!(packet.status, 201, "{packet:?}");
    let id = packet.body["id"].as_str().unwrap();
    let shown = visitor.get(&format!("/api/packets/{id}?lang=es")).await.body;
    assert_eq!(shown["items"][0]["preview"], format!("{base}/file/fever/es/preview"));
    assert_eq!(shown["items"][1].get("preview"), None);
    for (lang, own, other) in [("es", "es", "en"), ("", "en", "es")] {
        let (_, _, page) = fetched(&visitor, &format!("/packet/{id}?lang={lang}"), &[]).await;
        let page = String::from_utf8_lossy(&page).into_owned();
        // In the markup a preview has a width.
        let has_picture = |tag: &str| page.contains(&format!("/file/fever/{tag}/preview?w="));
        assert!(has_picture(own) && !has_picture(other), "{lang}: {page}");
    }
}

#[tokio::test]
async fn a_withdrawn_file_has_no_preview() {
    let library = Library::start();
    let digest = library.uploaded("fever.pdf", &pdf("Call the clinic", 1)).await;
    library.added("fever", json!([version("English", &digest)])).await;
    let path = "/file/fever/en/preview?w=160";
    assert_eq!(drawn(&library.server.visitor(), path).await.0, 200);
    let reason = json!({"reason": "A patient's name"});
    let withdrawn = library.admin.post(&format!("/api/files/{digest}/withdraw"), &reason).await.unwrap();
    assert_eq!(withdrawn.status, 204);
    assert_eq!(fetched(&library.server.visitor(), path, &[]).await.0, 410);
    let left = std::fs::read_dir(library.folder.path().join("data/previews")).unwrap().count();
    assert_eq!(left, 0);
}
