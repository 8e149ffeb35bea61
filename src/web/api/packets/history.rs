//! Earlier states of a packet, for its owner and administrators.

use crate::domain::app::App;
use crate::domain::packets::history;
use crate::model::packets::packet::{Packet, PacketState};
use crate::web::api::packets::one::{LanguageParameters, answer, read_language};
use crate::web::blocking::run;
use crate::web::body::json::JsonBody;
use crate::web::caller::Staff;
use crate::web::conditional::precondition;
use crate::web::problem::Problem;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Deserialize;
use utoipa::ToSchema;

/// Every state of a packet, newest first.
#[utoipa::path(tag = "packets", operation_id = "listPacketStates", params(("id" = String, Path, description = "ID, readable ID or code")), responses(
    (status = 200, body = Vec<PacketState>),
    (status = 401),
    (status = 403),
    (status = 404),
    (status = 410, description = "Deleted"),
))]
#[get("/packets/{id}/history")]
pub async fn list(staff: Staff, app: web::Data<App>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = id.into_inner();
    let states = run(&app, move |app| history::history(&app.store, &id, &staff.actor())).await?;
    Ok(HttpResponse::Ok().json(states))
}

/// Which state to make the present one again.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RestorePacketRequest {
    /// Number of the state.
    version: u32,
}

/// Makes an earlier state the present one, as a new version. Whether the packet is published stays.
#[utoipa::path(tag = "packets", operation_id = "restorePacketState", params(
    ("id" = String, Path, description = "ID, readable ID or code"),
    ("If-Match" = Option<String>, Header, description = "ETag of the state to replace"),
    LanguageParameters,
), request_body = RestorePacketRequest, responses(
    (status = 200, body = Packet, headers(("ETag" = String))),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 404),
    (status = 409, description = "It is the present one"),
    (status = 410, description = "Deleted"),
    (status = 412, description = "Changed since"),
    (status = 413),
    (status = 422),
))]
#[post("/packets/{id}/restore")]
pub async fn restore(
    request: HttpRequest,
    staff: Staff,
    app: web::Data<App>,
    id: web::Path<String>,
    body: JsonBody<RestorePacketRequest>,
) -> Result<HttpResponse, Problem> {
    let (actor, precondition, lang) = (staff.actor(), precondition(&request)?, read_language(&request)?);
    let (id, version) = (id.into_inner(), body.0.version);
    let restored = run(&app, move |app| {
        history::restore_packet(app, &id, version, &precondition, lang.as_ref(), &actor)
    })
    .await?;
    answer(StatusCode::OK, &restored)
}
