//! Days as people write them in tables, and the rule that decides for a whole column which number is the month.

use crate::table::cells::{Calendar, CellValue};
use jiff::Span;
use jiff::civil::{Date, date};

/// Which number of `03/04/2021` comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    /// As in the United States.
    MonthFirst,
    DayFirst,
}

impl DateOrder {
    /// `us` or `day-first`.
    pub fn name(self) -> &'static str {
        match self {
            DateOrder::MonthFirst => "us",
            DateOrder::DayFirst => "day-first",
        }
    }

    pub fn parse(name: &str) -> Option<DateOrder> {
        [DateOrder::MonthFirst, DateOrder::DayFirst].into_iter().find(|order| order.name() == name)
    }
}

/// What of a day was written; the rest is the first day of it, which a person should know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    Day,
    Month,
    Year,
}

/// What a cell means as a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// The same day in either order.
    Fixed { day: Date, precision: Precision },
    /// Different days, or a day in one order only; at least one is set.
    Ordered { month_first: Option<Date>, day_first: Option<Date> },
}

impl Reading {
    /// The day, if numbers are read in this order; `None` where the cell has no such reading, or needs an order.
    pub fn day(&self, order: Option<DateOrder>) -> Option<Date> {
        match (self, order) {
            (Reading::Fixed { day, .. }, _) => Some(*day),
            (Reading::Ordered { month_first, .. }, Some(DateOrder::MonthFirst)) => *month_first,
            (Reading::Ordered { day_first, .. }, Some(DateOrder::DayFirst)) => *day_first,
            (Reading::Ordered { .. }, None) => None,
        }
    }

    /// The order that the cell proves.
    fn proof(&self) -> Option<DateOrder> {
        match self {
            Reading::Ordered { month_first: Some(_), day_first: None } => Some(DateOrder::MonthFirst),
            Reading::Ordered { month_first: None, day_first: Some(_) } => Some(DateOrder::DayFirst),
            _ => None,
        }
    }
}

/// What the cells of a column say about its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnOrder {
    /// No cell needs an order.
    NotNeeded,
    Decided(DateOrder),
    /// Every cell that needs an order has a reading in both: the file's other columns decide, else a person.
    Undecided,
    /// Two cells prove different orders: every cell that needs an order is bad.
    Contradictory,
}

/// Decides the order of a column by all of its cells that could be read.
pub fn column_order<'r>(readings: impl IntoIterator<Item = &'r Reading>) -> ColumnOrder {
    let mut order = ColumnOrder::NotNeeded;
    for reading in readings {
        let Reading::Ordered { .. } = reading else { continue };
        order = match (order, reading.proof()) {
            (ColumnOrder::NotNeeded, None) => ColumnOrder::Undecided,
            (decided, None) => decided,
            (ColumnOrder::NotNeeded | ColumnOrder::Undecided, Some(proof)) => ColumnOrder::Decided(proof),
            (ColumnOrder::Decided(known), Some(proof)) if known == proof => order,
            _ => return ColumnOrder::Contradictory,
        };
    }
    order
}

/// The day that was meant if a spreadsheet program of another country took the day for the month.
pub fn exchange_day_and_month(day: Date) -> Option<Date> {
    (day.day() <= 12 && day.day() != day.month())
        .then(|| Date::new(day.year(), day.day(), day.month()).ok())?
}

/// The day that a number stands for.
pub fn day_of_serial(serial: i64, calendar: Calendar) -> Option<Date> {
    let (day_0, serial) = match calendar {
        Calendar::From1904 => (date(1904, 1, 1), serial),
        // Serial 60 is 29 February 1900, which did not exist.
        Calendar::From1900 if serial < 60 => (date(1899, 12, 31), serial),
        Calendar::From1900 if serial > 60 => (date(1899, 12, 30), serial),
        Calendar::From1900 => return None,
    };
    let days = Span::new().try_days(serial).ok().filter(|_| serial >= 0)?;
    day_0.checked_add(days).ok()
}

