//! The index as its users see it: apply, search, count, suggest, rebuild.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::model::category::Category;
use crate::model::citation::{Citation, LanguageVersion, Named};
use crate::model::filter::Filter;
use crate::model::search::{Facets, SearchAnswer, SearchRequest};
use crate::model::terms::Synonym;
use crate::search::{Index, Rebuild, TermSources, Vocabulary};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

fn titled(id: &str, title: &str) -> Citation {
    Citation { id: id.into(), title: title.into(), ..Citation::default() }
}

fn open(dir: &std::path::Path, instance: &str) -> crate::model::error::Result<Index> {
    Index::open(dir, instance, Arc::new(Vocabulary::built_in().unwrap()))
}

fn index(citations: &[Citation]) -> (tempfile::TempDir, Index) {
    let dir = tempfile::tempdir().unwrap();
    let index = open(dir.path(), "here").unwrap();
    index.apply(citations.iter().cloned().map(Ok), 1).unwrap();
    (dir, index)
}

fn search(index: &Index, q: &str) -> SearchAnswer {
    index.snapshot().search(&SearchRequest { q: q.into(), ..SearchRequest::default() }).unwrap()
}

fn ids(index: &Index, q: &str) -> Vec<String> {
    search(index, q).hits.hit.iter().map(|h| h.id.trim_start_matches("citation:").to_owned()).collect()
}

fn check_first(index: &Index, q: &str, id: &str) {
    assert_eq!(ids(index, q).first().map(String::as_str), Some(id), "{q}: {:?}", ids(index, q));
}

#[test]
fn what_a_person_expects_of_search() {
    let version = |lang: &str, number: &str| LanguageVersion {
        lang: lang.into(),
        item_number: Some(number.into()),
        url: None,
    };
    let (_dir, index) = index(&[
        Citation { languages: vec![version("English", "KSBG1042")], ..titled("plan", "Asthma Action Plan") },
        Citation {
            abstract_text: Some("About asthma, 1042 times.".into()),
            ..titled("lungs", "Healthy lungs")
        },
        titled("crohn", "Crohn's disease: what is it?"),
        titled("time", "\"Time-out\" -what works?"),
        titled("kids", "Vaccines for children"),
        titled("ninos", "Fiebre en niños pequeños"),
        titled("ru", "Астма у детей: план действий"),
        titled("ar", "خطة عمل الربو للأطفال"),
        titled("zh", "儿童哮喘行动计划"),
        titled("kar", "တၢ်အိၣ်ဆူၣ်အိၣ်ချ့ အဂီၢ်"),
        titled("hmn", "Kev Kho Mob Hawb Pob"),
        titled("so", "Qorshaha Neefta ee Carruurta"),
        Citation { obsolete: true, ..titled("old", "Asthma before") },
    ]);
    check_first(&index, "ksbg1042", "plan");
    check_first(&index, "1042", "plan");
    check_first(&index, "KSBG-1042", "plan");
    check_first(&index, "\"Time-out\" -what works?", "time");
    check_first(&index, "crohns", "crohn");
    check_first(&index, "Crohn’s diseases", "crohn");
    check_first(&index, "vaccine child", "kids");
    check_first(&index, "ninos", "ninos");
    check_first(&index, "FIEBRE EN NIÑOS", "ninos");
    check_first(&index, "астма", "ru");
    check_first(&index, "الربو", "ar");
    check_first(&index, "哮喘", "zh");
    check_first(&index, "哮喘计划", "zh");
    check_first(&index, "တၢ်အိၣ်", "kar");
    check_first(&index, "hawb pob", "hmn");
    check_first(&index, "neefta", "so");
    check_first(&index, "ashtma", "plan");
    check_first(&index, "vacc", "kids");
    check_first(&index, "asthma", "plan");
    let asthma = ids(&index, "asthma");
    assert_eq!(asthma[..2], ["plan", "lungs"], "as typed stands before what means the same");
    assert_eq!(
        asthma[2..].iter().cloned().collect::<BTreeSet<_>>(),
        ["ar", "hmn", "ru", "so", "zh"].map(str::to_owned).into()
    );
    assert!(!ids(&index, "asthma -lungs").contains(&"lungs".to_owned()));
    assert_eq!(ids(&index, "asthma -lungs")[0], "plan");
    assert_eq!(ids(&index, "\"action plan\""), ["plan"]);
    assert!(ids(&index, "\"plan action\"").is_empty());
    assert!(search(&index, "asthma").hits.hit[1].highlights.abstract_text.contains("*asthma*"));
    assert_eq!(search(&index, "").hits.found, 12);
    assert_eq!(ids(&index, "").first().map(String::as_str), Some("plan"));
    let all = SearchRequest { q: "asthma".into(), obsolete: true, ..SearchRequest::default() };
    assert_eq!(index.snapshot().search(&all).unwrap().hits.found, 8);
}

