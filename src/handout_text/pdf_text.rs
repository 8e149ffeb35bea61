//! The text of a PDF where `pdftotext` is not installed.

use crate::model::error::{Error, Result};

/// The text of the pages, lines of right-to-left scripts in the order in which they are read.
pub(super) fn text(file: &[u8]) -> Result<String> {
    let text = pdf_extract::extract_text_from_mem(file)
        .map_err(|e| Error::Unreadable(format!("the PDF cannot be read: {e}")))?;
    Ok(text.lines().map(in_reading_order).collect::<Vec<_>>().join("\n"))
}

/// A PDF places glyphs from left to right; a line with Arabic or Hebrew ones is reversed, apart from its numbers and its
/// words of other scripts.
fn in_reading_order(line: &str) -> String {
    if !line.chars().any(is_right_to_left) {
        return line.to_owned();
    }
    let characters: Vec<char> = line.chars().rev().collect();
    let is_left_to_right = |c: &char| c.is_alphanumeric() && !is_right_to_left(*c);
    characters
        .chunk_by(|a, b| is_left_to_right(a) == is_left_to_right(b))
        .flat_map(|run| {
            let mut run = run.to_vec();
            if run.first().is_some_and(is_left_to_right) {
                run.reverse();
            }
            run
        })
        .collect()
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_to_left_lines_are_in_reading_order() {
        assert_eq!(in_reading_order("Call 911 now"), "Call 911 now");
        assert_eq!(in_reading_order("םולש"), "שלום");
        assert_eq!(in_reading_order("911 לא רשקתה"), "התקשר אל 911");
    }
}
