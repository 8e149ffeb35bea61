//! Earlier states of a citation: as of a day, and as the edit screen shows them.

use crate::model::day::Day;
use crate::model::error::{Error, Result};
use jiff::civil::Date;
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

/// Reads a day, `YYYY-MM-DD` and nothing else, that is not after `today`.
pub fn read_day(text: &str, today: Date) -> Result<Date> {
    let day = Day::parse(text).filter(|_| text.len() == 10).map(Day::date).ok_or_else(|| {
        Error::Unreadable("asOf takes a day of the calendar, written like 2026-01-24.".into())
    })?;
    if day > today {
        return Err(Error::invalid("asOf", format!("{} is in the future.", in_words(day))));
    }
    Ok(day)
}

/// `January 24, 2026`, as messages have it.
pub fn in_words(day: Date) -> String {
    day.strftime("%B %-d, %Y").to_string()
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

#[cfg(test)]
mod as_of_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn days_are_read_to_the_letter() {
        let today: Date = "2026-03-01".parse().unwrap();
        for day in ["2026-03-01", "2024-02-29", "0001-01-01"] {
            assert_eq!(read_day(day, today).unwrap().to_string(), day);
        }
        for text in [
            "",
            "foo",
            "2025-02-30",
            "2026-2-3",
            "2026-01-24T00:00:00Z",
            " 2026-01-24",
            "20260124",
            "today",
            "２０２６-01",
        ] {
            assert!(matches!(read_day(text, today), Err(Error::Unreadable(_))), "{text}");
        }
        for day in ["2026-03-02", "9999-12-31"] {
            assert!(matches!(read_day(day, today), Err(Error::Invalid(_))), "{day}");
        }
        assert_eq!(in_words(today), "March 1, 2026");
    }
}
