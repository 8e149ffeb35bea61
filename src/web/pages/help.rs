//! `/help`, `/help/{page}` and the pictures of the pages: the list of the guide's pages, each page, and a search in them. These
//! pages load no scripts, so the links of the signed-in are here and not made by the screens.

use crate::domain::app::App;
use crate::model::accounts::{Right, Roles};
use crate::model::guide::{self, GuidePage, Reader};
use crate::model::languages::message::{ServerTexts, fill};
use crate::search::fold;
use crate::web::caller::visitor_of_request;
use crate::web::conditional::digest_tag;
use crate::web::pages::document::search_link;
use crate::web::pages::frame::{brand, help_link, screen_languages, sign_in, sign_in_url};
use crate::web::pages::languages::to_language_tag;
use crate::web::pages::view::{View, named_language};
use crate::web::problem::{HttpResult, Problem};
use crate::web::screen_language::VARY;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, get, web};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The list of pages; with `q` those that were found, with `for` a redirect to the page of that screen.
pub(in crate::web) async fn list(request: HttpRequest, app: web::Data<App>) -> HttpResult {
    let roles = roles(&request, &app).await?;
    if let Some(screen) = parameter(&request, "for") {
        let page = guide::page_of_screen(&screen, roles);
        return Ok(redirect(&page.map_or_else(|| "/help".into(), |page| format!("/help/{}", page.name))));
    }
    let view = View::new(&request, &app, &named_language(&request));
    let pages = readable(&view, roles);
    let texts = &view.texts.server;
    Ok(match parameter(&request, "q").filter(|text| !text.is_empty()) {
        Some(text) => {
            let content = results(&view, &text, &find(&pages, &text));
            respond(&view, roles, StatusCode::OK, texts.help_title, None, &content)
        }
        None => {
            let canonical = view.canonical(format!("{}/help", app.public_url));
            let content = page_list(&view, &pages, roles.is_none());
            respond(&view, roles, StatusCode::OK, texts.help_title, Some(&canonical), &content)
        }
    })
}

/// A page. Visitors sign in to see a page for staff; a page for another role does not exist for the signed-in.
pub(in crate::web) async fn page(
    request: HttpRequest,
    app: web::Data<App>,
    name: web::Path<String>,
) -> HttpResult {
    if let Some(redirect) = to_language_tag(&request, &app) {
        return Ok(redirect);
    }
    let roles = roles(&request, &app).await?;
    let view = View::new(&request, &app, &named_language(&request));
    Ok(match guide::page(&name, guide_language(&view)) {
        Some(page) if page.reader.includes(roles) => {
            let address = format!("{}/help/{}", app.public_url, page.name);
            let canonical = page.reader.is_public().then(|| view.canonical(address));
            let content = guide_page(&view, page);
            respond(&view, roles, StatusCode::OK, page.title, canonical.as_deref(), &content)
        }
        Some(_) if roles.is_none() => redirect(&sign_in_url(&view)),
        _ => {
            let title = view.texts.shell.not_found_title;
            respond(&view, roles, StatusCode::NOT_FOUND, title, None, &missing(&view))
        }
    })
}

/// A picture of the guide. Pages name it with a mark of its content, so clients keep it for a year.
#[get("/help/pictures/{name}")]
pub(in crate::web) async fn picture(name: web::Path<String>) -> HttpResponse {
    let Some(content) = guide::picture(&name) else { return HttpResponse::NotFound().finish() };
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "image/webp"))
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(web::Bytes::from_static(content))
}

/// The roles of the caller; none for a visitor.
async fn roles(request: &HttpRequest, app: &web::Data<App>) -> Result<Option<Roles>, Problem> {
    Ok(visitor_of_request(request, app).await?.0.map(|caller| caller.person.roles))
}

/// The language that the address names, also for the signed-in and those who chose another for the screens: staff show a family
/// its page.
fn guide_language(view: &View) -> &'static str {
    view.address_language.unwrap_or(view.language.tag)
}

