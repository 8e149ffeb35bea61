//! Orders: the copy center's list with its transitions and totals, and a person's own orders.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::orders::{self, BatchTransition, TransitionOutcome, stale_message};
use crate::import_export::order_tables;
use crate::import_export::table::TableWriter;
use crate::model::list_part::ListPart;
use crate::model::orders::order::{OrderReceipt, OrderSubmission};
use crate::model::orders::queue::{OrderTotals, QueuePage, QueueParameters, TOTALS_PAGE, TotalsParameters};
use crate::model::orders::record::{BatchRequest, NoteRequest, Order, OrderEvent, TransitionRequest};
use crate::model::orders::state::OrderState;
use crate::qr;
use crate::web::api::downloads::send_written;
use crate::web::call::{CopyCenter, Staff, tagged_json};
use crate::web::problem::{HttpResult, Problem, ProblemBody};
use crate::web::query::PageParameters;
use crate::web::request_body::{JsonBody, OptionalJsonBody};
use crate::web::table::{RecordFormat, TableParameters, TableResponse, table_format};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, get, post, web};
use serde::Serialize;
use std::fs::File;
use std::io::BufWriter;
use utoipa::ToSchema;

/// Orders, 50 a page: open ones first, the one required soonest on top.
#[utoipa::path(params(QueueParameters, PageParameters), responses(
    CopyCenter,
    (status = 200, body = QueuePage),
))]
#[get("/orders")]
pub async fn list_orders(worker: CopyCenter) -> HttpResult {
    let filter = worker.parameters::<QueueParameters>()?.read()?;
    let start = worker.start()?;
    worker.json(move |app, actor| orders::queue(&app.store, actor, &filter, start)).await
}

/// The same orders as CSV or a workbook, one row per order line.
#[utoipa::path(params(QueueParameters, TableParameters), responses(
    CopyCenter,
    TableResponse,
    (status = 429, description = "Too many downloads of this person are running"),
    (status = 507, description = "The disk is full"),
))]
#[get("/orders/download")]
pub async fn download_orders(worker: CopyCenter) -> HttpResult {
    let filter = worker.parameters::<QueueParameters>()?.read()?;
    let format = table_format(&worker.request)?;
    let write = move |app: &App, actor: &Actor, to: &mut BufWriter<File>| {
        let mut table = TableWriter::new(format, order_tables::ORDER_COLUMNS, to, &app.settings.data.dir)?;
        let each = |order: &Order| {
            order.lines.iter().try_for_each(|line| table.write(&order_tables::order_row(order, line)))
        };
        orders::all_queued(&app.store, actor, &filter, each)?;
        table.finish()
    };
    send_written(&worker, "orders", RecordFormat::Table(format), write).await
}

/// An order, for the copy center and for its orderer.
#[utoipa::path(params(("id" = String, Path, description = "Id or number of the order")), responses(
    Staff,
    (status = 200, body = Order, headers(("ETag" = String, description = "Its version, in quotes"))),
    (status = 304),
    (status = 404, description = "No such order, or another person's"),
))]
#[get("/orders/{id}")]
pub async fn get_order(staff: Staff, id: web::Path<String>) -> HttpResult {
    let order = staff.run(move |app, actor| orders::order(&app.store, actor, &id)).await?;
    Ok(with_tag(&order))
}

/// An order with its version as ETag.
pub(in crate::web) fn with_tag(order: &Order) -> HttpResponse {
    tagged_json(order.version, None, order)
}

