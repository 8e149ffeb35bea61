//! Snippets of the texts of handouts, which are long: of several texts, and of the passages in them, the one that contains
//! the most different words of the query is shown.

use super::{CONTEXT, Highlighter, LENGTH, window, window_from};
use crate::model::handout_text::searchable::IN_THE_HANDOUT;
use crate::search::snippets::text_form::TextForm;

/// A passage of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Passage {
    /// How many different words of the query it contains.
    words: usize,
    /// How many occurrences of them.
    matches: usize,
    /// Where the first one starts, in bytes.
    start: usize,
}

impl Highlighter {
    /// Appends the snippet of the best of several texts, after [`IN_THE_HANDOUT`]. Returns the index of the text; `None`, and
    /// appends nothing, when there are none.
    pub fn write_handout<'t>(
        &mut self,
        texts: impl Iterator<Item = &'t str>,
        form: TextForm,
        output: &mut Vec<u8>,
    ) -> Option<usize> {
        let mut best: Option<(Passage, usize, &str)> = None;
        let mut last = 0;
        for (number, text) in texts.enumerate() {
            last = number;
            self.find(text);
            let passage = densest(text, &self.spans);
            if best.is_none_or(|(known, ..)| (passage.words, passage.matches) > (known.words, known.matches))
            {
                best = Some((passage, number, text));
            }
        }
        let (passage, number, text) = best?;
        if number != last {
            self.find(text);
        }
        let range =
            if text.len() <= LENGTH + CONTEXT { window(text, &[]) } else { window_from(text, passage.start) };
        output.extend_from_slice(IN_THE_HANDOUT.as_bytes());
        self.write_window(text, range, form, output);
        Some(number)
    }
}

/// The passage with the most different words; of several with as many, the one with the most occurrences, then the first.
fn densest(text: &str, spans: &[(usize, usize)]) -> Passage {
    let mut known: Vec<&str> = Vec::new();
    // The bit of each word; a query has hardly more than 64.
    let bits: Vec<u64> = spans
        .iter()
        .map(|(from, to)| {
            let word = text.get(*from..*to).unwrap_or_default();
            let number =
                known.iter().position(|other| other.eq_ignore_ascii_case(word)).unwrap_or_else(|| {
                    known.push(word);
                    known.len() - 1
                });
            1 << number.min(63)
        })
        .collect();
    let mut best = Passage::default();
    for (n, (start, _)) in spans.iter().enumerate() {
        let in_passage = spans[n..].iter().take_while(|(_, to)| *to <= start + LENGTH - CONTEXT).count();
        let words = bits[n..n + in_passage].iter().fold(0, |words, bit| words | bit).count_ones() as usize;
        if (words, in_passage) > (best.words, best.matches) {
            best = Passage { words, matches: in_passage, start: *start };
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::query::parsed_query::ParsedQuery;

    fn snippet(q: &str, texts: &[&str]) -> (Option<usize>, String) {
        let mut snippet = Vec::new();
        let mut highlighter = Highlighter::new(&ParsedQuery::parse(q, 1), &None, Vec::new());
        let number = highlighter.write_handout(texts.iter().copied(), TextForm::Json, &mut snippet);
        (number, String::from_utf8_lossy(&snippet).into_owned())
    }

    #[test]
    fn the_passage_with_the_most_different_words_is_shown() {
        let filler = "Nothing of interest stands here at all. ".repeat(20);
        let text = format!("School school school. {filler}Back to school after ten days. {filler}");
        let (number, json) = snippet("back school days", &["Other text.", &text]);
        assert_eq!(number, Some(1));
        assert!(json.starts_with("In the handout: … "), "{json}");
        assert!(json.contains("*Back* to *school* after ten *days*."), "{json}");
        assert!(json.ends_with(" …") && json.len() < 400, "{json}");
    }

    #[test]
    fn a_short_text_is_shown_whole() {
        assert_eq!(snippet("rest", &["Rest \"a lot\"."]).1, r#"In the handout: *Rest* \"a lot\"."#);
        assert_eq!(snippet("rest", &[]), (None, String::new()));
    }
}
