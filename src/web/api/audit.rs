//! The audit trail: its list and its download.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::audit;
use crate::import_export::table::{TableFormat, TableWriter};
use crate::import_export::{json_lines, list_tables};
use crate::model::audit::chain::AuditRow;
use crate::model::audit::filter::{AuditFilter, AuditPage, AuditQuery};
use crate::model::error::{Error, Result};
use crate::web::api::downloads::send_written;
use crate::web::call::Auditor;
use crate::web::problem::HttpResult;
use crate::web::query::PageParameters;
use crate::web::table::{RecordFormat, TableParameters};
use actix_web::get;
use std::fs::File;
use std::io::BufWriter;

/// Rows of the audit trail, newest first, 50 a page. For auditors; administrators need that role too.
#[utoipa::path(params(AuditQuery, PageParameters), responses(Auditor, (status = 200, body = AuditPage)))]
#[get("/system/audit")]
pub async fn list_audit(auditor: Auditor) -> HttpResult {
    let filter = auditor.parameters::<AuditQuery>()?.check()?;
    let start = auditor.start()?;
    auditor.json(move |app, actor| audit::page(&app.store, actor, &filter, start)).await
}

/// As CSV, a workbook or JSON Lines (`jsonl`), which have the exact texts that were hashed: every row, oldest
/// first.
#[utoipa::path(params(AuditQuery, TableParameters), responses(
    Auditor,
    (status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "application/jsonl"))),
    (status = 429, description = "Too many downloads of this person are running"),
    (status = 507, description = "The disk is full"),
))]
#[get("/system/audit/download")]
pub async fn download_audit(auditor: Auditor) -> HttpResult {
    let filter = auditor.parameters::<AuditQuery>()?.check()?;
    let format = RecordFormat::read(&auditor.request, RecordFormat::Table(TableFormat::Csv))?;
    let write = move |app: &App, actor: &Actor, to: &mut BufWriter<File>| match format {
        RecordFormat::JsonLines => each_row(app, actor, &filter, |row| {
            json_lines::write_record(to, row).map_err(|e| Error::io("writing the audit trail", e))
        }),
        RecordFormat::Table(format) => {
            let mut table = TableWriter::new(format, list_tables::AUDIT_COLUMNS, to, &app.settings.data.dir)?;
            each_row(app, actor, &filter, |row| table.write(&list_tables::audit_row(row)))?;
            table.finish()
        }
    };
    send_written(&auditor, "audit", format, write).await
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
