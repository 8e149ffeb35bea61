//! Recognition of concepts by thesaurus labels, medicines, initials and query frames.

use super::{check_first, ids, index, search, titled};
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::languages::tag::LanguageTag;
use crate::model::search::request::SearchRequest;
use crate::model::thesaurus::Synonym;
use crate::search::{QueryFeatures, TermSources, Thesaurus};

#[test]
fn labels_find_their_concept_and_the_answer_names_it() {
    let spanish = |mut citation: Citation| {
        citation.languages = ["English", "Spanish"]
            .map(|lang| LanguageVersion { lang: lang.into(), ..LanguageVersion::default() })
            .into();
        citation
    };
    let (_dir, index) = index(&[
        titled("a-english", "Asthma"),
        spanish(titled("b-spanish", "Asthma")),
        titled("plan", "Living with asthma at school"),
        Citation { abstract_text: Some("The pink eye of a child".into()), ..titled("pink", "Pink Eye") },
        Citation { keywords: vec!["Chickenpox".into()], ..titled("pox", "Spots and blisters") },
        titled("type1", "Diabetes Type 1"),
        titled("diabetes", "Diabetes"),
        Citation { abstract_text: Some("Not about asthma.".into()), ..titled("eczema", "Eczema") },
    ]);
    let understood = |q: &str| search(&index, q).hits.understood.map(|u| (u.searched, u.kind));
    let expected = |text: &str, kind: &str| Some((text.to_owned(), kind.to_owned()));
    assert_eq!(ids(&index, "asma"), ["b-spanish", "a-english", "plan"], "the language of the term first");
    assert_eq!(understood("asma"), expected("asthma", "term"));
    assert_eq!(understood("asthma"), None);
    assert_eq!(understood("asthm"), None, "a prefix");
    let highlighted = |q: &str| search(&index, q).hits.hit.remove(0).highlights.abstract_text;
    assert_eq!(highlighted("conjunctivitis"), "The *pink* *eye* of a child");
    check_first(&index, "ojo rojo", "pink");
    check_first(&index, "chicken pox", "pox");
    check_first(&index, "juvenile diabetes", "type1");
    assert_eq!(ids(&index, "excema"), ["eczema"]);
    assert_eq!(understood("excema"), expected("eczema", "spelling"));
    check_first(&index, "athsma in school", "plan");
    assert_eq!(understood("asthma xyzzyx"), expected("asthma xyzzyx", "part"));
    assert!(!ids(&index, "asthma xyzzyx").is_empty());
    assert!(ids(&index, "\"athsma\"").is_empty() && ids(&index, "asthma7").is_empty());
    let off = Thesaurus::new(&TermSources {
        built_in: true,
        off: &[("Asthma".into(), "asma".into())],
        ..TermSources::default()
    });
    index.set_thesaurus(off.unwrap()).unwrap();
    assert!(ids(&index, "asma").is_empty(), "the label is off, and no word is near");
    let synonyms = [Synonym { terms: vec!["wheezies".into(), "living with asthma".into()], one_way: true }];
    let more = Thesaurus::new(&TermSources { synonyms: &synonyms, ..TermSources::default() }).unwrap();
    index.set_thesaurus(more).unwrap();
    assert_eq!(ids(&index, "wheezies"), ["plan"]);
    assert!(ids(&index, "conjunctivitis").is_empty(), "without the built-in terms");
}

#[test]
fn complaints_medicines_and_initials_find_their_concepts() {
    let (_dir, index) = index(&[
        titled("throat", "Sore Throat"),
        titled("head", "Headache"),
        titled("pressure", "High Blood Pressure"),
        titled("vertigo", "Benign Paroxysmal Positional Vertigo"),
        titled("pox", "Chickenpox"),
        Citation { abstract_text: Some("Change the diaper often.".into()), ..titled("skin", "Skin care") },
    ]);
    check_first(&index, "me duele la garganta", "throat");
    check_first(&index, "머리가 아파요", "head");
    check_first(&index, "masakit ang ulo", "head");
    check_first(&index, "amlodipine", "pressure");
    check_first(&index, "BPPV", "vertigo");
    check_first(&index, "mi hijo tiene varicela", "pox");
    check_first(&index, "ребенок с ветрянкой", "pox");
    // No citation names diaper rash: the words of its English name are searched for.
    check_first(&index, "assadura", "skin");
}

