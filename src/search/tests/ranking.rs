//! The order of hits.

use super::{check_first, ids, index, titled};
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::search::ranking::top_k::TopK;
use crate::search::snapshot::Match;
use proptest::prelude::*;

#[test]
fn the_subject_of_a_query_ranks_above_incidental_words() {
    let text = |id: &str, title: &str, text: &str| Citation {
        abstract_text: Some(text.into()),
        ..titled(id, title)
    };
    let (_dir, index) = index(&[
        titled("gout", "Gout"),
        text("heart", "Heart Attack", "Gout medicines and an attack of the heart; an attack, a gout attack."),
        titled("arthritis", "Arthritis"),
        text("abuse", "Elder Abuse", "Elderly people with arthritis. Arthritis in the elderly."),
        titled("diabetes", "Diabetes"),
        titled("pregnancy", "Pregnancy"),
        text("both", "Diabetes and Pregnancy", "High blood sugar."),
        text("baby", "Baby Health Checkup", "Will diabetes during pregnancy affect the baby?"),
        text("keyword", "Painful joints", "Rest."),
    ]);
    check_first(&index, "i have a gout attack", "gout");
    check_first(&index, "Arthritis on elderly", "arthritis");
    check_first(&index, "will diabetes during pregnancy affect the baby", "both");
    check_first(&index, "gout attack of the heart", "heart");
}

#[test]
fn text_matches_in_citations_without_english_rank_last() {
    let version = |lang: &str| vec![LanguageVersion { lang: lang.into(), ..LanguageVersion::default() }];
    let (_dir, index) = index(&[
        Citation {
            languages: version("Vietnamese"),
            abstract_text: Some("Các nốt mụn và mụn mủ. Mụn đỏ, mụn đau, rất nhiều mụn.".into()),
            ..titled("prose", "Vắc-xin sởi")
        },
        Citation {
            languages: version("English"),
            keywords: vec!["Mun syndrome".into()],
            ..titled("named", "Leaflet")
        },
        Citation {
            languages: version("Vietnamese"),
            keywords: vec!["Mụn".into()],
            ..titled("keyword", "Tờ rơi")
        },
    ]);
    let found = ids(&index, "mụn đỏ mủ");
    assert_eq!(found.last().map(String::as_str), Some("prose"), "{found:?}");
    assert_eq!(found.len(), 3);
    assert_eq!(ids(&index, "nốt"), ["prose"]);
}

#[test]
fn a_word_of_another_language_counts_like_its_english_name() {
    let (_dir, index) = index(&[
        titled("asthma", "Asthma at School"),
        Citation { keywords: vec!["Schools".into()], ..titled("fever", "Fever in School Children") },
    ]);
    assert_eq!(ids(&index, "asthma school").first().map(String::as_str), Some("asthma"));
    assert_eq!(ids(&index, "asma school").first().map(String::as_str), Some("asthma"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn the_best_matches_are_those_that_sorting_finds(
        given in proptest::collection::vec((0u8..3, 0u16..40), 0..300),
        count in 0usize..60,
    ) {
        let citations: Vec<_> = (0..given.len()).map(|n| titled(&format!("c{n:03}"), &format!("Title {n:03}"))).collect();
        let (_dir, index) = index(&citations);
        let snapshot = index.snapshot();
        let mut matches: Vec<Match> = (0u32..)
            .zip(&given)
            .map(|(doc, (tier, score))| Match { doc, score: f32::from(*score), segment: 0, tier: *tier })
            .collect();
        let mut top = TopK::new(&snapshot, count);
        matches.iter().for_each(|found| top.push(*found));
        let mut best: Vec<u32> = top.into_best().iter().map(|found| found.doc).collect();
        best.sort_unstable();
        matches.sort_unstable_by(|a, b| snapshot.order(a, b));
        let mut expected: Vec<u32> = matches.iter().take(count).map(|found| found.doc).collect();
        expected.sort_unstable();
        prop_assert_eq!(best, expected);
    }
}