/// The number that stands for a day.
pub fn serial_of_day(day: Date, calendar: Calendar) -> i64 {
    let days_since = |day_0: Date| i64::from((day - day_0).get_days());
    match calendar {
        Calendar::From1904 => days_since(date(1904, 1, 1)),
        // There is a 29 February 1900 after day 59.
        Calendar::From1900 => days_since(date(1899, 12, 31)) + i64::from(day >= date(1900, 3, 1)),
    }
}

/// Reads a cell as a day; `None` if it is empty, an error if it is none. Years of two digits are the latest for which
/// the day is not after `latest`.
pub fn read_date(value: &CellValue, calendar: Calendar, latest: Date) -> Result<Option<Reading>, String> {
    let reading = match value {
        CellValue::Empty => return Ok(None),
        CellValue::Bad(why) => return Err(why.clone()),
        // A year in a cell that shows dates.
        CellValue::Date { serial, .. } if is_year(*serial) => year(*serial),
        CellValue::Date { day, .. } => fixed(Some(*day)),
        CellValue::Number { plain, .. } => number(plain, calendar),
        CellValue::Flag(_) => None,
        CellValue::Text(text) => written(text, calendar, latest),
    };
    match reading {
        Some(reading) => Ok(Some(reading)),
        None => Err(format!("'{}' is not a date", shorten(&value.text()))),
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(60).collect()
}

fn is_year(number: i64) -> bool {
    (1900..=2100).contains(&number)
}

fn year(number: i64) -> Option<Reading> {
    let day = Date::new(i16::try_from(number).ok()?, 1, 1).ok()?;
    Some(Reading::Fixed { day, precision: Precision::Year })
}

fn month(year: i64, month: i64) -> Option<Reading> {
    Some(Reading::Fixed { day: day(year, month, 1)?, precision: Precision::Month })
}

fn fixed(day: Option<Date>) -> Option<Reading> {
    Some(Reading::Fixed { day: day?, precision: Precision::Day })
}

/// A year of four digits, a month and a day.
fn day(year: i64, month: i64, day: i64) -> Option<Date> {
    let year = i16::try_from(year).ok().filter(|year| *year >= 1000)?;
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// A number without separators: a year, a serial, or `20210403`.
fn number(digits: &str, calendar: Calendar) -> Option<Reading> {
    let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_digits =
        |text: &str| !text.is_empty() && text.len() < 12 && text.bytes().all(|b| b.is_ascii_digit());
    if !is_digits(whole) || !part.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: i64 = whole.parse().ok()?;
    let is_whole = part.bytes().all(|b| b == b'0');
    if is_year(number) && is_whole {
        return year(number);
    }
    if is_whole && whole.len() == 8 && is_year(number / 10_000) {
        return fixed(day(number / 10_000, number / 100 % 100, number % 100));
    }
    // Smaller numbers are counts, not days of 1900 to 1905.
    fixed((number > 2100).then(|| day_of_serial(number, calendar))?)
}

/// A piece of a written date.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Piece {
    Number { value: i64, digits: usize },
    Month(i64),
}

fn written(text: &str, calendar: Calendar, latest: Date) -> Option<Reading> {
    let text = text.to_lowercase().replace(['–', '‑', '−'], "-");
    let text = without_time(text.trim())?;
    if text.bytes().all(|b| b.is_ascii_digit() || b == b'.') && text.matches('.').count() <= 1 {
        let is_month_and_year = text.split_once('.').is_some_and(|(_, year)| year.len() == 4);
        if !is_month_and_year {
            return number(text, calendar);
        }
    }
    if text.chars().any(char::is_alphabetic) {
        return parse_named(text, latest);
    }
    let separator = text.chars().find(|c| matches!(c, '/' | '-' | '.'))?;
    let numbers: Vec<Piece> =
        text.split(separator).map(|part| number_piece(part.trim())).collect::<Option<_>>()?;
    match numbers[..] {
        [
            Piece::Number { value: y, digits: 4 },
            Piece::Number { value: m, digits: 1 | 2 },
            Piece::Number { value: d, digits: 1 | 2 },
        ] => fixed(day(y, m, d)),
        [
            Piece::Number { value: a, digits: 1 | 2 },
            Piece::Number { value: b, digits: 1 | 2 },
            y @ Piece::Number { digits: 2 | 4, .. },
        ] => {
            let (month_first, day_first) = (full_day(y, a, b, latest), full_day(y, b, a, latest));
            if month_first == day_first {
                return fixed(month_first);
            }
            Some(Reading::Ordered { month_first, day_first })
        }
        [Piece::Number { value: y, digits: 4 }, Piece::Number { value: m, digits: 1 | 2 }]
        | [Piece::Number { value: m, digits: 1 | 2 }, Piece::Number { value: y, digits: 4 }] => month(y, m),
        _ => None,
    }
}

fn number_piece(text: &str) -> Option<Piece> {
    let is_number = !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| Some(Piece::Number { value: text.parse().ok()?, digits: text.len() }))?
}

