//! Counts opened files.

use crate::domain::app::App;
use crate::domain::usage;
use crate::model::usage::UsageKind;
use crate::web::blocking::run;
use crate::web::body::json::SmallJsonBody;
use crate::web::middleware::same_origin;
use crate::web::problem::Problem;
use crate::web::usage_client;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

/// A use that a page reports.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewUse {
    /// Id or readable id of the citation.
    pub citation: String,
    /// Tag or value of the language of the version.
    pub lang: String,
    /// `open`: the file of the version was opened.
    pub kind: String,
}

/// Counts an opened file, as `sendBeacon` sends it: JSON with the media type of a plain text. Robots and double clicks are not counted but get the same response.
#[utoipa::path(tag = "citations", operation_id = "countUse",
    request_body(content((NewUse = "application/json"), (NewUse = "text/plain"))), responses(
    (status = 204, description = "Accepted; the response does not show whether it was counted"),
    (status = 400),
    (status = 403, description = "It comes from a page of another server"),
    (status = 413),
    (status = 422, description = "No such citation, language version or kind"),
))]
#[post("/usage")]
pub async fn count(
    request: HttpRequest,
    app: web::Data<App>,
    body: SmallJsonBody<NewUse>,
) -> Result<HttpResponse, Problem> {
    if same_origin::is_from_elsewhere(&request, &app.public_url) {
        let detail = "Only pages of this catalogue are counted.";
        return Err(Problem::new(StatusCode::FORBIDDEN, detail));
    }
    let NewUse { citation, lang, kind } = body.0;
    let used = run(&app, move |app| usage::opened_version(app, &citation, &lang, &kind)).await?;
    usage_client::count(&request, &app, (used.citation, &used.tag), UsageKind::Open);
    Ok(HttpResponse::NoContent().finish())
}
