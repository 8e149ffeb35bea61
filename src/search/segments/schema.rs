//! The fields of the index and their weights.

use crate::search::text::tokens::WORDS;
use std::sync::LazyLock;
use tantivy::schema::{
    BytesOptions, Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};

/// To be raised when the same fields are filled differently: other words, other folding, other prepared bytes. Changed
/// fields make another version by themselves.
const CONTENT_VERSION: u32 = 5;

/// Version of what an index and its side files hold. An index of another version is not opened but built anew.
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

/// The text fields, as [`Fields::text`] lists them.
pub(in crate::search) const TEXT_FIELDS: usize = 3;
/// The place of the title among them.
pub(in crate::search) const TITLE: usize = 0;
/// The place of the keywords among them.
pub(in crate::search) const KEYWORDS: usize = 1;
/// How much a word in a field weighs: title, keywords, everything else.
pub(in crate::search) const BOOSTS: [f32; TEXT_FIELDS] = [6.0, 4.0, 1.0];

/// Handles of the fields.
#[derive(Clone)]
pub(in crate::search) struct Fields {
    /// The citation's id, by which it is replaced.
    pub id: Field,
    /// Title, keywords, other values with the abstract.
    pub text: [Field; TEXT_FIELDS],
    /// The whole title, folded.
    pub whole_title: Field,
    /// Item numbers, normalized.
    pub item: Field,
    /// The texts that no other citation should have, as they are compared; see `model/citations/duplicates.rs`.
    pub unique: Field,
    /// What a hit shows and counts, prepared; see `document.rs`.
    pub prepared: Field,
}

/// The schema with its fields.
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
        text: ["title", "keywords", "body"].map(|name| builder.add_text_field(name, words.clone())),
        whole_title: builder.add_text_field("whole_title", STRING),
        item: builder.add_text_field("item", STRING),
        unique: builder.add_text_field("unique", whole),
        prepared: builder.add_bytes_field("prepared", BytesOptions::from(STORED)),
    };
    (builder.build(), fields)
}
