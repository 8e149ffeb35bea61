//! What the running program is made of.

use crate::release::parts_list;
use crate::web::caller::Admin;
use crate::web::problem::Problem;
use actix_web::http::header;
use actix_web::{HttpResponse, get};

/// The media type of CycloneDX, with the version of its format.
const CYCLONEDX: &str = "application/vnd.cyclonedx+json; version=1.6";

/// The parts list (SBOM) of the running program in CycloneDX: crates, C libraries and npm packages, with versions, licences
/// and checksums.
#[utoipa::path(tag = "system", operation_id = "getSbom", responses(
    (status = 200, content_type = "application/vnd.cyclonedx+json", body = Object),
    (status = 401),
    (status = 403),
))]
#[get("/system/sbom")]
pub async fn sbom(_: Admin) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, CYCLONEDX))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"handout.cdx.json\""))
        .body(parts_list()?))
}
