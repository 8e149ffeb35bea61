//! The accessibility of files as a CSV file for a spreadsheet.

use crate::import_export::lists_csv::file;
use crate::model::accessibility::report::{AccessibilityEntry, CheckState, VersionFinding};

/// Language versions with what was found in their files; with `is_aside` what was set aside, and why.
pub fn files(entries: &[AccessibilityEntry], is_aside: bool) -> Vec<u8> {
    let rows = entries.iter().map(|entry| {
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
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
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
        "Title",
        "Department",
        "Language",
        "Item Number",
        "URL",
        "Findings",
        "Criteria",
        "Checked",
        "Opens",
        "ID",
    ];
    file(&columns, rows)
}
