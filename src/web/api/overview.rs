//! The numbers of the overview for administrators.

use crate::domain::app::App;
use crate::domain::overview;
use crate::domain::overview::Overview;
use crate::model::languages::language::read_lang;
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::problem::Problem;
use crate::web::query::parameters::parameters;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// How the numbers are counted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct OverviewParameters {
    /// Tag of the language in which translations are counted as missing; the most used one but English when it is left out.
    #[param(required = false)]
    pub lang: String,
}

/// The numbers of overdue reviews, broken links, missing translations, searches without a result, incomplete citations,
/// duplicates, packets with obsolete citations, and open and late orders: each as in the list of the same subject; and of
/// refused mails.
#[utoipa::path(tag = "system", operation_id = "getOverview", params(OverviewParameters), responses(
    (status = 200, body = Overview),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/system/overview")]
pub async fn counts(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let lang = read_lang(&parameters::<OverviewParameters>(&request)?.lang)?;
    let counts = run(&app, move |app| overview::overview(app, &admin.actor(), lang.as_ref())).await?;
    Ok(HttpResponse::Ok().json(counts))
}
