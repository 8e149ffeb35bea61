//! The one table that says which fields of many citations can be changed at once, and what can be done to each.

use crate::model::category::{Category, same_value};
use crate::model::citations::citation::Citation;
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

impl Operation {
    /// Every operation, in the order in which errors are listed.
    pub const ALL: [Operation; 3] = [Operation::Set, Operation::Add, Operation::Remove];

    /// Its member in the JSON of a change.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Set => "set",
            Operation::Add => "add",
            Operation::Remove => "remove",
        }
    }
}

/// What a field holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldValue {
    /// Values of a category, none or one where the field holds only one.
    Values(Vec<String>),
    /// A line of text, or an id.
    Text(Option<String>),
    /// Yes or no.
    Flag(bool),
    /// A number of months.
    Months(Option<u32>),
}

impl FieldValue {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        match self {
            FieldValue::Values(values) => values.iter().all(|value| value.trim().is_empty()),
            FieldValue::Text(text) => text.as_deref().is_none_or(|text| text.trim().is_empty()),
            FieldValue::Flag(_) => false,
            FieldValue::Months(months) => months.is_none(),
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
            (FieldValue::Text(text), FieldValue::Text(gone)) if text == gone => *text = None,
            (FieldValue::Months(months), FieldValue::Months(gone)) if months == gone => *months = None,
            _ => {}
        }
    }
}

/// Which field of a citation holds the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Category(Category),
    ReviewedBy,
    Obsolete,
    ReplacedBy,
    ReviewCycle,
}

/// A field that can be changed for many citations at once.
#[derive(Debug, PartialEq, Eq)]
pub struct BulkField {
    /// Its member in the JSON of a citation, by which a change names it.
    pub json: &'static str,
    /// What the screens call it.
    pub label: &'static str,
    /// The form requires it: it may not be emptied.
    pub is_required: bool,
    /// What can be done to it.
    pub takes: &'static [Operation],
    place: Place,
}

/// A list of values.
const LIST: &[Operation] = &[Operation::Set, Operation::Add, Operation::Remove];
/// One value that may be missing.
const OPTIONAL: &[Operation] = &[Operation::Set, Operation::Remove];
/// One value that may not.
const REQUIRED: &[Operation] = &[Operation::Set];

/// Every field that can be changed for many citations at once: those of the categories, and four of their own.
pub static FIELDS: LazyLock<Vec<BulkField>> = LazyLock::new(|| {
    let categories = Category::ALL.into_iter().filter(|category| category.field().is_changed_for_many());
    let others = [
        other("reviewedBy", "HE/CS Reviewer", true, REQUIRED, Place::ReviewedBy),
        other("obsolete", "Obsolete", false, REQUIRED, Place::Obsolete),
        other("replacedBy", "Replaced by", false, OPTIONAL, Place::ReplacedBy),
        other("reviewCycleMonths", "Review cycle", false, OPTIONAL, Place::ReviewCycle),
    ];
    categories.map(for_category).chain(others).collect()
});

/// The field of a category.
fn for_category(category: Category) -> BulkField {
    let field = category.field();
    let takes = match (field.is_list(), field.is_required) {
        (true, _) => LIST,
        (false, true) => REQUIRED,
        (false, false) => OPTIONAL,
    };
    other(field.member(), field.label, field.is_required, takes, Place::Category(category))
}

fn other(
    json: &'static str,
    label: &'static str,
    is_required: bool,
    takes: &'static [Operation],
    place: Place,
) -> BulkField {
    BulkField { json, label, is_required, takes, place }
}

impl BulkField {
    /// The field with this name.
    pub fn named(json: &str) -> Option<&'static BulkField> {
        FIELDS.iter().find(|field| field.json == json)
    }

    /// The category whose values it holds.
    pub fn category(&self) -> Option<Category> {
        match self.place {
            Place::Category(category) => Some(category),
            _ => None,
        }
    }

    /// Whether it holds several values.
    pub fn is_list(&self) -> bool {
        self.category().is_some_and(|category| category.field().is_list())
    }

    /// What this citation has in it.
    pub fn value(&self, citation: &Citation) -> FieldValue {
        match self.place {
            Place::Category(category) => {
                FieldValue::Values(citation.values(category).into_iter().map(str::to_owned).collect())
            }
            Place::ReviewedBy => FieldValue::Text(citation.reviewed_by.clone()),
            Place::Obsolete => FieldValue::Flag(citation.obsolete),
            Place::ReplacedBy => FieldValue::Text(citation.replaced_by.clone()),
            Place::ReviewCycle => FieldValue::Months(citation.review_cycle_months),
        }
    }

    /// Writes it; a value of another kind changes nothing.
    pub fn write(&self, citation: &mut Citation, value: FieldValue) {
        match (self.place, value) {
            (Place::Category(category), FieldValue::Values(values)) => citation.set_values(category, values),
            (Place::ReviewedBy, FieldValue::Text(text)) => citation.reviewed_by = text,
            (Place::Obsolete, FieldValue::Flag(flag)) => citation.obsolete = flag,
            (Place::ReplacedBy, FieldValue::Text(text)) => citation.replaced_by = text,
            (Place::ReviewCycle, FieldValue::Months(months)) => citation.review_cycle_months = months,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract section 9.4, 'Many at once'.
    #[test]
    fn the_fields_are_those_of_the_contract() {
        let mut names: Vec<&str> = FIELDS.iter().map(|field| field.json).collect();
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
            let value = match field.value(&citation) {
                FieldValue::Values(_) => FieldValue::Values(vec!["A".into()]),
                FieldValue::Text(_) => FieldValue::Text(Some("A".into())),
                FieldValue::Flag(_) => FieldValue::Flag(true),
                FieldValue::Months(_) => FieldValue::Months(Some(6)),
            };
            field.write(&mut citation, value.clone());
            assert_eq!(field.value(&citation), value, "{}", field.json);
            for other in FIELDS.iter().filter(|other| *other != field) {
                assert_eq!(other.value(&citation), other.value(&Citation::default()), "{}", other.json);
            }
        }
    }
}
