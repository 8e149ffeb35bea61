//! Lists the citations that need a review, records reviews and sets reviewers.

use crate::domain::reviews::{self, ReviewFilter};
use crate::import_export::list_tables;
use crate::model::error::Error;
use crate::model::job::Job;
use crate::model::list_part::ListPart;
use crate::model::reviews::{ReviewJobRequest, ReviewNote, ReviewPage, ReviewState};
use crate::model::search::request::read_start;
use crate::web::api::citations::{SavedCitation, saved_response};
use crate::web::call::Admin;
use crate::web::problem::HttpResult;
use crate::web::query::read_restriction;
use crate::web::request_body::{JsonBody, OptionalJsonBody};
use crate::web::table::{TableParameters, TableResponse};
use actix_web::http::StatusCode;
use actix_web::{get, post, web};
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
    fn read(self) -> Result<(ReviewFilter, ListPart), Error> {
        let part = ListPart::page(read_start(&self.start)?);
        let state = ReviewState::read(&self.state)?;
        let filter = ReviewFilter {
            department: read_restriction(self.department),
            reviewer: read_restriction(self.reviewer),
            state,
        };
        Ok((filter, part))
    }
}

/// Citations with the day their next review is due, most overdue first, 50 a page. Obsolete citations are left out.
#[utoipa::path(params(ReviewParameters), responses(Admin, (status = 200, body = ReviewPage)))]
#[get("/system/reviews")]
pub async fn list_reviews(admin: Admin) -> HttpResult {
    let (filter, part) = admin.parameters::<ReviewParameters>()?.read()?;
    admin.json(move |app, actor| reviews::reviews(app, actor, &filter, part)).await
}

/// As CSV or a workbook: every citation.
#[utoipa::path(params(ReviewParameters, TableParameters), responses(Admin, TableResponse))]
#[get("/system/reviews/download")]
pub async fn download_reviews(admin: Admin) -> HttpResult {
    let (filter, _) = admin.parameters::<ReviewParameters>()?.read()?;
    admin
        .table(move |app, actor, to| {
            let all = reviews::reviews(app, actor, &filter, ListPart::ALL)?;
            let link = |readable_id: &str| app.citation_url(readable_id);
            list_tables::reviews(&all.citations, link).into_file(to)
        })
        .await
}

/// Records that a citation was reviewed today. Nothing else of it changes; an incomplete one can be reviewed too.
#[utoipa::path(params(
    ("id" = String, Path, description = "Id or readable id"),
    ("If-Match" = String, Header, description = "ETag of the citation as the caller knows it"),
), request_body = ReviewNote, responses(
    Admin,
    (status = 200, body = SavedCitation, headers(("ETag" = String))),
    (status = 422, description = "It is obsolete, or the note is too long"),
))]
#[post("/citations/{id}/review")]
pub async fn review_citation(
    admin: Admin,
    id: web::Path<String>,
    body: OptionalJsonBody<ReviewNote>,
) -> HttpResult {
    let precondition = admin.required_precondition("citation")?;
    let note = body.0.note;
    let current =
        admin.run(move |app, actor| reviews::review(app, &id, &precondition, note.as_deref(), actor)).await?;
    Ok(saved_response(StatusCode::OK, current))
}

/// Records the review of many citations, or sets their reviewer, in the background. Those that were changed in between are
/// skipped and listed in the job.
#[utoipa::path(request_body = ReviewJobRequest, responses(Admin, (status = 202, body = Job)))]
#[post("/system/reviews")]
pub async fn add_review_job(admin: Admin, body: JsonBody<ReviewJobRequest>) -> HttpResult {
    admin.accepted(move |app, actor| reviews::add_job(app, &body.0, actor)).await
}
