//! Which column of a table holds what, as the screen sends it and saves it.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Most columns of a mapping.
pub const MAX_COLUMNS: usize = 1_000;
/// Longest name of a saved mapping, in characters.
pub const MAX_MAPPING_NAME: usize = 100;

/// The order of day and month in dates such as 03/04/2021.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DateOrder {
    /// Month, day, year.
    Us,
    /// Day, month, year.
    DayFirst,
}

impl DateOrder {
    /// The order of this name: `us` or `day-first`.
    pub fn from_name(name: &str) -> Option<DateOrder> {
        match name {
            "us" => Some(DateOrder::Us),
            "day-first" => Some(DateOrder::DayFirst),
            _ => None,
        }
    }
}

/// How a sheet becomes citations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Mapping {
    /// The sheet; `null` is the first visible one.
    pub sheet: Option<String>,
    /// The row with the headers, as the spreadsheet program numbers it; `null` lets the server find it.
    pub header_row: Option<u32>,
    /// The letter of the column that joins the rows of a citation.
    pub key: Option<String>,
    /// Every column of the sheet that is known or ignored.
    pub columns: Vec<MappedColumn>,
    /// Values of fields where the cell is empty or the column is missing, by field, with `@` and a language for a version.
    pub constants: BTreeMap<String, String>,
}

/// What a column holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct MappedColumn {
    /// Its letter.
    pub column: String,
    /// Its header.
    pub header: String,
    /// The field, as in the JSON of a citation or of a language version; `version`, `lang`; `null` is not imported.
    pub field: Option<String>,
    /// The language of the version that it belongs to.
    pub lang: Option<String>,
    /// The order of day and month, for a column of dates that needs it.
    pub dates: Option<DateOrder>,
    /// What separates the values of a list, beside `;`, `|` and line breaks.
    pub split: Option<String>,
}

/// A column as the server sees it: what it holds, and why it is thought to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportColumn {
    /// Its letter.
    pub column: String,
    /// Its header, with a language that is merged above it.
    pub header: String,
    /// Its first cells that hold something, five at most.
    pub samples: Vec<String>,
    /// The field, or `null`.
    pub field: Option<String>,
    /// The language of the version that it belongs to.
    pub lang: Option<String>,
    /// The order of day and month that was decided on; `null` where it is not a column of dates or has to be chosen.
    pub dates: Option<DateOrder>,
    /// Why it is mapped so, or not mapped.
    pub reason: String,
}

/// A saved mapping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SavedMapping {
    /// Its ID.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The mapping.
    pub mapping: Mapping,
}

/// A mapping to save.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MappingDraft {
    /// Its name, 1 to 100 characters.
    pub name: String,
    /// The mapping.
    pub mapping: Mapping,
}

/// The saved mappings, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MappingList {
    /// How many there are.
    pub found: usize,
    /// The mappings.
    pub mappings: Vec<SavedMapping>,
}
