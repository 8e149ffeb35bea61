//! QR codes of language versions, as images.

use crate::domain::app::App;
use crate::domain::citations::editing;
use crate::model::page_urls;
use crate::qr;
use crate::web::api::search::parameters;
use crate::web::blocking::run;
use crate::web::problem::Problem;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Which address, and which image of it.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct QrParameters {
    /// An address of the citation, as it stands there.
    pub url: String,
    /// `1`: the card with title and address.
    #[param(required = false)]
    pub card: String,
}

/// The QR code of one of a citation's addresses: 192 px, or with `card=1` a card 700 px wide.
#[utoipa::path(tag = "citations", operation_id = "getQrCode", params(("id" = String, Path, description = "Id or readable id"), QrParameters), responses(
    (status = 200, content_type = "image/png", body = Vec<u8>),
    (status = 400),
    (status = 404, description = "No such citation, or not its address"),
))]
#[get("/citations/{id}/qr.png")]
pub async fn qr_image(
    request: HttpRequest,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let asked: QrParameters = parameters(&request)?;
    let id = id.into_inner();
    let image = run(&app, move |app| {
        let citation = editing::citation_with_address(app, &id, &asked.url)?;
        let target = page_urls::qr_redirect(&app.public_url, &citation.id, &asked.url);
        if asked.card == "1" || asked.card == "true" {
            qr::card_png(&target, &citation.title, &asked.url)
        } else {
            qr::code_png(&target)
        }
    })
    .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "image/png"))
        .insert_header((header::CACHE_CONTROL, "private, max-age=300"))
        .body(image))
}
