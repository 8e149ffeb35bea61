//! The copy of the table that the screens use: the fields of the form and of bulk edits, and the limits of dates.
#![allow(clippy::unwrap_used)]

use super::{BulkEdit, CitationField, CitationFields, FormSection, citation_fields};
use crate::model::day::{DateLimit, FIRST_YEAR};
use std::path::Path;

fn section(section: FormSection) -> &'static str {
    match section {
        FormSection::General => "general",
        FormSection::Languages => "languages",
        FormSection::Format => "format",
        FormSection::Review => "review",
        FormSection::Codes => "codes",
        FormSection::Notes => "notes",
    }
}

/// The operations that the screens offer: 'clear' sets no value.
fn operations(field: &CitationField) -> &'static str {
    match (field.bulk_edit, field.is_required) {
        (BulkEdit::No, _) => "",
        (BulkEdit::Replace, _) => "'set'",
        (BulkEdit::ReplaceOrEmpty, _) => "'set', 'clear'",
        (BulkEdit::List, true) => "'add', 'remove', 'set'",
        (BulkEdit::List, false) => "'add', 'remove', 'set', 'clear'",
    }
}

/// The module of the screens.
pub(super) fn screens(fields: &CitationFields) -> String {
    let mut text =
        "// Made from src/model/citations/citation_fields.rs by `make citation-fields`; a test compares them.\n\n\
        /** The fields of the citation form, in its order: label, section, and whether the form requires the field. */\n\
        export const formFields = {\n"
            .to_owned();
    for field in fields.on_form() {
        let section = field.section.map(section).unwrap();
        let (label, required) = (field.label_in_form(), field.is_required);
        text += &format!(
            "  {}: {{ label: '{label}', section: '{section}', required: {required} }},\n",
            field.json
        );
    }
    text += "} as const\n\n/** The labels of the fields that the form does not show. */\nexport const otherFields = {\n";
    let is_id = |field: &&CitationField| ["id", "readableIds"].contains(&field.json);
    for field in fields.iter().filter(|field| field.section.is_none() && !is_id(field)) {
        text += &format!("  {}: '{}',\n", field.json, field.label);
    }
    text += "} as const\n\n/** The fields that a bulk edit can change: label, facet with the known values, and operations. */\n\
        export const bulkFields = {\n";
    for field in fields.in_bulk_edits() {
        let facet =
            field.category().map(|category| format!(" facet: '{}',", category.name())).unwrap_or_default();
        text += &format!(
            "  {}: {{ label: '{}',{facet} operations: [{}] }},\n",
            field.json,
            field.label,
            operations(field)
        );
    }
    text + "} as const\n\n" + &date_limits(fields)
}

/// The days that each date field takes.
fn date_limits(fields: &CitationFields) -> String {
    let mut text =
        "/** The days that each date field takes: from 1900 or today to so many years after today. */\n\
        export const dateLimits = {\n"
            .to_owned();
    let of_citation = fields.iter().filter_map(|field| Some((field.json, field.date_limit()?)));
    let others = [("revisionDate", DateLimit::REVISION), ("dateRequired", DateLimit::REQUIRED)];
    for (name, limit) in of_citation.chain(others) {
        let first = if limit.begins_today { "'today'".to_owned() } else { format!("'{FIRST_YEAR}-01-01'") };
        text += &format!("  {name}: {{ first: {first}, yearsAhead: {} }},\n", limit.years_ahead);
    }
    text + "} as const\n"
}

#[test]
fn the_copy_of_the_citation_fields_is_that_of_the_table() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/lib/citationFields.ts");
    let expected = screens(citation_fields());
    if std::env::var_os("HANDOUT_WRITE_CITATION_FIELDS").is_some() {
        std::fs::write(&file, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == expected, "{} is outdated: run `make citation-fields`", file.display());
}
