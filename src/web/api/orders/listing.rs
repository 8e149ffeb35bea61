//! The copy center's list, one order with its QR code, and the list as CSV.

use crate::domain::app::App;
use crate::domain::orders;
use crate::import_export::order_tables;
use crate::import_export::table::TableWriter;
use crate::model::entity_tag::quoted_tag;
use crate::model::orders::queue::{QueuePage, QueueParameters};
use crate::model::orders::record::Order;
use crate::model::search::request::read_start;
use crate::qr;
use crate::web::api::downloads::{attachment, pieces, temporary_file};
use crate::web::blocking::run;
use crate::web::body::table::{TableParameters, table_format};
use crate::web::caller::{CopyCenter, Staff};
use crate::web::problem::Problem;
use crate::web::query::parameters::{PageParameters, parameters};
use crate::web::state::Web;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use std::fs::File;
use std::io::BufWriter;

/// Orders, 50 a page: open ones first, the one required soonest on top.
#[utoipa::path(tag = "orders", operation_id = "listOrders", params(QueueParameters, PageParameters), responses(
    (status = 200, body = QueuePage),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/orders")]
pub async fn list(
    request: HttpRequest,
    worker: CopyCenter,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let filter = parameters::<QueueParameters>(&request)?.read()?;
    let start = read_start(&parameters::<PageParameters>(&request)?.start)?;
    let page = run(&app, move |app| orders::queue(&app.store, &worker.0.person, &filter, start)).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// The same orders as CSV or a workbook, one row per order line.
#[utoipa::path(tag = "orders", operation_id = "downloadOrders", params(QueueParameters, TableParameters), responses(
    (status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 429, description = "Too many downloads of this person are running"),
    (status = 507, description = "The disk is full"),
))]
#[get("/orders/download")]
pub async fn download(
    request: HttpRequest,
    worker: CopyCenter,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> Result<HttpResponse, Problem> {
    let filter = parameters::<QueueParameters>(&request)?.read()?;
    let format = table_format(&request)?;
    let person = worker.0.person.clone();
    let slot = state.downloads.take(person.key, &request, &app.settings.server).await?;
    let write = move |app: &App, to: &mut BufWriter<File>| {
        let mut table = TableWriter::new(format, order_tables::COLUMNS, to, &app.settings.data.dir)?;
        let each = |order: &Order| order_tables::rows(order).try_for_each(|row| table.write(&row));
        orders::all_queued(&app.store, &person, &filter, each)?;
        table.finish()
    };
    let file = state.heavy.run(&app, &request, |app| temporary_file(app, write)).await?;
    Ok(attachment(format.media_type(), &format!("orders.{}", format.extension()), pieces(app, file, slot)))
}

/// An order, for the copy center and for its orderer.
#[utoipa::path(tag = "orders", operation_id = "getOrder", params(
    ("id" = String, Path, description = "Id or number of the order"),
), responses(
    (status = 200, body = Order, headers(("ETag" = String, description = "Its version, in quotes"))),
    (status = 401),
    (status = 404, description = "No such order, or another person's"),
))]
#[get("/orders/{id}")]
pub async fn one(staff: Staff, app: web::Data<App>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let order = run(&app, move |app| orders::order(&app.store, &staff.0.person, &id)).await?;
    Ok(with_tag(&order))
}

/// An order with its version as ETag.
pub(in crate::web) fn with_tag(order: &Order) -> HttpResponse {
    HttpResponse::Ok().insert_header((header::ETAG, quoted_tag(order.version))).json(order)
}

/// The QR code of an order's page, for its ticket: 192 px.
#[utoipa::path(tag = "orders", operation_id = "getOrderQrCode", params(
    ("id" = String, Path, description = "Id or number of the order"),
), responses(
    (status = 200, content_type = "image/png", body = Vec<u8>),
    (status = 401),
    (status = 403),
    (status = 404),
))]
#[get("/orders/{id}/qr.png")]
pub async fn qr_image(
    worker: CopyCenter,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let image = run(&app, move |app| {
        orders::order_code(app, &worker.0.person, &id).and_then(|address| qr::code_png(&address))
    })
    .await?;
    Ok(HttpResponse::Ok().insert_header((header::CONTENT_TYPE, "image/png")).body(image))
}
