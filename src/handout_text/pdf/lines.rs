//! The text of pages: glyphs become words, lines and paragraphs, in the order in which the file shows them.

use crate::handout_text::pdf::text_state::GlyphPlace;
use crate::model::handout_text::file::MAX_TEXT;
use hayro::hayro_syntax::object::Rect;
use hayro::kurbo::Vec2;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Texts are collected up to this length, in bytes. Normalized, none is longer than [`MAX_TEXT`].
const MAX_COLLECTED: usize = 4 * MAX_TEXT;
/// The distance of lines of one paragraph in a text without any, as a multiple of the font size.
const USUAL_DISTANCE: f64 = 1.2;
/// A distance of lines that may be within a paragraph: from dense to double-spaced.
const DISTANCES: std::ops::RangeInclusive<f64> = 0.8..=2.2;
/// Lines this many times as far apart as usual are of different paragraphs.
const PARAGRAPH: f64 = 1.25;
/// Lines whose font sizes differ by more than this factor are of different paragraphs, such as a heading.
const OTHER_SIZE: f64 = 1.15;
/// A wider gap is between words, as a multiple of the font size.
const WORD_GAP: f64 = 0.1;
/// A glyph this much below the last one, as a multiple of the font size, begins a line.
const NEXT_LINE: f64 = 1.5;
/// A glyph before the end of the last one begins a line when it is this much below.
const NEXT_LINE_BACK: f64 = 0.5;
/// A glyph that is shown twice within this distance looks bold.
const BOLD: f64 = 0.15;
/// So many glyphs of a line are searched for the other one.
const BOLD_SEARCH: usize = 300;

/// Collects the lines of a document.
#[derive(Default)]
pub(super) struct Lines {
    lines: Vec<Line>,
    open: Option<OpenLine>,
    page: u32,
    bounds: Option<Rect>,
    collected: usize,
}

/// A line of a page.
#[derive(Debug)]
struct Line {
    text: String,
    page: u32,
    direction: Vec2,
    /// The place of its base line, downwards, and its font size, in one unit.
    y: f64,
    size: f64,
}

/// The line that is being read.
struct OpenLine {
    /// Without its text.
    line: Line,
    pieces: Vec<Piece>,
    is_right_to_left: bool,
    /// The last glyph.
    start: f64,
    end: f64,
    y: f64,
    /// How far the line extends.
    extent: f64,
}

/// What one glyph means, or the space in front of it.
#[derive(Debug, Clone)]
struct Piece {
    text: String,
    /// Where it is on the line.
    start: f64,
    end: f64,
    is_gap: bool,
}

impl Lines {
    /// Begins the next page; what is outside of these bounds is not read.
    pub(super) fn begin_page(&mut self, bounds: Rect) {
        self.close();
        self.page += 1;
        self.bounds = Some(bounds);
    }

    /// Adds a glyph. `text` is empty where its meaning is not known, and where an earlier glyph stands for it too.
    pub(super) fn glyph(&mut self, place: &GlyphPlace, text: &str) {
        let is_outside = self.bounds.as_ref().is_some_and(|page| {
            let (x, y, size) = (place.start.x, place.start.y, place.size);
            !(page.x0 - size..=page.x1 + size).contains(&x) || !(page.y0 - size..=page.y1 + size).contains(&y)
        });
        if is_outside || self.collected > MAX_COLLECTED {
            return;
        }
        let along = place.start.to_vec2().dot(place.direction);
        let y = place.start.to_vec2().dot(Vec2::new(place.direction.y, -place.direction.x));
        let end = along + place.length;
        if let Some(open) = &mut self.open
            && open.continues(place.direction, along, y, place.size, text)
        {
            if !open.has_shown(along, y, place.size, text) {
                open.push(along, end, place.size, text);
            }
            if !is_mark(text) {
                (open.start, open.end, open.y) = (along, end, y);
                open.extent = open.extent.max(end);
            }
            self.collected += text.len();
        } else if !text.is_empty() {
            self.close();
            let (page, direction, size) = (self.page, place.direction, place.size);
            let mut open = OpenLine {
                line: Line { text: String::new(), page, direction, y, size },
                pieces: Vec::new(),
                is_right_to_left: false,
                start: along,
                end: along,
                y,
                extent: end,
            };
            open.push(along, end, place.size, text);
            open.end = end;
            self.collected += text.len();
            self.open = Some(open);
        }
    }

