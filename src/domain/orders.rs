//! Orders to the copy center: stored first, mailed from the outbox.

use crate::domain::app::App;
use crate::mail::{OrderMail, SendFault};
use crate::model::day::Day;
use crate::model::error::{Error, FieldError, Result};
use crate::model::order::{OrderReceipt, OrderSubmission, SentOrder};
use crate::store::{DueMail, Store};
use std::sync::Arc;
use std::time::Duration;

/// Orders listed for a person.
const MAX_LISTED: u32 = 200;
/// Longest idempotency key, in characters.
const MAX_KEY: usize = 200;
/// The first pause after a failed try, in seconds; it doubles up to [`LONGEST_PAUSE_S`].
const FIRST_PAUSE_S: i64 = 5;
const LONGEST_PAUSE_S: i64 = 60;

/// Keeps an order; durable on return. The same idempotency key from the same person makes one order.
pub fn submit_order(app: &App, user: i64, key: Option<&str>, order: OrderSubmission) -> Result<OrderReceipt> {
    let key = key.map(str::trim).filter(|k| !k.is_empty());
    if key.is_some_and(|k| k.chars().count() > MAX_KEY || k.chars().any(char::is_control)) {
        return Err(Error::Unreadable(format!(
            "Idempotency-Key: at most {MAX_KEY} plain characters are allowed."
        )));
    }
    let now = jiff::Timestamp::now();
    let today = Day::from(now.to_zoned(jiff::tz::TimeZone::system()).date());
    // Whoever orders late in the evening, west of the server, still means today.
    let earliest = Day::of(now - Duration::from_secs(12 * 3600)).min(today);
    let checked = order.check(today, earliest);
    let receipt = app.store.write(|db| {
        let order = checked?;
        if let Some((receipt, before)) = key.map(|k| db.order_of_key(user, k)).transpose()?.flatten() {
            let same = OrderSubmission { date_of_order: before.date_of_order.clone(), ..order } == before;
            return if same {
                Ok(receipt)
            } else {
                Err(Error::Invalid(vec![FieldError::new(
                    "Idempotency-Key",
                    "Another order was sent with this key already.",
                )]))
            };
        }
        let unknown = db.unknown_citations(order.orders.iter().map(|line| line.id.as_str()))?;
        let faults: Vec<FieldError> = order
            .orders
            .iter()
            .enumerate()
            .filter(|(_, line)| unknown.contains(&line.id))
            .map(|(n, line)| {
                FieldError::new(format!("orders[{n}].id"), format!("There is no citation '{}'.", line.id))
            })
            .collect();
        if !faults.is_empty() {
            return Err(Error::Invalid(faults));
        }
        let id = uuid::Uuid::now_v7().to_string();
        db.add_order(&id, user, key, &order, app.sends_orders())
    })?;
    app.order_added.notify_one();
    Ok(receipt)
}

/// The orders of a person, newest first.
pub fn orders_of(app: &App, user: i64) -> Result<Vec<SentOrder>> {
    app.store.read(|db| db.orders_of(user, MAX_LISTED))
}

/// How many order mails wait, and why the latest try failed.
pub fn mails_waiting(store: &Store) -> Result<(u64, Option<String>)> {
    store.read(|db| db.mails_waiting())
}

/// Sends the mail whose turn has come; answers how long until the next one's, `None` when none waits.
pub async fn send_next(app: &Arc<App>) -> Result<Option<Duration>> {
    let now = jiff::Timestamp::now().as_second();
    let reading = app.clone();
    let (due, next) = blocking(move || reading.store.read(|db| db.due_mail(now))).await?;
    let Some(due) = due else {
        return Ok(next.map(|at| Duration::from_secs(u64::try_from(at - now).unwrap_or(0).max(1))));
    };
    let sent = send(app, &due).await;
    let writing = app.clone();
    blocking(move || note(&writing, &due, sent)).await?;
    Ok(Some(Duration::ZERO))
}

async fn send(app: &App, due: &DueMail) -> std::result::Result<(), SendFault> {
    let mail = OrderMail { id: &due.id, order: &due.submission, public_url: &app.public_url };
    match &app.mailer {
        Some(mailer) => mailer.send(&mail, !due.without_copy).await,
        // The demo has no mail server: whoever runs it reads the order.
        None => {
            app.console(&format!("Order {} for the copy center:\n{}", due.id, mail.text()));
            Ok(())
        }
    }
}

fn note(app: &App, due: &DueMail, sent: std::result::Result<(), SendFault>) -> Result<()> {
    let id = &due.id;
    match sent {
        Ok(()) => {
            tracing::info!(order = id, "an order was mailed");
            app.store.write(|db| db.mail_sent(due.order))
        }
        Err(fault) => {
            let pause = (FIRST_PAUSE_S << due.tries.min(8)).min(LONGEST_PAUSE_S);
            // Without the copy it may go through at once.
            let pause = if fault.copy_refused && !due.without_copy { 0 } else { pause };
            tracing::warn!(
                order = id,
                cause = fault.message,
                tries = due.tries + 1,
                "an order could not be mailed yet"
            );
            let next = jiff::Timestamp::now().as_second() + pause;
            app.store.write(|db| db.mail_failed(due.order, &fault.message, next, fault.copy_refused))
        }
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|e| Error::internal("working in the background", e))?
}
