//! The content of the pages as HTML, for browsers without scripts, and the API responses that it was made from.

use crate::packets::library::{added, diabetes, library, obsolete, packet};
use crate::support::{Caller, Start, citation, fill};
use serde_json::{Value, json};
use std::io::Read;

/// Status and text of a page, for a browser that accepts this language.
pub async fn page(caller: &Caller, path: &str, accepted: &str) -> (u16, String) {
    let answer = caller.request("GET", path).header("Accept-Language", accepted).send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

/// The content of the element `main`.
pub fn main_of(html: &str) -> &str {
    html.split("<main").nth(1).unwrap().split("</main>").next().unwrap()
}

/// The words of a page, each tag replaced by a space.
pub fn words(html: &str) -> String {
    let texts = html.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text);
    texts.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The target of the first link whose tag contains a text.
pub fn link(html: &str, part: &str) -> String {
    let tag = html.split("<a ").skip(1).map(|rest| rest.split('>').next().unwrap());
    let tag = tag
        .into_iter()
        .find(|tag| tag.contains(part))
        .unwrap_or_else(|| panic!("no link with {part}: {html}"));
    tag.split("href=\"").nth(1).unwrap().split('"').next().unwrap().replace("&amp;", "&")
}

/// The API responses in a page.
pub fn responses(html: &str) -> Vec<Value> {
    let data = html.split("<script type=\"application/json\" id=\"page-data\">").nth(1).unwrap();
    let data: Value = serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
    data["responses"].as_array().unwrap().clone()
}

/// Twelve citations about fever, the first one in four languages.
fn fevers() -> Vec<Value> {
    let mut all: Vec<Value> = (1..=12)
        .map(|n| {
            let mut fever = citation(&format!("Fever {n:02}"));
            fever["id"] = format!("fever-{n:02}").into();
            fever
        })
        .collect();
    let version =
        |lang: &str, number: &str, url: &str| json!({"lang": lang, "ksbgNumber": number, "url": url});
    all[0]["languages"] = json!([
        version("Somali", "KSBG2", "https://example.org/so.pdf"),
        version("Arabic", "KSBG3", "https://example.org/ar.pdf"),
        version("English", "KSBG1", "https://example.org/en.pdf"),
        version("Spanish", "KSBG4", "https://example.org/es.pdf"),
    ]);
    all[0]["revisionDates"] = json!([{"lang": "Spanish", "revisionDate": "2026-03-09T00:00:00.000Z"}]);
    all[0]["audience"] = json!(["Teens"]);
    all
}

#[tokio::test]
async fn a_citation_is_readable_in_the_language_of_the_screens() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &fevers());
    let server = Start::on(&data).run();
    let visitor = server.visitor();
    for (accepted, texts) in [
        ("en", ["Language versions", "Spanish", "3/9/2026", "View and Print", "Reviewed January 2026"]),
        ("es", ["Versiones", "Español", "9 mar 2026", "Ver e imprimir", "enero de 2026"]),
    ] {
        let (status, html) = page(&visitor, "/citation/fever-01", accepted).await;
        let shown = words(main_of(&html));
        assert_eq!(status, 200);
        for text in
            texts.into_iter().chain(["Fever 01", "What to do at home.", "KSBG3", "Soomaali", "العربية"])
        {
            assert!(shown.contains(text), "{text:?} is missing in {accepted}: {shown}");
        }
        assert!(html.contains("<bdi lang=\"ar\" dir=\"rtl\">العربية</bdi>"), "{html}");
        assert_eq!(link(main_of(&html), "=\"https://example.org/so.pdf\""), "https://example.org/so.pdf");
        let first = main_of(&html).split("<tbody>").nth(1).unwrap();
        assert!(words(first).starts_with(if accepted == "en" { "English" } else { "Inglés" }), "{first}");
    }
    let (_, html) = page(&visitor, "/citation/fever-01", "en").await;
    for path in ["/api/config", "/api/languages", "/api/citations/fever-01"] {
        let sent = responses(&html).into_iter().find(|response| response["path"] == path).unwrap();
        assert_eq!(sent["body"], visitor.get(path).await.body, "{path}");
    }
    let (status, html) = page(&visitor, "/citation/none", "es").await;
    assert_eq!(status, 404);
    assert!(words(&html).contains("No se encontró"), "{html}");
    assert!(html.contains("<form method=\"get\" action=\"/search\""), "{html}");
    assert_eq!(responses(&html)[2]["status"], 404);
}

