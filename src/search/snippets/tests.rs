//! Tests of the content of snippets, and of the fast search for matched words against a slow one.
#![allow(clippy::unwrap_used)]
use super::*;
use crate::search::text::folding::fold;
use proptest::prelude::*;

fn highlighter(q: &str) -> Highlighter {
    Highlighter::new(&ParsedQuery::parse(q, 1), &None, Vec::new())
}

fn snippet(q: &str, text: &str) -> String {
    let mut json = vec![b'"'];
    highlighter(q).write(text, &mut json);
    json.push(b'"');
    serde_json::from_slice(&json).unwrap()
}

#[test]
fn matched_words_are_highlighted_between_asterisks() {
    let check = |q: &str, text: &str, expected: &str| assert_eq!(snippet(q, text), expected, "{q}");
    check("asthma", "Asthma is common. *Note* a\\b", "*Asthma* is common. \\*Note\\* a\\\\b");
    check("vaccine", "The vaccines are safe", "The *vaccines* are safe");
    check("哮喘", "关于哮喘的计划", "关于*哮喘*的计划");
    check("possibility", "It is possible; try 'trying' or try", "It is *possible*; try 'trying' or try");
    check("carry die", "Dying? It's carried 'carrying'…", "*Dying*? It's *carried* '*carrying*'…");
    check("crohns", "Crohn’s and Crohn's disease", "*Crohn’s* and *Crohn's* disease");
    check("nino", "Para el Niño enfermo", "Para el *Niño* enfermo");
    check("", "Plain", "Plain");
    check("plain", "\u{1}A \"plain\"\t\u{1f}\n'text'", "\u{1}A \"*plain*\" \u{1f} 'text'");
}

#[test]
fn characters_that_are_skipped_never_fold_to_ascii() {
    for c in '\u{80}'..=char::MAX {
        let folded = fold(&c.to_string());
        assert!(
            !never_folds_to_ascii(c) || !folded.contains(|f: char| f.is_ascii_alphanumeric()),
            "{c:?} is {folded}"
        );
    }
}

#[test]
fn punctuation_is_what_is_not_alphanumeric() {
    for c in '\u{80}'..=char::MAX {
        assert_eq!(is_punctuation(c), !c.is_alphanumeric(), "{c:?}");
    }
}

/// The offsets of matched bytes, found by analyzing every piece with other characters than ASCII as a whole.
fn found_in_whole_pieces(highlighter: &mut Highlighter, text: &str) -> Vec<(usize, usize)> {
    highlighter.find_ascii(text);
    let mut at = 0;
    while let Some(other) = next_non_ascii(text.as_bytes(), at) {
        let (start, end) = word_around(text.as_bytes(), other);
        highlighter.find_words(start, &text[start..end], usize::MAX);
        at = end;
    }
    let mut found = vec![false; text.len()];
    highlighter.spans.drain(..).for_each(|(from, to)| found[from..to].fill(true));
    (0..text.len()).filter(|place| found[*place]).map(|place| (place, place + 1)).collect()
}

const QUERIES: [&str; 15] = [
    "asthma",
    "nino",
    "acido folico",
    "vacunacion",
    "3 dias",
    "fibrosis",
    "hen suyen",
    "астма",
    "cooperate",
    "1",
    "哮喘 喘",
    "喘の",
    "할 입니다",
    "الربو",
    "โรค",
];

fn check_against_whole_pieces(q: &str, text: &str) {
    let expected = found_in_whole_pieces(&mut highlighter(q), text);
    let mut fast = highlighter(q);
    fast.find(text);
    let found: Vec<_> = fast.spans.iter().flat_map(|(from, to)| *from..*to).map(|at| (at, at + 1)).collect();
    assert_eq!(found, expected, "{q} in {text}");
}

#[test]
fn no_matched_word_is_skipped() {
    let texts = "Ácido fólico; los niños—y niñas— no. Bệnh hen suyễn: thể gây. Астма и чай asthma's l’asthme d'ásthmas \
        asthma,الربو vacunación vaccine№5 ①② ٣ días ﬁbrosis ﬁnd Ａｓｔｈｍａ 哮喘asthma naïve-té coöperate 哮喘の喘 \
        喘\u{FE0F}息、喘息。asthma喘２型 할머니 입니다. โรคหอบหืด喘の";
    QUERIES.iter().for_each(|q| check_against_whole_pieces(q, texts));
}

proptest! {
    #[test]
    fn pieces_match_as_when_they_are_analyzed_as_a_whole(
        q in proptest::sample::select(&QUERIES[..]),
        letters in proptest::collection::vec(
            proptest::sample::select("asthma 1 哮喘哮喘のはи астма할입니다الربو \u{FE0F}\u{200B}é’'。、，-โรค".chars().collect::<Vec<_>>()),
            0..40,
        ),
    ) {
        check_against_whole_pieces(q, &letters.into_iter().collect::<String>());
    }
}

#[test]
fn a_long_text_is_cut_between_words_around_the_match() {
    let text = format!("{} needle {}", "lorem ipsum ".repeat(60), "dolor sit ".repeat(60));
    let cut = snippet("needle", &text);
    assert!(cut.starts_with("… ") && cut.ends_with(" …") && cut.contains("*needle*"), "{cut}");
    assert!(cut.len() < 400, "{}", cut.len());
}

#[test]
fn words_are_not_cut() {
    let filler = "Отделение неврологического наблюдения ";
    let long = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz-und-noch-viel-länger";
    for text in [
        format!("{} fever {}", filler.repeat(12), filler.repeat(12)),
        format!("{} non-fever {}", "word-word-word ".repeat(40), "word-word-word ".repeat(40)),
        format!("{long} {long} {long} {long} fever {long} {long} {long} {long} {long}"),
        format!("{}fever{}", "看护人应当知道".repeat(40), "孩子发烧时怎么办".repeat(40)),
    ] {
        let snippet = snippet("fever", &text);
        assert!(snippet.starts_with("… ") && snippet.ends_with(" …"), "{snippet}");
        let shown = snippet.trim_matches(['…', ' ']).replace('*', "");
        assert!(shown.contains("fever") && shown.len() < 600, "{shown}");
        let at = text.find(&shown).unwrap();
        let (before, behind) = (&text[..at], &text[at + shown.len()..]);
        if text.contains(' ') {
            assert!(before.ends_with(' ') && behind.starts_with(' '), "{shown}");
        }
    }
}

#[test]
fn common_letters_are_letters_and_never_fold_to_ascii() {
    let common: Vec<char> = ('\u{80}'..'\u{E000}').filter(|c| is_common_letter(*c)).collect();
    assert!(common.len() > 30_000, "{}", common.len());
    for c in common {
        assert!(c.is_alphabetic(), "{c}");
        assert!(!fold(&c.to_string()).contains(|c: char| c.is_ascii_alphanumeric()), "{c}");
    }
}
