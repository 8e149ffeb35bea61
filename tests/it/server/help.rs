//! The help: who sees which page, in which language, and how it is cached.

use crate::support::provider::Provider;
use crate::support::{Caller, Server, Start};

struct Page {
    status: u16,
    headers: reqwest::header::HeaderMap,
    text: String,
}

impl Page {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The pages that it links to, in order.
    fn links(&self) -> Vec<&str> {
        self.text.split("href=\"/help/").skip(1).map(|rest| rest.split(['"', '?']).next().unwrap()).collect()
    }
}

async fn open(caller: &Caller, path: &str, headers: &[(&str, &str)]) -> Page {
    let request = headers
        .iter()
        .fold(caller.request("GET", path), |request, (name, value)| request.header(*name, *value));
    let answer = request.send().await.unwrap();
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    Page { status, headers, text: answer.text().await.unwrap() }
}

/// A server, and a caller of each role: nurse, copy center, administrator, auditor.
fn serve(folder: &tempfile::TempDir, provider: &Provider) -> (Server, [Caller; 4]) {
    let server = Start::on(&folder.path().join("data"))
        .signed_in_at(provider)
        .with("ORDERS__COPY_CENTER_GROUP", "copy-center")
        .with("AUDIT__GROUP", "auditors")
        .run();
    let callers = [
        server.bearer(provider.staff()),
        server.bearer(provider.token("printer", &["copy-center"])),
        server.bearer(provider.admin()),
        server.bearer(provider.token("auditor", &["auditors"])),
    ];
    (server, callers)
}

#[tokio::test]
async fn everybody_sees_the_pages_of_their_roles_and_no_others() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    let (server, [nurse, printer, admin, auditor]) = serve(&folder, &provider);
    let visitor = server.visitor();
    let samples = ["families", "find-a-handout", "answer-orders", "reviews", "audit-trail", "go-live"];
    for (name, caller, seen) in [
        ("visitor", &visitor, [true, false, false, false, false, true]),
        ("nurse", &nurse, [true, true, false, false, false, true]),
        ("printer", &printer, [true, true, true, false, false, true]),
        ("admin", &admin, [true, true, true, true, false, true]),
        ("auditor", &auditor, [true, true, false, false, true, true]),
    ] {
        let list = open(caller, "/help", &[]).await;
        let expected_cache = if name == "visitor" { "no-cache" } else { "private, no-cache" };
        assert_eq!((list.status, list.header("cache-control")), (200, expected_cache), "{name}");
        for (page, is_seen) in samples.into_iter().zip(seen) {
            let says = format!("{name} {page}");
            assert_eq!(list.links().contains(&page), is_seen, "{says}: the list");
            let shown = open(caller, &format!("/help/{page}"), &[]).await;
            let expected = match (is_seen, name) {
                (true, _) => 200,
                (false, "visitor") => 302,
                (false, _) => 404,
            };
            assert_eq!(shown.status, expected, "{says}");
            match expected {
                302 => assert_eq!(shown.header("location"), format!("/login?return=%2Fhelp%2F{page}")),
                _ => assert_eq!(shown.header("cache-control"), expected_cache, "{says}"),
            }
            let word = shown_word(page);
            let found = open(caller, &format!("/help?q={word}"), &[]).await;
            assert_eq!(found.links().contains(&page), is_seen, "{says}: a search for {word}");
            if !is_seen {
                assert!(
                    !shown.text.contains("What can go wrong"),
                    "{says}: nothing of the page is in the answer"
                );
            }
        }
    }
    assert_eq!(open(&visitor, "/help/absent", &[]).await.status, 404);
}

/// A word that the page has.
fn shown_word(page: &str) -> &'static str {
    match page {
        "families" => "fever",
        "find-a-handout" => "narrow",
        "answer-orders" => "yesterday",
        "reviews" => "cycle",
        "audit-trail" => "hash",
        _ => "monitoring",
    }
}

#[tokio::test]
async fn the_mark_in_the_header_leads_to_the_page_of_the_screen() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    let (server, [nurse, _, admin, _]) = serve(&folder, &provider);
    let visitor = server.visitor();
    let home = open(&visitor, "/", &[]).await;
    assert!(
        home.text.contains("<a href=\"/help?for=%2F\" aria-label=\"Help\" title=\"Help\""),
        "{}",
        home.text
    );
    for (caller, screen, expected) in [
        (&visitor, "%2F", "/help/families"),
        (&nurse, "%2F", "/help/find-a-handout"),
        (&visitor, "%2Freview", "/help/reviews"),
        (&nurse, "%2Freview", "/help"),
        (&admin, "%2Freview", "/help/reviews"),
        (&admin, "%2Fmanage_lookups%3Fcategory%3Dpromotions", "/help/promoted-results"),
        (&admin, "%2F%2Fevil.example", "/help"),
        (&admin, "", "/help"),
    ] {
        let answer = open(caller, &format!("/help?for={screen}"), &[]).await;
        assert_eq!((answer.status, answer.header("location")), (302, expected), "{screen}");
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}

