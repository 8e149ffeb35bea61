//! Parses outside JSON into a [`Citation`] in one step that collects every error with its field.

use crate::model::citations::citation::Citation;
use crate::model::citations::citation_fields::citation_fields;
pub use crate::model::citations::json_fields::Dates;
use crate::model::citations::json_fields::Fields;
use crate::model::error::FieldError;
use serde_json::Value;

/// How complete a citation must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// Every field that the form requires (spec section 5), for saves by administrators.
    Form,
    /// Only a title: old records are incomplete (contract section 7).
    Import,
}

/// The citation that `json` describes, or every error in it, with fields named as in the JSON.
///
/// Texts are trimmed and empty ones count as absent; a list holds a value once, in the spelling that came first.
/// Unknown members are ignored. The id is empty when there was none.
pub fn citation_from_json(
    json: &Value,
    completeness: Completeness,
    dates: Dates<'_>,
) -> Result<Citation, Vec<FieldError>> {
    let Value::Object(members) = json else {
        return Err(vec![FieldError::new("", "A citation is a JSON object.")]);
    };
    let mut fields = Fields::new(members, dates);
    let mut citation = Citation::default();
    // Errors are listed in this order.
    for field in citation_fields().iter() {
        field.read(&mut fields, &mut citation);
    }
    let mut errors = fields.into_errors();
    match completeness {
        Completeness::Import if citation.title.is_empty() => add_missing(&mut errors, "title", "Title"),
        Completeness::Import => {}
        Completeness::Form => {
            for (field, label) in citation.missing_required() {
                add_missing(&mut errors, field, label);
            }
        }
    }
    if errors.is_empty() { Ok(citation) } else { Err(errors) }
}

/// Adds the error that a field is missing, unless the field has an error of its own.
fn add_missing(errors: &mut Vec<FieldError>, field: &str, label: &str) {
    let is_about_field = |f: &FieldError| {
        f.field == field
            || f.field.strip_prefix(field).is_some_and(|rest| rest.starts_with(['[', '.']))
            || field.strip_suffix(".name").is_some_and(|parent| f.field == parent)
    };
    if !errors.iter().any(is_about_field) {
        errors.push(FieldError::new(field, format!("{label} is required.")));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::day::Day;
    use proptest::prelude::*;
    use serde_json::json;

    fn fields(json: Value, completeness: Completeness) -> Vec<String> {
        match citation_from_json(&json, completeness, Dates::Stored) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.into_iter().map(|f| f.field).collect(),
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
                "codes[0].system",
                "codes[0].code",
                "reviewCycleMonths"
            ]
        );
    }

    #[test]
    fn a_date_beyond_the_limits_is_valid_only_where_the_citation_has_it_already() {
        let record = |publish: &str, review: &str, revisions: &[(&str, &str)]| {
            let revisions: Vec<Value> =
                revisions.iter().map(|(lang, day)| json!({"lang": lang, "revisionDate": day})).collect();
            json!({"title": "Fever", "publishDate": publish, "deptReviewDate": review, "revisionDates": revisions})
        };
        let stored = record("0024-05-01", "2204-01-01", &[("Spanish", "1850-01-01")]);
        let stored = citation_from_json(&stored, Completeness::Import, Dates::Stored).unwrap();
        let fields = |record: Value, present| {
            let dates = Dates::Limited { today: Day::parse("2026-11-28").unwrap(), present };
            let errors = citation_from_json(&record, Completeness::Import, dates).err().unwrap_or_default();
            errors.into_iter().map(|error| error.field).collect::<Vec<_>>()
        };
        let all = ["publishDate", "revisionDates[0].revisionDate", "deptReviewDate"];
        let again = || record("0024-05-01T10:00:00+02:00", "2204-01-01", &[("spanish", "1850-01-01")]);
        assert_eq!(fields(again(), None), all);
        assert!(fields(again(), Some(&stored)).is_empty());
        let moved = record("2204-01-01", "0024-05-01", &[("English", "1850-01-01")]);
        assert_eq!(fields(moved, Some(&stored)), all);
        assert!(fields(record("1987-05-01", "2024-02-29", &[("English", "2028-11-28")]), None).is_empty());
    }

    #[test]
    fn errors_beyond_the_limit_are_counted_and_not_listed() {
        let bad = vec![json!(1); 900];
        let listed = fields(json!({"title": "Fever", "keywords": bad}), Completeness::Import);
        assert_eq!(listed.len(), 101);
        assert_eq!(listed[99], "keywords[99]");
        assert_eq!(listed[100], "");
    }

    #[test]
    fn an_address_without_a_scheme_is_refused_in_plain_words() {
        for url in ["fever.pdf", "www.example.org/fever.pdf", "https://", "https://a b"] {
            let errors = citation_from_json(
                &json!({"title": "Fever", "languages": [{"lang": "English", "url": url}]}),
                Completeness::Import,
                Dates::Stored,
            )
            .unwrap_err();
            assert_eq!(errors[0].field, "languages[0].url", "{url}");
            assert!(
                errors[0].message.starts_with("This is not a web address such as "),
                "{}",
                errors[0].message
            );
            assert!(!errors[0].message.contains(['(', ')']), "{}", errors[0].message);
        }
    }

    #[test]
    fn the_form_asks_for_every_required_field_by_its_label() {
        let errors = citation_from_json(
            &json!({"title": "Fever", "languages": [{"lang": null}]}),
            Completeness::Form,
            Dates::Stored,
        )
        .unwrap_err();
        let message: Vec<String> = errors.iter().map(|f| format!("{} {}", f.field, f.message)).collect();
        assert!(message.contains(&"languages[0].lang Language is required.".to_owned()), "{message:?}");
        assert!(message.contains(&"publisher.name Publishers is required.".to_owned()), "{message:?}");
        assert!(
            !message.iter().any(|t| t.starts_with("title ") || t.starts_with("languages ")),
            "{message:?}"
        );
        assert_eq!(errors.len(), 15, "{message:?}");
    }

    #[test]
    fn a_list_holds_a_value_once_in_its_first_spelling_and_addresses_stay_as_given() {
        let citation = citation_from_json(
            &json!({"title": " Fever  care ", "keywords": ["Hot Head", "hothead", " "],
                "languages": [{"lang": "English", "url": "https://x.example.org/a b"}]}),
            Completeness::Import,
            Dates::Stored,
        )
        .unwrap();
        assert_eq!(citation.title, "Fever care");
        assert_eq!(citation.keywords, ["Hot Head"]);
        assert_eq!(citation.languages[0].url.as_deref(), Some("https://x.example.org/a b"));
    }

    proptest! {
        #[test]
        fn what_was_read_reads_the_same_again(title in "[^\\pC]{1,40}", tags in prop::collection::vec("\\PC{0,10}", 0..5)) {
            if let Ok(citation) = citation_from_json(&json!({"title": title, "tags": tags}), Completeness::Import, Dates::Stored) {
                let written = serde_json::to_value(&citation).unwrap();
                prop_assert_eq!(citation_from_json(&written, Completeness::Import, Dates::Stored).unwrap(), citation);
            }
        }
    }
}