#[test]
fn suggestions_begin_with_titles_that_begin_so() {
    let (_dir, index) = index(&[
        titled("a", "Living with asthma"),
        titled("b", "Asthma action plan"),
        Citation { obsolete: true, ..titled("c", "Asthma long ago") },
        Citation { keywords: vec!["Asthma inhaler".into()], ..titled("d", "Puffers") },
    ]);
    let suggest = |typed: &str| index.snapshot().suggestions(typed, 10);
    assert_eq!(suggest("ast")[..3], ["Asthma action plan", "Living with asthma", "Asthma inhaler"]);
    assert_eq!(suggest("ASTHMA ac")[0], "Asthma action plan");
    assert!(suggest("livng").contains(&"Living with asthma".to_owned()));
    assert!(suggest("zzzz").is_empty() && suggest(" ").is_empty());
}

#[test]
fn an_index_that_is_missing_damaged_or_of_another_database_is_begun_anew() {
    let (dir, index) = index(&[titled("a", "One")]);
    drop(index);
    let applied = |instance: &str| open(dir.path(), instance).unwrap().applied();
    assert_eq!(applied("here"), 1);
    assert_eq!(applied("elsewhere"), 0);
    assert_eq!(applied("here"), 0);
    let index = open(dir.path(), "here").unwrap();
    index.apply([Ok(titled("a", "One"))].into_iter(), 7).unwrap();
    drop(index);
    let name = std::fs::read_to_string(dir.path().join("current")).unwrap();
    for file in std::fs::read_dir(dir.path().join(name)).unwrap().flatten() {
        if file.path().extension().is_some_and(|e| e == "store") {
            std::fs::write(file.path(), vec![7; 300]).unwrap();
        }
    }
    assert_eq!(applied("here"), 0);
    std::fs::write(dir.path().join("current"), "v1-nowhere").unwrap();
    assert_eq!(applied("here"), 0);
}

/// Dies after the files of a commit are written and before the commit itself: the next one writes the same names.
#[test]
fn a_commit_that_was_cut_short_does_not_stand_in_the_way_of_the_next() {
    let (dir, index) = index(&[titled("a", "One"), titled("b", "Two")]);
    let name = std::fs::read_to_string(dir.path().join("current")).unwrap();
    let meta = dir.path().join(name).join("meta.json");
    let before = std::fs::read(&meta).unwrap();
    let change_after_a_start = || {
        let index = open(dir.path(), "here").unwrap();
        assert_eq!(index.applied(), 1);
        index.apply([Ok(titled("a", "Eins"))].into_iter(), 2).unwrap();
        index
    };
    drop(index);
    drop(change_after_a_start());
    std::fs::write(&meta, before).unwrap();
    let index = change_after_a_start();
    assert_eq!((ids(&index, "eins"), ids(&index, "one").len()), (vec!["a".to_owned()], 0));
}

#[test]
fn a_rebuild_is_taken_up_by_whoever_has_the_index_open() {
    let (dir, index) = index(&[titled("a", "One")]);
    let mut rebuild = Rebuild::begin(dir.path(), "here", 2).unwrap();
    rebuild.add(&titled("a", "One")).unwrap();
    rebuild.add(&titled("b", "Two")).unwrap();
    rebuild.finish(5, &Vocabulary::default()).unwrap();
    assert_eq!(index.documents(), 1);
    index.follow_generation().unwrap();
    assert_eq!((index.documents(), index.applied()), (2, 5));
    index.apply([Ok(titled("b", "Zwei"))].into_iter(), 6).unwrap();
    assert_eq!(ids(&index, "zwei"), ["b"]);
    assert!(ids(&index, "two").is_empty());
}

