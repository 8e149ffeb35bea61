//! How exports write a field of a citation, to know cells that change nothing and to show changes.

use crate::domain::import_export::tables::cells::CUT_MARK;
use crate::import_export::table::with_apostrophe;
use crate::model::category::{Category, same_value};
use crate::model::citations::citation::{Assessment, Citation, LanguageVersion};
use crate::model::citations::citation_fields::{CitationField, citation_fields};
use crate::model::citations::codes::Code;
use crate::model::day::Day;
use crate::model::table_import::FieldChange;
use crate::table::cells::clean_text;

/// The values of a list field.
fn list_values<'c>(field: &CitationField, citation: &'c Citation) -> Option<Vec<&'c str>> {
    match (field.json, field.category()) {
        ("accessibleFormats", _) => Some(citation.accessible_formats.iter().map(String::as_str).collect()),
        (_, Some(category)) if category.field().is_list() && category != Category::Languages => {
            Some(citation.values(category))
        }
        _ => None,
    }
}

fn answer(answer: Option<Assessment>) -> Option<String> {
    answer.map(|answer| {
        match answer {
            Assessment::Yes => "Yes",
            Assessment::No => "No",
            Assessment::NotApplicable => "N/A",
        }
        .to_owned()
    })
}

fn code(code: &Code) -> String {
    let display =
        code.display.as_ref().map(|display| format!("|{}", display.replace(';', ","))).unwrap_or_default();
    format!("{}|{}{display}", code.system.name(), code.code)
}

/// A field as an export writes it; `None` where it has no value.
pub fn field_text(field: &CitationField, citation: &Citation) -> Option<String> {
    let day = |day: Option<Day>| day.map(|day| day.to_string());
    let text = match field.json {
        "id" => Some(citation.id.clone()),
        "title" => Some(citation.title.clone()),
        "publishDate" => day(citation.publish_date),
        "deptReviewDate" => day(citation.dept_review_date),
        "printingSpecs" => citation.printing_specs.clone(),
        "obsolete" => Some(if citation.obsolete { "Yes" } else { "No" }.to_owned()),
        "abstract" => citation.abstract_text.clone(),
        "reviewedBy" => citation.reviewed_by.clone(),
        "assessment" => answer(citation.assessment),
        "famReview" => answer(citation.fam_review),
        "productionSpecialist" => citation.production_specialist.clone(),
        "originator" => citation.originator.clone(),
        "notes" => citation.notes.clone(),
        "legacyId" => citation.legacy_id.clone(),
        "replacedBy" => citation.replaced_by.clone(),
        "reviewCycleMonths" => citation.review_cycle_months.map(|months| months.to_string()),
        "codes" => Some(citation.codes.iter().map(code).collect::<Vec<_>>().join(";")),
        _ => match list_values(field, citation) {
            Some(values) => Some(values.join("; ")),
            None => field.category().map(|category| citation.values(category).concat()),
        },
    };
    text.filter(|text| !text.is_empty())
}

/// Whether a cell reads as an export writes this field of the citation now.
pub fn reads_as_written(shown: &str, field: &CitationField, citation: &Citation) -> bool {
    let mut forms: Vec<String> = field_text(field, citation).into_iter().collect();
    if let Some(values) = list_values(field, citation) {
        let escaped: Vec<String> =
            values.iter().map(|value| value.replace(';', "\\;").replace('|', "\\|")).collect();
        forms.extend(["|", "; "].map(|separator| escaped.join(separator)));
    }
    forms.iter().any(|form| reads_as(shown, form))
}

/// Whether a cell shows this text, perhaps with an apostrophe against formulas, or cut off.
pub fn reads_as(shown: &str, text: &str) -> bool {
    let text = clean_text(text);
    if shown == text || shown == clean_text(&with_apostrophe(&text)) {
        return true;
    }
    shown.strip_suffix(CUT_MARK).is_some_and(|start| text.starts_with(start.trim_end()))
}

/// Whether a cell is what spreadsheet programs make of this text when they open CSV: '7' of '007', '1.1' of '1.10'.
pub fn is_shortened(shown: &str, text: &str) -> bool {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    is_number(shown)
        && is_number(text)
        && shown.len() < text.len()
        && matches!((shown.parse::<f64>(), text.parse::<f64>()), (Ok(one), Ok(other)) if one == other)
}

/// The latest revision date of a language.
pub fn revision_date(citation: &Citation, lang: &str) -> Option<Day> {
    let dates = citation.revision_dates.iter().filter(|date| same_value(&date.lang, lang));
    dates.map(|date| date.revision_date).max()
}

/// The nth version in a language.
pub fn version<'c>(citation: &'c Citation, lang: &str, nth: usize) -> Option<&'c LanguageVersion> {
    citation.languages.iter().filter(|version| same_value(&version.lang, lang)).nth(nth)
}

/// What differs between two states of a citation, field by field; of a new one, what it has.
pub fn differences(before: Option<&Citation>, after: &Citation) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    let mut add = |field: String, before: Option<String>, after: Option<String>| {
        if before != after {
            changes.push(FieldChange { field, before, after });
        }
    };
    for field in citation_fields().iter() {
        if matches!(field.json, "id" | "readableIds" | "languages" | "revisionDates") {
            continue;
        }
        let new = field_text(field, after);
        let is_flag_of_new = before.is_none() && field.json == "obsolete" && !after.obsolete;
        if !is_flag_of_new {
            add(field.json.to_owned(), before.and_then(|before| field_text(field, before)), new);
        }
    }
    for (n, new) in after.languages.iter().enumerate() {
        let nth = after.languages[..n].iter().filter(|earlier| same_value(&earlier.lang, &new.lang)).count();
        let old = before.and_then(|before| version(before, &new.lang, nth));
        let at = |part: &str| format!("{part}@{}", new.lang);
        if old.is_none() {
            add(at("version"), None, Some("Yes".into()));
        }
        let number = |version: &LanguageVersion| version.item_number.clone();
        add(at("ksbgNumber"), old.and_then(number), number(new));
        let url = |version: &LanguageVersion| version.url.clone();
        add(at("url"), old.and_then(url), url(new));
        let pages = |version: &LanguageVersion| version.pages.map(|pages| pages.to_string());
        add(at("pages"), old.and_then(pages), pages(new));
        let title = |version: &LanguageVersion| version.title.clone();
        add(at("title"), old.and_then(title), title(new));
    }
    let mut languages: Vec<&str> = after.revision_dates.iter().map(|date| date.lang.as_str()).collect();
    languages.dedup();
    for lang in languages {
        let day = |citation: &Citation| revision_date(citation, lang).map(|day| day.to_string());
        add(format!("revisionDate@{lang}"), before.and_then(day), day(after));
    }
    changes
}

/// What a computed column of our exports shows; `None` if it is not one that can be known from the citation.
pub fn computed_text(header_key: &str, citation: &Citation) -> Option<String> {
    match header_key {
        "itemnumbers" => {
            let numbers = citation.languages.iter().filter_map(|version| version.item_number.as_deref());
            Some(numbers.collect::<Vec<_>>().join("; "))
        }
        "languages" => Some(citation.values(Category::Languages).join("; ")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_lost_their_zeros_are_known() {
        let check = |shown, text, expected| assert_eq!(is_shortened(shown, text), expected, "{shown} {text}");
        check("7", "007", true);
        check("1.1", "1.10", true);
        check("7", "7", false);
        check("007", "7", false);
        check("70", "007", false);
        check("", "0", false);
        check("1", "1 h", false);
    }
}
