//! Search Insight, for administrators.

use crate::domain::insight;
use crate::import_export::list_tables;
use crate::model::list_part::ListPart;
use crate::model::search::insight::{SearchInsight, UnansweredCodes, read_days};
use crate::model::search::request::read_start;
use crate::web::call::Admin;
use crate::web::problem::HttpResult;
use crate::web::table::{TableParameters, TableResponse};
use actix_web::get;
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
#[utoipa::path(params(InsightParameters), responses(Admin, (status = 200, body = SearchInsight)))]
#[get("/system/searches")]
pub async fn get_search_insight(admin: Admin) -> HttpResult {
    let query: InsightParameters = admin.parameters()?;
    let (days, start) = (read_days(&query.days)?, read_start(&query.start)?);
    admin
        .json(move |app, actor| {
            insight::search_insight(app, actor, days, &query.language, ListPart::page(start))
        })
        .await
}

/// As CSV or a workbook: every text.
#[utoipa::path(params(InsightParameters, TableParameters), responses(Admin, TableResponse))]
#[get("/system/searches/download")]
pub async fn download_search_insight(admin: Admin) -> HttpResult {
    let query: InsightParameters = admin.parameters()?;
    let days = read_days(&query.days)?;
    admin
        .table(move |app, actor, to| {
            let all = insight::search_insight(app, actor, days, &query.language, ListPart::ALL)?;
            list_tables::searches(&all).into_file(to)
        })
        .await
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
#[utoipa::path(params(CodeParameters), responses(Admin, (status = 200, body = UnansweredCodes)))]
#[get("/system/searches/codes")]
pub async fn get_unanswered_codes(admin: Admin) -> HttpResult {
    let query: CodeParameters = admin.parameters()?;
    let (days, start) = (read_days(&query.days)?, read_start(&query.start)?);
    admin.json(move |app, actor| insight::unanswered_codes(app, actor, days, ListPart::page(start))).await
}

/// As CSV or a workbook: every code.
#[utoipa::path(params(CodeParameters, TableParameters), responses(Admin, TableResponse))]
#[get("/system/searches/codes/download")]
pub async fn download_unanswered_codes(admin: Admin) -> HttpResult {
    let days = read_days(&admin.parameters::<CodeParameters>()?.days)?;
    admin
        .table(move |app, actor, to| {
            let all = insight::unanswered_codes(app, actor, days, ListPart::ALL)?;
            list_tables::unanswered_codes(&all.codes).into_file(to)
        })
        .await
}
