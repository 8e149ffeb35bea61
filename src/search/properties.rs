//! Properties of every search, for any query and any catalogue.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::model::citations::citation::Citation;
use crate::model::search::request::{SearchAnswer, SearchRequest};
use crate::model::thesaurus::{Concept, Term, TermTable};
use crate::search::{Index, TermSources, Thesaurus};
use proptest::prelude::*;
use std::sync::Arc;

fn titled(id: &str, title: &str) -> Citation {
    Citation { id: id.into(), title: title.into(), ..Citation::default() }
}

fn index(citations: &[Citation], thesaurus: Thesaurus) -> (tempfile::TempDir, Index) {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(dir.path(), "here", || Ok(Arc::new(thesaurus))).unwrap();
    index.apply(citations.iter().cloned().map(Ok), 1).unwrap();
    (dir, index)
}

fn search(index: &Index, q: &str) -> SearchAnswer {
    index.snapshot().search(&SearchRequest { q: q.into(), ..SearchRequest::default() }).unwrap()
}

/// Words with misspelled, homophonic, joined and split forms of each other. No two share a stem, because they would match.
fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "asthma",
        "asthmma",
        "ashtma",
        "fever",
        "fevre",
        "cough",
        "coff",
        "chickenpox",
        "chicken",
        "pox",
        "insulin",
        "insullin",
        "jaundice",
        "jaundis",
        "plan",
        "school",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn exact_matches_rank_above_spelling_matches(
        titles in prop::collection::vec(prop::collection::vec(word(), 1..4), 1..10),
        q in prop::collection::vec(word(), 1..3)
    ) {
        let citations: Vec<Citation> =
            (0..).zip(&titles).map(|(n, words): (usize, _)| titled(&format!("c{n}"), &words.join(" "))).collect();
        let (_dir, index) = index(&citations, Thesaurus::default());
        let hits = search(&index, &q.join(" ")).hits.hit;
        let title_words = |id: &str| titles[id["citation:c".len()..].parse::<usize>().unwrap()].as_slice();
        let is_exact = |id: &str| q.iter().all(|word| title_words(id).contains(word));
        let is_corrected = |id: &str| !q.iter().any(|word| title_words(id).contains(word));
        let first_corrected = hits.iter().position(|hit| is_corrected(&hit.id)).unwrap_or(hits.len());
        let shown: Vec<_> = hits.iter().map(|hit| title_words(&hit.id).join(" ")).collect();
        prop_assert!(!hits[first_corrected..].iter().any(|hit| is_exact(&hit.id)), "{q:?}: {shown:?}");
        let exact = citations.iter().filter(|citation| is_exact(&format!("citation:{}", citation.id))).count();
        prop_assert!(hits.iter().filter(|hit| is_exact(&hit.id)).count() == exact.min(hits.len()), "{q:?}: {shown:?}");
    }

    #[test]
    fn a_label_that_is_switched_off_finds_nothing(name in "[b-d]{8}", term in "[x-z]{9}", other in "[p-r]{9}") {
        let concept = Concept {
            kind: "disease".into(),
            name: name.clone(),
            terms: [("en", &name), ("es", &term), ("so", &other)]
                .map(|(lang, text)| Term { lang: lang.into(), text: text.clone(), whole_query: false })
                .into(),
            icd10cm: String::new(),
            rxnorm: String::new(),
        };
        let table = TermTable { concepts: vec![concept] };
        let with = |off: &[(String, String)]| {
            Thesaurus::new(&TermSources { own: Some(&table), off, ..TermSources::default() }).unwrap()
        };
        let (_dir, index) = index(&[titled("a", &name)], with(&[]));
        prop_assert_eq!(search(&index, &term).hits.found, 1);
        index.set_thesaurus(with(&[(name.clone(), term.clone())])).unwrap();
        prop_assert_eq!(search(&index, &term).hits.found, 0);
        let suggested = index.snapshot().suggestions(&term[..5], 10);
        prop_assert!(!suggested.iter().any(|suggested| suggested.text == term));
        prop_assert_eq!(search(&index, &other).hits.found, 1, "the others stay");
        index.set_thesaurus(with(&[])).unwrap();
        prop_assert_eq!(search(&index, &term).hits.found, 1, "and it can be switched on again");
    }
}
