//! An order with all of its data.

use crate::model::category::Category;
use crate::model::day::Day;
use crate::model::error::Result;
use crate::model::orders::order::OrderSubmission;
use crate::model::orders::record::{
    LineFile, Order, OrderEvent, OrderLine, OrderMailState, SentQuantity, dollars,
};
use crate::model::orders::state::OrderState;
use crate::model::session::OrderItem;
use crate::store::database::ReadTx;
use crate::store::named_files::digest;
use crate::store::sql::doing;
use crate::store::stored_files::versions::address_part;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Row, params};

const WHAT: &str = "reading the orders";

/// The columns of an order `o`.
pub(in crate::store) const COLUMNS: &str = "o.key, o.id, o.number, o.user, o.stored, o.date_of_order, o.date_required, \
                                            o.state, o.version, o.ended, o.first_name, o.last_name, o.email, o.phone_number, o.department, o.mail_stop, \
                                            o.cost_center, o.activity, o.cost_category, o.special_instructions";

impl FromSql for OrderState {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        OrderState::from_name(value.as_str()?).ok_or(FromSqlError::InvalidType)
    }
}

/// What was submitted, without its lines.
pub(in crate::store) fn submission(row: &Row<'_>) -> rusqlite::Result<OrderSubmission> {
    Ok(OrderSubmission {
        first_name: row.get("first_name")?,
        last_name: row.get("last_name")?,
        email: row.get("email")?,
        phone_number: row.get("phone_number")?,
        department: row.get("department")?,
        mail_stop: row.get("mail_stop")?,
        date_of_order: row.get("date_of_order")?,
        date_required: row.get("date_required")?,
        cost_center: row.get("cost_center")?,
        activity: row.get("activity")?,
        cost_category: row.get("cost_category")?,
        special_instructions: row.get("special_instructions")?,
        orders: Vec::new(),
    })
}

/// The lines of an order with their citations, the files as of submission (`f`) and those of the versions now (`g`).
const LINES: &str = "SELECT l.line, l.citation, l.language, l.item_number, l.title, l.readable_id, l.quantity, l.url, \
                     l.printing_specs, l.sent, coalesce(c.obsolete, 1), l.pages, l.cents_a_page, f.digest, l.file_part, g.digest, \
                     n.value, n.tag, l.version_title \
                     FROM order_lines l LEFT JOIN citations c ON c.id = l.citation LEFT JOIN stored_files f ON f.key = l.file \
                     LEFT JOIN language_versions v ON v.citation = c.key AND v.file IS NOT NULL AND v.language = (\
                     SELECT k.key FROM lookup_values k WHERE k.category = ?2 AND (k.value = l.language OR k.key IN (\
                     SELECT p.language FROM former_address_parts p WHERE p.part = lower(l.language))) \
                     ORDER BY k.value = l.language DESC LIMIT 1) \
                     LEFT JOIN lookup_values n ON n.key = v.language LEFT JOIN stored_files g ON g.key = v.file \
                     WHERE l.order_key = ?1 ORDER BY l.line";

fn line(db: &ReadTx<'_>, row: &Row<'_>) -> rusqlite::Result<(OrderLine, Option<u64>)> {
    let id: String = row.get(1)?;
    let line_file = |column: usize, part: &str| -> rusqlite::Result<Option<LineFile>> {
        if row.get_ref(column)?.as_str_or_null()?.is_none() {
            return Ok(None);
        }
        let digest = digest(row, column)?;
        Ok(Some(LineFile { digest, url: db.file_content_url(&id, part, digest) }))
    };
    let part: Option<String> = row.get(14)?;
    let file = line_file(13, part.as_deref().unwrap_or_default())?;
    let now = match row.get::<_, Option<String>>(16)? {
        Some(value) => line_file(15, &address_part(&value, row.get(17)?))?,
        None => None,
    };
    let is_same = file.as_ref().map(|file| file.digest) == now.as_ref().map(|file| file.digest);
    let url = match &file {
        Some(_) => Some(db.file_url(&id, part.as_deref().unwrap_or_default())),
        None => row.get(7)?,
    };
    let quantity: i64 = row.get(6)?;
    let pages: Option<u32> = row.get(11)?;
    let price: Option<u64> = row.get(12)?;
    let cents = match (u64::try_from(quantity), pages, price) {
        (Ok(quantity), Some(pages), Some(price)) => Some(quantity * u64::from(pages) * price),
        _ => None,
    };
    let line = OrderLine {
        line: row.get(0)?,
        item: OrderItem {
            id,
            item_num: row.get(3)?,
            lang: row.get(2)?,
            quantity,
            readable_id: row.get(5)?,
            title: row.get(4)?,
            url,
            printing_specs: row.get(8)?,
        },
        version_title: row.get(18)?,
        file,
        file_now: (!is_same).then_some(now),
        sent: row.get(9)?,
        obsolete: row.get(10)?,
        pages,
        estimate: cents.map(dollars),
    };
    Ok((line, cents))
}

