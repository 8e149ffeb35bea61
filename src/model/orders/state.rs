//! The states of an order, and the note of a transition. Contract section 9.3.

use crate::model::characters::is_blank;
use crate::model::error::{Error, Result};
use crate::model::variant_names::variant_names;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum length of a note, in characters.
pub const MAX_NOTE: usize = 2_000;

/// Where an order is between cart and mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OrderState {
    /// Received by the copy center, not started.
    Received,
    /// The copy center has asked the orderer a question.
    Waiting,
    /// It is being printed.
    Printing,
    /// It is printed and packed.
    Ready,
    /// It is in interoffice mail, wholly or in part.
    Sent,
    /// Cancelled.
    Cancelled,
}

variant_names!(OrderState {
    Received = "received",
    Waiting = "waiting",
    Printing = "printing",
    Ready = "ready",
    Sent = "sent",
    Cancelled = "cancelled",
});

impl OrderState {
    /// Whether the order is closed.
    pub fn has_ended(self) -> bool {
        matches!(self, OrderState::Sent | OrderState::Cancelled)
    }

    /// Whether the orderer gets a notice whenever the order enters this state.
    pub fn has_notice(self) -> bool {
        matches!(self, OrderState::Waiting | OrderState::Sent | OrderState::Cancelled)
    }

    /// Whether the orderer may still cancel it.
    pub fn can_be_withdrawn(self) -> bool {
        matches!(self, OrderState::Received | OrderState::Waiting)
    }
}

/// The note of a transition: trimmed, `None` if blank.
pub fn checked_note(note: Option<&str>) -> Result<Option<String>> {
    let Some(note) = note.map(str::trim).filter(|note| !is_blank(note)) else { return Ok(None) };
    let odd = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if note.chars().count() > MAX_NOTE {
        return Err(Error::invalid("note", format!("At most {MAX_NOTE} characters are allowed.")));
    }
    if note.chars().any(odd) {
        return Err(Error::invalid("note", "Control characters are not allowed."));
    }
    Ok(Some(note.replace("\r\n", "\n")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_blank_note_is_none() {
        for blank in ["", " \n ", "\u{200b}", " \u{2060}\u{202e}"] {
            assert_eq!(checked_note(Some(blank)).unwrap(), None);
        }
        assert_eq!(checked_note(Some(" Which size? ")).unwrap().as_deref(), Some("Which size?"));
        assert!(
            checked_note(Some(&"x".repeat(MAX_NOTE + 1))).is_err() && checked_note(Some("a\u{7}")).is_err()
        );
    }
}
