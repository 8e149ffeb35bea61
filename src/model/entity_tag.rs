//! Entity tags (RFC 9110, section 8.8.3) in JSON, and what a change may replace. The headers are
//! read and written in `web/conditional.rs`.

use std::fmt::Display;

/// A strong entity tag with this opaque text, which holds no quotes.
pub fn quoted_tag(opaque: impl Display) -> String {
    format!("\"{opaque}\"")
}

/// The state that an entity tag in a JSON body names; its quotes may be left out.
pub fn state_text(tag: &str) -> &str {
    let opaque = tag.trim_matches('"');
    opaque.split_once('.').map_or(opaque, |(state, _)| state)
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

    /// Whether a change may replace `state`, of which each representation has a tag of its own: the state's tag, a dot,
    /// and more.
    pub fn is_met_by_state(&self, state: &str) -> bool {
        let is_of_state = |tag: &String| {
            tag.strip_prefix(state).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        match self {
            Precondition::Any => true,
            Precondition::OneOf(tags) => tags.iter().any(is_of_state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_representation_of_a_state_names_it() {
        let named = |tag: &str| Precondition::OneOf(vec![tag.to_owned()]).is_met_by_state("a-1");
        assert!(named("a-1") && named("a-1.9f") && Precondition::Any.is_met_by_state("a-1"));
        assert!(!named("a-12") && !named("a-") && !named("b-1.a-1") && !named(""));
    }
}
