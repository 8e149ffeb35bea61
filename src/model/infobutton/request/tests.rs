#![allow(clippy::unwrap_used)]
use super::*;
use proptest::prelude::*;

const ICD10: &str = "2.16.840.1.113883.6.90";

fn parse(query: &str) -> KnowledgeRequest {
    KnowledgeRequest::parse(query).unwrap()
}

fn refused(query: &str) -> String {
    KnowledgeRequest::parse(query).unwrap_err().to_string()
}

#[test]
fn criteria_are_numbered_or_repeated() {
    let check = |query: &str, expected: &[(&str, &str, &str)]| {
        let criteria = parse(query).criteria;
        let found: Vec<(&str, &str, &str)> =
            criteria.iter().map(|c| (&*c.code, &*c.system, &*c.display_name)).collect();
        assert_eq!(found, expected, "{query}");
    };
    check("", &[]);
    check("mainSearchCriteria.v.c=J45", &[("J45", "", "")]);
    check("mainSearchCriteria.v.c=+J45+&mainSearchCriteria.v.cs=x", &[("J45", "x", "")]);
    check("mainSearchCriteria.v.c=&mainSearchCriteria.v.cs=", &[]);
    check(
        "mainSearchCriteria2.v.c=R05&mainSearchCriteria.v.c=J45&mainSearchCriteria.v.cs=x&mainSearchCriteria2.v.cs=y",
        &[("J45", "x", ""), ("R05", "y", "")],
    );
    check(
        "mainSearchCriteria.v.c=J45&mainSearchCriteria.v.cs=x&mainSearchCriteria.v.dn=Asthma\
         &mainSearchCriteria.v.c1=R05&mainSearchCriteria.v.cs1=y&mainSearchCriteria.v.dn1=Cough",
        &[("J45", "x", "Asthma"), ("R05", "y", "Cough")],
    );
    check(
        "mainSearchCriteria.v.c=J45&mainSearchCriteria.v.cs=x&mainSearchCriteria.v.c=R05&mainSearchCriteria.v.cs=y",
        &[("J45", "x", ""), ("R05", "y", "")],
    );
    check("mainsearchcriteria.V.C=J45", &[("J45", "", "")]);
    check("mainSearchCriteria2.v.c3=J45&mainSearchCriteria.v.x=1&mainSearchCriteria99999999.v.c=J45", &[]);
    let many: String = (0..30).map(|n| format!("mainSearchCriteria{n}.v.dn=d{n}&")).collect();
    assert_eq!(parse(&many).criteria.len(), MAX_CRITERIA);
}

#[test]
fn a_known_code_has_a_known_system_and_its_form() {
    let check = |code: &str, system: &str, expected: Option<(CodeSystem, &str)>| {
        let criterion = Criterion { code: code.into(), system: system.into(), ..Criterion::default() };
        let expected = expected.map(|(system, code)| (system, code.to_owned()));
        assert_eq!(criterion.known_code(), expected, "{code} {system}");
    };
    check("j45909", ICD10, Some((CodeSystem::Icd10cm, "J45.909")));
    check("J45.909", "http://hl7.org/fhir/sid/icd-10-cm", Some((CodeSystem::Icd10cm, "J45.909")));
    check("195967001", "http://snomed.info/sct", Some((CodeSystem::Snomed, "195967001")));
    check("J45.909", "", None);
    check("J45.909", "1.2.3", None);
    check("asthma", ICD10, None);
    check("", ICD10, None);
}

#[test]
fn the_recipient_has_a_language_and_an_age_where_they_are_clear() {
    let check = |query: &str, language: Option<&str>, age_group: Option<AgeGroup>| {
        let InformationRecipient { language: found, age_group: found_age } = parse(query).recipient;
        assert_eq!((found.as_ref().map(|tag| tag.as_str()), found_age), (language, age_group), "{query}");
    };
    check("", None, None);
    check("informationRecipient.languageCode.c=spa&age.v.v=8&age.v.u=a", Some("es"), Some(AgeGroup::Child));
    check("informationRecipient.languageCode.c=%%%&ageGroup.v.c=D000293", None, Some(AgeGroup::Teenager));
    check("age.v.v=8&ageGroup.v.c=D000293", None, None);
    check("performer.languageCode.c=es", None, None);
}

#[test]
fn what_cannot_be_answered_is_refused() {
    assert!(refused("callback=f").contains("JSONP"));
    assert!(refused("callback=").contains("JSONP"));
    assert!(refused("knowledgeResponseType=application/pdf").contains("application/atom+xml"));
    let long = "x".repeat(501);
    assert!(refused(&format!("mainSearchCriteria.v.dn={long}")).contains("mainSearchCriteria.v.dn"));
    assert!(refused(&format!("somethingElse={long}")).contains("500"));
    assert!(refused(&format!("{long}=1")).contains("500"));
    assert!(KnowledgeRequest::parse(&format!("mainSearchCriteria.v.dn={}", "ü".repeat(500))).is_ok());
    for (text, expected) in [
        ("", None),
        ("application/json", Some(ResponseType::Json)),
        ("Text/XML", Some(ResponseType::Xml)),
        ("application/atom+xml", Some(ResponseType::Atom)),
        ("application/atom%2Bxml%3B%20charset=utf-8", Some(ResponseType::Atom)),
        ("text/html", Some(ResponseType::Html)),
    ] {
        assert_eq!(parse(&format!("knowledgeResponseType={text}")).response_type, expected, "{text}");
    }
}

#[test]
fn the_feed_repeats_the_request() {
    let request = parse(&format!(
        "mainSearchCriteria.v.c=J45.909&mainSearchCriteria.v.cs={ICD10}&informationRecipient=PROV&age.v.v=8&age.v.u=a\
         &patientPerson.administrativeGenderCode.c=F&informationRecipient.languageCode.c=es&anything=1"
    ));
    let categories = request.categories();
    let found: Vec<(&str, &str)> = categories.iter().map(|c| (c.scheme, c.term.as_str())).collect();
    assert_eq!(
        found,
        [
            ("mainSearchCriteria.v.c", "J45.909"),
            ("mainSearchCriteria.v.cs", ICD10),
            ("mainSearchCriteria.v.dn", ""),
            ("informationRecipient", "PROV"),
            ("patientPerson.administrativeGenderCode.c", "F"),
            ("informationRecipient.languageCode.c", "es"),
        ]
    );
    let empty = parse("").categories();
    assert_eq!(empty.iter().map(|c| c.term.as_str()).collect::<Vec<_>>(), ["", "", "", "PAT"]);
}

proptest! {
    #[test]
    fn whatever_is_sent_is_read_or_refused(query in "([a-zA-Z0-9.%&=+;ü]|mainSearchCriteria|\\.v\\.c){0,60}") {
        match KnowledgeRequest::parse(&query) {
            Ok(request) => prop_assert!(request.criteria.len() <= MAX_CRITERIA),
            Err(error) => prop_assert!(matches!(error, Error::Unreadable(_))),
        }
    }
}
