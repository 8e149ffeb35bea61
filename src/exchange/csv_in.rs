//! CSV: a header row with the names of the JSON fields, lists separated by `|`, languages as
//! `lang=ksbgNumber=revisionDate=url`.

use crate::exchange::RawRecord;
use serde_json::{Map, Value, json};
use std::io::BufRead;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    List,
    Named,
    Number,
    Flag,
    Languages,
    ReadableIds,
    Dates,
    Codes,
}

fn kind(column: &str) -> Option<Kind> {
    Some(match column {
        "id"
        | "title"
        | "materialFormat"
        | "keySubjectHeading"
        | "whereToObtain"
        | "publishDate"
        | "printingSpecs"
        | "abstract"
        | "reviewedBy"
        | "productionSpecialist"
        | "originator"
        | "deptReviewDate"
        | "notes"
        | "legacyId"
        | "folder"
        | "replacedBy" => Kind::Text,
        "authors" | "keywords" | "tags" | "audience" | "paperColors" | "accessibleFormats" => Kind::List,
        "publisher" | "deptSubmittedBy" | "publisher.name" | "deptSubmittedBy.name" => Kind::Named,
        "assessment" | "famReview" | "reviewCycleMonths" => Kind::Number,
        "obsolete" => Kind::Flag,
        "languages" => Kind::Languages,
        "readableIds" => Kind::ReadableIds,
        "revisionDates" => Kind::Dates,
        "codes" => Kind::Codes,
        _ => return None,
    })
}

/// Hands every row to `each`, as the JSON it stands for. A header that cannot be read is an error of the whole file.
pub fn read(text: impl BufRead, mut each: impl FnMut(RawRecord)) -> Result<(), String> {
    let mut rows = csv::ReaderBuilder::new().flexible(true).from_reader(text);
    let header = rows.headers().map_err(|e| format!("the header row cannot be read: {e}"))?.clone();
    let mut columns = Vec::new();
    for name in &header {
        let name = name.trim().trim_start_matches('\u{feff}');
        let kind = kind(name).ok_or_else(|| format!("line 1: there is no column '{name}'"))?;
        if columns.iter().any(|(known, _): &(String, Kind)| known == name) {
            return Err(format!("line 1: the column '{name}' is there twice"));
        }
        columns.push((name.to_owned(), kind));
    }
    if !columns.iter().any(|(name, _)| name == "title") {
        return Err("line 1: the column 'title' is missing".into());
    }
    let mut row = csv::StringRecord::new();
    loop {
        let before = rows.position().line();
        match rows.read_record(&mut row) {
            Ok(false) => return Ok(()),
            Ok(true) => {
                let line = row.position().map_or(before, csv::Position::line);
                let json = if row.len() == columns.len() {
                    citation(&columns, &row)
                } else {
                    Err(format!("{} cells where the header has {}", row.len(), columns.len()))
                };
                each(RawRecord { line, json });
            }
            Err(e) => {
                let line = e.position().map_or(before, csv::Position::line);
                let message = match e.kind() {
                    csv::ErrorKind::Utf8 { .. } => "this is no UTF-8 text".to_owned(),
                    csv::ErrorKind::Io(e) => return Err(e.to_string()),
                    _ => e.to_string(),
                };
                each(RawRecord { line, json: Err(message) });
            }
        }
    }
}

fn citation(columns: &[(String, Kind)], row: &csv::StringRecord) -> Result<Value, String> {
    let mut json = Map::new();
    let mut dates: Vec<Value> = Vec::new();
    for ((name, kind), cell) in columns.iter().zip(row) {
        let cell = cell.trim();
        if cell.is_empty() {
            continue;
        }
        let list = || cell.split('|').map(str::trim).filter(|part| !part.is_empty());
        match kind {
            Kind::Text => drop(json.insert(name.clone(), cell.into())),
            Kind::List => drop(json.insert(name.clone(), list().collect::<Vec<_>>().into())),
            Kind::Named => {
                let field = name.trim_end_matches(".name");
                drop(json.insert(field.to_owned(), json!({"name": cell})));
            }
            Kind::Number => {
                let number: i64 =
                    cell.parse().map_err(|_| format!("{name}: expected a whole number, found '{cell}'"))?;
                json.insert(name.clone(), number.into());
            }
            Kind::Flag => {
                let flag = match cell.to_ascii_lowercase().as_str() {
                    "true" | "yes" | "1" => true,
                    "false" | "no" | "0" => false,
                    _ => return Err(format!("{name}: expected true or false, found '{cell}'")),
                };
                json.insert(name.clone(), flag.into());
            }
            Kind::Languages => {
                let mut versions = Vec::new();
                for version in list() {
                    // The address takes the rest, equals signs included.
                    let mut parts = version.splitn(4, '=').map(str::trim);
                    let mut part = || parts.next().filter(|p| !p.is_empty());
                    let (lang, number, day, url) = (part(), part(), part(), part());
                    versions.push(json!({"lang": lang, "ksbgNumber": number, "url": url}));
                    if let Some(day) = day {
                        dates.push(json!({"lang": lang, "revisionDate": day}));
                    }
                }
                json.insert(name.clone(), versions.into());
            }
            Kind::ReadableIds => {
                json.insert(name.clone(), list().map(|id| json!({"id": id})).collect::<Vec<_>>().into());
            }
            Kind::Dates => {
                for entry in list() {
                    let (lang, day) = entry
                        .split_once('=')
                        .ok_or_else(|| format!("{name}: expected lang=date, found '{entry}'"))?;
                    dates.push(json!({"lang": lang.trim(), "revisionDate": day.trim()}));
                }
            }
            Kind::Codes => {
                let mut codes = Vec::new();
                for entry in list() {
                    let mut parts = entry.splitn(3, '=').map(str::trim);
                    codes
                        .push(json!({"system": parts.next(), "code": parts.next(), "display": parts.next()}));
                }
                json.insert(name.clone(), codes.into());
            }
        }
    }
    if !dates.is_empty() {
        json.insert("revisionDates".into(), dates.into());
    }
    Ok(Value::Object(json))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_row_becomes_the_json_it_stands_for() {
        let text = "title,authors,publisher,languages,obsolete,assessment\n\
                    \"Fever, high\",A|B,Children's,English=KS1=2024-01-02=https://x.example.org/?a=b|Spanish===,yes,-1\n\
                    Short\n";
        let mut records = Vec::new();
        read(text.as_bytes(), |r| records.push(r)).unwrap();
        assert_eq!(
            records[0].json.clone().unwrap(),
            json!({"title": "Fever, high", "authors": ["A", "B"], "publisher": {"name": "Children's"},
                "languages": [{"lang": "English", "ksbgNumber": "KS1", "url": "https://x.example.org/?a=b"},
                              {"lang": "Spanish", "ksbgNumber": null, "url": null}],
                "obsolete": true, "assessment": -1, "revisionDates": [{"lang": "English", "revisionDate": "2024-01-02"}]})
        );
        assert_eq!((records[0].line, records[1].line), (2, 3));
        assert!(records[1].json.is_err());
        assert!(read("titel\nx\n".as_bytes(), |_| {}).unwrap_err().contains("titel"));
    }
}