    /// The text, lines of right-to-left scripts in the order in which they are read. An empty line separates paragraphs,
    /// which are recognized by the distance of their lines.
    pub(super) fn text(mut self) -> String {
        self.close();
        paragraphs(&self.lines)
    }

    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            let line = open.into_line();
            if !line.text.trim().is_empty() {
                self.lines.push(line);
            }
        }
    }
}

impl OpenLine {
    /// Whether a glyph belongs to this line.
    fn continues(&self, direction: Vec2, along: f64, y: f64, size: f64, text: &str) -> bool {
        let is_right_to_left = self.is_right_to_left || text.chars().any(is_right_to_left);
        let moved = (y - self.y).abs();
        let is_back = along < self.end;
        self.line.direction.dot(direction) > 0.99
            && moved <= size * NEXT_LINE
            && !((is_back || is_right_to_left) && moved > size * NEXT_LINE_BACK)
            && (!is_back
                || is_right_to_left
                || along > self.start - size
                || self.has_shown(along, y, size, text))
    }

    /// Whether the same glyph is there already.
    fn has_shown(&self, along: f64, y: f64, size: f64, text: &str) -> bool {
        along < self.extent - size * BOLD
            && !text.trim().is_empty()
            && (y - self.y).abs() < size * BOLD
            && self
                .pieces
                .iter()
                .rev()
                .take(BOLD_SEARCH)
                .any(|piece| (piece.start - along).abs() < size * BOLD && piece.text == text)
    }

    fn push(&mut self, along: f64, end: f64, size: f64, text: &str) {
        if text.is_empty() {
            // An earlier glyph stands for it too.
            if let Some(last) = self.pieces.last_mut() {
                (last.start, last.end) = (last.start.min(along), last.end.max(end));
            }
            return;
        }
        let is_back = along < self.start - size * BOLD;
        let (from, to) = if is_back { (end, self.start) } else { (self.end, along) };
        if to - from > size * WORD_GAP && !is_mark(text) {
            self.pieces.push(Piece { text: " ".into(), start: from, end: to, is_gap: true });
        }
        self.pieces.push(Piece { text: text.into(), start: along, end, is_gap: false });
        self.is_right_to_left |= text.chars().any(is_right_to_left);
    }

    fn into_line(self) -> Line {
        let mut pieces = with_marks(self.pieces, self.line.size);
        let text = if self.is_right_to_left {
            // Some programs show the words or letters of a line from right to left, or its spaces last.
            pieces.retain(|piece| !piece.is_gap);
            pieces.sort_by(|a, b| a.start.total_cmp(&b.start));
            let mut spaced: Vec<&str> = Vec::with_capacity(pieces.len());
            let mut last_end = f64::INFINITY;
            for piece in &pieces {
                if piece.start - last_end > self.line.size * WORD_GAP {
                    spaced.push(" ");
                }
                spaced.push(&piece.text);
                last_end = piece.end;
            }
            in_reading_order(&spaced)
        } else {
            pieces.into_iter().map(|piece| piece.text).collect()
        };
        Line { text, ..self.line }
    }
}

