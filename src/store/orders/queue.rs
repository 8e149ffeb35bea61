//! The copy center's list. Its filters and its order are answered from the index `orders_queue`, words from the
//! trigrams of `order_words`; only the orders of the page shown are read themselves.

use crate::model::day::Day;
use crate::model::error::Result;
use crate::model::order_queue::{QUEUE_PAGE, QueueEntry, QueueFilter, QueuePage};
use crate::model::order_record::Order;
use crate::store::database::Reader;
use crate::store::fault::doing;
use rusqlite::types::Value;
use rusqlite::{Row, params_from_iter};

const WHAT: &str = "reading the list of orders";
/// Shorter words have no trigram: they are looked for in the texts.
const TRIGRAM: usize = 3;

/// A condition in SQL with its values.
struct Condition {
    sql: String,
    values: Vec<Value>,
}

impl Condition {
    fn of(filter: &QueueFilter, today: Day) -> Condition {
        let mut condition = Condition { sql: "1".to_owned(), values: Vec::new() };
        if !filter.states.is_empty() {
            let marks = vec!["?"; filter.states.len()].join(", ");
            let names = filter.states.iter().map(|state| Value::from(state.name().to_owned()));
            condition.and(&format!("o.state IN ({marks})"), names);
        }
        if let Some(from) = filter.from {
            condition.and("o.date_of_order >= ?", [from.to_string().into()]);
        }
        if let Some(to) = filter.to {
            condition.and("o.date_of_order <= ?", [to.to_string().into()]);
        }
        if let Some(mail_stop) = &filter.mail_stop {
            condition.and("o.mail_stop = ? COLLATE NOCASE", [mail_stop.clone().into()]);
        }
        if let Some(department) = &filter.department {
            condition.and("o.department = ? COLLATE NOCASE", [department.clone().into()]);
        }
        if filter.late {
            condition.and("o.ended = 0 AND o.date_required < ?", [today.to_string().into()]);
        }
        condition.and_words(&filter.words);
        condition
    }

    fn and(&mut self, sql: &str, values: impl IntoIterator<Item = Value>) {
        self.sql.push_str(" AND ");
        self.sql.push_str(sql);
        self.values.extend(values);
    }

    fn and_words(&mut self, words: &[String]) {
        let (long, short): (Vec<&String>, Vec<&String>) =
            words.iter().partition(|word| word.chars().count() >= TRIGRAM);
        let mut tests = Vec::new();
        let mut values = Vec::new();
        if !long.is_empty() {
            // Quoted, so that no sign in a word is taken for an operator.
            let quoted: Vec<String> =
                long.iter().map(|word| format!("\"{}\"", word.replace('"', "\"\""))).collect();
            tests.push("order_words MATCH ?");
            values.push(Value::from(quoted.join(" AND ")));
        }
        for word in short {
            tests.push(r"words LIKE ? ESCAPE '\'");
            let escaped = word.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
            values.push(format!("%{escaped}%").into());
        }
        if !tests.is_empty() {
            let sql = format!("o.key IN (SELECT rowid FROM order_words WHERE {})", tests.join(" AND "));
            self.and(&sql, values);
        }
    }
}

/// How many orders of a kind fulfil the condition, and where in the list they begin.
struct Part {
    ended: bool,
    order: &'static str,
}

const PARTS: [Part; 2] = [
    Part { ended: false, order: "o.date_required, o.key" },
    Part { ended: true, order: "o.date_required DESC, o.key DESC" },
];

