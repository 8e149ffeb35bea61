//! The overview for administrators: its counts, and the parts list of the program.

use crate::domain::app::App;
use crate::domain::overview::{self, Overview};
use crate::model::languages::language::read_lang;
use crate::release::parts_list;
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::problem::Problem;
use crate::web::query::parameters;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// How the numbers are counted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct OverviewParameters {
    /// Tag of the language in which translations are counted as missing; the most used one but English when it is left out.
    #[param(required = false)]
    pub lang: String,
}

/// The numbers of overdue reviews, broken links, missing translations, searches without a result, incomplete citations,
/// duplicates, packets with obsolete citations, and open and late orders: each as in the list of the same subject; and of
/// refused mails.
#[utoipa::path(tag = "system", operation_id = "getOverview", params(OverviewParameters), responses(
    Admin,
    (status = 200, body = Overview),
    (status = 400),
))]
#[get("/system/overview")]
pub async fn counts(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let lang = read_lang(&parameters::<OverviewParameters>(&request)?.lang)?;
    let counts = run(&app, move |app| overview::overview(app, &admin.actor(), lang.as_ref())).await?;
    Ok(HttpResponse::Ok().json(counts))
}

/// The media type of CycloneDX, with the version of its format.
const CYCLONEDX: &str = "application/vnd.cyclonedx+json; version=1.6";

/// The parts list (SBOM) of the running program in CycloneDX: crates, C libraries and npm packages, with versions, licences
/// and checksums.
#[utoipa::path(tag = "system", operation_id = "getSbom", responses(
    Admin,
    (status = 200, content_type = "application/vnd.cyclonedx+json", body = Object),
))]
#[get("/system/sbom")]
pub async fn sbom(_: Admin) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, CYCLONEDX))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"handout.cdx.json\""))
        .body(parts_list()?))
}
