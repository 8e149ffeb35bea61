//! Which citations a query finds.

use super::{check_first, ids, index, search, titled};
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::search::request::SearchRequest;
use std::collections::BTreeSet;

#[test]
fn searches_in_many_languages_find_the_expected_citations() {
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
    assert_eq!(asthma[..2], ["plan", "lungs"], "exact matches before thesaurus matches");
    assert_eq!(
        asthma[2..].iter().cloned().collect::<BTreeSet<_>>(),
        ["ar", "hmn", "ru", "so", "zh"].map(str::to_owned).into()
    );
    assert!(!ids(&index, "asthma -lungs").contains(&"lungs".to_owned()));
    assert_eq!(ids(&index, "asthma -lungs")[0], "plan");
    assert!(!ids(&index, "asthma -\"action plan\"").contains(&"plan".to_owned()), "not the title itself");
    check_first(&index, "\"time-out\"  -WHAT works?", "time");
    assert_eq!(ids(&index, "\"action plan\""), ["plan"]);
    assert!(ids(&index, "\"plan action\"").is_empty());
    assert!(search(&index, "asthma").hits.hit[1].highlights.abstract_text.contains("*asthma*"));
    assert_eq!(search(&index, "").hits.found, 12);
    assert_eq!(ids(&index, "").first().map(String::as_str), Some("plan"));
    let all = SearchRequest { q: "asthma".into(), obsolete: true, ..SearchRequest::default() };
    assert_eq!(index.snapshot().search(&all).unwrap().hits.found, 8);
}

#[test]
fn invisible_marks_of_copied_text_are_ignored() {
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
fn a_phrase_is_required_beside_other_words() {
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
fn an_age_is_optional() {
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
    assert_eq!(search(&index, "fever 2").hits.found, 12, "a number without a unit is required");
}

#[test]
fn words_are_stemmed_in_the_language_of_a_citation() {
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
    assert_eq!((understood.kind.as_str(), understood.is_sure), ("part", false));
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
        format!("{} asthma", (0..words).map(|n| format!("xkw{n}")).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(ids(&index, &beyond(63)), ["asthma"], "the 64th word counts");
    assert!(ids(&index, &beyond(64)).is_empty(), "the 65th does not");
}

#[test]
fn pruning_candidates_changes_no_result() {
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
