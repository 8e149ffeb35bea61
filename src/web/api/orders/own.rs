//! A person's own orders: sent, listed, cancelled, a question about one answered.

use crate::domain::app::App;
use crate::domain::orders;
use crate::model::orders::order::{OrderReceipt, OrderSubmission};
use crate::model::orders::record::{NoteRequest, Order};
use crate::web::blocking::run;
use crate::web::body::json::{JsonBody, OptionalJsonBody};
use crate::web::caller::Staff;
use crate::web::problem::Problem;
use actix_web::{HttpRequest, HttpResponse, get, post, web};

/// Submits an order; when the call returns, it is stored durably.
#[utoipa::path(tag = "user", operation_id = "submitOrder", params(
    ("Idempotency-Key" = Option<String>, Header, description = "The same key twice makes one order"),
), request_body = OrderSubmission, responses(
    (status = 201, body = OrderReceipt),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 413),
    (status = 422),
    (status = 429),
))]
#[post("/user/order")]
pub async fn submit(
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
    (status = 200, body = Vec<Order>),
    (status = 401),
))]
#[get("/user/orders")]
pub async fn mine(staff: Staff, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let user = staff.0.person.key;
    Ok(HttpResponse::Ok().json(run(&app, move |app| orders::orders_by_orderer(&app.store, user)).await?))
}

/// Cancels an order of the signed-in person that nobody has begun to print.
#[utoipa::path(tag = "user", operation_id = "cancelMyOrder", params(
    ("id" = String, Path, description = "Id or number of the order"),
), request_body = NoteRequest, responses(
    (status = 200, body = Order),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 404, description = "No such order, or another person's"),
    (status = 413),
    (status = 422, description = "It is printed, sent or cancelled already"),
))]
#[post("/user/orders/{id}/cancel")]
pub async fn cancel(
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
    (status = 200, body = Order),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 404, description = "No such order, or another person's"),
    (status = 413),
    (status = 422, description = "Nothing was asked, or the note is empty"),
))]
#[post("/user/orders/{id}/reply")]
pub async fn reply(
    staff: Staff,
    app: web::Data<App>,
    id: web::Path<String>,
    body: JsonBody<NoteRequest>,
) -> Result<HttpResponse, Problem> {
    let order = run(&app, move |app| orders::reply(app, &staff.actor(), &id, body.0.note.as_deref())).await?;
    Ok(HttpResponse::Ok().json(order))
}
