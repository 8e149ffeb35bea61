//! The texts that the server itself shows to people, in every language of the screens: the section `server` of
//! `ui/messages`, and those of the screens that it renders. The build makes this module's table of them, and fails when a
//! language lacks one. `message.rs` formats them.

include!(concat!(env!("OUT_DIR"), "/server_texts.rs"));

/// The tags of the languages that the screens have texts for, English first.
pub fn tags() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(tag, _)| *tag)
}

/// The language with this tag and its texts.
pub fn language(tag: &str) -> Option<(&'static str, &'static LanguageTexts)> {
    ALL.iter().find(|(known, _)| *known == tag).map(|(tag, texts)| (*tag, texts))
}

/// English and its texts, which are always there.
pub fn english() -> (&'static str, &'static LanguageTexts) {
    (ALL[0].0, &ALL[0].1)
}

/// A text with its placeholder `{name}` filled in.
pub fn filled(text: &str, name: &str, value: &str) -> String {
    text.replace(&format!("{{{name}}}"), value)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::languages::tag::LanguageTag;

    #[test]
    fn every_language_has_a_valid_tag_and_a_name_of_its_own() {
        assert!(tags().eq(["en", "es"]), "{:?}", tags().collect::<Vec<_>>());
        for tag in tags() {
            let tag = LanguageTag::parse(tag).unwrap();
            assert_eq!(tag.unknown_part(), None);
            assert!(tag.own_name().is_some());
        }
        assert_ne!(english().1.server.sign_in_title, language("es").unwrap().1.server.sign_in_title);
        assert_eq!(
            filled(language("es").unwrap().1.server.citation_title, "title", "Asma"),
            "Asma | Educación para pacientes"
        );
    }
}
