//! Tries a synonym with a text before it is saved.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::in_memory::search_thesaurus;
use crate::domain::thesaurus::synonyms;
use crate::model::accounts::Right;
use crate::model::error::Result;
use crate::model::search::request::SearchRequest;
use crate::model::thesaurus::Synonym;
use crate::model::thesaurus::{SynonymDraft, SynonymTrial, TrialOutcome, TrialResults};
use crate::search::Snapshot;

/// Maximum number of titles shown for each side of a trial.
const TRIED_TITLES: usize = 5;

/// The results of a text now, and with this synonym.
pub fn try_synonym(app: &App, actor: &Actor, trial: SynonymTrial) -> Result<TrialOutcome> {
    actor.require(Right::ManageWords)?;
    let request = SearchRequest::read(&trial.q, "", "", "", "")?;
    let before = app.search.snapshot()?;
    let draft = SynonymDraft { terms: trial.terms, one_way: trial.one_way };
    let synonyms: Vec<Synonym> = synonyms::with_draft(&app.store, draft, trial.id.as_deref())?
        .into_iter()
        .map(|(terms, one_way)| Synonym { terms, one_way })
        .collect();
    let thesaurus = app.store.read(|db| search_thesaurus::compile(&app.settings, db, &synonyms))?;
    let after = app.search.index.snapshot_with(thesaurus)?;
    Ok(TrialOutcome { before: first_results(&before, &request)?, after: first_results(&after, &request)? })
}

fn first_results(snapshot: &Snapshot, request: &SearchRequest) -> Result<TrialResults> {
    let answer = snapshot.search(request)?;
    let titles = answer.hits.hit.into_iter().filter_map(|hit| hit.fields.title.into_iter().next());
    Ok(TrialResults { found: answer.hits.found, titles: titles.take(TRIED_TITLES).collect() })
}
