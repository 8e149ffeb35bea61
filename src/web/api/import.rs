//! Import in the browser: one at a time, with progress that can be asked for.

use crate::domain::app::App;
use crate::domain::import_export::import::{Event, Mode, import as import_records};
use crate::domain::import_export::import_file::{ImportFile, ImportLimits, spool};
use crate::import_export::record::Format;
use crate::model::error::Error;
use crate::model::import::ImportReport;
use crate::model::search::request::read_flag;
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::problem::{Problem, body_error};
use crate::web::query::parameters::parameters;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, post, web};
use futures_util::StreamExt;
use serde::Deserialize;
use std::fs::File;
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use utoipa::IntoParams;

/// Largest file that is imported over HTTP, as sent.
const MAX_FILE_BYTES: u64 = 64 << 20;
/// Maximum size of its text when it was compressed, and maximum number of records.
const IMPORT_LIMITS: ImportLimits = ImportLimits { text_bytes: 512 << 20, records: 200_000 };
/// The size of the pieces in which a file is written to the disk.
const PIECE_BYTES: usize = 256 << 10;
/// The minimum number of bytes that must arrive…
const PROGRESS_BYTES: u64 = 16 << 10;
/// … in each period of this length.
const PROGRESS_TIMEOUT: Duration = Duration::from_secs(15);
/// How long an import waits for those before it: less than a proxy waits for an answer.
const TURN_TIMEOUT: Duration = Duration::from_secs(90);

/// How to import.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ImportParameters {
    /// `jsonl` (the default) or `csv`.
    #[param(required = false)]
    pub format: String,
    /// `true`: check everything, write nothing.
    #[param(required = false, value_type = bool)]
    pub dry_run: String,
    /// `true`: keep the good records of a file that has bad ones.
    #[param(required = false, value_type = bool)]
    pub skip_bad: String,
}

impl ImportParameters {
    fn read(&self) -> Result<(Format, Mode), Error> {
        let format = match self.format.as_str() {
            "" | "jsonl" => Format::JsonLines,
            "csv" => Format::Csv,
            _ => return Err(Error::Unreadable("format: expected jsonl or csv.".into())),
        };
        let mode = match (read_flag("dryRun", &self.dry_run)?, read_flag("skipBad", &self.skip_bad)?) {
            (true, _) => Mode::DryRun,
            (false, true) => Mode::SkipBad,
            (false, false) => Mode::AllOrNothing,
        };
        Ok((format, mode))
    }
}

/// Adds or replaces citations from a file; the same as the command line's import.
///
/// One import runs at a time. Others wait up to 90 seconds for their turn; `running` of `GET /api/system/imports` has how
/// far each is. `POST /api/system/imports` takes its place.
#[utoipa::path(tag = "system", operation_id = "importCatalogue", params(ImportParameters), request_body(content((String = "application/jsonl"), (String = "text/csv")), description = "The file; gzip is recognized by its content"), responses(
    (status = 200, description = "What the import came to", body = ImportReport),
    (status = 400, description = "A parameter or the whole file cannot be read"),
    (status = 401, description = "Not signed in"),
    (status = 403, description = "Not an administrator"),
    (status = 408, description = "The file stopped arriving"),
    (status = 413, description = "The file is larger than 64 MiB"),
    (status = 503, description = "Other imports take too long, or too many wait"),
))]
#[post("/system/import")]
pub async fn import(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let query: ImportParameters = parameters(&request)?;
    let (format, mode) = query.read()?;
    if content_length(&request).is_some_and(|length| length > MAX_FILE_BYTES) {
        return Err(too_large());
    }
    let actor = admin.actor();
    let entry = app.background.imports.enter(&actor)?;
    let file = received(&app, payload).await?;
    let turn = entry.wait(TURN_TIMEOUT).await?;
    let report = run(&app, move |app| {
        let file = ImportFile::new(file, format, IMPORT_LIMITS, None)?;
        let report = import_records(&app.store, &file, mode, None, &actor, &mut |event| {
            if let Event::Progress(state, records, total) = event {
                turn.note_progress(state, records, total);
            }
        })?;
        if report.written {
            let number = app.store.read(|db| db.latest_change())?;
            app.search.wait_until_searchable(number);
        }
        Ok(report)
    })
    .await?;
    Ok(HttpResponse::Ok().json(report))
}

fn content_length(request: &HttpRequest) -> Option<u64> {
    request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn too_large() -> Problem {
    Problem::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "The file is larger than 64 MiB. Please use the command line: handout import FILE.",
    )
}

/// The body of a request in a temporary file, which is deleted when it is closed.
async fn received(app: &web::Data<App>, mut payload: web::Payload) -> Result<File, Problem> {
    let file = Arc::new(run(app, |app| spool(&app.settings.data.dir)).await?);
    let mut piece: Vec<u8> = Vec::with_capacity(PIECE_BYTES);
    let mut total = 0;
    let mut deadline = Instant::now() + PROGRESS_TIMEOUT;
    let mut since_deadline = 0;
    loop {
        let Ok(next) = tokio::time::timeout_at(deadline, payload.next()).await else {
            return Err(Problem::new(
                StatusCode::REQUEST_TIMEOUT,
                "The file stopped arriving. Nothing was imported.",
            ));
        };
        let Some(bytes) = next.transpose().map_err(|e| body_error(&e))? else { break };
        total += bytes.len() as u64;
        if total > MAX_FILE_BYTES {
            return Err(too_large());
        }
        since_deadline += bytes.len() as u64;
        if since_deadline >= PROGRESS_BYTES {
            deadline = Instant::now() + PROGRESS_TIMEOUT;
            since_deadline = 0;
        }
        piece.extend_from_slice(&bytes);
        if piece.len() >= PIECE_BYTES {
            piece = write_piece(app, &file, piece).await?;
        }
    }
    write_piece(app, &file, piece).await?;
    Arc::into_inner(file)
        .ok_or_else(|| Error::internal("storing a file to import", "it is still being written").into())
}

/// Writes a piece to the file; the buffer comes back empty.
async fn write_piece(app: &web::Data<App>, file: &Arc<File>, mut piece: Vec<u8>) -> Result<Vec<u8>, Problem> {
    let file = file.clone();
    run(app, move |_| {
        (&*file).write_all(&piece).map_err(|e| Error::io("storing a file to import", e))?;
        piece.clear();
        Ok(piece)
    })
    .await
}
