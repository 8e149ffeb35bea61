//! CSV: a header row with the names of the JSON fields, lists separated by `|` (`\|` is a bar within a value), languages
//! as `lang=ksbgNumber=revisionDate=url`, their pages as `lang=number` and their titles as `lang=title` in columns of their
//! own, codes as `system|code` separated by `;`.

use crate::import_export::apostrophes::without_apostrophe;
use crate::import_export::record::{RawRecord, quoted};
use crate::import_export::text::unreadable;
use crate::model::category::value_key;
use crate::model::citations::citation_fields::{CitationFields, citation_fields};
use crate::model::citations::field_content::CsvCell;
use crate::model::citations::json_fields::MAX_ENTRIES;
use crate::table::csv_rows::CsvRows;
use serde_json::{Map, Value, json};
use std::io::BufRead;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A field of the citation.
    Field(CsvCell),
    /// Pages of the language versions.
    Pages,
    /// Titles of the language versions.
    Titles,
}

struct Column {
    name: String,
    kind: Kind,
}

/// The columns are the fields of a citation, `pages`, `titles`, and `publisher.name` for `publisher`.
fn kind(column: &str, fields: &CitationFields) -> Option<Kind> {
    match column {
        "pages" => return Some(Kind::Pages),
        "titles" => return Some(Kind::Titles),
        _ => {}
    }
    if let Some(field) = fields.named(column) {
        return Some(Kind::Field(field.csv_cell()));
    }
    let named = fields.named(column.strip_suffix(".name")?)?;
    (named.csv_cell() == CsvCell::Named).then_some(Kind::Field(CsvCell::Named))
}

/// The rows of a text, as the JSON that each stands for.
pub struct CsvRecords<R> {
    rows: CsvRows<R>,
    columns: Vec<Column>,
    ended: bool,
}

impl<R: BufRead> CsvRecords<R> {
    /// Reads the header row; one that cannot be read is an error of the whole file.
    pub(super) fn new(text: R) -> Result<Self, String> {
        let mut rows = CsvRows::new(text);
        let Some(header) = rows.read_row().map_err(|e| unreadable(&e))? else {
            return Err("the file is empty: a header row is needed".into());
        };
        let line = header.line;
        let names = header.cells.map_err(|why| format!("line {line}: {why}"))?;
        let columns = columns(&names).map_err(|why| format!("line {line}: {why}"))?;
        Ok(CsvRecords { rows, columns, ended: false })
    }
}

fn columns(names: &[&str]) -> Result<Vec<Column>, String> {
    let mut columns: Vec<Column> = Vec::new();
    for name in names {
        let name = name.trim();
        let kind =
            kind(name, citation_fields()).ok_or_else(|| format!("there is no column {}", quoted(name)))?;
        if columns.iter().any(|known| known.name == name) {
            return Err(format!("the column '{name}' is there twice"));
        }
        columns.push(Column { name: name.to_owned(), kind });
    }
    if !columns.iter().any(|column| column.name == "title") {
        return Err("the column 'title' is missing".into());
    }
    Ok(columns)
}

impl<R: BufRead> Iterator for CsvRecords<R> {
    type Item = Result<RawRecord, String>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        match self.rows.read_row() {
            Ok(Some(row)) => {
                let json = row.cells.and_then(|cells| {
                    if cells.len() == self.columns.len() {
                        citation(&self.columns, &cells)
                    } else {
                        Err(format!("{} cells where the header has {}", cells.len(), self.columns.len()))
                    }
                });
                Some(Ok(RawRecord { line: row.line, bytes: row.bytes, json }))
            }
            Ok(None) => {
                self.ended = true;
                None
            }
            Err(e) => {
                self.ended = true;
                Some(Err(unreadable(&e)))
            }
        }
    }
}

fn citation(columns: &[Column], cells: &[&str]) -> Result<Value, String> {
    let mut json = Map::new();
    let mut dates: Vec<Value> = Vec::new();
    let (mut pages, mut titles): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for (Column { name, kind }, cell) in columns.iter().zip(cells) {
        let cell = without_apostrophe(cell.trim()).trim();
        if cell.is_empty() {
            continue;
        }
        let value = match kind {
            Kind::Field(CsvCell::Text) => cell.into(),
            Kind::Field(CsvCell::List) => entries(cell).into(),
            Kind::Field(CsvCell::Named) => json!({ "name": cell }),
            Kind::Field(CsvCell::Number) => cell
                .parse::<i64>()
                .map_err(|_| format!("{name}: expected a whole number, found {}", quoted(cell)))?
                .into(),
            Kind::Field(CsvCell::Flag) => flag(cell)
                .ok_or_else(|| format!("{name}: expected true or false, found {}", quoted(cell)))?
                .into(),
            Kind::Field(CsvCell::Languages) => {
                let versions: Vec<Value> =
                    entries(cell).iter().map(|entry| language(entry, &mut dates)).collect();
                versions.into()
            }
            Kind::Field(CsvCell::ReadableIds) => {
                entries(cell).into_iter().map(|id| json!({ "id": id })).collect::<Vec<_>>().into()
            }
            Kind::Field(CsvCell::Dates) => {
                for entry in entries(cell) {
                    let (lang, day) = entry
                        .split_once('=')
                        .ok_or_else(|| format!("{name}: expected lang=date, found {}", quoted(&entry)))?;
                    dates.push(json!({"lang": lang.trim(), "revisionDate": day.trim()}));
                }
                continue;
            }
            Kind::Pages => {
                pages = entries(cell);
                continue;
            }
            Kind::Titles => {
                titles = entries(cell);
                continue;
            }
            Kind::Field(CsvCell::Codes) => codes(cell),
        };
        json.insert(name.trim_end_matches(".name").to_owned(), value);
    }
    if !dates.is_empty() {
        json.insert("revisionDates".into(), dates.into());
    }
    add_to_versions(&mut json, &pages, &titles)?;
    Ok(Value::Object(json))
}

