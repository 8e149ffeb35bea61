//! Searches whose results must not depend on how the citations are distributed over segments: a replica and its primary have
//! other segments.

use super::{index, titled};
use crate::model::citations::citation::Citation;
use crate::model::search::request::SearchRequest;

/// More citations than are ranked by subject, in groups with equal scores: titles of equal length, and a word in the abstract.
fn citations() -> Vec<Citation> {
    let titles = ["Leaflet", "Poster", "Booklet", "Fever"];
    let texts = ["Fever at night", "Cough at night", "Booklet, fever", "Fever, cough"];
    let numbered = (0..900).map(|n: usize| Citation {
        abstract_text: Some(texts[n * 7 % texts.len()].to_owned()),
        ..titled(&format!("c{:03}", n * 37 % 900), &format!("{} {n:03}", titles[n * 11 % titles.len()]))
    });
    numbered.chain((0..220).map(|n| titled(&format!("a{n}"), "Appendicitis"))).collect()
}

#[test]
fn the_same_citations_are_found_whatever_their_segments() {
    let citations = citations();
    let (_one_dir, one) = index(&citations);
    let reversed: Vec<Citation> = citations.iter().rev().cloned().collect();
    let (first, rest) = reversed.split_at(500);
    let (_more_dir, more) = index(first);
    for (number, citations) in (2..).zip(rest.chunks(70)) {
        more.apply(citations.iter().cloned().map(Ok), number).unwrap();
    }
    let (one, more) = (one.snapshot(), more.snapshot());
    assert!(one.segments.len() < more.segments.len());
    let described = "pain low on the right side and throwing up";
    for q in ["fever", "cough", "fever cough", "fever hospital", "night hospital", "fevre", described] {
        let request = SearchRequest { q: q.into(), ..SearchRequest::default() };
        let expected = one.matches(&request).unwrap();
        assert!(expected.len() >= 50, "{q}: {}", expected.len());
        assert_eq!(more.matches(&request).unwrap(), expected, "{q}");
        assert_eq!(more.search(&request).unwrap().hits, one.search(&request).unwrap().hits, "{q}");
    }
}