#[tokio::test]
async fn the_families_page_is_in_the_language_of_the_caller_and_others_say_theirs() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    let (server, [nurse, ..]) = serve(&folder, &provider);
    let visitor = server.visitor();
    for (path, headers, tag, expected) in [
        ("/help/families", &[][..], "en", "Find and read a handout"),
        ("/help/families", &[("Accept-Language", "es-MX")][..], "es", "Buscar y leer un folleto"),
        ("/help/families?lang=es", &[][..], "es", "Buscar y leer un folleto"),
        ("/help?lang=es", &[][..], "es", "Buscar y leer un folleto"),
        ("/help?lang=es&q=paquete", &[][..], "es", "Buscar y leer un folleto"),
    ] {
        let page = open(&visitor, path, headers).await;
        assert!(page.text.contains(&format!("<html lang=\"{tag}\" dir=\"ltr\">")), "{path}");
        assert!(page.text.contains(expected), "{path}: {}", page.text);
        assert!(page.header("vary").ends_with("Accept-Language, Cookie"), "{path}");
    }
    assert_eq!(
        open(&visitor, "/help/families?lang=Spanish", &[]).await.header("location"),
        "/help/families?lang=es"
    );
    let page = open(&nurse, "/help/share", &[("Accept-Language", "es")]).await;
    assert!(
        page.text.contains("<html lang=\"es\"") && page.text.contains("<article lang=\"en\" dir=\"ltr\">")
    );
}

#[tokio::test]
async fn a_language_in_the_address_counts_for_everybody_and_another_can_be_chosen() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    let (server, [nurse, ..]) = serve(&folder, &provider);
    let visitor = server.visitor();
    let article = "<article lang=\"es\" dir=\"ltr\"><h1>Buscar y leer un folleto</h1>";
    for (caller, cookie, path, expected) in [
        (&nurse, "handout=session", "/help/families?lang=es", article),
        (&nurse, "handout=session", "/help?lang=es", "Buscar y leer un folleto"),
        (&nurse, "handout=session", "/help?lang=es&q=folleto", "Buscar y leer un folleto"),
        (&visitor, "handout_language=en", "/help/families?lang=es", article),
    ] {
        let page = open(caller, path, &[("Cookie", cookie)]).await;
        assert!(page.text.contains("<html lang=\"en\""), "{cookie} {path}: the screens stay in English");
        assert!(page.text.contains(expected), "{cookie} {path}: {}", page.text);
    }
    let page = open(&visitor, "/help?q=a+b&lang=es", &[]).await;
    assert!(page.text.contains("/language/en?return=%2Fhelp%3Fq%3Da%2Bb\""), "{}", page.text);
}

#[tokio::test]
async fn pages_have_entity_tags_no_scripts_and_refuse_other_methods() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    let (server, [.., admin, _]) = serve(&folder, &provider);
    let visitor = server.visitor();
    for (caller, path) in
        [(&visitor, "/help"), (&visitor, "/help/go-live"), (&admin, "/help/reviews"), (&admin, "/help?q=a")]
    {
        let page = open(caller, path, &[]).await;
        assert!(!page.text.contains("<script") && !page.text.contains("modulepreload"), "{path}");
        let tag = page.header("etag").to_owned();
        let unchanged = open(caller, path, &[("If-None-Match", &tag)]).await;
        assert_eq!((unchanged.status, unchanged.text.as_str()), (304, ""), "{path}");
        let head = caller.request("HEAD", path).send().await.unwrap();
        assert_eq!((head.status().as_u16(), head.headers()["etag"].to_str().unwrap()), (200, tag.as_str()));
        let post = caller.request("POST", path).header("Sec-Fetch-Site", "same-origin").send().await.unwrap();
        assert_eq!(
            (post.status().as_u16(), post.headers()["allow"].to_str().unwrap()),
            (405, "GET, HEAD"),
            "{path}"
        );
    }
    let hostile = open(&visitor, "/help?q=%3Cscript%3E%22%26&lang=%22%3E", &[]).await;
    assert!(
        hostile.status == 200 && hostile.text.contains("&lt;script&gt;") && !hostile.text.contains("<script")
    );
    let slash = open(&visitor, "/help/families/", &[]).await;
    assert_eq!((slash.status, slash.header("location")), (308, "/help/families"));
    assert!(!open(&visitor, "/robots.txt", &[]).await.text.contains("/help"));
}

#[tokio::test]
async fn pages_show_pictures_that_are_there_and_kept() {
    let (folder, provider) = (tempfile::tempdir().unwrap(), Provider::start());
    let (server, [.., admin, _]) = serve(&folder, &provider);
    let visitor = server.visitor();
    let mut shown = 0;
    for page in open(&admin, "/help", &[]).await.links() {
        let page = open(&admin, &format!("/help/{page}"), &[]).await;
        for address in page.text.split("/help/pictures/").skip(1).map(|rest| rest.split('"').next().unwrap())
        {
            let picture = visitor.request("GET", &format!("/help/pictures/{address}")).send().await.unwrap();
            assert_eq!(
                (picture.status().as_u16(), picture.headers()["content-type"].to_str().unwrap()),
                (200, "image/webp")
            );
            assert!(picture.headers()["cache-control"].to_str().unwrap().ends_with("immutable"));
            assert_eq!(&picture.bytes().await.unwrap()[8..12], b"WEBP");
            shown += 1;
        }
    }
    assert!(shown >= 16, "only {shown} pictures");
    assert_eq!(open(&visitor, "/help/pictures/absent.webp", &[]).await.status, 404);
}
