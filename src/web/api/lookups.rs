//! Lookup values: the effect of a change, languages and their tags, departments.

use crate::domain::app::App;
use crate::domain::{languages, lookups};
use crate::model::category::RuleValue;
use crate::model::error::Error;
use crate::model::job::{Department, LookupImpact};
use crate::model::languages::language::{Language, TagRequest, UsedLanguage};
use crate::web::blocking::run;
use crate::web::call::Admin;
use crate::web::conditional::digest_tag;
use crate::web::problem::HttpResult;
use crate::web::request_body::JsonBody;
use actix_web::http::header;
use actix_web::{HttpResponse, get, post, put, web};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// The lookup values that rules of the program depend on.
#[utoipa::path(responses(
    (status = 200, description = "The values, whether a citation has them or not", body = Vec<RuleValue>),
    (status = 401, description = "Not signed in"),
    (status = 403, description = "Not an administrator"),
))]
#[get("/system/lookups/rules")]
pub async fn list_lookup_rules(admin: Admin) -> HttpResult {
    Ok(HttpResponse::Ok().json(lookups::rule_values(&admin.app.settings, &admin.actor())?))
}

/// The change in question.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ImpactParameters {
    /// Facet name of the category.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    category: String,
    /// The value as it is.
    old_value: String,
    /// What it would become; left out for a deletion.
    new_value: Option<String>,
}

/// What a rename or deletion would touch, before it is done.
#[utoipa::path(params(ImpactParameters), responses(
    Admin,
    (status = 200, body = LookupImpact),
    (status = 404),
))]
#[get("/system/lookups/impact")]
pub async fn get_lookup_impact(admin: Admin) -> HttpResult {
    let query: ImpactParameters = admin.parameters()?;
    admin
        .json(move |app, actor| {
            lookups::lookup_impact(app, actor, &query.category, &query.old_value, query.new_value.as_deref())
        })
        .await
}

/// Every language that a citation has, most used first; obsolete citations don't count.
#[utoipa::path(tag = "search", responses(
    (status = 200, body = Vec<UsedLanguage>, headers(("ETag" = String, description = "Changes with the answer"))),
    (status = 304, description = "It is as you know it (If-None-Match)"),
    (status = 503, description = "The first index of the catalogue is being built (`preparing`)"),
))]
#[get("/languages")]
pub async fn list_languages(app: web::Data<App>) -> HttpResult {
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
#[utoipa::path(params(("value" = String, Path, description = "The language value")), request_body = TagRequest, responses(
    Admin,
    (status = 200, body = Language),
))]
#[put("/system/languages/{value}")]
pub async fn set_language_tag(
    admin: Admin,
    value: web::Path<String>,
    body: JsonBody<TagRequest>,
) -> HttpResult {
    admin.json(move |app, actor| languages::set_tag(app, &value, &body.0, actor)).await
}

/// Every department with its contact, sorted by name.
#[utoipa::path(params(
    ("updated" = Option<bool>, Query, description = "Always true; kept for its callers"),
), responses(
    Admin,
    (status = 200, body = Vec<Department>),
))]
#[get("/system/departments")]
pub async fn list_departments(admin: Admin) -> HttpResult {
    admin.json(move |app, actor| lookups::departments(&app.store, actor)).await
}

/// A department to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepartmentRequest {
    /// Its name.
    name: String,
    /// Whom to ask there.
    #[serde(default)]
    frc_contact: Option<String>,
}

/// Adds a department; answers the list as it is then.
#[utoipa::path(request_body = DepartmentRequest, responses(
    Admin,
    (status = 201, body = Vec<Department>),
    (status = 409, description = "There is one of this name"),
))]
#[post("/system/departments")]
pub async fn add_department(admin: Admin, body: JsonBody<DepartmentRequest>) -> HttpResult {
    let departments = admin
        .run(move |app, actor| {
            lookups::add_department(&app.store, actor, &body.0.name, body.0.frc_contact.as_deref())
        })
        .await?;
    Ok(HttpResponse::Created().json(departments))
}
