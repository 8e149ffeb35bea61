//! Files that go out: the CSV of a search, and the whole catalogue.

use crate::domain::app::App;
use crate::domain::transfer;
use crate::exchange::search_export;
use crate::model::search::SearchRequest;
use crate::web::api::search::parameters;
use crate::web::blocking::run;
use crate::web::caller::{Admin, Staff};
use crate::web::pages::shell::citation_address;
use crate::web::problem::{Problem, ProblemBody};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use std::io::Write;
use tokio::sync::mpsc;
use utoipa::IntoParams;

/// Citations read together for a file that goes out.
const BATCH: usize = 200;

/// What to write out.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct DownloadParameters {
    /// As for a search.
    #[param(required = false, max_length = 500)]
    pub q: String,
    /// `true`: obsolete citations as well.
    #[param(required = false, value_type = bool)]
    pub obsolete: String,
    /// As for a search.
    #[param(required = false)]
    pub fq: String,
}

/// All matches of a search as CSV.
#[utoipa::path(tag = "search", params(DownloadParameters), responses(
    (status = 200, content_type = "text/csv", body = String),
    (status = 400, body = ProblemBody, content_type = "application/problem+json"),
    (status = 401, body = ProblemBody, content_type = "application/problem+json"),
))]
#[get("/search/download")]
pub async fn download(request: HttpRequest, _: Staff, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let asked: DownloadParameters = parameters(&request)?;
    let search = SearchRequest::read(&asked.q, "", &asked.obsolete, "", &asked.fq)?;
    let ids = run(&app, move |app| app.index.snapshot().matches(&search)).await?;
    let app = app.into_inner();
    Ok(streamed("text/csv; charset=utf-8", "search_export.csv", move |to| {
        to.write_all(&search_export::header())?;
        for batch in ids.chunks(BATCH) {
            let citations = read(&app, batch)?;
            for citation in citations {
                let link = citation_address(&app.public_url, citation.address_id());
                to.write_all(&search_export::citation_row(&citation, &link))?;
            }
        }
        Ok(())
    }))
}

fn read(app: &App, ids: &[String]) -> std::io::Result<Vec<crate::model::citation::Citation>> {
    app.store
        .read(|db| {
            let mut citations = Vec::with_capacity(ids.len());
            for id in ids {
                if let Some(key) = db.citation_key(id)? {
                    citations.push(db.citation(key)?);
                }
            }
            Ok(citations)
        })
        .map_err(std::io::Error::other)
}

/// The whole catalogue as JSON Lines.
#[utoipa::path(tag = "system", responses(
    (status = 200, content_type = "application/jsonl", body = String),
    (status = 401, body = ProblemBody, content_type = "application/problem+json"),
    (status = 403, body = ProblemBody, content_type = "application/problem+json"),
))]
#[get("/system/export")]
pub async fn export(_: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let app = app.into_inner();
    Ok(streamed("application/jsonl", "catalogue.jsonl", move |to| {
        transfer::export(&app.store, to).map(|_| ()).map_err(std::io::Error::other)
    }))
}

/// A file that is written as it is sent: memory holds a few pieces of it, however long it gets.
fn streamed(
    content_type: &str,
    name: &str,
    write: impl FnOnce(&mut Pipe) -> std::io::Result<()> + Send + 'static,
) -> HttpResponse {
    let (to, mut from) = mpsc::channel(4);
    tokio::task::spawn_blocking(move || {
        let mut pipe = Pipe { to, piece: Vec::new() };
        if let Err(e) = write(&mut pipe).and_then(|()| pipe.flush()) {
            // A client that went away needs no word; anything else must not look like a whole file.
            if e.kind() != std::io::ErrorKind::BrokenPipe {
                tracing::error!(cause = %e, "a file could not be written to its end");
                let _ = pipe.to.blocking_send(Err(e));
            }
        }
    });
    let pieces = futures_util::stream::poll_fn(move |context| from.poll_recv(context));
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, content_type))
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .streaming(pieces)
}

/// Where a file is written to, piece by piece.
struct Pipe {
    to: mpsc::Sender<std::io::Result<web::Bytes>>,
    piece: Vec<u8>,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= 32 << 10 {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let piece = web::Bytes::from(std::mem::take(&mut self.piece));
        self.to.blocking_send(Ok(piece)).map_err(|_| std::io::ErrorKind::BrokenPipe.into())
    }
}
