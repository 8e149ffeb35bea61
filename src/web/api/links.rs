//! Lists broken links of handouts, and requests checks.

use crate::domain::app::App;
use crate::domain::link_check::{self, LinkFilter};
use crate::import_export::list_tables;
use crate::model::error::Error;
use crate::model::link_check::link::{LinkMark, LinkPage, LinkRequest, StateFilter};
use crate::model::page_urls;
use crate::model::search::request::read_start;
use crate::web::blocking::run;
use crate::web::caller::{Admin, Staff};
use crate::web::problem::Problem;
use crate::web::query::{parameters, read_restriction};
use crate::web::request_body::JsonBody;
use crate::web::table::{TableParameters, TableResponse, table_file, table_format};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Which links.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct LinkParameters {
    /// `ok`, `moved`, `blocked`, `gone`, `soft404`, `unreachable`, `changed` or `unchecked`; `broken` for gone, soft404 and
    /// unreachable; all when it is left out.
    #[param(required = false)]
    pub state: String,
    /// Only links of citations of this department.
    #[param(required = false)]
    pub department: String,
    /// Only links of this citation: its id or readable id.
    #[param(required = false)]
    pub citation: String,
    /// First link, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

impl LinkParameters {
    fn read(self) -> Result<(LinkFilter, usize), Error> {
        let start = read_start(&self.start)?;
        let state = StateFilter::read(&self.state)?;
        let filter = LinkFilter {
            department: read_restriction(self.department),
            citation: read_restriction(self.citation),
            state,
        };
        Ok((filter, start))
    }
}

/// Links of handouts with their states, those that need attention first, 50 a page. Obsolete citations are left out.
#[utoipa::path(tag = "system", operation_id = "listLinks", params(LinkParameters), responses(
    Admin,
    (status = 200, body = LinkPage),
    (status = 400),
    (status = 404, description = "The citation was not found"),
))]
#[get("/system/links")]
pub async fn list(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let (filter, start) = parameters::<LinkParameters>(&request)?.read()?;
    let page = run(&app, move |app| link_check::links(app, &admin.actor(), &filter, start)).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// As CSV or a workbook: every link.
#[utoipa::path(tag = "system", operation_id = "downloadLinks", params(LinkParameters, TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
    (status = 404, description = "The citation was not found"),
))]
#[get("/system/links/download")]
pub async fn download(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let (filter, _) = parameters::<LinkParameters>(&request)?.read()?;
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = link_check::all_links(app, &admin.actor(), &filter)?;
        let link = |readable_id: &str| page_urls::citation(&app.public_url, readable_id);
        list_tables::links(&all.links, link).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}

/// Checks a current address of a citation in the background, even if links are not checked at night. A check that is
/// already waiting is not added again; `waiting` in the list shows when it is done.
#[utoipa::path(tag = "system", operation_id = "checkLink", request_body = LinkRequest, responses(
    Admin,
    (status = 202),
    (status = 400),
    (status = 422, description = "The citation does not have this address, or is obsolete"),
    (status = 429, description = "A hundred links wait already"),
))]
#[post("/system/links/check")]
pub async fn check(
    admin: Admin,
    app: web::Data<App>,
    body: JsonBody<LinkRequest>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.actor();
    run(&app, move |app| link_check::request_check(app, &body.0, &actor)).await?;
    Ok(HttpResponse::Accepted().finish())
}

/// The addresses of a citation that are broken, or lead to another file than at the last review.
#[utoipa::path(tag = "citations", operation_id = "citationLinks", params(
    ("id" = String, Path, description = "Id or readable id"),
), responses(
    Staff,
    (status = 200, body = Vec<LinkMark>),
    (status = 404),
))]
#[get("/citations/{id}/links")]
pub async fn marks(_: Staff, app: web::Data<App>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = id.into_inner();
    Ok(HttpResponse::Ok().json(run(&app, move |app| link_check::link_marks(&app.store, &id)).await?))
}