#[tokio::test]
async fn results_are_paged_and_filtered_by_links() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &fevers());
    let server = Start::on(&data).run();
    let visitor = server.visitor();
    let (status, html) = page(&visitor, "/?q=fever", "en").await;
    assert_eq!(status, 200);
    assert!(words(&html).contains("Showing 1 to 10 of 12 results for &quot;fever&quot;"), "{}", words(&html));
    let call = "/api/search?q=fever&obsolete=false&start=0&no_boost=false";
    let sent = responses(&html).into_iter().find(|response| response["path"] == call).unwrap();
    assert_eq!(sent["body"], visitor.get(call).await.body);

    let (_, second) = page(&visitor, &link(&html, "rel=\"next\""), "en").await;
    assert!(words(&second).contains("Showing 11 to 12 of 12 results"), "{}", words(&second));
    assert!(second.contains("href=\"/citation/fever-12\""), "{second}");
    let (_, beyond) = page(&visitor, "/search?q=fever&page=7", "en").await;
    assert!(words(&beyond).contains("There are only 12 results"), "{}", words(&beyond));

    let teens = html.split("<li>").find(|item| item.contains("Teens")).unwrap();
    let (_, filtered) = page(&visitor, &link(teens, "filters="), "en").await;
    assert!(words(&filtered).contains("Showing 1 to 1 of 1 results"), "{}", words(&filtered));
    let (_, all) =
        page(&visitor, &link(&filtered, "aria-label=\"Remove filter Audience: Teens\""), "en").await;
    assert!(words(&all).contains("of 12 results"), "{}", words(&all));

    let (_, spanish) = page(&visitor, "/?q=fiebre&lang=es", "").await;
    assert!(spanish.contains("<html lang=\"es\""), "{spanish}");
    assert!(words(&spanish).contains("Ver en Español"), "{}", words(&spanish));
    let (_, somali) = page(&visitor, "/search?q=fever&lang=so", "en").await;
    assert!(words(&somali).contains("View in Soomaali") && words(&somali).contains("Not in Soomaali yet"));
    let (status, none) = page(&visitor, "/search?q=zzzzzz", "es").await;
    assert_eq!(status, 200);
    assert!(
        words(&none).contains("Ningún material coincide") && words(&none).contains("General"),
        "{}",
        words(&none)
    );
}

#[tokio::test]
async fn the_home_page_lets_people_search_and_browse() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &fevers());
    let server = Start::on(&data).run();
    let (_, html) = page(&server.visitor(), "/", "es-MX, ar").await;
    let shown = words(main_of(&html));
    for text in ["Encuentre materiales educativos", "General", "Teens", "Soomaali", "12"] {
        assert!(shown.contains(text), "{text:?}: {shown}");
    }
    let languages = main_of(&html).split("shell-languages").nth(1).unwrap();
    assert!(
        words(languages).find("Español") < words(languages).find("العربية"),
        "languages of the browser come first"
    );
    let somali = main_of(&html).split("<li>").filter(|item| item.contains("Soomaali")).last().unwrap();
    let (_, filtered) = page(&server.visitor(), &link(somali, "filters="), "en").await;
    assert!(words(&filtered).contains("Showing 1 to 1 of 1 results"), "{}", words(&filtered));
}

