//! Keys that labels are compared by: words without plural endings, Arabic articles and Korean particles.

use crate::model::text::is_invisible;
use crate::search::text::analysis::without_article;
use unicode_normalization::UnicodeNormalization;

/// The key of a folded word; singular and plural share one.
pub(in crate::search) fn term_key(word: &str) -> String {
    if word.is_ascii() {
        return latin_key(word).to_owned();
    }
    match word.chars().next_back() {
        Some('\u{600}'..='\u{6FF}') => without_article(word).unwrap_or_else(|| word.to_owned()),
        // Particles also follow names in Latin letters: 'MRI에'.
        Some('\u{1100}'..='\u{11FF}' | '\u{AC00}'..='\u{D7A3}') => korean_key(word),
        _ => word.to_owned(),
    }
}

/// Returns whether the key of a folded word lacks its final 's'.
pub(in crate::search) fn lacks_s(word: &str) -> bool {
    word.is_ascii() && latin_key(word).len() < word.len()
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

/// The key of a folded Korean word. Folding decomposes syllables into letters, so the particles are decomposed too.
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

/// A text in lower case with composed accents and without invisible characters, for comparing the accents of a query and a label.
pub(in crate::search) fn composed(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfc().filter(|c| !is_invisible(*c)).flat_map(char::to_lowercase).collect()
}
