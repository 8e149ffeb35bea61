//! What a cell says in a field: text, list, flag, answer, number, address.

use crate::domain::import_export::tables::languages::fold_words;
use crate::domain::import_export::tables::targets::Part;
use crate::model::citations::citation_fields::CitationField;
use crate::model::citations::field_content::CsvCell;
use crate::model::citations::json_fields::MAX_ENTRIES;
use crate::model::text::is_invisible;
use crate::table::cells::is_shortened_number;
use crate::table::cells::{Cell, CellValue};
use serde_json::{Value, json};

/// Longest number that a spreadsheet program keeps exactly, in digits.
const MAX_DIGITS: usize = 15;
/// How a text ends that an export has cut to what a cell may hold.
pub const CUT_MARK: &str = "… (cut; see the CSV)";

/// What a cell gives a field: its value, if it holds one, and what a person should know about it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReadCell {
    pub value: Option<Value>,
    pub notice: Option<String>,
}

impl ReadCell {
    pub fn new(value: impl Into<Value>) -> ReadCell {
        ReadCell { value: Some(value.into()), notice: None }
    }
}

/// The text of a cell, empty for `N/A` and dashes.
///
/// # Errors
/// Why the cell cannot be used.
pub fn text(cell: &Cell) -> Result<String, String> {
    if let CellValue::Bad(why) = &cell.value {
        return Err(why.clone());
    }
    let text = cell.value.text();
    Ok(if is_none(&text) { String::new() } else { text })
}

fn is_none(text: &str) -> bool {
    matches!(text.trim(), "-" | "–" | "—" | "−") || text.trim().eq_ignore_ascii_case("n/a")
}

/// A text without the apostrophe that keeps a spreadsheet program from running it.
pub fn without_guard(text: &str) -> &str {
    let Some(rest) = text.strip_prefix('\'') else { return text };
    let bare = rest.trim_start_matches('\'').trim_start_matches(|c: char| c == ' ' || is_invisible(c));
    let is_formula = bare.starts_with(|c| "=+-@\t\r\n＝＋－＠﹦﹢﹣﹫".contains(c));
    if is_formula { rest } else { text }
}

/// What a cell gives a field of the citation that is not a date. `split` separates list values beside the usual ones.
pub fn field_value(field: &CitationField, cell: &Cell, split: Option<&str>) -> Result<ReadCell, String> {
    if matches!(field.json, "assessment" | "famReview") {
        return answer(cell);
    }
    if field.csv_cell() == CsvCell::Flag {
        return Ok(flag(cell)?.map(ReadCell::new).unwrap_or_default());
    }
    let text = text(cell)?;
    let text = without_guard(&text);
    if text.is_empty() {
        return Ok(ReadCell::default());
    }
    Ok(ReadCell::new(match field.csv_cell() {
        CsvCell::List => Value::from(list(text, split)),
        CsvCell::Named => json!({ "name": text }),
        CsvCell::Number => whole_number(text)?.into(),
        CsvCell::Codes => codes(text),
        CsvCell::ReadableIds => {
            entries(text).into_iter().map(|id| json!({ "id": id })).collect::<Vec<_>>().into()
        }
        _ => text.into(),
    }))
}

/// Yes or no; `None` for an empty cell.
pub fn flag(cell: &Cell) -> Result<Option<bool>, String> {
    if let CellValue::Flag(flag) = cell.value {
        return Ok(Some(flag));
    }
    let text = text(cell)?;
    if text.is_empty() {
        return Ok(None);
    }
    flag_from_text(&text).map(Some).ok_or_else(|| format!("Expected Yes or No, found '{text}'."))
}

/// Yes or no in English or Spanish.
pub fn flag_from_text(text: &str) -> Option<bool> {
    match text.trim() {
        "✓" | "✔" | "☑" => return Some(true),
        _ => {}
    }
    match fold_words(text).join(" ").as_str() {
        "yes" | "si" | "y" | "x" | "true" | "1" | "verdadero" => Some(true),
        "n" | "false" | "0" | "falso" => Some(false),
        // It is folded to the word for numbers.
        "number" if is_no(text) => Some(false),
        _ => None,
    }
}

