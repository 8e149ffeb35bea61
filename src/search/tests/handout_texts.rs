//! Searches in the texts of handouts.

use super::{both_forms, ids, open, search, suggested, titled};
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::handout_text::file::{SearchableCitation, VersionText};
use crate::model::infobutton::information_recipient::InformationRecipient;
use crate::model::search::request::{SearchAnswer, SearchRequest};
use crate::search::Index;

fn version(lang: &str) -> LanguageVersion {
    LanguageVersion { lang: lang.into(), ..LanguageVersion::default() }
}

/// A citation with a text for each of its languages.
fn handout(id: &str, title: &str, texts: &[(&str, &str)]) -> SearchableCitation {
    let languages = texts.iter().map(|(lang, _)| version(lang)).collect();
    let citation = Citation { languages, ..titled(id, title) };
    let texts = texts.iter().map(|(lang, text)| VersionText { lang: (*lang).into(), text: (*text).into() });
    SearchableCitation { citation, texts: texts.collect() }
}

fn indexed(citations: &[SearchableCitation]) -> (tempfile::TempDir, Index) {
    let dir = tempfile::tempdir().unwrap();
    let index = open(dir.path(), "here").unwrap();
    index.apply(citations.iter().cloned().map(Ok), 1).unwrap();
    (dir, index)
}

fn plain(citations: &[Citation]) -> Vec<SearchableCitation> {
    citations.iter().cloned().map(SearchableCitation::from).collect()
}

const AFTER_SURGERY: &str = "Your child had a tonsillectomy today. White patches are part of healing. \
                             Your child can go back to school ten days after the tonsillectomy.";

#[test]
fn what_only_a_text_contains_is_found_and_shown() {
    let (_dir, index) = indexed(&[
        handout("throat", "Going home after throat surgery", &[("English", AFTER_SURGERY)]),
        handout("cast", "Your cast", &[("English", "Keep it dry in the shower.")]),
        SearchableCitation::from(titled("school", "School health")),
    ]);
    let answer = search(&index, "when can he go back to school after tonsillectomy");
    let first = &answer.hits.hit[0];
    assert_eq!(first.id, "citation:throat", "{answer:?}");
    assert_eq!((first.match_type.as_deref(), first.text_lang.as_deref()), (Some("text"), Some("English")));
    let snippet = &first.highlights.abstract_text;
    assert!(snippet.starts_with("In the handout: ") && snippet.contains("*back* to *school*"), "{snippet}");
    assert_eq!(answer.hits.understood, None);
    let others = &answer.hits.hit[1..];
    assert!(others.iter().all(|hit| hit.match_type.is_none() && hit.text_lang.is_none()), "{others:?}");
    assert_eq!(ids(&index, "shower"), ["cast"]);
    assert_eq!(ids(&index, "\"patches are part\""), ["throat"]);
    assert_eq!(ids(&index, "\"part patches\""), Vec::<String>::new());
    assert_eq!(ids(&index, "patches -healing"), Vec::<String>::new());
    assert_eq!(ids(&index, "patches -\"of healing\""), Vec::<String>::new());
    assert_eq!(ids(&index, "patches -shower"), ["throat"]);
    assert_eq!(ids(&index, "patch"), ["throat"]);
}

#[test]
fn a_text_never_comes_before_a_title_or_keyword() {
    let many = "Asthma asthma asthma hospital fever. ".repeat(50);
    let (_dir, index) = indexed(&[
        handout("text", "Breathing class", &[("English", &many)]),
        handout("title", "Asthma", &[("English", "Nothing.")]),
        SearchableCitation::from(Citation {
            keywords: vec!["Asthma".into()],
            ..titled("keyword", "Wheezing")
        }),
        SearchableCitation::from(Citation {
            abstract_text: Some("About asthma.".into()),
            ..titled("abstract", "Lungs")
        }),
        handout("other", "Visiting us", &[("English", "The hospital has an asthma class.")]),
    ]);
    assert_eq!(ids(&index, "asthma")[..3], ["title", "keyword", "abstract"]);
    assert_eq!(search(&index, "asthma").hits.found, 5);
    // The whole title is in the query: a text that has every word does not come before it.
    let found = ids(&index, "asthma hospital");
    let place = |id: &str| found.iter().position(|found| found == id).unwrap();
    assert!(place("title") < place("text") && place("title") < place("other"), "{found:?}");
    assert!(place("text") < place("abstract"), "{found:?}");
    let request = SearchRequest { q: "about asthma".into(), no_boost: true, ..SearchRequest::default() };
    let level = index.snapshot().search(&request).unwrap();
    assert_eq!(level.hits.hit[0].id, "citation:text", "no field weighs more than another");
    assert_eq!(level.hits.found, 5);
}

