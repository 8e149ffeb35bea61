//! The one HTML page of the front end, with a head that suits the address: title, description, canonical link, and
//! schema.org data of a citation, so that link previews and search engines see it without running a script.

use crate::domain::app::App;
use crate::domain::citations::editing;
use crate::domain::packets::reading;
use crate::model::citations::citation::Citation;
use crate::model::error::Error;
use crate::model::found::Found;
use crate::model::html::escaped;
use crate::model::languages::server_texts::{ServerTexts, filled};
use crate::model::page_urls;
use crate::web::blocking::run;
use crate::web::conditional::{digest_tag, is_not_modified};
use crate::web::pages::assets::manifest;
use crate::web::problem::Problem;
use crate::web::screen_language::{ScreenLanguage, VARY, screen_language};
use crate::web::session_cookie::session_cookie;
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use std::fmt::Write;

/// What the head says.
struct Head {
    title: String,
    description: String,
    canonical: Option<String>,
    data: Option<serde_json::Value>,
    status: StatusCode,
}

impl Head {
    fn plain(title: &str, texts: &ServerTexts, status: StatusCode) -> Self {
        Head {
            title: title.to_owned(),
            description: texts.description.to_owned(),
            canonical: None,
            data: None,
            status,
        }
    }
}

/// The page of any address that is a screen.
pub(in crate::web) async fn screen(request: HttpRequest, app: web::Data<App>) -> HttpResponse {
    let language = screen_language(&request, &app.settings);
    page(&request, &app, &language, &Head::plain(language.texts.product, language.texts, StatusCode::OK))
}

/// The page of any other address.
pub(in crate::web) fn not_found(request: &HttpRequest, app: &App) -> HttpResponse {
    let language = screen_language(request, &app.settings);
    let texts = language.texts;
    let title = format!("{} | {}", texts.not_found_title, texts.product);
    page(request, app, &language, &Head::plain(&title, texts, StatusCode::NOT_FOUND))
}

/// The page of a citation.
pub(in crate::web) async fn citation(
    request: HttpRequest,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = id.into_inner();
    let found = run(&app, move |app| {
        let found = match editing::citation(&app.store, &id) {
            Ok(Found::Moved(to)) => editing::citation(&app.store, &to),
            other => other,
        };
        match found {
            Ok(Found::Here(current)) => Ok(Some(current.citation)),
            Ok(Found::Moved(_)) | Err(Error::NotFound(_)) => Ok(None),
            Err(e) => Err(e),
        }
    })
    .await?;
    let language = screen_language(&request, &app.settings);
    let texts = language.texts;
    let head = match found {
        None => Head::plain(texts.no_citation, texts, StatusCode::NOT_FOUND),
        Some(citation) => citation_head(&app, &citation, texts),
    };
    Ok(page(&request, &app, &language, &head))
}

fn citation_head(app: &App, citation: &Citation, texts: &ServerTexts) -> Head {
    let address = page_urls::citation(&app.public_url, citation.address_id());
    let description: String =
        citation.abstract_text.as_deref().unwrap_or(&citation.title).chars().take(300).collect();
    let languages: Vec<&str> = citation.values(crate::model::category::Category::Languages);
    let data = serde_json::json!({
        "@context": "https://schema.org",
        "@type": "CreativeWork",
        "name": citation.title,
        "url": address,
        "description": description,
        "inLanguage": languages,
        "publisher": citation.publisher.as_ref().map(|p| serde_json::json!({"@type": "Organization", "name": p.name})),
        "datePublished": citation.publish_date.map(|d| d.to_string()),
        "keywords": citation.keywords,
    });
    Head {
        title: filled(texts.citation_title, "title", &citation.title),
        description,
        canonical: Some(address),
        data: Some(data),
        status: StatusCode::OK,
    }
}

/// The page of a packet: 404 for one that a visitor may not see, 410 for a deleted one, each with the usual page.
pub(in crate::web) async fn packet(
    request: HttpRequest,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let id = id.into_inner();
    let found = run(&app, move |app| match reading::packet_page(&app.store, &id, None) {
        Ok(page) => Ok(Ok(page)),
        Err(Error::NotFound(_)) => Ok(Err(StatusCode::NOT_FOUND)),
        Err(Error::Gone(_)) => Ok(Err(StatusCode::GONE)),
        Err(e) => Err(e),
    })
    .await?;
    let language = screen_language(&request, &app.settings);
    let texts = language.texts;
    let head = match found {
        Ok((name, title)) => Head {
            canonical: Some(page_urls::packet(&app.public_url, &name, None)),
            ..Head::plain(&filled(texts.citation_title, "title", &title), texts, StatusCode::OK)
        },
        Err(status) => Head::plain(&format!("{} | {}", texts.not_found_title, texts.product), texts, status),
    };
    Ok(page(&request, &app, &language, &head))
}