/// Whatever happens to the folder, what was searchable stays so until a new index is complete.
#[test]
fn an_index_that_disappears_under_its_user_goes_on_answering() {
    let (dir, index) = index(&[titled("a", "One")]);
    let current = dir.path().join("current");
    let name = std::fs::read_to_string(&current).unwrap();
    let follows = |expected: Option<bool>, when: &str| {
        assert_eq!(index.follow_generation().ok(), expected, "{when}");
        assert_eq!(ids(&index, "one"), ["a"], "{when}");
    };
    follows(Some(true), "as it was made");
    std::fs::remove_file(&current).unwrap();
    follows(Some(false), "without the file that names it");
    std::fs::create_dir(&current).unwrap();
    follows(None, "when that file cannot be read");
    std::fs::remove_dir(&current).unwrap();
    std::fs::write(&current, "v1-another").unwrap();
    follows(Some(false), "when it names another schema");
    std::fs::write(&current, &name).unwrap();
    std::fs::remove_dir_all(dir.path().join(&name)).unwrap();
    follows(Some(false), "without its files");
    let mut rebuild = Rebuild::begin(dir.path(), "here", 1).unwrap();
    rebuild.add(&titled("a", "One")).unwrap();
    rebuild.finish(1, &Vocabulary::default()).unwrap();
    follows(Some(true), "rebuilt");
    index.apply([Ok(titled("b", "Two"))].into_iter(), 2).unwrap();
    assert_eq!(ids(&index, "two"), ["b"]);
}

#[test]
fn marks_that_come_along_with_copied_text_do_not_matter() {
    let version = LanguageVersion { lang: "English".into(), item_number: Some("KSBG1042".into()), url: None };
    let (_dir, index) = index(&[
        Citation { languages: vec![version], ..titled("plan", "Asthma Action Plan, 24 hours") },
        titled("marked", "\u{2067}Cast\u{200D} care\u{FE0F} at ４٢ weeks\u{2069}"),
        titled("thai", "การ\u{200B}ดูแล ๔๒"),
    ]);
    for (q, id) in [
        ("\u{202A}KSBG1042\u{202C}", "plan"),
        ("ＫＳＢＧ１０４２", "plan"),
        ("١٠٤٢", "plan"),
        ("\u{2066}asth\u{200D}ma\u{2069} \u{202A}plan\u{202C}", "plan"),
        ("\u{202A}\"action plan\"\u{202C}", "plan"),
        ("asthma ２４", "plan"),
        ("cast care", "marked"),
        ("care 42 weeks", "marked"),
        ("การดูแล", "thai"),
        ("การ\u{200B}ดูแล", "thai"),
    ] {
        check_first(&index, q, id);
    }
    assert!(ids(&index, "asthma \u{202A}-plan").is_empty());
}

#[test]
fn a_phrase_beside_other_words_has_to_be_there() {
    let (_dir, index) = index(&[
        titled("plan", "Asthma action plan"),
        titled("other", "Plan of action for asthma and fever"),
        titled("again", "The plan of the plan of action"),
    ]);
    assert_eq!(ids(&index, "\"action plan\" fever"), ["plan"]);
    assert!(ids(&index, "\"plan action\" asthma").is_empty());
    assert_eq!(ids(&index, "\"the plan of the plan\""), ["again"]);
    assert_eq!(ids(&index, "\"fever\" plan"), ["other"]);
    assert!(ids(&index, "\"fevr\" plan").is_empty());
}

