//! What a name says about the file.

/// A version of a citation by their indexes; `None` where no version is chosen.
pub type Candidate = (usize, Option<usize>);

/// What a name says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// The one version that it belongs to.
    Matched { citation: usize, version: usize },
    /// It may belong to several.
    Ambiguous { reason: String, candidates: Vec<Candidate> },
    /// It belongs to none.
    Unmatched { reason: String },
    /// What systems and programs leave in folders.
    Ignored { reason: String },
}

impl Match {
    pub(super) fn ambiguous(reason: impl Into<String>, candidates: Vec<Candidate>) -> Match {
        Match::Ambiguous { reason: reason.into(), candidates }
    }

    pub(super) fn unmatched(reason: impl Into<String>) -> Match {
        Match::Unmatched { reason: reason.into() }
    }
}
