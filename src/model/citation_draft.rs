//! How outside JSON becomes a [`Citation`]: in one step that gathers every fault with its field.

use crate::model::category::{tidy_value, value_key};
use crate::model::citation::{
    Assessment, Citation, Code, LanguageVersion, MAX_PRINTING_SPECS, Named, ReadableIdEntry, RevisionDate,
};
use crate::model::day::Day;
use crate::model::error::FieldError;
use crate::model::readable_id;
use serde_json::{Map, Value};

/// Longest one-line text, in characters.
const MAX_LINE: usize = 2_000;
/// Longest value of a category, in characters.
const MAX_VALUE: usize = 500;
/// Longest text of several lines, in characters.
const MAX_TEXT: usize = 100_000;
/// Longest address, in characters.
const MAX_ADDRESS: usize = 4_000;
/// Longest list.
const MAX_ENTRIES: usize = 1_000;

/// How much must be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// Everything that the form requires (spec section 5): what administrators save.
    Form,
    /// Only a title: old records are incomplete (contract section 7).
    Import,
}

/// The citation that `json` describes, or every fault in it, with fields named as in the JSON.
///
/// Texts are trimmed and empty ones count as absent; a list holds a value once, in the spelling that came first.
/// Unknown members are ignored. The id is empty when there was none.
pub fn citation_from_json(json: &Value, completeness: Completeness) -> Result<Citation, Vec<FieldError>> {
    let Value::Object(members) = json else {
        return Err(vec![FieldError::new("", "A citation is a JSON object.")]);
    };
    let mut read = Walk { members, faults: Vec::new() };
    let citation = read.citation();
    let mut faults = read.faults;
    match completeness {
        Completeness::Import if citation.title.is_empty() => add_missing(&mut faults, "title", "Title"),
        Completeness::Import => {}
        Completeness::Form => {
            for (field, label) in citation.missing_required() {
                add_missing(&mut faults, field, label);
            }
        }
    }
    if faults.is_empty() { Ok(citation) } else { Err(faults) }
}

/// A field that is there but wrong is not said to be missing as well.
fn add_missing(faults: &mut Vec<FieldError>, field: &str, label: &str) {
    let of_field = |f: &FieldError| {
        f.field == field
            || f.field.strip_prefix(field).is_some_and(|rest| rest.starts_with(['[', '.']))
            || field.strip_suffix(".name").is_some_and(|parent| f.field == parent)
    };
    if !faults.iter().any(of_field) {
        faults.push(FieldError::new(field, format!("{label} is required.")));
    }
}

struct Walk<'j> {
    members: &'j Map<String, Value>,
    faults: Vec<FieldError>,
}

