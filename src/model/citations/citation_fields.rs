//! The one table of the fields of a citation, and the reading of a citation from JSON by it.
//!
//! Reading from JSON and CSV, the columns of the database, the fields that the form requires, those that a save keeps when
//! they are not sent, bulk edits and the copy of the screens follow it. A new field is a member of [`Citation`], a row here
//! and, unless it is a category, a column in a migration.

use crate::model::category::Category;
use crate::model::citations::citation::Citation;
use crate::model::citations::field_content::{Cell, CsvCell, FieldContent, content};
pub use crate::model::citations::json_fields::Dates;
use crate::model::citations::json_fields::Fields;
use crate::model::day::DateLimit;
use crate::model::error::{FieldError, Result};
use serde_json::Value;
use std::sync::LazyLock;

/// A section of the citation form. Source: spec section 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FormSection {
    /// Title, keywords, publisher …
    General,
    /// The language versions.
    Languages,
    /// Abstract and audience.
    Format,
    /// Who has reviewed it, and when.
    Review,
    /// Codes of clinical terminologies.
    Codes,
    /// Notes.
    Notes,
}

/// How a field can be changed for many citations at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BulkEdit {
    /// Not at all.
    No,
    /// It can be replaced, but not emptied.
    Replace,
    /// It can be replaced and emptied.
    ReplaceOrEmpty,
    /// It is a list: values can be added and removed, and the list replaced.
    List,
}

/// A field of a citation.
pub struct CitationField {
    /// Its member in the JSON of a citation, and its column in CSV.
    pub json: &'static str,
    /// What messages and bulk edits call it.
    pub label: &'static str,
    /// What the form calls it, where that differs.
    form_label: Option<&'static str>,
    /// Its column in the table `citations`: `publish_date` for `publishDate`; `None` when other tables hold it.
    pub column: Option<String>,
    /// The section of the form that shows it; `None` when the form does not.
    pub section: Option<FormSection>,
    /// Whether the form requires it. Source: spec section 5, 'Citation form required'.
    pub is_required: bool,
    /// Whether a save that does not name it keeps what is stored: not every form shows it.
    pub is_kept_when_absent: bool,
    /// How it can be changed for many citations at once.
    pub bulk_edit: BulkEdit,
    content: FieldContent,
}

impl PartialEq for CitationField {
    fn eq(&self, other: &CitationField) -> bool {
        self.json == other.json
    }
}

impl Eq for CitationField {}

impl std::fmt::Debug for CitationField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.json)
    }
}

/// The table: every field, in the order of the JSON.
pub struct CitationFields(Vec<CitationField>);

static FIELDS: LazyLock<CitationFields> = LazyLock::new(CitationFields::new);

/// The fields of a citation.
pub fn citation_fields() -> &'static CitationFields {
    &FIELDS
}

impl CitationField {
    fn new(json: &'static str, label: &'static str, content: FieldContent) -> CitationField {
        CitationField {
            json,
            label,
            form_label: None,
            column: content.is_in_column().then(|| snake_case(json)),
            section: None,
            is_required: false,
            is_kept_when_absent: false,
            bulk_edit: BulkEdit::No,
            content,
        }
    }

    /// The field of a category, as far as the table of the categories determines it.
    fn from_category(category: Category) -> CitationField {
        let field = category.field();
        let bulk_edit = match (field.is_list(), field.is_required) {
            _ if !field.is_changed_for_many() => BulkEdit::No,
            (true, _) => BulkEdit::List,
            (false, true) => BulkEdit::Replace,
            (false, false) => BulkEdit::ReplaceOrEmpty,
        };
        let row = CitationField::new(field.member(), field.label, FieldContent::Category(category));
        CitationField { is_required: field.is_required, bulk_edit, ..row }
    }

    fn section(self, section: FormSection) -> CitationField {
        CitationField { section: Some(section), ..self }
    }

    fn form_label(self, label: &'static str) -> CitationField {
        CitationField { form_label: Some(label), ..self }
    }

    fn required(self) -> CitationField {
        CitationField { is_required: true, ..self }
    }

