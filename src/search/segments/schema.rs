//! The fields of the index and their weights.

use crate::search::text::tokens::WORDS;
use std::sync::LazyLock;
use tantivy::schema::{Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions};

/// Must be incremented when the content of the fields changes, such as tokens, folding, or the prepared hit. A change of the
/// fields themselves changes [`schema_version`] automatically.
const CONTENT_VERSION: u32 = 11;

/// The version of the index and its side files. An index of another version is built again from scratch.
pub(in crate::search) fn schema_version() -> u32 {
    static VERSION: LazyLock<u32> = LazyLock::new(|| {
        let fields = serde_json::to_vec(&schema().0).unwrap_or_default();
        let lists: Vec<&str> = crate::model::category::Category::ALL.iter().map(|c| c.name()).collect();
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&fields);
        hasher.update(lists.join(",").as_bytes());
        hasher.update(&CONTENT_VERSION.to_le_bytes());
        hasher.finalize()
    });
    *VERSION
}

/// The number of text fields.
pub(in crate::search) const TEXT_FIELDS: usize = 4;
/// The position of the title in [`Fields::text`].
pub(in crate::search) const TITLE: usize = 0;
/// The position of the keywords in [`Fields::text`].
pub(in crate::search) const KEYWORDS: usize = 1;
/// The position of the titles of language versions in [`Fields::text`].
pub(in crate::search) const VERSION_TITLES: usize = 3;
/// The field weights: title, keywords, everything else, titles of language versions.
pub(in crate::search) const BOOSTS: [f32; TEXT_FIELDS] = [6.0, 4.0, 1.0, 6.0];
/// The field weight of the texts of handouts.
pub(in crate::search) const HANDOUT_BOOST: f32 = 0.5;
/// The number of fields for the texts of handouts: English ones, and all others.
pub(in crate::search) const HANDOUT_FIELDS: usize = 2;
/// The position of English texts in [`Fields::handout`].
pub(in crate::search) const ENGLISH_HANDOUT: usize = 0;

#[derive(Clone)]
pub(in crate::search) struct Fields {
    /// The ID of the citation, by which its document is replaced.
    pub id: Field,
    /// Title, keywords, the other values together with the abstract, and the titles of language versions, which are apart so
    /// that they do not make the title longer.
    pub text: [Field; TEXT_FIELDS],
    /// The texts of English handouts, and those in other languages. They are apart from `text`, because what they contain changes
    /// neither the scores nor the spelling corrections of other matches.
    pub handout: [Field; HANDOUT_FIELDS],
    /// The whole title and those of the language versions, folded.
    pub whole_title: Field,
    /// Item numbers, normalized.
    pub item: Field,
    /// The keys of the texts that should be unique; see `model/citations/duplicates.rs`.
    pub unique: Field,
    /// What the columns need; see `document.rs`.
    pub prepared: Field,
    /// The texts of handouts for snippets; see `handout_texts.rs`.
    pub handout_texts: Field,
}

pub(in crate::search) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let words = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer(WORDS)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions),
    );
    let whole = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer("raw")
            .set_fieldnorms(false)
            .set_index_option(IndexRecordOption::Basic),
    );
    let fields = Fields {
        id: builder.add_text_field("id", STRING),
        text: ["title", "keywords", "body", "version_titles"]
            .map(|name| builder.add_text_field(name, words.clone())),
        handout: ["handout_english", "handout_other"].map(|name| builder.add_text_field(name, words.clone())),
        whole_title: builder.add_text_field("whole_title", STRING),
        item: builder.add_text_field("item", STRING),
        unique: builder.add_text_field("unique", whole),
        prepared: builder.add_bytes_field("prepared", STORED),
        handout_texts: builder.add_bytes_field("handout_texts", STORED),
    };
    (builder.build(), fields)
}
