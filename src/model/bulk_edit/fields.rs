//! What a bulk edit can do to which field of a citation, as the table of the fields says.

use crate::model::category::same_value;
use crate::model::citations::citation::Citation;
use crate::model::citations::citation_fields::{BulkEdit, CitationField, CitationFields, citation_fields};
use crate::model::citations::codes::Code;
use crate::model::citations::field_content::{Cell, CsvCell};
use crate::model::text::is_blank;
use crate::model::variant_names::variant_names;
use std::sync::LazyLock;

variant_names! {
    /// What a change does to a field.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Operation {
        /// Replaces what is there.
        Set = "set",
        /// Adds values to a list.
        Add = "add",
        /// Removes values that are present.
        Remove = "remove",
    }
}

// In the order in which errors are listed.

/// What a field holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldValue {
    /// Values of a category, none or one where the field holds only one.
    Values(Vec<String>),
    /// Codes of clinical terminologies.
    Codes(Vec<Code>),
    /// The value of a column.
    Single(Cell<'static>),
}

impl FieldValue {
    /// Whether it has no value.
    pub fn is_empty(&self) -> bool {
        match self {
            FieldValue::Values(values) => values.iter().all(|value| is_blank(value)),
            FieldValue::Codes(codes) => codes.is_empty(),
            FieldValue::Single(cell) => cell.is_empty(),
        }
    }

    /// Adds the values that are not there yet, at the end.
    pub fn add(&mut self, more: &FieldValue) {
        match (self, more) {
            (FieldValue::Values(values), FieldValue::Values(more)) => {
                add_absent(values, more, |a, b| same_value(a, b))
            }
            (FieldValue::Codes(codes), FieldValue::Codes(more)) => add_absent(codes, more, Code::is_same),
            _ => {}
        }
    }

    /// The first of its values that another list has too, as a message names it.
    pub fn first_in(&self, other: &FieldValue) -> Option<&str> {
        match (self, other) {
            (FieldValue::Values(values), FieldValue::Values(others)) => {
                let both = values.iter().find(|value| others.iter().any(|other| same_value(other, value)));
                both.map(String::as_str)
            }
            (FieldValue::Codes(codes), FieldValue::Codes(others)) => {
                let both = codes.iter().find(|code| others.iter().any(|other| other.is_same(code)));
                both.map(|code| code.code.as_str())
            }
            _ => None,
        }
    }

    /// Removes these values. A single value becomes empty if it is one of them.
    pub fn remove(&mut self, gone: &FieldValue) {
        match (self, gone) {
            (FieldValue::Values(values), FieldValue::Values(gone)) => {
                values.retain(|value| !gone.iter().any(|gone| same_value(gone, value)));
            }
            (FieldValue::Codes(codes), FieldValue::Codes(gone)) => {
                codes.retain(|code| !gone.iter().any(|gone| gone.is_same(code)));
            }
            (FieldValue::Single(cell), FieldValue::Single(gone)) if cell == gone => *cell = Cell::Null,
            _ => {}
        }
    }
}

fn add_absent<T: Clone>(list: &mut Vec<T>, more: &[T], is_same: impl Fn(&T, &T) -> bool) {
    for value in more {
        if !list.iter().any(|known| is_same(known, value)) {
            list.push(value.clone());
        }
    }
}

/// A field that can be changed for many citations at once.
#[derive(Debug, PartialEq, Eq)]
pub struct BulkField {
    /// Its row in the table of the fields of a citation.
    field: &'static CitationField,
    /// What can be done to it.
    pub takes: &'static [Operation],
}

/// Every field that can be changed for many citations at once.
pub static FIELDS: LazyLock<Vec<BulkField>> = LazyLock::new(|| bulk_fields(citation_fields()));

/// The fields of a table that can be changed for many citations at once.
pub fn bulk_fields(fields: &'static CitationFields) -> Vec<BulkField> {
    let takes = |field: &CitationField| -> &'static [Operation] {
        match field.bulk_edit {
            BulkEdit::No => &[],
            BulkEdit::Replace => &[Operation::Set],
            BulkEdit::ReplaceOrEmpty => &[Operation::Set, Operation::Remove],
            BulkEdit::List => &[Operation::Set, Operation::Add, Operation::Remove],
        }
    };
    let fields = fields.iter().map(|field| BulkField { field, takes: takes(field) });
    fields.filter(|field| !field.takes.is_empty()).collect()
}

