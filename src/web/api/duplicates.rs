//! Which citations share a title, an item number or an address.

use crate::domain::citations::duplicates;
use crate::import_export::list_tables;
use crate::model::citations::duplicates::DuplicatePage;
use crate::model::list_part::ListPart;
use crate::model::search::request::read_start;
use crate::web::call::Admin;
use crate::web::problem::HttpResult;
use crate::web::table::{TableParameters, TableResponse};
use actix_web::get;
use serde::Deserialize;
use utoipa::IntoParams;

/// Which groups.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct DuplicateParameters {
    /// First group, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

/// Groups of citations that share their title, an item number or an address, case and spaces apart, 50 a page. Obsolete
/// citations are left out.
#[utoipa::path(params(DuplicateParameters), responses(Admin, (status = 200, body = DuplicatePage)))]
#[get("/system/duplicates")]
pub async fn list_duplicates(admin: Admin) -> HttpResult {
    let start = read_start(&admin.parameters::<DuplicateParameters>()?.start)?;
    admin.json(move |app, actor| duplicates::duplicates(app, actor, ListPart::page(start))).await
}

/// As CSV or a workbook: every group with every citation.
#[utoipa::path(params(TableParameters), responses(Admin, TableResponse))]
#[get("/system/duplicates/download")]
pub async fn download_duplicates(admin: Admin) -> HttpResult {
    admin
        .table(move |app, actor, to| {
            let all = duplicates::duplicates(app, actor, ListPart::ALL)?;
            let link = |readable_id: &str| app.citation_url(readable_id);
            list_tables::duplicates(&all.groups, link).into_file(to)
        })
        .await
}
