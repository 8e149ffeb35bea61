//! The texts of handouts in a segment: two fields of words, and the texts themselves for snippets, which stay on disk.

use crate::model::category::{ENGLISH, same_value};
use crate::model::handout_text::file::VersionText;
use crate::search::segments::encoding::{decode, encode};
use crate::search::segments::schema::{ENGLISH_HANDOUT, Fields, HANDOUT_FIELDS};
use crate::search::text::stemming::StemLanguage;
use crate::search::text::tokens::{in_language, stem_term};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;
use tantivy::schema::document::{DeserializeError, DocumentDeserialize, DocumentDeserializer};
use tantivy::store::StoreReader;
use tantivy::{InvertedIndexReader, SegmentReader, TantivyDocument};

/// Adds the texts of a citation's language versions to its document.
pub(super) fn add_texts(document: &mut TantivyDocument, texts: &[VersionText], fields: &Fields) {
    for VersionText { lang, text } in texts {
        let field = fields.handout[handout_field(lang)];
        document.add_text(field, in_language(text, StemLanguage::from_languages(&[lang])));
        let stored = encode(&StoredText { lang: lang.as_str().into(), text: text.as_str().into() });
        document.add_bytes(fields.handout_texts, &stored);
    }
}

/// The position of the field for texts in a language.
fn handout_field(lang: &str) -> usize {
    if same_value(lang, ENGLISH) { ENGLISH_HANDOUT } else { 1 - ENGLISH_HANDOUT }
}

/// A text of a handout, as it is stored with its own checksum: searches read it without verifying the whole store.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::search) struct StoredText<'t> {
    /// The language value.
    pub lang: Cow<'t, str>,
    pub text: Cow<'t, str>,
}

impl StoredText<'_> {
    /// The position of its field in [`Fields::handout`].
    pub fn field(&self) -> usize {
        handout_field(&self.lang)
    }
}

/// The texts of a document in the order of its language versions: its stored values after the prepared hit.
struct TextValues(Vec<Vec<u8>>);

impl DocumentDeserialize for TextValues {
    fn deserialize<'de, D: DocumentDeserializer<'de>>(mut document: D) -> Result<Self, DeserializeError> {
        document.next_field::<Vec<u8>>()?;
        let mut values = Vec::new();
        while let Some((_, value)) = document.next_field()? {
            values.push(value);
        }
        Ok(TextValues(values))
    }
}

/// The words of the texts in a segment.
pub(in crate::search) struct HandoutTexts {
    /// The texts, on disk.
    store: StoreReader,
    pub inverted: [Arc<InvertedIndexReader>; HANDOUT_FIELDS],
    /// The length of each field of each document, as tantivy encodes it.
    pub lengths: [Vec<u8>; HANDOUT_FIELDS],
    /// The languages in which the texts are stemmed, one bit for each.
    pub stem_languages: u64,
}

impl HandoutTexts {
    /// `None` when no document has a text.
    pub fn load(segment: &SegmentReader, fields: &Fields) -> tantivy::Result<Option<HandoutTexts>> {
        let [english, other] = fields.handout;
        let inverted = [segment.inverted_index(english)?, segment.inverted_index(other)?];
        if inverted.iter().all(|inverted| inverted.terms().num_terms() == 0) {
            return Ok(None);
        }
        let mut lengths: [Vec<u8>; HANDOUT_FIELDS] = Default::default();
        for (lengths, field) in lengths.iter_mut().zip(fields.handout) {
            let norms = segment.get_fieldnorms_reader(field)?;
            *lengths = (0..segment.max_doc()).map(|doc| norms.fieldnorm_id(doc)).collect();
        }
        let mut stem_languages = 0;
        for language in StemLanguage::in_set(u64::MAX) {
            let prefix = stem_term("", language);
            for inverted in &inverted {
                let mut stems = inverted.terms().range().ge(prefix.as_bytes()).into_stream()?;
                if stems.advance() && stems.key().starts_with(prefix.as_bytes()) {
                    stem_languages |= 1 << language.number();
                }
            }
        }
        // No block stays in memory: the next text is hardly ever in the same one.
        let store = segment.get_store_reader(0)?;
        Ok(Some(HandoutTexts { store, inverted, lengths, stem_languages }))
    }

    /// The texts of a document, in the order of its language versions. Damaged ones are missing.
    pub fn stored_texts(&self, doc: u32) -> tantivy::Result<Vec<StoredText<'static>>> {
        let TextValues(values) = self.store.get(doc)?;
        Ok(values.iter().filter_map(|value| decode(value)).collect())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_text_is_not_read() {
        let stored = |lang: &'static str, text: &'static str| {
            encode(&StoredText { lang: lang.into(), text: text.into() })
        };
        let value = stored("Español", "Reposo.");
        let read: StoredText<'_> = decode(&value).unwrap();
        assert_eq!((&*read.lang, &*read.text, read.field()), ("Español", "Reposo.", 1));
        let english: StoredText<'_> = decode(&stored("english", "Rest.")).unwrap();
        assert_eq!(english.field(), ENGLISH_HANDOUT);
        for at in 0..value.len() {
            let mut damaged = value.clone();
            damaged[at] ^= 1;
            assert!(decode::<StoredText<'_>>(&damaged).is_none(), "{at}");
        }
        assert!(decode::<StoredText<'_>>(&value[..3]).is_none());
    }
}
