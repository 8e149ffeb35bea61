//! Submits an order: checks it, completes it from the catalogue, numbers and stores it.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::usage;
use crate::model::audit::event::Action;
use crate::model::category::value_key;
use crate::model::citations::citation::Citation;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::{Error, FieldError, Result, both};
use crate::model::keys::UserKey;
use crate::model::orders::order::{OrderNumber, OrderReceipt, OrderSubmission};
use crate::model::orders::record::cents_a_page;
use crate::model::session::{MAX_LINES, OrderItem};
use crate::model::text::count_with_noun;
use crate::model::text_bounds::TextBounds;
use crate::store::{LineFacts, NewOrder, ReadTx, WriteTx};
use std::collections::HashMap;
use std::time::Duration;

/// Longest idempotency key, in characters.
const MAX_KEY: usize = 200;
/// The period that `orders.per_hour` counts in, in seconds.
const HOUR_S: i64 = 3_600;

/// Stores an order; durable on return. The same idempotency key from the same person makes one order.
///
/// Each line names a citation, a language and a quantity; title, item number, address, printing specs, pages and price are
/// the current ones of the citation, whatever the cart contained.
///
/// # Errors
/// [`Error::Invalid`] names every invalid field; [`Error::TooMany`] after `orders.per_hour` orders within an hour.
pub fn submit_order(
    app: &App,
    actor: &Actor,
    key: Option<&str>,
    order: OrderSubmission,
) -> Result<OrderReceipt> {
    let user = actor.user()?;
    let key = key.map(str::trim).filter(|k| !k.is_empty());
    if key.is_some_and(|k| TextBounds::line(MAX_KEY).check(k).is_some()) {
        return Err(Error::Unreadable(format!(
            "Idempotency-Key: at most {MAX_KEY} plain characters are allowed."
        )));
    }
    let numbers = app.store.order_numbers()?;
    let receipt = app.store.write(|db| {
        let known = key.map(|k| db.order_with_key(user, k)).transpose()?.flatten();
        let today = Day::from(clock::today());
        if let Some((receipt, before)) = known {
            // A repeated order is answered with its receipt, even if its required date has passed.
            let order = order.check(today, Day::parse(&before.date_required))?;
            return if order.asks_for_the_same_as(&before) {
                Ok(receipt)
            } else {
                Err(Error::Invalid(vec![FieldError::new(
                    "Idempotency-Key",
                    "Another order was sent with this key already.",
                )]))
            };
        }
        let mut completed = order.orders.clone();
        let (mut order, lines) = both(order.check(today, None), fill_in_lines(db, &mut completed))?;
        order.lines_mut().clone_from_slice(&completed);
        // Not the time from above: other orders may have been stored in between.
        refuse_too_many(db, user, app.settings.orders.per_hour, clock::now())?;
        let id = uuid::Uuid::now_v7().to_string();
        let new = NewOrder { id: &id, user, key, order: &order, lines: &lines };
        let receipt = db.add_order(&new, |year| numbers.last(year), app.mail.sends_orders())?;
        usage::add_order(app, db, &order.orders)?;
        let event = actor.event(Action::OrderSubmit, format!("order/{}", receipt.number));
        db.append_audit(&event.with_detail(count_with_noun(order.orders.len() as u64, "line", "lines")))?;
        Ok(receipt)
    })?;
    // Written after the order, so that a failed order skips no number, and before the response.
    if let Some(number) = OrderNumber::parse(&receipt.number)
        && let Err(cause) = numbers.keep(number)
    {
        tracing::error!(%cause, number = receipt.number, "an order's number is in the database alone");
    }
    app.mail.added.notify_one();
    Ok(receipt)
}

/// Completes every line from its citation and returns what else is stored with each; lines that cannot be ordered are named in the
/// error.
pub(in crate::domain) fn fill_in_lines(db: &ReadTx<'_>, lines: &mut [OrderItem]) -> Result<Vec<LineFacts>> {
    let mut citations: HashMap<String, Option<Citation>> = HashMap::new();
    let mut errors = Vec::new();
    let mut facts = Vec::new();
    for (n, line) in lines.iter_mut().enumerate().take(MAX_LINES) {
        if !citations.contains_key(&line.id) {
            let citation = db.citation_key(&line.id)?.map(|key| db.citation(key)).transpose()?;
            citations.insert(line.id.clone(), citation);
        }
        let citation = citations.get(&line.id).and_then(Option::as_ref);
        match fill_in(line, citation) {
            Ok(line) => facts.push(line),
            Err((field, message)) => errors.push(FieldError::new(format!("orders[{n}].{field}"), message)),
        }
    }
    if errors.is_empty() { Ok(facts) } else { Err(Error::Invalid(errors)) }
}

/// Completes a line from its citation and returns what else is stored with it, or the invalid field and what to do.
fn fill_in(line: &mut OrderItem, citation: Option<&Citation>) -> Result<LineFacts, (&'static str, String)> {
    let Some(citation) = citation else {
        return Err(("id", format!("There is no citation '{}'.", line.id)));
    };
    let title = &citation.title;
    if citation.obsolete {
        return Err(("id", format!("'{title}' is obsolete and can no longer be ordered. Please remove it.")));
    }
    let key = value_key(&line.lang);
    let version = citation
        .languages
        .iter()
        .find(|version| version.lang == line.lang)
        .or_else(|| citation.languages.iter().find(|version| value_key(&version.lang) == key));
    let Some(version) = version else {
        let lang = &line.lang;
        return Err(("lang", format!("'{title}' is not available in '{lang}'. Please remove it.")));
    };
    *line = OrderItem {
        id: citation.id.clone(),
        item_num: version.item_number.clone(),
        lang: version.lang.clone(),
        quantity: line.quantity,
        readable_id: citation.readable_ids.first().map(|readable| readable.id.clone()),
        title: title.clone(),
        url: version.url.clone(),
        printing_specs: citation.printing_specs.clone(),
    };
    Ok(LineFacts {
        pages: version.pages,
        cents_per_page: cents_a_page(citation.printing_specs.as_deref()),
        file: version.file.as_ref().map(|file| file.digest),
        version_title: version.title.clone(),
    })
}

/// Rejects an order if the person has sent `most` within the last hour; 0 means no limit.
fn refuse_too_many(db: &WriteTx<'_>, user: UserKey, most: u32, now: jiff::Timestamp) -> Result<()> {
    let Some(before) = most.checked_sub(1) else { return Ok(()) };
    let since = now - Duration::from_secs(HOUR_S.unsigned_abs());
    // The next order is possible when this one is more than an hour old.
    let Some(oldest) = db.order_sent_between(user, since, now, before)? else { return Ok(()) };
    let wait_s = (oldest.as_second() + HOUR_S - now.as_second()).clamp(1, HOUR_S);
    let minutes = (wait_s + 59) / 60;
    let orders = count_with_noun(u64::from(most), "order", "orders");
    let minutes = count_with_noun(minutes.unsigned_abs(), "minute", "minutes");
    Err(Error::TooMany {
        message: format!(
            "You have sent {orders} within an hour, which is as many as one person may. Please try again in {minutes}."
        ),
        retry_after_s: wait_s.unsigned_abs(),
    })
}
