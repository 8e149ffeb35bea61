//! The table of terms: listed, switched off and on, and the hospital's own part replaced.

use crate::domain::app::App;
use crate::domain::thesaurus;
use crate::import_export::list_tables;
use crate::model::search::request::{check_text, read_start};
use crate::model::thesaurus::{TermPage, TermSwitch, WordImportReport};
use crate::web::api::thesaurus::csv_import::{WordImportParameters, import_words};
use crate::web::blocking::run;
use crate::web::body::json::JsonBody;
use crate::web::body::table::{TableParameters, table_file, table_format};
use crate::web::caller::Admin;
use crate::web::problem::Problem;
use crate::web::query::parameters::parameters;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, post, put, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Which terms.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct TermParameters {
    /// Part of the concept's name or of the term.
    #[param(required = false, max_length = 500)]
    pub q: String,
    /// First term, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

/// The terms that searches know, those that are switched off included, 50 a page.
#[utoipa::path(tag = "system", operation_id = "listTerms", params(TermParameters), responses(
    (status = 200, body = TermPage),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/system/terms")]
pub async fn list(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let query: TermParameters = parameters(&request)?;
    check_text(&query.q)?;
    let start = read_start(&query.start)?;
    Ok(HttpResponse::Ok()
        .json(run(&app, move |app| thesaurus::terms(app, &admin.actor(), &query.q, start)).await?))
}

/// The same as CSV or a workbook, every term.
#[utoipa::path(tag = "system", operation_id = "downloadTerms", params(TermParameters, TableParameters), responses(
    (status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/system/terms/download")]
pub async fn download(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let query: TermParameters = parameters(&request)?;
    check_text(&query.q)?;
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = thesaurus::all_terms(app, &admin.actor(), &query.q)?;
        list_tables::terms(&all).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}

/// Switches a term off or on; searches use the change as soon as the call returns.
#[utoipa::path(tag = "system", operation_id = "switchTerm", request_body = TermSwitch, responses(
    (status = 204, description = "Switched"),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 413),
    (status = 422),
))]
#[put("/system/terms")]
pub async fn switch(
    admin: Admin,
    app: web::Data<App>,
    body: JsonBody<TermSwitch>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.actor();
    run(&app, move |app| thesaurus::switch_term(app, &body.0, &actor)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The hospital's own table, as it was imported; empty without one.
#[utoipa::path(tag = "system", operation_id = "getOwnTerms", responses(
    (status = 200, content_type = "text/tab-separated-values", body = String),
    (status = 401),
    (status = 403),
))]
#[get("/system/terms/own")]
pub async fn own(admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let table = run(&app, move |app| thesaurus::own_terms(&app.store, &admin.actor())).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/tab-separated-values; charset=utf-8"))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"own-terms.tsv\""))
        .body(table))
}

/// Replaces the hospital's own table; searches use it as soon as the call returns. With an invalid line nothing changes.
#[utoipa::path(tag = "system", operation_id = "replaceOwnTerms", params(WordImportParameters), request_body(content = String, content_type = "text/tab-separated-values"), responses(
    (status = 200, body = WordImportReport),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 413),
))]
#[post("/system/terms/own")]
pub async fn replace_own(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    import_words(&request, &app, payload, thesaurus::MAX_TABLE_BYTES, move |app, file, dry_run| {
        let report = thesaurus::import_own_terms(&app.store, file, dry_run, &admin.actor())?;
        thesaurus::refresh(app)?;
        Ok(report)
    })
    .await
}
