//! Parses a query text into words, `"phrases"` and `-excluded` words. Every text is a valid query.

use crate::model::citations::item_number;
use crate::model::text::is_invisible;
use crate::search::segments::document::whole_title_key;
use crate::search::snapshot::Snapshot;
use crate::search::text::analysis::{self, Word, is_unspaced};
use crate::search::text::folding::fold;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::medicines::without_dose;
use crate::search::text::stem_terms::StemTerms;
use crate::search::text::stemming::{StemLanguage, stem};
use crate::search::text::term_keys::term_key;
use crate::search::thesaurus::combined::{ConceptId, Thesaurus};
use std::ops::Range;

/// The maximum number of words and phrases; of a longer query those with the highest weights are kept.
pub(super) const MAX_PARTS: usize = 30;
/// The maximum number of excluded words and phrases.
const MAX_EXCLUDED: usize = 30;
/// The key of a token that no label may span: a phrase or an excluded word.
const BREAK: &str = "\u{0}";

/// Units of an age or a duration, folded.
const UNITS_OF_TIME: [&str; 19] = [
    "anos", "day", "days", "dia", "dias", "hour", "hours", "mes", "meses", "month", "months", "old",
    "semana", "semanas", "week", "weeks", "year", "yearold", "years",
];

/// A word of a query, analyzed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::search) struct QueryWord {
    /// The forms to look up, the folded word first.
    pub forms: Vec<String>,
    /// The index terms of its stems.
    pub stem_terms: StemTerms,
    /// Its English stems.
    pub stems: Vec<String>,
    pub meaning: Meaning,
    /// Byte range in the query text.
    pub span: Range<usize>,
    /// Range in the tokens of the query.
    pub tokens: Range<usize>,
}

/// The unit in which labels are recognized: a word, or a character of a script without spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::search) struct Token {
    pub key: String,
    /// Byte range in the query text.
    pub span: Range<usize>,
}

impl Token {
    /// The token as it was typed; empty for a phrase or an excluded word.
    pub fn written<'t>(&self, text: &'t str) -> &'t str {
        if self.key == BREAK { "" } else { text.get(self.span.clone()).unwrap_or_default() }
    }
}

/// A word or a phrase of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::search) enum Part {
    Word(QueryWord),
    /// Words that must be adjacent and in this order.
    Phrase(Vec<QueryWord>),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::search) struct ParsedQuery {
    /// The typed text without invisible characters.
    pub text: String,
    pub parts: Vec<Part>,
    pub excluded: Vec<Part>,
    /// The words outside phrases, in which labels are recognized.
    pub tokens: Vec<Token>,
    /// The last part is a prefix term: a word that may be unfinished.
    pub has_prefix_term: bool,
    /// The prefix term is being typed, for suggestions: it is corrected to words that begin nearly like it, and has no ending
    /// that could be inflected.
    pub is_being_typed: bool,
    /// The texts of handouts do not count.
    pub ignores_texts: bool,
    /// The learned model is not asked.
    pub ignores_model: bool,
    /// The typed text as a normalized item number.
    pub item: Option<String>,
    /// The typed text as the key of a whole title.
    pub whole_title: String,
    /// The folded characters of the typed text if it excludes something: then only a title of the same characters was typed.
    /// `asthma -"in children"` is not the title 'Asthma in children'.
    pub exact_title: Option<String>,
    /// The typed text is blank.
    pub is_empty: bool,
}

impl ParsedQuery {
    /// Parses the text of a search: of a medicine with its strength as health records write it, the ingredient counts.
    pub fn parse_search(typed: &str, languages: u64) -> ParsedQuery {
        let has_operators =
            typed.contains(['"', '\u{201C}']) || typed.split_whitespace().any(|word| word.starts_with('-'));
        let Some(text) = without_dose(typed).filter(|_| !has_operators) else {
            return ParsedQuery::parse(typed, languages);
        };
        ParsedQuery {
            item: item_number::normalize(typed),
            whole_title: whole_title_key(typed),
            ..ParsedQuery::parse(&text, languages)
        }
    }

