//! The pages: their HTML and head, the files they load, unknown addresses.

use crate::support::provider::Provider;
use crate::support::{Caller, Start, citation};
use reqwest::header::HeaderMap;

/// Status, headers and text of a page.
async fn page(caller: &Caller, path: &str) -> (u16, HeaderMap, String) {
    let answer = caller.request("GET", path).send().await.unwrap();
    (answer.status().as_u16(), answer.headers().clone(), answer.text().await.unwrap())
}

#[tokio::test]
async fn every_screen_has_its_path_and_other_paths_answer_404() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    for (path, expected) in [
        ("/", 200),
        ("/?q=asthma&page=2", 200),
        ("/search?q=asthma", 200),
        ("/citation/add", 200),
        ("/citation/edit/some-id", 200),
        ("/order", 200),
        ("/my_orders", 200),
        ("/profile", 200),
        ("/manage_lookups", 200),
        ("/import_export", 200),
        ("/translations", 200),
        ("/nowhere", 404),
        ("/order/nowhere", 404),
        ("/citation", 404),
        ("/citation/edit", 404),
        ("/citation/none", 404),
        ("/index.html", 404),
        ("/i/x", 404),
        ("/i/", 404),
        ("/oai", 404),
    ] {
        let (status, headers, text) = page(&server.visitor(), path).await;
        assert_eq!(status, expected, "{path}");
        assert_eq!(headers["content-type"], "text/html; charset=utf-8", "{path}");
        assert!(text.contains("<div id=\"root\">"), "{path}: {text}");
        let head = server.visitor().request("HEAD", path).send().await.unwrap();
        assert_eq!(head.status().as_u16(), expected, "HEAD {path}");
        assert_eq!(head.headers()["content-length"], text.len().to_string().as_str(), "HEAD {path}");
        assert_eq!(head.text().await.unwrap(), "", "HEAD {path}");
    }
}

#[tokio::test]
async fn an_extra_slash_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    for (path, to) in [
        ("/search/", "/search"),
        ("/search/?q=a%20b&page=2", "/search?q=a%20b&page=2"),
        ("/order/", "/order"),
        ("/citation/some-id/", "/citation/some-id"),
        ("/citation/edit/some-id/", "/citation/edit/some-id"),
        ("/api/config/", "/api/config"),
    ] {
        let (status, headers, _) = page(&server.visitor(), path).await;
        assert_eq!((status, headers["location"].to_str().unwrap()), (308, to), "{path}");
    }
}

#[tokio::test]
async fn the_head_of_a_citations_page_describes_the_citation() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data"))
        .signed_in_at(&provider)
        .with("SERVER__PUBLIC_URL", "https://handouts.example.org")
        .run();
    let mut fever = citation("Fever & <chills>");
    fever["abstract"] = "Drink \"a lot\".".into();
    let added = server.bearer(provider.admin()).post("/api/citations", &fever).await.unwrap().body;
    for address in ["fever-chills", added["id"].as_str().unwrap()] {
        let (status, _, text) = page(&server.visitor(), &format!("/citation/{address}")).await;
        assert_eq!(status, 200);
        for part in [
            "<title>Fever &amp; &lt;chills&gt; | Patient Education</title>",
            "<meta name=\"description\" content=\"Drink &quot;a lot&quot;.\">",
            "<link rel=\"canonical\" href=\"https://handouts.example.org/citation/fever-chills\">",
        ] {
            assert!(text.contains(part), "{part} is missing:\n{text}");
        }
        let data = text.split("<script type=\"application/ld+json\">").nth(1).unwrap();
        let data: serde_json::Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
        assert_eq!(data["name"], "Fever & <chills>");
        assert_eq!(data["@context"], "https://schema.org");
    }
}

#[tokio::test]
async fn a_page_is_revalidated_and_its_files_are_cached_for_a_year() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let visitor = server.visitor();
    let (_, headers, text) = page(&visitor, "/").await;
    assert_eq!(headers["cache-control"], "no-cache");
    let again =
        visitor.request("GET", "/").header("If-None-Match", headers["etag"].clone()).send().await.unwrap();
    assert_eq!(again.status(), 304);
    let script = text.split("<script type=\"module\" src=\"").nth(1).unwrap().split('"').next().unwrap();
    let style = text.split("<link rel=\"stylesheet\" href=\"").nth(1).unwrap().split('"').next().unwrap();
    for (file, kind) in [(script, "text/javascript"), (style, "text/css")] {
        let mut sizes = Vec::new();
        for (accepted, coding) in [("", None), ("gzip", Some("gzip")), ("gzip, deflate, br", Some("br"))] {
            let answer =
                visitor.request("GET", file).header("Accept-Encoding", accepted).send().await.unwrap();
            assert_eq!(answer.status(), 200, "{file}");
            let headers = answer.headers();
            assert!(headers["content-type"].to_str().unwrap().starts_with(kind), "{headers:?}");
            assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
            assert_eq!(headers["vary"], "Accept-Encoding");
            assert_eq!(headers.get("content-encoding").map(|v| v.to_str().unwrap()), coding);
            sizes.push(answer.bytes().await.unwrap().len());
        }
        assert!(sizes[0] > sizes[1] && sizes[1] > sizes[2], "{file}: {sizes:?}");
    }
    for file in ["/assets/none.js", "/assets/", "/assets/manifest.json", &format!("{script}.br")] {
        assert_eq!(visitor.get(file).await.status, 404, "{file}");
    }
}

#[tokio::test]
async fn a_setting_lists_the_sites_that_may_embed_pages() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data"))
        .with("SERVER__FRAME_ANCESTORS", "[\"https://intranet.example.org\"]")
        .run();
    let (_, headers, _) = page(&server.visitor(), "/").await;
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("frame-ancestors https://intranet.example.org"), "{policy}");
    assert!(!headers.contains_key("x-frame-options"));
}
