//! The columns of a table, and how their dates are read: the order of day and month is decided for each as a whole.

use crate::domain::import_export::tables::targets::Target;
use crate::model::day::DateLimit;
use crate::model::day::Day;
use crate::model::table_import::DateOrder;
use crate::table::cells::{Calendar, Cell, CellValue, Sheet, column_letter};
use crate::table::dates::{
    self, ColumnOrder, Precision, Reading, column_order, exchange_day_and_month, read_date,
};
use jiff::ToSpan;
use jiff::civil::Date;

/// Typed dates that a notice names.
const NAMED_DATES: usize = 20;

/// A column of the sheet.
#[derive(Debug, Clone)]
pub struct Column {
    /// From 0.
    pub index: u32,
    /// With a language that is merged above it.
    pub header: String,
    /// What it holds; `None` if it is not imported.
    pub target: Option<Target>,
    pub lang: Option<String>,
    /// How its dates are read; `None` if it holds none.
    pub dates: Option<DateColumn>,
    /// The order that a person has chosen.
    pub chosen_dates: Option<DateOrder>,
    pub split: Option<String>,
    pub reason: String,
    /// Whether it is computed in our exports, so that a changed cell is named.
    pub is_computed: bool,
}

impl Column {
    /// Its letter.
    pub fn letter(&self) -> String {
        column_letter(self.index)
    }

    /// How messages name it: its header, or its letter where it has none.
    pub fn name(&self) -> String {
        if self.header.is_empty() {
            format!("column {}", self.letter())
        } else {
            format!("'{}'", self.header)
        }
    }

    /// The version field that it holds, or the field.
    pub fn holds(&self) -> Option<(Target, Option<&str>)> {
        self.target.map(|target| (target, self.lang.as_deref()))
    }
}

/// How the dates of a column are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateColumn {
    pub order: Option<DateOrder>,
    /// Whether cells need an order that nothing decides.
    pub is_undecided: bool,
    /// Whether cells prove different orders.
    pub is_contradictory: bool,
    pub calendar: Calendar,
    /// The last day that the field takes.
    pub latest: Date,
}

/// A day that a cell holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadDay {
    pub day: Day,
    pub notice: Option<String>,
}

fn latest(target: Target, today: Day) -> Date {
    let limit = match target {
        Target::Field(field) => field.date_limit().unwrap_or(DateLimit::PUBLICATION),
        _ => DateLimit::REVISION,
    };
    let today = today.date();
    today.checked_add(i32::from(limit.years_ahead).years()).unwrap_or(today)
}

fn table_order(order: DateOrder) -> dates::DateOrder {
    match order {
        DateOrder::Us => dates::DateOrder::MonthFirst,
        DateOrder::DayFirst => dates::DateOrder::DayFirst,
    }
}

fn order_from_table(order: dates::DateOrder) -> DateOrder {
    match order {
        dates::DateOrder::MonthFirst => DateOrder::Us,
        dates::DateOrder::DayFirst => DateOrder::DayFirst,
    }
}

/// Decides the columns of dates: by a person's choice, else by their cells, else by the other columns. Returns notices.
pub fn decide_dates(
    columns: &mut [Column],
    sheet: &Sheet,
    rows: &[usize],
    calendar: Calendar,
    today: Day,
) -> Vec<String> {
    let mut notices = Vec::new();
    let mut orders = Vec::new();
    for column in columns.iter_mut() {
        column.dates = None;
        let Some(target) = column.target.filter(|target| target.is_date()) else { continue };
        let latest = latest(target, today);
        let cells = || rows.iter().map(|row| sheet.rows[*row].cell(column.index));
        let readings: Vec<Reading> =
            cells().filter_map(|cell| read_date(&cell.value, calendar, latest).ok().flatten()).collect();
        let found = match column.chosen_dates {
            Some(order) => ColumnOrder::Decided(table_order(order)),
            None => column_order(&readings),
        };
        let order = match found {
            ColumnOrder::Decided(order) => Some(order_from_table(order)),
            _ => None,
        };
        orders.extend(order);
        column.dates = Some(DateColumn {
            order,
            is_undecided: found == ColumnOrder::Undecided,
            is_contradictory: found == ColumnOrder::Contradictory,
            calendar,
            latest,
        });
        let has_texts = readings.iter().any(|reading| matches!(reading, Reading::Ordered { .. }));
        notices.extend(exchange_notice(column, sheet, rows).filter(|_| has_texts));
    }
    if let Some(order) = orders.first().copied().filter(|first| orders.iter().all(|order| order == first)) {
        let undecided = columns.iter_mut().filter_map(|column| column.dates.as_mut());
        for dates in undecided.filter(|dates| dates.is_undecided) {
            dates.order = Some(order);
            dates.is_undecided = false;
        }
    }
    for column in columns.iter_mut().filter(|column| column.dates.is_some_and(|dates| dates.is_undecided)) {
        column.reason = "Whether day or month comes first has to be chosen.".into();
    }
    notices
}

/// Typed dates beside texts: a program of another country may have exchanged day and month of them.
fn exchange_notice(column: &Column, sheet: &Sheet, rows: &[usize]) -> Option<String> {
    let mut named = Vec::new();
    for row in rows.iter().map(|row| &sheet.rows[*row]) {
        // A year that was typed into a column of dates is none.
        if let CellValue::Date { day, serial } = row.cell(column.index).value
            && !(1900..=2100).contains(&serial)
            && let Some(other) = exchange_day_and_month(day)
        {
            named.push(format!("row {} is {day} or {other}", row.number));
        }
    }
    let more = named.len().saturating_sub(NAMED_DATES);
    named.truncate(NAMED_DATES);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    (!named.is_empty()).then(|| {
        format!(
            "{}: the spreadsheet program may have exchanged day and month: {}{more}.",
            column.name(),
            named.join(", ")
        )
    })
}

impl DateColumn {
    /// The day of a cell; `None` for an empty one.
    pub fn read(&self, cell: &Cell) -> Result<Option<ReadDay>, String> {
        let text = super::cells::text(cell)?;
        if text.is_empty() {
            return Ok(None);
        }
        let Some(reading) =
            read_date(&cell.value, self.calendar, self.latest).map_err(|why| format!("{why}."))?
        else {
            return Ok(None);
        };
        let Some(day) = reading.day(self.order.map(table_order)) else {
            return Err(match (self.is_contradictory, self.order) {
                (true, _) => format!(
                    "'{text}': the dates of this column contradict each other: some have the month first, some the day."
                ),
                (false, None) => {
                    format!("'{text}': whether day or month comes first has to be chosen for this column.")
                }
                (false, Some(DateOrder::Us)) => {
                    format!("'{text}' is not a date with the month first, as the others of this column are.")
                }
                (false, Some(DateOrder::DayFirst)) => {
                    format!("'{text}' is not a date with the day first, as the others of this column are.")
                }
            });
        };
        let notice = match reading {
            Reading::Fixed { precision: Precision::Month, .. } => {
                Some(format!("Only a month is given: {day} is taken."))
            }
            Reading::Fixed { precision: Precision::Year, .. } => {
                Some(format!("Only a year is given: {day} is taken."))
            }
            _ => None,
        };
        Ok(Some(ReadDay { day: Day::from(day), notice }))
    }
}