fn is_no(text: &str) -> bool {
    text.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case("no")
}

fn answer(cell: &Cell) -> Result<ReadCell, String> {
    if let CellValue::Bad(why) = &cell.value {
        return Err(why.clone());
    }
    let text = cell.value.text();
    let trimmed = text.trim();
    if trimmed.is_empty() || matches!(trimmed, "-" | "–" | "—") {
        return Ok(ReadCell::default());
    }
    let folded: String = trimmed.to_lowercase().split_whitespace().collect();
    Ok(ReadCell::new(match folded.as_str() {
        "-1" | "n/a" | "na" | "n.a." | "notapplicable" | "noaplica" | "noaplicable" => -1,
        _ => match flag_from_text(trimmed) {
            Some(true) => 1,
            Some(false) => 0,
            None => return Err(format!("Expected Yes, No or N/A, found '{trimmed}'.")),
        },
    }))
}

fn whole_number(text: &str) -> Result<i64, String> {
    text.trim().parse().map_err(|_| format!("Expected a whole number, found '{text}'."))
}

/// The values of a list: split at `;`, `|` and line breaks, of which a backslash before the first two makes ordinary
/// characters, and at `split`.
pub fn list(text: &str, split: Option<&str>) -> Vec<String> {
    let mut values = Vec::new();
    let mut value = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(escaped) = rest.strip_prefix('\\').filter(|rest| rest.starts_with([';', '|'])) {
            value.push_str(&escaped[..1]);
            rest = &escaped[1..];
            continue;
        }
        let separator = match split.filter(|split| !split.is_empty() && rest.starts_with(split)) {
            Some(split) => split.len(),
            None if matches!(c, ';' | '|' | '\n' | '\r') => 1,
            None => 0,
        };
        if separator == 0 {
            value.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            values.push(std::mem::take(&mut value));
            rest = &rest[separator..];
            // One more than a list may have is enough to refuse it.
            if values.len() > MAX_ENTRIES * 2 {
                break;
            }
        }
    }
    values.push(value);
    let trimmed = values.iter().map(|value| value.trim()).filter(|value| !value.is_empty());
    trimmed.take(MAX_ENTRIES + 1).map(str::to_owned).collect()
}

/// The entries of a form of our CSV: separated by `|`; `\|` is a bar within one.
pub fn entries(text: &str) -> Vec<String> {
    let mut entries = Vec::new();
    let mut entry = String::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\\' if characters.next_if_eq(&'|').is_some() => entry.push('|'),
            '|' => entries.push(std::mem::take(&mut entry)),
            other => entry.push(other),
        }
        if entries.len() > MAX_ENTRIES {
            break;
        }
    }
    entries.push(entry);
    let trimmed = entries.iter().map(|entry| entry.trim()).filter(|entry| !entry.is_empty());
    trimmed.take(MAX_ENTRIES + 1).map(str::to_owned).collect()
}

/// Codes as `system|code` or `system|code|display`, separated by `;`.
fn codes(text: &str) -> Value {
    let entries = text.split([';', '\n']).map(str::trim).filter(|entry| !entry.is_empty());
    let parts = |entry: &str| {
        let mut parts = entry.splitn(3, '|').map(str::trim);
        json!({"system": parts.next(), "code": parts.next(), "display": parts.next()})
    };
    entries.take(MAX_ENTRIES + 1).map(parts).collect()
}