/// Adds pages as `lang=number` and titles as `lang=title` to the language versions.
fn add_to_versions(json: &mut Map<String, Value>, pages: &[String], titles: &[String]) -> Result<(), String> {
    for entry in pages {
        let (lang, count) = entry
            .rsplit_once('=')
            .and_then(|(lang, count)| Some((lang, count.trim().parse::<u32>().ok()?)))
            .ok_or_else(|| format!("pages: expected lang=number, found {}", quoted(entry)))?;
        version_of(json, "pages", lang)?["pages"] = count.into();
    }
    for entry in titles {
        // The title takes the rest, equals signs included.
        let (lang, title) = entry
            .split_once('=')
            .ok_or_else(|| format!("titles: expected lang=title, found {}", quoted(entry)))?;
        version_of(json, "titles", lang)?["title"] = title.trim().into();
    }
    Ok(())
}

/// The version of this language, to which a cell of `column` adds something.
fn version_of<'j>(
    json: &'j mut Map<String, Value>,
    column: &str,
    lang: &str,
) -> Result<&'j mut Value, String> {
    let versions = json.get_mut("languages").and_then(Value::as_array_mut);
    let key = value_key(lang);
    versions
        .into_iter()
        .flatten()
        .find(|version| version["lang"].as_str().is_some_and(|known| value_key(known) == key))
        .ok_or_else(|| format!("{column}: there is no language {}", quoted(lang.trim())))
}

/// The entries of a list; one more than a list may have is enough to refuse it.
fn entries(cell: &str) -> Vec<String> {
    let mut entries = Vec::new();
    let mut entry = String::new();
    let mut characters = cell.chars().peekable();
    let mut finish = |entry: &mut String| {
        let whole = std::mem::take(entry);
        if !whole.trim().is_empty() {
            entries.push(whole.trim().to_owned());
        }
        entries.len() > MAX_ENTRIES
    };
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.next_if_eq(&'|').is_some() => entry.push('|'),
            '\\' if characters.next_if_eq(&';').is_some() => entry.push(';'),
            '|' => {
                if finish(&mut entry) {
                    break;
                }
            }
            other => entry.push(other),
        }
    }
    finish(&mut entry);
    entries
}

fn flag(cell: &str) -> Option<bool> {
    match cell.to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Some(true),
        "false" | "no" | "0" => Some(false),
        _ => None,
    }
}

/// A language version; its revision date is added to `dates`.
fn language(entry: &str, dates: &mut Vec<Value>) -> Value {
    // The address takes the rest, equals signs included.
    let mut parts = entry.splitn(4, '=').map(str::trim);
    let mut part = || parts.next().filter(|p| !p.is_empty());
    let (lang, number, day, url) = (part(), part(), part(), part());
    if let Some(day) = day {
        dates.push(json!({"lang": lang, "revisionDate": day}));
    }
    json!({"lang": lang, "ksbgNumber": number, "url": url})
}