    /// Parses a typed text; `languages` are those in which the index stems words, one bit for each.
    pub fn parse(typed: &str, languages: u64) -> ParsedQuery {
        // Invisible characters next to a quotation mark or a minus would hide it. The zero width space separates words.
        let text: String = typed.chars().filter(|c| *c == '\u{200B}' || !is_invisible(*c)).collect();
        let mut query = ParsedQuery {
            item: item_number::normalize(typed),
            whole_title: whole_title_key(typed),
            is_empty: typed.trim().is_empty(),
            ..ParsedQuery::default()
        };
        let mut at = 0;
        while let Some(piece) = next_piece(&text, &mut at) {
            let first_token = query.tokens.len();
            let typed_words = analysis::words(&text[piece.span.clone()]);
            if !piece.is_excluded && !piece.is_quoted {
                query.tokens.extend(typed_words.iter().map(|word| Token {
                    key: term_key(&word.forms[0]),
                    span: piece.span.start + word.start..piece.span.start + word.end,
                }));
            }
            let words = query_words(&text, piece.span.start, typed_words, first_token, languages);
            if words.is_empty() {
                continue;
            }
            if piece.is_excluded {
                let is_single = words.len() == 1;
                query.excluded.push(if is_single { single_word(words) } else { Part::Phrase(words) });
                query.tokens.push(Token { key: BREAK.to_owned(), span: piece.span });
            } else if piece.is_quoted {
                query.has_prefix_term = false;
                query.parts.push(Part::Phrase(words));
                query.tokens.push(Token { key: BREAK.to_owned(), span: piece.span });
            } else {
                query.has_prefix_term = true;
                query.parts.extend(words.into_iter().map(Part::Word));
            }
        }
        if !query.excluded.is_empty() {
            query.exact_title = Some(fold(&text.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        query.excluded.truncate(MAX_EXCLUDED);
        query.mark_age_numbers();
        query.promote_if_no_content();
        query.text = text;
        query
    }

    /// Makes the number of an age or a duration ('2 year old', '3 days') a light word: handouts rarely give the same number.
    fn mark_age_numbers(&mut self) {
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

    /// Promotes the light words of a query without content words; its function words when it has no light words either.
    fn promote_if_no_content(&mut self) {
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

    /// Turns the words of a lower meaning into content words.
    pub fn promote(&mut self, promoted: Meaning) {
        for part in &mut self.parts {
            if let Part::Word(word) = part
                && word.meaning == promoted
            {
                word.meaning = Meaning::Content;
            }
        }
    }

    /// Keeps the [`MAX_PARTS`] parts with the highest weights. Returns their former indexes, ascending.
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

    /// Returns whether the texts of handouts count, and there are any.
    pub fn reads_texts(&self, snapshot: &Snapshot) -> bool {
        snapshot.features.handout_texts && snapshot.has_texts && !self.is_being_typed && !self.ignores_texts
    }

    /// The concepts of which the whole query is a label that is switched off.
    pub fn switched_off(&self, thesaurus: &Thesaurus) -> Vec<ConceptId> {
        let keys: Vec<&str> = self.tokens.iter().map(|token| token.key.as_str()).collect();
        thesaurus.switched_off(&keys)
    }

    /// All words that are not excluded, those of phrases included.
    pub fn words(&self) -> impl Iterator<Item = &QueryWord> {
        self.parts.iter().flat_map(|part| match part {
            Part::Word(word) => std::slice::from_ref(word),
            Part::Phrase(words) => words.as_slice(),
        })
    }
}

/// A piece of the text between spaces, or in quotation marks.
struct Piece {
    /// Byte range of its words, without the quotation marks.
    span: Range<usize>,
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
        return Some(Piece { span: start + quote.len_utf8()..start + end, is_quoted: true, is_excluded });
    }
    *at += rest.find(char::is_whitespace).unwrap_or(rest.len());
    Some(Piece { span: start..*at, is_quoted: false, is_excluded })
}

fn single_word(mut words: Vec<QueryWord>) -> Part {
    Part::Word(words.remove(0))
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{00AB}' | '\u{00BB}' | '\u{FF02}')
}

fn query_words(
    text: &str,
    start: usize,
    mut words: Vec<Word>,
    first_token: usize,
    languages: u64,
) -> Vec<QueryWord> {
    let mut query_words = Vec::with_capacity(words.len());
    for n in 0..words.len() {
        let unspaced = words[n].forms[0].chars().next().is_some_and(is_unspaced);
        let (forms, last, tokens) = if !unspaced {
            (std::mem::take(&mut words[n].forms), n, 1)
        } else if let Some(pair) = words[n].forms.get(1) {
            // Pairs of characters are looked up; a single character only when it is in no pair.
            (vec![pair.clone()], (n + 1).min(words.len() - 1), 2)
        } else if !n.checked_sub(1).is_some_and(|before| has_pair(&words[before])) {
            (vec![words[n].forms[0].clone()], n, 1)
        } else {
            continue;
        };
        let span = start + words[n].start..start + words[last].end;
        let first = first_token + n;
        query_words.push(query_word(text, forms, span, first..first + tokens, languages));
    }
    query_words
}

/// Returns whether a word is a character of a script without spaces that forms a pair with the next one.
fn has_pair(word: &Word) -> bool {
    word.forms.len() > 1 && word.forms[0].chars().next().is_some_and(is_unspaced)
}

fn query_word(
    text: &str,
    forms: Vec<String>,
    span: Range<usize>,
    tokens: Range<usize>,
    languages: u64,
) -> QueryWord {
    let written = text[span.clone()].to_lowercase();
    let (mut stems, mut stem_terms) = (Vec::with_capacity(forms.len()), StemTerms::default());
    for (n, form) in forms.iter().enumerate() {
        let written = if n == 0 { written.as_str() } else { form };
        stem_terms.add(written, form, languages | 1);
        let stem = stem(written, form, StemLanguage::ENGLISH).unwrap_or_else(|| form.clone());
        if !stems.contains(&stem) {
            stems.push(stem);
        }
    }
    let meaning = meaning(&forms[0]);
    QueryWord { forms, stem_terms, stems, meaning, span, tokens }
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
    fn a_text_is_parsed_into_words_and_phrases() {
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
