//! The text of a PDF where `pdftotext` is not installed.

use crate::handout_text::pdf_facts::whole;
use crate::model::error::{Error, Result};
use pdf_extract::{Document, MediaBox, OutputDev, OutputError, Transform, output_doc};

/// The distance of lines of one paragraph in a text without any, as a multiple of the font size.
const USUAL_DISTANCE: f64 = 1.2;
/// A distance of lines that may be within a paragraph: from dense to double-spaced.
const DISTANCES: std::ops::RangeInclusive<f64> = 0.8..=2.2;
/// Lines this many times as far apart as usual are of different paragraphs.
const PARAGRAPH: f64 = 1.25;
/// Lines whose font sizes differ by more than this factor are of different paragraphs, such as a heading.
const OTHER_SIZE: f64 = 1.15;

/// The text of the pages, lines of right-to-left scripts in the order in which they are read. An empty line separates
/// paragraphs, which are recognized by the distance of their lines.
pub(super) fn text(file: &[u8]) -> Result<String> {
    let unreadable = |e: &dyn std::fmt::Display| Error::Unreadable(format!("the PDF cannot be read: {e}"));
    let loaded = Document::load_mem(whole(file)).or_else(|_| Document::load_mem(file));
    let mut document = loaded.map_err(|e| unreadable(&e))?;
    if document.is_encrypted() {
        document.decrypt("").map_err(|e| unreadable(&e))?;
    }
    let mut lines = Lines::default();
    output_doc(&document, &mut lines).map_err(|e| unreadable(&e))?;
    Ok(paragraphs(&lines.lines))
}

/// A line of a page.
#[derive(Debug, Default)]
struct Line {
    text: String,
    page: u32,
    /// The place of its base line from the top, and its font size, in one unit.
    y: f64,
    size: f64,
}

/// Collects the lines of a document.
#[derive(Default)]
struct Lines {
    lines: Vec<Line>,
    page: u32,
    is_word_start: bool,
    /// Where the last character ended.
    last_end: f64,
    last_y: f64,
}

impl OutputDev for Lines {
    fn begin_page(
        &mut self,
        page: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> std::result::Result<(), OutputError> {
        self.page = page;
        Ok(())
    }

    fn end_page(&mut self) -> std::result::Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        place: &Transform,
        width: f64,
        _spacing: f64,
        font_size: f64,
        text: &str,
    ) -> std::result::Result<(), OutputError> {
        let scale = ((place.m11 + place.m21) * (place.m12 + place.m22)).abs().sqrt();
        let (x, y, size) = (place.m31, -place.m32, font_size * scale);
        let moved = (y - self.last_y).abs();
        let is_next_line = moved > size * 1.5 || (x < self.last_end && moved > size * 0.5);
        let is_first = self.lines.last().is_none_or(|line| line.page != self.page);
        if is_first || (self.is_word_start && is_next_line) {
            self.lines.push(Line { text: String::new(), page: self.page, y, size });
        } else if self.is_word_start && x > self.last_end + size * 0.1 {
            self.push(" ");
        }
        self.push(text);
        self.is_word_start = false;
        (self.last_end, self.last_y) = (x + width * size, y);
        Ok(())
    }

    fn begin_word(&mut self) -> std::result::Result<(), OutputError> {
        self.is_word_start = true;
        Ok(())
    }

    fn end_word(&mut self) -> std::result::Result<(), OutputError> {
        Ok(())
    }

    fn end_line(&mut self) -> std::result::Result<(), OutputError> {
        Ok(())
    }
}

impl Lines {
    fn push(&mut self, text: &str) {
        if let Some(line) = self.lines.last_mut() {
            line.text.push_str(text);
        }
    }
}

/// The distance of a line from the one above, as a multiple of its font size; `None` on another page or in another column.
fn distance(above: &Line, line: &Line) -> Option<f64> {
    let distance = (line.y - above.y) / line.size;
    (above.page == line.page && distance > 0.0 && distance.is_finite()).then_some(distance)
}

/// The lines as a text.
fn paragraphs(lines: &[Line]) -> String {
    let pairs = || lines.iter().zip(lines.iter().skip(1));
    let mut distances: Vec<f64> =
        pairs().filter_map(|(above, line)| distance(above, line)).filter(|d| DISTANCES.contains(d)).collect();
    distances.sort_unstable_by(f64::total_cmp);
    // Most lines follow another one of their paragraph; where paragraphs are short, at least a quarter do.
    let usual = distances.get(distances.len() / 4).copied().unwrap_or(USUAL_DISTANCE);
    let is_paragraph = |above: &Line, line: &Line| {
        let sizes = if above.size > line.size { above.size / line.size } else { line.size / above.size };
        sizes > OTHER_SIZE || distance(above, line).is_none_or(|distance| distance > usual * PARAGRAPH)
    };
    let mut text = String::new();
    for (n, line) in lines.iter().enumerate() {
        if let Some(above) = n.checked_sub(1).map(|above| &lines[above]) {
            text.push_str(if is_paragraph(above, line) { "\n\n" } else { "\n" });
        }
        text.push_str(&in_reading_order(&line.text));
    }
    text
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

    /// Lines of 12 points at these distances, as multiples of the font size.
    fn spaced(lines: &[(&str, f64)]) -> String {
        let mut y = 0.0;
        let lines: Vec<Line> = lines
            .iter()
            .map(|(text, distance)| {
                y += distance * 12.0;
                Line { text: (*text).to_owned(), page: 1, y, size: 12.0 }
            })
            .collect();
        paragraphs(&lines)
    }

    #[test]
    fn paragraphs_are_farther_apart_than_lines() {
        let dense = [("One", 1.2), ("two", 1.2), ("Three", 2.0), ("four", 1.2), ("five", 1.2)];
        assert_eq!(spaced(&dense), "One\ntwo\n\nThree\nfour\nfive");
        let wide =
            [("One", 1.55), ("two", 1.55), ("three", 1.55), ("Four", 2.4), ("five", 1.55), ("six", 1.55)];
        assert_eq!(spaced(&wide), "One\ntwo\nthree\n\nFour\nfive\nsix");
        assert_eq!(spaced(&[("One", 1.0), ("Two", 3.0)]), "One\n\nTwo");
        assert_eq!(spaced(&[("Left", 40.0), ("Right", -39.0)]), "Left\n\nRight");
        assert_eq!(spaced(&[]), "");
    }

    #[test]
    fn right_to_left_lines_are_in_reading_order() {
        assert_eq!(in_reading_order("Call 911 now"), "Call 911 now");
        assert_eq!(in_reading_order("םולש"), "שלום");
        assert_eq!(in_reading_order("911 לא רשקתה"), "התקשר אל 911");
    }
}
