//! Pages and downloads of the audit trail.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::audit::reading;
use crate::import_export::{audit_csv, json_lines};
use crate::model::audit::filter::{AuditFilter, AuditPage, AuditQuery};
use crate::model::error::{Error, Result};
use crate::model::search::request::read_start;
use crate::web::api::downloads::{attachment, pieces, temporary_file};
use crate::web::blocking::run;
use crate::web::caller::Auditor;
use crate::web::problem::Problem;
use crate::web::query::parameters::{PageParameters, parameters};
use crate::web::state::Web;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use std::io::Write;
use utoipa::IntoParams;

/// Rows of the audit trail, newest first, 50 a page. For auditors; administrators need that role too.
#[utoipa::path(tag = "system", operation_id = "listAudit", params(AuditQuery, PageParameters), responses(
    (status = 200, body = AuditPage),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/system/audit")]
pub async fn list(
    request: HttpRequest,
    auditor: Auditor,
    app: web::Data<App>,
) -> std::result::Result<HttpResponse, Problem> {
    let filter = parameters::<AuditQuery>(&request)?.check()?;
    let start = read_start(&parameters::<PageParameters>(&request)?.start)?;
    let page = run(&app, move |app| reading::page(&app.store, &auditor.actor(), &filter, start)).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// The form of a download.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct FormatParameters {
    /// `csv`, the default, or `jsonl`, which has the exact texts that were hashed.
    #[param(required = false)]
    format: String,
}

/// The same as CSV or JSON Lines, every row, oldest first.
#[utoipa::path(tag = "system", operation_id = "downloadAudit", params(AuditQuery, FormatParameters), responses(
    (status = 200, content((String = "text/csv"), (String = "application/jsonl"))),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 429, description = "Too many downloads of this person are running"),
    (status = 507, description = "The disk is full"),
))]
#[get("/system/audit/download")]
pub async fn download(
    request: HttpRequest,
    auditor: Auditor,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> std::result::Result<HttpResponse, Problem> {
    let filter = parameters::<AuditQuery>(&request)?.check()?;
    let is_csv = match parameters::<FormatParameters>(&request)?.format.as_str() {
        "" | "csv" => true,
        "jsonl" => false,
        other => {
            let message = format!("format: '{other}' is neither csv nor jsonl.");
            return Err(Error::Unreadable(message).into());
        }
    };
    let slot = state.downloads.take(auditor.0.person.key, &request, &app.settings.server).await?;
    let actor = auditor.actor();
    let write = move |app: &App, to: &mut dyn Write| write_rows(app, &actor, &filter, is_csv, to);
    let file =
        state.heavy.run(&app, &request, move |app| temporary_file(app, |app, to| write(app, to))).await?;
    let (content_type, name) = match is_csv {
        true => ("text/csv; charset=utf-8", "audit.csv"),
        false => ("application/jsonl", "audit.jsonl"),
    };
    Ok(attachment(content_type, name, pieces(app, file, slot)))
}

fn write_rows(
    app: &App,
    actor: &Actor,
    filter: &AuditFilter,
    is_csv: bool,
    mut to: &mut dyn Write,
) -> Result<()> {
    let writing = |e| Error::io("writing the audit trail", e);
    if is_csv {
        to.write_all(&audit_csv::header()).map_err(writing)?;
    }
    let mut after = 0;
    loop {
        let rows = reading::rows_after(&app.store, actor, filter, after)?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.number;
        for row in &rows {
            match is_csv {
                true => to.write_all(&audit_csv::audit_row(row)),
                false => json_lines::write_record(&mut to, row),
            }
            .map_err(writing)?;
        }
    }
}
