//! The fields of the index and their weights.

use crate::search::tokens::WORDS;
use tantivy::schema::{
    BytesOptions, Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
};

/// Part of a generation's name: an index of another version is not opened but built anew.
pub(super) const SCHEMA_VERSION: u32 = 3;

/// The text fields, as [`Fields::text`] lists them.
pub(super) const TEXT_FIELDS: usize = 4;
/// How much a word in a field weighs: title, keywords, everything else of the citation, abstract.
pub(super) const BOOSTS: [f32; TEXT_FIELDS] = [8.0, 5.0, 2.5, 1.0];

/// Handles of the fields.
#[derive(Clone)]
pub(super) struct Fields {
    /// The citation's id, by which it is replaced.
    pub id: Field,
    /// Title, keywords, other values, abstract.
    pub text: [Field; TEXT_FIELDS],
    /// The whole title, folded.
    pub whole_title: Field,
    /// Item numbers, normalized.
    pub item: Field,
    /// What a hit shows and counts, prepared; see `document.rs`.
    pub prepared: Field,
}

/// The schema with its fields.
pub(super) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let words = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer(WORDS)
            .set_index_option(IndexRecordOption::WithFreqsAndPositions),
    );
    let fields = Fields {
        id: builder.add_text_field("id", STRING),
        text: ["title", "keywords", "other", "abstract"]
            .map(|name| builder.add_text_field(name, words.clone())),
        whole_title: builder.add_text_field("whole_title", STRING),
        item: builder.add_text_field("item", STRING),
        prepared: builder.add_bytes_field("prepared", BytesOptions::from(STORED)),
    };
    (builder.build(), fields)
}
