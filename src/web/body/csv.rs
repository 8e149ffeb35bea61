//! CSV files as responses.

use actix_web::HttpResponse;
use actix_web::http::header;

/// A CSV file as an attachment.
pub(in crate::web) fn csv(name: &str, bytes: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/csv; charset=utf-8"))
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .body(bytes)
}
