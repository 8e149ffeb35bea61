//! What is stored, under which name, and what is refused.

use super::{Library, fetched, pdf, text, upload};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;

fn hex(bytes: &[u8]) -> String {
    ring::digest::digest(&ring::digest::SHA256, bytes)
        .as_ref()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[tokio::test]
async fn an_upload_is_described_stored_once_and_can_be_read() {
    let library = Library::start();
    let content = pdf("Call the clinic", 3);
    let first = upload(&library.admin, "C:\\temp\\Fever.pdf", &content).await;
    assert_eq!(first.status, 201, "{first:?}");
    let expected = json!({"digest": hex(&content), "name": "Fever.pdf", "type": "application/pdf",
        "size": content.len(), "pages": 3, "title": null, "notices": []});
    assert_eq!(first.body, expected);
    let again = upload(&library.admin, "other name", &content).await;
    assert_eq!((again.status, again.body["name"].as_str()), (200, Some("other name.pdf")));
    let notices = again.body["notices"].as_array().unwrap();
    assert!(notices.len() == 1 && notices[0].as_str().unwrap().contains("other name.pdf"), "{notices:?}");
    let path = format!("/api/files/{}", hex(&content));
    let known = library.admin.get(&path).await;
    assert_eq!(
        (known.status, &known.body["pages"], &known.body["readingLevel"]),
        (200, &json!(3), &json!(null))
    );
    let (status, headers, bytes) = fetched(&library.admin, &format!("{path}/content"), &[]).await;
    assert_eq!((status, text(&headers, "content-type")), (200, "application/pdf"));
    assert_eq!(bytes, content);
}

#[tokio::test]
async fn only_administrators_upload_and_look_at_files() {
    let library = Library::start();
    let digest = library.uploaded("a.pdf", &pdf("a", 1)).await;
    let (visitor, staff) = (library.server.visitor(), library.server.bearer(library.provider.staff()));
    for (caller, expected) in [(visitor, 401), (staff, 403)] {
        assert_eq!(upload(&caller, "b.pdf", &pdf("b", 1)).await.status, expected);
        for path in [format!("/api/files/{digest}"), format!("/api/files/{digest}/content")] {
            assert_eq!(caller.get(&path).await.status, expected, "{path}");
        }
    }
    for unknown in ["0".repeat(64), "x".into()] {
        assert_eq!(library.admin.get(&format!("/api/files/{unknown}")).await.status, 404);
    }
}

#[tokio::test]
async fn names_and_forms_that_are_no_file_are_refused() {
    let library = Library::start();
    let send = async |path: &str, header: (&str, &str), body: &[u8]| {
        let request = library.admin.request("POST", path).header(header.0, header.1).body(body.to_vec());
        library.admin.send(request).await.unwrap().status
    };
    let content = pdf("a", 1);
    let plain = ("accept", "*/*");
    for path in ["/api/files", "/api/files?name=", "/api/files?name=dir%2F", "/api/files?name=%E2%80%AE"] {
        assert_eq!(send(path, plain, &content).await, 400, "{path}");
    }
    let path = "/api/files?name=a.pdf";
    assert_eq!(send(path, ("content-type", "multipart/form-data; boundary=x"), &content).await, 415);
    assert_eq!(send(path, ("content-encoding", "gzip"), &content).await, 415);
    assert_eq!(send(path, ("content-encoding", "identity"), &content).await, 201);
    assert_eq!(send(path, plain, b"").await, 422);
    assert_eq!(send(path, plain, b"<!doctype html><title>Sign in</title>").await, 422);
}

#[tokio::test]
async fn a_refusal_says_what_was_found() {
    let library = Library::start();
    let refused = upload(&library.admin, "photo.jpg", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic").await;
    assert_eq!(refused.status, 422, "{refused:?}");
    assert!(refused.body["detail"].as_str().unwrap().contains("HEIC"), "{refused:?}");
    assert_eq!(refused.body["errors"][0]["field"], "file");
}

#[tokio::test]
async fn a_file_over_the_limit_leaves_nothing_and_its_413_can_be_read_while_it_is_sent() {
    let library = Library::with(|start| start.with("FILES__MAX_MB", 1));
    let large = vec![b'a'; 8 << 20];
    let whole = upload(&library.admin, "large.txt", &large).await;
    assert_eq!(whole.status, 413, "{whole:?}");
    let (address, token) = (library.server.address.clone(), library.provider.admin());
    let answer = tokio::task::spawn_blocking(move || sent_in_chunks(&address, &token, &large)).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 413 ") && answer.contains("application/problem+json"), "{answer}");
    assert!(answer.contains("1 MB"), "{answer}");
    let files = library.folder.path().join("data/files");
    let found = walk(&files);
    assert!(found.is_empty(), "{found:?}");
    let config = library.server.visitor().get("/api/config").await.body;
    assert_eq!(config["files"]["maxMb"], 1);
    let types = config["files"]["types"].as_array().unwrap();
    assert!(types.contains(&json!({"type": "image/jpeg", "extensions": ["jpg", "jpeg"]})), "{types:?}");
}

/// The response to a file without a declared length, read after all of it was sent.
fn sent_in_chunks(address: &str, token: &str, file: &[u8]) -> String {
    let mut stream = TcpStream::connect(address.trim_start_matches("http://")).unwrap();
    stream.set_read_timeout(Some(crate::support::PATIENCE)).unwrap();
    let head = format!(
        "POST /api/files?name=large.txt HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
         Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    for piece in file.chunks(64 << 10) {
        stream.write_all(format!("{:x}\r\n", piece.len()).as_bytes()).unwrap();
        stream.write_all(piece).unwrap();
        stream.write_all(b"\r\n").unwrap();
    }
    stream.write_all(b"0\r\n\r\n").unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer
}

/// Every file below a folder.
fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => found.extend(walk(&entry.path())),
            false => found.push(entry.path()),
        }
    }
    found
}
