//! Splits texts into words, in the same way for the index and for queries.
//!
//! Compatibility forms and case are folded, and accents of Latin, Greek, Cyrillic, Arabic and Hebrew letters removed. Words
//! end at Unicode word boundaries (UAX #29); scripts written without spaces become pairs of adjacent characters.

use crate::model::text::is_invisible;
pub(in crate::search) use crate::model::text::is_unspaced;
use crate::search::text::folding::{fold, is_apostrophe};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Maximum length of a word, in bytes; longer ones are dropped.
const MAX_WORD_BYTES: usize = 200;

/// One word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::search) struct Word {
    /// Start in the text, in bytes.
    pub start: usize,
    /// End in the text, in bytes.
    pub end: usize,
    /// Index of the word in the text.
    pub position: usize,
    /// The forms that match the word: the folded word first, then variants such as the parts around an apostrophe.
    pub forms: Vec<String>,
}

/// The words of a text.
pub(in crate::search) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut start = 0;
    // A space ends every word, so each chunk between two spaces can be split separately.
    for chunk in text.split(' ') {
        if let Some(word) = plain_word(chunk) {
            add_word(text, start + word.start, &chunk[word], &mut words);
        } else {
            for (offset, piece) in chunk.split_word_bound_indices() {
                match piece.chars().find(|c| c.is_alphanumeric()) {
                    Some(first) if is_unspaced(first) => {
                        add_unspaced_words(text, start + offset, piece, &mut words)
                    }
                    Some(_) => add_words(text, start + offset, piece, &mut words),
                    None => {}
                }
            }
        }
        start += chunk.len() + 1;
    }
    words
}

/// The word of a text without spaces, if that is one of ASCII letters and digits with nothing but ASCII punctuation around
/// it, where word boundaries need not be looked up.
fn plain_word(chunk: &str) -> Option<Range<usize>> {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric();
    let bytes = chunk.as_bytes();
    let start = bytes.iter().position(is_plain)?;
    let end = bytes.iter().rposition(is_plain)? + 1;
    // An underscore belongs to the word beside it.
    let is_around = |byte: &u8| byte.is_ascii_punctuation() && *byte != b'_';
    let is_word = bytes[start..end].iter().all(is_plain)
        && bytes[..start].iter().chain(&bytes[end..]).all(is_around)
        && end - start <= MAX_WORD_BYTES;
    is_word.then_some(start..end)
}

/// Adds the words of a piece between two word boundaries. UAX #29 has none at a period, colon or underscore between letters,
/// but there a space is missing ('Fever.Call us'), unless the piece is an abbreviation ('A.D.H.D.').
fn add_words(text: &str, start: usize, piece: &str, words: &mut Vec<Word>) {
    let is_letter = |part: &str| part.chars().count() == 1 && part.chars().all(char::is_alphabetic);
    if !piece.contains(joins_words) {
        return add_word(text, start, piece, words);
    }
    if piece.split('.').all(is_letter) {
        return add_forms(text, start..start + piece.len(), forms(&piece.replace('.', "")), words);
    }
    let mut from = 0;
    let ends = piece.match_indices(joins_words).filter(|(at, joint)| !is_inside(piece, *at, joint));
    for (at, joint) in ends.chain([(piece.len(), "")]) {
        if piece[from..at].contains(char::is_alphanumeric) {
            add_word(text, start + from, &piece[from..at], words);
        }
        from = at + joint.len();
    }
}

/// Returns whether a character joins words by UAX #29, although it usually separates them.
fn joins_words(c: char) -> bool {
    matches!(c, '.' | ':' | '_' | '\u{B7}' | '\u{2027}' | '\u{FE55}' | '\u{FF0E}' | '\u{FF1A}' | '\u{FF3F}')
}

/// Returns whether such a character is inside of a word: between digits ('4.5'), or in a Catalan 'l·l'.
fn is_inside(piece: &str, at: usize, joint: &str) -> bool {
    let (before, after) = (piece[..at].chars().next_back(), piece[at + joint.len()..].chars().next());
    let are_both = |is_part: fn(char) -> bool| before.is_some_and(is_part) && after.is_some_and(is_part);
    match joint {
        "\u{B7}" => are_both(|c| c.eq_ignore_ascii_case(&'l')),
        "_" | "\u{FF3F}" => false,
        _ => are_both(char::is_numeric),
    }
}

/// Adds a word of a script with spaces.
fn add_word(text: &str, start: usize, piece: &str, words: &mut Vec<Word>) {
    add_forms(text, start..start + piece.len(), forms(piece), words);
}

