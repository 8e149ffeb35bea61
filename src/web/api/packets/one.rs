//! One packet: opened by everybody who may see it; added, changed and deleted by its owner and administrators.

use crate::domain::app::App;
use crate::domain::packets::editing;
use crate::domain::packets::reading::{self, CurrentPacket};
use crate::model::error::Error;
use crate::model::languages::language::read_lang;
use crate::model::languages::tag::LanguageTag;
use crate::model::packets::draft::PacketInput;
use crate::model::packets::packet::Packet;
use crate::model::page_urls::Found;
use crate::model::page_urls::encoded;
use crate::web::blocking::run;
use crate::web::body::json::JsonBody;
use crate::web::caller::{Staff, Visitor};
use crate::web::conditional::{precondition, representation_tag, required_precondition};
use crate::web::problem::Problem;
use crate::web::query::parameters::parameters;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Whom a packet is shown to.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct LanguageParameters {
    /// Tag of the language of the person who reads: each citation has its `version` in it.
    #[param(required = false)]
    pub lang: String,
}

/// The language that a packet is asked for in.
pub(in crate::web) fn read_language(request: &HttpRequest) -> Result<Option<LanguageTag>, Problem> {
    Ok(read_lang(&parameters::<LanguageParameters>(request)?.lang)?)
}

/// A packet with its tag.
pub(super) fn answer(status: StatusCode, current: &CurrentPacket) -> Result<HttpResponse, Problem> {
    let body = serde_json::to_vec(&current.packet).map_err(|e| Error::internal("writing a packet", e))?;
    let tag = representation_tag(&current.state, &body);
    Ok(HttpResponse::build(status)
        .insert_header((header::ETAG, tag))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .body(body))
}

/// A packet by its ID, readable ID or code. A personal one opens for anyone who has its code.
#[utoipa::path(tag = "packets", operation_id = "getPacket", params(
    ("id" = String, Path, description = "ID, readable ID or code; a code in upper or lower case, with or without hyphens"),
    LanguageParameters,
), responses(
    (status = 200, body = Packet, headers(("ETag" = String))),
    (status = 304, description = "It is as you know it (If-None-Match)"),
    (status = 308, description = "An older readable ID; Location holds the current address"),
    (status = 400),
    (status = 404, description = "Unknown, or a personal packet that was not asked for by its code"),
    (status = 410, description = "Deleted"),
))]
#[get("/packets/{id}")]
pub async fn packet(
    request: HttpRequest,
    caller: Visitor,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (actor, lang, id) = (caller.actor(), read_language(&request)?, id.into_inner());
    match run(&app, move |app| reading::packet(&app.store, &id, lang.as_ref(), actor.as_ref())).await? {
        Found::Here(current) => answer(StatusCode::OK, &current),
        Found::Moved(to) => {
            let query = request.query_string();
            let mark = if query.is_empty() { "" } else { "?" };
            Ok(HttpResponse::PermanentRedirect()
                .insert_header((header::LOCATION, format!("/api/packets/{}{mark}{query}", encoded(&to))))
                .insert_header((header::CACHE_CONTROL, "no-cache"))
                .finish())
        }
    }
}

/// Adds a packet: a personal one of the caller, or, by administrators, a department packet.
#[utoipa::path(tag = "packets", operation_id = "addPacket", params(LanguageParameters), request_body = PacketInput, responses(
    (status = 201, body = Packet, headers(("Location" = String), ("ETag" = String))),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 413),
    (status = 422),
))]
#[post("/packets")]
pub async fn add(
    request: HttpRequest,
    staff: Staff,
    app: web::Data<App>,
    body: JsonBody<PacketInput>,
) -> Result<HttpResponse, Problem> {
    let (actor, lang) = (staff.actor(), read_language(&request)?);
    let added = run(&app, move |app| editing::add_packet(app, body.0, lang.as_ref(), &actor)).await?;
    let address = format!("/api/packets/{}", encoded(&added.packet.head.id));
    let mut created = answer(StatusCode::CREATED, &added)?;
    if let Ok(at) = header::HeaderValue::from_str(&address) {
        created.headers_mut().insert(header::LOCATION, at);
    }
    Ok(created)
}

/// Replaces the state of a packet that the caller knows. Its code stays, also when it is published.
#[utoipa::path(tag = "packets", operation_id = "replacePacket", params(
    ("id" = String, Path, description = "ID, readable ID or code"),
    ("If-Match" = String, Header, description = "ETag of the state to replace"),
    LanguageParameters,
), request_body = PacketInput, responses(
    (status = 200, body = Packet, headers(("ETag" = String))),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 404),
    (status = 410, description = "Deleted"),
    (status = 412, description = "Changed since"),
    (status = 413),
    (status = 422),
    (status = 428, description = "If-Match is missing"),
))]
#[put("/packets/{id}")]
pub async fn replace(
    request: HttpRequest,
    staff: Staff,
    app: web::Data<App>,
    id: web::Path<String>,
    body: JsonBody<PacketInput>,
) -> Result<HttpResponse, Problem> {
    let precondition = required_precondition(&request, "packet")?;
    let (actor, lang, id) = (staff.actor(), read_language(&request)?, id.into_inner());
    let replaced =
        run(&app, move |app| editing::replace_packet(app, &id, body.0, &precondition, lang.as_ref(), &actor))
            .await?;
    answer(StatusCode::OK, &replaced)
}

/// Deletes a packet for good; with `If-Match` only the state that the caller knows.
#[utoipa::path(tag = "packets", operation_id = "deletePacket", params(
    ("id" = String, Path, description = "ID, readable ID or code"),
    ("If-Match" = Option<String>, Header, description = "ETag of the state to delete"),
), responses(
    (status = 204, description = "Deleted"),
    (status = 401),
    (status = 403),
    (status = 404),
    (status = 410, description = "Deleted before"),
    (status = 412, description = "Changed since"),
))]
#[delete("/packets/{id}")]
pub async fn remove(
    request: HttpRequest,
    staff: Staff,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (actor, precondition, id) = (staff.actor(), precondition(&request)?, id.into_inner());
    run(&app, move |app| editing::delete_packet(app, &id, &precondition, &actor)).await?;
    Ok(HttpResponse::NoContent().finish())
}
