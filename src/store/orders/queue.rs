//! The copy center's list of orders, and totals of orders.

use crate::model::day::Day;
use crate::model::error::Result;
use crate::model::keys::OrderKey;
use crate::model::orders::queue::{
    OrderTotal, OrderTotals, QUEUE_PAGE, QueueEntry, QueueFilter, QueuePage, TotalFigures, TotalsBy,
    TotalsFilter,
};
use crate::model::orders::record::{Order, dollars};
use crate::model::text::lower_case;
use crate::store::database::ReadTx;
use crate::store::sql::{from_row, json};
use rusqlite::types::Value;
use rusqlite::{Row, params, params_from_iter};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Up to this many matching orders are looked up one at a time; with more, the list is read in its order.
const MAX_SINGLE_LOOKUPS: usize = 1_000;

/// Where the list is read, with the values of its SQL.
struct Source {
    /// What stands after FROM, the condition included.
    sql: String,
    values: Vec<Value>,
    /// Keys of the orders that contain the words, ascending, if the SQL does not filter by them.
    hits: Option<Vec<OrderKey>>,
    /// Whether the SQL lets every order through.
    is_all: bool,
}

/// A part of the list, each in an order of its own.
struct Part {
    ended: bool,
    order: &'static str,
}

const PARTS: [Part; 2] = [
    Part { ended: false, order: "o.date_required, o.key" },
    Part { ended: true, order: "o.date_required DESC, o.key DESC" },
];

/// The parts of the list in which the filter may find something.
fn filter_parts(filter: &QueueFilter) -> impl Iterator<Item = Part> {
    let has = |part: &Part| {
        (filter.states.is_empty() || filter.states.iter().any(|state| state.has_ended() == part.ended))
            && !(filter.late && part.ended)
    };
    PARTS.into_iter().filter(has)
}

impl Source {
    fn new(db: &ReadTx<'_>, filter: &QueueFilter, today: Day, hits: Option<Vec<OrderKey>>) -> Result<Source> {
        let mut conditions: Vec<String> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        let mut from = "orders o";
        let hits = match hits {
            Some(few) if few.len() <= MAX_SINGLE_LOOKUPS => {
                from = "json_each(?) h CROSS JOIN orders o ON o.key = h.value";
                values.push(json(&few)?.into());
                None
            }
            hits => hits,
        };
        let mut and = |sql: &str, value: Value| {
            conditions.push(sql.to_owned());
            values.push(value);
        };
        if !filter.states.is_empty() {
            let names: Vec<&str> = filter.states.iter().map(|state| state.name()).collect();
            and(
                "o.state IN (SELECT value FROM json_each(?))",
                format!("[\"{}\"]", names.join("\",\"")).into(),
            );
        }
        if let Some(from) = filter.from {
            and("o.date_of_order >= ?", from.to_string().into());
        }
        if let Some(to) = filter.to {
            and("o.date_of_order <= ?", to.to_string().into());
        }
        for (column, text) in [("mail_stop", &filter.mail_stop), ("department", &filter.department)] {
            match text {
                Some(text) if text.is_ascii() => {
                    and(&format!("o.{column} = ? COLLATE NOCASE"), text.clone().into());
                }
                Some(text) => {
                    let spellings = db.spellings(column, text)?;
                    and(&format!("o.{column} IN (SELECT value FROM json_each(?))"), spellings.into());
                }
                None => {}
            }
        }
        if filter.late {
            and("o.ended = 0 AND o.date_required < ?", today.to_string().into());
        }
        let is_all = conditions.is_empty();
        conditions.push("o.ended = ?".to_owned());
        Ok(Source { sql: format!("{from} WHERE {}", conditions.join(" AND ")), values, hits, is_all })
    }

    /// The values, that of the part included.
    fn values(&self, part: &Part) -> impl Iterator<Item = Value> {
        self.values.iter().cloned().chain([Value::from(part.ended)])
    }
}

