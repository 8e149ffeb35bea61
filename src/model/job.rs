//! Batch jobs as they stand, and renames and deletions of lookup values as requested.

use crate::model::bulk_edit::progress::BulkProgress;
use crate::model::category::{Category, language_error, normalize_value, value_key};
use crate::model::error::{Error, FieldError, Result};
use crate::model::reviews::ReviewProgress;
use crate::model::text::is_blank;
use crate::model::text_bounds::{OutOfBounds, TextBounds};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// The type of a job that renames and deletes lookup values.
pub const BATCH_UPDATE: &str = "Batch Update";
/// The type of a job that notes reviews or sets reviewers.
pub const REVIEW: &str = "Review";
/// The type of a job that changes the same fields of many citations.
pub const BULK_CHANGE: &str = "Bulk Change";
/// The type of a job that writes an import.
pub const IMPORT: &str = "Import";
/// The type of a job that undoes a bulk edit, an import, or an undo.
pub const BULK_UNDO: &str = "Undo";
/// How many changes one job may hold.
const MAX_CHANGES: usize = 1_000;
/// Longest lookup value, in characters.
pub const MAX_VALUE_CHARACTERS: usize = 500;

/// A job as it is requested: `{type: 'Batch Update', config: […]}`. Source: spec section 7, contract section 5.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct JobRequest {
    /// 'Batch Update'.
    #[serde(rename = "type")]
    pub job_type: String,
    /// The changes, made in this order.
    pub config: Vec<LookupUpdateRequest>,
}

/// One change as it is requested.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LookupUpdateRequest {
    /// Facet name of the category.
    #[serde(rename = "type")]
    pub category: String,
    /// The value as it is.
    pub old_value: String,
    /// What it becomes; absent or null deletes it.
    #[serde(default)]
    pub new_value: Option<String>,
    /// Departments only: the contact from now on; null clears it, absent leaves it.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>)]
    pub contact: Option<Option<String>>,
}

/// Tells a key that is `null` from one that is absent.
fn present<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<Option<String>>, D::Error> {
    Option::<String>::deserialize(from).map(Some)
}

/// One change of lookup values, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupUpdate {
    /// The category.
    pub category: Category,
    /// The value as it is.
    pub old_value: String,
    /// What it becomes; `None` deletes it.
    pub new_value: Option<String>,
    /// Departments only: the contact from now on; `Some(None)` clears it, `None` leaves it.
    pub contact: Option<Option<String>>,
}

impl JobRequest {
    /// The requested changes, or every error in them. Whether the values exist is not checked here.
    pub fn check(self) -> Result<Vec<LookupUpdate>> {
        let mut errors = Vec::new();
        if self.job_type != BATCH_UPDATE {
            errors.push(FieldError::new("type", format!("The type is '{BATCH_UPDATE}'.")));
        }
        if self.config.is_empty() {
            errors.push(FieldError::new("config", "At least one change is needed."));
        }
        if self.config.len() > MAX_CHANGES {
            errors.push(FieldError::new("config", format!("At most {MAX_CHANGES} changes fit in one job.")));
        }
        let mut updates = Vec::new();
        for (n, update) in self.config.into_iter().take(MAX_CHANGES).enumerate() {
            let at = |field: &str| format!("config[{n}].{field}");
            let category = Category::from_name(&update.category);
            if category.is_none() {
                errors.push(FieldError::new(at("type"), format!("'{}' is not a category.", update.category)));
            }
            let old_value = normalize_value(&update.old_value);
            if value_key(&old_value).is_empty() {
                errors.push(FieldError::new(at("oldValue"), "The value to change is required."));
            }
            let new_value = update.new_value.as_deref().map(normalize_value);
            if let Some(new_value) = &new_value {
                let error = match category {
                    Some(category) => lookup_value_error(category, new_value),
                    None => value_error(new_value),
                };
                errors.extend(error.map(|message| FieldError::new(at("newValue"), message)));
            }
            let contact = update.contact.map(|c| c.map(|c| normalize_value(&c)).filter(|c| !is_blank(c)));
            if let Some(Some(contact)) = &contact {
                errors.extend(value_error(contact).map(|message| FieldError::new(at("contact"), message)));
            }
            if let Some(category) = category {
                // Only departments have a contact; what other categories send is not kept.
                let contact = contact.filter(|_| category == Category::Departments);
                updates.push(LookupUpdate { category, old_value, new_value, contact });
            }
        }
        if errors.is_empty() { Ok(updates) } else { Err(Error::Invalid(errors)) }
    }
}

/// What is wrong with a lookup value of this category, normalized before.
pub fn lookup_value_error(category: Category, value: &str) -> Option<String> {
    match category {
        Category::Languages => language_error(value).map(str::to_owned).or_else(|| value_error(value)),
        _ => value_error(value),
    }
}

