//! Which citations share a title, an item number or an address.

use crate::domain::app::App;
use crate::domain::doubles;
use crate::exchange::lists_csv;
use crate::model::doubles::DoublePage;
use crate::model::search::read_start;
use crate::web::api::insight::csv;
use crate::web::api::search::parameters;
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::pages::shell::citation_address;
use crate::web::problem::Problem;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Which groups.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct DoubleParameters {
    /// First group, from 0.
    #[param(required = false, value_type = u32, maximum = 100000)]
    pub start: String,
}

/// Groups of citations that share their title, an item number or an address, case and spaces apart, 50 a page. Obsolete
/// citations are left out.
#[utoipa::path(tag = "system", operation_id = "listDoubles", params(DoubleParameters), responses(
    (status = 200, body = DoublePage),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/system/doubles")]
pub async fn list(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let start = read_start(&parameters::<DoubleParameters>(&request)?.start)?;
    let page = run(&app, move |app| doubles::doubles(app, &admin.actor(), start)).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// The same as CSV, every group with every citation.
#[utoipa::path(tag = "system", operation_id = "downloadDoubles", responses(
    (status = 200, content_type = "text/csv", body = String),
    (status = 401),
    (status = 403),
))]
#[get("/system/doubles/download")]
pub async fn download(admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let file = run(&app, move |app| {
        let all = doubles::all_doubles(app, &admin.actor())?;
        Ok(lists_csv::doubles(&all.groups, |readable_id| citation_address(&app.public_url, readable_id)))
    })
    .await?;
    Ok(csv("doubles.csv", file))
}
