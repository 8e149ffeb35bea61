//! What follows a copied address: people and mail programs add the end of a sentence, a closing quote or bracket, blanks.

use crate::model::characters::is_invisible;
use crate::model::error::Result;

/// Most characters that are taken off one by one. A longer run is taken off as a whole.
const MAX_STEPS: usize = 16;

/// Closing brackets and quotes, and the marks that end a sentence or a part of one, in every script of our languages.
const MARKS: [&str; 6] = [
    ".,;:!?)]}>'\"*`…‥",
    "‘’‚‛“”„‟‹›«»′″〞〟＂＇",
    "、。〉》」』】〕〗〙！）＊，．：；＞？］｝｠｡｣､﹐﹒﹔﹕﹖﹗",
    "\u{37e}\u{387}\u{589}\u{55c}\u{55d}\u{55e}\u{60c}\u{61b}\u{61e}\u{61f}\u{66d}\u{6d4}\u{700}\u{701}\u{702}",
    "\u{964}\u{965}\u{e2f}\u{e5a}\u{e5b}\u{eaf}\u{104a}\u{104b}\u{17d4}\u{17d5}\u{17d6}\u{1803}\u{1809}",
    "\u{1361}\u{1362}\u{1363}\u{1364}\u{1365}\u{1366}\u{1367}\u{1368}\u{203c}\u{203d}\u{2047}\u{2048}\u{2049}",
];

/// Whether a character at the end of a copied address may not belong to it. The replacement character stands for bytes that
/// are not UTF-8, such as a Latin-1 blank.
pub fn is_added(c: char) -> bool {
    let is_blank = c.is_whitespace() || c.is_control() || matches!(c, '\u{fffd}' | '\u{2800}');
    is_blank || is_invisible(c) || MARKS.iter().any(|marks| marks.contains(c))
}

/// What `find` finds for `text`, else for what is left after more and more of what was added to its end.
pub fn first_known<T>(text: &str, mut find: impl FnMut(&str) -> Result<Option<T>>) -> Result<Option<T>> {
    for text in std::iter::once(text).chain(without_additions(text, is_added)) {
        if let Some(found) = find(text)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// What is left of a text after more and more of the characters that `is_added` at its end; never an empty text.
pub fn without_additions(text: &str, is_added: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let rest = text.trim_end_matches(&is_added).len();
    let mut ends: Vec<usize> =
        text[rest..].char_indices().rev().take(MAX_STEPS).map(|(start, _)| rest + start).collect();
    if ends.last().is_some_and(|last| *last > rest) {
        ends.push(rest);
    }
    ends.into_iter().filter(|end| *end > 0).map(|end| &text[..end])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn marks_and_blanks_at_the_end_are_taken_off_one_by_one() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(without_additions(text, is_added).collect::<Vec<_>>(), expected, "{text}");
        };
        check("fever", &[]);
        check("fever.", &["fever"]);
        check("fever_(2).", &["fever_(2)", "fever_(2"]);
        check("fever。”\u{200b}\u{3000}", &["fever。”\u{200b}", "fever。”", "fever。", "fever"]);
        check("...", &["..", "."]);
        let long = format!("a{}", ".".repeat(100));
        assert_eq!(without_additions(&long, is_added).last(), Some("a"));
        assert_eq!(without_additions(&long, is_added).count(), MAX_STEPS + 1);
    }

    #[test]
    fn as_little_as_possible_is_taken_off() {
        let known = |text: &str| Ok(["a", "a.)"].contains(&text).then(|| text.to_owned()));
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(first_known(text, known).unwrap().as_deref(), expected, "{text}");
        };
        check("a.)", Some("a.)"));
        check("a.),", Some("a.)"));
        check("a.", Some("a"));
        check("b.", None);
    }
}
