//! Finds the citations that answer a knowledge request, as a feed or as the page that shows it.

use crate::domain::app::App;
use crate::domain::infobutton::candidates::{Candidate, Candidates, MAX_ENTRIES, Sources};
use crate::domain::infobutton::feed::{self, Answer};
use crate::domain::insight::record_unanswered_code;
use crate::model::error::Result;
use crate::model::infobutton::feed::KnowledgeFeed;
use crate::model::infobutton::request::KnowledgeRequest;
use crate::model::packets::languages::KnownLanguages;
use crate::model::page_urls;
use crate::search::Snapshot;
use crate::store::ReadTx;
use std::collections::HashSet;

/// The citations that answer a request, best first.
struct Answers {
    answers: Vec<Answer>,
    languages: KnownLanguages,
}

/// The feed of the citations that answer a request.
pub fn feed(app: &App, request: &KnowledgeRequest) -> Result<KnowledgeFeed> {
    let snapshot = app.search.snapshot()?;
    let request = &with_value_in_use(request, &snapshot);
    let Answers { answers, languages } = answers(app, request, &snapshot)?;
    Ok(feed::feed(&app.settings, &app.public_url, request, &answers, &languages))
}

/// The path of the page that shows the citations that answer a request, given by its query string: that of the citation when
/// there is exactly one, otherwise the page with the feed's entries.
pub fn page(app: &App, request: &KnowledgeRequest, query: &str) -> Result<String> {
    let snapshot = app.search.snapshot()?;
    let found = answers(app, &with_value_in_use(request, &snapshot), &snapshot)?.answers;
    Ok(match found.as_slice() {
        [only] => page_urls::citation("", only.citation.address_id()),
        _ => page_urls::infobutton_results(query),
    })
}

/// The request with the language of the value in use that it names, which no code of a language overrules.
fn with_value_in_use(request: &KnowledgeRequest, snapshot: &Snapshot) -> KnowledgeRequest {
    let mut request = request.clone();
    if let Some(tag) = snapshot.tag_of_value(&request.language) {
        request.recipient.language = Some(tag);
    }
    request
}

/// The citations that answer a request. A code without any is counted, unless the request is repeated by our own page.
fn answers(app: &App, request: &KnowledgeRequest, snapshot: &Snapshot) -> Result<Answers> {
    let (answers, unanswered) = app.store.read(|db| {
        let languages = KnownLanguages::new(db.language_tags()?);
        let sources = Sources { db, snapshot, languages: &languages, recipient: &request.recipient };
        let (mut unanswered, mut candidates) = (Vec::new(), Vec::new());
        for criterion in &request.criteria {
            let Candidates { found, unanswered: code } = sources.candidates(criterion)?;
            unanswered.extend(code);
            candidates.push(found);
        }
        let mut candidates = interleave(candidates);
        // A stable sort: the best stay first among those that have the language, and among the others.
        candidates.sort_by_key(|candidate| !candidate.has_language);
        Ok((Answers { answers: read(db, candidates)?, languages }, unanswered))
    })?;
    for (system, code) in unanswered.into_iter().filter(|_| request.is_recorded) {
        record_unanswered_code(app, system, &code);
    }
    Ok(answers)
}

/// One of each list in turn, each citation once.
fn interleave(lists: Vec<Vec<Candidate>>) -> Vec<Candidate> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let (mut all, mut known) = (Vec::new(), HashSet::new());
    loop {
        let round: Vec<Candidate> = lists.iter_mut().filter_map(Iterator::next).collect();
        if round.is_empty() {
            return all;
        }
        all.extend(round.into_iter().filter(|candidate| known.insert(candidate.id.clone())));
    }
}

/// Reads the first citations that are in use; the index may be a moment behind the database.
fn read(db: &ReadTx<'_>, candidates: Vec<Candidate>) -> Result<Vec<Answer>> {
    let mut answers = Vec::with_capacity(MAX_ENTRIES);
    for Candidate { id, citation, .. } in candidates {
        let Some(key) = db.citation_key(&id)? else { continue };
        let citation = match citation {
            Some(citation) => citation,
            None => Box::new(db.citation(key)?),
        };
        if !citation.obsolete {
            answers.push(Answer { citation, saved_at: db.citation_saved_at(key)? });
        }
        if answers.len() == MAX_ENTRIES {
            break;
        }
    }
    Ok(answers)
}
