//! Lists the citations that need a review, records reviews and sets reviewers.

use crate::domain::app::App;
use crate::domain::reviews::{self, ReviewFilter};
use crate::import_export::list_tables;
use crate::model::error::Error;
use crate::model::job::Job;
use crate::model::page_urls;
use crate::model::reviews::{ReviewJobRequest, ReviewNote, ReviewPage, ReviewState};
use crate::model::search::request::read_start;
use crate::web::api::citations::{SavedCitation, saved_response};
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::conditional::required_precondition;
use crate::web::problem::Problem;
use crate::web::query::{parameters, read_restriction};
use crate::web::request_body::{JsonBody, OptionalJsonBody};
use crate::web::table::{TableParameters, TableResponse, table_file, table_format};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Which citations.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct ReviewParameters {
    /// `current`, `due`, `overdue` or `never`; all when it is left out.
    #[param(required = false)]
    pub state: String,
    /// Only citations of this department.
    #[param(required = false)]
    pub department: String,
    /// Only citations of this reviewer.
    #[param(required = false)]
    pub reviewer: String,
    /// First citation, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

impl ReviewParameters {
    fn read(self) -> Result<(ReviewFilter, usize), Error> {
        let start = read_start(&self.start)?;
        let state = ReviewState::read(&self.state)?;
        let filter = ReviewFilter {
            department: read_restriction(self.department),
            reviewer: read_restriction(self.reviewer),
            state,
        };
        Ok((filter, start))
    }
}

/// Citations with the day their next review is due, most overdue first, 50 a page. Obsolete citations are left out.
#[utoipa::path(tag = "system", operation_id = "listReviews", params(ReviewParameters), responses(
    Admin,
    (status = 200, body = ReviewPage),
    (status = 400),
))]
#[get("/system/reviews")]
pub async fn list(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let (filter, start) = parameters::<ReviewParameters>(&request)?.read()?;
    let page = run(&app, move |app| reviews::reviews(app, &admin.actor(), &filter, start)).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// As CSV or a workbook: every citation.
#[utoipa::path(tag = "system", operation_id = "downloadReviews", params(ReviewParameters, TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
))]
#[get("/system/reviews/download")]
pub async fn download(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let (filter, _) = parameters::<ReviewParameters>(&request)?.read()?;
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = reviews::all_reviews(app, &admin.actor(), &filter)?;
        let link = |readable_id: &str| page_urls::citation(&app.public_url, readable_id);
        list_tables::reviews(&all.citations, link).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}

/// Records that a citation was reviewed today. Nothing else of it changes; an incomplete one can be reviewed too.
#[utoipa::path(tag = "citations", operation_id = "reviewCitation", params(
    ("id" = String, Path, description = "Id or readable id"),
    ("If-Match" = String, Header, description = "ETag of the citation as the caller knows it"),
), request_body = ReviewNote, responses(
    Admin,
    (status = 200, body = SavedCitation, headers(("ETag" = String))),
    (status = 400),
    (status = 404),
    (status = 412, description = "Changed since"),
    (status = 422, description = "It is obsolete, or the note is too long"),
    (status = 428, description = "If-Match is missing"),
))]
#[post("/citations/{id}/review")]
pub async fn review(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    id: web::Path<String>,
    body: OptionalJsonBody<ReviewNote>,
) -> Result<HttpResponse, Problem> {
    let (actor, id) = (admin.actor(), id.into_inner());
    let precondition = required_precondition(&request, "citation")?;
    let note = body.0.note;
    let current =
        run(&app, move |app| reviews::review(app, &id, &precondition, note.as_deref(), &actor)).await?;
    Ok(saved_response(StatusCode::OK, current))
}

/// Records the review of many citations, or sets their reviewer, in the background. Those that were changed in between are
/// skipped and listed in the job.
#[utoipa::path(tag = "system", operation_id = "addReviewJob", request_body = ReviewJobRequest, responses(
    Admin,
    (status = 202, body = Job),
    (status = 400),
    (status = 422),
))]
#[post("/system/reviews")]
pub async fn add_job(
    admin: Admin,
    app: web::Data<App>,
    body: JsonBody<ReviewJobRequest>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.actor();
    let job = run(&app, move |app| reviews::add_job(app, &body.0, &actor)).await?;
    Ok(HttpResponse::Accepted().json(job))
}
