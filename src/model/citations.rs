//! Citations: their fields, how JSON becomes one, and the rules about them.

pub mod category_fields;
pub mod citation;
pub mod citation_fields;
pub mod codes;
pub mod duplicates;
pub mod field_content;
pub mod history;
pub mod item_number;
pub mod json_fields;
pub mod readable_id;
