//! The CSV of a search: what staff open in a spreadsheet.

use crate::model::characters::is_invisible;
use crate::model::citations::citation::Citation;

/// The columns, in order. Source: contract section 5.
const COLUMNS: [&str; 17] = [
    "Title",
    "Item Numbers",
    "Languages",
    "Authors",
    "Publisher",
    "Format",
    "Keywords",
    "Subject Heading",
    "Audience",
    "Department",
    "Tags",
    "Where to Obtain",
    "Publication Date",
    "Dept. Review Date",
    "Obsolete",
    "Abstract",
    "Link",
];

/// The header row, after a byte order mark by which spreadsheets know UTF-8.
pub fn header() -> Vec<u8> {
    let mut bytes = b"\xef\xbb\xbf".to_vec();
    bytes.extend(row(COLUMNS.map(str::to_owned).as_slice()));
    bytes
}

/// One citation as a row; `link` is its outside address.
pub fn citation_row(citation: &Citation, link: &str) -> Vec<u8> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let list = |values: &[String]| values.join("; ");
    let day = |day: Option<crate::model::day::Day>| day.map(|d| d.to_string()).unwrap_or_default();
    let numbers: Vec<&str> = citation.languages.iter().filter_map(|v| v.item_number.as_deref()).collect();
    let cells = [
        citation.title.clone(),
        numbers.join("; "),
        citation.values(crate::model::category::Category::Languages).join("; "),
        list(&citation.authors),
        citation.publisher.as_ref().map(|p| p.name.clone()).unwrap_or_default(),
        text(&citation.material_format),
        list(&citation.keywords),
        text(&citation.key_subject_heading),
        list(&citation.audience),
        citation.dept_submitted_by.as_ref().map(|d| d.name.clone()).unwrap_or_default(),
        list(&citation.tags),
        text(&citation.where_to_obtain),
        day(citation.publish_date),
        day(citation.dept_review_date),
        if citation.obsolete { "Yes" } else { "No" }.to_owned(),
        text(&citation.abstract_text),
        link.to_owned(),
    ];
    row(&cells.map(|cell| defused(&cell)))
}

/// Spreadsheets run a cell that begins like a formula, some also one that begins with a full-width sign or with
/// characters nobody sees: an apostrophe makes it text.
pub(super) fn defused(cell: &str) -> String {
    let first = cell.trim_start_matches(|c: char| c == ' ' || is_invisible(c)).chars().next();
    let formula = matches!(
        first,
        Some(
            '=' | '+'
                | '-'
                | '@'
                | '\t'
                | '\r'
                | '\n'
                | '＝'
                | '＋'
                | '－'
                | '＠'
                | '﹦'
                | '﹢'
                | '﹣'
                | '﹫'
        )
    );
    if formula { format!("'{cell}") } else { cell.to_owned() }
}

pub(super) fn row(cells: &[String]) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(cells);
    writer.into_inner().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn whatever_a_spreadsheet_might_run_is_text() {
        for cell in [
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "＝1",
            "＋1",
            "－1",
            "＠SUM(A1)",
            "﹦1",
            " =1",
            "\u{feff}=1",
            "\u{200b}=1",
            "\u{202e}=1",
            "\u{ad}\u{2066}＝1",
            "\u{fe0f} -1",
        ] {
            assert_eq!(defused(cell), format!("'{cell}"), "{cell:?}");
        }
        for cell in ["", "Fever", "1=1", "'=1", "\u{200b}Fever", "ー1"] {
            assert_eq!(defused(cell), cell, "{cell:?}");
        }
    }

    #[test]
    fn a_formula_is_text_and_every_script_stays() {
        let citation = Citation {
            title: "=HYPERLINK(\"x\")".into(),
            abstract_text: Some("Línea,\n哮喘".into()),
            obsolete: true,
            ..Citation::default()
        };
        let text = String::from_utf8(citation_row(&citation, "https://x.example.org/citation/a")).unwrap();
        assert!(text.starts_with("\"'=HYPERLINK(\"\"x\"\")\","), "{text}");
        assert!(
            text.contains("\"Línea,\n哮喘\"") && text.contains(",Yes,") && text.ends_with("/a\r\n"),
            "{text}"
        );
        assert!(header().starts_with(b"\xef\xbb\xbfTitle,Item Numbers,"));
    }
}
