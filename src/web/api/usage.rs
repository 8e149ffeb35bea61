//! Usage counts: uses are counted, and administrators read the counts.

use crate::domain::app::App;
use crate::domain::usage;
use crate::import_export::usage_tables;
use crate::model::search::request::read_start;
use crate::model::usage::{CitationUsage, UsageKind, UsageParameters, UsageReport};
use crate::model::{clock, page_urls};
use crate::web::blocking::run;
use crate::web::caller::{Admin, Staff};
use crate::web::middleware::same_origin;
use crate::web::problem::Problem;
use crate::web::query::{PageParameters, parameters};
use crate::web::request_body::SmallJsonBody;
use crate::web::table::{TableParameters, TableResponse, table_file, table_format};
use crate::web::usage_client;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

/// A use that a page reports.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewUse {
    /// Id or readable id of the citation.
    pub citation: String,
    /// Tag or value of the language of the version.
    pub lang: String,
    /// `open`: the file of the version was opened.
    pub kind: String,
}

/// Counts an opened file, as `sendBeacon` sends it: JSON with the media type of a plain text. Robots and double clicks are not counted but get the same response.
#[utoipa::path(tag = "citations", operation_id = "countUse",
    request_body(content((NewUse = "application/json"), (NewUse = "text/plain"))), responses(
    (status = 204, description = "Accepted; the response does not show whether it was counted"),
    (status = 400),
    (status = 403, description = "It comes from a page of another server"),
    (status = 422, description = "No such citation, language version or kind"),
))]
#[post("/usage")]
pub async fn count(
    request: HttpRequest,
    app: web::Data<App>,
    body: SmallJsonBody<NewUse>,
) -> Result<HttpResponse, Problem> {
    if same_origin::is_from_other_site(&request, &app.public_url) {
        let detail = "Only pages of this catalogue are counted.";
        return Err(Problem::new(StatusCode::FORBIDDEN, detail));
    }
    let NewUse { citation, lang, kind } = body.0;
    let used = run(&app, move |app| usage::opened_version(app, &citation, &lang, &kind)).await?;
    usage_client::count(&request, &app, (used.citation, &used.tag), UsageKind::Open);
    Ok(HttpResponse::NoContent().finish())
}

/// Views, opened files, scanned QR codes and ordered pieces by citation, language, department or month; 50 a page.
#[utoipa::path(tag = "system", operation_id = "getUsage", params(UsageParameters, PageParameters), responses(
    Admin,
    (status = 200, body = UsageReport),
    (status = 400),
))]
#[get("/system/usage")]
pub async fn list(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let filter = parameters::<UsageParameters>(&request)?.read(clock::today())?;
    let start = read_start(&parameters::<PageParameters>(&request)?.start)?;
    let report = run(&app, move |app| usage::usage(app, &admin.actor(), &filter, start)).await?;
    Ok(HttpResponse::Ok().json(report))
}

/// As CSV or a workbook: every row.
#[utoipa::path(tag = "system", operation_id = "downloadUsage", params(UsageParameters, TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
))]
#[get("/system/usage/download")]
pub async fn download(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let filter = parameters::<UsageParameters>(&request)?.read(clock::today())?;
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let report = usage::whole_usage(app, &admin.actor(), &filter)?;
        let link = |readable_id: &str| page_urls::citation(&app.public_url, readable_id);
        usage_tables::usage(filter.by, &report.rows, link).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}

/// The usage of a citation in the last twelve calendar months.
#[utoipa::path(tag = "citations", operation_id = "getCitationUsage", params(
    ("id" = String, Path, description = "Id or readable id"),
), responses(
    Staff,
    (status = 200, body = CitationUsage),
    (status = 404),
))]
#[get("/citations/{id}/usage")]
pub async fn citation_usage(
    _staff: Staff,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let usage = run(&app, move |app| usage::citation_usage(app, &id)).await?;
    Ok(HttpResponse::Ok().json(usage))
}
