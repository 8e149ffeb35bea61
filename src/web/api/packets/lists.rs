//! Lists of packets: the published ones for everybody, and the caller's own.

use crate::domain::app::App;
use crate::domain::packets::listing::{self, PacketFilter};
use crate::import_export::list_tables;
use crate::model::error::Error;
use crate::model::packets::packet::PacketPage;
use crate::model::page_urls;
use crate::model::search::request::{check_text, read_flag, read_start};
use crate::web::blocking::run;
use crate::web::body::table::{TableParameters, table_file, table_format};
use crate::web::caller::{Staff, Visitor};
use crate::web::problem::Problem;
use crate::web::query::parameters::{parameters, read_restriction};
use crate::web::state::Web;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

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
    pub(in crate::web) fn read(self) -> Result<(PacketFilter, usize), Error> {
        check_text(&self.q)?;
        let start = read_start(&self.start)?;
        let with_obsolete = read_flag("obsolete", &self.obsolete)?;
        let department = read_restriction(self.department);
        Ok((PacketFilter { q: self.q, department, with_obsolete }, start))
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
#[utoipa::path(tag = "packets", operation_id = "listPackets", params(PacketParameters), responses(
    (status = 200, body = PacketPage),
    (status = 400),
    (status = 403, description = "`obsolete` is for administrators"),
))]
#[get("/packets")]
pub async fn published(
    request: HttpRequest,
    caller: Visitor,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let (filter, start) = parameters::<PacketParameters>(&request)?.read()?;
    let actor = caller.actor();
    let page = run(&app, move |app| listing::published(app, actor.as_ref(), &filter, start)).await?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-cache")).json(page))
}

/// The same as CSV or a workbook, every packet.
#[utoipa::path(tag = "packets", operation_id = "downloadPackets", params(PacketParameters, TableParameters), responses(
    (status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    (status = 400),
    (status = 403, description = "`obsolete` is for administrators"),
    (status = 429, description = "Too many downloads of this person or client are running"),
    (status = 503, description = "Too much is waiting"),
))]
#[get("/packets/download")]
pub async fn download(
    request: HttpRequest,
    caller: Visitor,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> Result<HttpResponse, Problem> {
    let format = table_format(&request)?;
    let (filter, _) = parameters::<PacketParameters>(&request)?.read()?;
    let person = caller.0.as_ref().map(|caller| caller.person.key);
    let _slot = state.downloads.take(person, &request, &app.settings.server).await?;
    let actor = caller.actor();
    let work = move |app: &Arc<App>| {
        let all = listing::all_published(app, actor.as_ref(), &filter)?;
        let link = |name: &str| page_urls::packet(&app.public_url, name, None);
        list_tables::packets("packets", &all, link).into_file(format, &app.settings.data.dir)
    };
    Ok(table_file(state.heavy.run(&app, &request, work).await?))
}

/// The caller's own packets, 50 a page: personal ones first, each kind with the most recently changed first.
#[utoipa::path(tag = "user", operation_id = "listOwnPackets", params(OwnPacketParameters), responses(
    (status = 200, body = PacketPage),
    (status = 400),
    (status = 401),
))]
#[get("/user/packets")]
pub async fn own(request: HttpRequest, staff: Staff, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let start = read_start(&parameters::<OwnPacketParameters>(&request)?.start)?;
    let page = run(&app, move |app| listing::own(&app.store, &staff.actor(), start)).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// The same as CSV or a workbook, every packet.
#[utoipa::path(tag = "user", operation_id = "downloadOwnPackets", params(TableParameters), responses(
    (status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    (status = 400),
    (status = 401),
))]
#[get("/user/packets/download")]
pub async fn download_own(
    request: HttpRequest,
    staff: Staff,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = listing::all_own(&app.store, &staff.actor())?;
        let link = |name: &str| page_urls::packet(&app.public_url, name, None);
        list_tables::packets("my_packets", &all, link).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}
