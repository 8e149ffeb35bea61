//! The overview for administrators: its counts, and the parts list of the program.

use crate::domain::overview::{self, Overview};
use crate::model::languages::language::read_lang;
use crate::release::parts_list;
use crate::web::call::Admin;
use crate::web::problem::HttpResult;
use actix_web::http::header;
use actix_web::{HttpResponse, get};
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
#[utoipa::path(params(OverviewParameters), responses(Admin, (status = 200, body = Overview)))]
#[get("/system/overview")]
pub async fn get_overview(admin: Admin) -> HttpResult {
    let lang = read_lang(&admin.parameters::<OverviewParameters>()?.lang)?;
    admin.json(move |app, actor| overview::overview(app, actor, lang.as_ref())).await
}

/// The media type of CycloneDX, with the version of its format.
const CYCLONEDX: &str = "application/vnd.cyclonedx+json; version=1.6";

/// The parts list (SBOM) of the running program in CycloneDX: crates, C libraries and npm packages, with versions, licences
/// and checksums.
#[utoipa::path(responses(
    Admin,
    (status = 200, content_type = "application/vnd.cyclonedx+json", body = Object),
))]
#[get("/system/sbom")]
pub async fn get_sbom(_admin: Admin) -> HttpResult {
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, CYCLONEDX))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"handout.cdx.json\""))
        .body(parts_list()?))
}
