//! The tokenizer of the index: tokens are the forms of every word, and the stem of each form where it differs.

use crate::search::text::analysis;
use crate::search::text::stemming::{StemLanguage, with_stem};
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
    let mut term = String::new();
    push_stem_term(stem, language, &mut term);
    term
}

/// Appends the index term of a stem.
fn push_stem_term(stem: &str, language: StemLanguage, text: &mut String) {
    text.push(STEM);
    if language != StemLanguage::ENGLISH {
        text.push(LANGUAGE);
        text.push(language_digit(language));
    }
    text.push_str(stem);
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
    /// Ends the token that was appended to `texts`.
    fn end_token(&mut self, position: usize) {
        self.tokens.push((self.texts.len(), position));
    }

    /// Adds the stem of a form if it differs from the form; else none is needed, because searches for stems also look up whole
    /// words.
    fn push_stem(&mut self, written: &str, form: &str, language: StemLanguage, position: usize) {
        let is_added = with_stem(written, form, language, |stem| {
            let Some(stem) = stem else { return false };
            push_stem_term(stem, language, &mut self.texts);
            true
        });
        if is_added {
            self.end_token(position);
        }
    }

    /// Adds the words of a text without spaces; returns their number. `position` is that of the first.
    fn push_words(&mut self, text: &str, language: Option<StemLanguage>, position: usize) -> usize {
        let words = analysis::words(text);
        for word in &words {
            let position = position + word.position;
            let written = match language {
                None | Some(StemLanguage::ENGLISH) => String::new(),
                Some(_) => text[word.start..word.end].to_lowercase(),
            };
            for (n, form) in word.forms.iter().enumerate() {
                self.texts.push_str(form);
                self.end_token(position);
                if let Some(language) = language {
                    self.push_stem(if n == 0 { &written } else { form }, form, language, position);
                }
            }
        }
        words.len()
    }
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'t> = WordStream<'t>;

    fn token_stream<'t>(&'t mut self, text: &'t str) -> WordStream<'t> {
        self.texts.clear();
        self.tokens.clear();
        let (language, text) = split_language(text);
        let mut position = 0;
        // No form of a word depends on what is beyond a space.
        for chunk in text.split(' ') {
            position += self.push_words(chunk, language, position);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::text::stemming::stem;
    use proptest::prelude::*;

    /// The tokens of a text with their positions.
    fn tokens(text: &str) -> Vec<(String, usize)> {
        let mut tokenizer = WordTokenizer::default();
        let mut stream = tokenizer.token_stream(text);
        let mut tokens = Vec::new();
        while stream.advance() {
            tokens.push((stream.token().text.clone(), stream.token().position));
        }
        tokens
    }

    /// The same, from the words of the whole text.
    fn tokens_of_words(text: &str, language: StemLanguage) -> Vec<(String, usize)> {
        let mut tokens = Vec::new();
        for word in analysis::words(text) {
            for (n, form) in word.forms.into_iter().enumerate() {
                let written = if n == 0 { text[word.start..word.end].to_lowercase() } else { form.clone() };
                let stem = stem(&written, &form, language);
                tokens.push((form, word.position));
                tokens.extend(stem.map(|stem| (stem_term(&stem, language), word.position)));
            }
        }
        tokens
    }

    proptest! {
        #[test]
        fn whatever_surrounds_a_word_its_tokens_are_those_of_the_whole_text(
            text in r#"([a-z]{1,5}|[A-Za-z0-9]{1,3}|vaccines|vacunación|哮喘|d’|[ -/:-@_\[\]{}'\t]|\u{301}|\u{200B}| ){0,30}"#
        ) {
            let spanish = StemLanguage::from_languages(&["Spanish"]).unwrap_or(StemLanguage::ENGLISH);
            for language in [StemLanguage::ENGLISH, spanish] {
                let marked = in_language(&text, Some(language));
                prop_assert_eq!(tokens(&marked), tokens_of_words(&text, language));
            }
        }
    }
}
