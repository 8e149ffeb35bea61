//! What was typed, taken apart: words, `"phrases"`, `-excluded` ones. Every text is a query; none is an error.

use crate::model::characters::is_invisible;
use crate::model::citations::item_number;
use crate::search::segments::document::whole_title_key;
use crate::search::text::analysis::{self, Word, is_unspaced};
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::stem_terms::each_stem_term;
use crate::search::text::stemming::{StemLanguage, stem};
use crate::search::text::term_keys::term_key;
use std::ops::Range;

/// How many words and phrases are looked for; the lightest ones beyond need not be there.
pub(super) const MAX_PARTS: usize = 30;
/// How many words and phrases are excluded.
const MAX_EXCLUDED: usize = 30;
/// The key of what no term goes across.
const BREAK: &str = "\u{0}";

/// What an age or a time is counted in, folded.
const UNITS_OF_TIME: [&str; 19] = [
    "anos", "day", "days", "dia", "dias", "hour", "hours", "mes", "meses", "month", "months", "old",
    "semana", "semanas", "week", "weeks", "year", "yearold", "years",
];

/// One word to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::search) struct QueryWord {
    /// Ways to write it, the folded word first.
    pub forms: Vec<String>,
    /// The terms under which the index has words with its stems.
    pub stem_terms: Vec<String>,
    /// The stems themselves.
    pub stems: Vec<String>,
    pub meaning: Meaning,
    /// Where it stands in the text.
    pub place: Range<usize>,
    /// The tokens that it is made of.
    pub tokens: Range<usize>,
}

/// The smallest part of a term: a word, or a character of a script without blanks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::search) struct Token {
    pub key: String,
    /// Where it stands in the text.
    pub place: Range<usize>,
}

impl Token {
    /// The token as it was typed; empty for what no label goes across.
    pub fn written<'t>(&self, text: &'t str) -> &'t str {
        if self.key == BREAK { "" } else { text.get(self.place.clone()).unwrap_or_default() }
    }
}

/// One thing to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::search) enum Part {
    Word(QueryWord),
    /// These words one after the other.
    Phrase(Vec<QueryWord>),
}

/// A query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::search) struct ParsedQuery {
    /// What was typed, without invisible marks.
    pub text: String,
    pub parts: Vec<Part>,
    /// None of these.
    pub excluded: Vec<Part>,
    /// The words outside of phrases, for terms to be found in.
    pub tokens: Vec<Token>,
    /// The last part is a prefix term: a word that may be unfinished.
    pub has_prefix_term: bool,
    /// The prefix term is being typed, for suggestions: it is corrected to words that begin nearly like it, and has no ending
    /// that could be inflected.
    pub is_being_typed: bool,
    /// What was typed, as an item number.
    pub item: Option<String>,
    /// What was typed, as a whole title.
    pub whole_title: String,
    /// Nothing was typed.
    pub is_empty: bool,
}

impl ParsedQuery {
    /// Takes a typed text apart; `languages` are those whose endings the index takes off, one bit for each.
    pub fn parse(typed: &str, languages: u64) -> ParsedQuery {
        // Marks around a quotation mark or a minus would hide it. The zero width space separates words.
        let text: String = typed.chars().filter(|c| *c == '\u{200B}' || !is_invisible(*c)).collect();
        let mut query = ParsedQuery {
            item: item_number::normalized(typed),
            whole_title: whole_title_key(typed),
            is_empty: typed.trim().is_empty(),
            ..ParsedQuery::default()
        };
        let mut at = 0;
        while let Some(piece) = next_piece(&text, &mut at) {
            let first_token = query.tokens.len();
            let typed_words = analysis::words(&text[piece.place.clone()]);
            let words = query_words(&text, piece.place.start, &typed_words, first_token, languages);
            if words.is_empty() {
                continue;
            }
            if piece.is_excluded {
                let is_one = words.len() == 1;
                query.excluded.push(if is_one { one(words) } else { Part::Phrase(words) });
                query.tokens.push(Token { key: BREAK.to_owned(), place: piece.place });
            } else if piece.is_quoted {
                query.has_prefix_term = false;
                query.parts.push(Part::Phrase(words));
                query.tokens.push(Token { key: BREAK.to_owned(), place: piece.place });
            } else {
                query.has_prefix_term = true;
                query.parts.extend(words.into_iter().map(Part::Word));
                query.tokens.extend(typed_words.iter().map(|word| Token {
                    key: term_key(&word.forms[0]),
                    place: piece.place.start + word.start..piece.place.start + word.end,
                }));
            }
        }
        query.excluded.truncate(MAX_EXCLUDED);
        query.weigh_ages();
        query.weigh_meanings();
        query.text = text;
        query
    }