/// Codes as `system|code` or `system|code|display`, separated by `;`.
fn codes(cell: &str) -> Value {
    let entries = cell.split(';').map(str::trim).filter(|entry| !entry.is_empty());
    let parts = |entry: &str| {
        let mut parts = entry.splitn(3, '|').map(str::trim);
        json!({"system": parts.next(), "code": parts.next(), "display": parts.next()})
    };
    // One more than a list may have is enough to refuse it.
    entries.take(MAX_ENTRIES + 1).map(parts).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn read(text: &str) -> Vec<RawRecord> {
        CsvRecords::new(text.as_bytes()).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn a_row_becomes_the_json_it_stands_for() {
        let text = "title,authors,publisher,languages,obsolete,assessment\n\
                    \"Fever, high\",A|B,Children's,English=KS1=2024-01-02=https://x.example.org/?a=b|Spanish===,yes,-1\n\
                    Short\n";
        let records = read(text);
        assert_eq!(
            records[0].json.clone().unwrap(),
            json!({"title": "Fever, high", "authors": ["A", "B"], "publisher": {"name": "Children's"},
                "languages": [{"lang": "English", "ksbgNumber": "KS1", "url": "https://x.example.org/?a=b"},
                              {"lang": "Spanish", "ksbgNumber": null, "url": null}],
                "obsolete": true, "assessment": -1, "revisionDates": [{"lang": "English", "revisionDate": "2024-01-02"}]})
        );
        assert_eq!((records[0].line, records[1].line), (2, 3));
        assert!(records[1].json.is_err());
    }

    #[test]
    fn the_apostrophe_of_an_export_is_taken_off() {
        let records = read("title,notes,assessment\n'-Bar exercises,''=twice,-1\n'Tis the season,'a,'-1\n");
        let json = |n: usize| records[n].json.clone().unwrap();
        assert_eq!(json(0), json!({"title": "-Bar exercises", "notes": "'=twice", "assessment": -1}));
        assert_eq!(json(1), json!({"title": "'Tis the season", "notes": "'a", "assessment": -1}));
    }

    #[test]
    fn codes_are_separated_by_semicolons() {
        let records = read("title,codes\nA,icd10cm|J45.909; snomed | 195967001|Asthma; or wheeze;;rxnorm\n");
        assert_eq!(
            records[0].json.clone().unwrap()["codes"],
            json!([{"system": "icd10cm", "code": "J45.909", "display": null},
                   {"system": "snomed", "code": "195967001", "display": "Asthma"},
                   {"system": "or wheeze", "code": null, "display": null},
                   {"system": "rxnorm", "code": null, "display": null}])
        );
    }

    #[test]
    fn pages_go_to_their_language_wherever_the_column_stands() {
        let records = read("pages,title,languages\nspanish=4|English=2,A,English|Spanish=KS2\n");
        assert_eq!(
            records[0].json.clone().unwrap()["languages"],
            json!([{"lang": "English", "ksbgNumber": null, "url": null, "pages": 2},
                   {"lang": "Spanish", "ksbgNumber": "KS2", "url": null, "pages": 4}])
        );
        for (cell, error) in [
            ("Somali=4", "pages: there is no language 'Somali'"),
            ("English=two", "pages: expected lang=number, found 'English=two'"),
            ("English", "pages: expected lang=number, found 'English'"),
        ] {
            let records = read(&format!("title,languages,pages\nA,English,{cell}\n"));
            assert_eq!(records[0].json.clone().unwrap_err(), error);
        }
    }

    #[test]
    fn titles_go_to_their_language_and_take_the_rest_of_their_entry() {
        let records =
            read("titles,title,languages\nspanish=Asma = aire | English = A\\|B,A,English|Spanish=KS2\n");
        assert_eq!(
            records[0].json.clone().unwrap()["languages"],
            json!([{"lang": "English", "ksbgNumber": null, "url": null, "title": "A|B"},
                   {"lang": "Spanish", "ksbgNumber": "KS2", "url": null, "title": "Asma = aire"}])
        );
        for (cell, error) in [
            ("Somali=Neef", "titles: there is no language 'Somali'"),
            ("English", "titles: expected lang=title, found 'English'"),
        ] {
            let records = read(&format!("title,languages,titles\nA,English,{cell}\n"));
            assert_eq!(records[0].json.clone().unwrap_err(), error);
        }
    }

    #[test]
    fn a_bar_after_a_backslash_is_part_of_the_value() {
        let records = read(
            "title,keywords,languages\nA\\|B, a\\|b |c\\d|\\||,English===https://x.example.org/?a\\|b=c|Somali\n",
        );
        assert_eq!(
            records[0].json.clone().unwrap(),
            json!({"title": "A\\|B", "keywords": ["a|b", "c\\d", "|"], "languages": [
                {"lang": "English", "ksbgNumber": null, "url": "https://x.example.org/?a|b=c"},
                {"lang": "Somali", "ksbgNumber": null, "url": null}]})
        );
    }

    #[test]
    fn a_header_that_cannot_be_read_is_an_error_of_the_file() {
        for (text, error) in [
            ("titel\nx\n", "line 1: there is no column 'titel'"),
            ("\r\n\r\nid\r\n", "line 3: the column 'title' is missing"),
            ("title,title\n", "line 1: the column 'title' is there twice"),
            ("", "the file is empty: a header row is needed"),
        ] {
            assert_eq!(CsvRecords::new(text.as_bytes()).err().as_deref(), Some(error));
        }
        assert!(CsvRecords::new("x".repeat(1 << 20).as_bytes()).err().unwrap().len() < 300);
    }

    #[test]
    fn a_list_is_read_no_further_than_it_may_be_long() {
        let records = read(&format!("title,keywords\nA,{}\n", "a|".repeat(500_000)));
        assert_eq!(records[0].json.as_ref().unwrap()["keywords"].as_array().unwrap().len(), MAX_ENTRIES + 1);
    }
}
