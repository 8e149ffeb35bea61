//! Packets: their lists, one packet, and its earlier states.

use crate::domain::app::App;
use crate::domain::packets::editing;
use crate::domain::packets::listing::{self, PacketFilter};
use crate::domain::packets::reading::{self, CurrentPacket};
use crate::import_export::list_tables;
use crate::import_export::table::TableTarget;
use crate::model::error::Error;
use crate::model::languages::language::read_lang;
use crate::model::languages::tag::LanguageTag;
use crate::model::list_part::ListPart;
use crate::model::packets::draft::PacketInput;
use crate::model::packets::packet::{Packet, PacketPage, PacketState};
use crate::model::page_urls::{self, Found, encode};
use crate::model::search::request::{check_text, read_flag, read_start};
use crate::web::blocking::run;
use crate::web::call::Staff;
use crate::web::caller::Visitor;
use crate::web::conditional::representation_tag;
use crate::web::problem::{HttpResult, Problem};
use crate::web::query::{parameters, read_restriction};
use crate::web::request_body::JsonBody;
use crate::web::state::Web;
use crate::web::table::{TableParameters, TableResponse, table_file, table_format};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Which packets.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct PacketParameters {
    /// Only packets whose title holds every word, corrected as a search is; the best first.
    #[param(required = false, max_length = 500)]
    pub q: String,
    /// Only packets of this department.
    #[param(required = false)]
    pub department: String,
    /// `true`: only packets with an obsolete citation; for administrators.
    #[param(required = false, value_type = bool)]
    pub obsolete: String,
    /// First packet, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

impl PacketParameters {
    /// The filter, and the first packet, from 0.
    pub(in crate::web) fn read(self) -> Result<(PacketFilter, ListPart), Error> {
        check_text(&self.q)?;
        let part = ListPart::page(read_start(&self.start)?);
        let with_obsolete = read_flag("obsolete", &self.obsolete)?;
        let department = read_restriction(self.department);
        Ok((PacketFilter { q: self.q, department, with_obsolete }, part))
    }
}

/// Which of the caller's packets.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct OwnPacketParameters {
    /// First packet, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

/// The department packets, the most recently changed first, 50 a page.
#[utoipa::path(params(PacketParameters), responses(
    (status = 200, body = PacketPage),
    (status = 403, description = "`obsolete` is for administrators"),
))]
#[get("/packets")]
pub async fn list_packets(request: HttpRequest, caller: Visitor, app: web::Data<App>) -> HttpResult {
    let (filter, part) = parameters::<PacketParameters>(&request)?.read()?;
    let actor = caller.actor();
    let page = run(&app, move |app| listing::published_page(app, actor.as_ref(), &filter, part)).await?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-cache")).json(page))
}

/// As CSV or a workbook: every packet.
#[utoipa::path(params(PacketParameters, TableParameters), responses(
    TableResponse,
    (status = 403, description = "`obsolete` is for administrators"),
    (status = 429, description = "Too many downloads of this person or client are running"),
    (status = 503, description = "Too much is waiting"),
))]
#[get("/packets/download")]
pub async fn download_packets(
    request: HttpRequest,
    caller: Visitor,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> HttpResult {
    let format = table_format(&request)?;
    let (filter, _) = parameters::<PacketParameters>(&request)?.read()?;
    let person = caller.0.as_ref().map(|caller| caller.person.key);
    let _slot = state.downloads.take(person, &request, &app.settings.server).await?;
    let actor = caller.actor();
    let work = move |app: &Arc<App>| {
        let all = listing::published_page(app, actor.as_ref(), &filter, ListPart::ALL)?.packets;
        let link = |name: &str| page_urls::packet(&app.public_url, name, None);
        list_tables::packets("packets", &all, link)
            .into_file(TableTarget { format, temporary: &app.settings.data.dir })
    };
    Ok(table_file(state.heavy.run(&app, &request, work).await?))
}

/// The caller's own packets, 50 a page: personal ones first, each kind with the most recently changed first.
#[utoipa::path(params(OwnPacketParameters), responses(Staff, (status = 200, body = PacketPage)))]
#[get("/user/packets")]
pub async fn list_own_packets(staff: Staff) -> HttpResult {
    let start = read_start(&staff.parameters::<OwnPacketParameters>()?.start)?;
    staff.json(move |app, actor| listing::own(&app.store, actor, ListPart::page(start))).await
}

/// As CSV or a workbook: every packet.
#[utoipa::path(params(TableParameters), responses(Staff, TableResponse))]
#[get("/user/packets/download")]
pub async fn download_own_packets(staff: Staff) -> HttpResult {
    staff
        .table(move |app, actor, to| {
            let all = listing::own(&app.store, actor, ListPart::ALL)?.packets;
            let link = |name: &str| page_urls::packet(&app.public_url, name, None);
            list_tables::packets("my_packets", &all, link).into_file(to)
        })
        .await
}

/// Whom a packet is shown to.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct LanguageParameters {
    /// Tag of the language of the person who reads: each citation has its `version` in it.
    #[param(required = false)]
    pub lang: String,
}

/// The language that a packet is requested in.
pub(in crate::web) fn read_language(request: &HttpRequest) -> Result<Option<LanguageTag>, Problem> {
    Ok(read_lang(&parameters::<LanguageParameters>(request)?.lang)?)
}

/// A packet with its tag.
pub(super) fn packet_response(status: StatusCode, current: &CurrentPacket) -> HttpResult {
    let body = serde_json::to_vec(&current.packet).map_err(|e| Error::internal("writing a packet", e))?;
    let tag = representation_tag(&current.state, &body);
    Ok(HttpResponse::build(status)
        .insert_header((header::ETAG, tag))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .body(body))
}

