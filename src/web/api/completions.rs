//! The suggestions of the search box for a browser's address bar.

use crate::domain::app::App;
use crate::model::page_urls;
use crate::model::search::request::Suggestion;
use crate::web::api::search::{SuggestionParameters, suggestions_for};
use crate::web::problem::Problem;
use crate::web::query::parameters::parameters;
use crate::web::screen_language::{VARY, screen_language};
use crate::web::state::Web;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};

/// The same suggestions in the form of OpenSearch: the typed text, then of each suggestion its text, what it is, and its
/// page.
#[utoipa::path(tag = "search", operation_id = "listCompletions", params(SuggestionParameters), responses(
    (status = 200, content_type = "application/x-suggestions+json", body = (String, Vec<String>, Vec<String>, Vec<String>)),
    (status = 400, description = "A parameter cannot be read"),
    (status = 503, description = "The first index of the catalogue is being built (`preparing`), or too much is waiting"),
))]
#[get("/search/completions")]
pub async fn completions(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> Result<HttpResponse, Problem> {
    let query: SuggestionParameters = parameters(&request)?;
    let typed = query.q.clone();
    let suggestions = suggestions_for(&request, &app, &state, query.q).await?.suggest.suggestions;
    let texts = &screen_language(&request, &app.settings).texts.server;
    let description = |of: &Suggestion| if of.readable_id.is_some() { texts.packet } else { "" };
    let url = |of: &Suggestion| match &of.readable_id {
        Some(readable_id) => page_urls::packet(&app.public_url, readable_id, None),
        None => page_urls::search(&app.public_url, &of.suggestion, None),
    };
    let descriptions: Vec<&str> = suggestions.iter().map(description).collect();
    let urls: Vec<String> = suggestions.iter().map(url).collect();
    let completions: Vec<String> = suggestions.into_iter().map(|of| of.suggestion).collect();
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/x-suggestions+json; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, VARY))
        .json((typed, completions, descriptions, urls)))
}
