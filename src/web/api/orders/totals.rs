//! Totals of orders.

use crate::domain::app::App;
use crate::domain::orders;
use crate::import_export::orders_csv;
use crate::model::orders::totals::{OrderTotals, TotalsParameters};
use crate::model::search::request::read_start;
use crate::web::blocking::run;
use crate::web::body::csv::csv;
use crate::web::caller::CopyCenter;
use crate::web::problem::Problem;
use crate::web::query::parameters::{PageParameters, parameters};
use actix_web::{HttpRequest, HttpResponse, get, web};

/// Orders, pieces, pages and estimated price by cost center, department, month or item; 200 a page.
#[utoipa::path(tag = "orders", operation_id = "sumOrders", params(TotalsParameters, PageParameters), responses(
    (status = 200, body = OrderTotals),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/orders/totals")]
pub async fn totals(
    request: HttpRequest,
    worker: CopyCenter,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let filter = parameters::<TotalsParameters>(&request)?.read()?;
    let start = read_start(&parameters::<PageParameters>(&request)?.start)?;
    let totals = run(&app, move |app| orders::totals(&app.store, &worker.0.person, &filter, start)).await?;
    Ok(HttpResponse::Ok().json(totals))
}

/// The same as CSV.
#[utoipa::path(tag = "orders", operation_id = "downloadOrderSums", params(TotalsParameters), responses(
    (status = 200, content_type = "text/csv", body = String),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/orders/totals/download")]
pub async fn download(
    request: HttpRequest,
    worker: CopyCenter,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let filter = parameters::<TotalsParameters>(&request)?.read()?;
    let all = run(&app, move |app| orders::every_total(&app.store, &worker.0.person, &filter)).await?;
    Ok(csv("order_totals.csv", orders_csv::totals(filter.by, &all)))
}
