//! Usage counts and problem reports as CSV files for a spreadsheet.

use crate::import_export::lists_csv::file;
use crate::model::reports::report::{Report, ReportState};
use crate::model::usage::filter::UsageBy;
use crate::model::usage::report::UsageRow;

/// Usage counts, one row for each citation, language, department or month; `link` makes the addresses of citations from
/// readable IDs.
pub fn usage(by: UsageBy, rows: &[UsageRow], link: impl Fn(&str) -> String) -> Vec<u8> {
    let counts = ["Views", "Opened", "Scanned", "Ordered"];
    let columns: &[&str] = match by {
        UsageBy::Citation => &["Title", "Department", "Obsolete"],
        UsageBy::Language => &["Language", "Tag"],
        UsageBy::Department => &["Department"],
        UsageBy::Month => &["Month"],
    };
    let last: &[&str] = if by == UsageBy::Citation { &["Link"] } else { &[] };
    let cells = rows.iter().map(|row| {
        let mut cells = vec![row.title.clone()];
        match (by, row.obsolete) {
            (UsageBy::Citation, Some(is_obsolete)) => cells.extend([
                row.department.clone().unwrap_or_default(),
                if is_obsolete { "Yes" } else { "No" }.to_owned(),
            ]),
            (UsageBy::Language, _) => cells.push(row.key.clone()),
            _ => {}
        }
        let counts = &row.counts;
        cells.extend([counts.view, counts.open, counts.scan, counts.order].map(|count| count.to_string()));
        cells.extend(row.readable_id.as_deref().map(&link));
        cells
    });
    file(&[columns, &counts, last].concat(), cells)
}

/// Problem reports; `link` makes the address of what a report is about.
pub fn reports(reports: &[Report], link: impl Fn(&Report) -> String) -> Vec<u8> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let rows = reports.iter().map(|report| {
        let notes: Vec<&str> = report.events.iter().filter_map(|event| event.note.as_deref()).collect();
        vec![
            report.at.clone(),
            report.title.clone(),
            text(&report.department),
            text(&report.language),
            report.kind.label_with(report.format),
            text(&report.text),
            text(&report.email),
            match report.state {
                ReportState::Open => "Open",
                ReportState::Closed => "Closed",
            }
            .to_owned(),
            notes.join("\n"),
            link(report),
        ]
    });
    let columns =
        ["Reported", "Title", "Department", "Language", "Problem", "Text", "Email", "State", "Notes", "Link"];
    file(&columns, rows)
}
