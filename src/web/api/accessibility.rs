//! The accessibility of files.

use crate::domain::accessibility::{self, AccessibilityFilter};
use crate::domain::app::App;
use crate::import_export::file_tables;
use crate::model::accessibility::{AccessibilityPage, FindingFilter};
use crate::model::error::Error;
use crate::model::search::request::read_start;
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::problem::Problem;
use crate::web::query::{parameters, read_restriction};
use crate::web::request_body::JsonBody;
use crate::web::table::{TableParameters, TableResponse, table_file, table_format};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// Which files.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AccessibilityParameters {
    /// A finding such as `notTagged`, or `failures`, `blocking`, `unreadable`, `unchecked`, `pending` or `aside`; all with
    /// a finding, and unreadable ones, when it is left out.
    #[param(required = false)]
    pub finding: String,
    /// Only those of citations of this department.
    #[param(required = false)]
    pub department: String,
    /// Only those of versions in this language: its value, tag, code or name.
    #[param(required = false)]
    pub lang: String,
    /// First file, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

impl AccessibilityParameters {
    fn read(self) -> Result<(AccessibilityFilter, usize), Error> {
        let start = read_start(&self.start)?;
        let finding = FindingFilter::read(&self.finding)?;
        let (department, lang) = (read_restriction(self.department), read_restriction(self.lang));
        Ok((AccessibilityFilter { finding, department, lang }, start))
    }
}

/// Language versions whose files lack something for people who use assistive technology, the most opened first; 50 a page.
/// Obsolete citations are left out.
#[utoipa::path(tag = "system", operation_id = "listAccessibility", params(AccessibilityParameters), responses(
    Admin,
    (status = 200, body = AccessibilityPage),
    (status = 400),
))]
#[get("/system/accessibility")]
pub async fn list(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let (filter, start) = parameters::<AccessibilityParameters>(&request)?.read()?;
    let page = run(&app, move |app| accessibility::list(app, &admin.actor(), &filter, start)).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// As CSV or a workbook: all of them.
#[utoipa::path(tag = "system", operation_id = "downloadAccessibility", params(AccessibilityParameters, TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
))]
#[get("/system/accessibility/download")]
pub async fn download(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let (filter, _) = parameters::<AccessibilityParameters>(&request)?.read()?;
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let is_aside = filter.finding == FindingFilter::Aside;
        let all = accessibility::all(app, &admin.actor(), &filter)?;
        file_tables::files(&all.files, is_aside).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}

/// A finding that is set aside.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SetAsideRequest {
    /// SHA-256 of the content.
    #[serde(default)]
    digest: String,
    /// The finding.
    #[serde(default)]
    finding: String,
    /// Why, up to 500 characters; empty takes it back.
    #[serde(default)]
    note: String,
}

/// Sets a finding of a content aside: it no longer counts.
#[utoipa::path(tag = "system", operation_id = "setFindingAside", request_body = SetAsideRequest, responses(
    Admin,
    (status = 204),
    (status = 400),
    (status = 404, description = "No content with this digest is known"),
    (status = 422, description = "An unknown finding, or a long note"),
))]
#[post("/system/accessibility")]
pub async fn set_aside(
    admin: Admin,
    app: web::Data<App>,
    body: JsonBody<SetAsideRequest>,
) -> Result<HttpResponse, Problem> {
    let SetAsideRequest { digest, finding, note } = body.0;
    run(&app, move |app| accessibility::set_aside(&app.store, &admin.actor(), &digest, &finding, &note))
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