/// A day whose year may have two digits.
fn full_day(year: Piece, month: i64, day_of_month: i64, latest: Date) -> Option<Date> {
    let Piece::Number { value, digits } = year else { return None };
    if digits == 4 {
        return day(value, month, day_of_month);
    }
    let century = i64::from(latest.year()) / 100;
    // 29 February is not in every century.
    (century - 4..=century + 1)
        .rev()
        .filter_map(|century| day(century * 100 + value, month, day_of_month))
        .find(|day| *day <= latest)
}

/// A date with the name of a month, in English or Spanish.
fn parse_named(text: &str, latest: Date) -> Option<Reading> {
    let pieces = named_pieces(text)?;
    let is_short = |piece: &Piece| matches!(piece, Piece::Number { digits: 1 | 2, .. });
    let value = |piece: &Piece| match piece {
        Piece::Number { value, .. } | Piece::Month(value) => *value,
    };
    match &pieces[..] {
        [y @ Piece::Number { digits: 4, .. }, Piece::Month(m), d] if is_short(d) => {
            fixed(day(value(y), *m, value(d)))
        }
        [d, Piece::Month(m), y @ Piece::Number { digits: 2 | 4, .. }]
        | [Piece::Month(m), d, y @ Piece::Number { digits: 2 | 4, .. }]
            if is_short(d) =>
        {
            fixed(full_day(*y, *m, value(d), latest))
        }
        [Piece::Month(m), y @ Piece::Number { digits: 4, .. }]
        | [y @ Piece::Number { digits: 4, .. }, Piece::Month(m)] => month(value(y), *m),
        // `Mar-21`, as programs show a month; `March 21` may be a day of any year.
        [Piece::Month(m), y @ Piece::Number { digits: 2, .. }] if text.contains(['-', '/', '\'', '’']) => {
            let first = full_day(*y, *m, 1, latest)?;
            Some(Reading::Fixed { day: first, precision: Precision::Month })
        }
        _ => None,
    }
}

