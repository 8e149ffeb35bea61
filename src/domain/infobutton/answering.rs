//! Finds the citations that answer a knowledge request, as a feed or as the page that shows them.

use crate::domain::app::App;
use crate::domain::infobutton::candidates::{Candidate, Candidates, MAX_ENTRIES, Sources};
use crate::domain::infobutton::feed::{self, Answer};
use crate::domain::insight::unanswered_codes::record_unanswered_code;
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
    /// Texts to search for that may find the same.
    texts: Vec<String>,
    languages: KnownLanguages,
}

/// The feed of the citations that answer a request. A code without any is counted.
pub fn feed(app: &App, request: &KnowledgeRequest) -> Result<KnowledgeFeed> {
    let Answers { answers, languages, .. } = answers(app, request, &*app.search.snapshot()?)?;
    Ok(feed::feed(&app.settings, &app.public_url, request, &answers, &languages))
}

/// The path of the page that shows the citations that answer a request: that of the citation when there is exactly one,
/// otherwise the search in the preferred language that finds the first of them and most of the others. A code without any is
/// counted.
pub fn page(app: &App, request: &KnowledgeRequest) -> Result<String> {
    let snapshot = app.search.snapshot()?;
    let Answers { answers, mut texts, .. } = answers(app, request, &snapshot)?;
    if let [only] = answers.as_slice() {
        return Ok(page_urls::citation("", only.citation.address_id()));
    }
    texts.extend(answers.first().map(|answer| answer.citation.title.clone()));
    let ids: Vec<&str> = answers.iter().map(|answer| answer.citation.id.as_str()).collect();
    let mut best: Option<((bool, usize), &str)> = None;
    for text in &texts {
        let found = snapshot.citations_for_text(text, &request.recipient)?.hits;
        let has_first = found.iter().any(|hit| Some(&hit.id.as_str()) == ids.first());
        let shared = (has_first, found.iter().filter(|hit| ids.contains(&hit.id.as_str())).count());
        // Of equal ones the first, which is the nearest to the code.
        if best.is_none_or(|(most, _)| shared > most) {
            best = Some((shared, text));
        }
    }
    let language = request.recipient.language.as_ref();
    Ok(best.map_or_else(|| "/".to_owned(), |(_, text)| page_urls::search("", text, language)))
}

fn answers(app: &App, request: &KnowledgeRequest, snapshot: &Snapshot) -> Result<Answers> {
    let (answers, unanswered) = app.store.read(|db| {
        let languages = KnownLanguages::new(db.language_tags()?);
        let sources = Sources { db, snapshot, languages: &languages, recipient: &request.recipient };
        let found: Vec<Candidates> =
            request.criteria.iter().map(|criterion| sources.candidates(criterion)).collect::<Result<_>>()?;
        let (mut texts, mut unanswered, mut candidates) = (Vec::new(), Vec::new(), Vec::new());
        if let [_, _, ..] = found.as_slice() {
            let first = found.iter().filter_map(|candidates| candidates.texts.first().map(String::as_str));
            texts.push(first.collect::<Vec<_>>().join(" "));
        }
        for Candidates { found, texts: more, unanswered: code } in found {
            texts.extend(more);
            unanswered.extend(code);
            candidates.push(found);
        }
        let mut candidates = interleaved(candidates);
        // A stable sort: the best stay first among those that have the language, and among the others.
        candidates.sort_by_key(|candidate| !candidate.has_language);
        Ok((Answers { answers: read(db, candidates)?, texts, languages }, unanswered))
    })?;
    for (system, code) in unanswered {
        record_unanswered_code(app, system, &code);
    }
    Ok(answers)
}

/// One of each list in turn, each citation once.
fn interleaved(lists: Vec<Vec<Candidate>>) -> Vec<Candidate> {
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
