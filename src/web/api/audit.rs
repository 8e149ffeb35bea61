//! The audit trail: its list and its download.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::audit;
use crate::import_export::table::{TableFormat, TableWriter};
use crate::import_export::{json_lines, list_tables};
use crate::model::audit::chain::AuditRow;
use crate::model::audit::filter::{AuditFilter, AuditPage, AuditQuery};
use crate::model::error::{Error, Result};
use crate::model::search::request::read_start;
use crate::web::api::downloads::{attachment, pieces, temporary_file};
use crate::web::blocking::run;
use crate::web::caller::Auditor;
use crate::web::problem::Problem;
use crate::web::query::{PageParameters, parameters};
use crate::web::state::Web;
use crate::web::table::{RecordFormat, TableParameters};
use actix_web::{HttpRequest, HttpResponse, get, web};
use std::fs::File;
use std::io::BufWriter;

/// Rows of the audit trail, newest first, 50 a page. For auditors; administrators need that role too.
#[utoipa::path(tag = "system", operation_id = "listAudit", params(AuditQuery, PageParameters), responses(
    Auditor,
    (status = 200, body = AuditPage),
    (status = 400),
))]
#[get("/system/audit")]
pub async fn list(
    request: HttpRequest,
    auditor: Auditor,
    app: web::Data<App>,
) -> std::result::Result<HttpResponse, Problem> {
    let filter = parameters::<AuditQuery>(&request)?.check()?;
    let start = read_start(&parameters::<PageParameters>(&request)?.start)?;
    let page = run(&app, move |app| audit::page(&app.store, &auditor.actor(), &filter, start)).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// As CSV, a workbook or JSON Lines (`jsonl`), which have the exact texts that were hashed: every row, oldest
/// first.
#[utoipa::path(tag = "system", operation_id = "downloadAudit", params(AuditQuery, TableParameters), responses(
    Auditor,
    (status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "application/jsonl"))),
    (status = 400),
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
    let format = RecordFormat::read(&request, RecordFormat::Table(TableFormat::Csv))?;
    let slot = state.downloads.take(auditor.0.person.key, &request, &app.settings.server).await?;
    let actor = auditor.actor();
    let write = move |app: &App, to: &mut BufWriter<File>| match format {
        RecordFormat::JsonLines => each_row(app, &actor, &filter, |row| {
            json_lines::write_record(to, row).map_err(|e| Error::io("writing the audit trail", e))
        }),
        RecordFormat::Table(format) => {
            let mut table = TableWriter::new(format, list_tables::COLUMNS, to, &app.settings.data.dir)?;
            each_row(app, &actor, &filter, |row| table.write(&list_tables::audit_row(row)))?;
            table.finish()
        }
    };
    let file = state.heavy.run(&app, &request, move |app| temporary_file(app, write)).await?;
    let name = format!("audit.{}", format.extension());
    Ok(attachment(format.media_type(), &name, pieces(app, file, slot)))
}

fn each_row(
    app: &App,
    actor: &Actor,
    filter: &AuditFilter,
    mut write: impl FnMut(&AuditRow) -> Result<()>,
) -> Result<()> {
    let mut after = 0;
    loop {
        let rows = audit::rows_after(&app.store, actor, filter, after)?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.number;
        rows.iter().try_for_each(&mut write)?;
    }
}
