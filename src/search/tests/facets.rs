//! Facet counts, and arbitrary queries.

use super::{both_forms, index, titled};
use crate::model::category::Category;
use crate::model::citations::citation::{Citation, Named};
use crate::model::search::filter::Filter;
use crate::model::search::request::{Facets, SearchRequest};
use crate::search::{Rebuild, Thesaurus};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn catalogue() -> impl Strategy<Value = Vec<Citation>> {
    let citation = (
        prop::collection::vec("[a-c]{1,2}", 1..4),
        prop::collection::hash_set("[A-F]", 0..4),
        prop::option::of("[A-C]"),
        any::<bool>(),
    );
    prop::collection::vec(citation, 1..25).prop_map(|all| {
        (0..)
            .zip(all)
            .map(|(n, (words, keywords, audience, obsolete)): (usize, _)| Citation {
                keywords: keywords.into_iter().collect(),
                audience: audience.into_iter().collect(),
                publisher: Some(Named::new("Children's")),
                obsolete,
                ..titled(&format!("c{n}"), &words.join(" "))
            })
            .collect()
    })
}

fn brute_force(citations: &[Citation]) -> Facets {
    let mut facets = Facets::new();
    for category in Category::ALL {
        let mut counts: BTreeMap<(String, &str), u32> = BTreeMap::new();
        for value in citations.iter().flat_map(|c| c.values(category)) {
            *counts.entry((value.to_lowercase(), value)).or_default() += 1;
        }
        if matches!(category, Category::Folder | Category::PaperColors) {
            continue;
        }
        let facet = facets.entry(category.name().to_owned()).or_default();
        for ((_, value), count) in counts {
            facet.buckets.push(crate::model::search::request::FacetValue { value: value.to_owned(), count });
        }
    }
    facets
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn facet_counts_equal_a_count_over_all_matches(
        first in catalogue(), second in catalogue(), obsolete in any::<bool>(), keyword in prop::option::of("[A-F]")
    ) {
        let (dir, index) = index(&first);
        // Applied in two steps, so that there are replaced citations and several segments.
        index.apply(second.iter().cloned().map(Ok), 2).unwrap();
        let mut all: BTreeMap<String, Citation> = first.into_iter().map(|c| (c.id.clone(), c)).collect();
        all.extend(second.into_iter().map(|c| (c.id.clone(), c)));
        let citations: Vec<Citation> = all.into_values().collect();
        let filter = keyword.as_ref().map(|k| Filter::parse(&format!("keywords:'{k}'")).unwrap());
        let request = SearchRequest { obsolete, filter, ..SearchRequest::default() };
        let long = format!("(or {})", (0..9).map(|n| format!("keywords:'{}'", char::from(b'A' + n))).collect::<Vec<_>>().join(" "));
        let nested = format!("(and {long} (not (and audience:'A' {long})) (not tags:'x'))");
        let by_sets = SearchRequest { obsolete, filter: Filter::parse(&nested).ok(), ..SearchRequest::default() };
        let expected = citations
            .iter()
            .filter(|c| (obsolete || !c.obsolete) && !c.keywords.is_empty() && !c.audience.contains(&"A".into()))
            .count();
        prop_assert_eq!(index.snapshot().search(&by_sets).unwrap().hits.found as usize, expected);
        let matching: Vec<Citation> = citations
            .iter()
            .filter(|c| (obsolete || !c.obsolete) && keyword.as_ref().is_none_or(|k| c.keywords.contains(k)))
            .cloned()
            .collect();
        let mut answer = both_forms(&index.snapshot(), &request);
        // A value of the filter is listed even if no citation has it.
        answer.facets.values_mut().for_each(|f| f.buckets.retain(|b| b.count > 0));
        prop_assert_eq!(answer.hits.found as usize, matching.len());
        prop_assert_eq!(&answer.facets, &brute_force(&matching));
        prop_assert_eq!(index.snapshot().facets().unwrap(), brute_force(&citations));

        let mut rebuild = Rebuild::begin(dir.path(), "here", 2).unwrap();
        citations.iter().try_for_each(|c| rebuild.add(c, &[])).unwrap();
        rebuild.finish(2, &Thesaurus::default()).unwrap();
        let applied = index.snapshot();
        index.follow_generation(2).unwrap();
        for q in ["a", "b c", "\"a b\"", "-c", "aa"] {
            let request = SearchRequest { q: q.into(), obsolete, ..SearchRequest::default() };
            let sorted_matches = |snapshot: &crate::search::Snapshot| {
                let mut ids = snapshot.matches(&request).unwrap();
                ids.sort();
                ids
            };
            prop_assert_eq!(sorted_matches(&applied), sorted_matches(&index.snapshot()), "{}", q);
        }
    }

    #[test]
    fn no_query_causes_an_error(
        queries in prop::collection::vec(prop_oneof![any::<String>(), "[\"\\-a-c' *:()]{0,20}"], 1..20),
        start in 0usize..100_000, no_boost in any::<bool>()
    ) {
        let (_dir, index) = index(&[titled("a", "a b"), titled("b", "\"c\" - 'b' 哮喘 *")]);
        for q in queries {
            let request = SearchRequest { q: q.clone(), start, no_boost, ..SearchRequest::default() };
            prop_assert!(index.snapshot().search(&request).is_ok());
            index.snapshot().suggestions(&q, 10);
        }
    }
}

#[test]
fn a_facet_has_at_most_100_values_with_those_of_the_filter() {
    let keywords = |numbers: std::ops::Range<u32>| numbers.map(|n| format!("K{n:03}")).collect();
    let frequent = Citation { keywords: keywords(0..20), ..titled("b", "B") };
    let (_dir, index) = index(&[Citation { keywords: keywords(0..150), ..titled("a", "A") }, frequent]);
    for (filter, filtered) in [
        ("keywords:'K149'", vec!["K149"]),
        ("(or keywords:'K120' keywords:'K140' keywords:'K001')", vec!["K001", "K120", "K140"]),
    ] {
        let request = SearchRequest { filter: Filter::parse(filter).ok(), ..SearchRequest::default() };
        let answer = both_forms(&index.snapshot(), &request);
        let values: Vec<&str> = answer.facets["keywords"].buckets.iter().map(|b| b.value.as_str()).collect();
        assert_eq!(values.len(), 100, "{filter}");
        assert!(values.is_sorted(), "{filter}");
        assert!(
            filtered.iter().chain(["K000", "K019", "K090"].iter()).all(|value| values.contains(value)),
            "{values:?}"
        );
    }
}
