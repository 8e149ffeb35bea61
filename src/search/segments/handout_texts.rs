//! The texts of handouts in a segment: two fields of words, and the texts themselves for snippets, which stay on disk.

use crate::model::category::same_value;
use crate::model::handout_text::searchable::VersionText;
use crate::model::rule_values::ENGLISH;
use crate::search::segments::schema::{ENGLISH_HANDOUT, Fields, HANDOUT_FIELDS};
use crate::search::text::stemming::StemLanguage;
use crate::search::text::tokens::{in_language, stem_term};
use std::sync::Arc;
use tantivy::schema::{Field, Value};
use tantivy::{InvertedIndexReader, SegmentReader, TantivyDocument};

/// Adds the texts of a citation's language versions to its document.
pub(super) fn add_texts(document: &mut TantivyDocument, texts: &[VersionText], fields: &Fields) {
    for VersionText { lang, text } in texts {
        let field = fields.handout[handout_field(lang)];
        document.add_text(field, in_language(text, StemLanguage::from_languages(&[lang])));
        document.add_bytes(fields.handout_texts, &stored(lang, text));
    }
}

/// The position of the field for texts in a language.
fn handout_field(lang: &str) -> usize {
    if same_value(lang, ENGLISH) { ENGLISH_HANDOUT } else { 1 - ENGLISH_HANDOUT }
}

/// A text as it is stored: the CRC-32 of the rest, the length of the language value in bytes, that value, and the text.
fn stored(lang: &str, text: &str) -> Vec<u8> {
    let mut rest = u32::try_from(lang.len()).unwrap_or(0).to_le_bytes().to_vec();
    rest.extend(lang.as_bytes());
    rest.extend(text.as_bytes());
    let mut bytes = crc32fast::hash(&rest).to_le_bytes().to_vec();
    bytes.extend(rest);
    bytes
}

/// Decodes the bytes of [`stored`]; `None` when they are damaged.
fn read_stored(bytes: &[u8]) -> Option<StoredText> {
    let (checksum, rest) = bytes.split_first_chunk::<4>()?;
    if crc32fast::hash(rest) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (length, rest) = rest.split_first_chunk::<4>()?;
    let (lang, text) = rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
    let lang = std::str::from_utf8(lang).ok()?.to_owned();
    Some(StoredText { field: handout_field(&lang), lang, text: std::str::from_utf8(text).ok()?.to_owned() })
}

/// A text with its language value and the position of its field.
pub(in crate::search) struct StoredText {
    pub lang: String,
    pub text: String,
    pub field: usize,
}

/// The texts of a document, in the order of its language versions. Damaged ones are missing.
pub(in crate::search) fn texts_of(
    segment: &SegmentReader,
    doc: u32,
    texts: Field,
) -> tantivy::Result<Vec<StoredText>> {
    let document: TantivyDocument = segment.get_store_reader(1)?.get(doc)?;
    Ok(document.get_all(texts).filter_map(|value| read_stored(value.as_bytes()?)).collect())
}

/// The words of the texts in a segment.
pub(in crate::search) struct HandoutTexts {
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
        Ok(Some(HandoutTexts { inverted, lengths, stem_languages }))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_text_is_not_read() {
        let bytes = stored("Español", "Reposo.");
        let read = read_stored(&bytes).unwrap();
        assert_eq!((read.lang.as_str(), read.text.as_str(), read.field), ("Español", "Reposo.", 1));
        assert_eq!(read_stored(&stored("english", "Rest.")).unwrap().field, ENGLISH_HANDOUT);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x20;
            assert!(read_stored(&damaged).is_none(), "{at}");
        }
        assert!(read_stored(&bytes[..3]).is_none());
    }
}