/// What is wrong with a lookup value, normalized before.
pub fn value_error(value: &str) -> Option<String> {
    match TextBounds::joined_line(MAX_VALUE_CHARACTERS).check(value) {
        _ if is_blank(value) => Some("The value is empty.".into()),
        Some(OutOfBounds::TooLong) => {
            Some(format!("The value is longer than {MAX_VALUE_CHARACTERS} characters."))
        }
        Some(OutOfBounds::ControlCharacter) => Some("The value holds control characters.".into()),
        None => None,
    }
}

/// A job as it stands: `{id, type, config, complete, start, changed, error}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Job {
    /// Its id.
    pub id: String,
    /// 'Batch Update', 'Review', 'Bulk Change', 'Import' or 'Undo'.
    #[serde(rename = "type")]
    pub job_type: String,
    /// The changes of lookup values, in their order; none for jobs on citations.
    pub config: Vec<JobChange>,
    /// Whether everything is done (or has failed) and can be searched.
    pub complete: bool,
    /// When it was requested, ISO 8601, UTC.
    pub start: String,
    /// How many citations have been changed so far.
    pub changed: u64,
    /// What went wrong, in plain words; `null` when nothing did.
    pub error: Option<String>,
    /// What a review does with which citations; left out for other types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<ReviewProgress>,
    /// What a bulk edit does, or its undo; left out for other types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bulk: Option<BulkProgress>,
    /// Rows of an import that were skipped, 1,000 at most; left out for other types.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<Vec<SkippedRow>>,
}

/// A row of an import that was skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SkippedRow {
    /// The row, as in the preview.
    pub row: u64,
    /// ID of its citation; `null` for a new one.
    pub id: Option<String>,
    /// Why, in plain words.
    pub reason: String,
}

/// One change of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobChange {
    /// Facet name of the category.
    #[serde(rename = "type")]
    pub category: String,
    /// The value as it was.
    pub old_value: String,
    /// What it becomes; left out for a deletion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_value: Option<String>,
    /// Departments only: the new contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    /// What went wrong with this change, in plain words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What a rename or deletion would touch, reported before it is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LookupImpact {
    /// How many citations use the value.
    pub citations: u64,
    /// How many packets have it as their department.
    pub packets: u64,
    /// How many of the citations a deletion would leave without a value that the form requires.
    pub left_incomplete: u64,
    /// The existing value that a rename would merge it into, as spelled there; `null` for none.
    pub merges_into: Option<String>,
    /// The rule of the program that would no longer hold for these citations; left out when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule_ended: Option<String>,
    /// Of a language that is renamed: the BCP 47 tag that these citations' versions have afterwards; left out when there
    /// is none. A rename keeps the tag in force, a merge takes the one of the existing value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language_tag: Option<String>,
}

/// A department with its contact: `{name, frcContact}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Department {
    /// The name.
    pub name: String,
    /// Whom to ask there.
    pub frc_contact: Option<String>,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn check(json: serde_json::Value) -> Result<Vec<LookupUpdate>> {
        serde_json::from_value::<JobRequest>(json).unwrap().check()
    }

    #[test]
    fn a_rename_a_deletion_and_a_contact_are_distinguished() {
        let updates = check(serde_json::json!({"type": "Batch Update", "config": [
            {"type": "tags", "oldValue": " Asthma ", "newValue": "Asthma  care"},
            {"type": "keywords", "oldValue": "Old", "newValue": null},
            {"type": "departments", "oldValue": "Surgery", "newValue": "Surgery", "contact": null},
            {"type": "departments", "oldValue": "ICU", "newValue": "PICU", "contact": "Ana"}
        ]}))
        .unwrap();
        assert_eq!(updates[0].new_value.as_deref(), Some("Asthma care"));
        assert_eq!(updates[0].contact, None);
        assert_eq!(updates[1].new_value, None);
        assert_eq!(updates[2].contact, Some(None));
        assert_eq!(updates[3].contact, Some(Some("Ana".into())));
    }

    #[test]
    fn every_invalid_field_is_named() {
        let fields = |json| match check(json) {
            Err(Error::Invalid(errors)) => errors.into_iter().map(|f| f.field).collect::<Vec<_>>(),
            other => unreachable!("{other:?}"),
        };
        assert_eq!(
            fields(serde_json::json!({"type": "Other", "config": [
                {"type": "colour", "oldValue": "", "newValue": " "},
                {"type": "tags", "oldValue": "a", "newValue": "x\u{7}y"},
                {"type": "languages", "oldValue": "a", "newValue": ".."},
                {"type": "tags", "oldValue": "a", "newValue": ".."}
            ]})),
            [
                "type",
                "config[0].type",
                "config[0].oldValue",
                "config[0].newValue",
                "config[1].newValue",
                "config[2].newValue"
            ]
        );
        assert_eq!(fields(serde_json::json!({"type": "Batch Update", "config": []})), ["config"]);
    }
}
