//! Transitions of orders: of one in a known version, or of many.

use crate::domain::app::App;
use crate::domain::orders::{self, BatchTransition, TransitionOutcome, stale_message};
use crate::model::orders::record::{
    BatchItemOutcome, BatchOutcome, BatchRequest, Order, OrderEvent, TransitionRequest,
};
use crate::model::orders::state::OrderState;
use crate::web::api::orders::listing::with_tag;
use crate::web::blocking::run;
use crate::web::body::json::JsonBody;
use crate::web::caller::CopyCenter;
use crate::web::conditional::required_precondition;
use crate::web::problem::{Problem, ProblemBody};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::Serialize;
use utoipa::ToSchema;

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
#[utoipa::path(tag = "orders", operation_id = "stepOrder", params(
    ("id" = String, Path, description = "Id or number of the order"),
    ("If-Match" = String, Header, description = "ETag of the order as the caller knows it; a weak one never matches"),
), request_body = TransitionRequest, responses(
    (status = 200, body = Order, headers(("ETag" = String))),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 404),
    (status = 412, description = "Somebody has changed it since", body = StaleOrder, content_type = "application/problem+json"),
    (status = 413),
    (status = 422, description = "The step is not allowed, lacks its note, or sends too much"),
    (status = 428, description = "If-Match is missing"),
))]
#[post("/orders/{id}/state")]
pub async fn take(
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
        TransitionOutcome::Stale(order) => Ok(stale(*order)),
    }
}

/// Makes the same transition for several orders, each on its own.
#[utoipa::path(tag = "orders", operation_id = "stepOrders", request_body = BatchRequest, responses(
    (status = 200, body = BatchOutcome),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 413),
    (status = 422, description = "No orders are named, or too many"),
))]
#[post("/orders/state")]
pub async fn take_many(
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

fn stale(order: Order) -> HttpResponse {
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
