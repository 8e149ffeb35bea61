//! Which citations answer, and in which order.

use super::{ICD10, SNOMED, codes, criterion, encoded, ids, languages, serve, with};
use crate::support::provider::Provider;
use crate::support::{PATIENCE, Start, fill};
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test]
async fn the_code_comes_before_its_parents_concepts_and_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(
        &folder,
        &[
            with("concept", "Asthma", json!({})),
            with("category", "Purple plan", json!({"codes": codes("icd10cm", &["J45"])})),
            with("near", "Green plan", json!({"codes": codes("icd10cm", &["J45.9"])})),
            with("nearer", "Blue plan", json!({"codes": codes("icd10cm", &["J45.90"])})),
            with("exact", "Red plan", json!({"codes": codes("icd10cm", &["J45909"])})),
            with("sibling", "Black plan", json!({"codes": codes("icd10cm", &["J45.901"])})),
            with("old", "Old plan", json!({"codes": codes("icd10cm", &["J45.909"]), "obsolete": true})),
            with("snomed", "Grey plan", json!({"codes": codes("snomed", &["195967001"])})),
            with("old-icd", "White plan", json!({"codes": codes("icd9cm", &["382.9"])})),
            with("name", "Zebra stripes", json!({"abstract": "Not for a giraffe."})),
            with("medicine", "Amoxicillin", json!({})),
            with("fever", "Fever", json!({})),
        ],
    );
    let visitor = server.visitor();
    let all = ["exact", "nearer", "near", "category", "concept"];
    let and_name = ["exact", "nearer", "near", "category", "concept", "name"];
    for (query, expected) in [
        (criterion("J45.909", ICD10), &all[..]),
        (criterion("j45909", "urn:oid:2.16.840.1.113883.6.90"), &all),
        (criterion("J45.909", "http://hl7.org/fhir/sid/icd-10-cm"), &all),
        (criterion("J45.90", ICD10), &["nearer", "near", "category", "concept"]),
        (criterion("J45", ICD10), &["category", "concept"]),
        (criterion("195967001", SNOMED), &["snomed"]),
        (criterion("382.9", "2.16.840.1.113883.6.103"), &["old-icd"]),
        (criterion("493.90", "2.16.840.1.113883.6.103"), &["concept"]),
        (criterion("723", "2.16.840.1.113883.6.88"), &["medicine"]),
        // A medicine that no citation is about finds what it is for.
        (criterion("5640", "2.16.840.1.113883.6.88"), &["fever"]),
        (criterion("4548-4", "2.16.840.1.113883.6.1"), &[]),
        // Citations with the name come after those with the code; citations that only contain its words do not match.
        (format!("{}&mainSearchCriteria.v.dn=Zebra", criterion("J45.909", ICD10)), &and_name),
        (format!("{}&mainSearchCriteria.v.ot=zebras,+unspecified", criterion("J45.909", ICD10)), &and_name),
        (format!("{}&mainSearchCriteria.v.dn=giraffe", criterion("J45.909", ICD10)), &all),
        (format!("{}&mainSearchCriteria.v.dn=asthma", criterion("J45.909", ICD10)), &all),
        // The name is used only if the code finds nothing, and if there is no code; titles and keywords have it.
        ("mainSearchCriteria.v.dn=giraffe".to_owned(), &[]),
        (
            format!("{}&mainSearchCriteria.v.dn=Zebra+stripes+(disorder)", criterion("Q99.8", ICD10)),
            &["name"],
        ),
        (format!("{}&mainSearchCriteria.v.dn=Zebra", criterion("local", "1.2.3")), &["name"]),
        ("mainSearchCriteria.v.dn=Unspecified+zebra,+right".to_owned(), &["name"]),
        ("mainSearchCriteria.v.ot=zebra".to_owned(), &["name"]),
        ("mainSearchCriteria.v.dn=qqqq&mainSearchCriteria.v.ot=zebra".to_owned(), &["name"]),
        // A code without its system is ignored.
        ("mainSearchCriteria.v.c=J45.909".to_owned(), &[]),
        ("mainSearchCriteria.v.c=J45.909&mainSearchCriteria.v.dn=Asthma".to_owned(), &[]),
        ("mainSearchCriteria.v.cs=2.16.840.1.113883.6.90".to_owned(), &[]),
        (String::new(), &[]),
    ] {
        assert_eq!(ids(&visitor, &query).await, expected, "{query}");
    }
}

