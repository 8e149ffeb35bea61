//! Clinical names, lay names and abbreviations of the same concept.

use super::{check_first, ids, index, search, titled};
use crate::model::citations::citation::{Citation, LanguageVersion, Named};

/// The names of each concept.
const NAMES: [&[&str]; 56] = [
    &["UTI", "urinary tract infection", "bladder infection"],
    &["RSV", "respiratory syncytial virus"],
    &["HTN", "hypertension", "high blood pressure"],
    &["conjunctivitis", "pink eye"],
    &["pertussis", "whooping cough"],
    &["ringworm", "tinea corporis"],
    &["gastroenteritis", "stomach flu", "stomach bug"],
    &["vomiting", "throwing up", "emesis"],
    &["otitis media", "ear infection"],
    &["varicella", "chickenpox"],
    &["pharyngitis", "sore throat"],
    &["pyrexia", "fever"],
    &["rhinorrhea", "runny nose"],
    &["epistaxis", "nosebleed"],
    &["pruritus", "itching"],
    &["urticaria", "hives"],
    &["atopic dermatitis", "eczema"],
    &["pediculosis", "head lice"],
    &["enuresis", "bedwetting"],
    &["GERD", "acid reflux"],
    &["ADHD", "attention deficit hyperactivity disorder"],
    &["verruca", "warts"],
    &["myopia", "nearsightedness"],
    &["strabismus", "crossed eyes"],
    &["cephalgia", "headache"],
    &["myocardial infarction", "heart attack"],
    &["CVA", "stroke"],
    &["hyperglycemia", "high blood sugar"],
    &["hypoglycemia", "low blood sugar"],
    &["T1DM", "type 1 diabetes"],
    &["fracture", "broken bone"],
    &["syncope", "fainting", "passing out"],
    &["dyspnea", "shortness of breath"],
    &["diarrhea", "loose stools"],
    &["tinnitus", "ringing in the ears"],
    &["alopecia", "hair loss"],
    &["candidiasis", "yeast infection"],
    &["mononucleosis", "mono", "kissing disease"],
    &["HFMD", "hand, foot and mouth disease"],
    &["lumbago", "low back pain"],
    &["hyperlipidemia", "high cholesterol"],
    &["anaphylaxis", "severe allergic reaction"],
    &["allergic rhinitis", "hay fever"],
    &["SIDS", "crib death"],
    &["enterobiasis", "pinworms"],
    &["parotitis", "mumps"],
    &["miliaria", "heat rash"],
    &["diaper dermatitis", "diaper rash"],
    &["insomnia", "trouble sleeping"],
    &["seizure", "convulsions"],
    &["nephrolithiasis", "kidney stones"],
    &["hordeolum", "stye"],
    &["IBS", "irritable bowel syndrome"],
    &["CF", "cystic fibrosis"],
    &["rubella", "German measles"],
    &["icterus", "jaundice"],
];

/// A citation whose title alone has its subject.
fn neutral(id: &str, title: &str) -> Citation {
    let english = LanguageVersion { lang: "English".into(), ..LanguageVersion::default() };
    Citation {
        keywords: vec!["Care at home".into()],
        abstract_text: Some("What to do at home.".into()),
        authors: vec!["Nursing".into()],
        publisher: Some(Named::new("Children's")),
        languages: vec![english],
        ..titled(id, title)
    }
}

#[test]
fn each_name_of_a_concept_finds_titles_with_the_others() {
    let mut missed = Vec::new();
    for title in 0..3 {
        let named = NAMES.iter().filter_map(|names| names.get(title).map(|title| neutral(names[0], title)));
        let (_dir, index) = index(&named.collect::<Vec<_>>());
        for names in NAMES.iter().filter(|names| names.len() > title) {
            for other in names.iter().filter(|other| **other != names[title]) {
                if ids(&index, other).first().map(String::as_str) != Some(names[0]) {
                    missed.push(format!("{other} does not find {}: {:?}", names[title], ids(&index, other)));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn a_name_that_the_catalogue_lacks_finds_nothing() {
    let titles = ["Asthma", "Bronchitis", "Dehydration", "Diarrhea", "Dermatitis"];
    let (_dir, index) = index(&titles.map(|title| neutral(title, title)));
    for name in ["croup", "scabies", "mumps"] {
        assert!(ids(&index, name).is_empty(), "{name}: {:?}", ids(&index, name));
    }
}

#[test]
fn a_label_finds_what_is_called_by_the_english_name_of_its_concept() {
    let text = |id: &str, text: &str| Citation { abstract_text: Some(text.into()), ..neutral(id, id) };
    let (_dir, index) = index(&[text("bowel", "A diary for an irritable bowel."), text("other", "Rest.")]);
    let found = search(&index, "IBS").hits;
    assert_eq!(found.hit[0].id, "citation:bowel");
    assert!(!found.understood.unwrap().is_sure);
}

#[test]
fn a_title_with_the_typed_signs_comes_first() {
    let titles = [
        "C basics",
        "C# basics",
        "C++ basics",
        "El nino",
        "El niño",
        "50 % off",
        "50 off",
        "Zed WHO",
        "Zed who",
    ];
    let (_dir, index) = index(&titles.map(|title| titled(title, title)));
    titles.iter().for_each(|title| check_first(&index, title, title));
}

#[test]
fn a_label_in_another_language_finds_the_topic_before_what_contains_it() {
    let statement = |id: &str, title: &str, lang: &str| {
        let version = LanguageVersion { lang: lang.into(), ..LanguageVersion::default() };
        let keywords = vec!["Vaccines".into(), "Immunization".into()];
        Citation { keywords, languages: vec![version], ..neutral(id, title) }
    };
    let (_dir, index) = index(&[
        statement("zh", "水痘疫苗：须知事宜", "Chinese"),
        statement("es", "Vacuna contra la varicela: vacunas para niños", "Spanish"),
        neutral("vaccines", "Vaccines"),
        neutral("childhood", "Childhood Vaccines"),
    ]);
    check_first(&index, "疫苗", "vaccines");
    check_first(&index, "vacunas para bebés", "childhood");
}
