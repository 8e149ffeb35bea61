//! Search Insight, for administrators.

use crate::domain::app::App;
use crate::domain::insight;
use crate::import_export::list_tables;
use crate::model::search::insight::{SearchInsight, UnansweredCodes, read_days};
use crate::model::search::request::read_start;
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::problem::Problem;
use crate::web::query::parameters;
use crate::web::table::{TableParameters, TableResponse, table_file, table_format};
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Which days and texts.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct InsightParameters {
    /// How many days, today included; 90 by default.
    #[param(required = false, value_type = u32, minimum = 1, maximum = 3650)]
    pub days: String,
    /// Only texts in this language, of the thousand most frequent ones: a tag of `languages`.
    #[param(required = false, max_length = 35)]
    pub language: String,
    /// First text of each list, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

/// What people searched for, the most frequent texts and those without a result; nothing about who did.
#[utoipa::path(tag = "system", operation_id = "getSearchInsight", params(InsightParameters), responses(
    Admin,
    (status = 200, body = SearchInsight),
    (status = 400),
))]
#[get("/system/searches")]
pub async fn searches(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let query: InsightParameters = parameters(&request)?;
    let (days, start) = (read_days(&query.days)?, read_start(&query.start)?);
    let start = u32::try_from(start).unwrap_or(u32::MAX);
    Ok(HttpResponse::Ok().json(
        run(&app, move |app| insight::search_insight(app, &admin.actor(), days, &query.language, start))
            .await?,
    ))
}

/// As CSV or a workbook: every text.
#[utoipa::path(tag = "system", operation_id = "downloadSearchInsight", params(InsightParameters, TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
))]
#[get("/system/searches/download")]
pub async fn download(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let query: InsightParameters = parameters(&request)?;
    let (days, format) = (read_days(&query.days)?, table_format(&request)?);
    let file = run(&app, move |app| {
        let all = insight::whole_search_insight(app, &admin.actor(), days, &query.language)?;
        list_tables::searches(&all).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}

/// Which days and codes.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct CodeParameters {
    /// How many days, today included; 90 by default.
    #[param(required = false, value_type = u32, minimum = 1, maximum = 3650)]
    pub days: String,
    /// First code, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

/// The codes that health records requested and no citation answered, the most frequent first; nothing about who asked.
#[utoipa::path(tag = "system", operation_id = "getUnansweredCodes", params(CodeParameters), responses(
    Admin,
    (status = 200, body = UnansweredCodes),
    (status = 400),
))]
#[get("/system/searches/codes")]
pub async fn codes(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let query: CodeParameters = parameters(&request)?;
    let (days, start) = (read_days(&query.days)?, read_start(&query.start)?);
    let start = u32::try_from(start).unwrap_or(u32::MAX);
    let codes = run(&app, move |app| insight::unanswered_codes(app, &admin.actor(), days, start));
    Ok(HttpResponse::Ok().json(codes.await?))
}

/// As CSV or a workbook: every code.
#[utoipa::path(tag = "system", operation_id = "downloadUnansweredCodes", params(CodeParameters, TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
))]
#[get("/system/searches/codes/download")]
pub async fn download_codes(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let days = read_days(&parameters::<CodeParameters>(&request)?.days)?;
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = insight::all_unanswered_codes(app, &admin.actor(), days)?;
        list_tables::unanswered_codes(&all.codes).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}
