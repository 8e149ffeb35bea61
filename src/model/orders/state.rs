//! The states of an order and the transitions between them. Contract section 9.3.

use crate::model::error::{Error, Result};
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

/// Who makes a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransitionRole {
    /// Somebody who may work on orders.
    CopyCenter,
    /// A person who may also reopen a closed order.
    Administrator,
}

impl OrderState {
    /// Every state.
    pub const ALL: [OrderState; 6] = [
        OrderState::Received,
        OrderState::Waiting,
        OrderState::Printing,
        OrderState::Ready,
        OrderState::Sent,
        OrderState::Cancelled,
    ];

    /// The name, as in JSON and in the database.
    pub fn name(self) -> &'static str {
        match self {
            OrderState::Received => "received",
            OrderState::Waiting => "waiting",
            OrderState::Printing => "printing",
            OrderState::Ready => "ready",
            OrderState::Sent => "sent",
            OrderState::Cancelled => "cancelled",
        }
    }

    /// The state of this name.
    pub fn from_name(name: &str) -> Option<OrderState> {
        OrderState::ALL.into_iter().find(|state| state.name() == name)
    }

    /// How far an order in this state has come; `None` for one that was cancelled.
    fn rank(self) -> Option<u8> {
        match self {
            OrderState::Received | OrderState::Waiting => Some(0),
            OrderState::Printing => Some(1),
            OrderState::Ready => Some(2),
            OrderState::Sent => Some(3),
            OrderState::Cancelled => None,
        }
    }

    /// Whether the order is closed.
    pub fn has_ended(self) -> bool {
        matches!(self, OrderState::Sent | OrderState::Cancelled)
    }

    /// Whether the orderer may still cancel it.
    pub fn can_be_withdrawn(self) -> bool {
        self.rank() == Some(0)
    }
}

/// What the next transition of an order depends on.
#[derive(Debug, Clone, Copy)]
pub struct TransitionContext {
    /// Its state.
    pub state: OrderState,
    /// Whether some pieces have not been sent yet.
    pub has_unsent: bool,
}

impl TransitionContext {
    /// Checks whether the transition to `to` is allowed, with or without a note.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a transition that is not allowed or lacks its note, [`Error::NotAllowed`] for one that is an
    /// administrator's.
    pub fn check_transition(self, to: OrderState, by: TransitionRole, has_note: bool) -> Result<()> {
        let from = self.state;
        if from == to {
            if from == OrderState::Sent && self.has_unsent {
                return Ok(());
            }
            return Err(Error::invalid(
                "state",
                match from {
                    OrderState::Sent => "Everything of this order was sent already.".to_owned(),
                    _ => format!("The order is {} already.", from.name()),
                },
            ));
        }
        if from.has_ended() {
            if to.has_ended() {
                let message = format!(
                    "An order that was {} cannot become {}; reopen it first.",
                    from.name(),
                    to.name()
                );
                return Err(Error::invalid("state", message));
            }
            if by != TransitionRole::Administrator {
                return Err(Error::NotAllowed(format!(
                    "The order was {}. Only administrators may reopen it.",
                    from.name()
                )));
            }
        }
        if needs_note(from, to) && !has_note {
            return Err(Error::invalid(
                "note",
                match to {
                    OrderState::Waiting => "Please write what you want to know from the orderer.",
                    OrderState::Cancelled => "Please write why the order is cancelled.",
                    _ => "Please write why the order goes back.",
                },
            ));
        }
        Ok(())
    }
}

/// A transition to a higher rank explains itself; every other one, a question and a cancellation need a note.
fn needs_note(from: OrderState, to: OrderState) -> bool {
    match (from.rank(), to.rank()) {
        (Some(from), Some(higher)) => higher <= from || to == OrderState::Waiting,
        _ => true,
    }
}

/// The note of a transition: trimmed, `None` if empty.
pub fn checked_note(note: Option<&str>) -> Result<Option<String>> {
    let Some(note) = note.map(str::trim).filter(|note| !note.is_empty()) else { return Ok(None) };
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
    use OrderState::{Cancelled, Printing, Ready, Received, Sent, Waiting};
    use proptest::prelude::*;

    /// What the contract allows, state by state: `+` freely, `n` with a note, `a` with a note by administrators, `-` never.
    /// Columns as [`OrderState::ALL`].
    const TABLE: [(OrderState, &str); 6] = [
        (Received, "-n+++n"),
        (Waiting, "n-+++n"),
        (Printing, "nn-++n"),
        (Ready, "nnn-+n"),
        (Sent, "aaaa--"),
        (Cancelled, "aaaa--"),
    ];

    fn allowed(from: OrderState, to: OrderState, by: TransitionRole, has_note: bool) -> bool {
        let row = TABLE.iter().find(|(state, _)| *state == from).unwrap().1;
        let column = OrderState::ALL.iter().position(|state| *state == to).unwrap();
        match row.as_bytes()[column] {
            b'+' => true,
            b'n' => has_note,
            b'a' => has_note && by == TransitionRole::Administrator,
            _ => false,
        }
    }

    #[test]
    fn transitions_are_those_of_the_table() {
        for from in OrderState::ALL {
            for to in OrderState::ALL {
                for by in [TransitionRole::CopyCenter, TransitionRole::Administrator] {
                    for has_note in [false, true] {
                        let context = TransitionContext { state: from, has_unsent: false };
                        let transition = context.check_transition(to, by, has_note);
                        assert_eq!(
                            transition.is_ok(),
                            allowed(from, to, by, has_note),
                            "{from:?} to {to:?} {by:?} {has_note}: {transition:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn sending_is_repeated_while_something_is_unsent() {
        let transition = |has_unsent| {
            TransitionContext { state: Sent, has_unsent }.check_transition(
                Sent,
                TransitionRole::CopyCenter,
                false,
            )
        };
        assert!(transition(true).is_ok() && transition(false).is_err());
    }

    #[test]
    fn a_blank_note_is_none() {
        assert_eq!(checked_note(Some(" \n ")).unwrap(), None);
        assert_eq!(checked_note(Some(" Which size? ")).unwrap().as_deref(), Some("Which size?"));
        assert!(
            checked_note(Some(&"x".repeat(MAX_NOTE + 1))).is_err() && checked_note(Some("a\u{7}")).is_err()
        );
    }

    proptest! {
        /// Whatever is tried in whatever order: the order is always where the last allowed transition led, each event follows
        /// from the one before by the table, and no event is lost.
        #[test]
        fn any_sequence_of_transitions_stays_in_the_table(
            transitions in proptest::collection::vec((0_usize..6, any::<bool>(), any::<bool>(), any::<bool>()), 0..60),
        ) {
            let mut context = TransitionContext { state: Received, has_unsent: true };
            let mut events = vec![Received];
            for (to, administrator, has_note, whole) in transitions {
                let to = OrderState::ALL[to];
                let by = if administrator { TransitionRole::Administrator } else { TransitionRole::CopyCenter };
                let before = events.len();
                if context.check_transition(to, by, has_note).is_ok() {
                    let repeated = context.state == Sent && to == Sent && context.has_unsent;
                    prop_assert!(repeated || allowed(context.state, to, by, has_note));
                    context.state = to;
                    context.has_unsent &= !(to == Sent && whole);
                    events.push(to);
                } else {
                    let repeated = context.state == Sent && to == Sent && context.has_unsent;
                    prop_assert!(!repeated && !allowed(context.state, to, by, has_note));
                }
                prop_assert!(events.len() >= before);
                prop_assert_eq!(*events.last().unwrap(), context.state);
            }
        }
    }
}