/// Adds the forms of a word, if it has any.
fn add_forms(text: &str, span: Range<usize>, forms: Vec<String>, words: &mut Vec<Word>) {
    if forms.is_empty() {
        return;
    }
    // "timeout" matches "time-out" too.
    if let Some(before) = words.last_mut()
        && before.end + 1 == span.start
        && text.as_bytes().get(before.end) == Some(&b'-')
    {
        let joined = format!("{}{}", before.forms[0], forms[0]);
        if joined.len() <= MAX_WORD_BYTES {
            before.forms.push(joined);
        }
    }
    words.push(Word { start: span.start, end: span.end, position: words.len(), forms });
}

/// Adds the characters of a script without spaces as words, each with the pair that it forms with the next character.
fn add_unspaced_words(text: &str, start: usize, piece: &str, words: &mut Vec<Word>) {
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
            let is_adjacent = text[before.end..from].chars().all(is_invisible);
            if is_adjacent && single.chars().next().is_some_and(is_unspaced) {
                // The pair has the position of its first character.
                before.forms.push(format!("{single}{folded}"));
            }
        }
        words.push(Word { start: from, end: to, position: words.len(), forms: vec![folded] });
    }
}

/// The folded word, then the parts around an apostrophe ("asthme" matches "l'asthme").
fn forms(piece: &str) -> Vec<String> {
    let whole = fold(piece);
    if whole.is_empty() || whole.len() > MAX_WORD_BYTES {
        return Vec::new();
    }
    let mut forms = vec![whole];
    if let Some(bare) = without_article(&forms[0]) {
        forms.push(bare);
    }
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

/// An Arabic word without its article and the particle attached to that; `None` if it has no article.
pub(in crate::search) fn without_article(word: &str) -> Option<String> {
    const ARTICLES: [&str; 6] = ["وال", "بال", "كال", "فال", "لل", "ال"];
    if !word.starts_with(['\u{627}', '\u{628}', '\u{641}', '\u{643}', '\u{644}', '\u{648}']) {
        return None;
    }
    let bare = ARTICLES.iter().find_map(|article| word.strip_prefix(article))?;
    (bare.chars().count() >= 3).then(|| bare.to_owned())
}

/// The words of a text joined by single spaces, for comparing a query with a whole title. A text without words stays as it is, apart from spaces and invisible characters.
pub(in crate::search) fn whole_key(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&[&str]]) {
        let got: Vec<Vec<String>> = words(text).into_iter().map(|w| w.forms).collect();
        assert_eq!(got, expected, "{text}");
    }

    #[test]
    fn words_of_every_script_are_split_and_folded() {
        check("Crohn's Disease", &[&["crohns", "crohn"], &["disease"]]);
        check("Plan d’action l'asthme", &[&["plan"], &["daction", "action"], &["lasthme", "asthme"]]);
        check("Time-out", &[&["time", "timeout"], &["out"]]);
        check("Fever:Rest.Call_us", &[&["fever"], &["rest"], &["call"], &["us"]]);
        check("4.5 mg, L20.9 at 10:30", &[&["4.5"], &["mg"], &["l20.9"], &["at"], &["10"], &["30"]]);
        check("A.D.H.D. col·lecció", &[&["adhd"], &["col·leccio"]]);
        check("niños Ángel", &[&["ninos"], &["angel"]]);
        check("Ёлка чай", &[&["елка"], &["чаи"]]);
        check("哮喘計", &[&["哮", "哮喘"], &["喘", "喘計"], &["計"]]);
        check("الرَّبْو أطفال", &[&["الربو", "ربو"], &["اطفال"]]);
        check("Kế hoạch đau", &[&["ke"], &["hoach"], &["dau"]]);
        check("የአስም እቅድ", &[&["የአስም"], &["እቅድ"]]);
        check("\u{202A}as\u{200D}thma\u{FE0F}\u{202C} ４２ ٤٢", &[&["asthma"], &["42"], &["42"]]);
        check("哮\u{200B}喘๔๒", &[&["哮", "哮喘"], &["喘"], &["42"]]);
        assert_eq!(whole_key("  What's \"RSV\"?! "), "whats rsv");
        assert_eq!(whole_key("?!"), "?!");
    }

    #[test]
    fn splitting_at_spaces_first_does_not_change_word_boundaries() {
        let texts = [
            "one  two3 4.5,6 e.g. it's a_b x:y  \u{300} \u{200D}a ' b",
            " 1,000 mg\u{301} no. \u{FE0F}2 (a) 'b' -c: _d e_ $5% 6. \"f\"",
            "\u{1F468}\u{200D} \u{1F469} 哮 喘",
        ];
        for text in texts {
            let has_letter = |piece: &&str| piece.chars().any(char::is_alphanumeric);
            let whole: Vec<&str> = text.split_word_bounds().filter(has_letter).collect();
            let apart: Vec<&str> =
                text.split(' ').flat_map(str::split_word_bounds).filter(has_letter).collect();
            assert_eq!(whole, apart, "{text}");
        }
    }
}
