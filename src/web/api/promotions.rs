//! Promoted results of administrators: listed, added, changed, deleted, their history.

use crate::domain::promotions;
use crate::import_export::list_tables;
use crate::model::list_part::ListPart;
use crate::model::search::promotion::{Promotion, PromotionDraft, PromotionPage, PromotionState};
use crate::web::call::{Admin, tagged_json};
use crate::web::problem::HttpResult;
use crate::web::query::PageParameters;
use crate::web::request_body::JsonBody;
use crate::web::table::{TableParameters, TableResponse};
use actix_web::{delete, get, post, put, web};

/// The promoted results, sorted by title, 50 a page.
#[utoipa::path(params(PageParameters), responses(Admin, (status = 200, body = PromotionPage)))]
#[get("/system/promotions")]
pub async fn list_promotions(admin: Admin) -> HttpResult {
    let part = admin.page()?;
    admin.json(move |app, actor| promotions::promotions(&app.store, actor, part)).await
}

/// Every promoted result as CSV or a workbook.
#[utoipa::path(params(TableParameters), responses(Admin, TableResponse))]
#[get("/system/promotions/download")]
pub async fn download_promotions(admin: Admin) -> HttpResult {
    admin
        .table(move |app, actor, to| {
            let all = promotions::promotions(&app.store, actor, ListPart::ALL)?.promotions;
            list_tables::promotions(&all).into_file(to)
        })
        .await
}

/// Adds a promoted result; searches show it as soon as the call returns.
#[utoipa::path(request_body = PromotionDraft, responses(
    Admin,
    (status = 201, body = Promotion, headers(("Location" = String), ("ETag" = String))),
))]
#[post("/system/promotions")]
pub async fn add_promotion(admin: Admin, body: JsonBody<PromotionDraft>) -> HttpResult {
    let saved = admin.run(move |app, actor| promotions::add_promotion(app, body.0, actor)).await?;
    Ok(tagged_json(saved.version, Some(format!("/api/system/promotions/{}", saved.id)), &saved))
}

/// Replaces the version of a promoted result that `If-Match` names.
#[utoipa::path(params(
    ("id" = String, Path, description = "ID of the promoted result"),
    ("If-Match" = String, Header, description = "ETag of the version to replace"),
), request_body = PromotionDraft, responses(
    Admin,
    (status = 200, body = Promotion, headers(("ETag" = String))),
))]
#[put("/system/promotions/{id}")]
pub async fn replace_promotion(
    admin: Admin,
    id: web::Path<String>,
    body: JsonBody<PromotionDraft>,
) -> HttpResult {
    let precondition = admin.required_precondition("promoted result")?;
    let saved =
        admin.run(move |app, actor| promotions::replace_promotion(app, &id, body.0, &precondition, actor));
    let saved = saved.await?;
    Ok(tagged_json(saved.version, None, &saved))
}

/// Deletes the version of a promoted result that `If-Match` names; its history stays.
#[utoipa::path(params(
    ("id" = String, Path, description = "ID of the promoted result"),
    ("If-Match" = String, Header, description = "ETag of the version to delete"),
), responses(
    Admin,
    (status = 204, description = "Deleted"),
))]
#[delete("/system/promotions/{id}")]
pub async fn delete_promotion(admin: Admin, id: web::Path<String>) -> HttpResult {
    let precondition = admin.required_precondition("promoted result")?;
    admin.no_content(move |app, actor| promotions::delete_promotion(app, &id, &precondition, actor)).await
}

/// Every state of a promoted result, newest first; of a deleted one too.
#[utoipa::path(params(("id" = String, Path, description = "ID of the promoted result")), responses(
    Admin,
    (status = 200, body = Vec<PromotionState>),
))]
#[get("/system/promotions/{id}/history")]
pub async fn get_promotion_history(admin: Admin, id: web::Path<String>) -> HttpResult {
    admin.json(move |app, actor| promotions::history(&app.store, &id, actor)).await
}
