//! What administrators should know before they change lookup values.

use crate::domain::app::App;
use crate::domain::lookups;
use crate::model::category::RuleValue;
use crate::model::job::LookupImpact;
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::problem::Problem;
use crate::web::query::parameters::parameters;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// The lookup values that rules of the program depend on.
#[utoipa::path(tag = "system", operation_id = "listLookupRules", responses(
    (status = 200, description = "The values, whether a citation has them or not", body = Vec<RuleValue>),
    (status = 401, description = "Not signed in"),
    (status = 403, description = "Not an administrator"),
))]
#[get("/system/lookups/rules")]
pub async fn rules(admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok().json(lookups::rule_values(&app.settings, &admin.actor())?))
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
#[utoipa::path(tag = "system", operation_id = "getLookupImpact", params(ImpactParameters), responses(
    (status = 200, body = LookupImpact),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 404),
))]
#[get("/system/lookups/impact")]
pub async fn impact(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let query: ImpactParameters = parameters(&request)?;
    let touched = run(&app, move |app| {
        lookups::lookup_impact(
            app,
            &admin.actor(),
            &query.category,
            &query.old_value,
            query.new_value.as_deref(),
        )
    })
    .await?;
    Ok(HttpResponse::Ok().json(touched))
}