#[tokio::test]
async fn several_criteria_take_turns_and_no_citation_comes_twice() {
    let folder = tempfile::tempdir().unwrap();
    let mut citations: Vec<_> = (0..8)
        .map(|n| {
            with(&format!("a{n}"), &format!("Plan a{n}"), json!({"codes": codes("icd10cm", &["J45.909"])}))
        })
        .collect();
    citations.push(with("both", "Plan both", json!({"codes": codes("icd10cm", &["J45.909", "H66.90"])})));
    citations.push(with("ear", "Plan ear", json!({"codes": codes("icd10cm", &["H66.90"])})));
    let server = serve(&folder, &citations);
    let visitor = server.visitor();
    let second = "mainSearchCriteria2.v.c=H66.90&mainSearchCriteria2.v.cs=2.16.840.1.113883.6.90";
    let found = ids(&visitor, &format!("{}&{second}", criterion("J45.909", ICD10))).await;
    assert_eq!(found, ["a0", "both", "a1", "ear", "a2", "a3", "a4", "a5", "a6", "a7"]);
    let repeated = format!("{}&{}", criterion("J45.909", ICD10), criterion("H66.90", ICD10));
    assert_eq!(ids(&visitor, &repeated).await, found);
    assert_eq!(ids(&visitor, second).await, ["both", "ear"]);
}

#[tokio::test]
async fn citations_in_the_preferred_language_come_first_with_their_version() {
    let folder = tempfile::tempdir().unwrap();
    let coded = |id: &str, versions: &[&str], audience: &str| {
        let fields = json!({
            "codes": codes("icd10cm", &["J45.909"]), "languages": languages(versions), "audience": [audience]
        });
        with(id, &format!("Plan {id}"), fields)
    };
    let server = serve(
        &folder,
        &[
            coded("english", &["English"], "Adults"),
            coded("both", &["English", "Spanish"], "Parents"),
            coded("somali", &["Somali"], "Teens"),
            with("concept", "Asthma", json!({"languages": languages(&["English", "Spanish"])})),
        ],
    );
    let visitor = server.visitor();
    let asked = |more: &str| format!("{}{more}", criterion("J45.909", ICD10));
    for (more, expected) in [
        ("", ["english", "both", "somali", "concept"]),
        ("&informationRecipient.languageCode.c=es", ["both", "concept", "english", "somali"]),
        ("&informationRecipient.languageCode.c=spa", ["both", "concept", "english", "somali"]),
        ("&informationRecipient.languageCode.c=es-US", ["both", "concept", "english", "somali"]),
        ("&informationRecipient.languageCode.c=so", ["somali", "english", "both", "concept"]),
        ("&informationRecipient.languageCode.c=fr", ["english", "both", "somali", "concept"]),
        ("&informationRecipient.languageCode.c=%00", ["english", "both", "somali", "concept"]),
        ("&age.v.v=15&age.v.u=a", ["somali", "both", "english", "concept"]),
        ("&ageGroup.v.c=D000328", ["english", "both", "somali", "concept"]),
        ("&age.v.v=15&age.v.u=a&ageGroup.v.c=D000328", ["english", "both", "somali", "concept"]),
    ] {
        assert_eq!(ids(&visitor, &asked(more)).await, expected, "{more}");
    }
    let answer = super::ask(&visitor, &asked("&informationRecipient.languageCode.c=es")).await;
    let links: Vec<(&str, &str)> = answer.body["feed"]["entry"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (entry["link"][0]["href"].as_str().unwrap(), entry["link"][0]["hreflang"].as_str().unwrap())
        })
        .collect();
    let file = |name: &str| format!("https://files.example.org/{name}.pdf");
    let files = [file("spanish"), file("spanish"), file("english"), file("somali")];
    let expected: Vec<(&str, &str)> =
        files.iter().map(String::as_str).zip(["es", "es", "en", "so"]).collect();
    assert_eq!(links, expected);
}

