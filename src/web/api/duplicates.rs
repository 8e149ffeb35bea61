//! Which citations share a title, an item number or an address.

use crate::domain::app::App;
use crate::domain::citations::duplicates;
use crate::import_export::list_tables;
use crate::model::citations::duplicates::DuplicatePage;
use crate::model::page_urls;
use crate::model::search::request::read_start;
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::problem::Problem;
use crate::web::query::parameters;
use crate::web::table::{TableParameters, TableResponse, table_file, table_format};
use actix_web::{HttpRequest, HttpResponse, get, web};
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
#[utoipa::path(tag = "system", operation_id = "listDuplicates", params(DuplicateParameters), responses(
    Admin,
    (status = 200, body = DuplicatePage),
    (status = 400),
))]
#[get("/system/duplicates")]
pub async fn list(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let start = read_start(&parameters::<DuplicateParameters>(&request)?.start)?;
    let page = run(&app, move |app| duplicates::duplicates(app, &admin.actor(), start)).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// As CSV or a workbook: every group with every citation.
#[utoipa::path(tag = "system", operation_id = "downloadDuplicates", params(TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
))]
#[get("/system/duplicates/download")]
pub async fn download(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = duplicates::all_duplicates(app, &admin.actor())?;
        let link = |readable_id: &str| page_urls::citation(&app.public_url, readable_id);
        list_tables::duplicates(&all.groups, link).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}
