//! Codes that health records asked for and no citation answered. Contract section 10.2.

use crate::model::citations::codes::CodeSystem;
use serde::Serialize;
use utoipa::ToSchema;

/// The unanswered codes of a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UnansweredCodes {
    /// How many codes there are on all pages.
    pub found: u64,
    /// How often they were asked for.
    pub total: u64,
    /// The most frequent codes first. A code that a citation in use has by now is left out.
    pub codes: Vec<UnansweredCode>,
}

/// A code and how often it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnansweredCode {
    /// The terminology.
    pub system: CodeSystem,
    /// The code, as citations have it.
    pub code: String,
    /// How often.
    pub count: u64,
    /// The latest day, YYYY-MM-DD.
    pub last_day: String,
}
