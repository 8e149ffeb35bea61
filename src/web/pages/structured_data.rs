//! The data about a citation for search engines: schema.org data as JSON-LD.

use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::citations::codes::Code;
use crate::model::languages::tag::LanguageTag;
use crate::model::page_urls;
use serde_json::{Map, Value, json};

/// A citation as `MedicalWebPage`. `tag_of` has the tag of a language value; a language without one is not named.
pub(super) fn medical_web_page(
    public_url: &str,
    citation: &Citation,
    description: &str,
    tag_of: impl Fn(&str) -> Option<LanguageTag>,
) -> Value {
    let mut languages: Vec<String> = Vec::new();
    for tag in citation.languages.iter().filter_map(|version| tag_of(&version.lang)) {
        if !languages.iter().any(|known| known == tag.as_str()) {
            languages.push(tag.into());
        }
    }
    let parts = citation.languages.iter().filter_map(|version| {
        let url = standard_url(version.url.as_deref()?)?;
        Some(digital_document(citation, version, &url, tag_of(&version.lang)))
    });
    let audience = citation.audience.iter().map(|value| audience(value));
    let organization =
        citation.publisher.as_ref().map(|publisher| json!({"@type": "Organization", "name": publisher.name}));
    without_empty_members(json!({
        "@context": "https://schema.org",
        "@type": "MedicalWebPage",
        "name": citation.title,
        "url": page_urls::citation(public_url, citation.address_id()),
        "description": description,
        "inLanguage": languages,
        "lastReviewed": citation.dept_review_date.map(|day| day.to_string()),
        "datePublished": citation.publish_date.map(|day| day.to_string()),
        "publisher": organization,
        "audience": audience.collect::<Vec<Value>>(),
        "keywords": citation.keywords,
        "about": citation.codes.iter().filter_map(medical_entity).collect::<Vec<Value>>(),
        "hasPart": parts.collect::<Vec<Value>>(),
    }))
}

/// The handout of a language version.
fn digital_document(
    citation: &Citation,
    version: &LanguageVersion,
    url: &url::Url,
    tag: Option<LanguageTag>,
) -> Value {
    let revised = citation.revision_dates.iter().filter(|date| date.lang == version.lang);
    without_empty_members(json!({
        "@type": "DigitalDocument",
        "name": version.title_or(&citation.title),
        "url": url.as_str(),
        "inLanguage": tag,
        "encodingFormat": media_type(url),
        "identifier": version.item_number,
        "dateModified": revised.map(|date| date.revision_date).max().map(|day| day.to_string()),
    }))
}

/// The URL in the form of the WHATWG standard, in which blanks are encoded.
fn standard_url(url: &str) -> Option<url::Url> {
    url::Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"))
}

/// The media type by the file name extension; `None` without one.
fn media_type(url: &url::Url) -> Option<String> {
    let file = url.path_segments()?.next_back()?;
    mime_guess::from_path(file).first().map(|kind| kind.essence_str().to_owned())
}

/// The audience of a citation: staff and patients are medical audiences, others are people of an age or gender.
fn audience(value: &str) -> Value {
    let name = value.trim().to_lowercase();
    let has = |word: &str| name.split(|c: char| !c.is_alphanumeric()).any(|part| part.starts_with(word));
    let is_of_school = has("school");
    let is_medical = ["staff", "clinician", "nurse", "provider", "physician", "patient"].into_iter().any(has);
    if is_medical && !is_of_school {
        return json!({"@type": "MedicalAudience", "audienceType": value});
    }
    let (min_age, max_age) = match name.as_str() {
        "children" => (None, Some(12)),
        "teens" | "teenagers" => (Some(13), Some(17)),
        "adults" => (Some(18), None),
        "seniors" => (Some(65), None),
        _ => (None, None),
    };
    let gender = match name.as_str() {
        "men" => Some("male"),
        "women" => Some("female"),
        _ => None,
    };
    without_empty_members(json!({
        "@type": "PeopleAudience",
        "audienceType": value,
        "suggestedMinAge": min_age,
        "suggestedMaxAge": max_age,
        "suggestedGender": gender,
    }))
}

