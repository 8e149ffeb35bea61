//! Reading levels as a CSV file for a spreadsheet.

use crate::import_export::lists_csv::file;
use crate::model::handout_text::reading_level::InfleszBand;
use crate::model::handout_text::report::{ReadabilityEntry, ReadabilityState};

/// Language versions with their reading levels; `link` makes the addresses of citations of readable ids.
pub fn handouts(entries: &[ReadabilityEntry], link: impl Fn(&str) -> String) -> Vec<u8> {
    let rows = entries.iter().map(|entry| {
        let readability = &entry.readability;
        let level = readability.reading_level;
        let number = |value: Option<f64>| value.map(|value| format!("{value:.1}")).unwrap_or_default();
        vec![
            entry.title.clone(),
            entry.department.clone().unwrap_or_default(),
            readability.lang.clone(),
            state(readability.state).to_owned(),
            level.map(|level| level.grade.to_string()).unwrap_or_default(),
            level.map(|level| if level.estimate { "Yes" } else { "No" }.to_owned()).unwrap_or_default(),
            number(level.and_then(|level| level.flesch_kincaid)),
            number(level.and_then(|level| level.smog)),
            number(level.and_then(|level| level.fernandez_huerta)),
            level.and_then(|level| level.band).map(band).unwrap_or_default().to_owned(),
            readability.words.map(|words| words.to_string()).unwrap_or_default(),
            readability.reason.clone().unwrap_or_default(),
            readability.url.clone(),
            link(&entry.readable_id),
        ]
    });
    let columns = [
        "Title",
        "Department",
        "Language",
        "State",
        "Grade",
        "Estimate",
        "Flesch-Kincaid",
        "SMOG",
        "Fernández-Huerta",
        "INFLESZ",
        "Words",
        "Reason",
        "File",
        "Link",
    ];
    file(&columns, rows)
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
