//! Queries about a concept that they do not name, which the learned model recognizes.

use super::{check_first, ids, index, search, titled};
use crate::model::citations::citation::Citation;
use crate::model::search::request::{SearchRequest, Understood};
use crate::model::thesaurus::Synonym;
use crate::search::{QueryFeatures, TermSources, Thesaurus};

fn understood(searched: &str, kind: &str, is_sure: bool) -> Option<Understood> {
    Some(Understood { searched: searched.to_owned(), kind: kind.to_owned(), is_sure })
}

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
    check_first(&index, "pain", "pain");
    check_first(&index, "constipation since she came home on the right side", "constipation");
    let answer = search(&index, "my brother was buried");
    assert_eq!(answer.hits.understood, understood("bereavement", "concept", true));
    let request = SearchRequest {
        screen_language: "es",
        q: "my brother was buried".into(),
        ..SearchRequest::default()
    };
    let named = index.snapshot_with(Thesaurus::built_in().unwrap()).unwrap().search(&request).unwrap();
    assert_eq!(named.hits.understood, understood("muerte de un ser querido", "concept", true));
    let features = QueryFeatures { model: false, descriptions: false, ..QueryFeatures::default() };
    let without = index.snapshot_with(Thesaurus::built_in().unwrap()).unwrap().with_features(features);
    let request = SearchRequest { q: "grandma passed away".into(), ..SearchRequest::default() };
    assert_eq!(without.search(&request).unwrap().hits.found, 0);
}

#[test]
fn what_stands_in_a_title_is_never_a_guess() {
    let (_dir, index) = index(&[
        titled("jopza", "Jopza at home"),
        titled("number", "Action plan d1412584"),
        titled("list", "A list of rules"),
        titled("fever", "Fever"),
    ]);
    for q in ["jopza", "how to treat jopza in my child", "plan d1412584", "list", "rules", "jopz"] {
        assert_eq!(search(&index, q).hits.understood, None, "{q}");
    }
}

#[test]
fn a_misspelled_medicine_finds_what_it_is_for() {
    let (_dir, index) = index(&[
        titled("migraine", "Migraine"),
        titled("asthma", "Asthma"),
        titled("diarrhea", "Diarrhea"),
        titled("depression", "Depression"),
        titled("bipolar", "Bipolar Disorder"),
    ]);
    for (q, expected) in [
        ("imitrex", "migraine"),
        ("imetrex", "migraine"),
        ("immodium", "diarrhea"),
        ("trazadone", "depression"),
        ("seroqual", "bipolar"),
    ] {
        check_first(&index, q, expected);
    }
}

#[test]
fn a_medicine_is_never_replaced_by_another() {
    let (_dir, index) = index(&[titled("hydroxyzine", "Hydroxyzine"), titled("itching", "Itching")]);
    assert!(!ids(&index, "hydralazine").contains(&"hydroxyzine".to_owned()));
}

#[test]
fn words_of_a_language_are_not_corrected_to_those_of_another() {
    let (_dir, index) = index(&[
        titled("fencing", "Fencing and other sports"),
        titled("mania", "Mania"),
        titled("cocaine", "Cocaine and coke"),
        titled("diabetes", "Diabetes"),
        titled("headache", "Headache"),
    ]);
    assert_eq!(ids(&index, "kencing manis"), ["diabetes"]);
    check_first(&index, "kam dhimbje koke", "headache");
}

#[test]
fn item_numbers_phrases_exclusions_and_digits_are_not_guessed() {
    let (_dir, index) = index(&[titled("asthma", "Asthma"), titled("plan", "Living with asthma at school")]);
    for q in ["\"athsma\"", "asthma7"] {
        assert!(ids(&index, q).is_empty(), "{q}");
    }
    assert_eq!(ids(&index, "asthma -school"), ["asthma"]);
    assert_eq!(search(&index, "asthma").hits.understood, None, "a whole title");
}

#[test]
fn questions_about_the_hospital_are_recognized() {
    let (_dir, index) = index(&[titled("park", "Parkinson's Disease"), titled("visit", "Well child visits")]);
    for q in ["where can i park", "visiting hours", "donde puedo estacionar", "pay my bill"] {
        let hits = search(&index, q).hits;
        assert_eq!(hits.intent.as_deref(), Some("hospital"), "{q}");
        assert!(hits.understood.is_none_or(|understood| !understood.is_sure), "{q}");
    }
    let hits = search(&index, "parkinsons").hits;
    assert_eq!((hits.intent, hits.understood), (None, None));
}

#[test]
fn what_the_hospital_decides_comes_before_the_model() {
    let (_dir, index) = index(&[titled("asthma", "Asthma"), titled("eczema", "Eczema")]);
    check_first(&index, "asma bronquial", "asthma");
    let off = [("Asthma".to_owned(), "asma bronquial".to_owned()), ("Asthma".to_owned(), "asma".to_owned())];
    let sources = TermSources { built_in: true, off: &off, ..TermSources::default() };
    index.set_thesaurus(Thesaurus::new(&sources).unwrap()).unwrap();
    assert!(!ids(&index, "asma bronquial").contains(&"asthma".to_owned()));
    let synonyms = [Synonym { terms: vec!["athsma".into(), "eczema".into()], one_way: true }];
    let sources = TermSources { built_in: true, synonyms: &synonyms, ..TermSources::default() };
    index.set_thesaurus(Thesaurus::new(&sources).unwrap()).unwrap();
    assert_eq!(ids(&index, "athsma"), ["eczema"]);
}

#[test]
fn a_label_that_is_switched_off_finds_nothing_by_the_model() {
    let (_dir, index) = index(&[titled("child", "Asthma in Children"), titled("eczema", "Eczema")]);
    check_first(&index, "astma", "child");
    let off = ["asma", "астма"].map(|term| ("Asthma".to_owned(), term.to_owned()));
    let sources = TermSources { built_in: true, off: &off, ..TermSources::default() };
    index.set_thesaurus(Thesaurus::new(&sources).unwrap()).unwrap();
    for q in ["asma", "астма"] {
        assert_eq!(ids(&index, q), [""; 0], "{q}");
    }
}
