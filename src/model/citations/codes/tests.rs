#![allow(clippy::unwrap_used)]
use super::*;
use crate::model::citations::citation::Citation;
use crate::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
use proptest::prelude::*;
use serde_json::{Value, json};

#[track_caller]
fn check(system: CodeSystem, given: &str, expected: Option<&str>) {
    assert_eq!(system.normalize(given).ok().as_deref(), expected, "{} {given:?}", system.label());
}

#[test]
fn icd_10_cm_codes_have_three_to_seven_characters_and_get_their_dot() {
    for (given, expected) in [
        ("J45.909", "J45.909"),
        ("j45909", "J45.909"),
        (" J45 ", "J45"),
        ("Z3A.20", "Z3A.20"),
        ("C7B.00", "C7B.00"),
        ("U07.1", "U07.1"),
        ("s06.0x0a", "S06.0X0A"),
        ("T36.0X1A", "T36.0X1A"),
    ] {
        check(CodeSystem::Icd10cm, given, Some(expected));
    }
    for wrong in
        ["", "J4", "J45.", "J4.5909", "J45.90.9", "J45.90999", "45.909", "JA5", "J45-909", "J45 909", "Ｊ45"]
    {
        check(CodeSystem::Icd10cm, wrong, None);
    }
}

#[test]
fn icd_9_cm_codes_have_three_to_five_characters_and_get_their_dot() {
    for (given, expected) in [
        ("493", "493"),
        ("493.9", "493.9"),
        ("49390", "493.90"),
        ("v202", "V20.2"),
        ("V20", "V20"),
        ("e8809", "E880.9"),
        ("E880", "E880"),
    ] {
        check(CodeSystem::Icd9cm, given, Some(expected));
    }
    for wrong in ["", "49", "493.", "493.901", "4939.0", "E88", "E880.99", "E88.09", "V2", "V20.211", "J45"] {
        check(CodeSystem::Icd9cm, wrong, None);
    }
}

#[test]
fn snomed_identifiers_have_six_to_eighteen_digits_and_a_verhoeff_check_digit() {
    for right in ["195967001", "386661006", "22298006", "138875005", "900000000000207008", "100005"] {
        check(CodeSystem::Snomed, right, Some(right));
    }
    for wrong in ["", "195967002", "195976001", "12345", "0195967001", "1959670010000000000", "19596700a"] {
        check(CodeSystem::Snomed, wrong, None);
    }
}

#[test]
fn rxnorm_identifiers_are_numbers() {
    check(CodeSystem::Rxnorm, "435", Some("435"));
    check(CodeSystem::Rxnorm, " 1049683 ", Some("1049683"));
    for wrong in ["", "0435", "4a5", "123456789", "-1", "4.5"] {
        check(CodeSystem::Rxnorm, wrong, None);
    }
}

#[test]
fn loinc_codes_end_in_a_hyphen_and_a_mod_10_check_digit() {
    for right in ["4548-4", "2093-3", "718-7", "8310-5", "1-8", "100000-9"] {
        check(CodeSystem::Loinc, right, Some(right));
    }
    for wrong in ["", "4548", "4548-5", "45484", "4584-4", "-4", "4548-44", "LP4548-4", "0718-7"] {
        check(CodeSystem::Loinc, wrong, None);
    }
}

#[test]
fn systems_are_known_by_name_oid_and_uri() {
    for system in CodeSystem::ALL {
        let oid = format!("urn:oid:{}", system.oid());
        for identifier in
            [system.name(), system.label(), system.oid(), &oid, system.uri(), &system.name().to_uppercase()]
        {
            assert_eq!(CodeSystem::from_identifier(identifier), Some(system), "{identifier}");
        }
    }
    for unknown in ["", "icd10", "2.16.840.1.113883.6", "http://hl7.org/fhir/sid/icd-10"] {
        assert_eq!(CodeSystem::from_identifier(unknown), None, "{unknown}");
    }
}

fn read(codes: &Value) -> Result<Citation, Vec<String>> {
    citation_from_json(&json!({"title": "Asthma", "codes": codes}), Completeness::Import, Dates::Stored)
        .map_err(|errors| {
            errors.into_iter().map(|error| format!("{}: {}", error.field, error.message)).collect()
        })
}

#[test]
fn a_code_is_there_once_with_the_words_that_came_first() {
    let citation = read(&json!([
        {"system": "icd10cm", "code": "J45909", "display": " Asthma,  unspecified "},
        {"system": "icd10cm", "code": "j45.909", "display": "Asthma"},
        {"system": "http://snomed.info/sct", "code": "195967001", "display": ""},
    ]))
    .unwrap();
    assert_eq!(
        serde_json::to_value(&citation).unwrap()["codes"],
        json!([{"system": "icd10cm", "code": "J45.909", "display": "Asthma, unspecified"},
               {"system": "snomed", "code": "195967001"}])
    );
}

#[test]
fn every_error_names_its_row_and_part() {
    let errors = read(&json!([
        {"system": "icd10", "code": "J45"},
        {"code": "J45"},
        {"system": "icd10cm"},
        {"system": "icd10cm", "code": 45},
        {"system": "loinc", "code": "4548-5"},
        {"system": "rxnorm", "code": "435", "display": "x".repeat(501)},
        "J45",
    ]))
    .unwrap_err();
    assert_eq!(
        errors,
        [
            "codes[0].system: Expected one of icd10cm, icd9cm, snomed, rxnorm, loinc.",
            "codes[1].system: The code system is required.",
            "codes[2].code: The code is required.",
            "codes[3].code: Expected text, found a number.",
            "codes[4].code: The last digit of this LOINC code does not fit the others. Check for a typing error.",
            "codes[5].display: At most 500 characters are allowed.",
            "codes[6]: Expected an object, found text.",
        ]
    );
}

#[test]
fn at_most_fifty_different_codes_fit() {
    let codes = |count: usize| -> Value {
        (1..=count).map(|n| json!({"system": "rxnorm", "code": n.to_string()})).collect()
    };
    assert_eq!(read(&codes(50)).unwrap().codes.len(), 50);
    assert_eq!(read(&codes(51)).unwrap_err(), ["codes: At most 50 codes are allowed."]);
}

proptest! {
    #[test]
    fn a_code_as_stored_is_stored_the_same_again(text in "[A-Za-z]?[0-9A-Za-z.-]{0,12}") {
        for system in CodeSystem::ALL {
            if let Ok(code) = system.normalize(&text) {
                prop_assert_eq!(system.normalize(&code), Ok(code.clone()));
                prop_assert_eq!(system.normalize(&code.replace('.', "").to_ascii_lowercase()), Ok(code));
            }
        }
    }

    /// What a check digit is for: it detects every wrong digit, and Verhoeff's every swap of neighbors too.
    #[test]
    fn a_typing_error_is_detected(number in 10_000u64..1_000_000_000_000, at in 0usize..12, digit in 0u8..10) {
        let checked = (0..10).map(|check| format!("{number}{check}"));
        let right: Vec<String> = checked.filter(|text| has_verhoeff_check_digit(text)).collect();
        prop_assert_eq!(right.len(), 1);
        let mut wrong = right[0].clone().into_bytes();
        let at = at % (wrong.len() - 1);
        wrong[at] = b'0' + digit;
        let mut swapped = right[0].clone().into_bytes();
        swapped.swap(at, at + 1);
        for changed in [wrong, swapped] {
            let changed = String::from_utf8(changed).unwrap();
            prop_assert_eq!(has_verhoeff_check_digit(&changed), changed == right[0]);
        }
    }
}