/// The condition or medicine of a code; `None` for one without a name.
fn medical_entity(code: &Code) -> Option<Value> {
    let name = code.display.as_ref()?;
    let code = json!({"@type": "MedicalCode", "codeValue": code.code, "codingSystem": code.system.label()});
    Some(json!({"@type": "MedicalEntity", "name": name, "code": code}))
}

/// An object without its members that are null or empty lists.
fn without_empty_members(object: Value) -> Value {
    let Value::Object(members) = object else { return object };
    let is_something =
        |value: &Value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty());
    Value::Object(members.into_iter().filter(|(_, value)| is_something(value)).collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::citations::citation::{Named, RevisionDate};
    use crate::model::citations::codes::CodeSystem;
    use crate::model::day::Day;

    fn tag_of(value: &str) -> Option<LanguageTag> {
        let tag = match value {
            "English" => "en",
            "Chinese, Simplified" => "zh-Hans",
            _ => return None,
        };
        LanguageTag::parse(tag).ok()
    }

    fn version(lang: &str, url: Option<&str>) -> LanguageVersion {
        LanguageVersion { lang: lang.into(), url: url.map(str::to_owned), ..LanguageVersion::default() }
    }

    #[test]
    fn a_citation_is_a_medical_web_page_with_a_part_for_each_handout() {
        let citation = Citation {
            id: "a1".into(),
            title: "Asthma".into(),
            publisher: Some(Named::new("Children's")),
            keywords: vec!["wheeze".into()],
            publish_date: Day::parse("2020-01-02"),
            dept_review_date: Day::parse("2026-03-04"),
            languages: vec![
                version("English", Some("https://files.example.org/as thma.PDF?x=1")),
                version("Chinese, Simplified", None),
                version("Klingonish", Some("https://files.example.org/klingonish")),
                version("English", Some("ftp://files.example.org/a.pdf")),
            ],
            revision_dates: vec![
                RevisionDate { lang: "English".into(), revision_date: Day::parse("2025-01-01").unwrap() },
                RevisionDate { lang: "English".into(), revision_date: Day::parse("2024-01-01").unwrap() },
            ],
            codes: vec![
                Code { system: CodeSystem::Icd10cm, code: "J45.909".into(), display: Some("Asthma".into()) },
                Code { system: CodeSystem::Icd10cm, code: "J45.20".into(), display: None },
            ],
            ..Citation::default()
        };
        let page = medical_web_page("https://h.example.org", &citation, "Air.", tag_of);
        let expected = json!({
            "@context": "https://schema.org", "@type": "MedicalWebPage", "name": "Asthma",
            "url": "https://h.example.org/citation/a1", "description": "Air.", "inLanguage": ["en", "zh-Hans"],
            "lastReviewed": "2026-03-04", "datePublished": "2020-01-02",
            "publisher": {"@type": "Organization", "name": "Children's"}, "keywords": ["wheeze"],
            "about": [{"@type": "MedicalEntity", "name": "Asthma",
                "code": {"@type": "MedicalCode", "codeValue": "J45.909", "codingSystem": "ICD-10-CM"}}],
            "hasPart": [
                {"@type": "DigitalDocument", "name": "Asthma", "url": "https://files.example.org/as%20thma.PDF?x=1",
                    "inLanguage": "en", "encodingFormat": "application/pdf", "dateModified": "2025-01-01"},
                {"@type": "DigitalDocument", "name": "Asthma", "url": "https://files.example.org/klingonish"},
            ],
        });
        assert_eq!(page, expected);
    }

    #[test]
    fn audiences_are_people_or_of_medicine() {
        let check = |value: &str, expected: Value| {
            let mut expected = expected;
            expected["audienceType"] = value.into();
            assert_eq!(audience(value), expected);
        };
        check("Parents", json!({"@type": "PeopleAudience"}));
        check("Teens", json!({"@type": "PeopleAudience", "suggestedMinAge": 13, "suggestedMaxAge": 17}));
        check("Children", json!({"@type": "PeopleAudience", "suggestedMaxAge": 12}));
        check("Women", json!({"@type": "PeopleAudience", "suggestedGender": "female"}));
        check("School staff", json!({"@type": "PeopleAudience"}));
        check("Staff", json!({"@type": "MedicalAudience"}));
        check("Patients and Families", json!({"@type": "MedicalAudience"}));
    }
}