#[test]
fn terms_find_what_they_mean_and_the_answer_says_so() {
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
        titled("pink", "Pink Eye"),
        Citation { keywords: vec!["Chickenpox".into()], ..titled("pox", "Spots and blisters") },
        titled("type1", "Diabetes Type 1"),
        titled("diabetes", "Diabetes"),
        Citation { abstract_text: Some("Not about asthma.".into()), ..titled("eczema", "Eczema") },
    ]);
    let understood = |q: &str| search(&index, q).hits.understood.map(|u| (u.searched, u.kind));
    let said = |text: &str, kind: &str| Some((text.to_owned(), kind.to_owned()));
    assert_eq!(ids(&index, "asma"), ["b-spanish", "a-english", "plan"], "the language of the term first");
    assert_eq!(understood("asma"), said("asthma", "term"));
    assert_eq!(understood("asthma"), None);
    assert_eq!(understood("asthm"), None, "unfinished");
    check_first(&index, "conjunctivitis", "pink");
    check_first(&index, "ojo rojo", "pink");
    check_first(&index, "chicken pox", "pox");
    check_first(&index, "juvenile diabetes", "type1");
    assert_eq!(ids(&index, "excema"), ["eczema"]);
    assert_eq!(understood("excema"), said("eczema", "spelling"));
    check_first(&index, "athsma in school", "plan");
    assert_eq!(understood("asthma xyzzyx"), said("asthma xyzzyx", "part"));
    assert!(!ids(&index, "asthma xyzzyx").is_empty());
    assert!(ids(&index, "\"athsma\"").is_empty() && ids(&index, "asthma7").is_empty());
    let off = Vocabulary::new(&TermSources {
        built_in: true,
        off: &[("Asthma".into(), "asma".into())],
        ..TermSources::default()
    });
    index.set_vocabulary(off.unwrap()).unwrap();
    assert!(ids(&index, "asma").is_empty(), "the term is off, and no word is near");
    let synonyms = [Synonym { terms: vec!["wheezies".into(), "living with asthma".into()], one_way: true }];
    let more = Vocabulary::new(&TermSources { synonyms: &synonyms, ..TermSources::default() }).unwrap();
    index.set_vocabulary(more).unwrap();
    assert_eq!(ids(&index, "wheezies"), ["plan"]);
    assert!(ids(&index, "conjunctivitis").is_empty(), "without the built-in terms");
}

