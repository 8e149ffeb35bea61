//! Counts of facets of which any value will do, against a walk over all citations.
#![allow(clippy::unwrap_used)]

use crate::model::category::Category;
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::citations::draft::{Completeness, citation_from_json};
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
    // Several segments take part.
    index.apply(citations[..half].iter().cloned().map(Ok), 1).unwrap();
    index.apply(citations[half..].iter().cloned().map(Ok), 2).unwrap();
    (dir, index)
}

/// What a filter means, as plainly as it can be said.
fn holds(filter: &Filter, citation: &Citation) -> bool {
    match filter {
        Filter::Term(FilterField::Category(category), value) => {
            citation.values(*category).contains(&value.as_str())
        }
        Filter::Term(FilterField::Incomplete, value) => {
            let missing = citation.missing_required();
            missing.iter().any(|(field, _)| value == "any" || field == value)
        }
        Filter::And(parts) => parts.iter().all(|part| holds(part, citation)),
        Filter::Or(parts) => parts.iter().any(|part| holds(part, citation)),
        Filter::Not(part) => !holds(part, citation),
    }
}

fn is_about(filter: &Filter, category: Category) -> bool {
    let mut is_alone = true;
    filter.each_term(&mut |field, _| is_alone &= field == FilterField::Category(category));
    is_alone
}

/// The counts of one facet: over what passes the filter, without its members about the facet alone when any value will do.
fn counted<'c>(
    citations: impl Iterator<Item = &'c Citation>,
    filter: &Filter,
    category: Category,
    any: &[Category],
) -> BTreeMap<String, u32> {
    let members = match filter {
        Filter::And(parts) => parts.clone(),
        other => vec![other.clone()],
    };
    let left: Vec<&Filter> =
        members.iter().filter(|member| !(any.contains(&category) && is_about(member, category))).collect();
    let mut counts = BTreeMap::new();
    for citation in citations.filter(|citation| left.iter().all(|member| holds(member, citation))) {
        for value in citation.values(category) {
            *counts.entry(value.to_owned()).or_default() += 1;
        }
    }
    counts
}

/// Compares every facet of an answer with the walk, up to a hundred values as it shows them.
fn check(answer: &SearchAnswer, found: &[&Citation], filter: &Filter, any: &[Category]) {
    let hits = found.iter().filter(|citation| holds(filter, citation)).count();
    assert_eq!(answer.hits.found as usize, hits, "{filter}");
    for category in Category::ALL {
        let expected = counted(found.iter().copied(), filter, category, any);
        let Some(facet) = answer.facets.get(category.name()) else {
            assert!(expected.is_empty(), "{filter} {any:?} {}", category.name());
            continue;
        };
        let shown: BTreeMap<String, u32> = facet
            .buckets
            .iter()
            .filter(|bucket| bucket.count > 0)
            .map(|bucket| (bucket.value.clone(), bucket.count))
            .collect();
        if expected.len() <= 100 {
            assert_eq!(shown, expected, "{filter} {any:?} {}", category.name());
        } else {
            assert!(shown.len() >= 100);
            shown.iter().for_each(|(value, count)| assert_eq!(expected[value], *count, "{filter} {value}"));
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
            prop::collection::vec(inner.clone(), 1..4).prop_map(|of| format!("(or {})", of.join(" "))),
            prop::collection::vec(inner.clone(), 1..4).prop_map(|of| format!("(and {})", of.join(" "))),
            inner.prop_map(|of| format!("(not {of})")),
        ]
    });
    prop_oneof![
        3 => prop::collection::vec(part.clone(), 1..5).prop_map(|of| format!("(and {})", of.join(" "))),
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

const CHOICES: [&[Category]; 5] = [
    &[],
    &[Category::Languages],
    &[Category::Audience, Category::Languages],
    &[Category::Audience, Category::Keywords, Category::Languages],
    &[Category::Tags],
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn counts_are_those_of_a_walk_without_the_members_of_the_facet(
        citations in catalogue(),
        filters in prop::collection::vec(filter(), 1..6),
        obsolete in any::<bool>(),
    ) {
        let (_dir, index) = index(&citations);
        for filter in &filters {
            let Ok(filter) = Filter::parse(filter) else { continue };
            for any in CHOICES {
                for q in ["", "fever"] {
                    let found: Vec<&Citation> = citations
                        .iter()
                        .filter(|citation| (obsolete || !citation.obsolete) && citation.title.contains(q))
                        .collect();
                    let request = SearchRequest {
                        q: q.into(), obsolete, filter: Some(filter.clone()), any: any.to_vec(), ..SearchRequest::default()
                    };
                    let answer = index.snapshot().search(&request).unwrap();
                    check(&answer, &found, &filter, any);
                    // Hits and CSV stay as they are.
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

/// The same over the sample, several times over so that frequent values are counted by sets.
#[test]
fn the_sample_is_counted_as_a_walk_counts_it() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample");
    let mut citations = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        for line in std::fs::read_to_string(file.unwrap().path()).unwrap().lines() {
            let json = serde_json::from_str(line).unwrap();
            let draft = citation_from_json(&json, Completeness::Import).unwrap();
            for copy in 0..4 {
                let id = format!("{}-{copy}", citations.len());
                citations.push(Citation { id, obsolete: copy == 3, ..draft.clone() });
            }
        }
    }
    let (_dir, index) = index(&citations);
    let [languages, audience, keywords, format] =
        [Category::Languages, Category::Audience, Category::Keywords, Category::MaterialFormat];
    for (fq, any) in [
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
                any: any.clone(),
                ..SearchRequest::default()
            };
            let found: Vec<&Citation> = citations.iter().filter(|c| obsolete || !c.obsolete).collect();
            check(&index.snapshot().search(&request).unwrap(), &found, &filter, &any);
        }
    }
}