    fn kept_when_absent(self) -> CitationField {
        CitationField { is_kept_when_absent: true, ..self }
    }

    fn bulk_edit(self, bulk_edit: BulkEdit) -> CitationField {
        CitationField { bulk_edit, ..self }
    }

    /// What the form calls it.
    pub fn label_in_form(&self) -> &'static str {
        self.form_label.unwrap_or(self.label)
    }

    /// The path by which errors name it: `publisher.name`.
    pub fn path(&self) -> &'static str {
        self.category().map_or(self.json, |category| category.field().json)
    }

    /// The category whose values it holds.
    pub fn category(&self) -> Option<Category> {
        match self.content {
            FieldContent::Category(category) => Some(category),
            _ => None,
        }
    }

    /// How a cell of CSV holds it.
    pub fn csv_cell(&self) -> CsvCell {
        self.content.csv_cell()
    }

    /// The days that it takes; `None` for a field that is not a date.
    pub fn date_limit(&self) -> Option<DateLimit> {
        self.content.date_limit()
    }

    /// Reads it from JSON into `citation`; errors are added to `fields`.
    pub(super) fn read(&self, fields: &mut Fields<'_>, citation: &mut Citation) {
        self.content.read(self.json, fields, citation);
    }

    /// Whether `citation` has no value in it. A flag always has one.
    pub fn is_empty(&self, citation: &Citation) -> bool {
        self.content.is_empty(citation)
    }

    /// The value of its column. [`Cell::Null`] for a field that other tables hold.
    pub fn cell<'c>(&self, citation: &'c Citation) -> Result<Cell<'c>> {
        self.content.cell(citation)
    }

    /// Takes the value of its column into `citation`. A value of another type than [`CitationField::cell`] gives leaves it
    /// as it is.
    pub fn set_cell(&self, citation: &mut Citation, cell: Cell<'_>) -> Result<()> {
        self.content.set_cell(citation, cell)
    }
}

impl CitationFields {
    fn new() -> CitationFields {
        CitationFields([general_fields(), review_fields(), other_fields()].into_iter().flatten().collect())
    }

    /// Every field, in the order of the JSON.
    pub fn iter(&self) -> impl Iterator<Item = &CitationField> {
        self.0.iter()
    }

    /// The field with this member in JSON.
    pub fn named(&self, json: &str) -> Option<&CitationField> {
        self.iter().find(|field| field.json == json)
    }

    /// The fields that the table `citations` holds, each with its column.
    pub fn with_columns(&self) -> impl Iterator<Item = (&CitationField, &str)> {
        self.iter().filter_map(|field| Some((field, field.column.as_deref()?)))
    }

    /// The fields that the form shows, in its order.
    pub fn on_form(&self) -> Vec<&CitationField> {
        let mut fields: Vec<&CitationField> = self.iter().filter(|field| field.section.is_some()).collect();
        fields.sort_by_key(|field| field.section);
        fields
    }

    /// The fields that can be changed for many citations at once.
    pub fn in_bulk_edits(&self) -> impl Iterator<Item = &CitationField> {
        self.iter().filter(|field| field.bulk_edit != BulkEdit::No)
    }

    /// The fields that the form requires and `citation` lacks, in the order of the form.
    pub fn missing_in<'f>(&'f self, citation: &Citation) -> Vec<&'f CitationField> {
        let is_missing = |field: &&CitationField| field.is_required && field.is_empty(citation);
        self.on_form().into_iter().filter(is_missing).collect()
    }

    /// Copies the fields that `body` does not name, of those that are kept then, from the `present` citation.
    pub fn keep_absent(&self, wanted: &mut Citation, present: &Citation, body: &Value) {
        for field in self.iter().filter(|field| field.is_kept_when_absent && body.get(field.json).is_none()) {
            field.content.copy(present, wanted);
        }
    }
}

fn snake_case(camel_case: &str) -> String {
    let mut snake_case = String::new();
    for c in camel_case.chars() {
        if c.is_ascii_uppercase() {
            snake_case.push('_');
        }
        snake_case.push(c.to_ascii_lowercase());
    }
    snake_case
}

