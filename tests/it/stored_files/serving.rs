//! The addresses of files: headers, ranges, conditions.

use super::{Library, fetched, pdf, text, version};
use serde_json::json;

async fn library(content: &[u8]) -> (Library, String) {
    let library = Library::start();
    let digest = library.uploaded("Fever.pdf", content).await;
    library.added("fever", json!([version("English", &digest)])).await;
    (library, digest)
}

#[tokio::test]
async fn a_file_is_served_with_the_headers_of_its_type() {
    let content = pdf("Call the clinic", 1);
    let (library, digest) = library(&content).await;
    let visitor = library.server.visitor();
    let encodings = [("accept-encoding", "gzip, br")];
    let (status, headers, bytes) = fetched(&visitor, "/file/fever/en", &encodings).await;
    assert_eq!((status, bytes.len()), (200, content.len()));
    assert_eq!(bytes, content);
    let check = |name: &str, expected: &str| assert_eq!(text(&headers, name), expected, "{name}");
    check("content-type", "application/pdf");
    check("content-length", &content.len().to_string());
    check("content-encoding", "");
    check("accept-ranges", "bytes");
    check("etag", &format!("\"{digest}\""));
    check("cache-control", "no-cache");
    check("x-content-type-options", "nosniff");
    check(
        "content-disposition",
        "inline; filename=\"Title of fever - English.pdf\"; filename*=UTF-8''Title%20of%20fever%20-%20English.pdf",
    );
    check(
        "content-security-policy",
        "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    let (status, headers, bytes) = fetched(&visitor, &format!("/file/fever/en/{digest}"), &[]).await;
    assert_eq!((status, bytes.len(), text(&headers, "cache-control")), (200, content.len(), "max-age=86400"));
    let head = visitor.request("HEAD", "/file/fever/en").send().await.unwrap();
    assert_eq!(
        (head.status().as_u16(), text(head.headers(), "content-length")),
        (200, &*content.len().to_string())
    );
    assert_eq!(text(head.headers(), "content-type"), "application/pdf");
}

#[tokio::test]
async fn a_file_has_the_title_of_its_version() {
    let (library, digest) = library(b"Fiebre").await;
    let mut spanish = version("Spanish", &digest);
    spanish["title"] = "¿Fiebre? Qué hacer".into();
    library.added("fiebre", json!([version("English", &digest), spanish])).await;
    for (path, name) in [
        ("/file/fiebre/es", "%C2%BFFiebre%20Qu%C3%A9%20hacer%20-%20Spanish.txt"),
        ("/file/fiebre/en", "Title%20of%20fiebre%20-%20English.txt"),
    ] {
        let (_, headers, _) = fetched(&library.server.visitor(), path, &[]).await;
        let disposition = text(&headers, "content-disposition");
        assert!(disposition.ends_with(&format!("filename*=UTF-8''{name}")), "{disposition}");
    }
}

#[tokio::test]
async fn parts_belong_to_the_content_that_their_tag_names() {
    let old: Vec<u8> = (0..41_700u32).map(|n| b'a' + (n % 26) as u8).collect();
    let (library, digest) = library(&old).await;
    let visitor = library.server.visitor();
    let (status, headers, bytes) = fetched(&visitor, "/file/fever/en", &[("range", "bytes=0-1")]).await;
    assert_eq!(
        (status, text(&headers, "content-range"), bytes.as_slice()),
        (206, "bytes 0-1/41700", &old[..2])
    );
    assert_eq!(
        (text(&headers, "content-length"), text(&headers, "content-type")),
        ("2", "text/plain; charset=utf-8")
    );
    let (status, _, bytes) = fetched(&visitor, "/file/fever/en", &[("range", "bytes=0-41699")]).await;
    assert_eq!((status, bytes.len()), (206, 41_700));
    let (status, _, bytes) = fetched(&visitor, "/file/fever/en", &[("range", "bytes=-3")]).await;
    assert_eq!((status, bytes.as_slice()), (206, &old[41_697..]));
    let (status, headers, _) = fetched(&visitor, "/file/fever/en", &[("range", "bytes=41700-")]).await;
    assert_eq!((status, text(&headers, "content-range")), (416, "bytes */41700"));
    let (status, headers, bytes) = fetched(&visitor, "/file/fever/en", &[("range", "bytes=0-1,10-12")]).await;
    let body = String::from_utf8(bytes).unwrap();
    assert_eq!((status, text(&headers, "content-length")), (206, &*body.len().to_string()));
    assert!(text(&headers, "content-type").starts_with("multipart/byteranges; boundary="), "{headers:?}");
    assert!(body.contains("Content-Range: bytes 0-1/41700\r\n\r\nab\r\n"), "{body}");
    assert!(body.contains("Content-Range: bytes 10-12/41700\r\n\r\nklm\r\n"), "{body}");

    let new = library.uploaded("b.txt", b"another text of some length").await;
    let mut fever = visitor.get("/api/citations/fever").await.body;
    fever["languages"] = json!([version("English", &new)]);
    assert_eq!(library.saved(&fever).await.status, 200);
    let ranged = async |path: String, tag: String| {
        let headers = [("range", "bytes=2-4"), ("if-range", tag.as_str())];
        let (status, headers, bytes) = fetched(&visitor, &path, &headers).await;
        (status, text(&headers, "etag").to_owned(), bytes)
    };
    let current = || "/file/fever/en".to_owned();
    let whole = (200, format!("\"{new}\""), b"another text of some length".to_vec());
    assert_eq!(ranged(current(), format!("\"{digest}\"")).await, whole);
    assert_eq!(ranged(current(), format!("W/\"{new}\"")).await, whole);
    assert_eq!(ranged(current(), "Wed, 21 Oct 2026 07:28:00 GMT".into()).await, whole);
    assert_eq!(ranged(current(), format!("\"{new}\"")).await, (206, format!("\"{new}\""), b"oth".to_vec()));
    let former = ranged(format!("/file/fever/en/{digest}"), format!("\"{digest}\"")).await;
    assert_eq!(former, (206, format!("\"{digest}\""), b"cde".to_vec()));
    let (status, headers, bytes) =
        fetched(&visitor, "/file/fever/en", &[("if-none-match", &format!("\"{new}\""))]).await;
    assert_eq!((status, bytes.len(), text(&headers, "etag")), (304, 0, &*format!("\"{new}\"")));
}

#[tokio::test]
async fn a_content_that_is_missing_or_cut_is_named_and_stored_again_by_an_upload() {
    let content = pdf("a", 1);
    let (library, digest) = library(&content).await;
    let visitor = library.server.visitor();
    let file = library.folder.path().join("data/files").join(&digest[..2]).join(&digest);
    for damage in [None, Some(b"short".as_slice())] {
        match damage {
            None => std::fs::remove_file(&file).unwrap(),
            Some(bytes) => std::fs::write(&file, bytes).unwrap(),
        }
        let answer = visitor.get("/file/fever/en").await;
        assert_eq!((answer.status, text(&answer.headers, "cache-control")), (500, "no-store"), "{answer:?}");
        assert!(answer.body["detail"].as_str().unwrap().contains(&digest), "{answer:?}");
        assert_eq!(library.uploaded("Fever.pdf", &content).await, digest);
        assert_eq!(fetched(&visitor, "/file/fever/en", &[]).await.2, content);
    }
}

#[tokio::test]
async fn an_opening_is_counted_once_whatever_its_parts() {
    let (library, _) = library(&pdf("a", 1)).await;
    let visitor = library.server.visitor();
    let agent = ("user-agent", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0");
    for more in [("range", "bytes=5-9"), ("sec-purpose", "prefetch")] {
        fetched(&visitor, "/file/fever/en", &[agent, more]).await;
    }
    let head = visitor.request("HEAD", "/file/fever/en").header(agent.0, agent.1).send().await.unwrap();
    assert_eq!(head.status(), 200);
    for more in [("range", "bytes=0-1"), ("range", "bytes=0-"), ("accept", "*/*")] {
        fetched(&visitor, "/file/fever/en", &[agent, more]).await;
    }
    let path = "/api/system/usage?from=2020-01-01&to=2999-12-31&by=language";
    let begun = std::time::Instant::now();
    loop {
        let usage = library.admin.get(path).await;
        if usage.body["totals"]["open"] == 1 {
            let row = &usage.body["rows"][0];
            assert_eq!((&row["key"], &row["open"]), (&json!("en"), &json!(1)), "{usage:?}");
            break;
        }
        assert!(begun.elapsed() < crate::support::PATIENCE, "{usage:?}");
        assert!(usage.body["totals"]["open"].as_u64().unwrap_or(0) <= 1, "{usage:?}");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}
