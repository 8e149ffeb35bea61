//! Spelling corrections.

use super::{check_first, ids, index, search, titled};
use crate::model::citations::citation::Citation;

#[test]
fn a_medicine_is_never_corrected_to_another() {
    let (_dir, index) =
        index(&[titled("a", "Hydroxyzine"), titled("b", "Prednisone"), titled("c", "Amoxicillin")]);
    for q in ["hydralazine", "prednisolone", "ampicillin"] {
        assert!(ids(&index, q).is_empty(), "{q}: {:?}", ids(&index, q));
    }
    assert_eq!(ids(&index, "amoxicilin"), ["c"]);
    assert_eq!(ids(&index, "predinsone"), ["b"]);
}

#[test]
fn corrections_stay_within_the_language_and_prefer_titles() {
    let text = |id: &str, title: &str, text: &str| Citation {
        abstract_text: Some(text.into()),
        ..titled(id, title)
    };
    let (_dir, index) = index(&[
        titled("fever", "Fever"),
        text("favor", "Leaflet one", "In favor of rest."),
        text("wide", "Leaflet two", "A wide bed with patches."),
        titled("wrist", "Wrist pain"),
        titled("crohn", "Crohn's Disease"),
        titled("chronic", "Coping with Chronic Illness"),
    ]);
    check_first(&index, "feavor", "fever");
    check_first(&index, "rist pain", "wrist");
    check_first(&index, "chrones disease", "crohn");
    for word in ["wife", "parched", "nahihilo"] {
        assert!(ids(&index, word).is_empty(), "{word}: {:?}", ids(&index, word));
    }
    let found = search(&index, "my wife has a feaver").hits;
    assert_eq!(found.hit[0].id, "citation:fever");
    assert!(found.understood.unwrap().searched.contains("wife"));
}

#[test]
fn a_query_that_no_citation_matches_is_searched_as_the_label_that_sounds_like_it() {
    let reflux = Citation { abstract_text: Some("Test of a reflex.".into()), ..titled("reflux", "GERD") };
    let (_dir, index) = index(&[
        titled("heart", "Heart Attack"),
        reflux,
        titled("frost", "Frostbite"),
        titled("bites", "Animal Bites"),
        titled("acid", "Folic Acid"),
        titled("prostate", "Prostate Diseases"),
        titled("palate", "Cleft Lip and Palate"),
        Citation {
            abstract_text: Some("What is whooping cough?".into()),
            ..titled("cough", "Whooping Cough")
        },
        titled("birth", "Cesarean Delivery"),
    ]);
    for (q, id, searched) in [
        ("hart atack", "heart", "heart attack"),
        ("acid reflex", "reflux", "GERD"),
        ("frost bight", "frost", "frostbite"),
        ("cleftpalete", "palate", "cleft palate"),
        ("prostrate", "prostate", "prostate"),
        ("hooping coff", "cough", "whooping cough"),
        ("seezarian", "birth", "cesarean"),
    ] {
        check_first(&index, q, id);
        let understood = search(&index, q).hits.understood.map(|understood| understood.searched);
        assert_eq!(understood.as_deref(), Some(searched), "{q}");
    }
    assert_eq!(ids(&index, "frost bight"), ["frost"], "without other bites");
    let snippet = search(&index, "hooping coff").hits.hit.remove(0).highlights.abstract_text;
    assert_eq!(snippet, "What is *whooping* *cough*?", "the name of the label 'hooping cough'");
    let is_not_replaced = |q: &str| {
        let hits = search(&index, q).hits;
        assert!(hits.hit.is_empty() || hits.understood.unwrap().searched.contains("hart"), "{q}");
    };
    is_not_replaced("\"hart atack\"");
    is_not_replaced("hart atack -frostbite");
    check_first(&index, "folic acid", "acid");
}

/// Whichever letters are wrong, also the first one, and however many words of labels are as near.
#[test]
fn two_wrong_letters_of_an_invented_word_are_corrected() {
    let (_dir, index) =
        index(&[titled("long", "Zorbitex"), titled("short", "Quilm"), titled("other", "Fever")]);
    for typed in ["zorpitax", "korbitux", "zrobitxe", "sorbidex", "zarbitox"] {
        assert_eq!(ids(&index, typed), ["long"], "{typed}");
    }
    for typed in ["quarm", "kuilt", "qualn", "puirm"] {
        assert_eq!(ids(&index, typed).first().map(String::as_str), Some("short"), "{typed}");
    }
}

#[test]
fn the_other_english_spelling_finds_a_word_that_is_known_elsewhere() {
    let (_dir, index) = index(&[
        titled("tumor", "Tumor yed"),
        titled("colour", "Colour vision"),
        titled("fiber", "Fiber in food"),
        titled("behaviour", "Behaviour charts"),
        titled("center", "The center of the body"),
    ]);
    for (q, expected) in [
        ("tumour", "tumor"),
        ("color", "colour"),
        ("fibre", "fiber"),
        ("behavior", "behaviour"),
        ("centre", "center"),
    ] {
        assert_eq!(ids(&index, q), [expected], "{q}");
    }
}
