//! Tests of the content of snippets.
#![allow(clippy::unwrap_used)]
use super::*;
use proptest::prelude::*;

fn highlighter(q: &str) -> Highlighter {
    Highlighter::new(&ParsedQuery::parse(q, 1), &None, Vec::new())
}

fn snippet(q: &str, text: &str) -> String {
    highlighter(q).snippet([text]).unwrap().0
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

/// Checks that highlights are words of the text in ascending order, and that a snippet without them is the text.
fn check_highlights(q: &str, text: &str) {
    let mut highlighter = highlighter(q);
    highlighter.find(text);
    let mut at = 0;
    for (from, to) in highlighter.spans.clone() {
        assert!(at <= from && from < to, "{q} in {text}");
        let words = analysis::words(&text[from..to]);
        assert!(
            words.iter().flat_map(|word| &word.forms).any(|form| highlighter.is_match(form)),
            "{q} in {text}"
        );
        at = to;
    }
    let spaced = text.replace(['\t', '\n'], " ");
    assert_eq!(snippet(q, text).replace('*', ""), spaced, "{q}");
}

#[test]
fn words_of_every_script_are_highlighted() {
    let text = "Ácido fólico; los niños—y niñas— no. Bệnh hen suyễn: thể gây. Астма и чай asthma's l’asthme d'ásthmas \
        asthma,الربو vacunación ﬁbrosis Ａｓｔｈｍａ 哮喘asthma coöperate 喘息。할머니 입니다. โรค";
    let check = |q: &str, expected: &[&str]| {
        let mut highlighter = highlighter(q);
        highlighter.find(text);
        let found: Vec<&str> = highlighter.spans.iter().map(|(from, to)| &text[*from..*to]).collect();
        assert_eq!(found, expected, "{q}");
    };
    check("asthma", &["asthma's", "d'ásthmas", "asthma", "Ａｓｔｈｍａ", "asthma"]);
    check("nino", &["niños"]);
    check("acido folico", &["Ácido", "fólico"]);
    check("vacunacion", &["vacunación"]);
    check("fibrosis", &["ﬁbrosis"]);
    check("hen suyen", &["hen", "suyễn"]);
    check("астма", &["Астма"]);
    check("cooperate", &["coöperate"]);
    check("哮喘", &["哮喘"]);
    check("입니다", &["입니다"]);
    check("الربو", &["الربو"]);
    QUERIES.iter().for_each(|q| check_highlights(q, &text[..text.floor_char_boundary(300)]));
}

proptest! {
    #[test]
    fn whatever_the_text_highlights_are_words_of_it(
        q in proptest::sample::select(&QUERIES[..]),
        letters in proptest::collection::vec(
            proptest::sample::select("asthma 1 哮喘哮喘のはи астма할입니다الربو \u{FE0F}\u{200B}é’'。、，-โรค".chars().collect::<Vec<_>>()),
            0..40,
        ),
    ) {
        check_highlights(q, &letters.into_iter().collect::<String>());
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
fn the_passage_with_the_most_different_words_is_shown() {
    let filler = "Nothing of interest stands here at all. ".repeat(20);
    let text = format!("School school school. {filler}Back to school after ten days. {filler}");
    let (snippet, number) = highlighter("back school days").snippet(["Other text.", &text]).unwrap();
    assert_eq!(number, 1);
    assert!(
        snippet.starts_with("… ") && snippet.contains("*Back* to *school* after ten *days*."),
        "{snippet}"
    );
    assert!(snippet.ends_with(" …") && snippet.len() < 400, "{snippet}");
    assert_eq!(highlighter("rest").snippet([]), None);
}
