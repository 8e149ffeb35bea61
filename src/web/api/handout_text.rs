//! The reading level and the text of handouts.

use crate::domain::app::App;
use crate::domain::handout_text::{self, ReadabilityFilter};
use crate::import_export::file_tables;
use crate::model::error::Error;
use crate::model::handout_text::report::{Readability, ReadabilityPage, read_grade, read_state};
use crate::model::page_urls;
use crate::model::search::request::read_start;
use crate::web::blocking::run;
use crate::web::caller::{Admin, Staff};
use crate::web::problem::Problem;
use crate::web::query::{parameters, read_restriction};
use crate::web::table::{TableParameters, TableResponse, table_file, table_format};
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Which handouts.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct ReadabilityParameters {
    /// Only those with a reading level above this grade, from 0 to 18.
    #[param(required = false, value_type = u32, maximum = 18)]
    pub above: String,
    /// Only those of citations of this department.
    #[param(required = false)]
    pub department: String,
    /// `level`, `noText`, `failed`, `short`, `noFormula` or `notFetched`; all when it is left out.
    #[param(required = false)]
    pub state: String,
    /// First handout, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

impl ReadabilityParameters {
    fn read(self) -> Result<(ReadabilityFilter, usize), Error> {
        let start = read_start(&self.start)?;
        let (above, state) = (read_grade(&self.above)?, read_state(&self.state)?);
        let department = read_restriction(self.department);
        Ok((ReadabilityFilter { department, above, state }, start))
    }
}

/// Language versions with their reading levels, the hardest first, then those without one; 50 a page. Obsolete citations
/// are left out.
#[utoipa::path(tag = "system", operation_id = "listReadability", params(ReadabilityParameters), responses(
    Admin,
    (status = 200, body = ReadabilityPage),
    (status = 400),
))]
#[get("/system/readability")]
pub async fn list(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let (filter, start) = parameters::<ReadabilityParameters>(&request)?.read()?;
    let page =
        run(&app, move |app| handout_text::list_readability(app, &admin.actor(), &filter, start)).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// As CSV or a workbook: all of them.
#[utoipa::path(tag = "system", operation_id = "downloadReadability", params(ReadabilityParameters, TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
))]
#[get("/system/readability/download")]
pub async fn download(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let (filter, _) = parameters::<ReadabilityParameters>(&request)?.read()?;
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = handout_text::all_readability(app, &admin.actor(), &filter)?;
        let link = |readable_id: &str| page_urls::citation(&app.public_url, readable_id);
        file_tables::handouts(&all.handouts, link).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}

/// How hard the language versions of a citation are to read.
#[utoipa::path(tag = "citations", operation_id = "citationReadability", params(
    ("id" = String, Path, description = "Id or readable id"),
), responses(
    Staff,
    (status = 200, body = Vec<Readability>),
    (status = 404),
))]
#[get("/citations/{id}/readability")]
pub async fn citation(_: Staff, app: web::Data<App>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = id.into_inner();
    Ok(HttpResponse::Ok()
        .json(run(&app, move |app| handout_text::citation_readability(&app.store, &id)).await?))
}
