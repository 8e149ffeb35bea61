//! The bounds of texts that people send: how long they are, whether they have several lines, and no control characters.

use crate::model::category::normalize_value;
use crate::model::error::{Error, FieldError, Result};
use crate::model::text::is_blank;

/// Maximum length of a note on an order, a report or a review, in characters.
const MAX_NOTE: usize = 2_000;

/// What a text may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextBounds {
    lines: Lines,
    max_characters: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// Line breaks are refused.
    One,
    /// Runs of white space, also line breaks, become one blank.
    Joined,
    Several,
}

/// Which bound a text exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutOfBounds {
    TooLong,
    ControlCharacter,
}

impl TextBounds {
    /// One line; line breaks are refused.
    pub const fn line(max_characters: usize) -> TextBounds {
        TextBounds { lines: Lines::One, max_characters }
    }

    /// One line; runs of white space, also line breaks, become one blank.
    pub const fn joined_line(max_characters: usize) -> TextBounds {
        TextBounds { lines: Lines::Joined, max_characters }
    }

    /// Several lines.
    pub const fn lines(max_characters: usize) -> TextBounds {
        TextBounds { lines: Lines::Several, max_characters }
    }

    /// The text without blanks at its ends, `None` if it is blank, or what is wrong with it in the JSON field `field`.
    pub fn parse(self, field: &str, text: &str) -> Result<Option<String>, FieldError> {
        let text = match self.lines {
            Lines::Joined => normalize_value(text),
            Lines::One | Lines::Several => text.trim().to_owned(),
        };
        match self.error(field, &text) {
            Some(error) => Err(error),
            None => Ok(Some(text).filter(|text| !is_blank(text))),
        }
    }

    /// What is wrong with a text in the JSON field `field`.
    pub fn error(self, field: &str, text: &str) -> Option<FieldError> {
        let message = match (self.check(text)?, self.lines) {
            (OutOfBounds::TooLong, _) => format!("At most {} characters are allowed.", self.max_characters),
            (OutOfBounds::ControlCharacter, Lines::One) => {
                "Control characters and line breaks are not allowed.".into()
            }
            (OutOfBounds::ControlCharacter, Lines::Joined | Lines::Several) => {
                "Control characters are not allowed.".into()
            }
        };
        Some(FieldError::new(field, message))
    }

    /// The bound that a text exceeds.
    pub fn check(self, text: &str) -> Option<OutOfBounds> {
        let is_allowed = |c: char| self.lines == Lines::Several && matches!(c, '\n' | '\r' | '\t');
        if text.len() > self.max_characters && text.chars().nth(self.max_characters).is_some() {
            Some(OutOfBounds::TooLong)
        } else if text.chars().any(|c| c.is_control() && !is_allowed(c)) {
            Some(OutOfBounds::ControlCharacter)
        } else {
            None
        }
    }
}

/// The note on an order, a report or a review, with plain line breaks; `None` if blank.
pub fn parse_note(note: Option<&str>) -> Result<Option<String>> {
    let note = TextBounds::lines(MAX_NOTE).parse("note", note.unwrap_or_default());
    Ok(note.map_err(|error| Error::Invalid(vec![error]))?.map(|note| note.replace("\r\n", "\n")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_blank_note_is_none() {
        for blank in ["", " \n ", "\u{200b}", " \u{2060}\u{202e}"] {
            assert_eq!(parse_note(Some(blank)).unwrap(), None);
        }
        assert_eq!(parse_note(Some(" Which size? ")).unwrap().as_deref(), Some("Which size?"));
        assert!(parse_note(Some(&"x".repeat(MAX_NOTE + 1))).is_err() && parse_note(Some("a\u{7}")).is_err());
    }

    #[test]
    fn a_text_is_bounded_in_characters_and_lines() {
        let check = |bounds: TextBounds, text: &str, expected: Result<Option<&str>, &str>| {
            let parsed = bounds.parse("field", text);
            assert_eq!(
                parsed.as_ref().map(Option::as_deref).map_err(|e| e.message.as_str()),
                expected,
                "{text:?}"
            );
        };
        check(TextBounds::line(3), " äöü ", Ok(Some("äöü")));
        check(TextBounds::line(3), "äöüß", Err("At most 3 characters are allowed."));
        check(TextBounds::line(3), "a\nb", Err("Control characters and line breaks are not allowed."));
        check(TextBounds::joined_line(3), "a \n b", Ok(Some("a b")));
        check(TextBounds::joined_line(3), "a\u{7}b", Err("Control characters are not allowed."));
        check(TextBounds::lines(3), "a\nb", Ok(Some("a\nb")));
        check(TextBounds::lines(3), "\u{200b}", Ok(None));
    }
}
