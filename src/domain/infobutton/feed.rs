//! The feed of the citations that answer a knowledge request.

use crate::model::citations::citation::Citation;
use crate::model::clock;
use crate::model::infobutton::feed::{
    FeedAuthor, FeedLink, KnowledgeEntry, KnowledgeFeed, PlainText, TypedText, summary_html,
};
use crate::model::infobutton::information_recipient::InformationRecipient;
use crate::model::infobutton::request::{Criterion, KnowledgeRequest};
use crate::model::languages::tag::LanguageTag;
use crate::model::packets::languages::{KnownLanguages, PacketVersion, sort_versions, version_for};
use crate::model::page_urls;
use crate::settings::Settings;
use url::Url;

/// The language of titles and abstracts unless a citation has no English version, and of a feed whose request names none.
const ENGLISH_TAG: &str = "en";
/// The tag of a language that is not known (RFC 5646, section 4.1).
const UNDETERMINED: &str = "und";

/// A citation that answers.
pub(super) struct Answer {
    pub citation: Box<Citation>,
    /// When it was last saved.
    pub saved_at: String,
}

/// The feed of these citations.
pub(super) fn feed(
    settings: &Settings,
    public_url: &str,
    request: &KnowledgeRequest,
    answers: &[Answer],
    languages: &KnownLanguages,
) -> KnowledgeFeed {
    let screens = settings.hospital.screen_languages.first().map_or(ENGLISH_TAG, String::as_str);
    let entry: Vec<KnowledgeEntry> = answers
        .iter()
        .map(|answer| entry(public_url, screens, &request.recipient, answer, languages))
        .collect();
    let newest = answers.iter().map(|answer| answer.saved_at.clone()).max();
    let category = request.categories();
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for named in category.iter().filter(|named| !named.term.is_empty()) {
        query.append_pair(named.scheme, &named.term);
    }
    let language = request.recipient.language.as_ref();
    KnowledgeFeed {
        base: format!("{public_url}/"),
        lang: language.map_or_else(|| ENGLISH_TAG.to_owned(), ToString::to_string),
        xsi: KnowledgeFeed::XSI,
        title: TypedText::plain(format!("{} patient education", settings.hospital.name)),
        updated: PlainText { value: newest.unwrap_or_else(|| clock::now().to_string()) },
        id: PlainText { value: format!("{public_url}/api/infobutton?{}", query.finish()) },
        author: FeedAuthor {
            name: PlainText { value: settings.hospital.name.clone() },
            uri: PlainText { value: public_url.to_owned() },
        },
        subtitle: TypedText::plain(subtitle(&request.criteria)),
        category,
        entry,
    }
}

fn subtitle(criteria: &[Criterion]) -> String {
    let name = |criterion: &Criterion| match criterion.known_code() {
        Some((system, code)) => format!("{} {code}", system.label()),
        None => {
            let texts = [&criterion.code, &criterion.display_name, &criterion.original_text];
            texts.into_iter().find(|text| !text.is_empty()).cloned().unwrap_or_default()
        }
    };
    match criteria {
        [] => "Nothing was asked for".to_owned(),
        criteria => format!("Handouts for {}", criteria.iter().map(name).collect::<Vec<_>>().join(", ")),
    }
}

fn entry(
    public_url: &str,
    screens: &str,
    recipient: &InformationRecipient,
    Answer { citation, saved_at }: &Answer,
    languages: &KnownLanguages,
) -> KnowledgeEntry {
    let mut versions: Vec<PacketVersion> = citation
        .languages
        .iter()
        .map(|version| {
            let (title, number) = (version.title.clone(), version.item_number.clone());
            PacketVersion::new(&version.lang, title, version.url.clone(), number, languages)
        })
        .collect();
    sort_versions(&mut versions);
    let page = |rel| FeedLink {
        title: citation.title.clone(),
        href: page_urls::citation(public_url, citation.address_id()),
        rel,
        media_type: "text/html".to_owned(),
        hreflang: screens.to_owned(),
    };
    let handouts = handouts(recipient, &versions).into_iter();
    let mut link: Vec<FeedLink> = handouts.map(|handout| handout_link(citation, handout)).collect();
    link.push(page(if link.is_empty() { "alternate" } else { "related" }));
    KnowledgeEntry {
        lang: text_language(&versions).to_owned(),
        title: title(citation, recipient, &versions),
        link,
        id: PlainText { value: page_urls::citation(public_url, &citation.id) },
        summary: TypedText::html(citation.abstract_text.as_deref().map(summary_html).unwrap_or_default()),
        updated: PlainText { value: saved_at.clone() },
    }
}

/// The title of the version in the language that was requested, otherwise of the citation.
fn title(citation: &Citation, recipient: &InformationRecipient, versions: &[PacketVersion]) -> TypedText {
    let version = recipient.language.as_ref().and_then(|reader| version_for(reader, versions));
    match version.and_then(|version| Some((version.title?, version.tag))) {
        Some((title, tag)) => TypedText { lang: Some(tag), ..TypedText::plain(title) },
        None => TypedText::plain(citation.title.clone()),
    }
}

/// The address of a handout, with the tag of its language and its title.
struct HandoutAddress {
    url: Url,
    tag: Option<String>,
    title: Option<String>,
}

/// The handouts for a recipient: the versions that suit them best, one of each tag, otherwise the English one, otherwise the first
/// that has an address.
fn handouts(recipient: &InformationRecipient, versions: &[PacketVersion]) -> Vec<HandoutAddress> {
    let address = |version: &PacketVersion| {
        let url = Url::parse(version.url.as_deref()?).ok()?;
        let is_page = matches!(url.scheme(), "http" | "https");
        let tag = version.tag.as_ref().map(ToString::to_string);
        is_page.then(|| HandoutAddress { url, tag, title: version.title.clone() })
    };
    let of_language = |reader: &LanguageTag| {
        let suiting = versions
            .iter()
            .filter_map(|version| Some((version.tag.as_ref()?.closeness(reader)?, address(version)?)));
        let suiting: Vec<(u8, HandoutAddress)> = suiting.collect();
        let best = suiting.iter().map(|(closeness, _)| *closeness).max();
        let mut found: Vec<HandoutAddress> = Vec::new();
        for (_, handout) in suiting.into_iter().filter(|(closeness, _)| Some(*closeness) == best) {
            if !found.iter().any(|known| known.tag == handout.tag) {
                found.push(handout);
            }
        }
        found
    };
    let english = LanguageTag::parse(ENGLISH_TAG).ok();
    let mut preferred = recipient.language.iter().chain(&english).map(of_language);
    let any = || versions.iter().find_map(address).into_iter().collect();
    preferred.find(|found| !found.is_empty()).unwrap_or_else(any)
}

fn handout_link(citation: &Citation, HandoutAddress { url, tag, title }: HandoutAddress) -> FeedLink {
    let is_pdf = url.path().to_ascii_lowercase().ends_with(".pdf");
    FeedLink {
        title: title.unwrap_or_else(|| citation.title.clone()),
        href: url.to_string(),
        rel: "alternate",
        media_type: if is_pdf { "application/pdf" } else { "text/html" }.to_owned(),
        hreflang: tag.unwrap_or_else(|| UNDETERMINED.to_owned()),
    }
}

/// The language of title and abstract: English when the citation has an English version or none at all, otherwise its first.
fn text_language(versions: &[PacketVersion]) -> &str {
    let first =
        versions.first().map_or(Some(ENGLISH_TAG), |version| version.tag.as_ref().map(LanguageTag::as_str));
    first.unwrap_or(UNDETERMINED)
}