fn page(request: &HttpRequest, app: &App, language: &ScreenLanguage, head: &Head) -> HttpResponse {
    let html = html(head, language, view(request), &until_scripts(request, app, language));
    let tag = digest_tag(html.as_bytes());
    let mut answer = HttpResponse::build(head.status);
    answer
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, VARY))
        .insert_header((header::ETAG, tag.clone()));
    if head.status == StatusCode::OK && is_not_modified(request, &tag) {
        answer.status(StatusCode::NOT_MODIFIED);
        return answer.finish();
    }
    answer.body(html)
}

/// What the page shows until the scripts have come: a visitor's header, and the top of the home view where it comes.
/// Somebody with a session has another header, which the scripts make.
fn until_scripts(request: &HttpRequest, app: &App, language: &ScreenLanguage) -> String {
    let is_visitor = app.store.replica().is_some() || session_cookie(request, &app.public_url).is_none();
    if !is_visitor {
        return String::new();
    }
    let mut manifest = manifest();
    let shell = manifest.languages.remove(language.tag).map_or(manifest.shell, |of| of.shell);
    if view(request) == View::Home { shell.header + &shell.home } else { shell.header }
}

/// What an address shows, as far as the page differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    Home,
    Results,
    Other,
}

/// The home page's address shows results when it has a query or filters.
fn view(request: &HttpRequest) -> View {
    if !matches!(request.path(), "/" | "/search") {
        return View::Other;
    }
    let is_search = url::form_urlencoded::parse(request.query_string().as_bytes())
        .any(|(name, value)| matches!(&*name, "q" | "filters") && !value.trim().is_empty());
    if is_search { View::Results } else { View::Home }
}

fn html(head: &Head, language: &ScreenLanguage, view: View, first: &str) -> String {
    let files = manifest();
    let mut links = String::new();
    for font in &files.fonts {
        let _ = writeln!(
            links,
            "<link rel=\"preload\" href=\"{font}\" as=\"font\" type=\"font/woff2\" crossorigin>"
        );
    }
    for style in &files.styles {
        let _ = writeln!(links, "<link rel=\"stylesheet\" href=\"{style}\">");
    }
    let besides: &[String] = match view {
        _ if head.canonical.is_some() => &files.citation,
        View::Results => &files.results,
        View::Home => &files.home,
        View::Other => &[],
    };
    let texts = files.languages.get(language.tag).map_or(&[][..], |of| &of.scripts);
    for script in files.modulepreload.iter().chain(texts).chain(besides) {
        let _ = writeln!(links, "<link rel=\"modulepreload\" href=\"{script}\">");
    }
    for script in &files.scripts {
        let _ = writeln!(links, "<script type=\"module\" src=\"{script}\"></script>");
    }
    if !files.icon.is_empty() {
        let _ = writeln!(links, "<link rel=\"icon\" href=\"{}\" type=\"image/svg+xml\">", files.icon);
    }
    let _ = writeln!(
        links,
        "<link rel=\"search\" href=\"/opensearch.xml\" type=\"application/opensearchdescription+xml\" title=\"{}\">",
        escaped(language.texts.search_name)
    );
    if let Some(address) = &head.canonical {
        let _ = writeln!(links, "<link rel=\"canonical\" href=\"{}\">", escaped(address));
    }
    if let Some(data) = &head.data {
        // Inside a script element only `<` could end the data; JSON may write it as an escape.
        let json = data.to_string().replace('<', "\\u003c");
        let _ = writeln!(links, "<script type=\"application/ld+json\">{json}</script>");
    }
    let title = escaped(&head.title);
    let description = escaped(&head.description);
    let ScreenLanguage { tag, dir, .. } = language;
    let needs_scripts = escaped(language.texts.needs_scripts);
    format!(
        "<!doctype html>\n<html lang=\"{tag}\" dir=\"{dir}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <meta name=\"description\" content=\"{description}\">\n<meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n{links}</head>\n<body>\n<div id=\"root\">{first}</div>\n\
         <noscript>{needs_scripts}</noscript>\n</body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_hostile_title_stays_text() {
        let english = ScreenLanguage::from_tag("en").unwrap();
        let hostile = "</title><script>alert(1)</script>\"'&";
        let head = Head {
            data: Some(serde_json::json!({"name": hostile})),
            canonical: Some("http://x/\"><b>".into()),
            ..Head::plain(hostile, english.texts, StatusCode::OK)
        };
        let page = html(&head, &english, View::Other, "");
        assert!(!page.contains("<script>alert"), "{page}");
        assert!(!page.contains("\"><b>"), "{page}");
    }

    #[test]
    fn an_address_with_a_query_or_filters_is_a_search() {
        let check = |uri: &str, expected: View| {
            let request = actix_web::test::TestRequest::with_uri(uri).to_http_request();
            assert_eq!(view(&request), expected, "{uri}");
        };
        check("/search?q=asthma", View::Results);
        check("/?filters=W10%3D", View::Results);
        check("/search?q=%20&page=2", View::Home);
        check("/", View::Home);
        check("/citation/q?q=asthma", View::Other);
    }
}
