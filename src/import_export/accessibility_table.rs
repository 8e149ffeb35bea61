//! The accessibility of files as a table.

use crate::import_export::column::Column;
use crate::import_export::table::{Table, text};
use crate::model::accessibility::{AccessibilityEntry, CheckState, VersionFinding};

/// Language versions with what was found in their files; with `is_aside` what was set aside, and why.
pub fn files(entries: &[AccessibilityEntry], is_aside: bool) -> Table<'_> {
    let rows = entries.iter().map(move |entry| {
        let listed: Vec<&VersionFinding> =
            entry.findings.iter().filter(|finding| finding.is_active() != is_aside).collect();
        let words = |finding: &&VersionFinding| match &finding.note {
            Some(note) => format!("{} (set aside: {note})", finding.words()),
            None => finding.words(),
        };
        let mut criteria: Vec<&str> = listed.iter().map(|finding| finding.finding.criterion()).collect();
        criteria.sort_unstable();
        criteria.dedup();
        let findings = match (&entry.reason, entry.state) {
            (Some(reason), CheckState::Unreadable | CheckState::Unchecked) => reason.clone(),
            _ => listed.iter().map(words).collect::<Vec<_>>().join("; "),
        };
        vec![
            entry.title.clone(),
            text(&entry.department),
            entry.lang.clone(),
            text(&entry.item_number),
            entry.url.clone(),
            findings,
            criteria.join("; "),
            text(&entry.checked),
            entry.opens.to_string(),
            entry.citation.clone(),
        ]
    });
    let columns = [
        Column::text("Title"),
        Column::text("Department"),
        Column::text("Language"),
        Column::text("Item Number"),
        Column::text("URL"),
        Column::text("Findings"),
        Column::text("Criteria"),
        Column::moment("Checked"),
        Column::number("Opens"),
        Column::text("ID"),
    ];
    Table::new("accessibility", columns, rows)
}