#[test]
fn the_brands_and_the_generic_name_of_a_medicine_are_one() {
    let (_dir, index) = index(&[
        titled("elavil", "Elavil dosing guide"),
        titled("generic", "Amitriptyline"),
        titled("depression", "Depression"),
        titled("brand", "Singulair"),
        titled("chart", "Advil dosing chart"),
        titled("fever", "Fever"),
        titled("ibuprofen", "Ibuprofen for children"),
    ]);
    assert_eq!(ids(&index, "Elavil")[..3], ["elavil", "generic", "depression"]);
    assert_eq!(ids(&index, "montelukast")[..1], ["brand"]);
    let motrin = ids(&index, "motrin");
    let place = |id: &str| motrin.iter().position(|known| known == id);
    assert!(place("chart") < place("fever") && place("ibuprofen") < place("fever"), "{motrin:?}");
    check_first(&index, "advil", "chart");
}

#[test]
fn a_plural_is_one_only_in_languages_with_such_plurals() {
    let (_dir, index) =
        index(&[titled("fever", "Fever"), titled("soap", "Soap"), titled("ears", "Ear infections")]);
    check_first(&index, "my son ate soap", "soap");
    check_first(&index, "ateş", "fever");
    check_first(&index, "ear infection", "ears");
}

#[test]
fn each_query_feature_can_be_switched_off() {
    let (_dir, index) = index(&[titled("vertigo", "Benign Paroxysmal Vertigo"), titled("ache", "Headache")]);
    let found = |q: &str, features: QueryFeatures| {
        let snapshot = index.snapshot_with(Thesaurus::built_in().unwrap()).unwrap().with_features(features);
        let query = SearchRequest { q: q.into(), ..SearchRequest::default() };
        snapshot.search(&query).unwrap().hits.found
    };
    let without_model = QueryFeatures { model: false, descriptions: false, ..QueryFeatures::default() };
    assert_eq!(found("BPV", without_model), 1);
    assert_eq!(found("BPV", QueryFeatures { initials: false, ..without_model }), 0);
    let complaint = |features| found("kumikirot ang noo", features);
    assert_eq!((complaint(QueryFeatures::default()), complaint(without_model)), (1, 0));
}

#[test]
fn questions_find_their_subject() {
    let (_dir, index) = index(&[
        titled("lice", "Head Lice"),
        titled("pubic", "Pubic Lice"),
        titled("fever", "Fever"),
        Citation {
            abstract_text: Some("How to get rid of what you should do to head off my child's lice.".into()),
            ..titled("long", "Household pests")
        },
    ]);
    check_first(&index, "how to get rid of head lice", "lice");
    check_first(&index, "what should i do when my child has a fever", "fever");
    check_first(&index, "the who of what", "long");
}

#[test]
fn a_word_of_the_preferred_language_ranks_above_an_abbreviation() {
    let (_dir, index) = index(&[
        Citation { keywords: vec!["TOS".into()], ..titled("outlet", "Thoracic Outlet Syndrome") },
        titled("cough", "Cough"),
    ]);
    let spanish = SearchRequest {
        lang: Some(LanguageTag::parse("es").unwrap()),
        q: "tos".into(),
        ..SearchRequest::default()
    };
    let hits = index.snapshot().search(&spanish).unwrap().hits.hit;
    assert_eq!(
        hits.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(),
        ["citation:cough", "citation:outlet"]
    );
    assert_eq!(ids(&index, "tos"), ["outlet", "cough"], "both meanings, English first");
}

#[test]
fn a_label_is_not_corrected_and_what_stands_in_for_it_is_a_guess() {
    let (_dir, index) = index(&[titled("heat", "Heat rash"), titled("crohn", "Crohn's disease")]);
    assert!(!ids(&index, "malaria").contains(&"heat".to_owned()));
    let understood = search(&index, "slapped face").hits.understood;
    assert_eq!(understood.map(|of| (of.kind, of.is_sure)), Some(("term".to_owned(), false)));
}

#[test]
fn words_that_join_to_a_label_without_citations_are_searched_for_as_typed() {
    let (_dir, index) = index(&[titled("soup", "Chicken and iron"), titled("asthma", "Asthma")]);
    assert_eq!(ids(&index, "chicken pox"), ["soup"]);
}

#[test]
fn a_subject_in_another_language_counts_in_a_title_that_keywords_repeat() {
    let keyed = |id: &str, title: &str, keywords: &[&str]| {
        let keywords = keywords.iter().map(|keyword| (*keyword).to_owned()).collect();
        Citation { keywords, ..titled(id, title) }
    };
    let (_dir, index) = index(&[
        keyed("lice", "Head lice", &["School", "Lice"]),
        keyed("diabetes", "Diabetes at school", &["School", "Diabetes"]),
        keyed("sports", "Asthma and sports", &["Asthma"]),
        keyed("letter", "Asthma at school: a letter for the school nurse", &["Asthma", "School"]),
    ]);
    check_first(&index, "asthma school", "letter");
    check_first(&index, "asma school", "letter");
}
