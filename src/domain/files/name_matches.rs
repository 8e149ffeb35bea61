//! What the names of files mean in the catalogue as it is now.

use crate::domain::actor::Actor;
use crate::domain::files::matching::{Candidate, Match, Matcher, prefer_pdfs, several_names};
use crate::model::accounts::Right;
use crate::model::error::Result;
use crate::model::files::{AttachableCitation, AttachableVersion};
use crate::store::Store;
use serde::Serialize;
use utoipa::ToSchema;

/// What a name of a file says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MatchedName {
    /// The name, as it was sent.
    pub name: String,
    /// What it is.
    pub state: MatchState,
    /// ID of the citation that it belongs to.
    pub citation: Option<String>,
    /// Title of that citation.
    pub title: Option<String>,
    /// Language of the version that it belongs to.
    pub lang: Option<String>,
    /// Item number of that version, where the citation has several in this language.
    #[serde(rename = "ksbgNumber", skip_serializing_if = "Option::is_none")]
    pub item_number: Option<String>,
    /// What that version has already.
    pub has: Option<VersionHas>,
    /// Why it is not matched, in words.
    pub reason: Option<String>,
    /// What it may belong to, if it is ambiguous.
    pub candidates: Vec<MatchCandidate>,
}

/// Whether a name says where its file belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum MatchState {
    /// To one version.
    Matched,
    /// To one of several, or of several names.
    Ambiguous,
    /// To none.
    Unmatched,
    /// It is not a handout, or the PDF of the same name is used.
    Ignored,
}

/// What a version has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum VersionHas {
    /// A link to another server.
    Link,
    /// A stored file.
    File,
}

/// A version that a file may belong to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MatchCandidate {
    /// ID of the citation.
    pub citation: String,
    /// Its title.
    pub title: String,
    /// Language of the version; null where the name says none.
    pub lang: Option<String>,
    /// Its item number, where the citation has several in this language.
    #[serde(rename = "ksbgNumber", skip_serializing_if = "Option::is_none")]
    pub item_number: Option<String>,
}

/// What each name says; several names for one version are ambiguous.
pub fn match_names(store: &Store, names: &[String], actor: &Actor) -> Result<Vec<MatchedName>> {
    actor.require(Right::EditCitations)?;
    let catalogue = store.read(|db| db.attachable_citations())?;
    let matcher = Matcher::new(&catalogue);
    let mut matches: Vec<Match> = names.iter().map(|name| matcher.find(name, "")).collect();
    for ((citation, version), group) in prefer_pdfs(names, &mut matches) {
        for n in &group {
            matches[*n] = several_names(names, &group, (citation, Some(version)));
        }
    }
    let matched = |(name, found): (&String, Match)| matched_name(&catalogue, name, found);
    Ok(names.iter().zip(matches).map(matched).collect())
}

fn matched_name(catalogue: &[AttachableCitation], name: &str, found: Match) -> MatchedName {
    let unmatched = |state, reason: String, candidates: Vec<Candidate>| MatchedName {
        name: name.to_owned(),
        state,
        citation: None,
        title: None,
        lang: None,
        item_number: None,
        has: None,
        reason: Some(reason),
        candidates: candidates.iter().map(|candidate| match_candidate(catalogue, candidate)).collect(),
    };
    match found {
        Match::Ambiguous { reason, candidates } => unmatched(MatchState::Ambiguous, reason, candidates),
        Match::Unmatched { reason } => unmatched(MatchState::Unmatched, reason, Vec::new()),
        Match::Ignored { reason } => unmatched(MatchState::Ignored, reason, Vec::new()),
        Match::Matched { citation, version } => {
            let entry = &catalogue[citation];
            let version = &entry.versions[version];
            MatchedName {
                name: name.to_owned(),
                state: MatchState::Matched,
                citation: Some(entry.id.clone()),
                title: Some(entry.title.clone()),
                lang: Some(version.lang.clone()),
                item_number: distinct_number(entry, version),
                has: has(version),
                reason: None,
                candidates: Vec::new(),
            }
        }
    }
}

/// The item number of a version whose language does not tell it from the others.
fn distinct_number(citation: &AttachableCitation, version: &AttachableVersion) -> Option<String> {
    let in_language = citation.versions.iter().filter(|other| other.lang == version.lang);
    version.item_number.clone().filter(|_| in_language.count() > 1)
}

fn has(version: &AttachableVersion) -> Option<VersionHas> {
    match (version.file, &version.url) {
        (Some(_), _) => Some(VersionHas::File),
        (None, Some(_)) => Some(VersionHas::Link),
        (None, None) => None,
    }
}

fn match_candidate(catalogue: &[AttachableCitation], (citation, version): &Candidate) -> MatchCandidate {
    let entry = &catalogue[*citation];
    let version = version.map(|version| &entry.versions[version]);
    MatchCandidate {
        citation: entry.id.clone(),
        title: entry.title.clone(),
        lang: version.map(|version| version.lang.clone()),
        item_number: version.and_then(|version| distinct_number(entry, version)),
    }
}
