//! Takes problem reports.

use crate::domain::app::App;
use crate::domain::reports::submission::{self, Reporter};
use crate::model::reports::NewReport;
use crate::model::reports::TakenReport;
use crate::web::blocking::run;
use crate::web::body::json::SmallJsonBody;
use crate::web::caller::Visitor;
use crate::web::limits::client_address::{client_address, client_key};
use crate::web::middleware::same_origin;
use crate::web::problem::Problem;
use crate::web::screen_language::screen_language;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, post, web};

/// Reports a problem with a citation or packet. Nobody needs to sign in; the text is only ever shown as text.
#[utoipa::path(tag = "citations", operation_id = "reportProblem", request_body = NewReport, responses(
    (status = 201, body = TakenReport),
    (status = 400),
    (status = 403, description = "It comes from a page of another site"),
    (status = 413),
    (status = 422),
    (status = 429, description = "Five reports within an hour, or five hundred open ones in all; Retry-After says when to try again"),
))]
#[post("/reports")]
pub async fn submit(
    request: HttpRequest,
    caller: Visitor,
    app: web::Data<App>,
    body: SmallJsonBody<NewReport>,
) -> Result<HttpResponse, Problem> {
    if same_origin::is_from_elsewhere(&request, &app.public_url) {
        let detail = "This report did not come from a page of this catalogue, so it was not taken.";
        return Err(Problem::new(StatusCode::FORBIDDEN, detail));
    }
    let address = client_address(&request, &app.settings.server.trusted_proxies).map(client_key);
    let screen_language = screen_language(&request, &app.settings).tag;
    let taken = run(&app, move |app| {
        let actor = caller.actor();
        let reporter = Reporter { address, actor: actor.as_ref(), screen_language };
        submission::submit(app, &reporter, &body.0)
    })
    .await?;
    Ok(HttpResponse::Created().json(taken))
}
