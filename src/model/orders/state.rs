//! The states of an order, and the table that decides every transition between them. Contract section 9.3.
//!
//! `ui/src/lib/orderTransitions.ts` and the table in `docs/orders.md` are made from it: `make order-transitions`.

use crate::model::error::{Error, Result};
use crate::model::variant_names::variant_names;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The rules from each state; columns as [`OrderState::ALL`].
#[rustfmt::skip]
const TRANSITIONS: [(OrderState, [Rule; 6]); 6] = {
    use Rule::{Free, Never, Note, Reopen};
    [
        // to:                    received waiting printing ready   sent   cancelled
        (OrderState::Received,  [Never,  Note,   Free,   Free,   Free,  Note]),
        (OrderState::Waiting,   [Note,   Never,  Free,   Free,   Free,  Note]),
        (OrderState::Printing,  [Note,   Note,   Never,  Free,   Free,  Note]),
        (OrderState::Ready,     [Note,   Note,   Note,   Never,  Free,  Note]),
        (OrderState::Sent,      [Reopen, Reopen, Reopen, Reopen, Never, Never]),
        (OrderState::Cancelled, [Reopen, Reopen, Reopen, Reopen, Never, Never]),
    ]
};

variant_names! {
    /// Where an order is between cart and mailbox.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum OrderState {
        /// Received by the copy center, not started.
        Received = "received",
        /// The copy center has asked the orderer a question.
        Waiting = "waiting",
        /// It is being printed.
        Printing = "printing",
        /// It is printed and packed.
        Ready = "ready",
        /// It is in interoffice mail, wholly or in part.
        Sent = "sent",
        /// Cancelled.
        Cancelled = "cancelled",
    }
}

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

/// Under which condition an order may change from one state to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Without a condition.
    Free,
    /// With a note.
    Note,
    /// With a note, by administrators.
    Reopen,
    /// Never, except that sending is repeated while something is unsent.
    Never,
}

/// Who makes a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransitionRole {
    /// Somebody who may work on orders.
    CopyCenter,
    /// A person who may also reopen a closed order.
    Administrator,
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
        match rule(from, to) {
            Rule::Never => Err(Error::invalid(
                "state",
                format!("An order that was {} cannot become {}; reopen it first.", from.name(), to.name()),
            )),
            Rule::Reopen if by != TransitionRole::Administrator => Err(Error::NotAllowed(format!(
                "The order was {}. Only administrators may reopen it.",
                from.name()
            ))),
            Rule::Reopen | Rule::Note if !has_note => Err(Error::invalid(
                "note",
                match to {
                    OrderState::Waiting => "Please write what you want to know from the orderer.",
                    OrderState::Cancelled => "Please write why the order is cancelled.",
                    _ => "Please write why the order goes back.",
                },
            )),
            Rule::Free | Rule::Note | Rule::Reopen => Ok(()),
        }
    }
}

/// The rule of the table for a change of state.
pub fn rule(from: OrderState, to: OrderState) -> Rule {
    let row = TRANSITIONS.iter().find(|(state, _)| *state == from);
    let column = OrderState::ALL.iter().position(|state| *state == to);
    row.zip(column).map_or(Rule::Never, |((_, rules), column)| rules[column])
}

#[cfg(test)]
mod generated;

#[cfg(test)]
mod transition_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use OrderState::{Received, Sent};
    use proptest::prelude::*;

    fn allowed(from: OrderState, to: OrderState, by: TransitionRole, has_note: bool) -> bool {
        match rule(from, to) {
            Rule::Free => true,
            Rule::Note => has_note,
            Rule::Reopen => has_note && by == TransitionRole::Administrator,
            Rule::Never => false,
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
