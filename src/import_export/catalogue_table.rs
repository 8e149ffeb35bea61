//! Citations as tables, a row each: the whole catalogue, in the form of CSV that contract section 7 gives it, and the
//! results of a search, as staff open them in a spreadsheet.

use crate::import_export::table::{CellType, Column, TableCell, columns};
use crate::model::category::{Category, value_key};
use crate::model::citations::citation::{Citation, Named, RevisionDate};
use crate::model::citations::citation_fields::{CitationField, citation_fields};
use crate::model::citations::field_content::CsvCell;
use crate::model::error::{Error, Result};
use serde_json::Value;

/// The revision dates of a citation: the latest of each language version, which is in the column of the versions, and the
/// others.
struct RevisionDates<'c>(Vec<(&'c RevisionDate, bool)>);

impl<'c> RevisionDates<'c> {
    fn new(citation: &'c Citation) -> RevisionDates<'c> {
        let mut dates: Vec<_> = citation.revision_dates.iter().map(|date| (date, false)).collect();
        for version in &citation.languages {
            let key = value_key(&version.lang);
            let own = dates.iter_mut().filter(|(date, _)| value_key(&date.lang) == key);
            if let Some((_, is_latest)) = own.max_by_key(|(date, _)| date.revision_date) {
                *is_latest = true;
            }
        }
        RevisionDates(dates)
    }

    fn latest(&self, lang: &str) -> Option<&'c RevisionDate> {
        let key = value_key(lang);
        self.0
            .iter()
            .find(|(date, is_latest)| *is_latest && value_key(&date.lang) == key)
            .map(|(date, _)| *date)
    }

    fn others(&self) -> impl Iterator<Item = &'c RevisionDate> {
        self.0.iter().filter(|(_, is_latest)| !is_latest).map(|(date, _)| *date)
    }
}

/// The columns: the fields of a citation, and the pages and titles of its language versions beside them.
pub fn columns() -> Vec<Column> {
    let columns = citation_fields().iter().flat_map(|field| {
        let cells = match field.csv_cell() {
            CsvCell::Number => CellType::Number,
            _ if field.date_limit().is_some() => CellType::Day,
            _ => CellType::Text,
        };
        let beside: &[&'static str] = match field.csv_cell() {
            CsvCell::Languages => &["pages", "titles"],
            _ => &[],
        };
        let own = Column { name: field.json, cells };
        std::iter::once(own).chain(beside.iter().copied().map(Column::text))
    });
    columns.collect()
}

/// A citation, as exports store it, as a row.
pub fn row(citation: &Citation) -> Result<Vec<String>> {
    let json =
        serde_json::to_value(citation).map_err(|e| Error::internal("writing a citation as a row", e))?;
    let dates = RevisionDates::new(citation);
    let mut cells = Vec::new();
    for field in citation_fields().iter() {
        cells.push(cell(field, &json[field.json], citation, &dates));
        if field.csv_cell() == CsvCell::Languages {
            let versions = &citation.languages;
            let pages =
                versions.iter().filter_map(|version| Some(format!("{}={}", version.lang, version.pages?)));
            let titles = versions.iter().filter_map(|version| {
                version.title.as_ref().map(|title| format!("{}={title}", version.lang))
            });
            cells.extend([list(pages), list(titles)]);
        }
    }
    Ok(cells)
}

fn cell(field: &CitationField, json: &Value, citation: &Citation, dates: &RevisionDates<'_>) -> String {
    let text = |json: &Value| json.as_str().unwrap_or_default().to_owned();
    let entries = || json.as_array().into_iter().flatten();
    match field.csv_cell() {
        // Days without their time of day.
        CsvCell::Text if field.date_limit().is_some() => text(json).chars().take(10).collect(),
        CsvCell::Text => text(json),
        // A semicolon would separate two values.
        CsvCell::List => list(entries().map(|entry| text(entry).replace(';', "\\;"))),
        CsvCell::Named => text(&json["name"]),
        CsvCell::Number => json.as_i64().map(|number| number.to_string()).unwrap_or_default(),
        CsvCell::Flag => (json == true).cell(),
        CsvCell::Languages => list(citation.languages.iter().map(|version| {
            let part = |part: &Option<String>| part.clone().unwrap_or_default();
            let day = dates.latest(&version.lang).map(|date| date.revision_date.to_string());
            format!("{}={}={}={}", version.lang, part(&version.item_number), part(&day), part(&version.url))
        })),
        CsvCell::ReadableIds => list(entries().map(|entry| text(&entry["id"]))),
        CsvCell::Dates => list(dates.others().map(|date| format!("{}={}", date.lang, date.revision_date))),
        CsvCell::Codes => {
            let parts = |code: &Value| {
                let parts = ["system", "code", "display"].map(|part| text(&code[part]).replace(';', ","));
                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("|")
            };
            entries().map(parts).collect::<Vec<_>>().join(";")
        }
    }
}

