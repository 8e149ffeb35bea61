//! Text to words, the same way for the index and for what is typed.
//!
//! Compatibility forms and case are folded, accents of Latin, Greek, Cyrillic, Arabic and Hebrew letters left out. Words
//! end where Unicode says (UAX #29); scripts written without spaces become pairs of neighbouring characters. English
//! endings are taken off in a second form of each word, so that an exact match can still be told apart.

use crate::model::characters::{ascii_digit, is_invisible};
pub(super) use crate::model::script::is_unspaced;
use std::cell::RefCell;
use std::collections::HashMap;
use tantivy::tokenizer::{Language, RawTokenizer, Stemmer, TextAnalyzer, TokenStream};
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// Stands before the stem of a word in the index; no word begins with it.
pub(super) const STEM: char = '\u{1}';
/// Longest word kept, in bytes.
const MAX_WORD_BYTES: usize = 200;

/// One word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// Where it stands in the text, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Number of the word in the text.
    pub position: usize,
    /// The ways to write it that count as the same word: folded, parts around an apostrophe.
    pub forms: Vec<String>,
}

/// The words of a text.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for (start, piece) in text.split_word_bound_indices() {
        let Some(first) = piece.chars().find(|c| c.is_alphanumeric()) else { continue };
        if is_unspaced(first) {
            unspaced(text, start, piece, &mut words);
            continue;
        }
        let forms = forms(piece);
        if forms.is_empty() {
            continue;
        }
        let end = start + piece.len();
        // "time-out" is found as "timeout" too.
        if let Some(before) = words.last_mut()
            && before.end + 1 == start
            && text.as_bytes().get(before.end) == Some(&b'-')
        {
            let joined = format!("{}{}", before.forms[0], forms[0]);
            if joined.len() <= MAX_WORD_BYTES {
                before.forms.push(joined);
            }
        }
        words.push(Word { start, end, position: words.len(), forms });
    }
    words
}

/// Word boundaries fall between the characters of these scripts, so runs of them are gathered across pieces.
fn unspaced(text: &str, start: usize, piece: &str, words: &mut Vec<Word>) {
    let clusters: Vec<(usize, &str)> =
        piece.grapheme_indices(true).filter(|(_, g)| g.chars().any(char::is_alphanumeric)).collect();
    for (offset, cluster) in clusters {
        let (from, to) = (start + offset, start + offset + cluster.len());
        let folded = fold(cluster);
        if folded.is_empty() {
            continue;
        }
        if let Some(before) = words.last_mut() {
            let single = before.forms.first().cloned().unwrap_or_default();
            let touches = text[before.end..from].chars().all(is_invisible);
            if touches && single.chars().next().is_some_and(is_unspaced) {
                // The pair of both stands where its first character does.
                before.forms.push(format!("{single}{folded}"));
            }
        }
        words.push(Word { start: from, end: to, position: words.len(), forms: vec![folded] });
    }
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '\u{02BC}' | '\u{FF07}' | '`' | '\u{00B4}')
}

/// The folded word, then its parts when an apostrophe stands in it ("l'asthme" is found as "asthme").
fn forms(piece: &str) -> Vec<String> {
    let whole = fold(piece);
    if whole.is_empty() || whole.len() > MAX_WORD_BYTES {
        return Vec::new();
    }
    let mut forms = vec![whole];
    if piece.contains(is_apostrophe) {
        for part in piece.split(is_apostrophe) {
            let part = fold(part);
            if part.chars().count() >= 3 && !forms.contains(&part) {
                forms.push(part);
            }
        }
    }
    forms
}

/// Folds a word: compatibility forms, case, accents, apostrophes, invisible characters, digits of any script.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text
            .bytes()
            .filter(|b| *b != b'\'' && *b != b'`')
            .map(|b| char::from(b.to_ascii_lowercase()))
            .collect();
    }
    let mut folded = String::with_capacity(text.len());
    for c in text.nfkd().flat_map(char::to_lowercase) {
        match c {
            '\u{0300}'..='\u{036F}'
            | '\u{0591}'..='\u{05C7}'
            | '\u{0610}'..='\u{061A}'
            | '\u{0640}'
            | '\u{064B}'..='\u{065F}'
            | '\u{0670}'
            | '\u{06D6}'..='\u{06ED}' => {}
            c if is_apostrophe(c) || is_invisible(c) => {}
            '\u{0671}' => folded.push('\u{0627}'),
            '\u{0649}' | '\u{06CC}' => folded.push('\u{064A}'),
            '\u{0629}' => folded.push('\u{0647}'),
            '\u{06A9}' => folded.push('\u{0643}'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'đ' | 'ð' => folded.push('d'),
            'ł' => folded.push('l'),
            'ħ' => folded.push('h'),
            'ı' => folded.push('i'),
            'þ' => folded.push_str("th"),
            'ς' => folded.push('σ'),
            c => folded.push(ascii_digit(c).unwrap_or(c)),
        }
    }
    folded
}

