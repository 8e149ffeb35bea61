//! `/i/{item number}`: the address printed under QR codes, short enough to type.

use crate::domain::app::App;
use crate::domain::citations::addresses::item_target;
use crate::model::languages::language::requested_language;
use crate::model::languages::tag::LanguageTag;
use crate::model::usage::UsageKind;
use crate::web::blocking::run;
use crate::web::pages::redirects::found_at;
use crate::web::pages::screens::unknown_item_number;
use crate::web::problem::Problem;
use crate::web::usage_client;
use actix_web::{HttpRequest, HttpResponse, get, web};

/// Redirects to the citation of the item number. Case and separators do not matter.
#[utoipa::path(tag = "citations", operation_id = "openItemNumber",
    params(("number" = String, Path, description = "Item number of a language version")),
    responses(
        (status = 302, description = "Location is the page of the citation", headers(("Location" = String))),
        (status = 404, description = "No citation has the number: a page with a search for it",
            body = String, content_type = "text/html"),
    ))]
#[get("/i/{number}")]
pub(in crate::web) async fn to_citation(
    request: HttpRequest,
    app: web::Data<App>,
    number: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    redirect(&request, &app, number.into_inner(), None).await
}

/// Redirects to the handout in this language. What is not a language tag is treated as a language without a handout.
#[utoipa::path(tag = "citations", operation_id = "openHandoutOfItemNumber",
    params(
        ("number" = String, Path, description = "Item number of any language version of the citation"),
        ("tag" = String, Path, description = "BCP 47 tag of the language"),
    ),
    responses(
        (status = 302, description = "Location is the handout, or the page of a citation without one in this language",
            headers(("Location" = String))),
        (status = 404, description = "No citation has the number: a page with a search for it",
            body = String, content_type = "text/html"),
    ))]
#[get("/i/{number}/{tag}")]
pub(in crate::web) async fn to_handout(
    request: HttpRequest,
    app: web::Data<App>,
    address: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (number, tag) = address.into_inner();
    redirect(&request, &app, number, requested_language(&tag)).await
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
        None => unknown_item_number(request, app, &number),
    })
}
