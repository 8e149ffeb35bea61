//! Transitions of an order. Each is one database transaction: the present state decides what is allowed, and the mails that
//! report it are written with it.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::orders::listing::unknown;
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::entity_tag::Precondition;
use crate::model::error::{Error, Result};
use crate::model::orders::record::OrderMailKind;
use crate::model::orders::record::{
    BatchItem, BatchRequest, Order, SentQuantity, TransitionRequest, delivery,
};
use crate::model::orders::state::OrderState;
use crate::model::orders::state::TransitionRole;
use crate::model::text_bounds::parse_note;
use crate::store::{OrderHead, RecordedTransition, WriteTx};

/// The result of a requested transition.
#[derive(Debug)]
pub enum TransitionOutcome {
    /// It was made; the order as it is now.
    Taken(Box<Order>),
    /// The order had changed; its present state.
    Stale(Box<Order>),
}

/// Makes a transition for the copy center if the order is in the version that the caller knows.
///
/// # Errors
/// [`Error::Invalid`] for a transition that is not allowed, [`Error::NotAllowed`] for one that only administrators may make.
pub fn apply_transition(
    app: &App,
    actor: &Actor,
    id: &str,
    precondition: &Precondition,
    request: &TransitionRequest,
) -> Result<TransitionOutcome> {
    actor.require(Right::WorkOnOrders)?;
    let outcome = app.store.write(|db| {
        let order = db.order_head(id)?.ok_or_else(unknown)?;
        if !precondition.is_met_by(&order.version.to_string()) {
            return Ok(TransitionOutcome::Stale(whole(db, &order)?));
        }
        transition(app, db, actor, &order, request)?;
        Ok(TransitionOutcome::Taken(whole(db, &order)?))
    })?;
    app.mail.added.notify_one();
    Ok(outcome)
}

/// The result for one order of a batch.
pub struct BatchTransition {
    /// The ID or number that the caller sent.
    pub id: String,
    /// The transition.
    pub outcome: Result<TransitionOutcome>,
    /// The order's version now; `None` when the order does not exist.
    pub version: Option<i64>,
}

/// Makes the same transition for several orders, each in its own transaction: a failure of one does not affect the others.
/// The results are in the order of the request.
pub fn apply_transitions(app: &App, actor: &Actor, batch: BatchRequest) -> Result<Vec<BatchTransition>> {
    actor.require(Right::WorkOnOrders)?;
    batch.check()?;
    let request = TransitionRequest { state: batch.state, note: batch.note, sent: None };
    let transition = |item: BatchItem| {
        let precondition = Precondition::OneOf(vec![item.version.to_string()]);
        let outcome = apply_transition(app, actor, &item.id, &precondition, &request);
        let version = match &outcome {
            Ok(TransitionOutcome::Taken(order) | TransitionOutcome::Stale(order)) => Some(order.version),
            Err(_) => app.store.read(|db| db.order_head(&item.id)).ok().flatten().map(|order| order.version),
        };
        BatchTransition { id: item.id, outcome, version }
    };
    Ok(batch.orders.into_iter().map(transition).collect())
}

/// Cancels a person's own order while its printing has not begun.
pub fn cancel_own(app: &App, actor: &Actor, id: &str, note: Option<&str>) -> Result<Order> {
    let note = parse_note(note)?;
    orderer_transition(app, actor, id, |db, order| {
        if !order.state.can_be_withdrawn() {
            let state = order.state.name();
            let message = match order.state {
                OrderState::Cancelled => "The order is cancelled already.".to_owned(),
                OrderState::Sent => "The order was sent already.".to_owned(),
                _ => format!("The order is {state} already. Please call the copy center."),
            };
            return Err(Error::invalid("state", message));
        }
        record(app, db, actor, order, OrderState::Cancelled, note.as_deref(), &[]).map(drop)
    })
}

/// Answers the copy center's question about a person's own order.
pub fn reply(app: &App, actor: &Actor, id: &str, note: Option<&str>) -> Result<Order> {
    let note = parse_note(note)?;
    orderer_transition(app, actor, id, |db, order| {
        if order.state != OrderState::Waiting {
            return Err(Error::invalid("state", "The copy center does not wait for a reply to this order."));
        }
        let note = note.as_deref().ok_or_else(|| Error::invalid("note", "Please write your reply."))?;
        record(app, db, actor, order, OrderState::Received, Some(note), &[]).map(drop)
    })
}

fn orderer_transition(
    app: &App,
    actor: &Actor,
    id: &str,
    take: impl FnOnce(&WriteTx<'_>, &OrderHead) -> Result<()>,
) -> Result<Order> {
    let user = actor.user()?;
    let order = app.store.write(|db| {
        let order = db.order_head(id)?.filter(|order| order.user == user).ok_or_else(unknown)?;
        take(db, &order)?;
        whole(db, &order)
    })?;
    app.mail.added.notify_one();
    Ok(*order)
}

/// Checks and records a transition by the copy center.
fn transition(
    app: &App,
    db: &WriteTx<'_>,
    actor: &Actor,
    order: &OrderHead,
    request: &TransitionRequest,
) -> Result<RecordedTransition> {
    let to = request.state;
    if request.sent.is_some() && to != OrderState::Sent {
        return Err(Error::invalid("sent", "Quantities belong to the state 'sent'."));
    }
    let note = parse_note(request.note.as_deref())?;
    let by = if actor.may(Right::ReopenOrders) {
        TransitionRole::Administrator
    } else {
        TransitionRole::CopyCenter
    };
    db.transition_context(order)?.check_transition(to, by, note.is_some())?;
    let sent = match to {
        OrderState::Sent => delivery(&db.line_counts(order.key)?, request.sent.as_deref())?,
        _ => Vec::new(),
    };
    record(app, db, actor, order, to, note.as_deref(), &sent)
}

/// Records a transition with the mails that report it.
fn record(
    app: &App,
    db: &WriteTx<'_>,
    actor: &Actor,
    order: &OrderHead,
    to: OrderState,
    note: Option<&str>,
    sent: &[SentQuantity],
) -> Result<RecordedTransition> {
    let taken = db.apply_transition(order, to, actor.editor(), note, sent)?;
    let event = actor.event(Action::OrderTransition, format!("order/{}", order.number));
    db.append_audit(
        &event.with_tags(order.version.to_string(), taken.version.to_string()).with_detail(to.name()),
    )?;
    let reopened = order.state.has_ended() && !to.has_ended();
    if reopened {
        db.requeue_dropped_mail(order.key)?;
    }
    if !app.mail.sends_orders() {
        return Ok(taken);
    }
    if to == OrderState::Cancelled {
        db.add_order_mail(order.key, OrderMailKind::Cancellation, taken.event)?;
    }
    if (reopened || to.has_notice()) && app.settings.orders.notify {
        db.add_order_mail(order.key, OrderMailKind::Notice, taken.event)?;
    }
    Ok(taken)
}

fn whole(db: &WriteTx<'_>, order: &OrderHead) -> Result<Box<Order>> {
    let (_, order) = db.order(&order.id, Day::from(clock::today()))?.ok_or_else(unknown)?;
    Ok(Box::new(order))
}

/// The message for a caller who knows an older version.
pub fn stale_message(order: &Order) -> String {
    match order.events.as_slice() {
        // The first event is the order itself.
        [] | [_] => {
            "Nobody has changed this order since it was submitted, but what was sent was not made for its \
                     current version. Please open it again."
                .to_owned()
        }
        [.., last] => format!(
            "{} has changed this order since you opened it: it is {} now.",
            last.by,
            order.state.name()
        ),
    }
}