/// The pieces of a line with accents behind the letters that they are shown over.
fn with_marks(pieces: Vec<Piece>, size: f64) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut waiting: Option<String> = None;
    let mut pieces = pieces.into_iter().peekable();
    while let Some(mut piece) = pieces.next() {
        if let Some(marks) = marks(&piece.text) {
            let middle = f64::midpoint(piece.start, piece.end);
            let is_over = |letter: &Piece, margin: f64| {
                !is_mark(&letter.text)
                    && letter.text.chars().all(char::is_alphabetic)
                    && (letter.start - margin..letter.end + margin).contains(&middle)
            };
            let is_over_last = joined.last().is_some_and(|last| is_over(last, 0.0));
            if pieces.peek().is_some_and(|next| is_over(next, if is_over_last { 0.0 } else { size * BOLD })) {
                waiting.get_or_insert_default().push_str(&marks);
                continue;
            }
            if is_mark(&piece.text)
                && let Some(last) = joined.last_mut()
            {
                last.text.push_str(&marks);
                continue;
            }
        }
        if let Some(marks) = waiting.take() {
            // Letters without their dots are there for accents alone.
            piece.text = piece.text.replace('\u{131}', "i").replace('\u{237}', "j") + &marks;
        }
        joined.push(piece);
    }
    joined
}

/// The distance of a line from the one above, as a multiple of its font size; `None` on another page or in another column.
fn distance(above: &Line, line: &Line) -> Option<f64> {
    let distance = (line.y - above.y) / line.size;
    let is_same_column = above.page == line.page && above.direction.dot(line.direction) > 0.99;
    (is_same_column && distance > 0.0 && distance.is_finite()).then_some(distance)
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
        text.push_str(&line.text);
    }
    text
}

/// The pieces of a line with Arabic or Hebrew letters, which come from left to right, as they are read: reversed, apart from
/// its numbers and its words of other scripts.
fn in_reading_order(pieces: &[&str]) -> String {
    let is_letter = |piece: &&str| piece.chars().any(|c| c.is_alphabetic() && !is_right_to_left(c));
    let is_digit = |piece: &&str| piece.chars().any(char::is_numeric);
    let is_neutral = |piece: &&str| !piece.chars().any(char::is_alphanumeric) && !is_mark(piece);
    let mut text = Vec::new();
    let mut end = pieces.len();
    while let Some(last) = end.checked_sub(1) {
        let mut start = last;
        if is_letter(&pieces[last]) || is_digit(&pieces[last]) {
            // Words of other scripts stay together, as do the digits of a number with its points.
            while let Some(before) = pieces[..start].iter().rposition(|piece| !is_neutral(piece)) {
                let between = &pieces[before + 1..start];
                let (left, right) = (&pieces[before], &pieces[start]);
                let stays = match between {
                    [] => is_letter(left) || is_digit(left),
                    [one] if is_digit(left) && is_digit(right) => !one.trim().is_empty(),
                    _ => is_letter(left) && is_letter(right),
                };
                if !stays {
                    break;
                }
                start = before;
            }
        }
        text.push(pieces[start..end].concat());
        end = start;
    }
    text.concat()
}

/// The combining characters of an accent; `None` for other texts.
fn marks(text: &str) -> Option<String> {
    let normal: Vec<char> = text.nfkc().collect();
    // Those without a letter stand on a space, or on the line between Arabic letters.
    let marks = normal.strip_prefix(&[' ']).or_else(|| normal.strip_prefix(&['\u{640}'])).unwrap_or(&normal);
    (!marks.is_empty() && marks.iter().all(|c| is_combining_mark(*c))).then(|| marks.iter().collect())
}

/// Whether a glyph is a combining character, which has no place of its own.
fn is_mark(text: &str) -> bool {
    text.chars().all(|c| is_combining_mark(c) || ('\u{fe70}'..='\u{fe7f}').contains(&c))
        && marks(text).is_some()
}

