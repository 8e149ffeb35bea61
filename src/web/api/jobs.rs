//! Batch jobs on lookup values.

use crate::domain::app::App;
use crate::domain::{jobs, lookups};
use crate::model::job::{Job, JobRequest, LookupImpact};
use crate::web::api::search::parameters;
use crate::web::blocking::run;
use crate::web::body::JsonBody;
use crate::web::caller::{Admin, Staff};
use crate::web::problem::{Problem, ProblemBody};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// The jobs still running and those of the last day, newest first.
#[utoipa::path(tag = "system", responses(
    (status = 200, body = Vec<Job>),
    (status = 401, body = ProblemBody, content_type = "application/problem+json"),
))]
#[get("/system/jobs")]
pub async fn list(_: Staff, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok().json(run(&app, |app| jobs::jobs(app)).await?))
}

/// Takes a job in, to be run in the background.
#[utoipa::path(tag = "system", request_body = JobRequest, responses(
    (status = 202, body = Job),
    (status = 400, body = ProblemBody, content_type = "application/problem+json"),
    (status = 401, body = ProblemBody, content_type = "application/problem+json"),
    (status = 403, body = ProblemBody, content_type = "application/problem+json"),
    (status = 413, body = ProblemBody, content_type = "application/problem+json"),
    (status = 422, body = ProblemBody, content_type = "application/problem+json"),
))]
#[post("/system/jobs")]
pub async fn add(
    admin: Admin,
    app: web::Data<App>,
    body: JsonBody<JobRequest>,
) -> Result<HttpResponse, Problem> {
    let editor = admin.editor();
    let job = run(&app, move |app| jobs::add_job(app, body.0, &editor)).await?;
    Ok(HttpResponse::Accepted().json(job))
}

/// Which change to look ahead to.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ImpactParameters {
    /// Facet name of the category.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    category: String,
    /// The value as it is.
    old_value: String,
    /// What it would become; left out for a deletion.
    new_value: Option<String>,
}

/// What a rename or deletion would touch, before it is done.
#[utoipa::path(tag = "system", params(ImpactParameters), responses(
    (status = 200, body = LookupImpact),
    (status = 400, body = ProblemBody, content_type = "application/problem+json"),
    (status = 401, body = ProblemBody, content_type = "application/problem+json"),
    (status = 403, body = ProblemBody, content_type = "application/problem+json"),
    (status = 404, body = ProblemBody, content_type = "application/problem+json"),
))]
#[get("/system/lookups/impact")]
pub async fn impact(request: HttpRequest, _: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let asked: ImpactParameters = parameters(&request)?;
    let touched = run(&app, move |app| {
        lookups::lookup_impact(app, &asked.category, &asked.old_value, asked.new_value.as_deref())
    })
    .await?;
    Ok(HttpResponse::Ok().json(touched))
}
