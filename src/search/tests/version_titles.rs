//! Searches by the titles of language versions.

use super::{both_forms, check_first, ids, index, search, titled};
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::infobutton::information_recipient::InformationRecipient;
use crate::model::search::request::SearchRequest;
use crate::search::Index;

/// A citation with an English version and others with titles.
fn translated(id: &str, title: &str, versions: &[(&str, &str)]) -> Citation {
    let version = |lang: &str, title: Option<&str>| LanguageVersion {
        lang: lang.into(),
        url: Some(format!("https://example.org/{id}/{lang}")),
        title: title.map(str::to_owned),
        ..LanguageVersion::default()
    };
    let mut languages = vec![version("English", None)];
    languages.extend(versions.iter().map(|(lang, title)| version(lang, Some(title))));
    Citation { languages, ..titled(id, title) }
}

/// The id of the first hit, and the language and the title of its version.
fn first(index: &Index, q: &str, lang: &str) -> (String, Option<(String, Option<String>)>) {
    let request = SearchRequest { q: q.into(), ..SearchRequest::default() }.in_language(lang).unwrap();
    let hit = both_forms(&index.snapshot(), &request).hits.hit.remove(0);
    let version = hit.version.map(|version| (version.tag, version.title));
    (hit.id.trim_start_matches("citation:").to_owned(), version)
}

fn catalogue() -> Vec<Citation> {
    vec![
        translated(
            "asthma",
            "Asthma Action Plan",
            &[
                ("Spanish", "Plan de acción para el asma"),
                ("Somali", "Qorshaha neefta"),
                ("Arabic", "خطة عمل الربو"),
                ("Chinese (Simplified)", "哮喘行动计划"),
            ],
        ),
        translated("vaccines", "Shots for Babies", &[("Spanish", "Vacunas para bebés")]),
        Citation { keywords: vec!["Plan de acción".into()], ..titled("plan", "Escape plan for fires") },
        Citation { abstract_text: Some("Acción, asma, plan.".into()), ..titled("prose", "Notes") },
    ]
}

#[test]
fn a_whole_title_in_another_language_comes_first() {
    let (_dir, index) = index(&catalogue());
    for q in ["Plan de acción para el asma", "plan de accion para el asma", "خطة عمل الربو", "哮喘行动计划"]
    {
        check_first(&index, q, "asthma");
        assert_eq!(search(&index, q).hits.understood, None, "{q}");
    }
    assert_eq!(
        first(&index, "qorshaha NEEFTA!", ""),
        ("asthma".into(), Some(("so".into(), Some("Qorshaha neefta".into()))))
    );
}

#[test]
fn its_words_are_those_of_a_title_in_its_own_language() {
    let (_dir, index) = index(&catalogue());
    check_first(&index, "neefta", "asthma");
    check_first(&index, "vacuna bebe", "vaccines");
    check_first(&index, "\"para el asma\"", "asthma");
    check_first(&index, "qorshaha neeft", "asthma");
    check_first(&index, "qorshahaa neefta", "asthma");
    check_first(&index, "行动计划", "asthma");
    check_first(&index, "accion asma", "asthma");
    assert!(!ids(&index, "vacunas -bebés").contains(&"vaccines".to_owned()));
}

#[test]
fn a_hit_has_the_version_of_which_only_the_title_matched() {
    let (_dir, index) = index(&catalogue());
    let check = |q: &str, lang: &str, expected: Option<&str>| {
        let version = first(&index, q, lang).1.map(|(tag, _)| tag);
        assert_eq!(version.as_deref(), expected, "{q} {lang}");
    };
    check("neefta", "", Some("so"));
    check("plan asma", "", Some("es"));
    check("الربو", "", Some("ar"));
    check("asthma plan", "", None);
    check("plan", "", None);
    check("", "", None);
    check("neefta", "es", Some("es"));
    check("asthma", "so", Some("so"));
    assert_eq!(first(&index, "asthma action", "es-MX").1.unwrap().1.unwrap(), "Plan de acción para el asma");
    assert_eq!(first(&index, "shots", "en").1, Some(("en".into(), None)));
}

