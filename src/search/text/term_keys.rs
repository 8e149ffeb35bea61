//! By what terms are compared: without plural endings, Arabic articles and Korean particles.

use crate::model::characters::is_invisible;
use crate::search::text::analysis::without_article;
use unicode_normalization::UnicodeNormalization;

/// The key of a folded word, the same for its singular and plural.
pub(in crate::search) fn term_key(word: &str) -> String {
    if word.is_ascii() {
        return latin_key(word).to_owned();
    }
    match word.chars().next() {
        Some('\u{600}'..='\u{6FF}') => without_article(word).unwrap_or_else(|| word.to_owned()),
        Some('\u{1100}'..='\u{11FF}' | '\u{AC00}'..='\u{D7A3}') => korean_key(word),
        _ => word.to_owned(),
    }
}

fn latin_key(word: &str) -> &str {
    let is_word = word.len() > 3 && word.bytes().all(|b| b.is_ascii_alphabetic());
    if !is_word || word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") {
        return word;
    }
    if word.ends_with("iones") {
        return &word[..word.len() - 2];
    }
    word.strip_suffix("s").unwrap_or(word)
}

/// Folding takes syllables apart into letters: the particles are given in the same way.
fn korean_key(word: &str) -> String {
    const PARTICLES: [&str; 8] = ["은", "는", "이", "가", "을", "를", "의", "에"];
    for particle in PARTICLES {
        let letters: String = particle.nfkd().collect();
        if let Some(bare) = word.strip_suffix(&letters)
            && bare.nfc().count() >= 2
            && !bare.is_empty()
        {
            return bare.to_owned();
        }
    }
    word.to_owned()
}

/// A text in one form of its accents, without invisible marks, for comparing what was typed with a term.
pub(in crate::search) fn composed(text: &str) -> String {
    text.nfc().filter(|c| !is_invisible(*c)).flat_map(char::to_lowercase).collect()
}
