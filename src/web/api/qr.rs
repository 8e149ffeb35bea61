//! QR codes of language versions and packets, as images.

use crate::domain::app::App;
use crate::domain::citations::addresses;
use crate::domain::packets::reading;
use crate::model::error::Error;
use crate::model::languages::language::read_lang;
use crate::model::page_urls;
use crate::qr;
use crate::web::blocking::run;
use crate::web::caller::Visitor;
use crate::web::problem::HttpResult;
use crate::web::query::parameters;
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
#[utoipa::path(params(("id" = String, Path, description = "Id or readable id"), QrParameters), responses(
    (status = 200, content_type = "image/png", body = Vec<u8>),
    (status = 404, description = "No such citation, or not its address"),
))]
#[get("/citations/{id}/qr.png")]
pub async fn get_qr_code(request: HttpRequest, app: web::Data<App>, id: web::Path<String>) -> HttpResult {
    let query: QrParameters = parameters(&request)?;
    let (id, is_card) = (id.into_inner(), read_card(&query.card)?);
    let image = run(&app, move |app| {
        let citation = addresses::citation_with_address(&app.store, &id, &query.url)?;
        let target = page_urls::qr_redirect(&app.public_url, &citation.id, &query.url);
        let version = citation.languages.iter().find(|version| version.url.as_deref() == Some(&query.url));
        let number = version.and_then(|version| version.item_number.as_deref());
        let typed = number.and_then(|number| page_urls::typed_item_number(&app.public_url, number));
        let title = version.map_or(&*citation.title, |version| version.title_or(&citation.title));
        code_image(&target, is_card, title, &query.url, typed.as_deref())
    })
    .await?;
    Ok(png(image))
}

/// Whether the card is requested.
fn read_card(text: &str) -> Result<bool, Error> {
    match text {
        "" | "0" | "false" => Ok(false),
        "1" | "true" => Ok(true),
        _ => Err(Error::Unreadable("card: expected 1 or 0.".into())),
    }
}

/// The code alone, or the card with a title, a text and the address to type.
fn code_image(
    target: &str,
    is_card: bool,
    title: &str,
    text: &str,
    typed: Option<&str>,
) -> Result<Vec<u8>, Error> {
    if is_card { qr::card_png(target, title, text, typed) } else { qr::code_png(target) }
}

fn png(image: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "image/png"))
        .insert_header((header::CACHE_CONTROL, "private, max-age=300"))
        .body(image)
}

/// Which packet, and which image of it.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct PacketQrParameters {
    /// ID, readable ID or code of the packet.
    pub packet: String,
    /// Tag of the language that its page opens in.
    #[param(required = false)]
    pub lang: String,
    /// `1`: the card with title and address.
    #[param(required = false)]
    pub card: String,
}

/// The QR code of a packet's page: 192 px, or with `card=1` a card 700 px wide.
#[utoipa::path(tag = "packets", params(PacketQrParameters), responses(
    (status = 200, content_type = "image/png", body = Vec<u8>),
    (status = 404, description = "Unknown, or a personal packet that was not asked for by its code"),
    (status = 410, description = "Deleted"),
))]
#[get("/qr")]
pub async fn get_packet_qr_code(request: HttpRequest, caller: Visitor, app: web::Data<App>) -> HttpResult {
    let query: PacketQrParameters = parameters(&request)?;
    if query.packet.is_empty() {
        return Err(Error::Unreadable("packet: this is required.".into()).into());
    }
    let (actor, lang, is_card) = (caller.actor(), read_lang(&query.lang)?, read_card(&query.card)?);
    let image = run(&app, move |app| {
        let (name, title) = reading::packet_page(&app.store, &query.packet, actor.as_ref())?;
        let target = page_urls::packet(&app.public_url, &name, lang.as_ref());
        code_image(&target, is_card, &title, &target, None)
    })
    .await?;
    Ok(png(image))
}