/// A packet by its ID, readable ID or code. A personal one opens for anyone who has its code.
#[utoipa::path(params(
    ("id" = String, Path, description = "ID, readable ID or code; a code in upper or lower case, with or without hyphens"),
    LanguageParameters,
), responses(
    (status = 200, body = Packet, headers(("ETag" = String))),
    (status = 304, description = "It is as you know it (If-None-Match)"),
    (status = 308, description = "An older readable ID; Location holds the current address"),
    (status = 404, description = "Unknown, or a personal packet that was not asked for by its code"),
    (status = 410, description = "Deleted"),
))]
#[get("/packets/{id}")]
pub async fn get_packet(
    request: HttpRequest,
    caller: Visitor,
    app: web::Data<App>,
    id: web::Path<String>,
) -> HttpResult {
    let (actor, lang, id) = (caller.actor(), read_language(&request)?, id.into_inner());
    match run(&app, move |app| reading::packet(&app.store, &id, lang.as_ref(), actor.as_ref())).await? {
        Found::Here(current) => packet_response(StatusCode::OK, &current),
        Found::Moved(to) => {
            let query = request.query_string();
            let mark = if query.is_empty() { "" } else { "?" };
            Ok(HttpResponse::PermanentRedirect()
                .insert_header((header::LOCATION, format!("/api/packets/{}{mark}{query}", encode(&to))))
                .insert_header((header::CACHE_CONTROL, "no-cache"))
                .finish())
        }
    }
}

/// Adds a packet: a personal one of the caller, or, by administrators, a department packet.
#[utoipa::path(params(LanguageParameters), request_body = PacketInput, responses(
    Staff,
    (status = 201, body = Packet, headers(("Location" = String), ("ETag" = String))),
    (status = 403),
))]
#[post("/packets")]
pub async fn add_packet(staff: Staff, body: JsonBody<PacketInput>) -> HttpResult {
    let lang = read_language(&staff.request)?;
    let added = staff.run(move |app, actor| editing::add_packet(app, body.0, lang.as_ref(), actor)).await?;
    let address = format!("/api/packets/{}", encode(&added.packet.head.id));
    let mut created = packet_response(StatusCode::CREATED, &added)?;
    if let Ok(at) = header::HeaderValue::from_str(&address) {
        created.headers_mut().insert(header::LOCATION, at);
    }
    Ok(created)
}

/// Replaces the state of a packet that the caller knows. Its code stays, also when it is published.
#[utoipa::path(params(
    ("id" = String, Path, description = "ID, readable ID or code"),
    ("If-Match" = String, Header, description = "ETag of the state to replace"),
    LanguageParameters,
), request_body = PacketInput, responses(
    Staff,
    (status = 200, body = Packet, headers(("ETag" = String))),
    (status = 403),
    (status = 410, description = "Deleted"),
))]
#[put("/packets/{id}")]
pub async fn replace_packet(staff: Staff, id: web::Path<String>, body: JsonBody<PacketInput>) -> HttpResult {
    let precondition = staff.required_precondition("packet")?;
    let lang = read_language(&staff.request)?;
    let replaced = staff
        .run(move |app, actor| editing::replace_packet(app, &id, body.0, &precondition, lang.as_ref(), actor))
        .await?;
    packet_response(StatusCode::OK, &replaced)
}

/// Deletes a packet for good; with `If-Match` only the state that the caller knows.
#[utoipa::path(params(
    ("id" = String, Path, description = "ID, readable ID or code"),
    ("If-Match" = Option<String>, Header, description = "ETag of the state to delete"),
), responses(
    Staff,
    (status = 204, description = "Deleted"),
    (status = 400, description = "`If-Match` is not a list of tags"),
    (status = 403),
    (status = 410, description = "Deleted before"),
))]
#[delete("/packets/{id}")]
pub async fn delete_packet(staff: Staff, id: web::Path<String>) -> HttpResult {
    let precondition = staff.precondition()?;
    staff.no_content(move |app, actor| editing::delete_packet(app, &id, &precondition, actor)).await
}

/// Every state of a packet, newest first.
#[utoipa::path(params(("id" = String, Path, description = "ID, readable ID or code")), responses(
    Staff,
    (status = 200, body = Vec<PacketState>),
    (status = 403),
    (status = 410, description = "Deleted"),
))]
#[get("/packets/{id}/history")]
pub async fn list_packet_states(staff: Staff, id: web::Path<String>) -> HttpResult {
    staff.json(move |app, actor| editing::history(&app.store, &id, actor)).await
}

/// Which state to make the present one again.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RestorePacketRequest {
    /// Number of the state.
    version: u32,
}

/// Makes an earlier state the present one, as a new version. Whether the packet is published stays.
#[utoipa::path(params(
    ("id" = String, Path, description = "ID, readable ID or code"),
    ("If-Match" = Option<String>, Header, description = "ETag of the state to replace"),
    LanguageParameters,
), request_body = RestorePacketRequest, responses(
    Staff,
    (status = 200, body = Packet, headers(("ETag" = String))),
    (status = 403),
    (status = 409, description = "It is the present one"),
    (status = 410, description = "Deleted"),
))]
#[post("/packets/{id}/restore")]
pub async fn restore_packet_state(
    staff: Staff,
    id: web::Path<String>,
    body: JsonBody<RestorePacketRequest>,
) -> HttpResult {
    let (precondition, lang) = (staff.precondition()?, read_language(&staff.request)?);
    let (id, version) = (id.into_inner(), body.0.version);
    let restored = staff
        .run(move |app, actor| {
            editing::restore_packet(app, &id, version, &precondition, lang.as_ref(), actor)
        })
        .await?;
    packet_response(StatusCode::OK, &restored)
}
