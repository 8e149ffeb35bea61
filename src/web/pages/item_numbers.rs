//! `/i/{item number}`: the address printed under QR codes, short enough to type.

use crate::domain::app::App;
use crate::domain::citations::item_addresses::item_target;
use crate::model::languages::tag::LanguageTag;
use crate::model::usage::counts::UsageKind;
use crate::web::blocking::run;
use crate::web::pages::redirects::found_at;
use crate::web::pages::screens::not_found_with_query;
use crate::web::problem::Problem;
use crate::web::usage_client;
use actix_web::{HttpRequest, HttpResponse, get, web};

/// Redirects to the citation of the item number.
#[get("/i/{number}")]
pub(in crate::web) async fn to_citation(
    request: HttpRequest,
    app: web::Data<App>,
    number: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    redirect(&request, &app, number.into_inner(), None).await
}

/// Redirects to the handout in this language. What is not a language tag is treated as a language without a handout.
#[get("/i/{number}/{tag}")]
pub(in crate::web) async fn to_handout(
    request: HttpRequest,
    app: web::Data<App>,
    address: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (number, tag) = address.into_inner();
    redirect(&request, &app, number, LanguageTag::parse(&tag).ok()).await
}

async fn redirect(
    request: &HttpRequest,
    app: &web::Data<App>,
    number: String,
    tag: Option<LanguageTag>,
) -> Result<HttpResponse, Problem> {
    let requested_number = number.clone();
    let found = run(app, move |app| item_target(&app.store, &requested_number, tag.as_ref())).await?;
    Ok(match found {
        Some(item) => {
            usage_client::count(request, app, (item.used.citation, &item.used.tag), UsageKind::Scan);
            found_at(item.target, &item.id)
        }
        None => not_found_with_query(request, app, &number),
    })
}
