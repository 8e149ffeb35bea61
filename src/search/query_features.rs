//! What a search does to understand a query, each switched by itself: for `make quality`, which shows what each is worth.

/// What a search does beyond looking up words and labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryFeatures {
    /// Sentence frames say nothing: 'my son has …'.
    pub frames: bool,
    /// A body part and a complaint are the concepts that they mean: 'me duele la garganta'.
    pub complaints: bool,
    /// A medicine finds its class and purposes too.
    pub medicines: bool,
    /// Initials of titles and keywords, as the last resort: 'BPPV'.
    pub initials: bool,
    /// Labels are found by inflected forms: 'от кашля'.
    pub inflection: bool,
    /// What the query is about ranks before its incidental words.
    pub subject: bool,
    /// Misspelled words are corrected.
    pub spelling: bool,
}

impl Default for QueryFeatures {
    /// Everything, as searches do.
    fn default() -> QueryFeatures {
        QueryFeatures {
            frames: true,
            complaints: true,
            medicines: true,
            initials: true,
            inflection: true,
            subject: true,
            spelling: true,
        }
    }
}
