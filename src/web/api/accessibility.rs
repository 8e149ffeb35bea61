//! The accessibility of files.

use crate::domain::accessibility::{self, AccessibilityFilter};
use crate::import_export::file_tables;
use crate::model::accessibility::{AccessibilityPage, FindingFilter};
use crate::model::error::Error;
use crate::model::list_part::ListPart;
use crate::model::search::request::read_start;
use crate::web::call::Admin;
use crate::web::problem::HttpResult;
use crate::web::query::read_restriction;
use crate::web::request_body::JsonBody;
use crate::web::table::{TableParameters, TableResponse};
use actix_web::{get, post};
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
    fn read(self) -> Result<(AccessibilityFilter, ListPart), Error> {
        let part = ListPart::page(read_start(&self.start)?);
        let finding = FindingFilter::read(&self.finding)?;
        let (department, lang) = (read_restriction(self.department), read_restriction(self.lang));
        Ok((AccessibilityFilter { finding, department, lang }, part))
    }
}

/// Language versions whose files lack something for people who use assistive technology, the most opened first; 50 a page.
/// Obsolete citations are left out.
#[utoipa::path(params(AccessibilityParameters), responses(Admin, (status = 200, body = AccessibilityPage)))]
#[get("/system/accessibility")]
pub async fn list_accessibility(admin: Admin) -> HttpResult {
    let (filter, part) = admin.parameters::<AccessibilityParameters>()?.read()?;
    admin.json(move |app, actor| accessibility::list(app, actor, &filter, part)).await
}

/// As CSV or a workbook: all of them.
#[utoipa::path(params(AccessibilityParameters, TableParameters), responses(Admin, TableResponse))]
#[get("/system/accessibility/download")]
pub async fn download_accessibility(admin: Admin) -> HttpResult {
    let (filter, _) = admin.parameters::<AccessibilityParameters>()?.read()?;
    admin
        .table(move |app, actor, to| {
            let is_aside = filter.finding == FindingFilter::Aside;
            let all = accessibility::list(app, actor, &filter, ListPart::ALL)?;
            file_tables::files(&all.files, is_aside).into_file(to)
        })
        .await
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
#[utoipa::path(request_body = SetAsideRequest, responses(
    Admin,
    (status = 204),
    (status = 404, description = "No content with this digest is known"),
    (status = 422, description = "An unknown finding, or a long note"),
))]
#[post("/system/accessibility")]
pub async fn set_finding_aside(admin: Admin, body: JsonBody<SetAsideRequest>) -> HttpResult {
    let SetAsideRequest { digest, finding, note } = body.0;
    admin
        .no_content(move |app, actor| accessibility::set_aside(&app.store, actor, &digest, &finding, &note))
        .await
}