fn readable(view: &View, roles: Option<Roles>) -> Vec<&'static GuidePage> {
    let mut pages = guide::pages(guide_language(view));
    pages.retain(|page| page.reader.includes(roles));
    pages
}

fn parameter(request: &HttpRequest, name: &str) -> Option<String> {
    let mut parameters = url::form_urlencoded::parse(request.query_string().as_bytes());
    parameters.find(|(known, _)| known == name).map(|(_, value)| value.trim().to_owned())
}

/// 302 that depends on who asks.
fn redirect(to: &str) -> HttpResponse {
    HttpResponse::Found()
        .insert_header((header::LOCATION, to))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}

/// The response with a page; `roles` are those of the caller, none for a visitor.
pub(super) fn respond(
    view: &View,
    roles: Option<Roles>,
    status: StatusCode,
    title: &str,
    canonical: Option<&str>,
    content: &Markup,
) -> HttpResponse {
    let html = document(view, roles, title, canonical, content).into_string();
    // What a signed-in person sees depends on their roles.
    let cache_control = if roles.is_some() { "private, no-cache" } else { "no-cache" };
    HttpResponse::build(status)
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, cache_control))
        .insert_header((header::VARY, VARY))
        .insert_header((header::ETAG, digest_tag(html.as_bytes())))
        .body(html)
}

fn document(
    view: &View,
    roles: Option<Roles>,
    title: &str,
    canonical: Option<&str>,
    content: &Markup,
) -> Markup {
    let files = &view.manifest;
    html! {
        (DOCTYPE)
        html lang=(view.language.tag) dir=(view.language.dir) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " | " (view.texts.shell.product) }
                meta name="description" content=(view.texts.server.help_description);
                @for font in &files.fonts {
                    link rel="preload" href=(font) as="font" type="font/woff2" crossorigin;
                }
                @for style in &files.styles {
                    link rel="stylesheet" href=(style);
                }
                link rel="stylesheet" href="/help.css";
                @if !files.icon.is_empty() {
                    link rel="icon" href=(files.icon) type="image/svg+xml";
                }
                (search_link(&view.language))
                @if let Some(address) = canonical {
                    link rel="canonical" href=(address);
                }
            }
            body {
                div class="help-page" {
                    a class=[view.class("Shell.skip")] href="#main" { (view.texts.shell.skip) }
                    (help_header(view, roles))
                    main id="main" tabindex="-1" class="shell-main" { (content) }
                    footer class=[view.class("Shell.footer")] { (screen_languages(view, &without_language(&view.address))) }
                }
            }
        }
    }
}

/// The address of a page without the language that it names, so that the language chosen there counts.
fn without_language(address: &str) -> String {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let mut kept = url::form_urlencoded::Serializer::new(String::new());
    kept.extend_pairs(url::form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name != "lang"));
    match kept.finish() {
        query if query.is_empty() => path.to_owned(),
        query => format!("{path}?{query}"),
    }
}

fn help_header(view: &View, roles: Option<Roles>) -> Markup {
    let bar = view.class("Navigation.bar").unwrap_or_default();
    html! {
        header class="shell-header" {
            div class={ "shell-bar help-bar " (bar) } {
                (brand(view))
                (help_link(view, "/help"))
                nav aria-label=(view.texts.shell.main) class=[view.class("Navigation.nav")] {
                    (screen_links(view, roles))
                }
            }
        }
    }
}

/// Links to the main screens of a person.
fn screen_links(view: &View, roles: Option<Roles>) -> Markup {
    let texts = &view.texts.navigation;
    let may = |right| roles.is_some_and(|roles| roles.give(right));
    let links = [
        (true, "/", texts.search),
        (roles.is_some(), "/my_orders", texts.my_orders),
        (may(Right::WorkOnOrders), "/orders", texts.copy_center),
        (may(Right::ReadAudit), "/audit", texts.audit_trail),
        (may(Right::EditCitations), "/overview", texts.admin_tools),
    ];
    html! {
        @for (_, path, label) in links.into_iter().filter(|(is_shown, ..)| *is_shown) {
            a href=(path) class=[view.class("Navigation.link")] { (label) }
        }
        @if roles.is_none() { (sign_in(view)) }
    }
}

