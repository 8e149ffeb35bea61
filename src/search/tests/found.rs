//! What searches and suggestions find.

use super::{check_first, ids, index, search, titled};
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::languages::tag::LanguageTag;
use crate::model::search::request::SearchRequest;
use crate::model::thesaurus::terms::Synonym;
use crate::search::{TermSources, Understanding, Vocabulary};
use std::collections::BTreeSet;

#[test]
fn what_a_person_expects_of_search() {
    let version = |lang: &str, number: &str| LanguageVersion {
        lang: lang.into(),
        item_number: Some(number.into()),
        ..LanguageVersion::default()
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
fn marks_that_come_along_with_copied_text_do_not_matter() {
    let version = LanguageVersion {
        lang: "English".into(),
        item_number: Some("KSBG1042".into()),
        ..LanguageVersion::default()
    };
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
fn complaints_medicines_and_initials_find_what_they_mean() {
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
    // No citation names diaper rash: the words of its English name are looked for.
    check_first(&index, "assadura", "skin");
}

#[test]
fn each_kind_of_understanding_can_be_switched_off() {
    let (_dir, index) = index(&[
        titled("throat", "Sore Throat"),
        titled("vertigo", "Benign Paroxysmal Vertigo"),
        titled("ache", "Headache"),
    ]);
    let found = |q: &str, understanding: Understanding| {
        let snapshot =
            index.snapshot_with(Vocabulary::built_in().unwrap()).unwrap().with_understanding(understanding);
        let query = SearchRequest { q: q.into(), ..SearchRequest::default() };
        snapshot.search(&query).unwrap().hits.found
    };
    let all = Understanding::default();
    assert_eq!(found("duele garganta", all), 1);
    assert_eq!(found("BPV", all), 1);
    assert_eq!(found("BPV", Understanding { initials: false, ..all }), 0);
    let first = |understanding| found("kumikirot ang noo", understanding);
    assert_eq!((first(all), first(Understanding { complaints: false, ..all })), (1, 0));
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
fn partial_matches_need_no_share_of_the_words() {
    let rare = (0..70).map(|n| Citation {
        abstract_text: Some("Wheezing at night.".into()),
        ..titled(&format!("wheeze{n}"), &format!("Leaflet {n}"))
    });
    let mut all: Vec<Citation> = rare.collect();
    all.push(titled("asthma", "Asthma"));
    all.push(Citation { abstract_text: Some("Zebras, wheezing.".into()), ..titled("zebra", "Zebras") });
    let (_dir, index) = index(&all);
    let answer = search(&index, "wheezing qqquz xxyzzy plughh");
    assert_eq!(answer.hits.found, 50, "no citation contains all the words: the best 50 follow");
    let understood = answer.hits.understood.unwrap();
    assert_eq!((understood.kind.as_str(), understood.is_under_half), ("part", true));
    // One contains both words, 69 of the others follow up to 50.
    let answer = search(&index, "zebra wheezing");
    assert_eq!((answer.hits.found, answer.hits.hit[0].id.as_str()), (51, "citation:zebra"));
    assert!(answer.hits.understood.is_none());
    // Ten contain every word: nothing else follows.
    let (_dir, index) =
        super::index(&(0..10).map(|n| titled(&format!("x{n}"), "Zebra cast")).collect::<Vec<_>>());
    index.apply([Ok(titled("one", "Zebra"))].into_iter(), 2).unwrap();
    assert_eq!(search(&index, "zebra cast").hits.found, 10);
    assert_eq!(search(&index, "the qqquz").hits.found, 0, "no citation contains either");
}

#[test]
fn a_query_with_a_known_word_finds_something() {
    let (_dir, index) = index(&[
        Citation { abstract_text: Some("What to do at home.".into()), ..titled("fever", "Fever") },
        titled("asthma", "Asthma"),
    ]);
    assert_eq!(ids(&index, "qqquz what xxyzzy"), ["fever"]);
    assert_eq!(ids(&index, "qqquz symptoms of asthma xxyzzy plughh fnordd"), ["asthma"]);
    assert!(ids(&index, "asthma \"plan\"").is_empty());
    assert!(ids(&index, "asthma qqquz -asthma").is_empty());
    let beyond = |words: usize| {
        format!("{} asthma", (0..words).map(|n| format!("q{n}")).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(ids(&index, &beyond(63)), ["asthma"], "the 64th word counts");
    assert!(ids(&index, &beyond(64)).is_empty(), "the 65th does not");
}

#[test]
fn what_many_candidates_leave_out_changes_no_result() {
    // A rare word, a common one and a very common one, in every combination and with different frequencies.
    let citations: Vec<Citation> = (0..900usize)
        .map(|n| {
            let mut text = "home ".repeat(n % 7 + 1);
            text.push_str(&"night ".repeat(if n % 3 == 0 { n % 5 + 1 } else { 0 }));
            text.push_str(if n % 29 == 0 { "croup" } else { "" });
            Citation { abstract_text: Some(text), ..titled(&format!("c{n}"), &format!("Leaflet {n}")) }
        })
        .collect();
    let (_dir, index) = index(&citations);
    let found = ids(&index, "croup night home zzqqx");
    let all_three = |id: &String| id[1..].parse::<usize>().unwrap() % 87 == 0;
    assert!(found.iter().all(all_three), "{found:?}");
    assert_eq!(search(&index, "croup night home zzqqx").hits.found, 50);
}

#[test]
fn what_a_query_is_about_ranks_above_incidental_words() {
    let text = |id: &str, title: &str, text: &str| Citation {
        abstract_text: Some(text.into()),
        ..titled(id, title)
    };
    let (_dir, index) = index(&[
        titled("gout", "Gout"),
        text("heart", "Heart Attack", "Gout medicines and an attack of the heart; an attack, a gout attack."),
        titled("arthritis", "Arthritis"),
        text("abuse", "Elder Abuse", "Elderly people with arthritis. Arthritis in the elderly."),
        titled("diabetes", "Diabetes"),
        titled("pregnancy", "Pregnancy"),
        text("both", "Diabetes and Pregnancy", "High blood sugar."),
        text("baby", "Baby Health Checkup", "Will diabetes during pregnancy affect the baby?"),
        text("keyword", "Painful joints", "Rest."),
    ]);
    check_first(&index, "i have a gout attack", "gout");
    check_first(&index, "Arthritis on elderly", "arthritis");
    check_first(&index, "will diabetes during pregnancy affect the baby", "both");
    check_first(&index, "gout attack of the heart", "heart");
}

#[test]
fn foreign_prose_never_leads() {
    let version = |lang: &str| vec![LanguageVersion { lang: lang.into(), ..LanguageVersion::default() }];
    let (_dir, index) = index(&[
        Citation {
            languages: version("Vietnamese"),
            abstract_text: Some("Các nốt mụn và mụn mủ. Mụn đỏ, mụn đau, rất nhiều mụn.".into()),
            ..titled("prose", "Vắc-xin sởi")
        },
        Citation {
            languages: version("English"),
            keywords: vec!["Mun syndrome".into()],
            ..titled("named", "Leaflet")
        },
        Citation {
            languages: version("Vietnamese"),
            keywords: vec!["Mụn".into()],
            ..titled("keyword", "Tờ rơi")
        },
    ]);
    let found = ids(&index, "mụn đỏ mủ");
    assert_eq!(found.last().map(String::as_str), Some("prose"), "{found:?}");
    assert_eq!(found.len(), 3);
    assert_eq!(ids(&index, "nốt"), ["prose"]);
}

#[test]
fn corrections_stay_within_language_and_prefer_names() {
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
fn an_abbreviation_gives_way_to_the_readers_language() {
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
fn suggestions_keep_the_accents_that_were_typed() {
    let (_dir, index) = index(&[titled("vomit", "Nausea and Vomiting")]);
    let suggestions = index.snapshot().suggestions("vómito", 10);
    assert_eq!(suggestions.first().map(String::as_str), Some("vómito"), "{suggestions:?}");
}