/// Numbers and months of a text in which no other words are than those that dates have.
fn named_pieces(text: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_kind: fn(char) -> bool = match first {
            c if c.is_ascii_digit() => |c| c.is_ascii_digit(),
            'º' | '°' | 'ª' | ' ' | ',' | '.' | '/' | '-' | '\'' | '’' => {
                rest = &rest[first.len_utf8()..];
                continue;
            }
            c if c.is_alphabetic() => char::is_alphabetic,
            _ => return None,
        };
        let end = rest.find(|c| !is_kind(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        if first.is_ascii_digit() {
            pieces.push(number_piece(word)?);
        } else if let Some(month) = month_by_name(word) {
            pieces.push(Piece::Month(month));
        } else if !is_filler(word, &pieces) {
            return None;
        }
    }
    Some(pieces)
}

/// English and Spanish names; three letters of each, `sept` and `set` are abbreviations.
const MONTHS: [(&str, &str); 12] = [
    ("january", "enero"),
    ("february", "febrero"),
    ("march", "marzo"),
    ("april", "abril"),
    ("may", "mayo"),
    ("june", "junio"),
    ("july", "julio"),
    ("august", "agosto"),
    ("september", "septiembre"),
    ("october", "octubre"),
    ("november", "noviembre"),
    ("december", "diciembre"),
];

fn month_by_name(word: &str) -> Option<i64> {
    if matches!(word, "sept" | "set" | "setiembre") {
        return Some(9);
    }
    let is_name = |name: &str| word == name || word == &name[..3];
    let found = MONTHS.iter().position(|(english, spanish)| is_name(english) || is_name(spanish))?;
    Some(found as i64 + 1)
}

/// Days of the week, `de`, and the endings of ordinal numbers.
fn is_filler(word: &str, before: &[Piece]) -> bool {
    const WEEKDAYS: [&str; 14] = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "lunes",
        "martes",
        "miércoles",
        "jueves",
        "viernes",
        "sábado",
        "domingo",
    ];
    let is_weekday = |name: &&str| word == *name || name.chars().take(3).eq(word.chars());
    match word {
        "de" | "del" | "of" | "the" | "el" => true,
        "st" | "nd" | "rd" | "th" | "er" | "ro" | "o" => matches!(before.last(), Some(Piece::Number { .. })),
        _ => before.is_empty() && WEEKDAYS.iter().any(is_weekday),
    }
}

