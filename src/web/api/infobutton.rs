//! Responds to health records.

use crate::domain::app::App;
use crate::domain::infobutton::answering;
use crate::model::error::Result;
use crate::model::infobutton::feed::KnowledgeResponse;
use crate::model::infobutton::request::{KnowledgeRequest, ResponseType};
use crate::model::page_urls;
use crate::model::search::request::text_parts;
use crate::web::api::search::is_heavy;
use crate::web::blocking::run;
use crate::web::problem::{HttpResult, Problem};
use crate::web::screen_language::accepted_media;
use crate::web::state::Web;
use crate::web::xml::feed_xml;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use std::sync::Arc;
use utoipa::IntoParams;

/// How many searches a criterion may need: one for each concept of its code, and for its names.
const SEARCHES_PER_CRITERION: usize = 8;

/// The knowledge request. Further criteria are numbered (`mainSearchCriteria2.v.c`) or repeated; unknown parameters are ignored.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the parameters, which KnowledgeRequest reads")]
pub struct InfobuttonParameters {
    /// The code, such as `J45.909`; ICD codes with or without their dot.
    #[param(rename = "mainSearchCriteria.v.c", required = false, max_length = 500)]
    code: String,
    /// Its system: an OID (2.16.840.1.113883.6.90, .103, .96, .88 or .1) or the URI that FHIR uses.
    #[param(rename = "mainSearchCriteria.v.cs", required = false, max_length = 500)]
    system: String,
    /// Its display name.
    #[param(rename = "mainSearchCriteria.v.dn", required = false, max_length = 500)]
    display_name: String,
    /// The original text.
    #[param(rename = "mainSearchCriteria.v.ot", required = false, max_length = 500)]
    original_text: String,
    /// The preferred language: a BCP 47 tag or a code of ISO 639.
    #[param(rename = "informationRecipient.languageCode.c", required = false, max_length = 500)]
    language: String,
    /// The patient's age: a number.
    #[param(rename = "age.v.v", required = false, max_length = 500)]
    age: String,
    /// The unit of the age, such as `a`, `mo`, `d`.
    #[param(rename = "age.v.u", required = false, max_length = 500)]
    age_unit: String,
    /// The patient's age group: a MeSH descriptor.
    #[param(rename = "ageGroup.v.c", required = false, max_length = 500)]
    age_group: String,
    /// Who reads the answer: `PAT` or `PROV`.
    #[param(rename = "informationRecipient", required = false, max_length = 500)]
    recipient: String,
    /// The form of the answer; otherwise the Accept header decides.
    #[param(rename = "knowledgeResponseType", required = false, value_type = String)]
    response_type: String,
}

/// Handouts for what a health record shows: at most ten, those in the preferred language first.
#[utoipa::path(params(InfobuttonParameters), responses(
    (status = 200, content( (KnowledgeResponse = "application/json"), (String = "application/atom+xml"), (String = "text/xml"))),
    (status = 303, description = "With `text/html`: the page for people"),
    (status = 400, description = "A parameter is too long, `callback` is given, or the form of the answer is unknown"),
    (status = 503, description = "The first index of the catalogue is being built (`preparing`), or too much is waiting"),
))]
#[get("/infobutton")]
pub async fn find_handouts(request: HttpRequest, app: web::Data<App>, state: web::Data<Web>) -> HttpResult {
    let query = KnowledgeRequest::parse(request.query_string())?;
    let form = query.response_type.unwrap_or_else(|| accepted_type(&request));
    if form == ResponseType::Html {
        return Ok(see_other(&page_urls::infobutton("", request.query_string())));
    }
    let feed = respond(&request, &app, &state, query, answering::feed).await?;
    let mut response = HttpResponse::Ok();
    response.insert_header((header::CACHE_CONTROL, "no-store")).insert_header((header::VARY, "Accept"));
    Ok(match form {
        ResponseType::Json => response.json(KnowledgeResponse::new(feed)),
        form => response
            .insert_header((header::CONTENT_TYPE, format!("{}; charset=utf-8", form.media_type())))
            .body(feed_xml(&feed)),
    })
}

/// Responds to a request off the async workers, in the queue of heavy work when it may take long.
pub(in crate::web) async fn respond<T: Send + 'static>(
    request: &HttpRequest,
    app: &web::Data<App>,
    state: &web::Data<Web>,
    query: KnowledgeRequest,
    work: impl FnOnce(&App, &KnowledgeRequest) -> Result<T> + Send + 'static,
) -> std::result::Result<T, Problem> {
    let words: usize = query.criteria.iter().flat_map(|criterion| criterion.texts()).map(text_parts).sum();
    let parts = words + query.criteria.len() * SEARCHES_PER_CRITERION;
    let work = move |app: &Arc<App>| work(app, &query);
    if is_heavy(app, parts) { state.heavy.run(app, request, work).await } else { run(app, work).await }
}

/// 303 to a page.
pub(in crate::web) fn see_other(to: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, to))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, "Accept"))
        .finish()
}

/// The form that the Accept header prefers; the Atom feed without one that is known.
fn accepted_type(request: &HttpRequest) -> ResponseType {
    let form = |range: &String| match range.to_ascii_lowercase().as_str() {
        "*/*" | "application/*" => Some(ResponseType::Atom),
        "text/*" | "application/xml" => Some(ResponseType::Xml),
        range => ResponseType::from_media_type(range),
    };
    accepted_media(request).iter().find_map(form).unwrap_or(ResponseType::Atom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn the_accept_header_decides_the_form() {
        let check = |accept: &str, expected: ResponseType| {
            let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
            assert_eq!(accepted_type(&request), expected, "{accept}");
        };
        check("", ResponseType::Atom);
        check("*/*", ResponseType::Atom);
        check("application/json", ResponseType::Json);
        check("application/json;q=0.5, text/xml", ResponseType::Xml);
        check("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", ResponseType::Html);
        check("application/xml", ResponseType::Xml);
        check("image/png", ResponseType::Atom);
        check("application/json;q=0, application/atom+xml;q=0.1", ResponseType::Atom);
        check("Application/JSON; charset=utf-8", ResponseType::Json);
    }
}
