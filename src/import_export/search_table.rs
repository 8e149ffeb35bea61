//! The table of a search: what staff open in a spreadsheet.

use crate::import_export::column::Column;
use crate::import_export::table::{shown, text, yes_or_no};
use crate::model::category::Category;
use crate::model::citations::citation::{Citation, Named};

/// The columns, in order. Source: contract section 5.
pub const COLUMNS: [Column; 18] = [
    Column::text("Title"),
    Column::text("Item Numbers"),
    Column::text("Languages"),
    Column::text("Authors"),
    Column::text("Publisher"),
    Column::text("Format"),
    Column::text("Keywords"),
    Column::text("Subject Heading"),
    Column::text("Audience"),
    Column::text("Department"),
    Column::text("Tags"),
    Column::text("Where to Obtain"),
    Column::day("Publication Date"),
    Column::day("Dept. Review Date"),
    Column::text("Obsolete"),
    Column::text("Abstract"),
    Column::text("Link"),
    Column::text("ID"),
];

/// One citation as a row; `link` is its outside address.
pub fn citation_row(citation: &Citation, link: &str) -> Vec<String> {
    let list = |values: &[String]| values.join("; ");
    let numbers: Vec<&str> = citation.languages.iter().filter_map(|v| v.item_number.as_deref()).collect();
    vec![
        citation.title.clone(),
        numbers.join("; "),
        citation.values(Category::Languages).join("; "),
        list(&citation.authors),
        named(&citation.publisher),
        text(&citation.material_format),
        list(&citation.keywords),
        text(&citation.key_subject_heading),
        list(&citation.audience),
        named(&citation.dept_submitted_by),
        list(&citation.tags),
        text(&citation.where_to_obtain),
        shown(citation.publish_date),
        shown(citation.dept_review_date),
        yes_or_no(citation.obsolete),
        text(&citation.abstract_text),
        link.to_owned(),
        citation.id.clone(),
    ]
}

fn named(name: &Option<Named>) -> String {
    name.as_ref().map(|named| named.name.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
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
        let row = csv_row(&COLUMNS, &citation_row(&citation, "https://x.example.org/citation/a"));
        let text = String::from_utf8(row).unwrap();
        assert!(text.starts_with("\"'=HYPERLINK(\"\"x\"\")\","), "{text}");
        assert!(
            text.contains("\"Línea,\n哮喘\"") && text.contains(",Yes,") && text.ends_with("/a,c-1\r\n"),
            "{text}"
        );
        assert!(csv_header(&COLUMNS).starts_with(b"\xef\xbb\xbfTitle,Item Numbers,"));
    }
}