/// Whether a letter is of a script that is written from right to left; its digits are not.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{1e800}'..='\u{1efff}')
        && !c.is_numeric()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro::kurbo::Point;

    /// Lines of 12 points at these distances, as multiples of the font size.
    fn spaced(lines: &[(&str, f64)]) -> String {
        let mut y = 0.0;
        let lines: Vec<Line> = lines
            .iter()
            .map(|(text, distance)| {
                y += distance * 12.0;
                Line { text: (*text).to_owned(), page: 1, direction: Vec2::new(1.0, 0.0), y, size: 12.0 }
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

    /// The text of glyphs of 10 points, each 6 wide, at these places.
    fn shown(glyphs: &[(&str, f64, f64)]) -> String {
        let mut lines = Lines::default();
        lines.begin_page(Rect::new(0.0, 0.0, 600.0, 800.0));
        for (text, x, y) in glyphs {
            let (start, direction) = (Point::new(*x, *y), Vec2::new(1.0, 0.0));
            lines.glyph(&GlyphPlace { start, direction, length: 6.0, size: 10.0 }, text);
        }
        lines.text()
    }

    #[test]
    fn gaps_divide_words_and_lines() {
        let (a, b) = (("a", 10.0, 700.0), ("b", 16.0, 700.0));
        assert_eq!(shown(&[a, b]), "ab");
        assert_eq!(shown(&[a, ("b", 18.0, 700.0)]), "a b");
        assert_eq!(shown(&[a, ("b", 10.0, 688.0)]), "a\nb");
        assert_eq!(shown(&[("a", 50.0, 700.0), ("b", 10.0, 700.0)]), "a\n\nb", "a column to the left");
        assert_eq!(shown(&[a, ("2", 16.0, 704.0), ("b", 22.0, 700.0)]), "a2b", "a superscript");
        assert_eq!(shown(&[a, b, ("a", 10.4, 700.0), ("b", 16.4, 700.0)]), "ab", "shown twice to look bold");
        assert_eq!(shown(&[a, ("b", 900.0, 700.0)]), "a", "outside of the page");
        assert_eq!(shown(&[a, ("", 16.0, 700.0), ("b", 22.0, 700.0)]), "ab", "a glyph without meaning");
        let accents = [("\u{b4}", 10.0, 700.0), ("\u{131}", 11.0, 700.0), ("o", 17.0, 700.0)];
        assert_eq!(shown(&accents), "i\u{301}o", "accents are shown over letters");
        assert_eq!(shown(&[("n", 4.0, 700.0), ("\u{b4}", 10.0, 700.0), ("t", 16.0, 700.0)]), "n\u{b4}t");
    }

    #[test]
    fn right_to_left_lines_are_in_reading_order() {
        let check = |line: &str, expected: &str| {
            let glyphs: Vec<String> = line.chars().map(String::from).collect();
            let glyphs: Vec<(&str, f64, f64)> =
                glyphs.iter().enumerate().map(|(n, glyph)| (glyph.as_str(), n as f64 * 6.0, 700.0)).collect();
            assert_eq!(shown(&glyphs), expected);
            let backwards: Vec<_> = glyphs.into_iter().rev().collect();
            assert_eq!(shown(&backwards), expected, "letters from right to left");
        };
        check("םולש", "שלום");
        check("911 לא רשקתה", "התקשר אל 911");
        check("lm 2.5 ונת", "תנו 2.5 lm");
        check("Kids Care לא", "אל Kids Care");
        // A ligature is one glyph.
        assert_eq!(
            shown(&[("\u{645}", 10.0, 700.0), ("\u{644}\u{627}", 16.0, 700.0)]),
            "\u{644}\u{627}\u{645}"
        );
        // A point after the letters, and a mark over the first of them.
        let shadda = ("\u{fe7c}", 18.0, 700.0);
        let glyphs = [("\u{649}", 10.0, 700.0), shadda, ("\u{645}", 16.0, 700.0), (".", 4.0, 700.0)];
        assert_eq!(shown(&glyphs), "\u{645}\u{651}\u{649}.");
        // The mark stands for its letter too, which follows it.
        let cluster = [
            ("\u{649}", 10.0, 700.0),
            ("\u{645}\u{651}", 20.0, 700.0),
            ("", 16.0, 700.0),
            ("\u{62d}", 26.0, 700.0),
        ];
        assert_eq!(shown(&cluster), "\u{62d}\u{645}\u{651}\u{649}");
    }
}
