//! Pages of hits compared with the list of all matches.

use super::{index, titled};
use crate::model::category::Category;
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::languages::tag::LanguageTag;
use crate::model::search::filter::Filter;
use crate::model::search::request::{PAGE, SearchRequest};
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::ranking::matching::{self, Wanted};
use crate::search::{Index, Snapshot};
use proptest::prelude::*;
use std::collections::BTreeMap;

const WORDS: [&str; 6] = ["fever", "cough", "asthma", "school", "plan", "fiebre"];

fn text(words: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&WORDS[..]), words).prop_map(|words| words.join(" "))
}

fn catalogue() -> impl Strategy<Value = Vec<Citation>> {
    let languages =
        prop::collection::hash_set(prop::sample::select(vec!["English", "Spanish", "Somali"]), 0..3);
    let citation = (text(1..4), text(0..12), text(0..3), languages, prop::bool::weighted(0.1));
    prop::collection::vec(citation, 20..60).prop_map(|all| {
        (0..)
            .zip(all)
            .map(|(n, (title, abstract_text, keyword, languages, obsolete)): (usize, _)| Citation {
                abstract_text: Some(abstract_text),
                keywords: Some(keyword).filter(|keyword| !keyword.is_empty()).into_iter().collect(),
                languages: languages
                    .into_iter()
                    .map(|lang| LanguageVersion { lang: lang.into(), ..LanguageVersion::default() })
                    .collect(),
                obsolete,
                // Some replace others.
                ..titled(&format!("c{}", n % 50), &title)
            })
            .collect()
    })
}

fn request() -> impl Strategy<Value = SearchRequest> {
    let q = prop_oneof![
        6 => text(1..4),
        1 => text(1..3).prop_map(|words| format!("\"{words}\"")),
        1 => text(1..2).prop_map(|word| format!("{word} -school")),
        1 => Just("fevre".to_owned()),
        1 => Just("fev".to_owned()),
    ];
    let filter = prop::option::of(prop::sample::select(vec![
        "languages:'English'",
        "(not languages:'Spanish')",
        "(and keywords:'fever' languages:'English')",
    ]));
    (q, filter, prop::option::of(Just("es")), any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(q, filter, lang, obsolete, no_boost, is_disjunctive)| SearchRequest {
            q,
            filter: filter.map(|text| Filter::parse(text).unwrap()),
            lang: lang.map(|tag| LanguageTag::parse(tag).unwrap()),
            obsolete,
            no_boost,
            any: if is_disjunctive { vec![Category::Languages] } else { Vec::new() },
            ..SearchRequest::default()
        },
    )
}

/// The IDs on all pages of a search.
fn paged(snapshot: &Snapshot, request: &SearchRequest, found: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for start in (0..found + PAGE).step_by(PAGE) {
        let page = snapshot.search(&SearchRequest { start, ..request.clone() }).unwrap();
        assert_eq!(page.hits.found as usize, found, "{request:?}");
        ids.extend(page.hits.hit.iter().map(|hit| hit.id.trim_start_matches("citation:").to_owned()));
    }
    ids
}

/// The counts of a facet over these citations.
fn counts(citations: &BTreeMap<String, Citation>, ids: &[String], facet: Category) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for id in ids {
        for value in citations[id].values(facet) {
            *counts.entry(value.to_owned()).or_default() += 1;
        }
    }
    counts
}

