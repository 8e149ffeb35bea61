//! Usage counts: uses are counted, and administrators read the counts.

use crate::domain::app::App;
use crate::domain::usage;
use crate::import_export::usage_tables;
use crate::model::clock;
use crate::model::list_part::ListPart;
use crate::model::usage::{CitationUsage, UsageKind, UsageParameters, UsageReport};
use crate::web::blocking::run;
use crate::web::call::{Admin, Staff};
use crate::web::middleware::same_origin;
use crate::web::problem::{HttpResult, Problem};
use crate::web::query::PageParameters;
use crate::web::request_body::SmallJsonBody;
use crate::web::table::{TableParameters, TableResponse};
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
#[utoipa::path(tag = "citations", request_body(
    content((NewUse = "application/json"), (NewUse = "text/plain")),
), responses(
    (status = 204, description = "Accepted; the response does not show whether it was counted"),
    (status = 403, description = "It comes from a page of another server"),
    (status = 422, description = "No such citation, language version or kind"),
))]
#[post("/usage")]
pub async fn count_use(request: HttpRequest, app: web::Data<App>, body: SmallJsonBody<NewUse>) -> HttpResult {
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
#[utoipa::path(params(UsageParameters, PageParameters), responses(Admin, (status = 200, body = UsageReport)))]
#[get("/system/usage")]
pub async fn get_usage(admin: Admin) -> HttpResult {
    let filter = admin.parameters::<UsageParameters>()?.read(clock::today())?;
    let part = admin.page()?;
    admin.json(move |app, actor| usage::usage(app, actor, &filter, part)).await
}

/// As CSV or a workbook: every row.
#[utoipa::path(params(UsageParameters, TableParameters), responses(Admin, TableResponse))]
#[get("/system/usage/download")]
pub async fn download_usage(admin: Admin) -> HttpResult {
    let filter = admin.parameters::<UsageParameters>()?.read(clock::today())?;
    admin
        .table(move |app, actor, to| {
            let report = usage::usage(app, actor, &filter, ListPart::ALL)?;
            let link = |readable_id: &str| app.citation_url(readable_id);
            usage_tables::usage(filter.by, &report.rows, link).into_file(to)
        })
        .await
}

/// The usage of a citation in the last twelve calendar months.
#[utoipa::path(params(("id" = String, Path, description = "Id or readable id")), responses(
    Staff,
    (status = 200, body = CitationUsage),
))]
#[get("/citations/{id}/usage")]
pub async fn get_citation_usage(staff: Staff, id: web::Path<String>) -> HttpResult {
    staff.json(move |app, _| usage::citation_usage(app, &id)).await
}
