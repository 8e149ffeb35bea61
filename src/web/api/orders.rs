//! Orders: the copy center's list with its transitions and totals, and a person's own orders.

use crate::domain::app::App;
use crate::domain::orders::{self, BatchTransition, TransitionOutcome, stale_message};
use crate::import_export::order_tables;
use crate::import_export::table::TableWriter;
use crate::model::entity_tag::quoted_tag;
use crate::model::orders::order::{OrderReceipt, OrderSubmission};
use crate::model::orders::queue::{OrderTotals, QueuePage, QueueParameters, TotalsParameters};
use crate::model::orders::record::{BatchRequest, NoteRequest, Order, OrderEvent, TransitionRequest};
use crate::model::orders::state::OrderState;
use crate::model::search::request::read_start;
use crate::qr;
use crate::web::api::downloads::{attachment, pieces, temporary_file};
use crate::web::blocking::run;
use crate::web::caller::{CopyCenter, Staff};
use crate::web::conditional::required_precondition;
use crate::web::problem::{Problem, ProblemBody};
use crate::web::query::{PageParameters, parameters};
use crate::web::request_body::{JsonBody, OptionalJsonBody};
use crate::web::state::Web;
use crate::web::table::{TableParameters, TableResponse, table_file, table_format};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Serialize;
use std::fs::File;
use std::io::BufWriter;
use utoipa::ToSchema;

/// Orders, 50 a page: open ones first, the one required soonest on top.
#[utoipa::path(tag = "orders", operation_id = "listOrders", params(QueueParameters, PageParameters), responses(
    CopyCenter,
    (status = 200, body = QueuePage),
    (status = 400),
))]
#[get("/orders")]
pub async fn list_orders(
    request: HttpRequest,
    worker: CopyCenter,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let filter = parameters::<QueueParameters>(&request)?.read()?;
    let start = read_start(&parameters::<PageParameters>(&request)?.start)?;
    let page = run(&app, move |app| orders::queue(&app.store, &worker.actor(), &filter, start)).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// The same orders as CSV or a workbook, one row per order line.
#[utoipa::path(tag = "orders", operation_id = "downloadOrders", params(QueueParameters, TableParameters), responses(
    CopyCenter,
    TableResponse,
    (status = 400),
    (status = 429, description = "Too many downloads of this person are running"),
    (status = 507, description = "The disk is full"),
))]
#[get("/orders/download")]
pub async fn download_orders(
    request: HttpRequest,
    worker: CopyCenter,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> Result<HttpResponse, Problem> {
    let filter = parameters::<QueueParameters>(&request)?.read()?;
    let format = table_format(&request)?;
    let actor = worker.actor();
    let slot = state.downloads.take(worker.0.person.key, &request, &app.settings.server).await?;
    let write = move |app: &App, to: &mut BufWriter<File>| {
        let mut table = TableWriter::new(format, order_tables::COLUMNS, to, &app.settings.data.dir)?;
        let each = |order: &Order| order_tables::rows(order).try_for_each(|row| table.write(&row));
        orders::all_queued(&app.store, &actor, &filter, each)?;
        table.finish()
    };
    let file = state.heavy.run(&app, &request, |app| temporary_file(app, write)).await?;
    Ok(attachment(format.media_type(), &format!("orders.{}", format.extension()), pieces(app, file, slot)))
}

/// An order, for the copy center and for its orderer.
#[utoipa::path(tag = "orders", operation_id = "getOrder", params(
    ("id" = String, Path, description = "Id or number of the order"),
), responses(
    Staff,
    (status = 200, body = Order, headers(("ETag" = String, description = "Its version, in quotes"))),
    (status = 304),
    (status = 404, description = "No such order, or another person's"),
))]
#[get("/orders/{id}")]
pub async fn get_order(
    staff: Staff,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let order = run(&app, move |app| orders::order(&app.store, &staff.actor(), &id)).await?;
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
    CopyCenter,
    (status = 200, content_type = "image/png", body = Vec<u8>),
    (status = 404),
))]
#[get("/orders/{id}/qr.png")]
pub async fn order_qr_image(
    worker: CopyCenter,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let image = run(&app, move |app| {
        orders::order_code(app, &worker.actor(), &id).and_then(|address| qr::code_png(&address))
    })
    .await?;
    Ok(HttpResponse::Ok().insert_header((header::CONTENT_TYPE, "image/png")).body(image))
}