/// The rules of these pages beside those of the screens.
#[get("/help.css")]
pub(in crate::web) async fn styles() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/css; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(include_str!("../../../assets/help.css"))
}

/// The list of the pages that the caller may read.
pub(super) fn page_list(view: &View, pages: &[&GuidePage], is_visitor: bool) -> Markup {
    let texts = &view.texts.server;
    html! {
        div class="help" {
            h1 { (texts.help_title) }
            (search_form(view, ""))
            @for reader in Reader::ALL {
                @let of_reader: Vec<&&GuidePage> = pages.iter().filter(|page| page.reader == reader).collect();
                @if !of_reader.is_empty() {
                    section aria-labelledby={ "for-" (key(reader)) } {
                        h2 id={ "for-" (key(reader)) } { (name(reader, texts)) }
                        ul { @for page in of_reader { li { (page_link(view, page)) } } }
                    }
                }
            }
            @if is_visitor && view.config.sign_in.available {
                p { a href=(sign_in_url(view)) { (texts.help_sign_in) } }
            }
        }
    }
}

/// One page of the guide.
pub(super) fn guide_page(view: &View, page: &GuidePage) -> Markup {
    let texts = &view.texts.server;
    html! {
        div class="help" {
            p class="help-back" { a href=(view.canonical("/help".into())) { (texts.help_all) } }
            article lang=[view.lang(Some(page.lang))] dir=[view.lang(Some(page.lang)).map(|_| "ltr")] {
                h1 { (page.title) }
                (PreEscaped(page.html))
            }
            (search_form(view, ""))
        }
    }
}

