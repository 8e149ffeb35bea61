//! Tables about files: their accessibility and reading levels, the reports of `handout files attach` and of imports.

use crate::import_export::table::{Column, Table, shown, text, yes_or_no};
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

/// Language versions with their reading levels; `link` makes the addresses of citations of readable ids.
pub fn handouts<'t>(entries: &'t [ReadabilityEntry], link: impl Fn(&str) -> String + 't) -> Table<'t> {
    let rows = entries.iter().map(move |entry| {
        let readability = &entry.readability;
        let level = readability.reading_level;
        let number = |value: Option<f64>| shown(value.map(|value| format!("{value:.1}")));
        vec![
            entry.title.clone(),
            text(&entry.department),
            readability.lang.clone(),
            state(readability.state).to_owned(),
            shown(level.map(|level| level.grade)),
            level.map(|level| yes_or_no(level.estimate)).unwrap_or_default(),
            number(level.and_then(|level| level.flesch_kincaid)),
            number(level.and_then(|level| level.smog)),
            number(level.and_then(|level| level.fernandez_huerta)),
            shown(level.and_then(|level| level.band).map(band)),
            shown(readability.words),
            text(&readability.reason),
            readability.url.clone(),
            link(&entry.readable_id),
            entry.citation.clone(),
        ]
    });
    let columns = [
        Column::text("Title"),
        Column::text("Department"),
        Column::text("Language"),
        Column::text("State"),
        Column::number("Grade"),
        Column::text("Estimate"),
        Column::number("Flesch-Kincaid"),
        Column::number("SMOG"),
        Column::number("Fernández-Huerta"),
        Column::text("INFLESZ"),
        Column::number("Words"),
        Column::text("Reason"),
        Column::text("File"),
        Column::text("Link"),
        Column::text("ID"),
    ];
    Table::new("reading_levels", columns, rows)
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
    let rows = rows.iter().map(|row| {
        let AttachRow { file, result, reason, citation, title, lang, candidates } = row;
        let result = (*result).to_owned();
        vec![
            file.clone(),
            result,
            reason.clone(),
            citation.clone(),
            title.clone(),
            lang.clone(),
            candidates.clone(),
        ]
    });
    let columns =
        ["File", "Result", "Reason", "Citation", "Title", "Language", "Candidates"].map(Column::text);
    Table::new("attached_files", columns, rows)
}

/// Every bad cell and every notice, in the order of the rows.
pub fn import_report(rows: &[PreviewRow]) -> Table<'_> {
    let cells = rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
    let lines = cells.map(|(row, cell)| {
        vec![
            row.row.to_string(),
            cell.cell.clone(),
            cell.field.clone(),
            cell.value.clone(),
            cell.message.clone(),
        ]
    });
    let columns = [
        Column::number("Row"),
        Column::text("Cell"),
        Column::text("Field"),
        Column::text("Value"),
        Column::text("Message"),
    ];
    Table::new("import", columns, lines)
}