#[tokio::test]
async fn the_info_button_leads_to_the_citation_or_to_the_handouts_of_the_feed() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(
        &folder,
        &[
            with("fever", "Fever", json!({})),
            with("category", "Purple plan", json!({"codes": codes("icd10cm", &["J45"])})),
            with("near", "Green plan", json!({"codes": codes("icd10cm", &["J45.9"])})),
            with(
                "nearer",
                "Blue plan",
                json!({"codes": codes("icd10cm", &["J45.90"]), "languages": languages(&["Spanish"])}),
            ),
            with("exact", "Red plan", json!({"codes": codes("icd10cm", &["J45.901"])})),
        ],
    );
    let visitor = server.visitor();
    let location = async |query: &str| {
        let answer = visitor.get(&format!("/infobutton?{query}")).await;
        assert_eq!(answer.status, 303, "{query}: {answer:?}");
        assert!(!answer.headers.contains_key("access-control-allow-origin"), "{answer:?}");
        answer.headers["location"].to_str().unwrap().to_owned()
    };
    assert_eq!(location(&criterion("R50.9", ICD10)).await, "/citation/fever");
    let html = visitor
        .get(&format!("/api/infobutton?knowledgeResponseType=text/html&{}", criterion("R50.9", ICD10)))
        .await;
    assert_eq!(html.status, 303);
    let button = html.headers["location"].to_str().unwrap();
    assert_eq!(visitor.get(button).await.headers["location"], "/citation/fever");
    let several = format!("{}&informationRecipient.languageCode.c=sp", criterion("J45.901", ICD10));
    let page = location(&several).await;
    assert_eq!(page, format!("/search?infobutton=1&{several}"));
    let html = async |page: &str| visitor.request("GET", page).send().await.unwrap().text().await.unwrap();
    let text = html(&page).await;
    let places = ["Blue plan", "Red plan", "Green plan", "Purple plan"]
        .map(|title| text.find(&format!(">{title}</a>")));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}: {text}");
    assert!(text.contains("https://files.example.org/spanish.pdf") && text.contains("J45.901"), "{text}");
    for query in ["mainSearchCriteria.v.dn=qqqq", ""] {
        let page = location(query).await;
        assert!(page.starts_with("/search?infobutton=1") && page.ends_with(query), "{page}");
        assert!(html(&page).await.contains("There is no handout for this yet."), "{page}");
    }
}

#[tokio::test]
async fn only_codes_that_nothing_answers_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fill(&data, &[with("fever", "Fever", json!({}))]);
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let (visitor, admin) = (server.visitor(), server.bearer(provider.admin()));
    for _ in 0..3 {
        for query in [
            criterion("R50.9", ICD10),
            criterion("q998", ICD10),
            format!("{}&mainSearchCriteria.v.dn=fever", criterion("Q98.8", ICD10)),
            criterion("not a code", ICD10),
            criterion("Q97.8", "1.2.3"),
            format!("mainSearchCriteria.v.dn={}", encoded("a name of a child")),
        ] {
            ids(&visitor, &query).await;
        }
    }
    let begun = Instant::now();
    loop {
        let listed = admin.get("/api/system/searches/codes").await;
        assert_eq!(listed.status, 200, "{listed:?}");
        if listed.body["found"] == 1 {
            let row = &listed.body["codes"][0];
            assert_eq!(
                (&row["system"], &row["code"], &row["count"]),
                (&json!("icd10cm"), &json!("Q99.8"), &json!(3))
            );
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "{listed:?}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test]
async fn a_citation_about_a_wider_concept_answers_and_one_about_another_disease_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(
        &folder,
        &[
            with("wider", "Eye injuries", json!({"abstract": "Among them is a corneal abrasion."})),
            with("near", "Corneal disorders", json!({})),
        ],
    );
    let visitor = server.visitor();
    for (code, expected) in [("S05.00XA", &["near", "wider"][..]), ("S05.90XA", &["wider"])] {
        assert_eq!(ids(&visitor, &criterion(code, ICD10)).await, expected, "{code}");
    }
}

#[tokio::test]
async fn a_name_is_answered_by_what_is_about_it_and_not_by_single_words() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(
        &folder,
        &[
            with("pneumonia", "Pneumonia", json!({})),
            with("counseling", "Genetic Counseling", json!({})),
            with("skin", "Tests and Procedures to Find Skin Cancer", json!({})),
            with("tendinitis", "Tendinitis", json!({})),
            with("blood-pressure", "Low Blood Pressure", json!({"keywords": ["LBP"]})),
            with("back", "Back Pain", json!({})),
            with("marijuana", "Marijuana", json!({"keywords": ["Pot"]})),
            with(
                "eyes",
                "Macular Degeneration",
                json!({"abstract": "It blurs central vision: a line looks bent."}),
            ),
            with("hepatitis-b", "Vắc-xin Viêm gan B", json!({"languages": languages(&["Vietnamese"])})),
            with("insurance", "Managed Care", json!({})),
            with("nerves", "Autonomic Nervous System Disorders", json!({})),
        ],
    );
    let visitor = server.visitor();
    for (code, name, expected) in [
        ("P99.9", "Acute pneumonia of the newborn", &["pneumonia"][..]),
        ("Z53.20", "Procedure and treatment not carried out because of patient's decision", &[]),
        ("Z71.89", "Other specified counseling", &[]),
        ("Z87.898", "Personal history of other specified conditions", &[]),
        ("Z45.2", "Encounter for adjustment and management of vascular access device", &[]),
        ("M76.60", "Achilles tendinitis, unspecified leg", &["tendinitis"]),
        ("M54.9", "Dorsalgia, unspecified", &["back"]),
        ("G90.A", "Postural orthostatic tachycardia syndrome [POTS]", &["nerves"]),
    ] {
        for language in ["en", "vi"] {
            let query = format!(
                "{}&mainSearchCriteria.v.dn={}&informationRecipient.languageCode.c={language}",
                criterion(code, ICD10),
                encoded(name)
            );
            assert_eq!(ids(&visitor, &query).await, expected, "{code} {language}");
        }
    }
}