/// A list, its values separated by bars.
fn list(values: impl Iterator<Item = String>) -> String {
    let values = values.map(|value| {
        let value = value.replace('|', "\\|");
        // A backslash directly before a bar would make the bar part of the value.
        if value.ends_with('\\') { value + " " } else { value }
    });
    values.collect::<Vec<_>>().join("|")
}

columns! {
    /// The results of a search; `link` is the outside address of the citation. Source: contract section 5.
    pub const SEARCH_COLUMNS, fn search_row(citation: &Citation, link: &str) {
        let list = |values: &[String]| values.join("; ");
        let numbers: Vec<&str> = citation.languages.iter().filter_map(|v| v.item_number.as_deref()).collect();
    } [
        text "Title" = citation.title,
        text "Item Numbers" = numbers.join("; "),
        text "Languages" = citation.values(Category::Languages).join("; "),
        text "Authors" = list(&citation.authors),
        text "Publisher" = named(&citation.publisher),
        text "Format" = citation.material_format,
        text "Keywords" = list(&citation.keywords),
        text "Subject Heading" = citation.key_subject_heading,
        text "Audience" = list(&citation.audience),
        text "Department" = named(&citation.dept_submitted_by),
        text "Tags" = list(&citation.tags),
        text "Where to Obtain" = citation.where_to_obtain,
        day "Publication Date" = citation.publish_date,
        day "Dept. Review Date" = citation.dept_review_date,
        text "Obsolete" = citation.obsolete,
        text "Abstract" = citation.abstract_text,
        text "Link" = link,
        text "ID" = citation.id,
    ]
}

fn named(name: &Option<Named>) -> Option<&String> {
    name.as_ref().map(|named| &named.name)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
    use serde_json::json;

    fn citation(json: &Value) -> Citation {
        citation_from_json(json, Completeness::Import, Dates::Stored).unwrap()
    }

    #[test]
    fn lists_versions_and_codes_are_cells() {
        let record = json!({
            "id": "c-1", "readableIds": [{"id": "bar"}], "title": "-Bar exercises", "authors": ["A|B", "c\\", "=d", "e;f"],
            "publisher": {"name": "Children's"}, "publishDate": "2024-01-02T00:00:00.000Z", "obsolete": true,
            "languages": [
                {"lang": "English", "ksbgNumber": "001042", "url": "https://x.example.org/?a=b|c", "pages": 2},
                {"lang": "Spanish", "ksbgNumber": null, "url": null, "title": "Ejercicios = barra|2"}],
            "revisionDates": [
                {"lang": "English", "revisionDate": "2024-01-02"}, {"lang": "English", "revisionDate": "2022-01-02"},
                {"lang": "Somali", "revisionDate": "2021-01-02"}],
            "assessment": -1, "reviewCycleMonths": 12, "notes": "''=twice",
            "codes": [{"system": "icd10cm", "code": "J45.909", "display": "Asthma"}, {"system": "rxnorm", "code": "435"}],
        });
        let before = citation(&record);
        let (columns, cells) = (columns(), row(&before).unwrap());
        let cell = |name: &str| &cells[columns.iter().position(|column| column.name == name).unwrap()];
        assert_eq!(cell("authors"), "A\\|B|c\\ |=d|e\\;f");
        assert_eq!(cell("languages"), "English=001042=2024-01-02=https://x.example.org/?a=b\\|c|Spanish===");
        assert_eq!(
            (cell("pages").as_str(), cell("titles").as_str()),
            ("English=2", "Spanish=Ejercicios = barra\\|2")
        );
        assert_eq!(cell("revisionDates"), "English=2022-01-02|Somali=2021-01-02");
        assert_eq!(cell("codes"), "icd10cm|J45.909|Asthma;rxnorm|435");
        assert_eq!((cell("publishDate").as_str(), cell("obsolete").as_str()), ("2024-01-02", "Yes"));
    }
}

#[cfg(test)]
mod search_table_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::import_export::table::{csv_header, csv_row};

    #[test]
    fn a_formula_is_text_and_every_script_stays() {
        let citation = Citation {
            id: "c-1".into(),
            title: "=HYPERLINK(\"x\")".into(),
            abstract_text: Some("Línea,\n哮喘".into()),
            obsolete: true,
            ..Citation::default()
        };
        let row = csv_row(SEARCH_COLUMNS, &search_row(&citation, "https://x.example.org/citation/a"));
        let text = String::from_utf8(row).unwrap();
        assert!(text.starts_with("\"'=HYPERLINK(\"\"x\"\")\","), "{text}");
        assert!(
            text.contains("\"Línea,\n哮喘\"") && text.contains(",Yes,") && text.ends_with("/a,c-1\r\n"),
            "{text}"
        );
        assert!(csv_header(SEARCH_COLUMNS).starts_with(b"\xef\xbb\xbfTitle,Item Numbers,"));
    }
}
