//! Counts of disjunctive facets, compared with a scan of all citations.
#![allow(clippy::unwrap_used)]

use crate::model::category::Category;
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
use crate::model::search::filter::{Filter, FilterField};
use crate::model::search::request::{SearchAnswer, SearchRequest};
use crate::search::{Index, Thesaurus};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

fn index(citations: &[Citation]) -> (tempfile::TempDir, Index) {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(dir.path(), "here", || Ok(Arc::new(Thesaurus::default()))).unwrap();
    let half = citations.len() / 2;
    // Two commits make several segments.
    index.apply(citations[..half].iter().cloned().map(Ok), 1).unwrap();
    index.apply(citations[half..].iter().cloned().map(Ok), 2).unwrap();
    (dir, index)
}

/// The reference implementation of filters.
fn passes(filter: &Filter, citation: &Citation) -> bool {
    match filter {
        Filter::Term(FilterField::Category(category), value) => {
            citation.values(*category).contains(&value.as_str())
        }
        Filter::Term(FilterField::Incomplete, value) => {
            let missing = citation.missing_required();
            missing.iter().any(|(field, _)| value == "any" || field == value)
        }
        Filter::And(parts) => parts.iter().all(|part| passes(part, citation)),
        Filter::Or(parts) => parts.iter().any(|part| passes(part, citation)),
        Filter::Not(part) => !passes(part, citation),
    }
}

fn is_about(filter: &Filter, category: Category) -> bool {
    let mut is_alone = true;
    filter.each_term(&mut |field, _| is_alone &= field == FilterField::Category(category));
    is_alone
}

/// The counts of one facet over the citations that pass the filter, without the facet's own members when it is disjunctive.
fn expected_counts<'c>(
    citations: impl Iterator<Item = &'c Citation>,
    filter: &Filter,
    category: Category,
    disjunctive: &[Category],
) -> BTreeMap<String, u32> {
    let members = match filter {
        Filter::And(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    let applied: Vec<&Filter> = members
        .iter()
        .filter(|member| !(disjunctive.contains(&category) && is_about(member, category)))
        .collect();
    let mut counts = BTreeMap::new();
    for citation in citations.filter(|citation| applied.iter().all(|member| passes(member, citation))) {
        for value in citation.values(category) {
            *counts.entry(value.to_owned()).or_default() += 1;
        }
    }
    counts
}

/// Compares every facet of an answer with the scan; a facet has at least its 100 most frequent values.
fn check(answer: &SearchAnswer, found: &[&Citation], filter: &Filter, disjunctive: &[Category]) {
    let hits = found.iter().filter(|citation| passes(filter, citation)).count();
    assert_eq!(answer.hits.found as usize, hits, "{filter}");
    for category in Category::ALL {
        let expected = expected_counts(found.iter().copied(), filter, category, disjunctive);
        let Some(facet) = answer.facets.get(category.name()) else {
            assert!(expected.is_empty(), "{filter} {disjunctive:?} {}", category.name());
            continue;
        };
        let counted: BTreeMap<String, u32> = facet
            .buckets
            .iter()
            .filter(|facet_value| facet_value.count > 0)
            .map(|facet_value| (facet_value.value.clone(), facet_value.count))
            .collect();
        if expected.len() <= 100 {
            assert_eq!(counted, expected, "{filter} {disjunctive:?} {}", category.name());
        } else {
            assert!(counted.len() >= 100);
            counted.iter().for_each(|(value, count)| assert_eq!(expected[value], *count, "{filter} {value}"));
        }
    }
}

fn term() -> impl Strategy<Value = String> {
    let field = prop_oneof![Just("languages"), Just("audience"), Just("keywords")];
    (field, "[A-D]").prop_map(|(field, value)| format!("{field}:'{value}'"))
}

fn filter() -> impl Strategy<Value = String> {
    let part = term().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| format!("(or {})", parts.join(" "))),
            prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| format!("(and {})", parts.join(" "))),
            inner.prop_map(|part| format!("(not {part})")),
        ]
    });
    prop_oneof![
        3 => prop::collection::vec(part.clone(), 1..5).prop_map(|parts| format!("(and {})", parts.join(" "))),
        1 => part,
    ]
}