impl Reader<'_> {
    /// The page of the list that begins with order `start`. `today` is the server's day.
    pub fn order_queue(&self, filter: &QueueFilter, today: Day, start: usize) -> Result<QueuePage> {
        let condition = Condition::of(filter, today);
        let mut page = QueuePage::default();
        let (mut skip, mut room) = (start as u64, QUEUE_PAGE as u64);
        for part in PARTS {
            let count = self.count_part(&condition, part.ended)?;
            page.found += count;
            if skip < count && room > 0 {
                let entries = self.entries(&condition, &part, today, skip, room)?;
                room -= (entries.len() as u64).min(room);
                page.orders.extend(entries);
            }
            skip = skip.saturating_sub(count);
        }
        Ok(page)
    }

    /// Every order that fulfils the filter, in the order of the list, a thousand at a time: the keys after which to go on are
    /// the caller's to keep.
    pub fn queued_keys(&self, filter: &QueueFilter, today: Day) -> Result<Vec<i64>> {
        let condition = Condition::of(filter, today);
        let mut keys = Vec::new();
        for part in PARTS {
            let sql = format!(
                "SELECT o.key FROM orders o WHERE o.ended = {} AND {} ORDER BY {}",
                u8::from(part.ended),
                condition.sql,
                part.order
            );
            let mut query = self.db.prepare_cached(&sql).map_err(doing(WHAT))?;
            let rows = query
                .query_map(params_from_iter(&condition.values), |row| row.get::<_, i64>(0))
                .map_err(doing(WHAT))?;
            keys.extend(rows.collect::<rusqlite::Result<Vec<_>>>().map_err(doing(WHAT))?);
        }
        Ok(keys)
    }

    /// The order with this key.
    pub fn order_of(&self, key: i64, today: Day) -> Result<Option<Order>> {
        let id: String = self
            .db
            .prepare_cached("SELECT id FROM orders WHERE key = ?1")
            .and_then(|mut one| one.query_row([key], |row| row.get(0)))
            .map_err(doing(WHAT))?;
        Ok(self.order(&id, today)?.map(|(_, order)| order))
    }

    fn count_part(&self, condition: &Condition, ended: bool) -> Result<u64> {
        let sql = format!(
            "SELECT count(*) FROM orders o WHERE o.ended = {} AND {}",
            u8::from(ended),
            condition.sql
        );
        self.db
            .prepare_cached(&sql)
            .and_then(|mut count| count.query_row(params_from_iter(&condition.values), |row| row.get(0)))
            .map_err(doing(WHAT))
    }

    fn entries(
        &self,
        condition: &Condition,
        part: &Part,
        today: Day,
        skip: u64,
        most: u64,
    ) -> Result<Vec<QueueEntry>> {
        let sql = format!(
            "WITH page AS MATERIALIZED (SELECT o.key FROM orders o WHERE o.ended = {ended} AND {condition} \
             ORDER BY {order} LIMIT {most} OFFSET {skip}) \
             SELECT o.id, o.number, o.state, o.version, o.date_of_order, o.date_required, o.first_name, o.last_name, \
             o.department, o.mail_stop, o.cost_center, o.ended, \
             (SELECT count(*) FROM order_lines l WHERE l.order_key = o.key), \
             (SELECT coalesce(sum(l.quantity), 0) FROM order_lines l WHERE l.order_key = o.key) \
             FROM page p CROSS JOIN orders o ON o.key = p.key ORDER BY {order}",
            ended = u8::from(part.ended),
            condition = condition.sql,
            order = part.order,
        );
        let mut query = self.db.prepare(&sql).map_err(doing(WHAT))?;
        let rows = query
            .query_map(params_from_iter(&condition.values), |row| entry(row, today))
            .map_err(doing(WHAT))?;
        rows.collect::<rusqlite::Result<_>>().map_err(doing(WHAT))
    }
}

fn entry(row: &Row<'_>, today: Day) -> rusqlite::Result<QueueEntry> {
    let date_required: String = row.get(5)?;
    let (first, last): (String, String) = (row.get(6)?, row.get(7)?);
    Ok(QueueEntry {
        id: row.get(0)?,
        number: row.get(1)?,
        state: row.get(2)?,
        version: row.get(3)?,
        date_of_order: row.get(4)?,
        late: !row.get::<_, bool>(11)? && date_required < today.to_string(),
        date_required,
        name: format!("{first} {last}"),
        department: row.get(8)?,
        mail_stop: row.get(9)?,
        cost_center: row.get(10)?,
        lines: row.get(12)?,
        pieces: row.get(13)?,
    })
}
