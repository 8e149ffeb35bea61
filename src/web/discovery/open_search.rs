//! `/opensearch.xml`: with it a browser's address bar searches the catalogue (OpenSearch 1.1, draft 6).

use crate::domain::app::App;
use crate::web::conditional::revalidate;
use crate::web::pages::assets::Manifest;
use crate::web::screen_language::{ScreenLanguage, VARY, screen_language, screen_languages};
use crate::web::xml::XmlDocument;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, get, web};

const NAMESPACE: &str = "http://a9.com/-/spec/opensearch/1.1/";
const CONTENT_TYPE: &str = "application/opensearchdescription+xml; charset=utf-8";
/// Bounds of OpenSearch 1.1 on names, in characters.
const MAX_SHORT_NAME: usize = 16;
const MAX_LONG_NAME: usize = 48;

/// The description of the search, in the language of the screens.
#[utoipa::path(tag = "discovery", operation_id = "getOpenSearchDescription", responses(
    (status = 200, body = String, content_type = "application/opensearchdescription+xml",
        headers(("ETag" = String))),
    (status = 304, description = "The client has it"),
))]
#[get("/opensearch.xml")]
pub(in crate::web) async fn description(request: HttpRequest, app: web::Data<App>) -> HttpResponse {
    let language = screen_language(&request, &app.settings);
    let mut response = revalidate(&request, CONTENT_TYPE, describe(&app, &language));
    response.headers_mut().insert(header::VARY, HeaderValue::from_static(VARY));
    response
}

fn describe(app: &App, language: &ScreenLanguage) -> Vec<u8> {
    let (hospital, texts) = (&app.settings.hospital, &language.texts.server);
    let url = |path: &str| format!("{}{path}", app.public_url);
    XmlDocument::write("OpenSearchDescription", &[("xmlns", NAMESPACE)], |root| {
        root.text("ShortName", &[], &first_characters(texts.search_name, MAX_SHORT_NAME));
        let long_name = format!("{}: {}", hospital.name, texts.search_name);
        root.text("LongName", &[], &first_characters(&long_name, MAX_LONG_NAME));
        root.text("Description", &[], texts.description);
        if let Some(email) = &hospital.email {
            root.text("Contact", &[], email);
        }
        let templates = [
            ("text/html", "results", "/?q={searchTerms}"),
            ("application/x-suggestions+json", "suggestions", "/api/search/completions?q={searchTerms}"),
            ("application/atom+xml", "results", "/feed.atom?q={searchTerms}"),
            ("application/opensearchdescription+xml", "self", "/opensearch.xml"),
        ];
        for (content_type, rel, template) in templates {
            root.empty("Url", &[("type", content_type), ("rel", rel), ("template", &url(template))]);
        }
        let icon = &Manifest::current().icon;
        if !icon.is_empty() {
            root.text("Image", &[("width", "16"), ("height", "16"), ("type", "image/svg+xml")], &url(icon));
        }
        for language in screen_languages(&app.settings) {
            root.text("Language", &[], language.tag);
        }
        root.text("InputEncoding", &[], "UTF-8");
        root.text("OutputEncoding", &[], "UTF-8");
    })
}

fn first_characters(text: &str, most: usize) -> String {
    text.chars().take(most).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::languages::message;

    #[test]
    fn the_name_of_the_search_needs_no_cut_in_any_language() {
        for language in message::tags().filter_map(ScreenLanguage::from_tag) {
            let name = language.texts.server.search_name;
            assert_eq!(first_characters(name, MAX_SHORT_NAME), name, "{}", language.tag);
        }
    }
}
