//! Text to words, the same way for the index and for what is typed.
//!
//! Compatibility forms and case are folded, accents of Latin, Greek, Cyrillic, Arabic and Hebrew letters left out. Words
//! end where Unicode says (UAX #29); scripts written without spaces become pairs of neighbouring characters.

use crate::model::characters::is_invisible;
pub(in crate::search) use crate::model::script::is_unspaced;
use crate::search::text::folding::{fold, is_apostrophe};
use unicode_segmentation::UnicodeSegmentation;

/// Longest word kept, in bytes.
const MAX_WORD_BYTES: usize = 200;

/// One word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::search) struct Word {
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
pub(in crate::search) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut start = 0;
    // A blank ends every word, so that what stands between two can be looked at for itself.
    for chunk in text.split(' ') {
        if !chunk.is_empty() && chunk.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            spaced(text, start, chunk, &mut words);
        } else {
            for (offset, piece) in chunk.split_word_bound_indices() {
                match piece.chars().find(|c| c.is_alphanumeric()) {
                    Some(first) if is_unspaced(first) => unspaced(text, start + offset, piece, &mut words),
                    Some(_) => spaced(text, start + offset, piece, &mut words),
                    None => {}
                }
            }
        }
        start += chunk.len() + 1;
    }
    words
}

/// Adds a word of a script with spaces.
fn spaced(text: &str, start: usize, piece: &str, words: &mut Vec<Word>) {
    let forms = forms(piece);
    if forms.is_empty() {
        return;
    }
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
    words.push(Word { start, end: start + piece.len(), position: words.len(), forms });
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

/// The folded word, then its parts when an apostrophe stands in it ("l'asthme" is found as "asthme").
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

/// An Arabic word without its article and what is written together with it; `None` when there is none.
pub(in crate::search) fn without_article(word: &str) -> Option<String> {
    const ARTICLES: [&str; 6] = ["وال", "بال", "كال", "فال", "لل", "ال"];
    if !word.starts_with(['\u{627}', '\u{628}', '\u{641}', '\u{643}', '\u{644}', '\u{648}']) {
        return None;
    }
    let bare = ARTICLES.iter().find_map(|article| word.strip_prefix(article))?;
    (bare.chars().count() >= 3).then(|| bare.to_owned())
}

/// The words of a text joined by single blanks: what a title typed whole is compared by. Signs alone stay signs.
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
    fn words_of_every_script_are_found_as_typed() {
        check("Crohn's Disease", &[&["crohns", "crohn"], &["disease"]]);
        check("Plan d’action l'asthme", &[&["plan"], &["daction", "action"], &["lasthme", "asthme"]]);
        check("Time-out", &[&["time", "timeout"], &["out"]]);
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
    fn what_stands_between_blanks_ends_where_the_whole_text_says() {
        let texts = [
            "one  two3 4.5,6 e.g. it's a_b x:y  \u{300} \u{200D}a ' b",
            " 1,000 mg\u{301} no. \u{FE0F}2 ",
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
