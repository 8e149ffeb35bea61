//! A bulk edit: as requested, checked, and applied to each citation.

use crate::model::bulk_edit::fields::{BulkField, FIELDS, FieldValue, Operation};
use crate::model::category::{Category, value_key};
use crate::model::citations::citation::Citation;
use crate::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
use crate::model::citations::codes::MAX_CODES;
use crate::model::citations::field_content::{Cell, CsvCell};
use crate::model::citations::json_fields::MAX_ENTRIES;
use crate::model::error::{Error, FieldError, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use utoipa::ToSchema;

/// What is done to which fields: `{set: {tags: ["Asthma"]}, add: {…}, remove: {…}}`, fields named and shaped as in the JSON
/// of a citation. A list takes one value too, and what has a name the name alone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BulkChangeRequest {
    /// Fields to replace; null empties one that the form does not require.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object)]
    pub set: Map<String, Value>,
    /// Values to add: authors, keywords, tags, audience, codes.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object)]
    pub add: Map<String, Value>,
    /// Values to take away: authors, keywords, tags, audience, codes; deptSubmittedBy, replacedBy and reviewCycleMonths
    /// where they are this.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schema(value_type = Object)]
    pub remove: Map<String, Value>,
}

/// One field of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    operation: Operation,
    field: &'static BulkField,
    value: FieldValue,
}

/// A change, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkChange {
    parts: Vec<Part>,
}

impl BulkChangeRequest {
    /// The requested change, or every error in it, with fields named `change.add.tags`. Whether a replacement exists is not
    /// checked here.
    pub fn check(&self) -> Result<BulkChange> {
        let (mut parts, mut errors): (Vec<Part>, Vec<FieldError>) = (Vec::new(), Vec::new());
        for operation in Operation::ALL {
            for (name, value) in self.fields(operation) {
                match part(operation, name, value) {
                    Ok(part) => match contradiction(&parts, &part) {
                        Some(message) => errors.push(FieldError::new(path(operation, name), message)),
                        None => parts.push(part),
                    },
                    Err(more) => errors.extend(more),
                }
            }
        }
        if parts.is_empty() && errors.is_empty() {
            errors.push(FieldError::new("change", "At least one field to change is needed."));
        }
        if errors.is_empty() { Ok(BulkChange { parts }) } else { Err(Error::Invalid(errors)) }
    }

    fn fields(&self, operation: Operation) -> &Map<String, Value> {
        match operation {
            Operation::Set => &self.set,
            Operation::Add => &self.add,
            Operation::Remove => &self.remove,
        }
    }
}

fn path(operation: Operation, field: &str) -> String {
    format!("change.{}.{field}", operation.name())
}

/// Reads one field of a change.
fn part(operation: Operation, name: &str, value: &Value) -> std::result::Result<Part, Vec<FieldError>> {
    let error = |message: String| vec![FieldError::new(path(operation, name), message)];
    let Some(field) = BulkField::by_name(name) else {
        let known: Vec<&str> = FIELDS.iter().map(|bulk| bulk.json).collect();
        return Err(error(format!(
            "This field cannot be changed for many citations at once. Those that can: {}.",
            known.join(", ")
        )));
    };
    let label = field.label;
    if !field.takes.contains(&operation) {
        return Err(error(match operation {
            Operation::Add => format!("{label} is one value, so nothing can be added to it. Use set."),
            _ => format!("{label} cannot be left empty, so nothing can be removed from it. Use set."),
        }));
    }
    let draft = json!({"title": "-", name: expected_shape(field, value)});
    let citation = citation_from_json(&draft, Completeness::Import, Dates::Stored).map_err(|errors| {
        let at = |error: FieldError| FieldError::new(path(operation, &error.field), error.message);
        errors.into_iter().map(at).collect::<Vec<_>>()
    })?;
    let read = field.value(&citation);
    let is_unset_flag = field.csv_cell() == CsvCell::Flag && value.is_null();
    match operation {
        Operation::Set if is_unset_flag => Err(error("Expected true or false, found null.".into())),
        Operation::Set if field.is_required && read.is_empty() => {
            Err(error(format!("{label} is required and cannot be emptied.")))
        }
        Operation::Add | Operation::Remove if read.is_empty() => {
            Err(error("At least one value is needed.".into()))
        }
        _ => Ok(Part { operation, field, value: read }),
    }
}

