//! Suggestions while a person types.

use super::{ids, index, suggested, titled};
use crate::model::citations::citation::Citation;

#[test]
fn suggestions_list_titles_with_the_prefix_first() {
    let (_dir, index) = index(&[
        titled("a", "Living with asthma"),
        titled("b", "Asthma action plan"),
        Citation { obsolete: true, ..titled("c", "Asthma long ago") },
        Citation { keywords: vec!["Asthma inhaler".into()], ..titled("d", "Puffers") },
    ]);
    let suggest = |typed: &str| suggested(&index, typed);
    assert_eq!(suggest("ast")[..3], ["Asthma action plan", "Living with asthma", "Asthma inhaler"]);
    assert_eq!(suggest("ASTHMA ac")[0], "Asthma action plan");
    assert!(suggest("livng").contains(&"Living with asthma".to_owned()));
    assert!(suggest("zzzz").is_empty() && suggest(" ").is_empty());
}

#[test]
fn suggestions_include_labels_and_tolerate_misspellings() {
    let (_dir, index) =
        index(&[titled("a", "Asthma action plan"), titled("b", "Pink Eye"), titled("c", "Croup")]);
    let suggest = |typed: &str| suggested(&index, typed);
    let asthma = suggest("asm");
    assert!(asthma.iter().any(|s| s == "asma") && asthma.iter().any(|s| s == "Asthma"), "{asthma:?}");
    assert!(suggest("pink").contains(&"Pink Eye".to_owned()));
    assert!(suggest("astham act").contains(&"Asthma action plan".to_owned()), "{:?}", suggest("astham act"));
    assert!(suggest("corup").contains(&"Croup".to_owned()), "{:?}", suggest("corup"));
    for suggestion in ["a", "p", "c", "var", "fie"].iter().flat_map(|typed| suggest(typed)) {
        assert!(!ids(&index, &suggestion).is_empty(), "{suggestion} finds nothing");
    }
}

#[test]
fn suggestions_include_the_titles_of_a_label_that_sounds_like_the_text() {
    let (_dir, index) =
        index(&[titled("a", "Whooping Cough"), titled("b", "Acid Reflux"), titled("c", "Cough")]);
    for (typed, title) in [("hooping cof", "Whooping Cough"), ("asid reflex", "Acid Reflux")] {
        let offered = suggested(&index, typed);
        assert_eq!(offered.first().map(String::as_str), Some(title), "{typed}: {offered:?}");
    }
}

#[test]
fn suggestions_omit_values_that_no_citation_has() {
    let with = |keyword: &str| Citation { keywords: vec![keyword.into()], ..titled("a", "One") };
    let (_dir, index) = index(&[with("Wheezing")]);
    assert_eq!(suggested(&index, "whee")[0], "Wheezing");
    index.apply([Ok(with("Breathing"))].into_iter(), 2).unwrap();
    let offered = suggested(&index, "whee");
    assert!(!offered.iter().any(|text| text.eq_ignore_ascii_case("wheezing")), "{offered:?}");
    assert_eq!(suggested(&index, "brea")[0], "Breathing");
}

#[test]
fn suggestions_keep_the_accents_that_were_typed() {
    let (_dir, index) = index(&[titled("vomit", "Nausea and Vomiting")]);
    let suggestions = suggested(&index, "vómito");
    assert_eq!(suggestions.first().map(String::as_str), Some("vómito"), "{suggestions:?}");
}
