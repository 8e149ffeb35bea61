//! The knowledge response: an Atom feed in the profile of HL7's KnowledgeResponse, and the same as JSON in the form that
//! clients of MedlinePlus Connect read. Sources: HL7 Version 3 Implementation Guide: Context-Aware Knowledge Retrieval
//! (Infobutton), Service-Oriented Architecture Implementation Guide; RFC 4287.

use crate::model::citations::codes::CodeSystem;
use crate::model::infobutton::code_systems::code_system;
use maud::html;
use serde::Serialize;
use utoipa::ToSchema;

/// The value of `xsi`.
const XML_SCHEMA_INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// The scheme of the code system of a criterion.
pub const CODE_SYSTEM: &str = "mainSearchCriteria.v.cs";

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
    /// The tag of the language that was asked for, otherwise `en`.
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
    /// What was asked for.
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
    /// The title of the version in the language that was asked for, otherwise of the citation.
    pub title: TypedText,
    /// The handout in the language that was asked for, otherwise in English, otherwise in any; then the citation's page.
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