impl ReadTx<'_> {
    /// The page of the list that begins with order `start`. `today` is the server's day.
    pub fn order_queue(&self, filter: &QueueFilter, today: Day, start: usize) -> Result<QueuePage> {
        let source = Source::new(self, filter, today, self.orders_with(&filter.words)?)?;
        let mut page = QueuePage::default();
        let (mut skip, mut keys) = (start, Vec::new());
        for part in filter_parts(filter) {
            let room = QUEUE_PAGE - keys.len();
            let (count, of_part) = match &source.hits {
                None => self.part(&source, &part, skip, room)?,
                Some(hits) => self.part_in_hits(&source, hits, &part, page.found, skip, room)?,
            };
            page.found += count as u64;
            keys.extend(of_part);
            skip = skip.saturating_sub(count);
        }
        for key in keys {
            page.orders.extend(self.queue_entry(key, today)?);
        }
        Ok(page)
    }

    /// The number of orders that match a filter without words.
    pub fn count_orders(&self, filter: &QueueFilter, today: Day) -> Result<u64> {
        let source = Source::new(self, filter, today, None)?;
        let counts = filter_parts(filter).map(|part| Ok(self.part(&source, &part, 0, 0)?.0 as u64));
        counts.sum()
    }

    /// Keys of all orders that fulfil the filter, in the order of the list.
    pub fn queued_keys(&self, filter: &QueueFilter, today: Day) -> Result<Vec<OrderKey>> {
        let source = Source::new(self, filter, today, self.orders_with(&filter.words)?)?;
        let mut keys = Vec::new();
        for part in filter_parts(filter) {
            self.each_key(&source, &part, |key| {
                if source.hits.as_ref().is_none_or(|hits| hits.binary_search(&key).is_ok()) {
                    keys.push(key);
                }
                true
            })?;
        }
        Ok(keys)
    }

    /// The order with this key.
    pub fn order_by_key(&self, key: OrderKey, today: Day) -> Result<Option<Order>> {
        let id: Option<String> = self.optional_value("SELECT id FROM orders WHERE key = ?1", [key])?;
        Ok(id.map(|id| self.order(&id, today)).transpose()?.flatten().map(|(_, order)| order))
    }

    /// Keys of the orders that hold every one of these words, ascending; `None` without words.
    fn orders_with(&self, words: &[String]) -> Result<Option<Vec<OrderKey>>> {
        if words.is_empty() {
            return Ok(None);
        }
        // Quoted, so that no character in a word is taken for an operator; the star matches prefixes. SQLite would end the
        // expression at a NUL.
        let quoted: Vec<String> = words
            .iter()
            .filter(|word| word.contains(char::is_alphanumeric))
            .map(|word| format!("\"{}\" *", word.replace(['"', '\0'], " ")))
            .collect();
        if quoted.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let sql = "SELECT rowid FROM order_words WHERE order_words MATCH ?1 ORDER BY rowid";
        self.values(sql, [quoted.join(" AND ")]).map(Some)
    }

    /// The spellings of a text in a column of the orders, as a JSON list. SQLite ignores the case of ASCII letters alone, so
    /// they are compared here.
    fn spellings(&self, column: &str, text: &str) -> Result<String> {
        let sql = format!("SELECT DISTINCT {column} FROM orders");
        let mut spellings: Vec<String> = self.values(&sql, [])?;
        let text = lower_case(text);
        spellings.retain(|spelling| lower_case(spelling) == text);
        json(&spellings)
    }

    /// How many orders a part has, and the keys of those that are shown.
    fn part(&self, source: &Source, part: &Part, skip: usize, room: usize) -> Result<(usize, Vec<OrderKey>)> {
        let count: usize = self
            .value(&format!("SELECT count(*) FROM {}", source.sql), params_from_iter(source.values(part)))?;
        if skip >= count || room == 0 {
            return Ok((count, Vec::new()));
        }
        let sql =
            format!("SELECT o.key FROM {} ORDER BY {} LIMIT {room} OFFSET {skip}", source.sql, part.order);
        let keys = self.values(&sql, params_from_iter(source.values(part)))?;
        Ok((count, keys))
    }

    /// [`Self::part`] among many orders that contain the words. `before` is the number in the parts before.
    fn part_in_hits(
        &self,
        source: &Source,
        hits: &[OrderKey],
        part: &Part,
        before: u64,
        skip: usize,
        room: usize,
    ) -> Result<(usize, Vec<OrderKey>)> {
        // What is not in the first part is in the second one, unless the filter has more than words.
        let known = (source.is_all && part.ended)
            .then(|| hits.len().saturating_sub(usize::try_from(before).unwrap_or(usize::MAX)));
        let (mut count, mut keys) = (0, Vec::new());
        self.each_key(source, part, |key| {
            if hits.binary_search(&key).is_ok() {
                if count >= skip && keys.len() < room {
                    keys.push(key);
                }
                count += 1;
            }
            known.is_none() || keys.len() < room
        })?;
        Ok((known.unwrap_or(count), keys))
    }

    /// Passes the keys of a part to `each`, in their order, until it says `false`.
    fn each_key(&self, source: &Source, part: &Part, mut each: impl FnMut(OrderKey) -> bool) -> Result<()> {
        let sql = format!("SELECT o.key FROM {} ORDER BY {}", source.sql, part.order);
        self.each(&sql, params_from_iter(source.values(part)), |row| Ok(each(row.get(0)?)))
    }

    fn queue_entry(&self, key: OrderKey, today: Day) -> Result<Option<QueueEntry>> {
        self.optional(
            "SELECT id, number, state, version, date_of_order, date_required, first_name, last_name, \
             department, \
             mail_stop, cost_center, ended, (SELECT count(*) FROM order_lines WHERE order_key = key) AS lines, \
             (SELECT coalesce(sum(quantity), 0) FROM order_lines WHERE order_key = key) AS pieces \
             FROM orders WHERE key = ?1",
            [key],
            |row| entry(row, today),
        )
    }

    /// Every sum of the orders of a time.
    pub fn order_totals(&self, filter: &TotalsFilter) -> Result<OrderTotals> {
        let (from, to) = (filter.from.map(|day| day.to_string()), filter.to.map(|day| day.to_string()));
        let columns = match filter.by {
            TotalsBy::CostCenter => {
                "o.cost_center AS compared, o.cost_center AS value, NULL AS title, NULL AS lang"
            }
            TotalsBy::Department => {
                "o.department AS compared, o.department AS value, NULL AS title, NULL AS lang"
            }
            TotalsBy::Month => {
                "substr(o.date_of_order, 1, 7) AS compared, substr(o.date_of_order, 1, 7) AS value, \
                 NULL AS title, NULL AS lang"
            }
            TotalsBy::Item => {
                "coalesce(l.item_number, l.title) AS compared, coalesce(l.item_number, '') AS value, l.title, \
                 l.language AS lang"
            }
        };
        let mut groups: HashMap<(String, Option<String>), Group> = HashMap::new();
        let mut sum = Sum::default();
        self.each(&format!("SELECT {COUNTED}, {columns} FROM {LINES}"), params![from, to], |row| {
            add_line(row, &mut groups, &mut sum)?;
            Ok(true)
        })?;
        let mut groups: Vec<Group> = groups.into_values().collect();
        groups.sort_by(|a, b| (&a.value, &a.title, &a.lang).cmp(&(&b.value, &b.title, &b.lang)));
        if filter.by != TotalsBy::Month {
            groups.sort_by_key(|group| Reverse((group.sum.cents, group.sum.pieces)));
        }
        let totals: Vec<OrderTotal> = groups
            .into_iter()
            .map(|Group { value, title, lang, sum }| OrderTotal {
                value,
                title,
                lang,
                figures: sum.figures(),
            })
            .collect();
        Ok(OrderTotals { found: totals.len() as u64, totals, sum: sum.figures() })
    }
}

