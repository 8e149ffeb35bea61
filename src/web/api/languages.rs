//! The languages of the catalogue: tags, own names, directions, counts.

use crate::domain::app::App;
use crate::domain::languages;
use crate::model::error::Error;
use crate::model::languages::language::{Language, TagRequest, UsedLanguage};
use crate::web::blocking::run;
use crate::web::body::json::JsonBody;
use crate::web::caller::Admin;
use crate::web::conditional::digest_tag;
use crate::web::problem::Problem;
use actix_web::http::header;
use actix_web::{HttpResponse, get, put, web};

/// Every language that a citation has, most used first; obsolete citations don't count.
#[utoipa::path(tag = "search", operation_id = "listLanguages", responses(
    (status = 200, body = Vec<UsedLanguage>, headers(("ETag" = String, description = "Changes with the answer"))),
    (status = 304, description = "It is as you know it (If-None-Match)"),
    (status = 503, description = "The first index of the catalogue is being built (`preparing`)"),
))]
#[get("/languages")]
pub async fn list(app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let json = run(&app, |app| {
        serde_json::to_vec(&languages::languages(&app.search)?)
            .map_err(|e| Error::internal("writing the languages", e))
    })
    .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::ETAG, digest_tag(&json)))
        .body(json))
}

/// Sets the tag of a language value; null removes the tag that was set. Searches use it as soon as the call returns.
#[utoipa::path(tag = "system", operation_id = "setLanguageTag", params(("value" = String, Path, description = "The language value")),
    request_body = TagRequest, responses(
    (status = 200, body = Language),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 404),
    (status = 422),
))]
#[put("/system/languages/{value}")]
pub async fn set_tag(
    admin: Admin,
    app: web::Data<App>,
    value: web::Path<String>,
    body: JsonBody<TagRequest>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.actor();
    let value = value.into_inner();
    let language = run(&app, move |app| languages::set_tag(app, &value, &body.0, &actor)).await?;
    Ok(HttpResponse::Ok().json(language))
}
