//! Reading orders: a person's own, the copy center's list, a single one, and totals.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::model::accounts::Right;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::list_part::ListPart;
use crate::model::orders::queue::{OrderTotals, TotalsFilter};
use crate::model::orders::queue::{QueueFilter, QueuePage};
use crate::model::orders::record::Order;
use crate::model::orders::state::OrderState;
use crate::model::page_urls;
use crate::store::{ReadTx, Store};

/// Orders listed for a person.
const MAX_LISTED: u32 = 200;

/// The orders of a person, newest first.
pub fn orders_by_orderer(store: &Store, actor: &Actor) -> Result<Vec<Order>> {
    let user = actor.user()?;
    store.read(|db| db.orders_by_orderer(user, Day::from(clock::today()), MAX_LISTED))
}

/// An order by ID or number, for the copy center and for its orderer; to everyone else it does not exist.
pub fn order(store: &Store, actor: &Actor, id: &str) -> Result<Order> {
    let found = store.read(|db| db.order(id, Day::from(clock::today())))?;
    match found {
        Some((user, order)) if actor.is(user) || actor.may(Right::WorkOnOrders) => Ok(order),
        _ => Err(unknown()),
    }
}

/// A page of the copy center's list.
pub fn queue(store: &Store, actor: &Actor, filter: &QueueFilter, start: usize) -> Result<QueuePage> {
    actor.require(Right::WorkOnOrders)?;
    store.read(|db| db.order_queue(filter, Day::from(clock::today()), start))
}

/// How many orders are open, and how many of them late.
pub(in crate::domain) fn open_and_late(db: &ReadTx<'_>) -> Result<(u64, u64)> {
    let states = OrderState::ALL.into_iter().filter(|state| !state.has_ended()).collect();
    let open = QueueFilter { states, ..QueueFilter::default() };
    let late = QueueFilter { late: true, ..QueueFilter::default() };
    Ok((
        db.count_orders(&open, Day::from(clock::today()))?,
        db.count_orders(&late, Day::from(clock::today()))?,
    ))
}

/// Passes every order that fulfils the filter to `each`, in the order of the list, all as of one moment.
pub fn all_queued(
    store: &Store,
    actor: &Actor,
    filter: &QueueFilter,
    mut each: impl FnMut(&Order) -> Result<()>,
) -> Result<()> {
    actor.require(Right::WorkOnOrders)?;
    store.read(|db| {
        for key in db.queued_keys(filter, Day::from(clock::today()))? {
            if let Some(order) = db.order_by_key(key, Day::from(clock::today()))? {
                each(&order)?;
            }
        }
        Ok(())
    })
}

/// The address that the QR code of an order's ticket holds.
pub fn order_code(app: &App, actor: &Actor, id: &str) -> Result<String> {
    actor.require(Right::WorkOnOrders)?;
    let order = app.store.read(|db| db.order_head(id))?.ok_or_else(unknown)?;
    Ok(page_urls::order(&app.public_url, &order.number))
}

/// Sums of orders.
pub fn totals(store: &Store, actor: &Actor, filter: &TotalsFilter, part: ListPart) -> Result<OrderTotals> {
    actor.require(Right::WorkOnOrders)?;
    let mut all = store.read(|db| db.order_totals(filter))?;
    all.totals = part.select(all.totals).collect();
    Ok(all)
}

/// The message for an order that does not exist, or is not this person's.
pub(super) fn unknown() -> Error {
    Error::NotFound("The order was not found.".into())
}
