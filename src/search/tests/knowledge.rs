//! Citations for codes and names of codes.

use super::{index, open, titled};
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::infobutton::information_recipient::{AgeGroup, InformationRecipient};
use crate::model::languages::tag::LanguageTag;
use crate::model::thesaurus::TermTable;
use crate::search::{ConceptCode, Index, KnowledgeHit, TermSources, Thesaurus};

fn found_ids(found: &[KnowledgeHit]) -> Vec<&str> {
    found.iter().map(|hit| hit.id.as_str()).collect()
}

fn check(index: &Index, code: &str, recipient: &InformationRecipient, expected: &[&str]) {
    let found = index.snapshot().citations_for_code(ConceptCode::Icd10cm(code), recipient).unwrap();
    assert_eq!(found_ids(&found), expected, "{code}");
}

fn catalogue() -> Vec<Citation> {
    let with_keyword = |id: &str, title: &str, keyword: &str| Citation {
        keywords: vec![keyword.into()],
        ..titled(id, title)
    };
    let adults = Citation { audience: vec!["Adults".into()], ..titled("adult", "Asthma") };
    let children = Citation { audience: vec!["Children".into()], ..titled("child", "Asthma") };
    let text =
        Citation { abstract_text: Some("A child with asthma may cough.".into()), ..titled("text", "Cough") };
    vec![
        with_keyword("spacer", "Using a spacer", "Asthma"),
        titled("plan", "What to do on a bad day with asthma"),
        adults,
        children,
        text,
        Citation { obsolete: true, ..titled("old", "Asthma") },
        titled("wrist", "Wrist Injuries and Disorders"),
        titled("broken", "Fractures"),
    ]
}

#[test]
fn citations_about_the_subject_come_before_those_that_mention_it() {
    let (_dir, index) = index(&catalogue());
    check(&index, "J45.909", &InformationRecipient::default(), &["adult", "child", "spacer", "plan"]);
    check(&index, "j45909", &InformationRecipient::default(), &["adult", "child", "spacer", "plan"]);
    check(&index, "S52.501A", &InformationRecipient::default(), &["wrist", "broken"]);
    check(&index, "Q99.8", &InformationRecipient::default(), &[]);
    check(&index, "", &InformationRecipient::default(), &[]);
}

/// Vietnamese 'ói' (vomiting) is not OI.
#[test]
fn a_label_names_its_concept_only_in_its_own_language() {
    let version = |lang: &str| LanguageVersion { lang: lang.into(), ..LanguageVersion::default() };
    let of = |id: &str, title: &str, keyword: &str, languages: &[&str]| Citation {
        keywords: vec![keyword.into()],
        languages: languages.iter().map(|lang| version(lang)).collect(),
        ..titled(id, title)
    };
    let (_dir, index) = index(&[
        of("bones", "Osteogenesis Imperfecta", "OI", &["English"]),
        of("vi", "Ói", "Bé bị ói", &["Vietnamese"]),
        of("en", "Vomiting", "Emesis", &["English", "Vietnamese"]),
    ]);
    check(&index, "R11.10", &InformationRecipient::default(), &["en", "vi"]);
}

#[test]
fn a_text_that_only_mentions_a_disease_does_not_answer() {
    let text =
        Citation { abstract_text: Some("Croup sounds like a bark.".into()), ..titled("text", "Cough") };
    let (_dir, index) = index(&[text, titled("croup", "Croup")]);
    check(&index, "J05.0", &InformationRecipient::default(), &["croup"]);
}

#[test]
fn another_disease_does_not_answer() {
    let with_keyword = |id: &str, title: &str, keyword: &str| Citation {
        keywords: vec![keyword.into()],
        ..titled(id, title)
    };
    let (_dir, index) = index(&[
        titled("insipidus", "Diabetes Insipidus"),
        with_keyword("nerve", "Trigeminal Neuralgia", "Tic douloureux"),
        titled("diabetes", "Diabetes"),
    ]);
    check(&index, "E10.9", &InformationRecipient::default(), &["diabetes"]);
    check(&index, "F95.0", &InformationRecipient::default(), &[]);
    let named = |name: &str, code| {
        let code = Some(ConceptCode::Icd10cm(code));
        index.snapshot().citations_for_name(name, code, &InformationRecipient::default()).unwrap()
    };
    assert_eq!(found_ids(&named("diabetes", "E10.9")), ["diabetes"]);
    assert_eq!(found_ids(&named("tic disorder", "F95.0")), [""; 0]);
}