/// An item number; empty for an empty cell.
pub fn item_number(cell: &Cell) -> Result<String, String> {
    match &cell.value {
        CellValue::Date { .. } => {
            return Err("The spreadsheet program made this a date. Enter the number as text.".into());
        }
        CellValue::Flag(_) => return Err("This is Yes or No and not an item number.".into()),
        CellValue::Number { plain, .. } => {
            if plain.contains(['.', ',', '-']) {
                return Err(format!("{plain} is not a whole number. Enter the item number as text."));
            }
            if plain.len() > MAX_DIGITS {
                return Err(format!(
                    "Spreadsheet programs keep {MAX_DIGITS} digits of a number. Enter the item number as text."
                ));
            }
        }
        _ => {}
    }
    let text = text(cell)?;
    let text = without_guard(&text);
    // In a CSV file numbers are texts.
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((whole, fraction)) = text.split_once('.').filter(|(a, b)| is_digits(a) && is_digits(b)) {
        return match fraction.trim_start_matches('0') {
            "" => Ok(whole.to_owned()),
            _ => Err(format!("{text} is not a whole number. Enter the item number as text.")),
        };
    }
    if is_shortened_number(text) {
        return Err(format!("{text}: shortened by the spreadsheet program. Enter the item number as text."));
    }
    if matches!(text.to_lowercase().as_str(), "true" | "false") {
        return Err("This is Yes or No and not an item number.".into());
    }
    Ok(text.to_owned())
}

/// What a person should know about a number whose format adds zeros or letters.
pub fn format_notice(cell: &Cell) -> Option<String> {
    match &cell.value {
        CellValue::Number { plain, shown } if plain != shown => {
            Some(format!("The cell holds {plain} and shows {shown}, which is taken."))
        }
        _ => None,
    }
}

/// The address of a cell: where its link leads, else its text; empty for an empty cell.
pub fn address(cell: &Cell) -> Result<ReadCell, String> {
    let text = text(cell)?;
    let text = without_guard(&text);
    let is_web = |text: &str| {
        let lower = text.get(..8).unwrap_or(text).to_lowercase();
        lower.starts_with("http://") || lower.starts_with("https://")
    };
    let Some(link) = cell.link.as_deref().filter(|link| !link.trim().is_empty()) else {
        return Ok(if text.is_empty() { ReadCell::default() } else { ReadCell::new(text) });
    };
    if !is_web(link) {
        return if is_web(text) {
            Ok(ReadCell::new(text))
        } else {
            Err(format!("The link of this cell leads to '{link}', which is not a web address."))
        };
    }
    let is_other = is_web(text) && text.trim_end_matches('/') != link.trim_end_matches('/');
    let notice =
        is_other.then(|| format!("The cell shows {text}; its link leads to {link}, which is taken."));
    Ok(ReadCell { value: Some(link.into()), notice })
}

/// The pages of a version; `None` for an empty cell.
pub fn pages(cell: &Cell) -> Result<ReadCell, String> {
    let text = text(cell)?;
    if text.is_empty() {
        return Ok(ReadCell::default());
    }
    Ok(ReadCell::new(whole_number(&text)?))
}

