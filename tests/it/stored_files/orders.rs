//! The files of orders.

use super::{Library, fetched, pdf, text, version};
use serde_json::{Value, json};

/// The entries of an archive by their local headers, which state size and CRC-32.
fn unzipped(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let number = |at: usize, bytes: usize| {
        (0..bytes).fold(0, |number, n| number | usize::from(archive[at + n]) << (8 * n))
    };
    let (mut entries, mut at) = (Vec::new(), 0);
    while number(at, 4) == 0x0403_4b50 {
        assert_eq!(number(at + 6, 2) & 8, 0, "no data descriptor");
        let (crc32, size) = (number(at + 14, 4), number(at + 22, 4));
        let (name, extra) = (number(at + 26, 2), number(at + 28, 2));
        let content = at + 30 + name + extra;
        let bytes = archive[content..content + size].to_vec();
        assert_eq!(crc32fast::hash(&bytes) as usize, crc32);
        entries.push((String::from_utf8(archive[at + 30..at + 30 + name].to_vec()).unwrap(), bytes));
        at = content + size;
    }
    assert_eq!(number(at, 4), 0x0201_4b50, "the directory follows");
    entries
}

fn line(id: &str, lang: &str, quantity: u32) -> Value {
    json!({"id": id, "lang": lang, "quantity": quantity, "title": id})
}

#[tokio::test]
async fn a_line_has_the_file_as_of_submission_and_the_one_of_now() {
    let library = Library::start();
    let [old, new] =
        [library.uploaded("a.pdf", &pdf("old", 1)).await, library.uploaded("b.pdf", &pdf("new", 1)).await];
    let mut fever = library.added("fever", json!([version("English", &old)])).await;
    let mut order = crate::support::order(&fever, 5);
    order["orders"] = json!([line("fever", "English", 5)]);
    let number = library.admin.post("/api/user/order", &order).await.unwrap().body["number"].clone();
    let path = format!("/api/orders/{}", number.as_str().unwrap());
    let first_line = async || library.admin.get(&path).await.body["lines"][0].clone();
    let base = format!("{}/file/fever/en", library.server.address);
    let found = first_line().await;
    assert_eq!(found["file"], json!({"digest": old, "url": format!("{base}/{old}")}), "{found}");
    assert_eq!((&found["url"], found.get("fileNow")), (&json!(base), None));
    fever["languages"] = json!([version("English", &new)]);
    fever = library.saved(&fever).await.body;
    let found = first_line().await;
    assert_eq!(found["file"]["digest"], json!(old));
    assert_eq!(found["fileNow"], json!({"digest": new, "url": format!("{base}/{new}")}));
    fever["languages"] = json!([{"lang": "English", "url": "https://example.org/a.pdf"}]);
    assert_eq!(library.saved(&fever).await.status, 200);
    let found = first_line().await;
    assert!(found.as_object().unwrap().contains_key("fileNow") && found["fileNow"].is_null(), "{found}");
    let address =
        found["file"]["url"].as_str().unwrap().strip_prefix(&library.server.address).unwrap().to_owned();
    assert_eq!(fetched(&library.server.visitor(), &address, &[]).await.2, pdf("old", 1));
}

#[tokio::test]
async fn the_files_of_orders_are_one_archive_that_names_what_is_missing() {
    let library = Library::start();
    let text_file = b"Call the clinic.".as_slice();
    let [a, b, gone] = [
        library.uploaded("a.pdf", &pdf("a", 1)).await,
        library.uploaded("b.txt", text_file).await,
        library.uploaded("c.pdf", &pdf("gone", 1)).await,
    ];
    let with_number = |lang: &str, digest: &str, number: &str| {
        let mut row = version(lang, digest);
        row["ksbgNumber"] = number.into();
        row
    };
    let rows = json!([with_number("English", &a, "KSBG/12:3"), version("Spanish", &b), version("Somali", &gone),
        {"lang": "Arabic", "url": "https://example.org/a.pdf"}]);
    let fever = library.added("fever", rows).await;
    let mut order = crate::support::order(&fever, 1);
    order["orders"] = json!([
        line("fever", "English", 40),
        line("fever", "Spanish", 2),
        line("fever", "Somali", 1),
        line("fever", "Arabic", 1)
    ]);
    let number = library.admin.post("/api/user/order", &order).await.unwrap().body["number"].clone();
    let number = number.as_str().unwrap();
    let file = library.folder.path().join("data/files").join(&gone[..2]).join(&gone);
    std::fs::remove_file(file).unwrap();
    let path = format!("/api/orders/{number}/files");
    let (status, headers, archive) = fetched(&library.admin, &path, &[]).await;
    assert_eq!((status, text(&headers, "content-type")), (200, "application/zip"));
    assert_eq!(text(&headers, "content-length"), archive.len().to_string());
    assert!(text(&headers, "content-disposition").starts_with("attachment;"), "{headers:?}");
    let entries = unzipped(&archive);
    let names: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    let expected =
        [format!("{number}-1-KSBG-12-3-x40.pdf"), format!("{number}-2-x2.txt"), "files.txt".into()];
    assert_eq!(names, expected);
    assert_eq!((entries[0].1.clone(), entries[1].1.as_slice()), (pdf("a", 1), text_file));
    let missing = String::from_utf8(entries[2].1.clone()).unwrap();
    let lines: Vec<&str> = missing.lines().collect();
    assert!(lines[0].contains("line 3") && lines[0].contains("missing"), "{missing}");
    assert!(lines[1].contains("line 4") && lines[1].contains("link"), "{missing}");
    let staff = library.server.bearer(library.provider.staff());
    assert_eq!(fetched(&staff, &path, &[]).await.0, 403);
    assert_eq!(
        fetched(&library.admin, &format!("/api/orders/files?id={number}&id={number}"), &[]).await.2,
        archive
    );
    assert_eq!(fetched(&library.admin, "/api/orders/files", &[]).await.0, 400);
    assert_eq!(fetched(&library.admin, "/api/orders/files?id=none", &[]).await.0, 404);
}

#[tokio::test]
async fn an_archive_leaves_out_a_file_that_a_check_found_changed() {
    let library = Library::start();
    let digest = library.uploaded("a.txt", b"Call the clinic.").await;
    let fever = library.added("fever", json!([version("English", &digest)])).await;
    let mut order = crate::support::order(&fever, 1);
    order["orders"] = json!([line("fever", "English", 40)]);
    let number = library.admin.post("/api/user/order", &order).await.unwrap().body["number"].clone();
    let data = library.folder.path().join("data");
    std::fs::write(data.join("files").join(&digest[..2]).join(&digest), b"Call the dentist").unwrap();
    let (succeeded, output) = crate::support::command(&data, &["check", "--files", "all"]);
    assert!(!succeeded && output.contains(&digest), "{output}");
    let path = format!("/api/orders/{}/files", number.as_str().unwrap());
    let entries = unzipped(&fetched(&library.admin, &path, &[]).await.2);
    assert_eq!(entries.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["files.txt"]);
    assert!(String::from_utf8_lossy(&entries[0].1).contains("changed in the store"), "{entries:?}");
}