/// The others are unchanged: texts only add matches among them.
#[test]
fn the_order_of_other_matches_does_not_depend_on_texts() {
    let citations: Vec<Citation> = (0..40)
        .map(|n| Citation {
            keywords: vec![["Fever", "Cough", "Rash"][n % 3].into()],
            abstract_text: Some(format!("Help for {} at night.", ["colds", "school", "sleep"][n % 3])),
            languages: vec![version("English")],
            ..titled(&format!("c{n:02}"), &format!("{} {n}", ["School", "Baby", "Fever in babies"][n % 3]))
        })
        .collect();
    let texts =
        ["Fever and cough at school.", "A rash is no reason to stay away. Zebra.", "Baby sleep, colds."];
    let with_texts: Vec<SearchableCitation> = (0..)
        .zip(&citations)
        .map(|(n, citation)| {
            let text: String = texts.map(|text| text.repeat(1 + n % 4)).concat();
            SearchableCitation {
                citation: citation.clone(),
                texts: vec![VersionText { lang: "English".into(), text }],
            }
        })
        .collect();
    let (_a, without) = indexed(&plain(&citations));
    let (_b, with) = indexed(&with_texts);
    for q in [
        "fever",
        "school rash",
        "baby zebra",
        "fevr at scool",
        "cough reason",
        "stay away from school",
        "rash 4",
    ] {
        let request = SearchRequest { q: q.into(), ..SearchRequest::default() };
        let without = without.snapshot().matches(&request).unwrap();
        let found = with.snapshot().matches(&request).unwrap();
        let texts: Vec<String> = all_pages(&with, q)
            .into_iter()
            .flat_map(|page| page.hits.hit)
            .filter(|hit| hit.match_type.is_some())
            .map(|hit| hit.id.trim_start_matches("citation:").to_owned())
            .collect();
        let mut unchanged = found.clone();
        unchanged.retain(|id| !texts.contains(id));
        let mut expected = without.clone();
        expected.retain(|id| !texts.contains(id));
        assert_eq!(unchanged, expected, "{q}");
    }
}

/// Every page of an answer.
fn all_pages(index: &Index, q: &str) -> Vec<SearchAnswer> {
    let page = |start: usize| {
        let request = SearchRequest { q: q.into(), start, ..SearchRequest::default() };
        both_forms(&index.snapshot(), &request)
    };
    let found = usize::try_from(page(0).hits.found).unwrap();
    (0..found).step_by(10).map(page).collect()
}

#[test]
fn pages_and_facets_count_every_match_by_text() {
    let citations: Vec<SearchableCitation> = (0..35)
        .map(|n| {
            let mut handout =
                handout(&format!("c{n}"), &format!("Leaflet {n}"), &[("English", "Use a humidifier.")]);
            handout.citation.tags = vec![if n < 5 { "Few" } else { "Many" }.to_owned()];
            handout
        })
        .collect();
    let (_dir, index) = indexed(&citations);
    let pages = all_pages(&index, "humidifier");
    let mut found: Vec<&str> = pages.iter().flat_map(|page| &page.hits.hit).map(|hit| &*hit.id).collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found.len(), 35);
    let counts: Vec<(&str, u32)> =
        pages[0].facets["tags"].buckets.iter().map(|bucket| (&*bucket.value, bucket.count)).collect();
    assert_eq!(counts, [("Few", 5), ("Many", 30)]);
    let filter = crate::model::search::filter::Filter::parse("tags:'Few'").ok();
    let request = SearchRequest { q: "humidifier".into(), filter, ..SearchRequest::default() };
    assert_eq!(index.snapshot().search(&request).unwrap().hits.found, 5);
}

