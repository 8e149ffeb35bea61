//! What a bulk edit can do to which field of a citation, as the table of the fields says.

use crate::model::category::same_value;
use crate::model::citations::citation::Citation;
use crate::model::citations::citation_fields::{BulkEdit, CitationField, CitationFields, citation_fields};
use crate::model::citations::field_content::Cell;
use crate::model::variant_names::variant_names;
use std::sync::LazyLock;

/// What a change does to a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// Replaces what is there.
    Set,
    /// Adds values to a list.
    Add,
    /// Removes values that are present.
    Remove,
}

// In the order in which errors are listed.
variant_names!(Operation {
    Set = "set",
    Add = "add",
    Remove = "remove",
});

/// What a field holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldValue {
    /// Values of a category, none or one where the field holds only one.
    Values(Vec<String>),
    /// The value of a column.
    Single(Cell<'static>),
}

impl FieldValue {
    /// Whether it has no value.
    pub fn is_empty(&self) -> bool {
        match self {
            FieldValue::Values(values) => values.iter().all(|value| value.trim().is_empty()),
            FieldValue::Single(cell) => cell.is_empty(),
        }
    }

    /// Adds the values that are not there yet, at the end.
    pub fn add(&mut self, more: &FieldValue) {
        if let (FieldValue::Values(values), FieldValue::Values(more)) = (self, more) {
            for value in more {
                if !values.iter().any(|known| same_value(known, value)) {
                    values.push(value.clone());
                }
            }
        }
    }

    /// Removes these values. A single value becomes empty if it is one of them.
    pub fn remove(&mut self, gone: &FieldValue) {
        match (self, gone) {
            (FieldValue::Values(values), FieldValue::Values(gone)) => {
                values.retain(|value| !gone.iter().any(|gone| same_value(gone, value)));
            }
            (FieldValue::Single(cell), FieldValue::Single(gone)) if cell == gone => *cell = Cell::Null,
            _ => {}
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
    pub fn named(json: &str) -> Option<&'static BulkField> {
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
            None => FieldValue::Single(self.cell(citation).map_or(Cell::Null, Cell::into_owned)),
        }
    }

    /// Writes it; a value of another kind changes nothing.
    pub fn write(&self, citation: &mut Citation, value: FieldValue) {
        match (self.category(), value) {
            (Some(category), FieldValue::Values(values)) => citation.set_values(category, values),
            // Only columns with lists in JSON can fail, and no bulk edit changes those.
            (None, FieldValue::Single(cell)) => self.set_cell(citation, cell).unwrap_or_default(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::citations::field_content::CsvCell;

    /// Contract section 9.4, 'Many at once'.
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
        let takes = |name: &str| BulkField::named(name).map_or(0, |field| field.takes.len());
        for list in ["authors", "keywords", "tags", "audience"] {
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
        assert_eq!(BulkField::named("title"), None);
    }

    #[test]
    fn every_field_is_read_where_it_is_written() {
        for field in FIELDS.iter() {
            let mut citation = Citation::default();
            let value = match (field.value(&citation), field.csv_cell()) {
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