impl std::ops::Deref for BulkField {
    type Target = CitationField;

    fn deref(&self) -> &CitationField {
        self.field
    }
}

impl BulkField {
    /// The field with this name.
    pub fn by_name(json: &str) -> Option<&'static BulkField> {
        FIELDS.iter().find(|bulk| bulk.json == json)
    }

    /// Whether it holds several values.
    pub fn is_list(&self) -> bool {
        self.bulk_edit == BulkEdit::List
    }

    /// Its value in this citation.
    pub fn value(&self, citation: &Citation) -> FieldValue {
        match self.category() {
            Some(category) => {
                FieldValue::Values(citation.values(category).into_iter().map(str::to_owned).collect())
            }
            None if self.csv_cell() == CsvCell::Codes => FieldValue::Codes(citation.codes.clone()),
            None => FieldValue::Single(self.cell(citation).map_or(Cell::Null, Cell::into_owned)),
        }
    }

    /// Writes it; a value of another kind changes nothing.
    pub fn write(&self, citation: &mut Citation, value: FieldValue) {
        match (self.category(), value) {
            (Some(category), FieldValue::Values(values)) => citation.set_values(category, values),
            (None, FieldValue::Codes(codes)) => citation.codes = codes,
            // Only columns with lists in JSON can fail, and no bulk edit changes those.
            (None, FieldValue::Single(cell)) => self.set_cell(citation, cell).unwrap_or_default(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::citations::codes::CodeSystem;

    /// Contract sections 9.4, 'Many at once', and 10.2.
    #[test]
    fn the_fields_are_those_of_the_contract() {
        let mut names: Vec<&str> = FIELDS.iter().map(|bulk| bulk.json).collect();
        names.sort_unstable();
        let mut expected = [
            "authors",
            "publisher",
            "materialFormat",
            "keywords",
            "keySubjectHeading",
            "whereToObtain",
            "tags",
            "audience",
            "codes",
            "deptSubmittedBy",
            "reviewedBy",
            "obsolete",
            "replacedBy",
            "reviewCycleMonths",
        ];
        expected.sort_unstable();
        assert_eq!(names, expected);
    }

    #[test]
    fn lists_take_everything_and_what_is_required_is_only_replaced() {
        let takes = |name: &str| BulkField::by_name(name).map_or(0, |field| field.takes.len());
        for list in ["authors", "keywords", "tags", "audience", "codes"] {
            assert_eq!(takes(list), 3, "{list}");
        }
        for optional in ["deptSubmittedBy", "replacedBy", "reviewCycleMonths"] {
            assert_eq!(takes(optional), 2, "{optional}");
        }
        for required in
            ["publisher", "materialFormat", "keySubjectHeading", "whereToObtain", "reviewedBy", "obsolete"]
        {
            assert_eq!(takes(required), 1, "{required}");
        }
        assert_eq!(BulkField::by_name("title"), None);
    }

    #[test]
    fn every_field_is_read_where_it_is_written() {
        for field in FIELDS.iter() {
            let mut citation = Citation::default();
            let value = match (field.value(&citation), field.csv_cell()) {
                (FieldValue::Codes(_), _) => {
                    let code = Code { system: CodeSystem::Icd10cm, code: "J45".into(), display: None };
                    FieldValue::Codes(vec![code])
                }
                (FieldValue::Values(_), _) => FieldValue::Values(vec!["A".into()]),
                (FieldValue::Single(_), CsvCell::Flag) => FieldValue::Single(Cell::Integer(1)),
                (FieldValue::Single(_), CsvCell::Number) => FieldValue::Single(Cell::Integer(6)),
                (FieldValue::Single(_), _) => FieldValue::Single(Cell::Text("A".into())),
            };
            field.write(&mut citation, value.clone());
            assert_eq!(field.value(&citation), value, "{}", field.json);
            for other in FIELDS.iter().filter(|other| *other != field) {
                assert_eq!(other.value(&citation), other.value(&Citation::default()), "{}", other.json);
            }
        }
    }
}
