//! Jobs: listed, undone, and added for lookup values and bulk edits.

use crate::domain::bulk_edit;
use crate::domain::jobs;
use crate::model::bulk_edit::progress::{BulkPreview, BulkRequest};
use crate::model::job::{Job, JobRequest};
use crate::web::call::{Admin, Staff};
use crate::web::problem::HttpResult;
use crate::web::request_body::JsonBody;
use actix_web::{HttpResponse, get, post, web};

/// The jobs still running and those of the last day, newest first.
#[utoipa::path(responses(Staff, (status = 200, body = Vec<Job>)))]
#[get("/system/jobs")]
pub async fn list_jobs(staff: Staff) -> HttpResult {
    staff.json(move |app, _| jobs::jobs(&app.store)).await
}

/// Adds a job, which runs in the background.
#[utoipa::path(request_body = JobRequest, responses(Admin, (status = 202, body = Job)))]
#[post("/system/jobs")]
pub async fn add_job(admin: Admin, body: JsonBody<JobRequest>) -> HttpResult {
    admin.accepted(move |app, actor| jobs::add_job(app, body.0, actor)).await
}

/// Restores in the background what a job of the type 'Bulk Change' changed. Citations that were changed in between are
/// skipped and listed in the job that this adds. An undo can be undone in turn; each job only once.
#[utoipa::path(params(("id" = String, Path, description = "Id of a job that is complete")), responses(
    Admin,
    (status = 202, body = Job),
    (status = 409, description = "It is still running, has been undone already, or has changed nothing"),
    (status = 422, description = "A job of this type cannot be undone"),
))]
#[post("/system/jobs/{id}/undo")]
pub async fn undo_job(admin: Admin, id: web::Path<String>) -> HttpResult {
    admin.accepted(move |app, actor| bulk_edit::undo(app, &id, actor)).await
}

/// Sets, adds or removes values of many citations: those named, or all that a search finds.
///
/// With `preview` nothing is changed: the response shows what would change. Without it a job makes the change, as one
/// version of each citation. A citation whose ETag has changed by then, or for which the change is not allowed, is skipped
/// and listed in the job with the reason; a citation without a difference gets no version.
#[utoipa::path(request_body = BulkRequest, responses(
    Admin,
    (status = 200, body = BulkPreview, description = "What would be changed"),
    (status = 202, body = Job, description = "The job that changes it"),
    (status = 422, description = "A field, an operation, a value, a citation or the query makes no sense"),
    (status = 503),
))]
#[post("/system/bulk")]
pub async fn change_citations(admin: Admin, body: JsonBody<BulkRequest>) -> HttpResult {
    let requested = body.0;
    if requested.preview {
        let preview = admin.run_heavy(move |app, actor| bulk_edit::preview(app, &requested, actor)).await?;
        return Ok(HttpResponse::Ok().json(preview));
    }
    let job = admin.run_heavy(move |app, actor| bulk_edit::add_job(app, &requested, actor)).await?;
    Ok(HttpResponse::Accepted().json(job))
}
