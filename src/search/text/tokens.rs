//! The tokenizer of the index: tokens are the forms of every word, and the stem of each form where it differs.

use crate::search::text::analysis;
use crate::search::text::stemming::{StemLanguage, stem};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The name of the tokenizer in the index.
pub(in crate::search) const WORDS: &str = "words";
/// The first character of a stem term; no word begins with it.
pub(in crate::search) const STEM: char = '\u{1}';
/// Precedes the number of a language: after [`STEM`] in a stem term, and at the start of a text to be indexed.
const LANGUAGE: char = '\u{2}';
/// Replaces the number for a language without a stemmer.
const NO_STEMMER: char = '~';

/// The index term of a stem in a language.
pub(in crate::search) fn stem_term(stem: &str, language: StemLanguage) -> String {
    if language == StemLanguage::ENGLISH {
        return format!("{STEM}{stem}");
    }
    format!("{STEM}{LANGUAGE}{}{stem}", language_digit(language))
}

fn language_digit(language: StemLanguage) -> char {
    char::from(b'0' + language.number())
}

/// A text to be indexed, marked with its language; English is not marked.
pub(in crate::search) fn in_language(text: &str, language: Option<StemLanguage>) -> String {
    match language {
        Some(StemLanguage::ENGLISH) => text.to_owned(),
        Some(language) => format!("{LANGUAGE}{}{text}", language_digit(language)),
        None => format!("{LANGUAGE}{NO_STEMMER}{text}"),
    }
}

fn split_language(text: &str) -> (Option<StemLanguage>, &str) {
    let Some(marked) = text.strip_prefix(LANGUAGE) else { return (Some(StemLanguage::ENGLISH), text) };
    let mut rest = marked.chars();
    let number = rest.next().and_then(|c| u8::try_from(u32::from(c).checked_sub(u32::from(b'0'))?).ok());
    (number.and_then(StemLanguage::from_number), rest.as_str())
}

/// Splits texts into tokens; reuses its buffers.
#[derive(Clone, Default)]
pub(in crate::search) struct WordTokenizer {
    texts: String,
    /// The end of each token in `texts`, and the position of its word.
    tokens: Vec<(usize, usize)>,
}

/// The tokens of one text.
pub(in crate::search) struct WordStream<'t> {
    tokens: &'t WordTokenizer,
    next: usize,
    token: Token,
}

impl WordTokenizer {
    fn push(&mut self, token: &str, position: usize) {
        self.texts.push_str(token);
        self.tokens.push((self.texts.len(), position));
    }
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'t> = WordStream<'t>;

    fn token_stream<'t>(&'t mut self, text: &'t str) -> WordStream<'t> {
        self.texts.clear();
        self.tokens.clear();
        let (language, text) = split_language(text);
        for word in analysis::words(text) {
            let written = match language {
                None | Some(StemLanguage::ENGLISH) => String::new(),
                Some(_) => text[word.start..word.end].to_lowercase(),
            };
            for (n, form) in word.forms.iter().enumerate() {
                self.push(form, word.position);
                let written = if n == 0 { written.as_str() } else { form };
                // A word that is its own stem has no stem token: searches for stems also look up whole words.
                if let Some(language) = language
                    && let Some(stem) = stem(written, form, language)
                {
                    self.push(&stem_term(&stem, language), word.position);
                }
            }
        }
        WordStream { tokens: self, next: 0, token: Token::default() }
    }
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        let Some((end, position)) = self.tokens.tokens.get(self.next).copied() else { return false };
        let start = self.next.checked_sub(1).map_or(0, |before| self.tokens.tokens[before].0);
        self.token.text.clear();
        self.token.text.push_str(&self.tokens.texts[start..end]);
        self.token.position = position;
        self.next += 1;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
