//! How health records name code systems, and what ICD-9-CM codes are called in ICD-10-CM.

use crate::model::citations::codes::CodeSystem;

/// ICD-9-CM categories that children's records have most often, each with the ICD-10-CM category for it. Ours.
const ICD_9_TO_10: &str = include_str!("../../../assets/terms/icd9cm.tsv");

/// The vaccines by their CVX codes, with the disease that they prevent in words that families know. Ours.
const VACCINES: &str = include_str!("../../../assets/terms/cvx.tsv");
/// The OID and the FHIR URI of CVX (CDC), which names vaccines.
const CVX: [&str; 2] = ["2.16.840.1.113883.12.292", "http://hl7.org/fhir/sid/cvx"];

/// The name of the vaccine with a CVX code; `None` for another code system or an unknown code.
pub fn vaccine_name(system: &str, code: &str) -> Option<&'static str> {
    let (system, code) = (plain_system(system), code.trim().trim_start_matches('0'));
    let mut rows =
        VACCINES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'));
    rows.find(|(cvx, _)| CVX.contains(&system.as_str()) && *cvx == code).map(|(_, name)| name)
}

/// The name of a code system without `urn:oid:`, `https` and a last slash.
fn plain_system(name: &str) -> String {
    let name = name.trim().to_ascii_lowercase();
    let oid = name.strip_prefix("urn:oid:").unwrap_or(&name);
    // FHIR's own begin with http; some programs write https.
    oid.replacen("https://", "http://", 1).trim_end_matches('/').to_owned()
}

/// The code system with this OID (with or without `urn:oid:`) or FHIR URI; `None` for any other.
pub fn code_system(name: &str) -> Option<CodeSystem> {
    let name = plain_system(name);
    CodeSystem::ALL.into_iter().find(|system| name == system.oid() || name == system.uri())
}

/// The ICD-10-CM category for an ICD-9-CM code as [`CodeSystem::normalize`] returns it; `None` for those that are rare in
/// children. The longest category in the table decides.
pub fn icd10cm_category(icd9cm: &str) -> Option<&'static str> {
    let rows =
        ICD_9_TO_10.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'));
    let holding = rows.filter(|(category, _)| icd9cm.starts_with(category));
    holding.max_by_key(|(category, _)| category.len()).map(|(_, icd10cm)| icd10cm)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn systems_have_an_oid_and_a_uri() {
        let check =
            |name: &str, expected: Option<CodeSystem>| assert_eq!(code_system(name), expected, "{name}");
        check("2.16.840.1.113883.6.90", Some(CodeSystem::Icd10cm));
        check(" urn:oid:2.16.840.1.113883.6.90 ", Some(CodeSystem::Icd10cm));
        check("URN:OID:2.16.840.1.113883.6.103", Some(CodeSystem::Icd9cm));
        check("2.16.840.1.113883.6.1", Some(CodeSystem::Loinc));
        check("2.16.840.1.113883.6.96", Some(CodeSystem::Snomed));
        check("2.16.840.1.113883.6.88", Some(CodeSystem::Rxnorm));
        check("http://hl7.org/fhir/sid/icd-10-cm", Some(CodeSystem::Icd10cm));
        check("https://hl7.org/fhir/sid/icd-9-cm/", Some(CodeSystem::Icd9cm));
        check("http://snomed.info/sct", Some(CodeSystem::Snomed));
        check("http://www.nlm.nih.gov/research/umls/rxnorm", Some(CodeSystem::Rxnorm));
        check("http://loinc.org", Some(CodeSystem::Loinc));
        for other in ["", "2.16.840.1.113883.6.69", "2.16.840.1.113883.6.9", "ftp://loinc.org", "loinc", "ü"]
        {
            check(other, None);
        }
    }

    #[test]
    fn a_vaccine_is_known_by_its_code() {
        let check = |system: &str, code: &str, expected: Option<&str>| {
            assert_eq!(vaccine_name(system, code), expected, "{system} {code}");
        };
        check("2.16.840.1.113883.12.292", "08", Some("hepatitis b vaccine"));
        check("urn:oid:2.16.840.1.113883.12.292", "8", Some("hepatitis b vaccine"));
        check("http://hl7.org/fhir/sid/cvx", "03", Some("mmr vaccine"));
        check("2.16.840.1.113883.12.292", "9999", None);
        check("2.16.840.1.113883.6.90", "08", None);
        let codes: Vec<&str> = VACCINES.lines().filter_map(|line| Some(line.split_once('\t')?.0)).collect();
        assert!(codes.len() > 100 && (1..codes.len()).all(|n| !codes[..n].contains(&codes[n])));
    }

    #[test]
    fn a_frequent_icd_9_code_has_an_icd_10_category() {
        assert_eq!(icd10cm_category("493.90"), Some("J45"));
        assert_eq!(icd10cm_category("V20.2"), Some("Z00.12"));
        assert_eq!(icd10cm_category("042"), None);
        for line in ICD_9_TO_10.lines().filter(|line| !line.starts_with('#')) {
            let (icd9cm, icd10cm) = line.split_once('\t').unwrap();
            assert_eq!(CodeSystem::Icd9cm.normalize(icd9cm).unwrap(), icd9cm);
            assert_eq!(CodeSystem::Icd10cm.normalize(icd10cm).unwrap(), icd10cm);
        }
    }
}