fn catalogue() -> impl Strategy<Value = Vec<Citation>> {
    let values = || prop::collection::hash_set("[A-E]", 0..4);
    let citation = ("fever|cough", values(), values(), values(), any::<bool>());
    prop::collection::vec(citation, 0..30).prop_map(|all| {
        (0..)
            .zip(all)
            .map(|(n, (title, languages, audience, keywords, obsolete))| Citation {
                id: format!("c{n}"),
                title,
                languages: languages
                    .into_iter()
                    .map(|lang| LanguageVersion { lang, ..LanguageVersion::default() })
                    .collect(),
                audience: audience.into_iter().collect(),
                keywords: keywords.into_iter().collect(),
                obsolete,
                ..Citation::default()
            })
            .collect()
    })
}

const DISJUNCTIVE_FACETS: [&[Category]; 5] = [
    &[],
    &[Category::Languages],
    &[Category::Audience, Category::Languages],
    &[Category::Audience, Category::Keywords, Category::Languages],
    &[Category::Tags],
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn counts_match_a_scan_without_the_members_of_the_facet(
        citations in catalogue(),
        filters in prop::collection::vec(filter(), 1..6),
        obsolete in any::<bool>(),
    ) {
        let (_dir, index) = index(&citations);
        for filter in &filters {
            let Ok(filter) = Filter::parse(filter) else { continue };
            for disjunctive in DISJUNCTIVE_FACETS {
                for q in ["", "fever"] {
                    let found: Vec<&Citation> = citations
                        .iter()
                        .filter(|citation| (obsolete || !citation.obsolete) && citation.title.contains(q))
                        .collect();
                    let request = SearchRequest {
                        q: q.into(), obsolete, filter: Some(filter.clone()), any: disjunctive.to_vec(), ..SearchRequest::default()
                    };
                    let answer = index.snapshot().search(&request).unwrap();
                    check(&answer, &found, &filter, disjunctive);
                    // Disjunctive facets change neither hits nor CSV.
                    let plain = SearchRequest { any: Vec::new(), ..request.clone() };
                    prop_assert_eq!(&index.snapshot().search(&plain).unwrap().hits, &answer.hits);
                    prop_assert_eq!(
                        index.snapshot().matches(&plain).unwrap(), index.snapshot().matches(&request).unwrap()
                    );
                }
            }
        }
    }
}

/// The sample is indexed four times, so that frequent values are counted by sets.
#[test]
fn counts_of_the_sample_match_a_scan() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample");
    let mut citations = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        for line in std::fs::read_to_string(file.unwrap().path()).unwrap().lines() {
            let json = serde_json::from_str(line).unwrap();
            let draft = citation_from_json(&json, Completeness::Import, Dates::Stored).unwrap();
            for copy in 0..4 {
                let id = format!("{}-{copy}", citations.len());
                citations.push(Citation { id, obsolete: copy == 3, ..draft.clone() });
            }
        }
    }
    let (_dir, index) = index(&citations);
    let [languages, audience, keywords, format] =
        [Category::Languages, Category::Audience, Category::Keywords, Category::MaterialFormat];
    for (fq, disjunctive) in [
        ("(and (or languages:'Spanish' languages:'Somali'))", vec![languages]),
        ("languages:'Spanish'", vec![languages]),
        ("(and (or languages:'Spanish' languages:'Somali') audience:'Parents')", vec![languages]),
        ("(and (or languages:'Spanish' languages:'Somali') audience:'Parents')", vec![languages, audience]),
        (
            "(and (not languages:'English') (or audience:'Parents' material_format:'Video'))",
            vec![languages, audience],
        ),
        ("(and languages:'Spanish' languages:'Somali' keywords:'Asthma')", vec![languages, keywords]),
        (
            "(and (or languages:'Spanish' (not (or languages:'Arabic' languages:'Hmong'))) (not material_format:'Video'))",
            vec![languages, format],
        ),
        (
            "(and (or languages:'A' languages:'B' languages:'C' languages:'D' languages:'E' languages:'F' languages:'G' \
            languages:'H' languages:'Arabic' languages:'Hmong') (not audience:'Parents'))",
            vec![languages, audience],
        ),
    ] {
        let filter = Filter::parse(fq).unwrap();
        for obsolete in [false, true] {
            let request = SearchRequest {
                obsolete,
                filter: Some(filter.clone()),
                any: disjunctive.clone(),
                ..SearchRequest::default()
            };
            let found: Vec<&Citation> = citations.iter().filter(|c| obsolete || !c.obsolete).collect();
            check(&index.snapshot().search(&request).unwrap(), &found, &filter, &disjunctive);
        }
    }
}
