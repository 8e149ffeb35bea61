//! Tables about files: their accessibility and reading levels, the reports of `handout files attach` and of imports.

use crate::import_export::table::{Table, table};
use crate::model::accessibility::{AccessibilityEntry, CheckState, VersionFinding};
use crate::model::handout_text::reading_level::InfleszBand;
use crate::model::handout_text::report::{ReadabilityEntry, ReadabilityState};
use crate::model::table_import::PreviewRow;

/// A file and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachRow {
    /// Its path in the folder.
    pub file: String,
    pub result: &'static str,
    pub reason: String,
    pub citation: String,
    pub title: String,
    pub lang: String,
    pub candidates: String,
}

/// Language versions with what was found in their files; with `is_aside` what was set aside, and why.
pub fn files(entries: &[AccessibilityEntry], is_aside: bool) -> Table<'_> {
    table!("accessibility", entries.iter(), |entry| {
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
    } [
        text "Title" = entry.title,
        text "Department" = entry.department,
        text "Language" = entry.lang,
        text "Item Number" = entry.item_number,
        text "URL" = entry.url,
        text "Findings" = findings,
        text "Criteria" = criteria.join("; "),
        moment "Checked" = entry.checked,
        number "Opens" = entry.opens,
        text "ID" = entry.citation,
    ])
}

/// Language versions with their reading levels; `link` makes the addresses of citations of readable ids.
pub fn handouts<'t>(entries: &'t [ReadabilityEntry], link: impl Fn(&str) -> String + 't) -> Table<'t> {
    table!("reading_levels", entries.iter(), |entry| {
        let readability = &entry.readability;
        let level = readability.reading_level;
        let number = |value: Option<f64>| value.map(|value| format!("{value:.1}"));
    } [
        text "Title" = entry.title,
        text "Department" = entry.department,
        text "Language" = readability.lang,
        text "State" = state(readability.state),
        number "Grade" = level.map(|level| level.grade),
        text "Estimate" = level.map(|level| level.estimate),
        number "Flesch-Kincaid" = number(level.and_then(|level| level.flesch_kincaid)),
        number "SMOG" = number(level.and_then(|level| level.smog)),
        number "Fernández-Huerta" = number(level.and_then(|level| level.fernandez_huerta)),
        text "INFLESZ" = level.and_then(|level| level.band).map(band),
        number "Words" = readability.words,
        text "Reason" = readability.reason,
        text "File" = readability.url,
        text "Link" = link(&entry.readable_id),
        text "ID" = entry.citation,
    ])
}

fn state(state: ReadabilityState) -> &'static str {
    match state {
        ReadabilityState::Level => "Reading level",
        ReadabilityState::NoText => "No text (scanned?)",
        ReadabilityState::Failed => "Not readable",
        ReadabilityState::Short => "Fewer than 100 words",
        ReadabilityState::NoFormula => "No formula for this language",
        ReadabilityState::NotFetched => "Not fetched",
    }
}

fn band(band: InfleszBand) -> &'static str {
    match band {
        InfleszBand::VeryEasy => "Very easy",
        InfleszBand::QuiteEasy => "Quite easy",
        InfleszBand::Average => "Average",
        InfleszBand::SomewhatHard => "Somewhat hard",
        InfleszBand::VeryHard => "Very hard",
    }
}

/// Every file with its result.
pub fn attach_table(rows: &[AttachRow]) -> Table<'_> {
    table!("attached_files", rows.iter(), |row| [
        text "File" = row.file,
        text "Result" = row.result,
        text "Reason" = row.reason,
        text "Citation" = row.citation,
        text "Title" = row.title,
        text "Language" = row.lang,
        text "Candidates" = row.candidates,
    ])
}

/// Every bad cell and every notice, in the order of the rows.
pub fn import_report(rows: &[PreviewRow]) -> Table<'_> {
    let cells = rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
    table!("import", cells, |(row, cell)| [
        number "Row" = row.row,
        text "Cell" = cell.cell,
        text "Field" = cell.field,
        text "Value" = cell.value,
        text "Message" = cell.message,
    ])
}