#[test]
fn the_audience_that_suits_comes_first_and_no_age_keeps_anything_out() {
    let (_dir, index) = index(&catalogue());
    let of_age =
        |age_group| InformationRecipient { age_group: Some(age_group), ..InformationRecipient::default() };
    check(&index, "J45", &of_age(AgeGroup::Child), &["child", "adult", "spacer", "plan"]);
    check(&index, "J45", &of_age(AgeGroup::Adult), &["adult", "child", "spacer", "plan"]);
}

#[test]
fn hits_tell_whether_they_have_the_preferred_language() {
    let version = |lang: &str| LanguageVersion { lang: lang.into(), ..LanguageVersion::default() };
    let both =
        Citation { languages: vec![version("English"), version("Spanish")], ..titled("both", "Asthma") };
    let english = Citation { languages: vec![version("English")], ..titled("english", "Asthma") };
    let (_dir, index) = index(&[english, both]);
    let recipient = InformationRecipient {
        language: LanguageTag::parse("es-US").ok(),
        ..InformationRecipient::default()
    };
    let found = index.snapshot().citations_for_code(ConceptCode::Icd10cm("J45.909"), &recipient).unwrap();
    let languages: Vec<(&str, bool)> = found.iter().map(|hit| (hit.id.as_str(), hit.has_language)).collect();
    assert_eq!(languages, [("both", true), ("english", false)]);
}

#[test]
fn a_medicine_is_found_by_its_ingredient() {
    let (_dir, index) = index(&[titled("amoxicillin", "Amoxicillin"), titled("ibuprofen", "Ibuprofen")]);
    let found = |code| {
        index
            .snapshot()
            .citations_for_code(ConceptCode::Rxnorm(code), &InformationRecipient::default())
            .unwrap()
    };
    assert_eq!(found_ids(&found("723")), ["amoxicillin"]);
    assert_eq!(found_ids(&found("5640")), ["ibuprofen"]);
    assert_eq!(found_ids(&found("72")), [""; 0]);
}

#[test]
fn the_name_of_a_code_finds_what_is_about_it() {
    let (_dir, index) = index(&catalogue());
    let found =
        |text| index.snapshot().citations_for_name(text, None, &InformationRecipient::default()).unwrap();
    assert_eq!(found_ids(&found("wrist fracture")), ["wrist", "broken"]);
    assert_eq!(found_ids(&found("zebra")), [""; 0]);
    assert_eq!(found_ids(&found("")), [""; 0]);
}

#[test]
fn a_hospital_gives_codes_to_its_own_and_to_built_in_concepts() {
    let table =
        "disease\tOur Clinic\ten:purple clinic\ticd10cm:Z99.8\ndisease\tAsthma\ten:asthma\ticd10cm:Q99.8\n";
    let own = TermTable::parse(table).unwrap();
    let sources = TermSources { built_in: true, own: Some(&own), ..TermSources::default() };
    let dir = tempfile::tempdir().unwrap();
    let index = open(dir.path(), "here").unwrap();
    let citations = [titled("clinic", "Purple clinic"), titled("asthma", "Asthma")];
    index.apply(citations.into_iter().map(Ok), 1).unwrap();
    check(&index, "Q99.8", &InformationRecipient::default(), &[]);
    index.set_thesaurus(Thesaurus::new(&sources).unwrap()).unwrap();
    check(&index, "Z99.8", &InformationRecipient::default(), &["clinic"]);
    check(&index, "Q99.8", &InformationRecipient::default(), &["asthma"]);
    check(&index, "J45.909", &InformationRecipient::default(), &["asthma"]);
}