/// The pages with the words of a search.
pub(super) fn results(view: &View, text: &str, found: &[Found]) -> Markup {
    let texts = &view.texts.server;
    html! {
        div class="help" {
            p class="help-back" { a href=(view.canonical("/help".into())) { (texts.help_all) } }
            h1 dir="auto" { (fill(texts.help_results, "q", text)) }
            (search_form(view, text))
            @if found.is_empty() {
                p { (texts.help_none) }
            } @else {
                ol class="help-results" {
                    @for Found { page, excerpt } in found {
                        li {
                            h2 { (page_link(view, page)) }
                            p lang=[view.lang(Some(page.lang))] dir=[view.lang(Some(page.lang)).map(|_| "ltr")] {
                                (excerpt)
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What is shown for an unknown page, or one that the caller may not read.
pub(super) fn missing(view: &View) -> Markup {
    let (shell, texts) = (&view.texts.shell, &view.texts.server);
    html! {
        div class="help" {
            h1 { (shell.not_found) }
            p { (shell.not_found_hint) }
            p { a href=(view.canonical("/help".into())) { (texts.help_all) } }
            (search_form(view, ""))
        }
    }
}

fn page_link(view: &View, page: &GuidePage) -> Markup {
    let lang = view.lang(Some(page.lang));
    html! {
        a href=(view.canonical(format!("/help/{}", page.name))) hreflang=[lang] {
            span lang=[lang] dir=[lang.map(|_| "ltr")] { (page.title) }
        }
    }
}

fn search_form(view: &View, text: &str) -> Markup {
    let texts = &view.texts.server;
    html! {
        search {
            form method="get" action="/help" class="help-search" {
                div class=[view.class("Field.field")] {
                    label for="help-text" class=[view.class("Field.label")] { (texts.help_search) }
                    input id="help-text" type="search" name="q" maxlength=(MAX_CHARACTERS) dir="auto"
                        class=[view.class("Field.control")] value=(text);
                }
                @if let Some(tag) = view.address_language { input type="hidden" name="lang" value=(tag); }
                button type="submit" class=[view.class("Button.button")] data-variant="secondary" data-size="normal" {
                    span { (view.texts.search.button) }
                }
            }
        }
    }
}

fn key(reader: Reader) -> u8 {
    reader as u8
}

fn name(reader: Reader, texts: &ServerTexts) -> &'static str {
    match reader {
        Reader::Families => texts.help_families,
        Reader::Staff => texts.help_staff,
        Reader::CopyCenter => texts.help_copy_center,
        Reader::Specialists => texts.help_specialists,
        Reader::Auditors => texts.help_auditors,
        Reader::It => texts.help_it,
    }
}

/// Longest text that is searched for, in characters; the same as the field's.
pub(super) const MAX_CHARACTERS: usize = 200;
/// Words before and after the first found one in an excerpt.
const WORDS_AROUND: usize = 12;

/// A page that was found.
pub(super) struct Found {
    pub page: &'static GuidePage,
    /// Its words around the first that was searched for.
    pub excerpt: String,
}

/// The pages with every word, those with more of the words in their title first, in the order of the pages otherwise.
pub(super) fn find(pages: &[&'static GuidePage], text: &str) -> Vec<Found> {
    let text: String = text.chars().take(MAX_CHARACTERS).collect();
    let sought = words(&text);
    if sought.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(usize, Found)> = pages
        .iter()
        .filter_map(|page| Some((missing_in_title(page, &sought), match_page(page, &sought)?)))
        .collect();
    found.sort_by_key(|(missing, _)| *missing);
    found.into_iter().map(|(_, found)| found).collect()
}

fn missing_in_title(page: &GuidePage, sought: &[String]) -> usize {
    let title = words(page.title);
    sought.iter().filter(|word| !has(&title, word)).count()
}

fn match_page(page: &'static GuidePage, sought: &[String]) -> Option<Found> {
    let (title, body) = (words(page.title), words(page.text));
    sought
        .iter()
        .all(|word| has(&title, word) || has(&body, word))
        .then(|| Found { page, excerpt: excerpt(page.text, sought) })
}

fn has(words: &[String], sought: &str) -> bool {
    words.iter().any(|word| begins(word, sought))
}

/// Whether a word begins with the one that is searched for, also without its plural ending.
fn begins(word: &str, sought: &str) -> bool {
    let singular = sought.strip_suffix('s').filter(|singular| singular.len() > 2);
    word.starts_with(sought) || singular == Some(word)
}

/// The words around the first that was searched for; the beginning if only the title has them.
fn excerpt(text: &str, sought: &[String]) -> String {
    let written: Vec<&str> = text.split_whitespace().collect();
    let is_sought =
        |written: &&str| words(written).iter().any(|word| sought.iter().any(|one| begins(word, one)));
    let at = written.iter().position(is_sought).unwrap_or(0);
    let (from, to) = (at.saturating_sub(WORDS_AROUND), (at + 2 * WORDS_AROUND).min(written.len()));
    let before = if from > 0 { "… " } else { "" };
    let after = if to < written.len() { " …" } else { "" };
    format!("{before}{}{after}", written[from..to].join(" "))
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '’'))
        .map(fold)
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::guide::pages;

    #[test]
    fn pages_are_found_by_the_beginnings_of_their_words() {
        let names = |text: &str, lang: &str| -> Vec<&str> {
            find(&pages(lang), text).iter().map(|found| found.page.name).collect()
        };
        assert_eq!(names("promoted result", "en")[0], "promoted-results");
        assert_eq!(names("PROMOTED results", "en")[0], "promoted-results");
        assert_eq!(names("audit", "en")[0], "audit-trail");
        assert_eq!(names("códigos", "es"), names("codigo", "es"), "accents and plurals do not matter");
        assert!(names("qqxxyyzz", "en").is_empty() && names(" …,", "en").is_empty());
        assert!(names(&"a".repeat(10_000), "en").is_empty());
    }

    #[test]
    fn an_excerpt_is_around_the_word() {
        let text = format!("{} star {}", "before ".repeat(30).trim(), "after ".repeat(30).trim());
        let excerpt = excerpt(&text, &["star".to_owned()]);
        assert!(
            excerpt.starts_with("… before")
                && excerpt.contains(" star after")
                && excerpt.ends_with("after …")
        );
        assert_eq!(super::excerpt("a b", &["none".to_owned()]), "a b");
    }
}
