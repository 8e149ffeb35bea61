//! Entity tags (RFC 9110, section 8.8.3) as they stand in JSON, and what a change may replace.
//! The headers are read and written in `web/conditional.rs`.

use std::fmt::Display;

/// A strong entity tag with this opaque text, which holds no quotes.
pub fn quoted_tag(opaque: impl Display) -> String {
    format!("\"{opaque}\"")
}

/// The opaque text of an entity tag in a JSON body, whose quotes may be left out.
pub fn opaque_text(tag: &str) -> &str {
    tag.trim_matches('"')
}

/// Which states a change may replace (`If-Match`, RFC 9110 section 13.1.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Precondition {
    /// Any state.
    Any,
    /// A state with one of these strong tags, without their quotes.
    OneOf(Vec<String>),
}

impl Precondition {
    /// Whether a change may replace the state with this tag.
    pub fn is_met_by(&self, tag: &str) -> bool {
        match self {
            Precondition::Any => true,
            Precondition::OneOf(tags) => tags.iter().any(|known| known == tag),
        }
    }
}
