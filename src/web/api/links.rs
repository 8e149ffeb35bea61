//! Lists broken links of handouts, and requests checks.

use crate::domain::link_check::{self, LinkFilter};
use crate::import_export::list_tables;
use crate::model::error::Error;
use crate::model::link_check::link::{LinkMark, LinkPage, LinkRequest, StateFilter};
use crate::model::list_part::ListPart;
use crate::model::search::request::read_start;
use crate::web::call::{Admin, Staff};
use crate::web::problem::HttpResult;
use crate::web::query::read_restriction;
use crate::web::request_body::JsonBody;
use crate::web::table::{TableParameters, TableResponse};
use actix_web::{HttpResponse, get, post, web};
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
    fn read(self) -> Result<(LinkFilter, ListPart), Error> {
        let part = ListPart::page(read_start(&self.start)?);
        let state = StateFilter::read(&self.state)?;
        let filter = LinkFilter {
            department: read_restriction(self.department),
            citation: read_restriction(self.citation),
            state,
        };
        Ok((filter, part))
    }
}

/// Links of handouts with their states, those that need attention first, 50 a page. Obsolete citations are left out.
#[utoipa::path(params(LinkParameters), responses(
    Admin,
    (status = 200, body = LinkPage),
    (status = 404, description = "The citation was not found"),
))]
#[get("/system/links")]
pub async fn list_links(admin: Admin) -> HttpResult {
    let (filter, part) = admin.parameters::<LinkParameters>()?.read()?;
    admin.json(move |app, actor| link_check::links(app, actor, &filter, part)).await
}

/// As CSV or a workbook: every link.
#[utoipa::path(params(LinkParameters, TableParameters), responses(
    Admin,
    TableResponse,
    (status = 404, description = "The citation was not found"),
))]
#[get("/system/links/download")]
pub async fn download_links(admin: Admin) -> HttpResult {
    let (filter, _) = admin.parameters::<LinkParameters>()?.read()?;
    admin
        .table(move |app, actor, to| {
            let all = link_check::links(app, actor, &filter, ListPart::ALL)?;
            let link = |readable_id: &str| app.citation_url(readable_id);
            list_tables::links(&all.links, link).into_file(to)
        })
        .await
}

/// Checks a current address of a citation in the background, even if links are not checked at night. A check that is
/// already waiting is not added again; `waiting` in the list shows when it is done.
#[utoipa::path(request_body = LinkRequest, responses(
    Admin,
    (status = 202),
    (status = 422, description = "The citation does not have this address, or is obsolete"),
    (status = 429, description = "A hundred links wait already"),
))]
#[post("/system/links/check")]
pub async fn check_link(admin: Admin, body: JsonBody<LinkRequest>) -> HttpResult {
    admin.run(move |app, actor| link_check::request_check(app, &body.0, actor)).await?;
    Ok(HttpResponse::Accepted().finish())
}

/// The addresses of a citation that are broken, or lead to another file than at the last review.
#[utoipa::path(params(("id" = String, Path, description = "Id or readable id")), responses(
    Staff,
    (status = 200, body = Vec<LinkMark>),
))]
#[get("/citations/{id}/links")]
pub async fn citation_links(staff: Staff, id: web::Path<String>) -> HttpResult {
    staff.json(move |app, _| link_check::link_marks(&app.store, &id)).await
}