impl ReadTx<'_> {
    /// The orders of a person, newest first, at most `most`. `today` is the server's day.
    pub fn orders_by_orderer(&self, user: i64, today: Day, most: u32) -> Result<Vec<Order>> {
        let sql = format!("{} WHERE o.user = ?1 ORDER BY o.key DESC LIMIT ?2", select());
        let heads = self.list(&sql, params![user, most], |row| head(row, today))?;
        heads.into_iter().map(|(key, _, order)| self.completed(key, order)).collect()
    }

    /// The order with this ID or number, and the key of its orderer. `today` is the server's day.
    pub fn order(&self, id: &str, today: Day) -> Result<Option<(i64, Order)>> {
        let found =
            self.optional(&format!("{} WHERE o.id = ?1 OR o.number = ?1", select()), [id], |row| {
                head(row, today)
            })?;
        found.map(|(key, user, order)| Ok((user, self.completed(key, order)?))).transpose()
    }

    fn completed(&self, key: i64, mut order: Order) -> Result<Order> {
        let lines = self.lines(key)?;
        let cents: Vec<u64> = lines.iter().filter_map(|(_, cents)| *cents).collect();
        order.estimate = (!cents.is_empty()).then(|| dollars(cents.iter().sum()));
        order.lines = lines.into_iter().map(|(line, _)| line).collect();
        order.submission.orders = order.lines.iter().map(|line| line.item.clone()).collect();
        order.events = self.order_events(key)?;
        Ok(order)
    }

    /// The lines of an order.
    pub(in crate::store) fn order_lines(&self, order: i64) -> Result<Vec<OrderLine>> {
        Ok(self.lines(order)?.into_iter().map(|(line, _)| line).collect())
    }

    /// The lines of an order, each with its estimate in cents.
    fn lines(&self, order: i64) -> Result<Vec<(OrderLine, Option<u64>)>> {
        let mut query = self.db.prepare_cached(LINES).map_err(doing(WHAT))?;
        let languages = Category::Languages as i64;
        let rows = query.query_map((order, languages), |row| line(self, row)).map_err(doing(WHAT))?;
        rows.collect::<rusqlite::Result<_>>().map_err(doing(WHAT))
    }

    /// The events of an order, the first one first.
    pub(in crate::store) fn order_events(&self, order: i64) -> Result<Vec<OrderEvent>> {
        let mut query = self
            .db
            .prepare_cached(
                "SELECT state, at, by_name, note FROM order_events WHERE order_key = ?1 ORDER BY number",
            )
            .map_err(doing(WHAT))?;
        let rows = query
            .query_map([order], |row| {
                Ok(OrderEvent {
                    state: row.get(0)?,
                    at: row.get(1)?,
                    by: row.get(2)?,
                    note: row.get(3)?,
                    sent: Vec::new(),
                })
            })
            .map_err(doing(WHAT))?;
        let mut events: Vec<OrderEvent> = rows.collect::<rusqlite::Result<_>>().map_err(doing(WHAT))?;
        let mut query = self
            .db
            .prepare_cached(
                "SELECT event, line, quantity FROM order_deliveries WHERE order_key = ?1 ORDER BY event, line",
            )
            .map_err(doing(WHAT))?;
        let mut rows = query.query([order]).map_err(doing(WHAT))?;
        while let Some(row) = rows.next().map_err(doing(WHAT))? {
            let number: usize = row.get(0).map_err(doing(WHAT))?;
            let sent = SentQuantity {
                line: row.get(1).map_err(doing(WHAT))?,
                quantity: row.get(2).map_err(doing(WHAT))?,
            };
            if let Some(event) = number.checked_sub(1).and_then(|n| events.get_mut(n)) {
                event.sent.push(sent);
            }
        }
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
fn head(row: &Row<'_>, today: Day) -> rusqlite::Result<(i64, i64, Order)> {
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
