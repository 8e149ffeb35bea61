//! An order with all of its data.

use crate::model::category::Category;
use crate::model::day::Day;
use crate::model::error::Result;
use crate::model::files::Digest;
use crate::model::keys::{OrderKey, UserKey};
use crate::model::orders::order::OrderSubmission;
use crate::model::orders::record::{
    LineFile, Order, OrderEvent, OrderLine, OrderMailState, SentQuantity, dollars,
};
use crate::model::orders::state::OrderState;
use crate::model::session::OrderItem;
use crate::store::database::ReadTx;
use crate::store::sql::{from_row, from_text};
use crate::store::stored_files::versions::address_part;
use rusqlite::{Row, params};

/// The columns of an order `o`.
pub(in crate::store) const COLUMNS: &str = "o.key, o.id, o.number, o.user, o.stored, o.date_of_order, o.date_required, \
                                            o.state, o.version, o.ended, o.first_name, o.last_name, o.email, o.phone_number, o.department, o.mail_stop, \
                                            o.cost_center, o.activity, o.cost_category, o.special_instructions";

from_text!(OrderState, OrderState::from_name);

/// What was submitted, without its lines.
pub(in crate::store) fn submission(row: &Row<'_>) -> rusqlite::Result<OrderSubmission> {
    from_row!(row => OrderSubmission {
        first_name, last_name, email, phone_number, department, mail_stop, date_of_order, date_required, cost_center,
        activity, cost_category, special_instructions, orders: Vec::new(),
    })
}

/// The lines of an order with their citations, the files as of submission (`f`) and those of the versions now (`g`).
const LINES: &str = "SELECT l.line, l.citation, l.language, l.item_number, l.title, l.readable_id, l.quantity, l.url, \
                     l.printing_specs, l.sent, coalesce(c.obsolete, 1) AS obsolete, l.pages, l.cents_a_page, f.digest, l.file_part, \
                     g.digest AS digest_now, n.value AS language_now, n.tag AS tag_now, l.version_title \
                     FROM order_lines l LEFT JOIN citations c ON c.id = l.citation LEFT JOIN stored_files f ON f.key = l.file \
                     LEFT JOIN language_versions v ON v.citation = c.key AND v.file IS NOT NULL AND v.language = (\
                     SELECT k.key FROM lookup_values k WHERE k.category = ?2 AND (k.value = l.language OR k.key IN (\
                     SELECT p.language FROM former_address_parts p WHERE p.part = lower(l.language))) \
                     ORDER BY k.value = l.language DESC LIMIT 1) \
                     LEFT JOIN lookup_values n ON n.key = v.language LEFT JOIN stored_files g ON g.key = v.file \
                     WHERE l.order_key = ?1 ORDER BY l.line";

fn line(db: &ReadTx<'_>, row: &Row<'_>) -> rusqlite::Result<(OrderLine, Option<u64>)> {
    let id: String = row.get("citation")?;
    let line_file = |column: &str, part: &str| -> rusqlite::Result<Option<LineFile>> {
        let digest: Option<Digest> = row.get(column)?;
        Ok(digest.map(|digest| LineFile { digest, url: db.file_content_url(&id, part, digest) }))
    };
    let part = row.get::<_, Option<String>>("file_part")?.unwrap_or_default();
    let file = line_file("digest", &part)?;
    let now = match row.get::<_, Option<String>>("language_now")? {
        Some(value) => line_file("digest_now", &address_part(&value, row.get("tag_now")?))?,
        None => None,
    };
    let is_same = file.as_ref().map(|file| file.digest) == now.as_ref().map(|file| file.digest);
    let url = match &file {
        Some(_) => Some(db.file_url(&id, &part)),
        None => row.get("url")?,
    };
    let quantity: i64 = row.get("quantity")?;
    let pages: Option<u32> = row.get("pages")?;
    let price: Option<u64> = row.get("cents_a_page")?;
    let cents = match (u64::try_from(quantity), pages, price) {
        (Ok(quantity), Some(pages), Some(price)) => Some(quantity * u64::from(pages) * price),
        _ => None,
    };
    let line = OrderLine {
        line: row.get("line")?,
        item: OrderItem {
            id,
            item_num: row.get("item_number")?,
            lang: row.get("language")?,
            quantity,
            readable_id: row.get("readable_id")?,
            title: row.get("title")?,
            url,
            printing_specs: row.get("printing_specs")?,
        },
        version_title: row.get("version_title")?,
        file,
        file_now: (!is_same).then_some(now),
        sent: row.get("sent")?,
        obsolete: row.get("obsolete")?,
        pages,
        estimate: cents.map(dollars),
    };
    Ok((line, cents))
}

