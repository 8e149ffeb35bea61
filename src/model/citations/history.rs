//! Earlier states of a citation, as the edit screen shows them.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// One state of a citation: who made it, when, and what it changed.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct CitationVersion {
    /// From 1, in the order they were made.
    pub version: u32,
    /// When it was made, ISO 8601, UTC.
    pub when: String,
    /// Who made it, as shown; the command line says so.
    pub who: String,
    /// What happened.
    pub action: VersionAction,
    /// JSON names of the fields that differ from the state before; empty for the first one.
    pub changed: Vec<String>,
    /// What was noted with the review that made it; left out when there is nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The whole citation in this state.
    #[schema(value_type = Object)]
    pub citation: Value,
}

/// What made a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum VersionAction {
    /// The citation was added.
    Added,
    /// It was changed.
    Changed,
}

/// JSON names of the fields that differ between two states, in the order of the newer one.
///
/// Readable ids are left out: they follow from the title and are never removed.
pub fn changed_fields(before: &Value, after: &Value) -> Vec<String> {
    let empty = serde_json::Map::new();
    let (before, after) = (before.as_object().unwrap_or(&empty), after.as_object().unwrap_or(&empty));
    let differs = |field: &String| {
        field != "readableIds"
            && before.get(field).unwrap_or(&Value::Null) != after.get(field).unwrap_or(&Value::Null)
    };
    let gone = before.keys().filter(|field| !after.contains_key(*field));
    after.keys().chain(gone).filter(|field| differs(field)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_field_that_came_went_or_changed_is_named() {
        let before = json!({"title": "A", "notes": null, "folder": "F", "readableIds": []});
        let after = json!({"title": "B", "notes": null, "tags": ["x"], "readableIds": [{"id": "b"}]});
        assert_eq!(changed_fields(&before, &after), ["title", "tags", "folder"]);
    }
}