/// A date without the time of day that follows it.
fn without_time(text: &str) -> Option<&str> {
    let Some(colon) = text.find(':') else { return Some(text) };
    let hours = text[..colon].bytes().rev().take_while(u8::is_ascii_digit).count();
    let (day, time) = text.split_at(colon - hours);
    let is_time = (1..=2).contains(&hours)
        && time
            .split(|c: char| !c.is_alphabetic())
            .all(|word| matches!(word, "" | "a" | "p" | "m" | "am" | "pm" | "z" | "t" | "utc" | "gmt"))
        && time.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ':' | '.' | ' ' | '+' | '-'));
    let day = day.trim_end_matches([' ', ',', 't']);
    (is_time && !day.is_empty()).then_some(day)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// The latest publication date on 28 November 2026.
    const LATEST: Date = date(2028, 11, 28);

    fn read(text: &str) -> Option<Reading> {
        read_date(&CellValue::Text(text.into()), Calendar::From1900, LATEST).ok().flatten()
    }

    /// `2021-03-01`, with `M` or `Y` where only month or year are written; `us|day first`, `-` where there is none.
    fn shown(reading: Option<Reading>) -> String {
        let side = |day: Option<Date>| day.map_or("-".to_owned(), |day| day.to_string());
        match reading {
            None => "bad".into(),
            Some(Reading::Fixed { day, precision: Precision::Day }) => day.to_string(),
            Some(Reading::Fixed { day, precision: Precision::Month }) => format!("{day} M"),
            Some(Reading::Fixed { day, precision: Precision::Year }) => format!("{day} Y"),
            Some(Reading::Ordered { month_first, day_first }) => {
                format!("{}|{}", side(month_first), side(day_first))
            }
        }
    }

    #[test]
    fn texts_are_read_as_people_write_dates() {
        for (text, expected) in [
            ("2021-04-03", "2021-04-03"),
            ("2021/4/3", "2021-04-03"),
            ("2021.04.03", "2021-04-03"),
            ("20210403", "2021-04-03"),
            ("2021-04-03T10:00:00.000Z", "2021-04-03"),
            ("2021-04-03 23:59", "2021-04-03"),
            ("03/04/2021", "2021-03-04|2021-04-03"),
            ("3-4-2021", "2021-03-04|2021-04-03"),
            ("3.4.21", "2021-03-04|2021-04-03"),
            ("3/4/2021 10:30 AM", "2021-03-04|2021-04-03"),
            ("4/4/2021", "2021-04-04"),
            ("15/04/2021", "-|2021-04-15"),
            ("04/15/2021", "2021-04-15|-"),
            ("5/13/68", "1968-05-13|-"),
            ("5/13/26", "2026-05-13|-"),
            ("5/13/28", "2028-05-13|-"),
            ("12/13/28", "1928-12-13|-"),
            ("5/13/29", "1929-05-13|-"),
            ("2/29/28", "2028-02-29|-"),
            ("29/2/00", "-|2000-02-29"),
            ("August 29, 2026", "2026-08-29"),
            ("29-Aug-26", "2026-08-29"),
            ("29 ago 2026", "2026-08-29"),
            ("29 de agosto de 2026", "2026-08-29"),
            ("Sábado, 29 de agosto del 2026", "2026-08-29"),
            ("Aug. 29th 2026", "2026-08-29"),
            ("Sat, Aug 29, 2026, 8:15 p.m.", "2026-08-29"),
            ("29AUG2026", "2026-08-29"),
            ("2026-Aug-29", "2026-08-29"),
            ("the 1st of May 2020", "2020-05-01"),
            ("1º de mayo de 2020", "2020-05-01"),
            ("Sept 5, 2020", "2020-09-05"),
            ("Mar 2021", "2021-03-01 M"),
            ("marzo de 2021", "2021-03-01 M"),
            ("2021 March", "2021-03-01 M"),
            ("Mar-21", "2021-03-01 M"),
            ("Mar ’21", "2021-03-01 M"),
            ("03/2021", "2021-03-01 M"),
            ("2021-03", "2021-03-01 M"),
            ("3.2021", "2021-03-01 M"),
            ("2019", "2019-01-01 Y"),
            ("44289", "2021-04-03"),
            ("44289.75", "2021-04-03"),
        ] {
            assert_eq!(shown(read(text)), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_a_date_is_bad() {
        for text in [
            "2021-00-00",
            "2021-02-30",
            "13/13/2021",
            "30/02/2021",
            "2/29/2021",
            "2021/15/04",
            "March 21",
            "March 5",
            "Spring 2021",
            "about 2019",
            "2019?",
            "12",
            "1899",
            "03/21",
            "3/4/021",
            "1/2/3/2021",
            "10:30",
            "2021-04-03 soon: 5",
            "5/2021/3",
            "12 34",
            "99999999",
            "2021-",
            "/",
            "-2021",
            "4 de 2021",
            "x",
            "Febuary 3, 2021",
            "1.2E+12",
        ] {
            assert_eq!(shown(read(text)), "bad", "{text}");
        }
        let bad = read_date(&CellValue::Text("soon".into()), Calendar::From1900, LATEST);
        assert_eq!(bad, Err("'soon' is not a date".into()));
    }

    #[test]
    fn numbers_are_years_or_serials() {
        let read = |plain: &str, calendar| {
            let value = CellValue::Number { plain: plain.into(), shown: plain.into() };
            shown(read_date(&value, calendar, LATEST).ok().flatten())
        };
        assert_eq!(read("2019", Calendar::From1900), "2019-01-01 Y");
        assert_eq!(read("44289", Calendar::From1900), "2021-04-03");
        assert_eq!(read("42827", Calendar::From1904), "2021-04-03");
        assert_eq!(read("44289.5", Calendar::From1900), "2021-04-03");
        assert_eq!(read("2101", Calendar::From1900), "1905-10-01");
        for plain in ["12", "-44289", "0.5", "9999999999999999", "2019.5"] {
            assert_eq!(read(plain, Calendar::From1900), "bad", "{plain}");
        }
    }

    #[test]
    fn a_typed_date_is_itself_unless_it_is_a_year() {
        let read = |day: Date, serial| {
            shown(read_date(&CellValue::Date { day, serial }, Calendar::From1904, LATEST).unwrap())
        };
        assert_eq!(read(date(2021, 4, 3), 44289), "2021-04-03");
        assert_eq!(read(date(1905, 7, 11), 2019), "2019-01-01 Y");
        assert_eq!(read(date(1903, 5, 5), 1221), "1903-05-05");
        for value in [CellValue::Flag(true), CellValue::Bad("#N/A".into())] {
            assert!(read_date(&value, Calendar::From1900, LATEST).is_err());
        }
        assert_eq!(read_date(&CellValue::Empty, Calendar::From1900, LATEST), Ok(None));
    }

    #[test]
    fn serials_count_as_spreadsheet_programs_count() {
        for (serial, day) in [
            (1, date(1900, 1, 1)),
            (59, date(1900, 2, 28)),
            (61, date(1900, 3, 1)),
            (2019, date(1905, 7, 11)),
            (44289, date(2021, 4, 3)),
        ] {
            assert_eq!(day_of_serial(serial, Calendar::From1900), Some(day));
            assert_eq!(serial_of_day(day, Calendar::From1900), serial);
        }
        assert_eq!(serial_of_day(date(1904, 1, 2), Calendar::From1904), 1);
        assert_eq!(day_of_serial(60, Calendar::From1900), None);
        assert_eq!(day_of_serial(-1, Calendar::From1900), None);
        assert_eq!(day_of_serial(i64::MAX, Calendar::From1904), None);
        assert_eq!(day_of_serial(0, Calendar::From1904), Some(date(1904, 1, 1)));
    }

    #[test]
    fn a_column_is_decided_as_a_whole() {
        let order = |texts: &[&str]| {
            let readings: Vec<Reading> = texts.iter().filter_map(|text| read(text)).collect();
            column_order(&readings)
        };
        assert_eq!(order(&["03/04/2021", "15/04/2021"]), ColumnOrder::Decided(DateOrder::DayFirst));
        assert_eq!(order(&["03/04/2021", "04/15/2021"]), ColumnOrder::Decided(DateOrder::MonthFirst));
        assert_eq!(order(&["03/04/2021", "05/06/2021"]), ColumnOrder::Undecided);
        assert_eq!(order(&["13/02/2021", "02/13/2021"]), ColumnOrder::Contradictory);
        assert_eq!(
            order(&["13/02/2021", "03/04/2021", "14/02/2021"]),
            ColumnOrder::Decided(DateOrder::DayFirst)
        );
        assert_eq!(order(&["2021-04-03", "15/04/2021"]), ColumnOrder::Decided(DateOrder::DayFirst));
        assert_eq!(order(&["2021-04-03", "Mar 2021", "04/04/2021", "44289", "soon"]), ColumnOrder::NotNeeded);
        assert_eq!(order(&["03/04/2021", "31/31/2021"]), ColumnOrder::Undecided);
    }

    #[test]
    fn a_reading_gives_the_day_of_an_order() {
        let reading = read("03/04/2021").unwrap();
        assert_eq!(reading.day(Some(DateOrder::MonthFirst)), Some(date(2021, 3, 4)));
        assert_eq!(reading.day(Some(DateOrder::DayFirst)), Some(date(2021, 4, 3)));
        assert_eq!(reading.day(None), None);
        assert_eq!(read("15/04/2021").unwrap().day(Some(DateOrder::MonthFirst)), None);
        assert_eq!(read("2021-04-03").unwrap().day(None), Some(date(2021, 4, 3)));
        assert_eq!(DateOrder::parse("day-first"), Some(DateOrder::DayFirst));
        assert_eq!(DateOrder::parse("eu"), None);
    }

    #[test]
    fn a_program_may_have_exchanged_day_and_month() {
        assert_eq!(exchange_day_and_month(date(2021, 4, 3)), Some(date(2021, 3, 4)));
        assert_eq!(exchange_day_and_month(date(2021, 4, 4)), None);
        assert_eq!(exchange_day_and_month(date(2021, 4, 13)), None);
    }
}
