//! The optional features of query plans, which `make quality` switches off one at a time to measure their effect.

/// The optional features of query plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryFeatures {
    /// Query frames are ignored: 'my son has …'.
    pub frames: bool,
    /// The name of a medicine finds its class and purposes too.
    pub medicines: bool,
    /// Initials find titles and keywords, if nothing else does: 'BPPV'.
    pub initials: bool,
    /// Citations about the subject of the query rank above those that contain its other words.
    pub subject: bool,
    /// Misspelled words are corrected.
    pub spelling: bool,
    /// Concepts that are described, but not named, are recognized.
    pub descriptions: bool,
    /// The learned model recognizes concepts.
    pub model: bool,
    /// Labels that sound like the query, or are near it, are searched for.
    pub similar_labels: bool,
    /// The languages of words limit corrections.
    pub word_languages: bool,
    /// The texts of handouts are searched.
    pub handout_texts: bool,
}

impl Default for QueryFeatures {
    /// All features, as searches use.
    fn default() -> QueryFeatures {
        QueryFeatures {
            frames: true,
            medicines: true,
            initials: true,
            subject: true,
            spelling: true,
            descriptions: true,
            model: true,
            similar_labels: true,
            word_languages: true,
            handout_texts: true,
        }
    }
}