    /// The number of an age or a time ('2 year old', '3 days') need not be there: handouts rarely name the same one.
    fn weigh_ages(&mut self) {
        for at in 1..self.parts.len() {
            let [.., before, after] = &mut self.parts[..=at] else { continue };
            let (Part::Word(number), Part::Word(unit)) = (before, after) else { continue };
            let digits = number.forms[0].as_bytes();
            if digits.len() <= 2
                && digits.iter().all(u8::is_ascii_digit)
                && UNITS_OF_TIME.contains(&unit.forms[0].as_str())
            {
                number.meaning = Meaning::Light;
            }
        }
    }

    /// Function words count when nothing else is there, and light ones when there are only those.
    fn weigh_meanings(&mut self) {
        let has = |parts: &[Part], wanted: Meaning| {
            parts.iter().any(|part| match part {
                Part::Word(word) => word.meaning == wanted,
                Part::Phrase(_) => wanted == Meaning::Content,
            })
        };
        if has(&self.parts, Meaning::Content) {
            return;
        }
        let promoted = if has(&self.parts, Meaning::Light) { Meaning::Light } else { Meaning::Function };
        self.promote(promoted);
    }

    /// Makes the words of a lesser meaning count like any other.
    pub fn promote(&mut self, promoted: Meaning) {
        for part in &mut self.parts {
            if let Part::Word(word) = part
                && word.meaning == promoted
            {
                word.meaning = Meaning::Content;
            }
        }
    }

    /// Keeps the [`MAX_PARTS`] heaviest parts, given the weight of each. Returns which ones, in order.
    pub fn keep_heaviest(&mut self, weights: &[f32]) -> Vec<usize> {
        let mut kept: Vec<usize> = (0..self.parts.len()).collect();
        kept.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
        kept.truncate(MAX_PARTS);
        kept.sort_unstable();
        self.has_prefix_term &= kept.last().is_some_and(|last| last + 1 == self.parts.len());
        let mut number = 0;
        self.parts.retain(|_| {
            number += 1;
            kept.binary_search(&(number - 1)).is_ok()
        });
        kept
    }

    /// Every word that was typed and is wanted.
    pub fn wanted(&self) -> impl Iterator<Item = &QueryWord> {
        self.parts.iter().flat_map(|part| match part {
            Part::Word(word) => std::slice::from_ref(word),
            Part::Phrase(words) => words.as_slice(),
        })
    }
}

/// A piece between blanks, or in quotation marks.
struct Piece {
    /// Where its words stand.
    place: Range<usize>,
    is_quoted: bool,
    is_excluded: bool,
}

fn next_piece(text: &str, at: &mut usize) -> Option<Piece> {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{200B}';
    let rest = text[*at..].trim_start_matches(is_blank);
    *at = text.len() - rest.len();
    let first = rest.chars().next()?;
    let is_excluded = first == '-' && rest.chars().nth(1).is_some_and(|c| c.is_alphanumeric() || is_quote(c));
    if is_excluded {
        *at += 1;
    }
    let rest = &text[*at..];
    let opening = rest.chars().next().filter(|c| is_quote(*c));
    let closing =
        opening.and_then(|quote| rest[quote.len_utf8()..].find(is_quote).map(|end| end + quote.len_utf8()));
    let start = *at;
    if let (Some(quote), Some(end)) = (opening, closing) {
        *at += rest[end..].chars().next().map_or(end, |c| end + c.len_utf8());
        return Some(Piece { place: start + quote.len_utf8()..start + end, is_quoted: true, is_excluded });
    }
    *at += rest.find(char::is_whitespace).unwrap_or(rest.len());
    Some(Piece { place: start..*at, is_quoted: false, is_excluded })
}

