//! `/infobutton`: where an info button of a health record leads a person.

use crate::domain::app::App;
use crate::domain::infobutton::answering;
use crate::model::infobutton::request::KnowledgeRequest;
use crate::web::api::infobutton::{InfobuttonParameters, respond, see_other};
use crate::web::pages::plain_page::refused_request;
use crate::web::problem::{Problem, ProblemBody};
use crate::web::screen_language::{VARY, screen_language, takes_html};
use crate::web::state::Web;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, ResponseError, get, web};

/// 303 to the citation when exactly one fits, otherwise to the page that shows the feed. It is as expensive
/// as the call and has the same limit. A browser gets a refusal as a page.
#[utoipa::path(tag = "infobutton", operation_id = "openHandouts", params(InfobuttonParameters), responses(
    (status = 303, description = "Location is the page of the citation, or the page with the entries of the feed", headers(("Location" = String))),
    (status = 400, description = "A parameter is too long, `callback` is given, or the form of the answer is unknown",
        content((ProblemBody = "application/problem+json"), (String = "text/html"))),
    (status = 429, description = "Too many requests; Retry-After says when to try again",
        content((ProblemBody = "application/problem+json"), (String = "text/html"))),
    (status = 503, description = "The first index of the catalogue is being built, or too much is waiting",
        content((ProblemBody = "application/problem+json"), (String = "text/html"))),
))]
#[get("/infobutton")]
pub(in crate::web) async fn info_button(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> HttpResponse {
    match location(&request, &app, &state).await {
        Ok(location) => see_other(&location),
        Err(problem) if takes_html(&request) => refusal(&request, &app, &problem),
        Err(problem) => {
            let mut response = problem.error_response();
            response.headers_mut().insert(header::VARY, header::HeaderValue::from_static("Accept"));
            response
        }
    }
}

async fn location(
    request: &HttpRequest,
    app: &web::Data<App>,
    state: &web::Data<Web>,
) -> Result<String, Problem> {
    state.limit.check_visitor(request, app).await?;
    let knowledge = KnowledgeRequest::parse(request.query_string())?;
    let query = request.query_string().to_owned();
    let page = move |app: &App, knowledge: &KnowledgeRequest| answering::page(app, knowledge, &query);
    respond(request, app, state, knowledge, page).await
}

/// A refusal as a page, with the headers of the problem.
fn refusal(request: &HttpRequest, app: &App, problem: &Problem) -> HttpResponse {
    let language = screen_language(request, &app.settings);
    let mut response = HttpResponse::build(problem.status());
    for header in problem.headers() {
        response.insert_header(header.clone());
    }
    response
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, format!("Accept, {VARY}")))
        .body(refused_request(&language, &problem.summary()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn only_clients_that_name_html_get_a_page() {
        let check = |accept: &str, expected: bool| {
            let request = TestRequest::default().insert_header((header::ACCEPT, accept)).to_http_request();
            assert_eq!(takes_html(&request), expected, "{accept}");
        };
        check("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true);
        check("application/json, Text/HTML;q=0.5", true);
        check("", false);
        check("*/*", false);
        check("text/html;q=0, application/json", false);
    }
}
