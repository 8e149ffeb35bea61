//! Changing the same fields of many citations.

use crate::domain::app::App;
use crate::domain::bulk_edit;
use crate::model::bulk_edit::progress::{BulkPreview, BulkRequest};
use crate::model::job::Job;
use crate::web::body::json::JsonBody;
use crate::web::caller::Admin;
use crate::web::problem::Problem;
use crate::web::state::Web;
use actix_web::{HttpRequest, HttpResponse, post, web};

/// Sets, adds or removes values of many citations: those named, or all that a search finds.
///
/// With `preview` nothing is changed: the response shows what would change. Without it a job makes the change, as one
/// version of each citation. A citation whose ETag has changed by then, or for which the change is not allowed, is skipped
/// and listed in the job with the reason; a citation without a difference gets no version.
#[utoipa::path(tag = "system", operation_id = "changeCitations", request_body = BulkRequest, responses(
    (status = 200, body = BulkPreview, description = "What would be changed"),
    (status = 202, body = Job, description = "The job that changes it"),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 413),
    (status = 422, description = "A field, an operation, a value, a citation or the query makes no sense"),
    (status = 503),
))]
#[post("/system/bulk")]
pub async fn change(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    state: web::Data<Web>,
    body: JsonBody<BulkRequest>,
) -> Result<HttpResponse, Problem> {
    let (actor, requested) = (admin.actor(), body.0);
    if requested.preview {
        let preview =
            state.heavy.run(&app, &request, move |app| bulk_edit::preview(app, &requested, &actor)).await?;
        return Ok(HttpResponse::Ok().json(preview));
    }
    let job = state.heavy.run(&app, &request, move |app| bulk_edit::add_job(app, &requested, &actor)).await?;
    Ok(HttpResponse::Accepted().json(job))
}
