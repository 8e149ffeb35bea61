//! Changing many citations at once: what is requested, what it would do, and how far a job has come. Contract section 9.4.

use crate::model::bulk_edit::change::BulkChangeRequest;
use crate::model::error::{Error, FieldError, Result};
use crate::model::reviews::SkippedCitation;
use crate::model::search::request::{SearchRequest, read_flag};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// How many citations one change may name. What a search finds has no limit.
pub const MAX_NAMED: usize = 5_000;
/// How many of the changed citations a preview shows.
pub const MAX_PREVIEWED: usize = 50;
/// How many of the citations that are left as they are a preview or a job names.
pub const MAX_SKIPPED: usize = 1_000;

/// Which citations to change, and how.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BulkRequest {
    /// These citations, 5,000 at most; one that is named again counts once.
    #[serde(default)]
    pub citations: Option<Vec<BulkCitation>>,
    /// All that this search finds.
    #[serde(default)]
    pub query: Option<BulkQuery>,
    /// What is done to which fields.
    pub change: BulkChangeRequest,
    /// Only return what would change.
    #[serde(default)]
    pub preview: bool,
}

/// A citation and the version that the caller knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BulkCitation {
    /// Id or readable id.
    pub id: String,
    /// The ETag that it must still have. Left out: as it is when the request arrives.
    #[serde(default)]
    pub etag: Option<String>,
}

/// A search, with the parameters of `GET /api/search`.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BulkQuery {
    /// What was typed; empty for everything.
    pub q: String,
    /// The filter.
    pub fq: Option<String>,
    /// Obsolete citations as well.
    #[serde(deserialize_with = "flag")]
    #[schema(value_type = bool)]
    pub obsolete: bool,
    /// Tag of the language that the person reads: it decides between the meanings of a word.
    pub lang: Option<String>,
}

/// Reads true and false, as JSON or as an address has them.
fn flag<'de, D: serde::Deserializer<'de>>(from: D) -> std::result::Result<bool, D::Error> {
    match Value::deserialize(from)? {
        Value::Null => Ok(false),
        Value::Bool(flag) => Ok(flag),
        Value::String(text) => read_flag("obsolete", &text).map_err(serde::de::Error::custom),
        _ => Err(serde::de::Error::custom("expected true or false")),
    }
}

/// The citations that a change is for.
#[derive(Debug, Clone)]
pub enum BulkTarget {
    /// The named citations.
    Named(Vec<BulkCitation>),
    /// All that a search finds.
    Found(Box<SearchRequest>),
}

impl BulkRequest {
    /// The citations that it is for, or every error in how they are named. Whether they exist is not checked here.
    pub fn target(&self) -> Result<BulkTarget> {
        match (&self.citations, &self.query) {
            (Some(_), Some(_)) => Err(Error::invalid("query", "Please send citations or a query, not both.")),
            (None, None) => Err(Error::invalid("citations", "Please send citations or a query.")),
            (None, Some(query)) => Ok(BulkTarget::Found(Box::new(query.read()?))),
            (Some(named), None) if named.is_empty() => {
                Err(Error::invalid("citations", "At least one citation is needed."))
            }
            (Some(named), None) if named.len() > MAX_NAMED => Err(Error::invalid(
                "citations",
                "At most 5,000 citations can be named. Send a query for more.",
            )),
            (Some(named), None) => Ok(BulkTarget::Named(named.clone())),
        }
    }
}

impl BulkQuery {
    fn read(&self) -> Result<SearchRequest> {
        let fq = self.fq.as_deref().unwrap_or("");
        let request = SearchRequest::new(&self.q, fq)
            .and_then(|search| search.in_language(self.lang.as_deref().unwrap_or("")));
        let request = request.map(|request| SearchRequest { obsolete: self.obsolete, ..request });
        request.map_err(|error| match error {
            Error::Unreadable(message) => {
                let (field, rest) = message.split_once(": ").unwrap_or(("q", &message));
                Error::Invalid(vec![FieldError::new(format!("query.{field}"), rest)])
            }
            other => other,
        })
    }
}

/// The preview of a change.
#[derive(Debug, Clone, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkPreview {
    /// How many citations it is for.
    pub found: u64,
    /// How many of them would be different.
    pub changing: u64,
    /// How many already have these values.
    pub unchanged: u64,
    /// How many would be skipped, because they would become invalid or were changed in the meantime.
    pub refused: u64,
    /// These, 1,000 at most, with the reason.
    #[serde(rename = "left")]
    pub skipped: Vec<SkippedCitation>,
    /// The first 50 that would be different.
    pub citations: Vec<BulkDifference>,
    /// Values that no citation had so far and that the change would add to the lookups.
    pub new_values: Vec<NewValue>,
    /// Each citation that was named, with the ETag that this preview has seen: sent back, the change is made to this state
    /// alone. Empty for a query.
    pub states: Vec<BulkCitation>,
}

/// A citation before and after.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkDifference {
    /// Id of the citation.
    pub id: String,
    /// Its readable id, or the id when it has none.
    pub readable_id: String,
    /// Its title.
    pub title: String,
    /// The fields of the change as they are, shaped as in the JSON of a citation.
    #[schema(value_type = Object)]
    pub before: Map<String, Value>,
    /// The same as they would be.
    #[schema(value_type = Object)]
    pub after: Map<String, Value>,
}

/// A value that is not among the lookups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct NewValue {
    /// The field, as in the JSON of a citation.
    pub field: String,
    /// The value.
    pub value: String,
}

/// A job that changes many citations or undoes such a job, and how far it has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkProgress {
    /// What it does to which fields; of an undo: what it takes back.
    pub change: BulkChangeRequest,
    /// Id of the job that it undoes; left out when it is not an undo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undoes: Option<String>,
    /// Id of the job that undoes it; left out when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undone_by: Option<String>,
    /// Who asked for it.
    pub by: String,
    /// How many citations it has.
    pub citations: u64,
    /// How many are done, including skipped ones.
    pub done: u64,
    /// How many already had these values.
    pub unchanged: u64,
    /// How many it skipped.
    pub refused: u64,
    /// These, 1,000 at most, with the reason.
    #[serde(rename = "left")]
    pub skipped: Vec<SkippedCitation>,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    fn target(json: Value) -> std::result::Result<BulkTarget, Vec<String>> {
        let mut json = json;
        json["change"] = json!({});
        serde_json::from_value::<BulkRequest>(json).unwrap().target().map_err(|e| match e {
            Error::Invalid(errors) => errors.into_iter().map(|error| error.field).collect(),
            other => vec![other.to_string()],
        })
    }

    #[test]
    fn either_citations_or_a_query() {
        let check = |json: Value, field: &str| assert_eq!(target(json).unwrap_err(), [field]);
        check(json!({}), "citations");
        check(json!({"citations": []}), "citations");
        check(json!({"citations": [{"id": "a"}], "query": {}}), "query");
        check(json!({"citations": vec![json!({"id": "a"}); MAX_NAMED + 1]}), "citations");
        check(json!({"query": {"fq": "tags:"}}), "query.fq");
        check(json!({"query": {"q": "x".repeat(501)}}), "query.q");
        check(json!({"query": {"lang": "not a tag"}}), "query.lang");
        let Ok(BulkTarget::Found(search)) =
            target(json!({"query": {"q": "fever", "fq": "tags:'A'", "obsolete": "true"}}))
        else {
            unreachable!("a query")
        };
        assert!(search.obsolete && search.filter.is_some() && search.q == "fever");
        assert!(matches!(target(json!({"citations": [{"id": "a", "etag": "1"}]})), Ok(BulkTarget::Named(_))));
    }
}