/// The fields of the first section of the form, and the IDs.
fn general_fields() -> Vec<CitationField> {
    use FormSection::General;
    let field = CitationField::new;
    let category = CitationField::from_category;
    vec![
        field("id", "Id", content!(Id)),
        field("readableIds", "Readable ids", content!(ReadableIds)),
        field("title", "Title", content!(Title)).required().section(General),
        category(Category::Authors).section(General),
        category(Category::PublisherName).section(General),
        category(Category::MaterialFormat).section(General),
        category(Category::Keywords).section(General),
        category(Category::SubjectHeading).section(General),
        category(Category::WhereToObtain).section(General),
        category(Category::Tags).section(General),
        field("publishDate", "Publication Date", content!(Day, PUBLICATION, publish_date))
            .required()
            .section(General),
        field("printingSpecs", "Printing Specs", content!(Specs, printing_specs)).section(General),
        field("obsolete", "Obsolete", content!(Flag, obsolete)).section(General).bulk_edit(BulkEdit::Replace),
    ]
}

/// The languages, the abstract and the review.
fn review_fields() -> Vec<CitationField> {
    use FormSection::{Format, Languages, Notes, Review};
    let field = CitationField::new;
    let category = CitationField::from_category;
    vec![
        category(Category::Languages).section(Languages),
        field("revisionDates", "Revision dates", content!(RevisionDates)).kept_when_absent(),
        field("abstract", "Abstract", content!(Text, abstract_text)).required().section(Format),
        category(Category::Audience).section(Format),
        field("reviewedBy", "HE/CS Reviewer", content!(Line, reviewed_by))
            .required()
            .section(Review)
            .bulk_edit(BulkEdit::Replace),
        category(Category::Departments).form_label("Dept. Submitted By").section(Review),
        field("assessment", "PMAT/SAM", content!(Answer, assessment)).required().section(Review),
        field("famReview", "Family Review", content!(Answer, fam_review)).required().section(Review),
        field("productionSpecialist", "Production Specialist", content!(Line, production_specialist))
            .section(Review),
        field("originator", "Content Reviewer", content!(Line, originator)).required().section(Review),
        field("deptReviewDate", "Dept. Review Date", content!(Day, REVIEW, dept_review_date))
            .required()
            .section(Review),
        field("notes", "Notes", content!(Text, notes)).section(Notes),
    ]
}

/// The fields that came later, and those that the form does not show.
fn other_fields() -> Vec<CitationField> {
    use FormSection::{Codes, General, Review};
    let field = CitationField::new;
    let category = CitationField::from_category;
    vec![
        field("legacyId", "Id in the earlier system", content!(Line, legacy_id)).kept_when_absent(),
        category(Category::Folder).kept_when_absent(),
        category(Category::PaperColors).kept_when_absent(),
        field("codes", "Codes", content!(Codes)).kept_when_absent().section(Codes).bulk_edit(BulkEdit::List),
        field("replacedBy", "Replaced by", content!(Reference, replaced_by))
            .kept_when_absent()
            .section(General)
            .bulk_edit(BulkEdit::ReplaceOrEmpty),
        field("reviewCycleMonths", "Review cycle", content!(Months, review_cycle_months))
            .kept_when_absent()
            .section(Review)
            .form_label("Review Cycle in Months")
            .bulk_edit(BulkEdit::ReplaceOrEmpty),
        field("accessibleFormats", "Accessible formats", content!(Values, accessible_formats))
            .kept_when_absent(),
    ]
}

impl Citation {
    /// The fields that the form requires and this citation lacks, as `(JSON path, label)`, in the form's order.
    pub fn missing_required(&self) -> Vec<(&'static str, &'static str)> {
        let missing = citation_fields().missing_in(self);
        missing.into_iter().map(|field| (field.path(), field.label)).collect()
    }
}

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
mod generated;
#[cfg(test)]
mod tests;

#[cfg(test)]
mod draft_tests {
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