#[test]
fn questions_find_what_they_are_about() {
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
fn an_age_need_not_be_there() {
    let rare = (0..12).map(|n| Citation {
        abstract_text: Some("A fever of 2 days in a baby, even a year old.".into()),
        ..titled(&format!("rare{n}"), &format!("Illness {n}"))
    });
    let all: Vec<Citation> =
        rare.chain([titled("fever", "Fever"), titled("type2", "Diabetes Type 2")]).collect();
    let (_dir, index) = index(&all);
    check_first(&index, "fever in my 2 year old baby", "fever");
    check_first(&index, "fieber 3 days", "fever");
    check_first(&index, "type 2 diabetes", "type2");
    assert_eq!(search(&index, "fever 2").hits.found, 12, "a number without a unit has to be there");
}

#[test]
fn endings_go_by_the_language_of_a_citation() {
    let only = |lang: &str, citation: Citation| {
        let version = LanguageVersion { lang: lang.into(), ..LanguageVersion::default() };
        Citation { languages: vec![version], ..citation }
    };
    let (_dir, index) = index(&[
        only("Spanish", titled("es", "Vacunación de los pequeños")),
        only("Russian", titled("ru", "Прививки детям")),
        only("Arabic", titled("ar", "نصائح للنوم")),
        only("English", titled("en", "Nutritional labels")),
    ]);
    for (q, id) in [
        ("vacunas pequeñas", "es"),
        ("vacunacion", "es"),
        ("прививка", "ru"),
        ("النوم", "ar"),
        ("nutrition label", "en"),
    ] {
        check_first(&index, q, id);
    }
}

#[test]
fn one_medicine_never_stands_for_another() {
    let (_dir, index) =
        index(&[titled("a", "Hydroxyzine"), titled("b", "Prednisone"), titled("c", "Amoxicillin")]);
    for q in ["hydralazine", "prednisolone", "ampicillin"] {
        assert!(ids(&index, q).is_empty(), "{q}: {:?}", ids(&index, q));
    }
    assert_eq!(ids(&index, "amoxicilin"), ["c"]);
    assert_eq!(ids(&index, "predinsone"), ["b"]);
}

#[test]
fn suggestions_know_terms_and_forgive_slips() {
    let (_dir, index) =
        index(&[titled("a", "Asthma action plan"), titled("b", "Pink Eye"), titled("c", "Croup")]);
    let suggest = |typed: &str| index.snapshot().suggestions(typed, 10);
    let asthma = suggest("asm");
    assert!(asthma.iter().any(|s| s == "asma") && asthma.iter().any(|s| s == "Asthma"), "{asthma:?}");
    assert!(suggest("pink").contains(&"Pink Eye".to_owned()));
    assert!(suggest("astham act").contains(&"Asthma action plan".to_owned()), "{:?}", suggest("astham act"));
    assert!(suggest("corup").contains(&"Croup".to_owned()), "{:?}", suggest("corup"));
    for suggestion in ["a", "p", "c", "var", "fie"].iter().flat_map(|typed| suggest(typed)) {
        assert!(!ids(&index, &suggestion).is_empty(), "{suggestion} leads to nothing");
    }
}

#[test]
fn suggestions_offer_no_value_that_nothing_has_any_more() {
    let with = |keyword: &str| Citation { keywords: vec![keyword.into()], ..titled("a", "One") };
    let (_dir, index) = index(&[with("Wheezing")]);
    assert_eq!(index.snapshot().suggestions("whee", 10)[0], "Wheezing");
    index.apply([Ok(with("Breathing"))].into_iter(), 2).unwrap();
    let offered = index.snapshot().suggestions("whee", 10);
    assert!(!offered.iter().any(|text| text.eq_ignore_ascii_case("wheezing")), "{offered:?}");
    assert_eq!(index.snapshot().suggestions("brea", 10)[0], "Breathing");
}

#[test]
fn the_files_of_a_large_segment_are_used_and_made_again_when_they_cannot_be_trusted() {
    let dir = tempfile::tempdir().unwrap();
    let mut rebuild = Rebuild::begin(dir.path(), "here", 1).unwrap();
    for n in 0..1_500 {
        let abstract_text = Some(format!("What number {n} is about."));
        let keywords = vec![format!("k{}", n % 7)];
        let citation = titled(&format!("c{n}"), &format!("Handout {n}"));
        rebuild.add(&Citation { abstract_text, keywords, ..citation }).unwrap();
    }
    rebuild.add(&titled("asthma", "Asthma")).unwrap();
    rebuild.finish(1, &Vocabulary::built_in().unwrap()).unwrap();
    let files = || {
        let generation = std::fs::read_to_string(dir.path().join("current")).unwrap();
        let folder = std::fs::read_dir(dir.path().join(generation).join("columns")).unwrap();
        folder.flatten().map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let check = |when: &str| {
        let index = open(dir.path(), "here").unwrap();
        let answer = search(&index, "number 1234");
        assert_eq!(answer.hits.hit[0].highlights.abstract_text, "What *number* *1234* is about.", "{when}");
        let filter = Filter::parse("keywords:'k2'").ok();
        let request = SearchRequest { filter, ..SearchRequest::default() };
        assert_eq!(index.snapshot().search(&request).unwrap().hits.found, 214, "{when}");
        assert_eq!(index.snapshot().suggestions("handout 777", 10), ["Handout 777"], "{when}");
        assert_eq!(search(&index, "asma").hits.found, 1, "{when}");
    };
    assert_eq!(files().len(), 3, "{:?}", files());
    let made = |files: &[std::path::PathBuf]| -> Vec<_> {
        files.iter().map(|file| std::fs::metadata(file).unwrap().modified().unwrap()).collect()
    };
    let before = made(&files());
    check("as they were made");
    assert_eq!(made(&files()), before, "they were made again without need");
    for file in files() {
        let bytes = std::fs::read(&file).unwrap();
        let mut noise = bytes.clone();
        noise[bytes.len() / 2] ^= 0x55;
        std::fs::write(&file, noise).unwrap();
        check("with noise");
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "{}", file.display());
        std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
        check("cut short");
        std::fs::remove_file(&file).unwrap();
        check("missing");
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "{}", file.display());
    }
}

fn catalogue() -> impl Strategy<Value = Vec<Citation>> {
    let citation = (
        prop::collection::vec("[a-c]{1,2}", 1..4),
        prop::collection::hash_set("[A-F]", 0..4),
        prop::option::of("[A-C]"),
        any::<bool>(),
    );
    prop::collection::vec(citation, 1..25).prop_map(|all| {
        (0..)
            .zip(all)
            .map(|(n, (words, keywords, audience, obsolete)): (usize, _)| Citation {
                keywords: keywords.into_iter().collect(),
                audience: audience.into_iter().collect(),
                publisher: Some(Named::new("Children's")),
                obsolete,
                ..titled(&format!("c{n}"), &words.join(" "))
            })
            .collect()
    })
}

