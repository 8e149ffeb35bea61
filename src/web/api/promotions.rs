//! Promoted results of administrators: listed, added, changed, deleted, their history.

use crate::domain::app::App;
use crate::domain::promotions;
use crate::import_export::list_tables;
use crate::model::entity_tag::quoted_tag;
use crate::model::search::promotion::{Promotion, PromotionDraft, PromotionPage, PromotionState};
use crate::model::search::request::read_start;
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::conditional::required_precondition;
use crate::web::problem::Problem;
use crate::web::query::{PageParameters, parameters};
use crate::web::request_body::JsonBody;
use crate::web::table::{TableParameters, TableResponse, table_file, table_format};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};

/// The promoted results, sorted by title, 50 a page.
#[utoipa::path(tag = "system", operation_id = "listPromotions", params(PageParameters), responses(
    Admin,
    (status = 200, body = PromotionPage),
    (status = 400),
))]
#[get("/system/promotions")]
pub async fn list(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let start = read_start(&parameters::<PageParameters>(&request)?.start)?;
    let page = run(&app, move |app| promotions::promotions(&app.store, &admin.actor(), start)).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// Every promoted result as CSV or a workbook.
#[utoipa::path(tag = "system", operation_id = "downloadPromotions", params(TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
))]
#[get("/system/promotions/download")]
pub async fn download(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = promotions::all_promotions(&app.store, &admin.actor())?;
        list_tables::promotions(&all).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}

/// Adds a promoted result; searches show it as soon as the call returns.
#[utoipa::path(tag = "system", operation_id = "addPromotion", request_body = PromotionDraft, responses(
    Admin,
    (status = 201, body = Promotion, headers(("Location" = String), ("ETag" = String))),
    (status = 400),
    (status = 422),
))]
#[post("/system/promotions")]
pub async fn add(
    admin: Admin,
    app: web::Data<App>,
    body: JsonBody<PromotionDraft>,
) -> Result<HttpResponse, Problem> {
    let saved = run(&app, move |app| promotions::add_promotion(app, body.0, &admin.actor())).await?;
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, format!("/api/system/promotions/{}", saved.id)))
        .insert_header((header::ETAG, quoted_tag(saved.version)))
        .json(saved))
}

/// Replaces the version of a promoted result that `If-Match` names.
#[utoipa::path(tag = "system", operation_id = "replacePromotion", params(
    ("id" = String, Path, description = "ID of the promoted result"),
    ("If-Match" = String, Header, description = "ETag of the version to replace"),
), request_body = PromotionDraft, responses(
    Admin,
    (status = 200, body = Promotion, headers(("ETag" = String))),
    (status = 400),
    (status = 404),
    (status = 412),
    (status = 422),
    (status = 428, description = "If-Match is missing"),
))]
#[put("/system/promotions/{id}")]
pub async fn replace(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    id: web::Path<String>,
    body: JsonBody<PromotionDraft>,
) -> Result<HttpResponse, Problem> {
    let (actor, precondition) = (admin.actor(), required_precondition(&request, "promoted result")?);
    let saved = run(&app, move |app| promotions::replace_promotion(app, &id, body.0, &precondition, &actor));
    let saved = saved.await?;
    Ok(HttpResponse::Ok().insert_header((header::ETAG, quoted_tag(saved.version))).json(saved))
}

/// Deletes the version of a promoted result that `If-Match` names; its history stays.
#[utoipa::path(tag = "system", operation_id = "deletePromotion", params(
    ("id" = String, Path, description = "ID of the promoted result"),
    ("If-Match" = String, Header, description = "ETag of the version to delete"),
), responses(
    Admin,
    (status = 204, description = "Deleted"),
    (status = 400),
    (status = 404),
    (status = 412),
    (status = 428, description = "If-Match is missing"),
))]
#[delete("/system/promotions/{id}")]
pub async fn remove(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (actor, precondition) = (admin.actor(), required_precondition(&request, "promoted result")?);
    run(&app, move |app| promotions::delete_promotion(app, &id, &precondition, &actor)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Every state of a promoted result, newest first; of a deleted one too.
#[utoipa::path(tag = "system", operation_id = "getPromotionHistory", params(
    ("id" = String, Path, description = "ID of the promoted result"),
), responses(
    Admin,
    (status = 200, body = Vec<PromotionState>),
    (status = 404),
))]
#[get("/system/promotions/{id}/history")]
pub async fn history(
    admin: Admin,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let states = run(&app, move |app| promotions::history(&app.store, &id, &admin.actor())).await?;
    Ok(HttpResponse::Ok().json(states))
}
