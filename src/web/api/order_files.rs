//! The files of orders as a ZIP archive, written while it is sent.

use crate::domain::app::App;
use crate::domain::orders::{OrderFiles, leave_out_missing, order_files};
use crate::files::Chunks;
use crate::files::zip::{ZipWriter, crc32};
use crate::model::clock;
use crate::model::error::Error;
use crate::model::search::request::read_flag;
use crate::web::call::CopyCenter;
use crate::web::problem::HttpResult;
use actix_web::body::SizedStream;
use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpResponse, get};
use futures_util::{StreamExt, TryStreamExt, stream};

/// What the archive names lines without a file in.
const MISSING: &str = "files.txt";

/// The files of several orders as one ZIP archive.
#[utoipa::path(params(
    ("id" = Vec<String>, Query, description = "Ids or numbers of the orders, each as a parameter of its own", explode),
    ("now" = Option<bool>, Query, description = "`true`: the files that the versions have now"),
), responses(
    CopyCenter,
    (status = 200, body = Vec<u8>, content_type = "application/zip"),
    (status = 404, description = "An order was not found"),
    (status = 503, description = "The store of files cannot be reached"),
))]
#[get("/orders/files")]
pub async fn download_files_of_orders(worker: CopyCenter) -> HttpResult {
    let pairs = url::form_urlencoded::parse(worker.request.query_string().as_bytes());
    let ids = pairs.filter(|(name, _)| name == "id").map(|(_, id)| id.into_owned()).collect();
    archive(&worker, ids, "order-files.zip").await
}

/// The files of an order as a ZIP archive: the names have its number, line, item number and quantity. `files.txt` names the
/// lines without a file.
#[utoipa::path(params(
    ("id" = String, Path, description = "Id or number of the order"),
    ("now" = Option<bool>, Query, description = "`true`: the files that the versions have now"),
), responses(
    CopyCenter,
    (status = 200, body = Vec<u8>, content_type = "application/zip"),
    (status = 503, description = "The store of files cannot be reached"),
))]
#[get("/orders/{id}/files")]
pub async fn download_files_of_order(worker: CopyCenter, id: web::Path<String>) -> HttpResult {
    let safe: String = id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    archive(&worker, vec![id.into_inner()], &format!("order-{safe}-files.zip")).await
}

async fn archive(worker: &CopyCenter, ids: Vec<String>, name: &str) -> HttpResult {
    let mut pairs = url::form_urlencoded::parse(worker.request.query_string().as_bytes());
    let now = pairs.find(|(name, _)| name == "now").map(|(_, now)| now.into_owned());
    let now = read_flag("now", now.as_deref().unwrap_or_default())?;
    let found = worker.run(move |app, actor| order_files(&app.store, actor, &ids, now)).await?;
    let found = leave_out_missing(&worker.app, found).await?;
    let (length, body) = stream_of(&worker.app, found);
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/zip"))
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(SizedStream::new(length, body.map_err(log))))
}

/// The archive and its length.
fn stream_of(app: &App, found: OrderFiles) -> (u64, Chunks) {
    let missing = found.missing_lines();
    let time = clock::local().datetime();
    let mut zip = ZipWriter::default();
    let mut parts: Vec<(Vec<u8>, Option<_>)> = Vec::new();
    let mut length = 0;
    for file in found.files {
        let head = zip.begin_entry(&file.name, file.size, file.crc32, time);
        length += head.len() as u64 + file.size;
        parts.push((head, Some((file.digest, file.size))));
    }
    if !missing.is_empty() {
        let content = missing.into_bytes();
        let mut head = zip.begin_entry(MISSING, content.len() as u64, crc32(&content), time);
        head.extend_from_slice(&content);
        length += head.len() as u64;
        parts.push((head, None));
    }
    let end = zip.finish();
    length += end.len() as u64;
    parts.push((end, None));
    let files = app.files.clone();
    let body = stream::iter(parts).then(move |(head, file)| {
        let files = files.clone();
        async move {
            let head = stream::once(async move { Ok(Bytes::from(head)) });
            let content: Chunks = match file {
                None => Box::pin(stream::empty()),
                Some((digest, size)) => match files.read(digest, size, 0..size).await {
                    Ok(chunks) => chunks,
                    Err(error) => Box::pin(stream::once(async move { Err(error) })),
                },
            };
            head.chain(content)
        }
    });
    (length, Box::pin(body.flatten()))
}

/// An error while the archive is sent ends the connection: the client sees that it is incomplete.
fn log(error: Error) -> std::io::Error {
    tracing::error!(cause = %error, "the files of orders could not be sent to their end");
    std::io::Error::other(error)
}
