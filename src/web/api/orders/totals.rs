//! Totals of orders.

use crate::domain::app::App;
use crate::domain::orders;
use crate::import_export::order_tables;
use crate::model::orders::queue::{OrderTotals, TotalsParameters};
use crate::model::search::request::read_start;
use crate::web::blocking::run;
use crate::web::body::table::{TableParameters, table_file, table_format};
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

/// The same as CSV or a workbook.
#[utoipa::path(tag = "orders", operation_id = "downloadOrderSums", params(TotalsParameters, TableParameters), responses(
    (status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
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
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = orders::every_total(&app.store, &worker.0.person, &filter)?;
        order_tables::totals(filter.by, &all).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}
