//! English names of languages by their tags.

use crate::model::error::Result;
use crate::model::languages::language::LanguageTags;
use crate::model::languages::tag::{LanguageTag, NO_LANGUAGE};
use crate::store::ReadTx;
use std::collections::HashMap;

/// The entry of uses whose language is unknown.
const NOT_KNOWN: &str = "Not known";

/// English names of languages: the values of the catalogue, otherwise the languages' own names.
pub(super) struct LanguageNames(HashMap<String, String>);

impl LanguageNames {
    pub fn new(db: &ReadTx<'_>) -> Result<LanguageNames> {
        let tags: LanguageTags = db.language_tags()?;
        let mut names = HashMap::from([(NO_LANGUAGE.to_owned(), NOT_KNOWN.to_owned())]);
        for (_, value) in db.language_values()? {
            if let Some(tag) = tags.tag(&value) {
                names.entry(String::from(tag)).or_insert(value);
            }
        }
        Ok(LanguageNames(names))
    }

    pub fn name(&self, tag: &str) -> String {
        let own_name = || LanguageTag::parse(tag).ok().and_then(|tag| tag.own_name().map(str::to_owned));
        self.0.get(tag).cloned().or_else(own_name).unwrap_or_else(|| tag.to_owned())
    }
}