/// The response to a transition of an order that has changed: the problem, and the present order.
#[derive(Serialize, ToSchema)]
pub struct StaleOrder {
    #[serde(flatten)]
    problem: ProblemBody,
    /// Number of the order.
    number: String,
    /// Its state.
    state: OrderState,
    /// Its version.
    version: i64,
    /// What happened to it.
    events: Vec<OrderEvent>,
}

/// Makes a transition of an order if it is in the version that the caller knows.
#[utoipa::path(tag = "orders", operation_id = "transitionOrder", params(
    ("id" = String, Path, description = "Id or number of the order"),
    ("If-Match" = String, Header, description = "ETag of the order as the caller knows it; a weak one never matches"),
), request_body = TransitionRequest, responses(
    CopyCenter,
    (status = 200, body = Order, headers(("ETag" = String))),
    (status = 400),
    (status = 404),
    (status = 412, description = "Somebody has changed it since", body = StaleOrder, content_type = "application/problem+json"),
    (status = 422, description = "The step is not allowed, lacks its note, or sends too much"),
    (status = 428, description = "If-Match is missing"),
))]
#[post("/orders/{id}/state")]
pub async fn transition_order(
    request: HttpRequest,
    worker: CopyCenter,
    app: web::Data<App>,
    id: web::Path<String>,
    body: JsonBody<TransitionRequest>,
) -> Result<HttpResponse, Problem> {
    let precondition = required_precondition(&request, "order")?;
    let transition = move |app: &std::sync::Arc<App>| {
        orders::apply_transition(app, &worker.actor(), &id, &precondition, &body.0)
    };
    match run(&app, transition).await? {
        TransitionOutcome::Taken(order) => Ok(with_tag(&order)),
        TransitionOutcome::Stale(order) => Ok(stale_order(*order)),
    }
}

/// The results of a batch.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BatchOutcome {
    /// In the order of the request.
    pub orders: Vec<BatchItemOutcome>,
}

/// The result for one order of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct BatchItemOutcome {
    /// The order as named in the request.
    pub id: String,
    /// The HTTP status that a single request would have had.
    pub status: u16,
    /// The order's version now; null when the order does not exist.
    pub version: Option<i64>,
    /// Why the transition was not made; null if it was.
    pub detail: Option<String>,
}

/// Makes the same transition for several orders, each on its own.
#[utoipa::path(tag = "orders", operation_id = "transitionOrders", request_body = BatchRequest, responses(
    CopyCenter,
    (status = 200, body = BatchOutcome),
    (status = 400),
    (status = 422, description = "No orders are named, or too many"),
))]
#[post("/orders/state")]
pub async fn transition_orders(
    worker: CopyCenter,
    app: web::Data<App>,
    body: JsonBody<BatchRequest>,
) -> Result<HttpResponse, Problem> {
    let transitions = run(&app, move |app| orders::apply_transitions(app, &worker.actor(), body.0)).await?;
    Ok(HttpResponse::Ok().json(BatchOutcome { orders: transitions.into_iter().map(outcome).collect() }))
}

fn outcome(transition: BatchTransition) -> BatchItemOutcome {
    let (status, detail) = match transition.outcome {
        Ok(TransitionOutcome::Taken(_)) => (StatusCode::OK, None),
        Ok(TransitionOutcome::Stale(order)) => (StatusCode::PRECONDITION_FAILED, Some(stale_message(&order))),
        Err(error) => {
            let problem = Problem::from(error);
            (problem.status(), Some(problem.summary()))
        }
    };
    BatchItemOutcome { id: transition.id, status: status.as_u16(), version: transition.version, detail }
}

fn stale_order(order: Order) -> HttpResponse {
    let status = StatusCode::PRECONDITION_FAILED;
    let body = StaleOrder {
        problem: Problem::new(status, stale_message(&order)).body(),
        number: order.number,
        state: order.state,
        version: order.version,
        events: order.events,
    };
    HttpResponse::build(status).insert_header((header::CONTENT_TYPE, "application/problem+json")).json(body)
}

