//! The preferred language: the version that matches it, and the order of equal hits.
#![allow(clippy::unwrap_used)]

use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::languages::language::LanguageTags;
use crate::model::languages::tag::LanguageTag;
use crate::model::search::request::{HitVersion, SearchRequest};
use crate::search::tests::both_forms;
use crate::search::{Index, PacketTitles, Thesaurus};
use std::sync::Arc;

/// A citation with these languages; the URL contains the language, one in brackets has no URL.
fn citation(id: &str, title: &str, languages: &[&str]) -> Citation {
    let version = |lang: &&str| LanguageVersion {
        lang: lang.trim_matches(['[', ']']).to_owned(),
        item_number: Some(format!("{id} \"{lang}\"")),
        url: (!lang.starts_with('[')).then(|| format!("https://example.org/{id}/{lang}")),
        ..LanguageVersion::default()
    };
    Citation {
        id: id.into(),
        title: title.into(),
        languages: languages.iter().map(version).collect(),
        ..Citation::default()
    }
}

fn index(citations: &[Citation]) -> (tempfile::TempDir, Index) {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(dir.path(), "here", || Ok(Arc::new(Thesaurus::built_in().unwrap()))).unwrap();
    index.apply(citations.iter().cloned().map(Ok), 1).unwrap();
    (dir, index)
}

/// The hits with their versions, and the untranslated ones among the first.
fn found(index: &Index, q: &str, lang: &str) -> (Vec<(String, Option<HitVersion>)>, Vec<String>) {
    let request = SearchRequest { q: q.into(), ..SearchRequest::default() }.in_language(lang).unwrap();
    let snapshot = index.snapshot();
    let hits = both_forms(&snapshot, &request).hits.hit;
    let summary = snapshot.search_json(&request, None, &PacketTitles::default(), &mut Vec::new()).unwrap();
    let hits = hits.into_iter().map(|hit| (hit.id.trim_start_matches("citation:").to_owned(), hit.version));
    (hits.collect(), summary.untranslated)
}

fn ids(index: &Index, q: &str, lang: &str) -> Vec<String> {
    found(index, q, lang).0.into_iter().map(|(id, _)| id).collect()
}

#[test]
fn each_hit_has_the_version_closest_to_the_preferred_language() {
    let (_dir, index) = index(&[
        citation(
            "a",
            "Asthma",
            &[
                "English",
                "Spanish",
                "Chinese (Traditional)",
                "Chinese (Simplified)",
                "[Somali]",
                "Klingonish",
            ],
        ),
        citation("b", "Asthma", &["English", "[Mexican Spanish]", "Dari"]),
        citation("c", "Asthma", &["[Spanish]", "Castellano"]),
    ]);
    let check = |lang: &str, expected: [Option<(&str, &str)>; 3]| {
        let (mut hits, _) = found(&index, "asthma", lang);
        hits.sort_by(|(a, _), (b, _)| a.cmp(b));
        let versions: Vec<Option<(&str, &str)>> = hits
            .iter()
            .map(|(_, version)| version.as_ref().map(|v| (v.lang.as_str(), v.tag.as_str())))
            .collect();
        assert_eq!(versions, expected, "{lang}");
    };
    check("", [None, None, None]);
    check("es", [Some(("Spanish", "es")), Some(("Mexican Spanish", "es-MX")), Some(("Castellano", "es"))]);
    check("ES-mx", [Some(("Spanish", "es")), Some(("Mexican Spanish", "es-MX")), Some(("Castellano", "es"))]);
    check("zh", [Some(("Chinese (Traditional)", "zh-Hant")), None, None]);
    check("zh-hans", [Some(("Chinese (Simplified)", "zh-Hans")), None, None]);
    check("zh-TW", [Some(("Chinese (Traditional)", "zh-Hant")), None, None]);
    check("fa-AF", [None, Some(("Dari", "prs")), None]);
    check("fa", [None, Some(("Dari", "prs")), None]);
    check("sp_MX", [Some(("Spanish", "es")), Some(("Mexican Spanish", "es-MX")), Some(("Castellano", "es"))]);
    check("tlh", [None, None, None]);
    let (hits, _) = found(&index, "asthma", "so");
    let version = hits.iter().find_map(|(_, version)| version.clone()).unwrap();
    assert_eq!((version.url, version.item_number.as_deref()), (None, Some("a \"[Somali]\"")));

    let tags = LanguageTags::new([("Klingonish".to_owned(), LanguageTag::parse("tlh").unwrap())], 1);
    assert!(index.set_language_tags(tags));
    index.publish().unwrap();
    check("tlh", [Some(("Klingonish", "tlh")), None, None]);
}

#[test]
fn equal_hits_in_the_preferred_language_come_first() {
    let (_dir, index) = index(&[
        citation("a", "Fever at home", &["English", "Chinese (Simplified)"]),
        citation("b", "Fever at home", &["English", "Chinese (Traditional)"]),
        citation("c", "Fever at home", &["English", "Somali"]),
        citation("d", "Fever", &["English"]),
    ]);
    let first = |lang: &str| ids(&index, "fever home", lang)[..3].join(" ");
    assert_eq!(first(""), "a b c");
    assert_eq!(first("so"), "c a b");
    assert_eq!(first("zh-Hant"), "b a c");
    assert_eq!(first("zh"), "a b c");
    assert_eq!(ids(&index, "fever", "so")[0], "d", "a better one stays first");
    assert_eq!(ids(&index, "", "so"), ids(&index, "", ""), "everything stays by title");
    assert_eq!(ids(&index, "fever home", "vi"), ids(&index, "fever home", ""), "nothing is left out");
}

#[test]
fn hits_without_a_version_among_the_first_are_reported() {
    let all: Vec<Citation> = (0..6)
        .map(|n| {
            citation(
                &n.to_string(),
                &format!("Fever {n}"),
                if n == 1 { &["English", "Somali"] } else { &["English"] },
            )
        })
        .collect();
    let (_dir, index) = index(&all);
    let (hits, untranslated) = found(&index, "fever", "so");
    assert_eq!(hits[0].0, "1");
    let expected: Vec<String> = hits[1..3].iter().map(|(id, _)| id.clone()).collect();
    assert_eq!(untranslated, expected);
    assert_eq!(found(&index, "fever", "").1.len(), 0);
    let later =
        SearchRequest { q: "fever".into(), start: 3, ..SearchRequest::default() }.in_language("so").unwrap();
    assert_eq!(
        index
            .snapshot()
            .search_json(&later, None, &PacketTitles::default(), &mut Vec::new())
            .unwrap()
            .untranslated
            .len(),
        0
    );
}