#[tokio::test]
async fn a_packet_shows_the_versions_of_its_language() {
    let mut citations = diabetes();
    citations[2] = obsolete(citations[2].clone(), Some("sugar"));
    citations[0]["languages"][0]["ksbgNumber"] = json!("KSBG 1042");
    let library = library(&citations);
    let made = added(&library.admin, &packet("Diabetes & you", true, &["insulin", "sugar"])).await;
    let address = format!("/packet/{}", made["readableId"].as_str().unwrap());
    let (status, html) = page(&library.visitor, &format!("{address}?lang=so"), "en").await;
    let shown = words(main_of(&html));
    assert_eq!(status, 200);
    for text in
        ["Diabetes &amp; you", "Insulin at home", "View in Soomaali", "Not in Soomaali yet", "Español"]
    {
        assert!(shown.contains(text), "{text:?}: {shown}");
    }
    // Printed without scripts, the sheet shows the URL of each handout beside its code.
    assert!(html.contains("handouts.example.org<wbr>/i/KSBG1042"), "{html}");
    let path = format!("/api/packets/{}", made["readableId"].as_str().unwrap());
    let sent = responses(&html).into_iter().find(|response| response["path"] == *path).unwrap();
    assert_eq!(sent["body"], library.visitor.get(&path).await.body);
    let (status, html) = page(&library.visitor, "/packet/none", "es").await;
    assert_eq!((status, words(&html).contains("No encontramos este paquete.")), (404, true));
    let (_, html) = page(&library.visitor, "/citation/ketones", "en").await;
    assert!(words(&html).contains("Replaced by Low blood sugar"), "{html}");
    let remove = library.admin.request("DELETE", &format!("/api/packets/{}", made["id"].as_str().unwrap()));
    assert_eq!(library.admin.send(remove).await.unwrap().status, 204);
    assert_eq!(page(&library.visitor, &address, "en").await.0, 410);
}

#[tokio::test]
async fn a_page_for_a_session_has_only_public_content() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &fevers());
    let server = Start::on(&data).run();
    for path in ["/", "/search?q=fever", "/citation/fever-01", "/nowhere"] {
        let answer = server
            .visitor()
            .request("GET", path)
            .header("Cookie", "handout=secret-of-ada")
            .send()
            .await
            .unwrap();
        assert_eq!(answer.headers()["cache-control"], "no-cache", "{path}");
        assert_eq!(answer.headers()["vary"], "Accept-Encoding, Accept-Language, Cookie", "{path}");
        let html = answer.text().await.unwrap();
        assert!(html.contains("<div id=\"root\" data-session>"), "{path}: {html}");
        assert!(!html.contains("secret-of-ada") && !html.contains("Sign In"), "{path}: {html}");
        assert!(responses(&html).iter().all(|response| response["path"] != "/api/config"), "{path}");
        let (_, visitors) = page(&server.visitor(), path, "").await;
        assert!(!visitors.contains("data-session"), "{path}");
    }
}

#[tokio::test]
async fn a_missing_packet_is_missing_in_a_browser_without_scripts_too() {
    let library = library(&diabetes());
    for cookie in ["", "__Host-handout=secret-of-ada"] {
        let request = library.visitor.request("GET", "/packet/nope").header("Cookie", cookie);
        let answer = request.header("Accept-Language", "en").send().await.unwrap();
        assert_eq!(answer.status(), 404);
        let html = answer.text().await.unwrap();
        assert_eq!(html.contains("data-session"), !cookie.is_empty(), "{html}");
        assert!(words(main_of(&html)).contains("This packet was not found."), "{cookie}: {html}");
        assert_eq!(main_of(&html).contains("<noscript>"), !cookie.is_empty(), "{html}");
    }
}

#[tokio::test]
async fn a_page_is_compressed_if_accepted_with_a_weak_entity_tag() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &fevers());
    let server = Start::on(&data).run();
    let page = |coding: &str, known: &str| {
        let request = server.visitor().request("GET", "/search?q=fever").header("Accept-Encoding", coding);
        request.header("If-None-Match", known).send()
    };
    let compressed = page("gzip, br", "").await.unwrap();
    assert_eq!(compressed.headers()["content-encoding"], "gzip");
    let tag = compressed.headers()["etag"].to_str().unwrap().to_owned();
    let bytes = compressed.bytes().await.unwrap();
    let mut html = String::new();
    flate2::read::GzDecoder::new(&*bytes).read_to_string(&mut html).unwrap();
    assert!(bytes.len() * 3 < html.len(), "{} of {}", bytes.len(), html.len());

    let plain = page("identity", "\"other\"").await.unwrap();
    assert!(!plain.headers().contains_key("content-encoding"));
    assert_eq!(tag, format!("W/{}", plain.headers()["etag"].to_str().unwrap()));
    assert_eq!(plain.text().await.unwrap(), html);
    assert_eq!(page("gzip", &tag).await.unwrap().status(), 304);
}