/// What a cell of a column of whole versions says of its version; `None` when it is empty or says No.
pub fn version(cell: &Cell) -> Result<Option<(Part, ReadCell)>, String> {
    if let CellValue::Flag(flag) = cell.value {
        return Ok(flag.then(|| (Part::Whole, ReadCell::new(true))));
    }
    let text = text(cell)?;
    if text.is_empty() && cell.link.is_none() {
        return Ok(None);
    }
    let lower = text.to_lowercase();
    if cell.link.is_some() || lower.starts_with("http://") || lower.starts_with("https://") {
        return Ok(Some((Part::Url, address(cell)?)));
    }
    if let CellValue::Number { plain, .. } = &cell.value
        && !matches!(plain.as_str(), "0" | "1")
    {
        return Ok(Some((Part::Number, ReadCell::new(item_number(cell)?))));
    }
    if let Some(flag) = flag_from_text(&text) {
        return Ok(flag.then(|| (Part::Whole, ReadCell::new(true))));
    }
    let digits = text.trim_start_matches(|c: char| c.is_alphabetic());
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    if is_number || is_shortened_number(&text) || matches!(cell.value, CellValue::Date { .. }) {
        return Ok(Some((Part::Number, ReadCell::new(item_number(cell)?))));
    }
    Ok(Some((Part::Title, ReadCell::new(without_guard(&text)))))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::citations::citation_fields::citation_fields;

    fn cell(value: CellValue) -> Cell {
        Cell { column: 0, value, link: None, merged: None }
    }

    fn text_cell(text: &str) -> Cell {
        cell(if text.is_empty() { CellValue::Empty } else { CellValue::Text(text.into()) })
    }

    fn number(plain: &str, shown: &str) -> Cell {
        cell(CellValue::Number { plain: plain.into(), shown: shown.into() })
    }

    #[test]
    fn item_numbers_are_taken_whole_or_not_at_all() {
        let check = |cell: Cell, expected: &str| assert_eq!(item_number(&cell).as_deref(), Ok(expected));
        check(text_cell("001042"), "001042");
        check(number("1042", "1042"), "1042");
        check(number("1042", "001042"), "001042");
        check(number("1042", "KSBG1042"), "KSBG1042");
        assert_eq!(format_notice(&number("1042", "1042")), None);
        assert!(format_notice(&number("1042", "001042")).is_some_and(|notice| notice.contains("001042")));
        check(number("1234567890123", "1234567890123"), "1234567890123");
        check(text_cell(""), "");
        check(text_cell("N/A"), "");
        check(text_cell("1042.0"), "1042");
        check(text_cell("AB.5"), "AB.5");
        let refuse = |cell: Cell, part: &str| {
            let error = item_number(&cell).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        refuse(number("1234567890123456", "1234567890123456"), "15 digits");
        refuse(number("1042.5", "1042.5"), "not a whole number");
        refuse(cell(CellValue::Flag(true)), "Yes or No");
        refuse(text_cell("1.5"), "not a whole number");
        refuse(text_cell("TRUE"), "Yes or No");
        refuse(text_cell("1.23457E+12"), "shortened by the spreadsheet program");
        let day = jiff::civil::date(2026, 1, 2);
        refuse(cell(CellValue::Date { day, serial: 46_024 }), "The spreadsheet program made this a date");
        refuse(cell(CellValue::Bad("The cell holds the error #REF!.".into())), "#REF!");
    }

    #[test]
    fn flags_and_answers_are_english_or_spanish() {
        for yes in ["Yes", "sí", "Si", "Y", "x", "X", "true", "1", "✓"] {
            assert_eq!(flag(&text_cell(yes)), Ok(Some(true)), "{yes}");
        }
        for no in ["No", "NO", "n", "False", "0"] {
            assert_eq!(flag(&text_cell(no)), Ok(Some(false)), "{no}");
        }
        for none in ["", "N/A", "-", "–"] {
            assert_eq!(flag(&text_cell(none)), Ok(None), "{none}");
        }
        assert!(flag(&text_cell("perhaps")).is_err() && flag(&text_cell("#")).is_err());
        let answer = |text: &str| {
            let field = citation_fields().named("assessment").unwrap();
            field_value(field, &text_cell(text), None).map(|read| read.value)
        };
        for (text, expected) in
            [("Yes", Some(1)), ("No", Some(0)), ("N/A", Some(-1)), ("-1", Some(-1)), ("no aplica", Some(-1))]
        {
            assert_eq!(answer(text), Ok(expected.map(Value::from)), "{text}");
        }
        assert_eq!((answer(""), answer("-")), (Ok(None), Ok(None)));
        assert!(answer("2").is_err());
    }

    #[test]
    fn lists_are_split_and_other_texts_are_not() {
        let check = |text: &str, split, expected: &[&str]| assert_eq!(list(text, split), expected, "{text}");
        check("A; B|C\nD;;", None, &["A", "B", "C", "D"]);
        check("A, B", None, &["A, B"]);
        check("A, B;C", Some(","), &["A", "B", "C"]);
        check("A\\;B; C\\|D", None, &["A;B", "C|D"]);
        check("A\\B", None, &["A\\B"]);
        check("A / B", Some(" / "), &["A", "B"]);
        let field = |name| citation_fields().named(name).unwrap();
        let value = |name, text| field_value(field(name), &text_cell(text), None).unwrap().value;
        assert_eq!(value("keywords", "Fever; Cold"), Some(json!(["Fever", "Cold"])));
        assert_eq!(value("keySubjectHeading", "Fever; Cold"), Some(json!("Fever; Cold")));
        assert_eq!(value("publisher", "Children's"), Some(json!({"name": "Children's"})));
        assert_eq!(
            value("codes", "icd10cm|J45.909; snomed | 195967001|Asthma"),
            Some(json!([{"system": "icd10cm", "code": "J45.909", "display": null},
                        {"system": "snomed", "code": "195967001", "display": "Asthma"}]))
        );
        assert_eq!(list(&"a|".repeat(500_000), None).len(), MAX_ENTRIES + 1);
        assert_eq!(entries(&"a|".repeat(500_000)).len(), MAX_ENTRIES + 1);
        assert_eq!(entries("A\\|B, a; b |C"), ["A|B, a; b", "C"]);
    }

    #[test]
    fn one_apostrophe_of_an_export_is_taken_off() {
        for (text, expected) in [
            ("'=5 a day", "=5 a day"),
            ("'-Bar", "-Bar"),
            ("''=quoted", "'=quoted"),
            ("' =1", " =1"),
            ("'Tis the season", "'Tis the season"),
            ("'", "'"),
            ("=1", "=1"),
        ] {
            assert_eq!(without_guard(text), expected);
        }
    }

    #[test]
    fn the_link_of_a_cell_goes_before_its_text() {
        let linked = |text: &str, link: &str| Cell { link: Some(link.into()), ..text_cell(text) };
        let taken = |cell: Cell| address(&cell).map(|read| (read.value, read.notice.is_some()));
        assert_eq!(
            taken(linked("PDF", "https://x.example.org/a.pdf")),
            Ok((Some("https://x.example.org/a.pdf".into()), false))
        );
        let other = linked("https://x.example.org/old.pdf", "https://x.example.org/c.pdf");
        assert_eq!(taken(other), Ok((Some("https://x.example.org/c.pdf".into()), true)));
        assert_eq!(
            taken(text_cell("https://x.example.org/d.pdf")),
            Ok((Some("https://x.example.org/d.pdf".into()), false))
        );
        assert_eq!(taken(text_cell("")), Ok((None, false)));
        assert!(taken(linked("Ask us", "mailto:a@example.org")).is_err());
    }

    #[test]
    fn a_cell_of_a_language_is_a_number_an_address_a_yes_or_a_title() {
        let check = |cell: Cell, expected: Option<(Part, Value)>| {
            let read = version(&cell).unwrap();
            assert_eq!(read.map(|(part, read)| (part, read.value.unwrap())), expected, "{cell:?}");
        };
        check(text_cell("KSBG104"), Some((Part::Number, "KSBG104".into())));
        check(text_cell("1042"), Some((Part::Number, "1042".into())));
        check(number("1042", "1042"), Some((Part::Number, "1042".into())));
        check(text_cell("https://x.example.org/a"), Some((Part::Url, "https://x.example.org/a".into())));
        check(text_cell("Yes"), Some((Part::Whole, true.into())));
        check(text_cell("x"), Some((Part::Whole, true.into())));
        check(text_cell("No"), None);
        check(text_cell(""), None);
        check(text_cell("Asma en casa"), Some((Part::Title, "Asma en casa".into())));
        check(text_cell("KSBG 104 b"), Some((Part::Title, "KSBG 104 b".into())));
    }
}
