//! Usage counts and problem reports as tables.

use crate::import_export::table::{Column, Table, TableCell, table};
use crate::model::reports::{Report, ReportState};
use crate::model::usage::UsageBy;
use crate::model::usage::UsageRow;

/// Usage counts, one row for each citation, language, department or month; `link` makes the addresses of citations from
/// readable IDs.
pub fn usage<'t>(by: UsageBy, rows: &'t [UsageRow], link: impl Fn(&str) -> String + 't) -> Table<'t> {
    let counts = ["Views", "Opened", "Scanned", "Ordered"];
    let columns: &[&'static str] = match by {
        UsageBy::Citation => &["Title", "Department", "Obsolete"],
        UsageBy::Language => &["Language", "Tag"],
        UsageBy::Department => &["Department"],
        UsageBy::Month => &["Month"],
    };
    let last: &[&'static str] = if by == UsageBy::Citation { &["Link", "ID"] } else { &[] };
    let cells = rows.iter().map(move |row| {
        let mut cells = vec![row.title.clone()];
        match (by, row.obsolete) {
            (UsageBy::Citation, Some(is_obsolete)) => {
                cells.extend([row.department.cell(), is_obsolete.cell()])
            }
            (UsageBy::Language, _) => cells.push(row.key.clone()),
            _ => {}
        }
        let counts = &row.counts;
        cells.extend([counts.view, counts.open, counts.scan, counts.order].map(|count| count.to_string()));
        if let Some(readable_id) = &row.readable_id {
            cells.extend([link(readable_id), row.key.clone()]);
        }
        cells
    });
    let texts = |names: &[&'static str]| names.iter().copied().map(Column::text).collect::<Vec<_>>();
    let columns = [texts(columns), counts.map(Column::number).to_vec(), texts(last)].concat();
    Table::new("usage", columns, cells)
}

/// Problem reports; `link` makes the address of what a report is about.
pub fn reports<'t>(reports: &'t [Report], link: impl Fn(&Report) -> String + 't) -> Table<'t> {
    table!("reports", reports.iter(), |report| {
        let notes: Vec<&str> = report.events.iter().filter_map(|event| event.note.as_deref()).collect();
        let state = match report.state {
            ReportState::Open => "Open",
            ReportState::Closed => "Closed",
        };
    } [
        moment "Reported" = report.at,
        text "Title" = report.title,
        text "Department" = report.department,
        text "Language" = report.language,
        text "Problem" = report.kind.label_with(report.format),
        text "Text" = report.text,
        text "Email" = report.email,
        text "State" = state,
        text "Notes" = notes.join("\n"),
        text "Link" = link(report),
    ])
}