fn one(mut words: Vec<QueryWord>) -> Part {
    Part::Word(words.remove(0))
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{00AB}' | '\u{00BB}' | '\u{FF02}')
}

fn query_words(
    text: &str,
    start: usize,
    words: &[Word],
    first_token: usize,
    languages: u64,
) -> Vec<QueryWord> {
    let mut found = Vec::new();
    for (n, word) in words.iter().enumerate() {
        let token = first_token + n;
        let unspaced = word.forms[0].chars().next().is_some_and(is_unspaced);
        let make = |forms: Vec<String>, end: usize, tokens: usize| {
            query_word(text, forms, start + word.start..start + end, token..token + tokens, languages)
        };
        if !unspaced {
            found.push(make(word.forms.clone(), word.end, 1));
        } else if let Some(pair) = word.forms.get(1) {
            // Pairs say all; a character alone is looked for only when it stands alone.
            let end = words.get(n + 1).map_or(word.end, |next| next.end);
            found.push(make(vec![pair.clone()], end, 2));
        } else if !n.checked_sub(1).is_some_and(|before| has_pair(&words[before])) {
            found.push(make(vec![word.forms[0].clone()], word.end, 1));
        }
    }
    found
}

/// Returns true when an unspaced character makes a pair with the one behind it.
fn has_pair(word: &Word) -> bool {
    word.forms.len() > 1 && word.forms[0].chars().next().is_some_and(is_unspaced)
}

fn query_word(
    text: &str,
    forms: Vec<String>,
    place: Range<usize>,
    tokens: Range<usize>,
    languages: u64,
) -> QueryWord {
    let written = text[place.clone()].to_lowercase();
    let (mut stems, mut stem_terms) = (Vec::new(), Vec::<String>::new());
    for (n, form) in forms.iter().enumerate() {
        let written = if n == 0 { written.as_str() } else { form };
        each_stem_term(written, form, languages | 1, |term| {
            if !stem_terms.iter().any(|known| known == term) {
                stem_terms.push(term.to_owned());
            }
        });
        let stem = stem(written, form, StemLanguage::ENGLISH).unwrap_or_else(|| form.clone());
        if !stems.contains(&stem) {
            stems.push(stem);
        }
    }
    let meaning = meaning(&forms[0]);
    QueryWord { forms, stem_terms, stems, meaning, place, tokens }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> String {
        let query = ParsedQuery::parse(text, 1);
        let show = |part: &Part| match part {
            Part::Word(word) if word.meaning == Meaning::Content => word.forms[0].clone(),
            Part::Word(word) => format!("({})", word.forms[0]),
            Part::Phrase(words) => {
                format!("\"{}\"", words.iter().map(|w| w.forms[0].clone()).collect::<Vec<_>>().join(" "))
            }
        };
        let mut shown: Vec<String> = query.parts.iter().map(show).collect();
        shown.extend(query.excluded.iter().map(|p| format!("-{}", show(p))));
        shown.join(" ")
    }

    #[test]
    fn a_text_is_taken_apart() {
        let check = |text: &str, expected: &str| assert_eq!(shape(text), expected, "{text}");
        check("Asthma plan", "asthma plan");
        check("\"action plan\" -adult asthma", "\"action plan\" asthma -(adult)");
        check("-\"action plan\" x", "x -\"action plan\"");
        check("the fever", "(the) fever");
        check("the who", "the who");
        check("how to treat my child", "(how) (to) treat (my) child");
        check("symptoms of measles", "(symptoms) (of) measles");
        check("the and", "the and");
        check("\"unclosed phrase", "unclosed phrase");
        check("a - b", "(a) b");
        check("哮喘计划 喘", "哮喘 喘计 计划 喘");
        check("\u{201C}cast care\u{201D}", "\"cast care\"");
        check("?!*(", "");
        check("\u{2066}\"action plan\"\u{2069} \u{202A}-adult", "\"action plan\" -(adult)");
        check("\"fever\" night", "\"fever\" night");
        check("哮\u{200B}喘", "哮喘");
    }
}
