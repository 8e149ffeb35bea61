//! The knowledge request in its URL form. Source: HL7 Version 3 Implementation Guide: URL-Based Implementations of the
//! Context-Aware Knowledge Retrieval (Infobutton) Domain, Release 4.

use crate::model::citations::codes::CodeSystem;
use crate::model::error::{Error, Result};
use crate::model::infobutton::feed::code_system;
use crate::model::infobutton::feed::{CODE_SYSTEM, FeedCategory};
use crate::model::infobutton::information_recipient::{AgeGroup, InformationRecipient};
use crate::model::languages::language::recipient_language;
use std::collections::{BTreeMap, HashMap};

/// Longest parameter, in characters. Source: contract section 10.2.
const MAX_CHARACTERS: usize = 500;
/// How many main search criteria are answered; further ones are ignored.
const MAX_CRITERIA: usize = 10;
/// The class of the parameters that name what is looked for.
const MAIN_SEARCH_CRITERIA: &str = "mainsearchcriteria";
/// Who reads the answer unless the request says otherwise: the patient.
const PATIENT: &str = "PAT";

/// What is looked for, and for whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnowledgeRequest {
    /// What is looked for; empty without any criteria.
    pub criteria: Vec<Criterion>,
    /// Who it is looked for.
    pub recipient: InformationRecipient,
    /// The language as it was sent, which may be the value of a language in use.
    pub language: String,
    /// Whether a code without a handout is counted: not when our own page repeats a request (`record=false`).
    pub is_recorded: bool,
    /// The form of the answer that the request names.
    pub response_type: Option<ResponseType>,
    /// The context of the request as the feed repeats it, without the main search criteria.
    context: Vec<FeedCategory>,
}

/// One thing that is looked for. All texts are as they were sent, without white space around them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Criterion {
    /// `v.c`, the code.
    pub code: String,
    /// `v.cs`, the code system.
    pub system: String,
    /// `v.dn`, the display name of the code.
    pub display_name: String,
    /// `v.ot`, the original text.
    pub original_text: String,
}

/// The forms of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseType {
    /// `text/xml`: the Atom feed under its older name.
    Xml,
    /// `application/atom+xml`
    Atom,
    /// `application/json`
    Json,
    /// `text/html`: the page for people.
    Html,
}

impl ResponseType {
    /// All of them, the one that is answered without a preference first.
    pub const ALL: [ResponseType; 4] =
        [ResponseType::Atom, ResponseType::Xml, ResponseType::Json, ResponseType::Html];

    /// The media type.
    pub fn media_type(self) -> &'static str {
        match self {
            ResponseType::Xml => "text/xml",
            ResponseType::Atom => "application/atom+xml",
            ResponseType::Json => "application/json",
            ResponseType::Html => "text/html",
        }
    }

    /// The form with this media type; parameters such as `charset` do not matter. In the query of an address, the plus of
    /// `application/atom+xml` is a space unless it is encoded, which most clients forget.
    pub fn from_media_type(text: &str) -> Option<ResponseType> {
        let name = text.split(';').next().unwrap_or_default().trim().replace(' ', "+");
        ResponseType::ALL.into_iter().find(|form| form.media_type().eq_ignore_ascii_case(&name))
    }
}

impl Criterion {
    /// The code and its system, when the system is one of ours and the code has its form.
    pub fn known_code(&self) -> Option<(CodeSystem, String)> {
        let system = code_system(&self.system)?;
        Some((system, system.normalize(&self.code).ok()?))
    }

    /// Whether it has a code without a code system, whose meaning is therefore unknown: such a criterion finds nothing.
    pub fn is_code_without_system(&self) -> bool {
        !self.code.is_empty() && self.system.is_empty()
    }

    /// The texts to search for, the display name first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        [&*self.display_name, &*self.original_text].into_iter().filter(|text| !text.is_empty())
    }

    fn part(&mut self, name: &str) -> Option<&mut String> {
        match name {
            "c" => Some(&mut self.code),
            "cs" => Some(&mut self.system),
            "dn" => Some(&mut self.display_name),
            "ot" => Some(&mut self.original_text),
            _ => None,
        }
    }
}

/// The place of a main search criterion: its number in the name of the parameter (0 without one), then which of the
/// parameters of this name it is.
type Place = (u16, usize);

