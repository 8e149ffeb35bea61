//! Readable ids: the words of a title, for addresses people can read. Contract section 7.

use crate::model::text::is_invisible;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Longest readable id made from a title, in characters; a number may follow.
const MAX_CHARACTERS: usize = 100;
/// Used when a title holds no word at all.
const NAMELESS: &str = "resource";
/// Words of our own addresses under `/citation`.
const RESERVED: [&str; 2] = ["add", "edit"];

/// The readable id that a title asks for: its words, of any script, in lower case, joined by hyphens.
///
/// Accents of Latin letters are left out, signs, apostrophes and invisible characters too: "Crohn's disease" becomes
/// `crohns-disease`. A word of our own addresses gets a word behind it.
pub fn base(title: &str) -> String {
    let mut id = String::new();
    let mut gap = false;
    let mut latin = false;
    for c in title.nfkd().flat_map(char::to_lowercase) {
        if matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '\u{02bc}') || is_invisible(c) {
            continue;
        }
        if is_combining_mark(c) {
            // A mark belongs to its letter, except where a reader of Latin script does without it.
            if !latin && !id.is_empty() && !gap {
                id.push(c);
            }
        } else if c.is_alphanumeric() {
            if gap && !id.is_empty() {
                id.push('-');
            }
            gap = false;
            latin = c < '\u{0250}';
            id.push(c);
        } else {
            gap = true;
            latin = false;
        }
    }
    let composed: String = id.nfc().collect();
    let mut id = shorten(&composed);
    if id.is_empty() {
        id = NAMELESS.to_owned();
    }
    if RESERVED.contains(&id.as_str()) {
        id.push_str("-resource");
    }
    id
}

/// Cuts at a word's end when there is one.
fn shorten(id: &str) -> String {
    let Some((end, _)) = id.char_indices().nth(MAX_CHARACTERS) else { return id.to_owned() };
    let cut = &id[..end];
    let whole =
        if id[end..].starts_with('-') { cut } else { cut.rsplit_once('-').map_or(cut, |(words, _)| words) };
    whole.trim_end_matches('-').to_owned()
}

/// The ids that suit a title with this [`base`], best first, without end: `x`, `x-2`, `x-3` …
pub fn candidates(base: &str) -> impl Iterator<Item = String> + use<> {
    let base = base.to_owned();
    (1..).map(move |n| with_number(&base, n))
}

/// The one of the [`candidates`] of this base with this number, counted from 1.
pub fn with_number(base: &str, n: u64) -> String {
    if n == 1 { base.to_owned() } else { format!("{base}-{n}") }
}

/// The number of `id` among the [`candidates`] of this base; `None` if it is not one of them.
pub fn number(base: &str, id: &str) -> Option<u64> {
    let rest = id.strip_prefix(base)?;
    if rest.is_empty() {
        return Some(1);
    }
    let n = rest.strip_prefix('-')?;
    let is_written_so = !n.starts_with('0') && n.bytes().all(|b| b.is_ascii_digit());
    n.parse().ok().filter(|n| is_written_so && *n > 1)
}

/// Is `id` one that [`candidates`] would give for this base?
pub fn fits(base: &str, id: &str) -> bool {
    number(base, id).is_some()
}

/// What an id must be when it came from outside, as a message: the same as a readable id by [`problem`].
pub const ID_RULE: &str = "An id has 1 to 200 characters, no blanks or invisible characters, none of / ? # % \\, and is not \
     'add' or 'edit'.";

/// What is wrong with a readable id that came from outside; `None` when it can be an address of ours.
pub fn problem(id: &str) -> Option<&'static str> {
    if id.is_empty() || id.chars().count() > 200 {
        Some("A readable id has 1 to 200 characters.")
    } else if RESERVED.contains(&id.to_lowercase().as_str()) {
        Some("'add' and 'edit' are words of our own addresses.")
    } else if id == "."
        || id == ".."
        || id.chars().any(|c| c.is_control() || c.is_whitespace() || is_invisible(c) || "/?#%\\".contains(c))
    {
        Some("A readable id holds no blanks, control characters, invisible characters or any of / ? # % \\.")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_of_any_script_in_lower_case_joined_by_hyphens() {
        let check = |title: &str, id: &str| assert_eq!(base(title), id, "{title}");
        check("Asthma Action Plan", "asthma-action-plan");
        check("  Crohn's disease: what's next?  ", "crohns-disease-whats-next");
        check("Diarrea en niños pequeños", "diarrea-en-ninos-pequenos");
        check("Астма у детей", "астма-у-детей");
        check("哮喘 行动计划", "哮喘-行动计划");
        check("خطة عمل الربو", "خطة-عمل-الربو");
        check("የአስም እቅድ", "የአስም-እቅድ");
        check("Add", "add-resource");
        check("EDIT!", "edit-resource");
        check("?!", "resource");
        check("Kế hoạch hen suyễn", "ke-hoach-hen-suyen");
        check("\u{202e}Fever\u{202c} edu\u{ad}cation", "fever-education");
        check("می\u{200c}خواهم", "میخواهم");
        check("心\u{fe00}臓", "心臓");
    }

    #[test]
    fn a_number_tells_equal_titles_apart() {
        assert_eq!(number("fever", "fever"), Some(1));
        assert_eq!(number("fever", "fever-12"), Some(12));
        for other in ["fever-1", "fever-02", "fever-+2", "fevers", "fever-x", "feve", "fever-"] {
            assert!(!fits("fever", other), "{other}");
        }
        assert_eq!(candidates("a").take(3).collect::<Vec<_>>(), ["a", "a-2", "a-3"]);
    }

    #[test]
    fn an_id_that_cannot_be_read_as_it_is_written_is_refused() {
        for id in [
            "a\u{202e}b",
            "a\u{2066}b",
            "\u{feff}a",
            "a\u{200b}",
            "a\u{ad}b",
            "a\u{3164}",
            "a b",
            "a/b",
            "add",
            "..",
        ] {
            assert!(problem(id).is_some(), "{id:?}");
        }
        assert_eq!(problem("хвороба-2"), None);
    }

    proptest! {
        #[test]
        fn whatever_the_title_the_id_is_an_address(title in any::<String>()) {
            let id = base(&title);
            prop_assert_eq!(problem(&id), None, "{}", id);
            prop_assert!(fits(&id, &id));
        }
    }
}
