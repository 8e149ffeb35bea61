//! The optional features of query plans, which `make quality` switches off one at a time to measure their effect.

/// The optional features of query plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryFeatures {
    /// Query frames are ignored: 'my son has …'.
    pub frames: bool,
    /// A body part with a complaint is recognized as concepts: 'me duele la garganta'.
    pub complaints: bool,
    /// The name of a medicine finds its class and purposes too.
    pub medicines: bool,
    /// Initials find titles and keywords, if nothing else does: 'BPPV'.
    pub initials: bool,
    /// Inflected words find labels: 'от кашля'.
    pub inflection: bool,
    /// Citations about the subject of the query rank above those that contain its other words.
    pub subject: bool,
    /// Misspelled words are corrected.
    pub spelling: bool,
    /// Concepts that are described, but not named, are recognized.
    pub descriptions: bool,
    /// The texts of handouts are searched.
    pub handout_texts: bool,
}

impl Default for QueryFeatures {
    /// All features, as searches use.
    fn default() -> QueryFeatures {
        QueryFeatures {
            frames: true,
            complaints: true,
            medicines: true,
            initials: true,
            inflection: true,
            subject: true,
            spelling: true,
            descriptions: true,
            handout_texts: true,
        }
    }
}