#[test]
fn titles_in_many_languages_change_nothing_for_others() {
    let plain = |id: &str, title: &str| translated(id, title, &[]);
    let many = [
        ("Spanish", "Diabetes tipo 1"),
        ("French", "Le diabète de type 1 chez les enfants et les adolescents"),
        ("German", "Diabetes mellitus Typ 1"),
        ("Somali", "Sonkorowga nooca 1"),
    ];
    let others = || [plain("c", "Diabetes and school"), plain("d", "Living with diabetes")];
    let without: Vec<Citation> =
        [plain("a", "Type 1 Diabetes"), plain("b", "Diabetes")].into_iter().chain(others()).collect();
    let with: Vec<Citation> = [translated("a", "Type 1 Diabetes", &many), plain("b", "Diabetes")]
        .into_iter()
        .chain(others())
        .collect();
    let ((_a, without), (_b, with)) = (index(&without), index(&with));
    for q in ["diabetes", "type 1 diabetes", "diabetes school", "living diabetes", "diabetes type"] {
        assert_eq!(ids(&with, q), ids(&without, q), "{q}");
    }
}

#[test]
fn both_ways_of_searching_find_the_same() {
    let mut citations: Vec<Citation> = (0..30)
        .map(|n| translated(&format!("c{n:02}"), &format!("Fever {n}"), &[("Somali", "Warqadda iyo qufac")]))
        .collect();
    citations.push(translated("short", "Zebra", &[("Somali", "Warqadda")]));
    let (_dir, index) = index(&citations);
    let answer = search(&index, "warqadda");
    assert_eq!((answer.hits.found, &*answer.hits.hit[0].id), (31, "citation:short"));
    assert!(
        answer.hits.hit.iter().all(|hit| hit.version.as_ref().is_some_and(|version| version.tag == "so"))
    );
    assert_eq!(search(&index, "fever warqadda").hits.found, 30);
    let page = SearchRequest { q: "warqadda".into(), no_boost: true, ..SearchRequest::default() };
    assert_eq!(both_forms(&index.snapshot(), &page).hits.found, 31);
}

#[test]
fn suggestions_name_the_language_of_a_title() {
    let (_dir, index) = index(&catalogue());
    let suggested = |typed: &str| -> Vec<(String, Option<String>, Option<&str>)> {
        let texts = index.snapshot().suggestions(typed, 10).into_iter();
        texts
            .map(|text| {
                let tag = text
                    .language
                    .as_ref()
                    .and_then(|language| language.tag.as_ref())
                    .map(ToString::to_string);
                (text.text, tag, text.language.map(|language| language.dir))
            })
            .collect()
    };
    let somali = ("Qorshaha neefta".to_owned(), Some("so".to_owned()), Some("ltr"));
    assert_eq!(suggested("nee")[0], somali);
    assert_eq!(suggested("qorshha")[0], somali, "misspelled");
    assert_eq!(suggested("خط")[0], ("خطة عمل الربو".into(), Some("ar".into()), Some("rtl")));
    assert_eq!(suggested("asthma a")[0], ("Asthma Action Plan".into(), None, None));
}

#[test]
fn the_beginning_of_a_word_is_not_taken_for_the_stem_of_another_language() {
    let mut citations: Vec<Citation> = (0..12)
        .map(|n| {
            translated(
                &format!("c{n:02}"),
                &format!("Tumor {n} and skin"),
                &[("Portuguese", "Câncer da pele")],
            )
        })
        .collect();
    citations.push(translated("skin", "Skin Cancer", &[]));
    let (_dir, index) = index(&citations);
    let skin = SearchRequest { q: "Skin Canc".into(), ..SearchRequest::default() };
    assert_eq!(both_forms(&index.snapshot(), &skin).hits.hit[0].id, "citation:skin");
}

#[test]
fn the_title_of_a_version_adds_no_meaning_to_a_title_that_has_one() {
    let (_dir, index) = index(&[
        translated("asthma", "Asthma", &[("Spanish", "Fiebre")]),
        translated("number", "Handout 12", &[("Spanish", "Fiebre")]),
    ]);
    assert_eq!(ids(&index, "fever"), ["number"]);
}

#[test]
fn a_title_names_concepts_in_its_own_language_only() {
    let (_dir, index) = index(&[
        translated("spanish", "Handout 12", &[("Spanish", "Asma")]),
        translated("vietnamese", "Handout 13", &[("Vietnamese", "Asma")]),
    ]);
    assert_eq!(ids(&index, "asthma"), ["spanish"]);
}

#[test]
fn the_name_of_a_code_is_found_in_the_title_of_a_version() {
    let (_dir, index) =
        index(&[translated("zebra", "Zebra Care Basics", &[("Spanish", "Cuidado del quagga")])]);
    let recipient = InformationRecipient::default();
    for name in ["Cuidado del quagga", "quagga", "zebra care"] {
        let found = index.snapshot().citations_for_name(name, None, &recipient).unwrap();
        assert_eq!(found.iter().map(|hit| hit.id.as_str()).collect::<Vec<_>>(), ["zebra"], "{name}");
    }
}