#[test]
fn words_of_texts_do_not_prevent_corrections() {
    let (_dir, index) = indexed(&[
        handout("asthma", "Asthma", &[("English", "Take it with you.")]),
        handout(
            "typo",
            "Breathing",
            &[("English", "A leaflet with the word asthmma, of BPPV and a zorbiter.")],
        ),
        SearchableCitation::from(titled("test", "Zorbitry")),
        SearchableCitation::from(titled("bppv", "Benign Paroxysmal Positional Vertigo")),
    ]);
    let answer = search(&index, "asthmma");
    assert_eq!(
        answer.hits.understood.as_ref().map(|of| (&*of.searched, &*of.kind)),
        Some(("asthma", "spelling"))
    );
    assert_eq!(ids(&index, "asthmma"), ["asthma", "typo"]);
    assert_eq!(ids(&index, "BPPV"), ["bppv", "typo"]);
    // Spelled as in a handout, and no word of a title is near.
    assert_eq!(ids(&index, "zorbiter"), ["typo"]);
    assert_eq!(suggested(&index, "zorbi"), ["Zorbitry"]);
    assert_eq!(suggested(&index, "asthmma").first().map(String::as_str), Some("Asthma"));
    let (_dir, without) = indexed(&plain(&[titled("test", "Zorbitry")]));
    assert_eq!(ids(&without, "zorbiter"), ["test"]);
}

#[test]
fn a_text_with_every_word_as_typed_needs_no_correction() {
    let (_dir, index) = indexed(&[
        handout("home", "Going home", &[("English", "No zebrafish swimming after the tonsillectomy.")]),
        SearchableCitation::from(titled("zebra", "How to feed a zebra fish in cold water")),
    ]);
    let answer = search(&index, "zebrafish tonsillectomy");
    assert_eq!(answer.hits.hit[0].id, "citation:home");
    assert_eq!(answer.hits.understood, None);
}

#[test]
fn texts_are_analyzed_in_the_language_of_the_version() {
    let (_dir, index) = indexed(&[
        handout(
            "mochila",
            "Appendix surgery",
            &[
                ("English", "No lifting for three weeks."),
                ("Spanish", "No debe cargar mochilas pesadas; los niños caminan."),
            ],
        ),
        handout("zh", "Fever", &[("Chinese", "发烧超过三天请来医院")]),
        handout("ar", "Cough", &[("Arabic", "اشرب الكثير من السوائل")]),
    ]);
    let hit = search(&index, "mochila").hits.hit.remove(0);
    assert_eq!((&*hit.id, hit.text_lang.as_deref()), ("citation:mochila", Some("Spanish")));
    let hit = search(&index, "lifting").hits.hit.remove(0);
    assert_eq!((&*hit.id, hit.text_lang.as_deref()), ("citation:mochila", Some("English")));
    assert_eq!(ids(&index, "超过三天"), ["zh"]);
    assert_eq!(ids(&index, "السوائل"), ["ar"]);
}

#[test]
fn a_text_in_another_language_stays_below_every_name() {
    let (_dir, index) = indexed(&[
        handout(
            "vietnamese",
            "Leaflet",
            &[("English", "Nothing."), ("Vietnamese", "con ban me fever rash hives")],
        ),
        handout("english", "Leaflet two", &[("English", "A fever with rash and hives.")]),
        SearchableCitation::from(Citation { keywords: vec!["Hives".into()], ..titled("keyword", "Allergy") }),
        SearchableCitation::from(titled("part", "Rash on the skin of toddlers")),
    ]);
    let found = ids(&index, "fever rash hives");
    let place = |id: &str| found.iter().position(|found| found == id).unwrap();
    assert!(place("keyword") < place("vietnamese"), "{found:?}");
    assert!(place("english") < place("vietnamese"), "{found:?}");
}

#[test]
fn a_replaced_or_deleted_text_is_not_found_any_more() {
    let (_dir, index) = indexed(&[handout("a", "Leaflet", &[("English", "Use a humidifier.")])]);
    assert_eq!(ids(&index, "humidifier"), ["a"]);
    index.apply([Ok(handout("a", "Leaflet", &[("English", "Open the window.")]))].into_iter(), 2).unwrap();
    assert_eq!((ids(&index, "humidifier").len(), ids(&index, "window")), (0, vec!["a".to_owned()]));
    index.apply([Ok(titled("a", "Leaflet"))].into_iter(), 3).unwrap();
    assert_eq!((ids(&index, "window").len(), ids(&index, "leaflet")), (0, vec!["a".to_owned()]));
}

#[test]
fn health_records_do_not_search_in_texts() {
    let (_dir, index) = indexed(&[handout("a", "Leaflet", &[("English", "Humidifier fever.")])]);
    let found = index
        .snapshot()
        .citations_for_name("humidifier fever", None, &InformationRecipient::default())
        .unwrap();
    assert!(found.is_empty(), "{found:?}");
}
