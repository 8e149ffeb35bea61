//! The feed of changes.

use super::catalogue::{PUBLIC_URL, between, citations, fetch, handout, serve};
use crate::support::provider::Provider;
use crate::support::{Start, fill};

#[tokio::test]
async fn a_feed_has_the_matches_of_a_search_latest_change_first() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &citations());
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).with("SERVER__PUBLIC_URL", PUBLIC_URL).run();
    let (visitor, admin) = (server.visitor(), server.bearer(provider.admin()));
    let mut asthma = admin.get("/api/citations/asthma").await.body;
    asthma["title"] = "Asthma plan".into();
    assert_eq!(admin.put("/api/citations/asthma", &asthma).await.unwrap().status, 200);
    let ids = async |query: &str| {
        let (status, kind, feed) = fetch(&visitor, &format!("/feed.atom{query}")).await;
        assert_eq!((status, kind.as_str()), (200, "application/atom+xml; charset=utf-8"), "{query}");
        let ids = between(&feed, "<id>", "</id>").into_iter().skip(1);
        ids.map(|id| id.strip_prefix(&format!("{PUBLIC_URL}/citation/")).unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let odd = "odd%26%3C%3E";
    assert_eq!(ids("").await, ["asthma", odd, "fever"]);
    assert_eq!(ids("?q=plan").await, ["asthma"]);
    assert_eq!(ids("?fq=languages%3A%27Chinese%2C%20Simplified%27").await, ["fever"]);
    assert_eq!(ids("?q=fever&fq=languages%3A%27Somali%27").await, [""; 0]);

    let (_, _, feed) = fetch(&visitor, "/feed.atom?q=plan&unknown=1").await;
    let address = format!("{PUBLIC_URL}/feed.atom?q=plan");
    assert!(
        feed.contains(&format!("<link rel=\"self\" type=\"application/atom+xml\" href=\"{address}\"/>")),
        "{feed}"
    );
    assert!(feed.contains(&format!("href=\"{PUBLIC_URL}/citation/asthma-plan\"/>")), "{feed}");
    assert_eq!(between(&feed, "<updated>", "<")[0], between(&feed, "<updated>", "<")[1]);
    assert!(feed.contains("<author><name>Children&apos;s</name></author>"), "{feed}");
    let (_, _, hostile) = fetch(&visitor, "/feed.atom?q=alert").await;
    assert!(!hostile.contains("<script>") && hostile.contains("]]&gt;&lt;/title&gt;"), "{hostile}");
    assert!(hostile.contains("哮喘 💉"), "{hostile}");
    for page in ["/", "/citation/fever"] {
        assert!(
            fetch(&visitor, page).await.2.contains("<link rel=\"alternate\" href=\"/feed.atom\""),
            "{page}"
        );
    }
}

#[tokio::test]
async fn a_feed_is_revalidated_limited_and_refuses_what_a_search_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let many: Vec<_> = (0..60).map(|n| handout(&format!("id-{n}"), &format!("Fever {n}"), &[])).collect();
    let server = serve(folder.path(), &many);
    let visitor = server.visitor();
    for path in ["/feed.atom", "/feed.atom?q=fever"] {
        let (_, _, feed) = fetch(&visitor, path).await;
        assert_eq!(feed.matches("<entry>").count(), 50, "{path}");
        let tag = visitor.request("GET", path).send().await.unwrap().headers()["etag"].clone();
        let again = visitor.request("GET", path).header("If-None-Match", tag).send().await.unwrap();
        assert_eq!(again.status(), 304, "{path}");
        let head = visitor.request("HEAD", path).send().await.unwrap();
        assert_eq!(head.headers()["content-length"], feed.len().to_string().as_str(), "{path}");
    }
    for query in ["fq=(", "fq=colour%3A%27red%27", "q=a&q=b", &format!("q={}", "a".repeat(501))] {
        let (status, kind, _) = fetch(&visitor, &format!("/feed.atom?{query}")).await;
        assert_eq!((status, kind.as_str()), (400, "application/problem+json"), "{query}");
    }
    let words = "fever+%22%3C%26%00%1B%ED%A0%80".repeat(10);
    let (status, _, feed) = fetch(&visitor, &format!("/feed.atom?q={words}")).await;
    assert!(status == 200 && !feed.contains('\u{0}') && !feed.contains('\u{1b}'), "{status} {feed}");
}

#[tokio::test]
async fn an_empty_catalogue_has_an_empty_feed() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), &[]);
    let (status, _, feed) = fetch(&server.visitor(), "/feed.atom").await;
    assert_eq!(status, 200);
    assert_eq!(between(&feed, "<updated>", "<"), ["1970-01-01T00:00:00Z"]);
    assert!(!feed.contains("<entry>"), "{feed}");
}