/// A value in the shape of a citation's JSON: a single value is accepted for a list, and a plain name for an object.
fn expected_shape(field: &BulkField, value: &Value) -> Value {
    match value {
        Value::String(_) | Value::Object(_) if field.is_list() => json!([value]),
        Value::String(_) if field.csv_cell() == CsvCell::Named => json!({"name": value}),
        other => other.clone(),
    }
}

/// How a part contradicts those before it; `None` if it does not.
fn contradiction(parts: &[Part], part: &Part) -> Option<String> {
    let label = part.field.label;
    let same_field = || parts.iter().filter(|other| other.field == part.field);
    if same_field().any(|other| other.operation == Operation::Set) {
        return Some(format!("{label} is set by this change already; nothing more can be done to it."));
    }
    let both = same_field().find_map(|other| part.value.first_in(&other.value))?;
    Some(format!("'{both}' cannot be both added and removed."))
}

impl BulkChange {
    /// The fields it is about, each once, in the order of the table.
    pub fn fields(&self) -> Vec<&'static BulkField> {
        FIELDS.iter().filter(|field| self.parts.iter().any(|part| part.field == *field)).collect()
    }

    /// The citation that is to replace the changed ones; `None` when it is not about that.
    pub fn replacement(&self) -> Option<&str> {
        let set =
            self.parts.iter().find(|p| p.field.json == "replacedBy" && p.operation == Operation::Set)?;
        match &set.value {
            FieldValue::Single(Cell::Text(id)) => Some(id),
            _ => None,
        }
    }

    /// Calls `each` with every value that it sets or adds, to be spelled as the lookups do; the first error ends it.
    pub fn each_new_value_mut<E>(
        &mut self,
        mut each: impl FnMut(&'static BulkField, Category, &mut String) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        for part in self.parts.iter_mut().filter(|part| part.operation != Operation::Remove) {
            if let (Some(category), FieldValue::Values(values)) = (part.field.category(), &mut part.value) {
                values.iter_mut().try_for_each(|value| each(part.field, category, value))?;
            }
        }
        Ok(())
    }

    /// The citation after the change, or in plain words why it must stay unchanged. Only the fields of the change are
    /// checked: fields that were missing before may stay missing.
    pub fn applied_to(&self, present: &Citation) -> std::result::Result<Citation, String> {
        let mut wanted = present.clone();
        for Part { operation, field, value } in &self.parts {
            let mut now = field.value(&wanted);
            match operation {
                Operation::Set => now = value.clone(),
                Operation::Add => now.add(value),
                Operation::Remove => now.remove(value),
            }
            field.write(&mut wanted, now);
        }
        check_fields(&self.fields(), present, &wanted)?;
        Ok(wanted)
    }

    /// Restores the fields of this change to what they were `before` it. `spelled` gives the present name of a value;
    /// `None` if it was deleted, which it stays.
    pub fn undone_from(
        &self,
        present: &Citation,
        before: &Citation,
        spelled: impl Fn(Category, &str) -> Option<String>,
    ) -> std::result::Result<Citation, String> {
        let mut wanted = present.clone();
        for field in self.fields() {
            let mut value = field.value(before);
            if let (Some(category), FieldValue::Values(values)) = (field.category(), &mut value) {
                let mut seen = HashSet::new();
                *values = values.iter().filter_map(|value| spelled(category, value)).collect();
                values.retain(|value| seen.insert(value_key(value)));
            }
            field.write(&mut wanted, value);
        }
        check_fields(&self.fields(), before, &wanted)?;
        Ok(wanted)
    }
}

/// Whether these fields may become what they would: nothing required is lost that was there `before`.
fn check_fields(
    fields: &[&'static BulkField],
    before: &Citation,
    wanted: &Citation,
) -> std::result::Result<(), String> {
    for field in fields {
        let value = field.value(wanted);
        if field.is_required && value.is_empty() && !field.value(before).is_empty() {
            return Err(format!("{} is required, and nothing would be left in it.", field.label));
        }
        let (count, max) = match &value {
            FieldValue::Values(values) => (values.len(), MAX_ENTRIES),
            FieldValue::Codes(codes) => (codes.len(), MAX_CODES),
            FieldValue::Single(_) => continue,
        };
        if count > max {
            return Err(format!("{} would hold more than {max} values.", field.label));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
