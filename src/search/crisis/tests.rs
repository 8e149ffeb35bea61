#![allow(clippy::unwrap_used)]
use super::*;
use Crisis::{Emergency, Overdose, Poisoning, SelfHarm, Suicide};
use std::collections::BTreeSet;
use unicode_normalization::UnicodeNormalization;

/// Every phrase of the table with its category.
fn phrases() -> impl Iterator<Item = (Crisis, &'static str)> {
    let rows = TABLE.lines().filter(|row| !row.starts_with('#') && !row.starts_with("line\t"));
    rows.flat_map(|row| {
        let mut columns = row.split('\t');
        let category = Crisis::from_name(columns.next().unwrap()).unwrap();
        columns.nth(1).unwrap().split('|').map(move |phrase| (category, phrase))
    })
}

#[test]
fn every_phrase_is_found_alone_and_inside_a_longer_text() {
    let mut count = 0;
    for (category, phrase) in phrases() {
        count += 1;
        for text in [
            phrase.to_owned(),
            phrase.to_uppercase(),
            format!("xyz {phrase} xyz"),
            format!("\u{201C}{phrase}\u{201D}?!"),
            format!("  {}  ", phrase.replace(' ', "\u{A0} ")),
            phrase.replace('\'', "\u{2019}"),
            phrase.replace(['\'', '\u{2019}'], ""),
            phrase.nfd().collect(),
        ] {
            assert!(CrisisTable::built_in().categories(&text).contains(&category), "{category:?}: {text}");
        }
    }
    assert!(count > 3_000, "{count} phrases");
}

#[test]
fn ordinary_queries_are_not_about_a_crisis() {
    let queries: BTreeSet<&str> = include_str!("../../../tests/ordinary_queries.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert!(queries.len() >= 500, "{} different queries", queries.len());
    let found: Vec<_> = queries
        .into_iter()
        .map(|q| (q, CrisisTable::built_in().categories(q)))
        .filter(|(_, found)| !found.is_empty())
        .collect();
    assert_eq!(found, []);
}

#[test]
fn words_match_whole_and_in_order_with_their_accents() {
    let check = |text: &str, expected: &[Crisis]| {
        assert_eq!(CrisisTable::built_in().categories(text), expected, "{text}");
    };
    check("quiero morir", &[Suicide]);
    check("QUIERO  MORIR", &[Suicide]);
    check("morir quiero", &[]);
    check("quiero morirte", &[]);
    check("suicide", &[Suicide]);
    check("suicideprevention", &[]);
    check("t\u{1EF1} t\u{1EED}", &[Suicide]);
    check("từ từ", &[]);
    check("tu tu", &[]);
    check("我儿子说他想死怎么办", &[Suicide]);
    check("don`t want to live", &[Suicide]);
    check("do\u{AD}n\u{2019}t want to live", &[Suicide]);
    check("took too many pills and want to die", &[Overdose, Suicide]);
    check("", &[]);
    check("' - !", &[]);
    check("asthma action plan", &[]);
    assert!(CrisisTable::built_in().categories("cutting myself").contains(&SelfHarm));
    assert!(CrisisTable::built_in().categories("she is not breathing").contains(&Emergency));
    assert!(CrisisTable::built_in().categories("ate poison").contains(&Poisoning));
}

#[test]
fn every_category_has_phrases_and_a_help_line() {
    for category in Crisis::ALL {
        assert!(phrases().any(|(other, _)| other == category), "{category:?}");
        assert!(
            CrisisTable::built_in().lines().iter().any(|line| line.categories.contains(&category)),
            "{category:?}"
        );
    }
    let main = |category| {
        CrisisTable::built_in()
            .lines()
            .iter()
            .find(|line| line.categories.contains(&category))
            .unwrap()
            .contact
            .as_str()
    };
    assert_eq!((main(Suicide), main(Poisoning), main(Emergency)), ("988", "1-800-222-1222", "911"));
}

#[test]
fn an_invalid_row_is_reported() {
    let check = |text: &str, expected: &str| assert_eq!(CrisisTable::parse(text).unwrap_err(), expected);
    check("# head\nsorrow\ten\tsad", "line 2: unknown category");
    check("suicide\ten", "line 1: expected three or seven columns");
    check("line\tsuicide|sorrow\tUS\tName\t1\ten\t24/7", "line 1: unknown category");
}
