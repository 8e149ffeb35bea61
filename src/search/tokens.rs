//! The analysis of texts as the index's own threads use it: every word in all its forms, each with
//! its stem where that is another one.

use crate::search::analysis::{self, STEM};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The name under which the index knows the tokenizer.
pub(super) const WORDS: &str = "words";

/// Takes texts apart; keeps its memory between them.
#[derive(Clone, Default)]
pub(super) struct WordTokenizer {
    texts: String,
    /// Where each token ends in `texts`, and the place of its word.
    tokens: Vec<(usize, usize)>,
}

/// The tokens of one text.
pub(super) struct WordStream<'t> {
    tokens: &'t WordTokenizer,
    next: usize,
    token: Token,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'t> = WordStream<'t>;

    fn token_stream<'t>(&'t mut self, text: &'t str) -> WordStream<'t> {
        self.texts.clear();
        self.tokens.clear();
        for word in analysis::words(text) {
            for form in &word.forms {
                self.texts.push_str(form);
                self.tokens.push((self.texts.len(), word.position));
                let start = self.texts.len();
                self.texts.push(STEM);
                analysis::push_stem(form, &mut self.texts);
                if &self.texts[start + STEM.len_utf8()..] == form.as_str() {
                    // Its own stem: whoever looks for stems looks for whole words too.
                    self.texts.truncate(start);
                } else {
                    self.tokens.push((self.texts.len(), word.position));
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
