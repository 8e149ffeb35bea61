#![allow(clippy::unwrap_used)]
use super::generated::screens;
use super::*;
use crate::model::bulk_edit::fields::bulk_fields;
use crate::model::citations::json_fields::Dates;
use serde_json::{Map, json};

/// A copy of the table with one more field, which every use of the table must find. It shares a member of [`Citation`] with
/// the legacy ID, whose own row is left out.
fn with_shelf() -> &'static CitationFields {
    let mut fields = CitationFields::new();
    fields.0.retain(|field| field.json != "legacyId");
    fields.0.push(
        CitationField::new("shelf", "Shelf", content!(Line, legacy_id))
            .required()
            .kept_when_absent()
            .section(FormSection::Notes)
            .form_label("Shelf of the copy center")
            .bulk_edit(BulkEdit::ReplaceOrEmpty),
    );
    Box::leak(Box::new(fields))
}

fn read(fields: &CitationFields, json: &Value) -> Citation {
    let members: &Map<String, Value> = json.as_object().unwrap();
    let (mut reader, mut citation) = (Fields::new(members, Dates::Stored), Citation::default());
    fields.iter().for_each(|field| field.read(&mut reader, &mut citation));
    assert_eq!(reader.into_errors(), []);
    citation
}

#[test]
fn a_new_row_is_found_by_everything_that_follows_the_table() {
    let fields = with_shelf();
    let shelf = fields.named("shelf").unwrap();
    let citation = read(fields, &json!({"title": "Fever", "shelf": " B 7 "}));
    assert_eq!(citation.legacy_id.as_deref(), Some("B 7"), "JSON");

    assert_eq!(fields.with_columns().last(), Some((shelf, "shelf")), "column");
    let mut stored = Citation::default();
    shelf.set_cell(&mut stored, shelf.cell(&citation).unwrap()).unwrap();
    assert_eq!(stored.legacy_id, citation.legacy_id, "value of the column");

    assert_eq!(shelf.csv_cell(), CsvCell::Text, "CSV");
    assert_eq!(fields.missing_in(&Citation::default()).last(), Some(&shelf), "required");
    assert!(!fields.missing_in(&citation).contains(&shelf), "not missing");

    let mut wanted = Citation::default();
    fields.keep_absent(&mut wanted, &citation, &json!({"shelf": null}));
    assert_eq!(wanted.legacy_id, None, "emptied");
    fields.keep_absent(&mut wanted, &citation, &json!({"title": "Fever"}));
    assert_eq!(wanted.legacy_id, citation.legacy_id, "kept when absent");

    assert!(
        bulk_fields(fields).iter().any(|bulk| bulk.json == "shelf" && bulk.takes.len() == 2),
        "bulk edit"
    );
    let screens = screens(fields);
    for line in [
        "  shelf: { label: 'Shelf of the copy center', section: 'notes', required: true },\n",
        "  shelf: { label: 'Shelf', operations: ['set', 'clear'] },\n",
    ] {
        assert!(screens.contains(line), "{line} is missing: {screens}");
    }
}

#[test]
fn every_member_of_the_json_is_a_row_in_the_order_of_the_json() {
    let full = json!({
        "id": "a", "title": "Fever", "folder": "F", "paperColors": ["Blue"], "codes": [{"system": "loinc", "code": "1-8"}],
        "replacedBy": "b", "reviewCycleMonths": 6, "accessibleFormats": ["Braille"]
    });
    let json = serde_json::to_string(&read(citation_fields(), &full)).unwrap();
    let place = |field: &CitationField| json.find(&format!("\"{}\":", field.json));
    let places: Vec<usize> = citation_fields().iter().map(|field| place(field).unwrap()).collect();
    assert!(places.is_sorted(), "{json}");
    let members: Map<String, Value> = serde_json::from_str(&json).unwrap();
    assert_eq!(members.len(), places.len());
}

#[test]
fn every_field_is_read_written_and_copied_in_one_place() {
    let values = json!({
        "id": "a", "readableIds": [{"id": "r"}], "title": "Fever", "authors": ["A"], "publisher": {"name": "P"},
        "materialFormat": "Video", "keywords": ["k"], "keySubjectHeading": "s", "whereToObtain": "w", "tags": ["t"],
        "publishDate": "2026-01-02", "printingSpecs": "Color", "obsolete": true, "languages": [{"lang": "English"}],
        "revisionDates": [{"lang": "English", "revisionDate": "2026-01-03"}], "abstract": "x", "audience": ["Family"],
        "reviewedBy": "Ada", "deptSubmittedBy": {"name": "D"}, "assessment": 1, "famReview": -1,
        "productionSpecialist": "Bo", "originator": "Cy", "deptReviewDate": "2026-01-04", "notes": "n", "legacyId": "7",
        "folder": "F", "paperColors": ["Blue"], "codes": [{"system": "loinc", "code": "1-8"}], "replacedBy": "b",
        "reviewCycleMonths": 6, "accessibleFormats": ["Braille"]
    });
    for field in citation_fields().iter() {
        let citation = read(citation_fields(), &json!({field.json: values[field.json]}));
        for other in citation_fields().iter() {
            let has_value = other == field || other.csv_cell() == CsvCell::Flag;
            assert_eq!(other.is_empty(&citation), !has_value, "{other:?} of {field:?}");
        }
        let mut copy = Citation::default();
        field.content.copy(&citation, &mut copy);
        assert_eq!(copy, citation, "{field:?}");
        if field.column.is_some() {
            let mut stored = Citation::default();
            field.set_cell(&mut stored, field.cell(&citation).unwrap()).unwrap();
            assert_eq!(stored, citation, "{field:?}");
        }
    }
}
