//! Submitted orders: stored with their number, and recognized by the sender's idempotency key.

use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use crate::model::keys::{OrderKey, UserKey};
use crate::model::orders::order::{CheckedOrder, OrderNumber, OrderReceipt, OrderSubmission};
use crate::model::orders::record::OrderMailKind;
use crate::model::orders::state::OrderState;
use crate::model::session::OrderItem;
use crate::store::changes::now;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::orders::record::{COLUMNS, submission};
use crate::store::sql::{from_row, insert};
use rusqlite::params;
use std::fmt::Write;

/// An order to store.
pub struct NewOrder<'o> {
    pub id: &'o str,
    /// Key of the orderer.
    pub user: UserKey,
    /// The idempotency key of this submission.
    pub key: Option<&'o str>,
    pub order: &'o CheckedOrder,
    /// What else is stored with each line.
    pub lines: &'o [LineFacts],
}

/// What an order stores with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineFacts {
    /// Pages of one piece, when they are known.
    pub pages: Option<u32>,
    /// The price of a page in cents.
    pub cents_per_page: u32,
    /// The stored file of the version.
    pub file: Option<Digest>,
    /// The title of the version.
    pub version_title: Option<String>,
}

impl ReadTx<'_> {
    /// The order a person sent under this key of their own.
    pub fn order_with_key(
        &self,
        user: UserKey,
        key: &str,
    ) -> Result<Option<(OrderReceipt, OrderSubmission)>> {
        let found = self.optional(
            &format!("SELECT {COLUMNS} FROM orders o WHERE o.user = ?1 AND o.idempotency_key = ?2"),
            params![user, key],
            |row| {
                let receipt = from_row!(row => OrderReceipt { id, number, date_of_order })?;
                Ok((row.get("key")?, receipt, submission(row)?))
            },
        )?;
        found
            .map(|(key, receipt, mut submission)| {
                submission.orders = self.ordered_items(key)?;
                Ok((receipt, submission))
            })
            .transpose()
    }

    /// Of a person's orders from `since` to `until`, the newest one after skipping `skip`: when it was stored.
    pub fn order_sent_between(
        &self,
        user: UserKey,
        since: jiff::Timestamp,
        until: jiff::Timestamp,
        skip: u32,
    ) -> Result<Option<jiff::Timestamp>> {
        let stored: Option<String> = self.optional_value(
            "SELECT stored FROM orders WHERE user = ?1 AND stored > ?2 AND stored <= ?3 \
             ORDER BY stored DESC LIMIT 1 OFFSET ?4",
            params![user, format!("{since:.3}"), format!("{until:.3}"), skip],
        )?;
        stored
            .map(|text| {
                text.parse().map_err(|e: jiff::Error| Error::internal("reading the time of an order", e))
            })
            .transpose()
    }

    fn ordered_items(&self, order: OrderKey) -> Result<Vec<OrderItem>> {
        Ok(self.order_lines(order)?.into_iter().map(|line| line.item).collect())
    }
}

impl WriteTx<'_> {
    /// Stores an order, and the mail about it if mail is configured. `last_number_on_disk` is the last number
    /// of a year that this data directory gave, if that is known beside the database.
    pub fn add_order(
        &self,
        new: &NewOrder<'_>,
        last_number_on_disk: impl Fn(i64) -> i64,
        mail: bool,
    ) -> Result<OrderReceipt> {
        let (order, date) = (new.order, new.order.day().to_string());
        let number = self.next_order_number(new.order.day(), last_number_on_disk)?;
        let (stored, state) = (now(), OrderState::Received.name());
        insert!(self.db, orders {
            id = new.id, number, user = new.user, idempotency_key = new.key, stored, date_of_order = date,
            date_required = order.date_required, state, first_name = order.first_name,
            last_name = order.last_name, email = order.email, phone_number = order.phone_number,
            department = order.department, mail_stop = order.mail_stop, cost_center = order.cost_center,
            activity = order.activity, cost_category = order.cost_category,
            special_instructions = order.special_instructions
        })?;
        let order_key = OrderKey::new(self.db.last_insert_rowid());
        self.add_lines(order_key, &order.orders, new.lines)?;
        self.add_words(order_key, &number, order)?;
        insert!(self.db, order_events {
            order_key, number = 1, state, at = stored, by_user = new.user, by_name = order.name()
        })?;
        if mail {
            self.add_order_mail(order_key, OrderMailKind::Order, 1)?;
        }
        Ok(OrderReceipt { id: new.id.to_owned(), number, date_of_order: date })
    }

    /// Assigns the next number of the year of this day.
    fn next_order_number(&self, day: Day, last_number_on_disk: impl Fn(i64) -> i64) -> Result<String> {
        let year = i64::from(day.date().year()).rem_euclid(100);
        let sequence: i64 = self.value(
            "INSERT INTO order_numbers (year, last) VALUES (?1, ?2 + 1) \
             ON CONFLICT (year) DO UPDATE SET last = max(last, ?2) + 1 RETURNING last",
            params![year, last_number_on_disk(year)],
        )?;
        Ok(OrderNumber { year, sequence }.to_string())
    }

    fn add_lines(&self, order: OrderKey, items: &[OrderItem], facts: &[LineFacts]) -> Result<()> {
        let tags = self.language_tags()?;
        for (n, item) in items.iter().enumerate() {
            let facts = facts.get(n);
            let file = facts.and_then(|facts| facts.file);
            self.execute(
                "INSERT INTO order_lines (order_key, line, citation, language, item_number, title, readable_id, \
                 url, printing_specs, quantity, pages, cents_a_page, file, file_part, version_title) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, \
                 (SELECT key FROM stored_files WHERE digest = ?13), ?14, ?15)",
                params![
                    order,
                    n + 1,
                    item.id,
                    item.lang,
                    item.item_num,
                    item.title,
                    item.readable_id,
                    // The address of a file is made when it is given out.
                    item.url.as_ref().filter(|_| file.is_none()),
                    item.printing_specs,
                    item.quantity,
                    facts.and_then(|facts| facts.pages),
                    facts.map(|facts| facts.cents_per_page),
                    file.map(|digest| digest.to_string()),
                    file.map(|_| tags.address_part(&item.lang)),
                    facts.and_then(|facts| facts.version_title.as_ref()),
                ],
            )?;
        }
        Ok(())
    }

    /// What the order can be found by.
    fn add_words(&self, key: OrderKey, number: &str, order: &OrderSubmission) -> Result<()> {
        let sequence = number.split_once('-').map_or("", |(_, digits)| digits.trim_start_matches('0'));
        let mut words = format!("{number}\n{sequence}\n{}", order.name());
        for item in &order.orders {
            let item_number = item.item_num.as_deref().unwrap_or_default();
            let digits = item_number.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            // Writing to a String cannot fail.
            let _ = write!(words, "\n{}\n{item_number}\n{digits}", item.title);
        }
        self.run("INSERT INTO order_words (rowid, words) VALUES (?1, ?2)", params![key, words])
    }
}
