//! Batch jobs: listed, added for lookup values, undone.

use crate::domain::app::App;
use crate::domain::bulk_edit;
use crate::domain::jobs;
use crate::model::job::{Job, JobRequest};
use crate::web::blocking::run;
use crate::web::body::json::JsonBody;
use crate::web::caller::{Admin, Staff};
use crate::web::problem::Problem;
use actix_web::{HttpResponse, get, post, web};

/// The jobs still running and those of the last day, newest first.
#[utoipa::path(tag = "system", operation_id = "listJobs", responses(
    (status = 200, body = Vec<Job>),
    (status = 401),
))]
#[get("/system/jobs")]
pub async fn list(_: Staff, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok().json(run(&app, |app| jobs::jobs(&app.store)).await?))
}

/// Adds a job, which runs in the background.
#[utoipa::path(tag = "system", operation_id = "addJob", request_body = JobRequest, responses(
    (status = 202, body = Job),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 413),
    (status = 422),
))]
#[post("/system/jobs")]
pub async fn add(
    admin: Admin,
    app: web::Data<App>,
    body: JsonBody<JobRequest>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.actor();
    let job = run(&app, move |app| jobs::add_job(app, body.0, &actor)).await?;
    Ok(HttpResponse::Accepted().json(job))
}

/// Restores in the background what a job of the type 'Bulk Change' changed. Citations that were changed in between are
/// skipped and listed in the job that this adds. An undo can be undone in turn; each job only once.
#[utoipa::path(tag = "system", operation_id = "undoJob", params(
    ("id" = String, Path, description = "Id of a job that is complete"),
), responses(
    (status = 202, body = Job),
    (status = 401),
    (status = 403),
    (status = 404),
    (status = 409, description = "It is still running, has been undone already, or has changed nothing"),
    (status = 422, description = "A job of this type cannot be undone"),
))]
#[post("/system/jobs/{id}/undo")]
pub async fn undo(admin: Admin, app: web::Data<App>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let (actor, id) = (admin.actor(), id.into_inner());
    let job = run(&app, move |app| bulk_edit::undo(app, &id, &actor)).await?;
    Ok(HttpResponse::Accepted().json(job))
}