/// The QR code of an order's page, for its ticket: 192 px.
#[utoipa::path(params(("id" = String, Path, description = "Id or number of the order")), responses(
    CopyCenter,
    (status = 200, content_type = "image/png", body = Vec<u8>),
))]
#[get("/orders/{id}/qr.png")]
pub async fn get_order_qr_code(worker: CopyCenter, id: web::Path<String>) -> HttpResult {
    let image = worker
        .run(move |app, actor| orders::order_code(app, actor, &id).and_then(|address| qr::code_png(&address)))
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
#[utoipa::path(params(
    ("id" = String, Path, description = "Id or number of the order"),
    ("If-Match" = String, Header, description = "ETag of the order as the caller knows it; a weak one never matches"),
), request_body = TransitionRequest, responses(
    CopyCenter,
    (status = 200, body = Order, headers(("ETag" = String))),
    (status = 412, description = "Somebody has changed it since", body = StaleOrder, content_type = "application/problem+json"),
    (status = 422, description = "The step is not allowed, lacks its note, or sends too much"),
))]
#[post("/orders/{id}/state")]
pub async fn transition_order(
    worker: CopyCenter,
    id: web::Path<String>,
    body: JsonBody<TransitionRequest>,
) -> HttpResult {
    let precondition = worker.required_precondition("order")?;
    let transition =
        worker.run(move |app, actor| orders::apply_transition(app, actor, &id, &precondition, &body.0));
    match transition.await? {
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
#[utoipa::path(request_body = BatchRequest, responses(
    CopyCenter,
    (status = 200, body = BatchOutcome),
    (status = 422, description = "No orders are named, or too many"),
))]
#[post("/orders/state")]
pub async fn transition_orders(worker: CopyCenter, body: JsonBody<BatchRequest>) -> HttpResult {
    let transitions = worker.run(move |app, actor| orders::apply_transitions(app, actor, body.0)).await?;
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
#[utoipa::path(params(TotalsParameters, PageParameters), responses(
    CopyCenter,
    (status = 200, body = OrderTotals),
))]
#[get("/orders/totals")]
pub async fn list_order_totals(worker: CopyCenter) -> HttpResult {
    let filter = worker.parameters::<TotalsParameters>()?.read()?;
    let start = worker.start()?;
    worker
        .json(move |app, actor| {
            orders::totals(&app.store, actor, &filter, ListPart { start, most: TOTALS_PAGE })
        })
        .await
}

/// The same as CSV or a workbook.
#[utoipa::path(params(TotalsParameters, TableParameters), responses(CopyCenter, TableResponse))]
#[get("/orders/totals/download")]
pub async fn download_order_totals(worker: CopyCenter) -> HttpResult {
    let filter = worker.parameters::<TotalsParameters>()?.read()?;
    worker
        .table(move |app, actor, to| {
            let all = orders::totals(&app.store, actor, &filter, ListPart::ALL)?;
            order_tables::totals(filter.by, &all).into_file(to)
        })
        .await
}

/// Submits an order; when the call returns, it is stored durably.
#[utoipa::path(params(
    ("Idempotency-Key" = Option<String>, Header, description = "The same key twice makes one order"),
), request_body = OrderSubmission, responses(
    Staff,
    (status = 201, body = OrderReceipt),
    (status = 403),
    (status = 429),
))]
#[post("/user/order")]
pub async fn submit_order(staff: Staff, body: JsonBody<OrderSubmission>) -> HttpResult {
    let key = staff
        .request
        .headers()
        .get("idempotency-key")
        .map(|v| String::from_utf8_lossy(v.as_bytes()).into_owned());
    let receipt =
        staff.run(move |app, actor| orders::submit_order(app, actor, key.as_deref(), body.0)).await?;
    Ok(HttpResponse::Created().json(receipt))
}

/// The orders of the signed-in person, newest first.
#[utoipa::path(responses(Staff, (status = 200, body = Vec<Order>)))]
#[get("/user/orders")]
pub async fn list_my_orders(staff: Staff) -> HttpResult {
    staff.json(move |app, actor| orders::orders_by_orderer(&app.store, actor)).await
}

/// Cancels an order of the signed-in person that nobody has begun to print.
#[utoipa::path(params(("id" = String, Path, description = "Id or number of the order")), request_body = NoteRequest, responses(
    Staff,
    (status = 200, body = Order),
    (status = 403),
    (status = 404, description = "No such order, or another person's"),
    (status = 422, description = "It is printed, sent or cancelled already"),
))]
#[post("/user/orders/{id}/cancel")]
pub async fn cancel_my_order(
    staff: Staff,
    id: web::Path<String>,
    body: OptionalJsonBody<NoteRequest>,
) -> HttpResult {
    staff.json(move |app, actor| orders::cancel_own(app, actor, &id, body.0.note.as_deref())).await
}

/// Answers the copy center's question about an order of the signed-in person.
#[utoipa::path(params(("id" = String, Path, description = "Id or number of the order")), request_body = NoteRequest, responses(
    Staff,
    (status = 200, body = Order),
    (status = 403),
    (status = 404, description = "No such order, or another person's"),
    (status = 422, description = "Nothing was asked, or the note is empty"),
))]
#[post("/user/orders/{id}/reply")]
pub async fn reply_to_question(
    staff: Staff,
    id: web::Path<String>,
    body: JsonBody<NoteRequest>,
) -> HttpResult {
    staff.json(move |app, actor| orders::reply(app, actor, &id, body.0.note.as_deref())).await
}
