//! The list of packets as HTML, for browsers without scripts.

use super::library::{PUBLIC_URL, added, diabetes, library, packet, text};
use crate::server::content::{link, main_of, page, responses, words};
use serde_json::{Value, json};

/// A published packet of a department.
fn published(title: &str, department: Option<&str>, description: Option<&str>) -> Value {
    let mut made = packet(title, true, &["insulin", "sugar"]);
    made["department"] = json!(department);
    made["description"] = json!(description);
    made
}

#[tokio::test]
async fn the_list_is_readable_in_the_language_of_the_screens() {
    let library = library(&diabetes());
    added(&library.admin, &published("New <diabetes>", Some("Endocrinology"), Some("For day one."))).await;
    added(&library.nurse, &packet("Mine", false, &["sugar"])).await;
    for (accepted, texts) in [
        ("en", ["Packets", "1 packet", "2 handouts", "Changed", "All departments", "Search"]),
        ("es", ["Paquetes", "1 paquete", "2 materiales", "Cambió el", "Todos los departamentos", "Buscar"]),
    ] {
        let (status, html) = page(&library.visitor, "/packets", accepted).await;
        let shown = words(main_of(&html));
        assert_eq!(status, 200);
        for text in texts.into_iter().chain([
            "New &lt;diabetes&gt;",
            "For day one.",
            "Endocrinology",
            "Soomaali",
            "Español",
            "English",
        ]) {
            assert!(shown.contains(text), "{accepted}: {text} is missing: {shown}");
        }
        assert!(!shown.contains("JavaScript") && !shown.contains("Mine"), "{shown}");
        assert_eq!(link(main_of(&html), "href=\"/packet/"), "/packet/new-diabetes");
        assert!(html.contains(&format!("rel=\"canonical\" href=\"{PUBLIC_URL}/packets\"")), "{html}");
        assert!(main_of(&html).contains("<form method=\"get\" action=\"/packets\""), "{html}");
    }
}

#[tokio::test]
async fn a_page_contains_the_responses_that_the_screens_need() {
    let library = library(&diabetes());
    added(&library.admin, &published("New diabetes", Some("Endocrinology"), None)).await;
    let (_, html) = page(&library.visitor, "/packets?q=Diabetes&department=Endocrinology", "en").await;
    let responses = responses(&html);
    let calls = [
        "/api/packets?q=Diabetes&department=Endocrinology&start=0",
        "/api/search/facets?updated=true",
        "/api/config",
        "/api/languages",
    ];
    for call in calls {
        let found = responses.iter().find(|response| response["path"] == call);
        let found = found.unwrap_or_else(|| panic!("{call} is missing: {responses:?}"));
        assert_eq!(found["body"], library.visitor.get(call).await.body, "{call}");
    }
    // Signed-in callers get a different answer.
    let signed_in = library.visitor.request("GET", "/packets").header("Cookie", "__Host-handout=x");
    let html = signed_in.send().await.unwrap().text().await.unwrap();
    assert!(words(main_of(&html)).contains("New diabetes"), "{html}");
    assert!(!html.contains("\"path\":\"/api/packets"), "{html}");
}

#[tokio::test]
async fn departments_pages_and_words_are_links_and_a_form() {
    let library = library(&diabetes());
    for n in 0..51 {
        let department = if n == 0 { None } else { Some("Endocrinology") };
        added(&library.admin, &published(&format!("Sugar {n}"), department, None)).await;
    }
    let get = async |path: &str| {
        let (status, html) = page(&library.visitor, path, "en").await;
        assert_eq!(status, 200, "{path}");
        main_of(&html).to_owned()
    };
    let first = get("/packets?q=sugar").await;
    assert!(words(&first).contains("51 packets"), "{first}");
    assert_eq!(first.matches("href=\"/packet/").count(), 50);
    let next = link(&first, "rel=\"next\"");
    assert_eq!(next, "/packets?q=sugar&page=2");
    let second = get(&next).await;
    assert_eq!(second.matches("href=\"/packet/").count(), 1);
    assert_eq!(link(&second, "rel=\"prev\""), "/packets?q=sugar");
    let department = link(&second, "department=Endocrinology");
    assert_eq!(department, "/packets?q=sugar&department=Endocrinology");
    let filtered = get(&department).await;
    assert!(words(&filtered).contains("50 packets") && !filtered.contains("rel=\"next\""), "{filtered}");
    assert!(filtered.contains("type=\"hidden\" name=\"department\" value=\"Endocrinology\""), "{filtered}");
    // The language of the screens stays in the URL.
    let spanish = get("/packets?lang=es").await;
    assert_eq!(link(&spanish, "rel=\"next\""), "/packets?page=2&lang=es");
    assert!(spanish.contains("name=\"lang\" value=\"es\""), "{spanish}");
    assert_eq!(get("/packets?page=9").await.matches("href=\"/packet/").count(), 0);
}

#[tokio::test]
async fn an_empty_list_is_explained() {
    let library = library(&diabetes());
    let shown = async |path: &str, accepted: &str| {
        let (status, html) = page(&library.visitor, path, accepted).await;
        (status, words(main_of(&html)), main_of(&html).to_owned())
    };
    let (status, words, _) = shown("/packets", "en").await;
    assert!(status == 200 && words.contains("There are no packets yet."), "{words}");
    added(&library.admin, &published("New diabetes", None, None)).await;
    for path in ["/packets?q=xqzvv", "/packets?department=None+of+ours"] {
        for (accepted, text) in [("en", "No packet matches."), ("es", "Ningún paquete coincide.")] {
            let (status, words, html) = shown(path, accepted).await;
            assert!(status == 200 && words.contains(text), "{path}: {words}");
            assert!(html.contains("<a href=\"/packets\">"), "{html}");
        }
    }
    let (_, _, html) = shown("/packets?department=None+of+ours", "en").await;
    assert!(html.contains("<option value=\"None of ours\" selected>"), "{html}");
    let long = "x".repeat(501);
    let (status, words, _) = shown(&format!("/packets?q={long}"), "en").await;
    assert!(status == 400 && words.contains("The packets could not be loaded."), "{words}");
    // Content that only those who manage packets may see.
    let (status, _, html) = shown("/packets?obsolete=true", "en").await;
    assert!(status == 401 && !html.contains("New diabetes"), "{html}");
    assert!(!text(&json!(html)).contains("/packet/new-diabetes"));
}
