//! Queries that describe a concept without naming it.

use super::{check_first, ids, index, search, titled};
use crate::model::citations::citation::Citation;
use crate::model::search::request::SearchRequest;
use crate::search::{QueryFeatures, Thesaurus};

#[test]
fn a_description_finds_its_concept() {
    let (_dir, index) = index(&[
        titled("appendicitis", "Appendicitis"),
        titled("vomiting", "Nausea and Vomiting"),
        titled("pain", "Pain"),
        titled("incontinence", "Urinary Incontinence"),
        titled("constipation", "Constipation"),
        Citation { keywords: vec!["Bereavement".into()], ..titled("grief", "When a loved one dies") },
        titled("hearing", "Hearing Disorders and Deafness"),
    ]);
    check_first(&index, "pain low on the right side of his tummy and throwing up", "appendicitis");
    check_first(&index, "se me sale la pipi cuando estornudo", "incontinence");
    check_first(&index, "grandma passed away", "grief");
    assert_eq!(ids(&index, "pain"), ["pain"]);
    check_first(&index, "constipation since she came home on the right side", "constipation");
    let understood = search(&index, "grandma passed away").hits.understood.unwrap();
    assert_eq!((understood.searched.as_str(), understood.kind.as_str()), ("grandma passed away", "part"));
    let features = QueryFeatures { descriptions: false, ..QueryFeatures::default() };
    let without = index.snapshot_with(Thesaurus::built_in().unwrap()).unwrap().with_features(features);
    let request = SearchRequest { q: "grandma passed away".into(), ..SearchRequest::default() };
    assert_eq!(without.search(&request).unwrap().hits.found, 0);
}
