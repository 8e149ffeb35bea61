//! Downloads: the results of a search, and the whole catalogue.
//!
//! A slow client holds neither a thread nor a read transaction: pages are read when the connection has room for them,
//! and the catalogue, which must be of one state, is written to a file without a name first.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::import_export::catalogue_export;
use crate::import_export::catalogue_table;
use crate::import_export::table::{TableFormat, TableWriter, csv_header, csv_row};
use crate::model::error::{Error, Result};
use crate::model::keys::CitationKey;
use crate::model::search::request::{SearchRequest, read_flag};
use crate::web::blocking::run;
use crate::web::call::{Admin, Call, Staff};
use crate::web::problem::{HttpResult, Problem};
use crate::web::slots::Slot;
use crate::web::table::{RecordFormat, TableParameters, TableResponse, table_format};
use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpResponse, get};
use futures_util::stream::{Stream, try_unfold};
use serde::Deserialize;
use std::fs::File;
use std::io::{BufWriter, Read, Seek, Write};
use std::sync::Arc;
use utoipa::IntoParams;

/// Citations read together for a page of a table.
const PAGE: usize = 50;
/// Ids looked up in one read transaction.
const IDS_PER_TRANSACTION: usize = 1_000;
/// How much of a file is read at once.
const PIECE_BYTES: usize = 64 << 10;

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

/// All matches of a search as CSV or a workbook.
#[utoipa::path(params(DownloadParameters, TableParameters), responses(
    Staff,
    TableResponse,
    (status = 429, description = "Too many downloads of this person are running"),
    (status = 503, description = "The first index of the catalogue is being built (`preparing`), or too much is waiting"),
))]
#[get("/search/download")]
pub async fn download_search(staff: Staff) -> HttpResult {
    let query: DownloadParameters = staff.parameters()?;
    let format = table_format(&staff.request)?;
    let search = SearchRequest::new(&query.q, &query.fq)?;
    let search = SearchRequest { obsolete: read_flag("obsolete", &query.obsolete)?, ..search };
    let slot = staff.download_slot().await?;
    let keys = staff.run_heavy(move |app, _| keys_of_matches(app, &search)).await?;
    let name = format!("search_export.{}", format.extension());
    match format {
        TableFormat::Csv => Ok(attachment(format.media_type(), &name, rows(staff.app.clone(), keys, slot))),
        // A workbook is complete only with its last row.
        TableFormat::Xlsx => {
            let write = move |app: &App, to: &mut BufWriter<File>| write_workbook(app, &keys, to);
            let file = staff.run_heavy(move |app, _| temporary_file(app, write)).await?;
            Ok(attachment(format.media_type(), &name, pieces(staff.app.clone(), file, slot)))
        }
    }
}

/// The keys of all matches, in the order in which a search shows them.
fn keys_of_matches(app: &App, search: &SearchRequest) -> Result<Vec<CitationKey>> {
    let ids = app.search.snapshot()?.matches(search)?;
    let mut keys = Vec::with_capacity(ids.len());
    for ids in ids.chunks(IDS_PER_TRANSACTION) {
        app.store.read(|db| {
            for id in ids {
                keys.extend(db.citation_key(id)?);
            }
            Ok(())
        })?;
    }
    Ok(keys)
}

/// The header row, then a page of rows each time.
fn rows(
    app: web::Data<App>,
    keys: Vec<CitationKey>,
    slot: Slot,
) -> impl Stream<Item = Result<Bytes, actix_web::Error>> {
    let keys = Arc::new(keys);
    try_unfold((app, keys, None, slot), async |(app, keys, next, slot)| {
        let Some(from) = next else {
            return Ok(Some((
                csv_header(catalogue_table::SEARCH_COLUMNS).into(),
                (app, keys, Some(0), slot),
            )));
        };
        if from >= keys.len() {
            return Ok(None);
        }
        let to = keys.len().min(from + PAGE);
        let page = keys.clone();
        let rows =
            run(&app, move |app| page_of_rows(app, &page[from..to])).await.inspect_err(log_interruption)?;
        let rows: Vec<u8> =
            rows.iter().flat_map(|row| csv_row(catalogue_table::SEARCH_COLUMNS, row)).collect();
        Ok(Some((rows.into(), (app, keys, Some(to), slot))))
    })
}

