//! Import of citations from a file.

use crate::domain::app::App;
use crate::domain::transfer::{self, Format, ImportLimits, Mode};
use crate::model::error::Error;
use crate::model::transfer::ImportReport;
use crate::web::api::search::parameters;
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::problem::{Problem, ProblemBody, body_fault};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, post, web};
use futures_util::StreamExt;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

/// Largest file that is imported over HTTP, as sent.
const MAX_FILE_BYTES: usize = 64 << 20;
/// Largest text in it, when it was compressed, and most records: each takes about a kilobyte while it is checked.
const IMPORT_LIMITS: ImportLimits = ImportLimits { text_bytes: 512 << 20, records: 200_000 };
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

/// Adds or replaces citations from a file; the same as the command line's import.
#[utoipa::path(tag = "system", params(ImportParameters), request_body(content = String, content_type = "application/jsonl"), responses(
    (status = 200, body = ImportReport),
    (status = 400, body = ProblemBody, content_type = "application/problem+json"),
    (status = 401, body = ProblemBody, content_type = "application/problem+json"),
    (status = 403, body = ProblemBody, content_type = "application/problem+json"),
    (status = 413, body = ProblemBody, content_type = "application/problem+json"),
))]
#[post("/system/import")]
pub async fn import(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    mut payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let asked: ImportParameters = parameters(&request)?;
    let format = match asked.format.as_str() {
        "" | "jsonl" => Format::JsonLines,
        "csv" => Format::Csv,
        _ => return Err(Error::Unreadable("format: expected jsonl or csv.".into()).into()),
    };
    let flag = |name: &str, text: &str| match text {
        "" | "false" => Ok(false),
        "true" => Ok(true),
        _ => Err(Error::Unreadable(format!("{name}: expected true or false."))),
    };
    let mode = match (flag("dryRun", &asked.dry_run)?, flag("skipBad", &asked.skip_bad)?) {
        (true, _) => Mode::DryRun,
        (false, true) => Mode::SkipBad,
        (false, false) => Mode::AllOrNothing,
    };
    let mut file = Vec::new();
    while let Some(piece) = payload.next().await {
        let piece = piece.map_err(|e| body_fault(&e))?;
        if file.len() + piece.len() > MAX_FILE_BYTES {
            return Err(Problem::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                "The file is larger than 64 MiB. Please use the command line: handout import FILE.",
            ));
        }
        file.extend_from_slice(&piece);
    }
    let editor = admin.editor();
    let report = run(&app, move |app: &Arc<App>| {
        let checked = transfer::check(file.as_slice(), format, IMPORT_LIMITS)?;
        let report = transfer::import(&app.store, checked, mode, &editor, |_| {})?;
        if report.written {
            let number = app.store.read(|db| db.latest_change())?;
            app.wait_until_searchable(number);
        }
        Ok(report)
    })
    .await?;
    Ok(HttpResponse::Ok().json(report))
}