fn brute_force(citations: &[Citation]) -> Facets {
    let mut facets = Facets::new();
    for category in Category::ALL {
        let mut counts: BTreeMap<(String, &str), u32> = BTreeMap::new();
        for value in citations.iter().flat_map(|c| c.values(category)) {
            *counts.entry((value.to_lowercase(), value)).or_default() += 1;
        }
        if matches!(category, Category::Folder | Category::PaperColors) {
            continue;
        }
        let facet = facets.entry(category.name().to_owned()).or_default();
        for ((_, value), count) in counts {
            facet.buckets.push(crate::model::search::Bucket { value: value.to_owned(), count });
        }
    }
    facets
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn facets_count_what_a_walk_over_all_matches_counts(
        first in catalogue(), second in catalogue(), obsolete in any::<bool>(), keyword in prop::option::of("[A-F]")
    ) {
        let (dir, index) = index(&first);
        // Applied in two steps, so that replaced citations and several segments take part.
        index.apply(second.iter().cloned().map(Ok), 2).unwrap();
        let mut all: BTreeMap<String, Citation> = first.into_iter().map(|c| (c.id.clone(), c)).collect();
        all.extend(second.into_iter().map(|c| (c.id.clone(), c)));
        let citations: Vec<Citation> = all.into_values().collect();
        let filter = keyword.as_ref().map(|k| Filter::parse(&format!("keywords:'{k}'")).unwrap());
        let request = SearchRequest { obsolete, filter, ..SearchRequest::default() };
        let long = format!("(or {})", (0..9).map(|n| format!("keywords:'{}'", char::from(b'A' + n))).collect::<Vec<_>>().join(" "));
        let nested = format!("(and {long} (not (and audience:'A' {long})) (not tags:'x'))");
        let by_sets = SearchRequest { obsolete, filter: Filter::parse(&nested).ok(), ..SearchRequest::default() };
        let expected = citations
            .iter()
            .filter(|c| (obsolete || !c.obsolete) && !c.keywords.is_empty() && !c.audience.contains(&"A".into()))
            .count();
        prop_assert_eq!(index.snapshot().search(&by_sets).unwrap().hits.found as usize, expected);
        let matching: Vec<Citation> = citations
            .iter()
            .filter(|c| (obsolete || !c.obsolete) && keyword.as_ref().is_none_or(|k| c.keywords.contains(k)))
            .cloned()
            .collect();
        let mut answer = index.snapshot().search(&request).unwrap();
        // A value filtered by is shown even when nothing has it.
        answer.facets.values_mut().for_each(|f| f.buckets.retain(|b| b.count > 0));
        prop_assert_eq!(answer.hits.found as usize, matching.len());
        prop_assert_eq!(&answer.facets, &brute_force(&matching));
        prop_assert_eq!(index.snapshot().facets().unwrap(), brute_force(&citations));

        let mut rebuild = Rebuild::begin(dir.path(), "here", 2).unwrap();
        citations.iter().try_for_each(|c| rebuild.add(c)).unwrap();
        rebuild.finish(2, &Vocabulary::default()).unwrap();
        let applied = index.snapshot();
        index.follow_generation().unwrap();
        for q in ["a", "b c", "\"a b\"", "-c", "aa"] {
            let request = SearchRequest { q: q.into(), obsolete, ..SearchRequest::default() };
            let of = |snapshot: &crate::search::Snapshot| {
                let mut ids = snapshot.matches(&request).unwrap();
                ids.sort();
                ids
            };
            prop_assert_eq!(of(&applied), of(&index.snapshot()), "{}", q);
        }
    }

    #[test]
    fn no_query_makes_an_error(
        queries in prop::collection::vec(prop_oneof![any::<String>(), "[\"\\-a-c' *:()]{0,20}"], 1..20),
        start in 0usize..100_000, no_boost in any::<bool>()
    ) {
        let (_dir, index) = index(&[titled("a", "a b"), titled("b", "\"c\" - 'b' 哮喘 *")]);
        for q in queries {
            let request = SearchRequest { q: q.clone(), start, no_boost, ..SearchRequest::default() };
            prop_assert!(index.snapshot().search(&request).is_ok());
            index.snapshot().suggestions(&q, 10);
        }
    }
}