/// Epic sends names with strength, form, route and salt, often without a code that we know.
#[tokio::test]
async fn a_medicine_is_found_by_its_ingredient_and_a_vaccine_by_its_code() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(
        &folder,
        &[
            with("ibuprofen", "Ibuprofen", json!({})),
            with("amoxicillin", "Amoxicillin", json!({})),
            with("inhalants", "Inhalants", json!({})),
            with("asthma", "Asthma", json!({})),
            with("polio", "Polio Vaccine", json!({"keywords": ["Vaccines"]})),
            with("hepatitis-a", "Hepatitis A", json!({})),
            with("suspension", "Suspension from school", json!({"keywords": ["Oral health"]})),
            with("hepatitis", "Hepatitis B Vaccine", json!({})),
            with("teens", "Teen Health", json!({"keywords": ["Adolescent", "Pediatric"]})),
        ],
    );
    let visitor = server.visitor();
    let found = async |system: &str, code: &str, name: &str| {
        let query = format!("{}&mainSearchCriteria.v.dn={}", criterion(code, system), encoded(name));
        ids(&visitor, &query).await
    };
    let (ndc, cvx) = ("2.16.840.1.113883.6.69", "2.16.840.1.113883.12.292");
    assert_eq!(found(ndc, "00045-0500-20", "ibuprofen 100 mg/5 mL oral suspension").await, ["ibuprofen"]);
    assert_eq!(found(ndc, "1", "Amoxicillin 400 MG/5ML Oral Suspension").await, ["amoxicillin"]);
    // No citation has the name: those about what the medicine is for.
    assert_eq!(found(ndc, "1", "albuterol 90 mcg/actuation inhaler").await, ["asthma"]);
    assert_eq!(found(ndc, "1", "24 HR zorpimab 5 mg inhaler").await, [""; 0]);
    assert_eq!(found(cvx, "08", "Hep B, adolescent or pediatric").await, ["hepatitis"]);
    assert_eq!(ids(&visitor, &criterion("08", cvx)).await, ["hepatitis"]);
    assert_eq!(ids(&visitor, &criterion("9999", cvx)).await, [""; 0]);
    let bare = visitor.get("/api/search?q=ibuprofen").await.body["hits"]["hit"].clone();
    let long = visitor.get("/api/search?q=Ibuprofen+100+mg/5+mL+oral+suspension").await;
    assert_eq!(long.body["hits"]["hit"], bare, "{long:?}");
}