fn entry(row: &Row<'_>, today: Day) -> rusqlite::Result<QueueEntry> {
    let (first, last): (String, String) = (row.get("first_name")?, row.get("last_name")?);
    let date_required: String = row.get("date_required")?;
    from_row!(row => QueueEntry {
        id, number, state, version, date_of_order,
        late: !row.get::<_, bool>("ended")? && date_required < today.to_string(),
        date_required: date_required, name: format!("{first} {last}"), department, mail_stop, cost_center, lines, pieces,
    })
}

/// What is counted of a line: all that was ordered, of a cancelled order what was sent before.
const COUNTED: &str =
    "o.key AS \"order\", iif(o.state = 'cancelled', l.sent, l.quantity) AS pieces, l.pages, l.cents_a_page";

/// The lines that are counted, those of an order together.
const LINES: &str = "orders o JOIN order_lines l ON l.order_key = o.key \
                     WHERE (?1 IS NULL OR o.date_of_order >= ?1) AND (?2 IS NULL OR o.date_of_order <= ?2) \
                     AND (o.state <> 'cancelled' OR l.sent > 0) ORDER BY o.key";

/// What the totals need of a line of an order.
struct Line {
    order: OrderKey,
    pieces: u64,
    pages: Option<u64>,
    cents_a_page: Option<u64>,
}

/// What was counted of some lines.
#[derive(Default)]
struct Sum {
    last_order: Option<OrderKey>,
    orders: u64,
    pieces: u64,
    pages: u64,
    cents: u64,
    pieces_without_pages: u64,
}

impl Sum {
    /// Adds a line, after all those of orders before.
    fn add(&mut self, line: &Line) {
        if self.last_order.replace(line.order) != Some(line.order) {
            self.orders += 1;
        }
        self.pieces += line.pieces;
        match line.pages {
            Some(pages) => {
                self.pages += line.pieces * pages;
                self.cents += line.pieces * pages * line.cents_a_page.unwrap_or(0);
            }
            None => self.pieces_without_pages += line.pieces,
        }
    }

    fn figures(&self) -> TotalFigures {
        TotalFigures {
            orders: self.orders,
            pieces: self.pieces,
            pages: self.pages,
            estimate: dollars(self.cents),
            pieces_without_pages: self.pieces_without_pages,
        }
    }
}

/// The lines of one value, spelled as in the latest order.
#[derive(Default)]
struct Group {
    value: String,
    title: Option<String>,
    lang: Option<String>,
    sum: Sum,
}

/// Adds a line to its group and to the sum of all.
fn add_line(
    row: &Row<'_>,
    groups: &mut HashMap<(String, Option<String>), Group>,
    sum: &mut Sum,
) -> rusqlite::Result<()> {
    let line = from_row!(row => Line { order, pieces, pages, cents_a_page })?;
    sum.add(&line);
    let (compared, lang): (String, Option<String>) = (row.get("compared")?, row.get("lang")?);
    let group = groups.entry((lower_case(&compared), lang.clone())).or_default();
    group.sum.add(&line);
    (group.value, group.title, group.lang) = (row.get("value")?, row.get("title")?, lang);
    Ok(())
}
