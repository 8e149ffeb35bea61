//! The knowledge response: an Atom feed in the profile of HL7's KnowledgeResponse, and the same as JSON in the form
//! that clients of MedlinePlus Connect read. Sources: HL7 Version 3 Implementation Guide: Context-Aware Knowledge
//! Retrieval (Infobutton), Service-Oriented Architecture Implementation Guide; RFC 4287. And how health records name
//! code systems.

use crate::model::citations::codes::CodeSystem;
use maud::html;
use serde::Serialize;
use utoipa::ToSchema;

/// The value of `xsi`.
const XML_SCHEMA_INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// The scheme of the code system of a criterion.
pub const CODE_SYSTEM: &str = "mainSearchCriteria.v.cs";
/// ICD-9-CM categories that children's records have most often, each with the ICD-10-CM category for it. Ours.
const ICD_9_TO_10: &str = include_str!("../../../assets/terms/icd9cm.tsv");
/// The vaccines by their CVX codes, with the disease that they prevent in words that families know. Ours.
const VACCINES: &str = include_str!("../../../assets/terms/cvx.tsv");
/// The OID and the FHIR URI of CVX (CDC), which names vaccines.
const CVX: [&str; 2] = ["2.16.840.1.113883.12.292", "http://hl7.org/fhir/sid/cvx"];

/// The feed as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeResponse {
    /// The feed.
    pub feed: KnowledgeFeed,
}

impl KnowledgeResponse {
    /// The feed as MedlinePlus Connect writes it, which names the code systems of diagnoses.
    pub fn new(mut feed: KnowledgeFeed) -> KnowledgeResponse {
        for category in feed.category.iter_mut().filter(|category| category.scheme == CODE_SYSTEM) {
            let name = match code_system(&category.term) {
                Some(CodeSystem::Icd10cm) => "ICD10CM",
                Some(CodeSystem::Icd9cm) => "ICD9CM",
                _ => continue,
            };
            name.clone_into(&mut category.term);
        }
        KnowledgeResponse { feed }
    }
}

/// The citations that answer a knowledge request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeFeed {
    /// The address that relative addresses refer to.
    pub base: String,
    /// The tag of the language that was requested, otherwise `en`.
    pub lang: String,
    /// The namespace of XML Schema instances.
    pub xsi: &'static str,
    /// Who answers.
    pub title: TypedText,
    /// When an entry was last changed; now without any entry.
    pub updated: PlainText,
    /// The address of the feed.
    pub id: PlainText,
    /// Who answers.
    pub author: FeedAuthor,
    /// What was requested.
    pub subtitle: TypedText,
    /// The request, parameter by parameter.
    pub category: Vec<FeedCategory>,
    /// At most ten, the best first.
    pub entry: Vec<KnowledgeEntry>,
}

impl KnowledgeFeed {
    /// The namespace of XML Schema instances.
    pub const XSI: &'static str = XML_SCHEMA_INSTANCE;
}

/// A text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlainText {
    /// The text.
    #[serde(rename = "_value")]
    pub value: String,
}

/// A text construct (RFC 4287, section 3.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TypedText {
    /// The text.
    #[serde(rename = "_value")]
    pub value: String,
    /// `text` or `html`.
    #[serde(rename = "type")]
    #[schema(pattern = "^(text|html)$")]
    pub text_type: &'static str,
    /// The tag of its language where that is another than the entry's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<String>,
}

impl TypedText {
    /// A text without mark-up.
    pub fn plain(value: impl Into<String>) -> TypedText {
        TypedText { value: value.into(), text_type: "text", lang: None }
    }

    /// HTML.
    pub fn html(value: String) -> TypedText {
        TypedText { value, text_type: "html", lang: None }
    }
}

/// Who answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FeedAuthor {
    /// The hospital.
    pub name: PlainText,
    /// The address of this catalogue.
    pub uri: PlainText,
}

/// A parameter of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FeedCategory {
    /// The name of the parameter.
    pub scheme: &'static str,
    /// Its value.
    pub term: String,
}

impl FeedCategory {
    /// The scheme of who reads the answer.
    pub const INFORMATION_RECIPIENT: &'static str = "informationRecipient";

    /// The parameters of the context that the profile allows as categories.
    const CONTEXT: [&'static str; 12] = [
        FeedCategory::INFORMATION_RECIPIENT,
        "informationRecipient.languageCode.c",
        "performer",
        "patientPerson.administrativeGenderCode.c",
        "patientPerson.administrativeGenderCode.dn",
        "ageGroup.v.c",
        "ageGroup.v.cs",
        "ageGroup.v.dn",
        "taskContext.c.c",
        "taskContext.c.dn",
        "subTopic.v.c",
        "subTopic.v.cs",
    ];

    /// A parameter with its value.
    pub fn new(scheme: &'static str, term: &str) -> FeedCategory {
        FeedCategory { scheme, term: term.to_owned() }
    }

    /// The scheme of a parameter of the context, given its name in lower case; `None` for what the profile does not allow.
    pub fn context_scheme(name: &str) -> Option<&'static str> {
        FeedCategory::CONTEXT.into_iter().find(|scheme| scheme.eq_ignore_ascii_case(name))
    }
}

/// A citation that answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct KnowledgeEntry {
    /// The tag of the language of title and summary.
    pub lang: String,
    /// The title of the version in the language that was requested, otherwise of the citation.
    pub title: TypedText,
    /// The handout in the language that was requested, otherwise in English, otherwise in any; then the citation's page.
    pub link: Vec<FeedLink>,
    /// The address of the citation's page by its ID, which never changes.
    pub id: PlainText,
    /// The abstract as HTML; empty without one.
    pub summary: TypedText,
    /// When the citation was last changed.
    pub updated: PlainText,
}

/// An address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FeedLink {
    /// The title of the handout in its language, otherwise of the citation.
    pub title: String,
    /// The address.
    pub href: String,
    /// `alternate` for the handout, `related` for the citation's page beside it.
    pub rel: &'static str,
    /// The media type that the address suggests.
    #[serde(rename = "type")]
    pub media_type: String,
    /// The tag of the language.
    pub hreflang: String,
}

/// Paragraphs of plain text as HTML.
pub fn summary_html(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    html! { @for line in lines { p { (line) } } }.into_string()
}

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
    use super::*;

    #[test]
    fn a_summary_is_html_and_its_text_stays_text() {
        assert_eq!(
            summary_html("What it is\n\n a < b & <script>"),
            "<p>What it is</p><p>a &lt; b &amp; &lt;script&gt;</p>"
        );
        assert_eq!(summary_html(""), "");
    }

    #[test]
    fn only_what_the_profile_allows_is_a_category() {
        assert_eq!(FeedCategory::context_scheme("agegroup.v.c"), Some("ageGroup.v.c"));
        assert_eq!(FeedCategory::context_scheme("age.v.v"), None);
    }
}

#[cfg(test)]
mod code_systems_tests {
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