impl Walk<'_> {
    fn citation(&mut self) -> Citation {
        Citation {
            id: self.id("id").unwrap_or_default(),
            readable_ids: self.readable_ids(),
            title: self.line("title").unwrap_or_default(),
            authors: self.values("authors"),
            publisher: self.named("publisher"),
            material_format: self.value("materialFormat"),
            keywords: self.values("keywords"),
            key_subject_heading: self.value("keySubjectHeading"),
            where_to_obtain: self.value("whereToObtain"),
            tags: self.values("tags"),
            publish_date: self.day("publishDate"),
            printing_specs: self.printing_specs(),
            obsolete: self.obsolete(),
            languages: self.languages(),
            revision_dates: self.revision_dates(),
            abstract_text: self.text("abstract"),
            audience: self.values("audience"),
            reviewed_by: self.line("reviewedBy"),
            dept_submitted_by: self.named("deptSubmittedBy"),
            assessment: self.assessment("assessment"),
            fam_review: self.assessment("famReview"),
            production_specialist: self.line("productionSpecialist"),
            originator: self.line("originator"),
            dept_review_date: self.day("deptReviewDate"),
            notes: self.text("notes"),
            legacy_id: self.line("legacyId"),
            folder: self.value("folder"),
            paper_colors: self.values("paperColors"),
            codes: self.codes(),
            replaced_by: self.id("replacedBy"),
            review_cycle_months: self.months("reviewCycleMonths"),
            accessible_formats: self.values("accessibleFormats"),
        }
    }

    fn fault(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.faults.push(FieldError::new(field, message));
    }

    /// What a member holds; `None` when it is absent or null.
    fn member(&self, field: &str) -> Option<&Value> {
        self.members.get(field).filter(|v| !v.is_null())
    }

    fn list(&mut self, field: &str) -> Vec<Value> {
        match self.member(field).cloned() {
            None => Vec::new(),
            Some(Value::Array(entries)) if entries.len() > MAX_ENTRIES => {
                self.fault(field, format!("At most {MAX_ENTRIES} entries fit in this list."));
                Vec::new()
            }
            Some(Value::Array(entries)) => entries,
            Some(other) => {
                self.fault(field, format!("Expected a list, found {}.", kind(&other)));
                Vec::new()
            }
        }
    }

    /// A text from anywhere, checked and trimmed; `None` when empty.
    fn text_of(&mut self, at: &str, value: Option<&Value>, shape: Shape) -> Option<String> {
        let text = match value {
            None | Some(Value::Null) => return None,
            Some(Value::String(text)) => text,
            Some(other) => {
                self.fault(at, format!("Expected text, found {}.", kind(other)));
                return None;
            }
        };
        let text = match shape {
            Shape::Line | Shape::Value => tidy_value(text),
            Shape::Text => text.trim().to_owned(),
        };
        let allowed = |c: char| matches!(c, '\n' | '\r' | '\t') && shape == Shape::Text;
        if text.chars().any(|c| c.is_control() && !allowed(c)) {
            self.fault(at, "Control characters are not allowed.");
            return None;
        }
        let most = match shape {
            Shape::Line => MAX_LINE,
            Shape::Value => MAX_VALUE,
            Shape::Text => MAX_TEXT,
        };
        if text.len() > most && text.chars().count() > most {
            self.fault(at, format!("At most {most} characters are allowed."));
            return None;
        }
        Some(text).filter(|t| !t.is_empty())
    }

    fn line(&mut self, field: &str) -> Option<String> {
        let value = self.member(field).cloned();
        self.text_of(field, value.as_ref(), Shape::Line)
    }

    fn text(&mut self, field: &str) -> Option<String> {
        let value = self.member(field).cloned();
        self.text_of(field, value.as_ref(), Shape::Text)
    }

    fn printing_specs(&mut self) -> Option<String> {
        let specs = self.text("printingSpecs")?;
        if specs.chars().count() > MAX_PRINTING_SPECS {
            self.fault("printingSpecs", format!("At most {MAX_PRINTING_SPECS} characters are allowed."));
            return None;
        }
        Some(specs)
    }

    fn value(&mut self, field: &str) -> Option<String> {
        let value = self.member(field).cloned();
        self.text_of(field, value.as_ref(), Shape::Value)
    }

    fn values(&mut self, field: &str) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        let mut keys = std::collections::HashSet::new();
        for (n, entry) in self.list(field).iter().enumerate() {
            if entry.is_null() {
                self.fault(format!("{field}[{n}]"), "Expected text, found null.");
            } else if let Some(value) = self.text_of(&format!("{field}[{n}]"), Some(entry), Shape::Value)
                && keys.insert(value_key(&value))
            {
                values.push(value);
            }
        }
        values
    }

    fn named(&mut self, field: &str) -> Option<Named> {
        match self.member(field).cloned() {
            None => None,
            Some(Value::Object(parts)) => {
                self.text_of(&format!("{field}.name"), parts.get("name"), Shape::Value).map(Named::new)
            }
            Some(other) => {
                self.fault(field, format!("Expected an object with a name, found {}.", kind(&other)));
                None
            }
        }
    }

    fn id(&mut self, field: &str) -> Option<String> {
        let value = self.member(field).cloned();
        let id = match value {
            None => return None,
            Some(Value::String(id)) => id,
            Some(other) => {
                self.fault(field, format!("Expected text, found {}.", kind(&other)));
                return None;
            }
        };
        if id.is_empty() {
            return None;
        }
        if readable_id::fault(&id).is_some() {
            self.fault(
                field,
                "An id has 1 to 200 characters, no blanks, none of / ? # % \\, and is not 'add' or 'edit'.",
            );
            return None;
        }
        Some(id)
    }

    fn readable_ids(&mut self) -> Vec<ReadableIdEntry> {
        let mut ids: Vec<ReadableIdEntry> = Vec::new();
        for (n, entry) in self.list("readableIds").iter().enumerate() {
            let at = format!("readableIds[{n}].id");
            match entry.get("id") {
                Some(Value::String(id)) => match readable_id::fault(id) {
                    Some(fault) => self.fault(at, fault),
                    None if ids.iter().any(|known| known.id == *id) => {}
                    None => ids.push(ReadableIdEntry { id: id.clone() }),
                },
                _ => self.fault(at, "Expected an object with an id that is text."),
            }
        }
        ids
    }

    fn day(&mut self, field: &str) -> Option<Day> {
        let value = self.member(field).cloned();
        self.day_of(field, value.as_ref())
    }

    fn day_of(&mut self, at: &str, value: Option<&Value>) -> Option<Day> {
        match value {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if text.trim().is_empty() => None,
            Some(Value::String(text)) => {
                let day = Day::parse(text.trim());
                if day.is_none() {
                    self.fault(at, "Expected a date such as 2026-01-24 or 2026-01-24T00:00:00.000Z.");
                }
                day
            }
            Some(other) => {
                self.fault(at, format!("Expected a date as text, found {}.", kind(other)));
                None
            }
        }
    }

    fn obsolete(&mut self) -> bool {
        match self.member("obsolete").cloned() {
            None => false,
            Some(Value::Bool(obsolete)) => obsolete,
            Some(other) => {
                self.fault("obsolete", format!("Expected true or false, found {}.", kind(&other)));
                false
            }
        }
    }

    fn assessment(&mut self, field: &str) -> Option<Assessment> {
        let value = self.member(field).cloned()?;
        let answer = value.as_i64().and_then(Assessment::from_number);
        if answer.is_none() {
            self.fault(field, "Expected 1 (yes), 0 (no) or -1 (not applicable).");
        }
        answer
    }

    fn months(&mut self, field: &str) -> Option<u32> {
        let value = self.member(field).cloned()?;
        let months = value.as_u64().filter(|n| (1..=1_200).contains(n)).and_then(|n| u32::try_from(n).ok());
        if months.is_none() {
            self.fault(field, "Expected a whole number of months from 1 to 1200.");
        }
        months
    }

    fn languages(&mut self) -> Vec<LanguageVersion> {
        let mut versions = Vec::new();
        for (n, entry) in self.list("languages").iter().enumerate() {
            let at = |part: &str| format!("languages[{n}].{part}");
            let Value::Object(parts) = entry else {
                self.fault(format!("languages[{n}]"), format!("Expected an object, found {}.", kind(entry)));
                continue;
            };
            let lang = self.text_of(&at("lang"), parts.get("lang"), Shape::Value);
            if lang.is_none() && !self.faults.iter().any(|f| f.field == at("lang")) {
                self.fault(at("lang"), "Language is required.");
            }
            let item_number = self.text_of(&at("ksbgNumber"), parts.get("ksbgNumber"), Shape::Value);
            let url = self.address(&at("url"), parts.get("url"));
            versions.push(LanguageVersion { lang: lang.unwrap_or_default(), item_number, url });
        }
        versions
    }

    /// An http or https address as the WHATWG URL standard reads it, kept as it was given.
    fn address(&mut self, at: &str, value: Option<&Value>) -> Option<String> {
        let text = match value {
            None | Some(Value::Null) => return None,
            Some(Value::String(text)) if text.trim().is_empty() => return None,
            Some(Value::String(text)) => text,
            Some(other) => {
                self.fault(at, format!("Expected an address as text, found {}.", kind(other)));
                return None;
            }
        };
        if text.chars().count() > MAX_ADDRESS {
            self.fault(at, format!("At most {MAX_ADDRESS} characters are allowed."));
            return None;
        }
        match url::Url::parse(text) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => Some(text.clone()),
            Ok(_) => {
                self.fault(at, "Only http and https addresses are allowed.");
                None
            }
            Err(e) => {
                self.fault(at, format!("This is no web address ({e})."));
                None
            }
        }
    }

    fn revision_dates(&mut self) -> Vec<RevisionDate> {
        let mut dates = Vec::new();
        for (n, entry) in self.list("revisionDates").iter().enumerate() {
            let at = |part: &str| format!("revisionDates[{n}].{part}");
            let Value::Object(parts) = entry else {
                self.fault(
                    format!("revisionDates[{n}]"),
                    format!("Expected an object, found {}.", kind(entry)),
                );
                continue;
            };
            let before = self.faults.len();
            let lang = self.text_of(&at("lang"), parts.get("lang"), Shape::Value);
            let day = self.day_of(&at("revisionDate"), parts.get("revisionDate"));
            match (lang, day) {
                (Some(lang), Some(revision_date)) => dates.push(RevisionDate { lang, revision_date }),
                _ if self.faults.len() > before => {}
                (None, _) => self.fault(at("lang"), "Language is required."),
                (_, None) => self.fault(at("revisionDate"), "A date is required."),
            }
        }
        dates
    }

    fn codes(&mut self) -> Vec<Code> {
        let mut codes = Vec::new();
        for (n, entry) in self.list("codes").iter().enumerate() {
            let at = |part: &str| format!("codes[{n}].{part}");
            let Value::Object(parts) = entry else {
                self.fault(format!("codes[{n}]"), format!("Expected an object, found {}.", kind(entry)));
                continue;
            };
            let before = self.faults.len();
            let system = self.text_of(&at("system"), parts.get("system"), Shape::Line);
            let code = self.text_of(&at("code"), parts.get("code"), Shape::Line);
            let display = self.text_of(&at("display"), parts.get("display"), Shape::Line);
            match (system, code) {
                (Some(system), Some(code)) => codes.push(Code { system, code, display }),
                _ if self.faults.len() > before => {}
                (None, _) => self.fault(at("system"), "The code system is required."),
                (_, None) => self.fault(at("code"), "The code is required."),
            }
        }
        codes
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Line,
    Value,
    Text,
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn fields(json: Value, completeness: Completeness) -> Vec<String> {
        match citation_from_json(&json, completeness) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.into_iter().map(|f| f.field).collect(),
        }
    }

    #[test]
    fn import_asks_for_a_title_and_right_types_only() {
        assert!(fields(json!({"title": "Fever"}), Completeness::Import).is_empty());
        assert_eq!(fields(json!({"title": " "}), Completeness::Import), ["title"]);
        assert_eq!(fields(json!([]), Completeness::Import), [""]);
        assert_eq!(
            fields(
                json!({"title": 3, "authors": "A", "publisher": "B", "languages": [{"lang": "", "url": "ftp://x"}, 1],
                    "publishDate": "2026-02-30", "assessment": 2, "obsolete": "no", "keywords": ["a", null],
                    "reviewCycleMonths": 1.5, "codes": [{"system": "x"}], "id": "a b"}),
                Completeness::Import
            ),
            [
                "id",
                "title",
                "authors",
                "publisher",
                "keywords[1]",
                "publishDate",
                "obsolete",
                "languages[0].lang",
                "languages[0].url",
                "languages[1]",
                "assessment",
                "codes[0].code",
                "reviewCycleMonths"
            ]
        );
    }

    #[test]
    fn the_form_asks_for_every_required_field_by_its_label() {
        let faults =
            citation_from_json(&json!({"title": "Fever", "languages": [{"lang": null}]}), Completeness::Form)
                .unwrap_err();
        let message: Vec<String> = faults.iter().map(|f| format!("{} {}", f.field, f.message)).collect();
        assert!(message.contains(&"languages[0].lang Language is required.".to_owned()), "{message:?}");
        assert!(message.contains(&"publisher.name Publishers is required.".to_owned()), "{message:?}");
        assert!(
            !message.iter().any(|t| t.starts_with("title ") || t.starts_with("languages ")),
            "{message:?}"
        );
        assert_eq!(faults.len(), 15, "{message:?}");
    }

    #[test]
    fn a_list_holds_a_value_once_in_its_first_spelling_and_addresses_stay_as_given() {
        let citation = citation_from_json(
            &json!({"title": " Fever  care ", "keywords": ["Hot Head", "hothead", " "],
                "languages": [{"lang": "English", "url": "https://x.example.org/a b"}]}),
            Completeness::Import,
        )
        .unwrap();
        assert_eq!(citation.title, "Fever care");
        assert_eq!(citation.keywords, ["Hot Head"]);
        assert_eq!(citation.languages[0].url.as_deref(), Some("https://x.example.org/a b"));
    }

    proptest! {
        #[test]
        fn what_was_read_reads_the_same_again(title in "[^\\pC]{1,40}", tags in prop::collection::vec("\\PC{0,10}", 0..5)) {
            if let Ok(citation) = citation_from_json(&json!({"title": title, "tags": tags}), Completeness::Import) {
                let written = serde_json::to_value(&citation).unwrap();
                prop_assert_eq!(citation_from_json(&written, Completeness::Import).unwrap(), citation);
            }
        }
    }
}