impl KnowledgeRequest {
    /// Reads the query of a URL. Unknown parameters and unusable values are ignored.
    ///
    /// Several criteria are numbered (`mainSearchCriteria2.v.c`, or `mainSearchCriteria.v.c2` as the guide has it), or repeat
    /// their parameters. [`Error::Unreadable`] for a parameter that is too long, for `callback`, and for an unknown
    /// `knowledgeResponseType`.
    pub fn parse(query: &str) -> Result<KnowledgeRequest> {
        let mut criteria: BTreeMap<Place, Criterion> = BTreeMap::new();
        let mut seen: HashMap<(u16, String), usize> = HashMap::new();
        let mut others: HashMap<String, String> = HashMap::new();
        let mut context = Vec::new();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            check_length(&name, &value)?;
            let (lower, value) = (name.to_ascii_lowercase(), value.trim());
            if let Some((number, part)) = main_search_criterion(&lower) {
                let before = seen.entry((number, part.to_owned())).or_default();
                let criterion = criteria.entry((number, *before)).or_default();
                *before += 1;
                if let Some(text) = criterion.part(part) {
                    value.clone_into(text);
                }
            } else if !value.is_empty() || lower == "callback" {
                if let Some(scheme) = FeedCategory::context_scheme(&lower) {
                    context.push(FeedCategory::new(scheme, value));
                }
                others.entry(lower).or_insert_with(|| value.to_owned());
            }
        }
        if others.contains_key("callback") {
            let reason = "JSONP is not supported; call this address with fetch, which every origin may do";
            return Err(Error::Unreadable(format!("callback: {reason}.")));
        }
        let mut criteria: Vec<Criterion> =
            criteria.into_values().filter(|criterion| *criterion != Criterion::default()).collect();
        criteria.truncate(MAX_CRITERIA);
        let value = |name: &str| others.get(name).map_or("", String::as_str);
        Ok(KnowledgeRequest {
            criteria,
            language: language_text(value).to_owned(),
            is_recorded: value("record") != "false",
            recipient: InformationRecipient {
                language: recipient_language(language_text(value)),
                age_group: age_group(value),
            },
            response_type: response_type(value("knowledgeresponsetype"))?,
            context,
        })
    }

    /// The request as its feed repeats it: every criterion, then the context. The first four are always there, for clients
    /// that read them by position.
    pub fn categories(&self) -> Vec<FeedCategory> {
        let nothing = [Criterion::default()];
        let criteria = if self.criteria.is_empty() { &nothing[..] } else { &self.criteria };
        let mut categories = Vec::new();
        for criterion in criteria {
            let parts = [
                ("mainSearchCriteria.v.c", &criterion.code),
                (CODE_SYSTEM, &criterion.system),
                ("mainSearchCriteria.v.dn", &criterion.display_name),
            ];
            categories.extend(parts.map(|(scheme, text)| FeedCategory::new(scheme, text)));
            if !criterion.original_text.is_empty() {
                categories.push(FeedCategory::new("mainSearchCriteria.v.ot", &criterion.original_text));
            }
        }
        let recipient = FeedCategory::INFORMATION_RECIPIENT;
        if !self.context.iter().any(|category| category.scheme == recipient) {
            categories.push(FeedCategory::new(recipient, PATIENT));
        }
        categories.extend(self.context.iter().cloned());
        categories
    }
}

/// The number and the part (`c`, `cs`, `dn`, `ot`) of a parameter in lower case, when it is one of a main search criterion.
fn main_search_criterion(name: &str) -> Option<(u16, &str)> {
    let (class, part) = name.strip_prefix(MAIN_SEARCH_CRITERIA)?.split_once(".v.")?;
    let name = part.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = match (class, &part[name.len()..]) {
        ("", "") => 0,
        ("", digits) | (digits, "") => digits.parse().ok()?,
        _ => return None,
    };
    // The first may be numbered as well.
    matches!(name, "c" | "cs" | "dn" | "ot").then_some((number, name))
}

fn check_length(name: &str, value: &str) -> Result<()> {
    let is_long = |text: &str| text.len() > MAX_CHARACTERS && text.chars().count() > MAX_CHARACTERS;
    if is_long(name) {
        return Err(Error::Unreadable(format!(
            "The name of a parameter has more than {MAX_CHARACTERS} characters."
        )));
    }
    if is_long(value) {
        return Err(Error::Unreadable(format!("{name}: at most {MAX_CHARACTERS} characters are allowed.")));
    }
    Ok(())
}

/// The first parameter for the language that names one.
fn language_text<'v>(value: impl Fn(&str) -> &'v str) -> &'v str {
    let texts = ["informationrecipient.languagecode.c", "informationrecipient.languagecode"].map(value);
    let known = texts.into_iter().find(|text| recipient_language(text).is_some());
    known.unwrap_or(if texts[0].is_empty() { texts[1] } else { texts[0] })
}

/// The age group, when age and age group do not contradict each other.
fn age_group<'v>(value: impl Fn(&str) -> &'v str) -> Option<AgeGroup> {
    let age = AgeGroup::from_age(value("age.v.v"), value("age.v.u"));
    let group = AgeGroup::from_mesh(value("agegroup.v.c"));
    match (age, group) {
        (Some(age), Some(group)) if age != group => None,
        (age, group) => age.or(group),
    }
}

fn response_type(text: &str) -> Result<Option<ResponseType>> {
    if text.is_empty() {
        return Ok(None);
    }
    let unknown = || {
        let known = ResponseType::ALL.map(ResponseType::media_type).join(", ");
        Error::Unreadable(format!("knowledgeResponseType: expected one of {known}."))
    };
    ResponseType::from_media_type(text).map(Some).ok_or_else(unknown)
}

#[cfg(test)]
mod tests;