fn write_workbook(app: &App, keys: &[CitationKey], to: &mut BufWriter<File>) -> Result<()> {
    let temporary = &app.settings.data.dir;
    let mut table = TableWriter::new(TableFormat::Xlsx, catalogue_table::SEARCH_COLUMNS, to, temporary)?;
    for page in keys.chunks(PAGE) {
        page_of_rows(app, page)?.iter().try_for_each(|row| table.write(row))?;
    }
    table.finish()
}

fn page_of_rows(app: &App, keys: &[CitationKey]) -> Result<Vec<Vec<String>>> {
    app.store.read(|db| {
        let row = |key: &CitationKey| {
            let citation = db.citation(*key)?;
            let link = app.citation_url(citation.address_id());
            Ok(catalogue_table::search_row(&citation, &link))
        };
        keys.iter().map(row).collect()
    })
}

/// The whole catalogue as it is at one moment: JSON Lines unless `format` is `csv` or `xlsx`, a table without the addresses of
/// stored files.
#[utoipa::path(params(TableParameters), responses(
    Admin,
    (status = 200, content((String = "application/jsonl"), (String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    (status = 429, description = "Too many downloads of this person are running"),
    (status = 507, description = "The disk is full"),
))]
#[get("/system/export")]
pub async fn export_catalogue(admin: Admin) -> HttpResult {
    let format = RecordFormat::read(&admin.request, RecordFormat::JsonLines)?;
    let write = move |app: &App, actor: &Actor, to: &mut BufWriter<File>| match format {
        RecordFormat::JsonLines => catalogue_export::export(&app.store, actor, to).map(drop),
        RecordFormat::Table(format) => {
            let temporary = &app.settings.data.dir;
            catalogue_export::export_table(&app.store, actor, format, to, temporary).map(drop)
        }
    };
    send_written(&admin, "catalogue", format, write).await
}

/// Sends what `write` writes as a file of this name, as one of the downloads that the person may run at once.
pub(in crate::web) async fn send_written(
    call: &Call,
    name: &str,
    format: RecordFormat,
    write: impl FnOnce(&App, &Actor, &mut BufWriter<File>) -> Result<()> + Send + 'static,
) -> HttpResult {
    let slot = call.download_slot().await?;
    let file = call.run_heavy(move |app, actor| temporary_file(app, |app, to| write(app, actor, to))).await?;
    let name = format!("{name}.{}", format.extension());
    Ok(attachment(format.media_type(), &name, pieces(call.app.clone(), file, slot)))
}

/// A temporary file with what `write` writes; it is deleted when it is closed.
fn temporary_file(app: &App, write: impl FnOnce(&App, &mut BufWriter<File>) -> Result<()>) -> Result<File> {
    let doing = |e| Error::io("writing the export", e);
    let file = tempfile::tempfile_in(&app.settings.data.dir).map_err(doing)?;
    let mut to = BufWriter::with_capacity(PIECE_BYTES, file);
    write(app, &mut to)?;
    to.flush().map_err(doing)?;
    let mut file = to.into_inner().map_err(|e| doing(e.into_error()))?;
    file.rewind().map_err(doing)?;
    Ok(file)
}

/// The content of a file from its current position, as a stream of chunks.
fn pieces(
    app: web::Data<App>,
    file: File,
    slot: Slot,
) -> impl Stream<Item = Result<Bytes, actix_web::Error>> {
    try_unfold((app, file, slot), async |(app, mut file, slot)| {
        let read = move |_: &Arc<App>| {
            let mut piece = Vec::with_capacity(PIECE_BYTES);
            let limit = PIECE_BYTES as u64;
            let read = (&mut file).take(limit).read_to_end(&mut piece);
            read.map_err(|e| Error::io("reading the export", e))?;
            Ok((piece, file))
        };
        let (piece, file) = run(&app, read).await.inspect_err(log_interruption)?;
        if piece.is_empty() {
            return Ok(None);
        }
        Ok(Some((piece.into(), (app, file, slot))))
    })
}

/// A failed download is aborted, so that it is not mistaken for a complete one.
fn log_interruption(error: &Problem) {
    tracing::error!(cause = %error, "a download could not be sent to its end");
}

fn attachment(
    content_type: &str,
    name: &str,
    content: impl Stream<Item = Result<Bytes, actix_web::Error>> + 'static,
) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, content_type))
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .streaming(content)
}