/// Orders, pieces, pages and estimated price by cost center, department, month or item; 200 a page.
#[utoipa::path(tag = "orders", operation_id = "listOrderTotals", params(TotalsParameters, PageParameters), responses(
    CopyCenter,
    (status = 200, body = OrderTotals),
    (status = 400),
))]
#[get("/orders/totals")]
pub async fn list_order_totals(
    request: HttpRequest,
    worker: CopyCenter,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let filter = parameters::<TotalsParameters>(&request)?.read()?;
    let start = read_start(&parameters::<PageParameters>(&request)?.start)?;
    let totals = run(&app, move |app| orders::totals(&app.store, &worker.actor(), &filter, start)).await?;
    Ok(HttpResponse::Ok().json(totals))
}

/// The same as CSV or a workbook.
#[utoipa::path(tag = "orders", operation_id = "downloadOrderTotals", params(TotalsParameters, TableParameters), responses(
    CopyCenter,
    TableResponse,
    (status = 400),
))]
#[get("/orders/totals/download")]
pub async fn download_order_totals(
    request: HttpRequest,
    worker: CopyCenter,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let filter = parameters::<TotalsParameters>(&request)?.read()?;
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = orders::every_total(&app.store, &worker.actor(), &filter)?;
        order_tables::totals(filter.by, &all).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}

/// Submits an order; when the call returns, it is stored durably.
#[utoipa::path(tag = "user", operation_id = "submitOrder", params(
    ("Idempotency-Key" = Option<String>, Header, description = "The same key twice makes one order"),
), request_body = OrderSubmission, responses(
    Staff,
    (status = 201, body = OrderReceipt),
    (status = 400),
    (status = 403),
    (status = 422),
    (status = 429),
))]
#[post("/user/order")]
pub async fn submit_order(
    request: HttpRequest,
    staff: Staff,
    app: web::Data<App>,
    body: JsonBody<OrderSubmission>,
) -> Result<HttpResponse, Problem> {
    let actor = staff.actor();
    let key =
        request.headers().get("idempotency-key").map(|v| String::from_utf8_lossy(v.as_bytes()).into_owned());
    let receipt = run(&app, move |app| orders::submit_order(app, &actor, key.as_deref(), body.0)).await?;
    Ok(HttpResponse::Created().json(receipt))
}

/// The orders of the signed-in person, newest first.
#[utoipa::path(tag = "user", operation_id = "listMyOrders", responses(
    Staff,
    (status = 200, body = Vec<Order>),
))]
#[get("/user/orders")]
pub async fn list_my_orders(staff: Staff, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let orders = run(&app, move |app| orders::orders_by_orderer(&app.store, &staff.actor())).await?;
    Ok(HttpResponse::Ok().json(orders))
}

/// Cancels an order of the signed-in person that nobody has begun to print.
#[utoipa::path(tag = "user", operation_id = "cancelMyOrder", params(
    ("id" = String, Path, description = "Id or number of the order"),
), request_body = NoteRequest, responses(
    Staff,
    (status = 200, body = Order),
    (status = 400),
    (status = 403),
    (status = 404, description = "No such order, or another person's"),
    (status = 422, description = "It is printed, sent or cancelled already"),
))]
#[post("/user/orders/{id}/cancel")]
pub async fn cancel_my_order(
    staff: Staff,
    app: web::Data<App>,
    id: web::Path<String>,
    body: OptionalJsonBody<NoteRequest>,
) -> Result<HttpResponse, Problem> {
    let order =
        run(&app, move |app| orders::cancel_own(app, &staff.actor(), &id, body.0.note.as_deref())).await?;
    Ok(HttpResponse::Ok().json(order))
}

/// Answers the copy center's question about an order of the signed-in person.
#[utoipa::path(tag = "user", operation_id = "replyToQuestion", params(
    ("id" = String, Path, description = "Id or number of the order"),
), request_body = NoteRequest, responses(
    Staff,
    (status = 200, body = Order),
    (status = 400),
    (status = 403),
    (status = 404, description = "No such order, or another person's"),
    (status = 422, description = "Nothing was asked, or the note is empty"),
))]
#[post("/user/orders/{id}/reply")]
pub async fn reply_to_question(
    staff: Staff,
    app: web::Data<App>,
    id: web::Path<String>,
    body: JsonBody<NoteRequest>,
) -> Result<HttpResponse, Problem> {
    let order = run(&app, move |app| orders::reply(app, &staff.actor(), &id, body.0.note.as_deref())).await?;
    Ok(HttpResponse::Ok().json(order))
}