impl ReadTx<'_> {
    /// The orders of a person, newest first, at most `most`. `today` is the server's day.
    pub fn orders_by_orderer(&self, user: UserKey, today: Day, most: u32) -> Result<Vec<Order>> {
        let sql = format!("{} WHERE o.user = ?1 ORDER BY o.key DESC LIMIT ?2", select());
        let heads = self.list(&sql, params![user, most], |row| head(row, today))?;
        heads.into_iter().map(|(key, _, order)| self.with_lines(key, order)).collect()
    }

    /// The order with this ID or number, and the key of its orderer. `today` is the server's day.
    pub fn order(&self, id: &str, today: Day) -> Result<Option<(UserKey, Order)>> {
        let found =
            self.optional(&format!("{} WHERE o.id = ?1 OR o.number = ?1", select()), [id], |row| {
                head(row, today)
            })?;
        found.map(|(key, user, order)| Ok((user, self.with_lines(key, order)?))).transpose()
    }

    fn with_lines(&self, key: OrderKey, mut order: Order) -> Result<Order> {
        let lines = self.lines(key)?;
        let cents: Vec<u64> = lines.iter().filter_map(|(_, cents)| *cents).collect();
        order.estimate = (!cents.is_empty()).then(|| dollars(cents.iter().sum()));
        order.lines = lines.into_iter().map(|(line, _)| line).collect();
        order.submission.orders = order.lines.iter().map(|line| line.item.clone()).collect();
        order.events = self.order_events(key)?;
        Ok(order)
    }

    /// The lines of an order.
    pub(in crate::store) fn order_lines(&self, order: OrderKey) -> Result<Vec<OrderLine>> {
        Ok(self.lines(order)?.into_iter().map(|(line, _)| line).collect())
    }

    /// The lines of an order, each with its estimate in cents.
    fn lines(&self, order: OrderKey) -> Result<Vec<(OrderLine, Option<u64>)>> {
        self.list(LINES, (order, Category::Languages as i64), |row| line(self, row))
    }

    /// The events of an order, the first one first.
    pub(in crate::store) fn order_events(&self, order: OrderKey) -> Result<Vec<OrderEvent>> {
        let mut events: Vec<OrderEvent> = self.list(
            "SELECT state, at, by_name, note FROM order_events WHERE order_key = ?1 ORDER BY number",
            [order],
            |row| from_row!(row => OrderEvent { state, at, by = "by_name", note, sent: Vec::new() }),
        )?;
        self.each(
            "SELECT event, line, quantity FROM order_deliveries WHERE order_key = ?1 ORDER BY event, line",
            [order],
            |row| {
                let number: usize = row.get("event")?;
                if let Some(event) = number.checked_sub(1).and_then(|n| events.get_mut(n)) {
                    event.sent.push(from_row!(row => SentQuantity { line, quantity })?);
                }
                Ok(true)
            },
        )?;
        Ok(events)
    }
}

fn select() -> String {
    format!(
        "SELECT {COLUMNS}, CASE WHEN x.mailed IS NOT NULL THEN 1 WHEN x.key IS NOT NULL AND x.dropped IS NULL THEN 0 END \
         AS is_mailed FROM orders o LEFT JOIN outbox x ON x.order_key = o.key AND x.kind = 'order'"
    )
}

/// Key of the order, key of its orderer, and the order without lines and events.
fn head(row: &Row<'_>, today: Day) -> rusqlite::Result<(OrderKey, UserKey, Order)> {
    let submission = submission(row)?;
    let order = Order {
        id: row.get("id")?,
        number: row.get("number")?,
        state: row.get("state")?,
        version: row.get("version")?,
        sent: row.get("stored")?,
        mailed: row
            .get::<_, Option<bool>>("is_mailed")?
            .map(|is_mailed| if is_mailed { OrderMailState::Sent } else { OrderMailState::Waiting }),
        late: !row.get::<_, bool>("ended")? && submission.date_required < today.to_string(),
        estimate: None,
        submission,
        lines: Vec::new(),
        events: Vec::new(),
    };
    Ok((row.get("key")?, row.get("user")?, order))
}
