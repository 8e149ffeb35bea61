//! Serves the OpenAPI document.

use crate::domain::app::App;
use crate::web::problem::Problem;
use crate::web::state::Web;
use actix_web::HttpResponse;
use actix_web::web;

/// The described interface.
#[actix_web::get("/api/openapi.json")]
pub(in crate::web) async fn openapi_document(
    app: web::Data<App>,
    state: web::Data<Web>,
) -> Result<HttpResponse, Problem> {
    let document = state.interface.get(&app.public_url)?.document.clone();
    Ok(HttpResponse::Ok().content_type("application/json").body(document))
}
