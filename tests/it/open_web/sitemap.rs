//! The sitemap and the rules for robots.

use super::catalogue::{PUBLIC_URL, between, citations, fetch, handout, serve};
use crate::support::provider::Provider;
use crate::support::{Start, fill};
use serde_json::json;

#[tokio::test]
async fn every_page_for_visitors_is_listed_in_every_language_of_the_screens() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), &citations());
    let visitor = server.visitor();
    let (status, kind, index) = fetch(&visitor, "/sitemap.xml").await;
    assert_eq!((status, kind.as_str()), (200, "application/xml; charset=utf-8"));
    assert_eq!(between(&index, "<loc>", "</loc>"), [format!("{PUBLIC_URL}/sitemap-1.xml")]);
    let (status, _, file) = fetch(&visitor, "/sitemap-1.xml").await;
    assert_eq!(status, 200);
    // Obsolete citations are left out; a title of markup has a readable ID made from its words.
    let markup = between(&fetch(&visitor, "/feed.atom?q=alert").await.2, "/citation/", "\"")
        .last()
        .unwrap()
        .to_string();
    let pages =
        ["/", "/packets", "/citation/asthma-action-plan", "/citation/fever", &format!("/citation/{markup}")]
            .map(|path| format!("{PUBLIC_URL}{path}"));
    let expected: Vec<String> = pages
        .iter()
        .flat_map(|page| ["", "?lang=en", "?lang=es"].map(|lang| format!("{page}{lang}")))
        .collect();
    assert_eq!(between(&file, "<loc>", "</loc>"), expected);
    for (entry, page) in between(&file, "<url>", "</url>").chunks(3).zip(&pages) {
        let links = format!(
            "<xhtml:link rel=\"alternate\" hreflang=\"x-default\" href=\"{page}\"/>\
             <xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"{page}?lang=en\"/>\
             <xhtml:link rel=\"alternate\" hreflang=\"es\" href=\"{page}?lang=es\"/>"
        );
        assert!(entry.iter().all(|url| url.ends_with(&links)), "{entry:?}");
        let is_citation = page.contains("/citation/");
        assert!(entry.iter().all(|url| url.contains("<lastmod>2") == is_citation), "{entry:?}");
    }
    for path in ["/sitemap-0.xml", "/sitemap-2.xml", "/sitemap-01.xml", "/sitemap-x.xml", "/sitemap-.xml"] {
        assert_eq!(fetch(&visitor, path).await.0, 404, "{path}");
    }
    let (_, _, robots) = fetch(&visitor, "/robots.txt").await;
    assert!(robots.ends_with(&format!("\n\nSitemap: {PUBLIC_URL}/sitemap.xml\n")), "{robots}");
    for path in [
        "/api/search",
        "/order",
        "/orders/26-000001",
        "/citation/add",
        "/citation/add?from=home",
        "/citation/edit/asthma",
        "/my_packets",
        "/search?q=a&filters=W10",
    ] {
        assert!(is_disallowed(&robots, path), "{path}: {robots}");
    }
    for path in [
        "/",
        "/search?q=fever",
        "/packets",
        "/packet/addresses-of-clinics",
        "/citation/addisons-disease",
        "/citation/edited-volume",
    ] {
        assert!(!is_disallowed(&robots, path), "{path}: {robots}");
    }
}

/// Whether a rule matches, as RFC 9309 has it: `*` stands for any characters, `$` for the end.
fn is_disallowed(robots: &str, path: &str) -> bool {
    robots.lines().filter_map(|line| line.strip_prefix("Disallow: ")).any(|rule| {
        let pattern = regex::escape(rule).replace("\\*", ".*");
        let pattern = pattern.strip_suffix("\\$").map_or(pattern.clone(), |start| format!("{start}$"));
        regex::Regex::new(&format!("^{pattern}")).unwrap().is_match(path)
    })
}

#[tokio::test]
async fn a_file_has_at_most_10_000_addresses_and_packets_follow_citations() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let many: Vec<_> = (0..10_001).map(|n| handout(&format!("id-{n}"), &format!("Title {n}"), &[])).collect();
    fill(&data, &many);
    let provider = Provider::start();
    let server = Start::on(&data)
        .signed_in_at(&provider)
        .with("SERVER__PUBLIC_URL", PUBLIC_URL)
        .with("HOSPITAL__SCREEN_LANGUAGES", "[\"en\"]")
        .run();
    let visitor = server.visitor();
    let before = visitor.request("GET", "/sitemap-2.xml").send().await.unwrap().headers()["etag"].clone();
    let unchanged = visitor.request("GET", "/sitemap-2.xml").header("If-None-Match", before.clone());
    assert_eq!(unchanged.send().await.unwrap().status(), 304);
    let admin = server.bearer(provider.admin());
    for published in [true, false] {
        let packet = json!({"title": format!("Packet {published}"), "published": published,
            "items": [{"citation": "id-1"}]});
        assert_eq!(admin.post("/api/packets", &packet).await.unwrap().status, 201);
    }
    let changed = visitor.request("GET", "/sitemap-2.xml").header("If-None-Match", before);
    assert_eq!(changed.send().await.unwrap().status(), 200);
    let (_, _, first) = fetch(&visitor, "/sitemap-1.xml").await;
    assert_eq!(between(&first, "<loc>", "</loc>").len(), 10_000);
    assert!(!first.contains("xhtml"), "one language needs no alternates");
    let (_, _, second) = fetch(&visitor, "/sitemap-2.xml").await;
    let expected =
        ["/citation/title-9998", "/citation/title-9999", "/citation/title-10000", "/packet/packet-true"];
    assert_eq!(between(&second, "<loc>", "</loc>"), expected.map(|path| format!("{PUBLIC_URL}{path}")));
    assert_eq!(between(&fetch(&visitor, "/sitemap.xml").await.2, "<loc>", "</loc>").len(), 2);
}
