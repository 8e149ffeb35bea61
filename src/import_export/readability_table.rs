//! Reading levels as a table.

use crate::import_export::column::Column;
use crate::import_export::table::{Table, shown, text, yes_or_no};
use crate::model::handout_text::reading_level::InfleszBand;
use crate::model::handout_text::report::{ReadabilityEntry, ReadabilityState};

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