#[tokio::test]
async fn hostile_texts_stay_texts_and_no_url_causes_a_server_error() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut hostile = citation("</script><script>alert(1)</script>");
    hostile["abstract"] = "<img src=x onerror=alert(1)>\u{2028}".into();
    hostile["keywords"] = json!(["<b>\"'&"]);
    fill(&data, &[hostile]);
    let server = Start::on(&data).run();
    let visitor = server.visitor();
    let many = "word%20".repeat(90);
    let long = "x".repeat(600);
    for (query, expected) in [
        ("q=script", 200),
        ("q=%3Cscript%3Ealert(1)%3C/script%3E%22'", 200),
        (&*format!("q={many}"), 200),
        (&*format!("q={long}"), 400),
        ("q=a&filters=!!!&page=-1&obsolete=perhaps&any=%00", 200),
        ("q=a&lang=%22%3E%3Cscript%3E", 200),
        // [{"nonsense":"x' or"}]
        ("q=a&filters=W3sibm9uc2Vuc2UiOiJ4JyBvciJ9XQ%3D%3D", 400),
        ("q=%FF%FE&page=10001", 200),
    ] {
        let (status, html) = page(&visitor, &format!("/search?{query}"), "en").await;
        assert_eq!(status, expected, "{query}");
        assert!(
            !html.contains("<script>") && !html.contains("<img src=x") && !html.contains("<b>\""),
            "{query}: {html}"
        );
        responses(&html);
    }
    let (_, html) = page(&visitor, "/search?q=a&filters=W3sibm9uc2Vuc2UiOiJ4JyBvciJ9XQ%3D%3D", "en").await;
    assert!(words(&html).contains("Search without filters"), "{html}");
    let (_, html) = page(&visitor, &link(&page(&visitor, "/?q=alert", "").await.1, "/citation/"), "en").await;
    assert!(
        !html.contains("<script>") && !html.contains("<img src=x") && !html.contains('\u{2028}'),
        "{html}"
    );
}

#[tokio::test]
async fn a_page_of_too_many_searches_explains_it_in_its_language() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &fevers());
    let server = Start::on(&data).with("SERVER__RATE_LIMIT", "1").with("SERVER__RATE_BURST", "2").run();
    let visitor = server.visitor();
    let mut refused = None;
    for _ in 0..20 {
        let answer = visitor.request("GET", "/search?q=fever&page=2").header("Accept-Language", "es");
        let answer = answer.send().await.unwrap();
        if answer.status() == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.unwrap();
    assert!(refused.headers().contains_key("retry-after"), "{refused:?}");
    let html = refused.text().await.unwrap();
    assert!(html.contains("<html lang=\"es\""), "{html}");
    assert!(words(main_of(&html)).contains("Demasiadas búsquedas a la vez."), "{html}");
    assert_eq!(link(main_of(&html), "data-variant=\"primary\""), "/search?q=fever&page=2&obsolete=false");
    assert_eq!(responses(&html).last().unwrap()["status"], 429);
    let mut statuses = Vec::new();
    for _ in 0..20 {
        statuses.push(page(&visitor, "/search", "es").await.0);
    }
    assert!(statuses.contains(&429), "without words too: {statuses:?}");
    assert_eq!(page(&visitor, "/", "es").await.0, 200, "pages are not limited");
}

#[tokio::test]
async fn a_link_changes_the_language_of_the_screens() {
    let folder = tempfile::tempdir().unwrap();
    let server = Start::on(&folder.path().join("data")).run();
    let visitor = server.visitor();
    let (_, html) = page(&visitor, "/search?page=1", "en").await;
    let answer = visitor.request("GET", &link(&html, "/language/es")).send().await.unwrap();
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["location"]),
        (303, &"/search?page=1".parse().unwrap())
    );
    let cookie = answer.headers()["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("handout_language=es;") && !cookie.contains("HttpOnly"), "{cookie}");
    for (path, status, to) in [
        ("/language/es?return=//evil.example", 303, "/"),
        ("/language/es?return=https://evil.example", 303, "/"),
        ("/language/es", 303, "/"),
        ("/language/xx", 404, ""),
    ] {
        let answer = visitor.request("GET", path).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), status, "{path}");
        let location = answer.headers().get("location").map_or("", |value| value.to_str().unwrap());
        assert_eq!(location, to, "{path}");
    }
}