/// An index of several segments, with replaced citations.
fn indexed(citations: &[Citation]) -> (tempfile::TempDir, Index) {
    let (first, second) = citations.split_at(citations.len() / 3);
    let (dir, index) = index(first);
    for (number, citations) in (2..).zip(second.chunks(20)) {
        index.apply(citations.iter().cloned().map(Ok), number).unwrap();
    }
    (dir, index)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn pages_are_pieces_of_the_list_of_all_matches(
        citations in catalogue(), requests in prop::collection::vec(request(), 1..12)
    ) {
        let (_dir, index) = indexed(&citations);
        let by_id: BTreeMap<String, Citation> = citations.iter().map(|c| (c.id.clone(), c.clone())).collect();
        let snapshot = index.snapshot();
        for request in requests {
            let expected = snapshot.matches(&request).unwrap();
            prop_assert_eq!(&paged(&snapshot, &request, expected.len()), &expected, "{:?}", request);
            let answer = snapshot.search(&request).unwrap();
            let without_filter = SearchRequest { filter: None, ..request.clone() };
            let facets = [Category::Keywords, Category::Audience, Category::Languages];
            for facet in facets.into_iter().filter(|facet| request.filter.is_none() || !request.any.contains(facet)) {
                let shown = answer.facets[facet.name()].buckets.iter().filter(|bucket| bucket.count > 0);
                let shown: BTreeMap<String, u32> = shown.map(|bucket| (bucket.value.clone(), bucket.count)).collect();
                prop_assert_eq!(shown, counts(&by_id, &expected, facet), "{:?} {:?}", facet, request);
            }
            // Two of the filters select languages alone: then the facet counts every match.
            let is_languages_alone = request.filter.as_ref().is_some_and(|filter| filter.only_field().is_some());
            if is_languages_alone && !request.any.is_empty() {
                let all = snapshot.matches(&without_filter).unwrap();
                let buckets = &answer.facets[Category::Languages.name()].buckets;
                let shown: BTreeMap<String, u32> =
                    buckets.iter().filter(|b| b.count > 0).map(|b| (b.value.clone(), b.count)).collect();
                prop_assert_eq!(shown, counts(&by_id, &all, Category::Languages), "{:?}", request);
            }
        }
    }
}

#[test]
fn pages_beyond_the_best_matches_are_pieces_of_the_list_too() {
    // More citations than are ranked by subject, many of them equal but for their titles and languages.
    let word = |n: usize| WORDS[n % WORDS.len()];
    let citations: Vec<Citation> = (0..480)
        .map(|n: usize| Citation {
            abstract_text: Some(["fever", "fever fever school", "cough"][n * 7 % 3].to_owned()),
            keywords: Vec::from_iter(n.is_multiple_of(5).then(|| "Fever".to_owned())),
            languages: vec![LanguageVersion {
                lang: ["English", "Spanish", "Somali"][n * 5 % 7 % 3].into(),
                ..LanguageVersion::default()
            }],
            obsolete: n.is_multiple_of(11),
            ..titled(&format!("c{n:03}"), &format!("{} {}", word(n), word(n / 6)))
        })
        .collect();
    let (_dir, index) = indexed(&citations);
    let snapshot = index.snapshot();
    for q in ["fever", "fever school", "school plan", "fevre", "fiebre"] {
        for (lang, filter) in [(None, None), (Some("es"), None), (Some("so"), Some("languages:'Somali'"))] {
            let request = SearchRequest {
                q: q.into(),
                lang: lang.map(|tag| LanguageTag::parse(tag).unwrap()),
                filter: filter.map(|text| Filter::parse(text).unwrap()),
                ..SearchRequest::default()
            };
            let expected = snapshot.matches(&request).unwrap();
            assert_eq!(paged(&snapshot, &request, expected.len()), expected, "{request:?}");
        }
    }
}

#[test]
fn a_page_of_a_common_word_lists_no_more_matches_than_it_shows() {
    let citations: Vec<Citation> =
        (0..400).map(|n| titled(&format!("c{n:03}"), &format!("Fever {}", WORDS[n % 6]))).collect();
    let (_dir, index) = indexed(&citations);
    let snapshot = index.snapshot();
    for (q, found) in [("fever", 400), ("fever school", 67)] {
        let documents = &snapshot.everything(false).documents;
        let wanted = Wanted { documents, filter: None, count: PAGE };
        let query = ParsedQuery::parse(q, snapshot.stem_languages);
        let (outcome, _) = matching::find(&snapshot, query, false, None, wanted).unwrap();
        assert_eq!(outcome.matches.len(), PAGE, "{q}");
        assert_eq!(outcome.documents.iter().map(|set| set.len()).sum::<usize>(), found, "{q}");
    }
}
