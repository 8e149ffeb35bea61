//! The versions of a packet's handouts that a page shows; the rules are those of the screens.

use crate::model::packets::languages::PacketVersion;
use crate::model::packets::packet::{Packet, PacketItem};
use crate::web::pages::languages::{OwnLanguage, is_same_language};
use crate::web::pages::parts::shown_title::{ShownTitle, VersionTitle};
use crate::web::pages::view::View;

/// A version by the own name of its language.
pub(in crate::web::pages) fn language_of(version: &PacketVersion) -> OwnLanguage {
    OwnLanguage {
        tag: version.tag.as_ref().map(|tag| tag.as_str().to_owned()),
        name: version.name.clone(),
        dir: version.dir,
    }
}

/// The title of a handout; `version` is the one in the language of the page.
pub(in crate::web::pages) fn title_of<'i>(
    view: &View,
    item: &'i PacketItem,
    version: Option<&'i PacketVersion>,
) -> ShownTitle<'i> {
    let tags: Vec<Option<&str>> = item
        .shown
        .languages
        .iter()
        .filter_map(|version| version.tag.as_ref())
        .map(|tag| Some(tag.as_str()))
        .collect();
    let title = version.and_then(|version| {
        let tag = version.tag.as_ref().map(|tag| tag.as_str());
        Some(VersionTitle { text: version.title.as_deref()?, tag, dir: version.dir })
    });
    ShownTitle::new(view, &item.shown.title, &tags, title)
}

/// The version in a language, one with a file first.
pub(in crate::web::pages) fn version_in<'i>(item: &'i PacketItem, tag: &str) -> Option<&'i PacketVersion> {
    let is_in = |version: &&PacketVersion| {
        version.tag.as_ref().is_some_and(|of_version| is_same_language(tag, of_version.as_str()))
    };
    let versions: Vec<&PacketVersion> = item.shown.languages.iter().filter(is_in).collect();
    versions.iter().find(|version| version.url.is_some()).or(versions.first()).copied()
}

/// The version for somebody without a language, or for a handout without theirs: English, else the first with a file.
pub(in crate::web::pages) fn usual_version(item: &PacketItem) -> Option<&PacketVersion> {
    let languages = &item.shown.languages;
    version_in(item, "en")
        .or_else(|| languages.iter().find(|version| version.url.is_some()))
        .or(languages.first())
}

/// A language to choose for a packet, with how many handouts have it.
pub(in crate::web::pages) struct Choice {
    pub tag: String,
    pub name: String,
    pub count: usize,
}

/// The languages to choose from, most handouts first; the chosen one is always among them.
pub(in crate::web::pages) fn choices(packet: &Packet, chosen: Option<&OwnLanguage>) -> Vec<Choice> {
    let mut choices: Vec<Choice> = packet
        .languages
        .iter()
        .filter_map(|language| {
            let tag = language.tag.as_ref()?.as_str().to_owned();
            Some(Choice { tag, name: language.name.clone(), count: language.count as usize })
        })
        .collect();
    let Some((tag, name)) = chosen.and_then(|chosen| Some((chosen.tag.as_ref()?, &chosen.name))) else {
        return choices;
    };
    if !choices.iter().any(|choice| choice.tag == *tag) {
        let count = packet.items.iter().filter(|item| version_in(item, tag).is_some()).count();
        choices.push(Choice { tag: tag.clone(), name: name.clone(), count });
    }
    choices
}
