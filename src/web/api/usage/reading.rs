//! Sums of the usage counts.

use crate::domain::app::App;
use crate::domain::usage;
use crate::import_export::usage_tables;
use crate::model::clock;
use crate::model::page_urls;
use crate::model::search::request::read_start;
use crate::model::usage::UsageParameters;
use crate::model::usage::{CitationUsage, UsageReport};
use crate::web::blocking::run;
use crate::web::body::table::{TableParameters, table_file, table_format};
use crate::web::caller::{Admin, Staff};
use crate::web::problem::Problem;
use crate::web::query::parameters::{PageParameters, parameters};
use actix_web::{HttpRequest, HttpResponse, get, web};

/// Views, opened files, scanned QR codes and ordered pieces by citation, language, department or month; 50 a page.
#[utoipa::path(tag = "system", operation_id = "getUsage", params(UsageParameters, PageParameters), responses(
    (status = 200, body = UsageReport),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/system/usage")]
pub async fn list(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let filter = parameters::<UsageParameters>(&request)?.read(clock::today())?;
    let start = read_start(&parameters::<PageParameters>(&request)?.start)?;
    let report = run(&app, move |app| usage::usage(app, &admin.actor(), &filter, start)).await?;
    Ok(HttpResponse::Ok().json(report))
}

/// The same as CSV or a workbook, every row.
#[utoipa::path(tag = "system", operation_id = "downloadUsage", params(UsageParameters, TableParameters), responses(
    (status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    (status = 400),
    (status = 401),
    (status = 403),
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
    (status = 200, body = CitationUsage),
    (status = 401),
    (status = 404),
))]
#[get("/citations/{id}/usage")]
pub async fn citation(
    _staff: Staff,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let usage = run(&app, move |app| usage::citation_usage(app, &id)).await?;
    Ok(HttpResponse::Ok().json(usage))
}