/// The words of a text joined by single blanks: what a title typed whole is compared by. Signs alone stay signs.
pub(super) fn whole_key(text: &str) -> String {
    let mut key = String::new();
    for word in words(text) {
        if !key.is_empty() {
            key.push(' ');
        }
        key.push_str(&word.forms[0]);
    }
    if key.is_empty() {
        key = text.split_whitespace().collect::<Vec<_>>().join(" ");
        key.retain(|c| !is_invisible(c));
    }
    key
}

/// How many stems a thread keeps: a catalogue has some ten thousand words.
const MAX_STEMS: usize = 20_000;

thread_local! {
    static STEMMER: RefCell<TextAnalyzer> = RefCell::new(
        TextAnalyzer::builder(RawTokenizer::default()).filter(Stemmer::new(Language::English)).build(),
    );
    static STEMS: RefCell<HashMap<String, String>> = RefCell::default();
}

/// The word without its English ending; only words of Latin letters have one.
pub(super) fn stem(word: &str) -> String {
    let mut stem = String::with_capacity(word.len());
    push_stem(word, &mut stem);
    stem
}

/// Adds the stem of a word to a text.
pub(super) fn push_stem(word: &str, to: &mut String) {
    if !word.bytes().all(|b| b.is_ascii_lowercase()) || word.len() < 3 {
        to.push_str(word);
        return;
    }
    STEMS.with_borrow_mut(|stems| {
        if let Some(stem) = stems.get(word) {
            return to.push_str(stem);
        }
        let stem = STEMMER.with_borrow_mut(|stemmer| {
            let mut stream = stemmer.token_stream(word);
            stream.next().map_or_else(|| word.to_owned(), |token| token.text.clone())
        });
        to.push_str(&stem);
        if stems.len() < MAX_STEMS {
            stems.insert(word.to_owned(), stem);
        }
    });
}

/// English words that say nothing about a handout; they never have to match when other words do.
pub(super) fn is_stopword(word: &str) -> bool {
    const STOPWORDS: [&str; 49] = [
        "a", "about", "after", "an", "and", "are", "as", "at", "be", "been", "by", "can", "do", "does",
        "for", "from", "has", "have", "how", "i", "if", "in", "is", "it", "its", "my", "no", "not", "of",
        "on", "or", "our", "should", "so", "that", "the", "their", "they", "this", "to", "was", "we", "what",
        "when", "where", "will", "with", "you", "your",
    ];
    STOPWORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&[&str]]) {
        let got: Vec<Vec<String>> = words(text).into_iter().map(|w| w.forms).collect();
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn words_of_every_script_are_found_as_typed() {
        check("Crohn's Disease", &[&["crohns", "crohn"], &["disease"]]);
        check("Plan d’action l'asthme", &[&["plan"], &["daction", "action"], &["lasthme", "asthme"]]);
        check("Time-out", &[&["time", "timeout"], &["out"]]);
        check("niños Ángel", &[&["ninos"], &["angel"]]);
        check("Ёлка чай", &[&["елка"], &["чаи"]]);
        check("哮喘計", &[&["哮", "哮喘"], &["喘", "喘計"], &["計"]]);
        check("الرَّبْو أطفال", &[&["الربو"], &["اطفال"]]);
        check("Kế hoạch đau", &[&["ke"], &["hoach"], &["dau"]]);
        check("የአስም እቅድ", &[&["የአስም"], &["እቅድ"]]);
        check("\u{202A}as\u{200D}thma\u{FE0F}\u{202C} ４２ ٤٢", &[&["asthma"], &["42"], &["42"]]);
        check("哮\u{200B}喘๔๒", &[&["哮", "哮喘"], &["喘"], &["42"]]);
        assert_eq!(stem("children"), stem("children"));
        assert_eq!(stem("vaccines"), stem("vaccine"));
        assert_eq!(whole_key("  What's \"RSV\"?! "), "whats rsv");
        assert_eq!(whole_key("?!"), "?!");
        let sorted = ["a", "about", "the", "your"];
        assert!(sorted.iter().all(|w| is_stopword(w)) && !is_stopword("asthma"));
    }
}
