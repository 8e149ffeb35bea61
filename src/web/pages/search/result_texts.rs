//! The texts above the results: how many were found, and how the search was understood.

use crate::model::search::request::{SearchAnswer, Understood};
use crate::web::pages::search::address::SearchAddress;
use crate::web::pages::search::outcome::Outcome;
use crate::web::pages::view::View;

/// Encloses a text with right-to-left characters in Unicode isolates, for sentences in which `bdi` is impossible.
pub(in crate::web::pages) fn isolated(text: &str) -> String {
    let is_right_to_left = |c: char| matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' | '\u{1E900}'..='\u{1E95F}');
    if text.contains(is_right_to_left) { format!("\u{2068}{text}\u{2069}") } else { text.to_owned() }
}

/// 'Showing X to Y of Z results for "q"', or that nothing was found. A corrected query is shown as it was searched.
pub(in crate::web::pages) fn result_header(view: &View, search: &SearchAddress, outcome: &Outcome) -> String {
    let texts = &view.texts.results;
    let hits = match outcome {
        Outcome::Answered { answer, .. } => &answer.hits,
        Outcome::Preparing => return view.texts.parts.preparing.to_owned(),
        Outcome::Failed(_) => return texts.failed.to_owned(),
        Outcome::TooLong => return String::new(),
    };
    let corrected = hits.understood.as_ref().filter(|understood| understood.kind == "spelling");
    let q = isolated(corrected.map_or(&search.q, |understood| &understood.searched));
    let (shown, found) = (hits.hit.len() as u64, hits.found);
    let values = [
        ("q", (&q).into()),
        ("from", (hits.start + 1).into()),
        ("to", (hits.start + shown).into()),
        ("found", found.into()),
    ];
    let text = match (found, shown, q.is_empty()) {
        (0, _, true) => texts.none,
        (0, _, false) => texts.none_for,
        (_, 0, true) => texts.only,
        (_, 0, false) => texts.only_for,
        (_, _, true) => texts.showing,
        (_, _, false) => texts.showing_for,
    };
    view.text(text, &values)
}

/// How a query was understood if no citation contains all words; otherwise empty.
pub(in crate::web::pages) fn note(
    view: &View,
    search: &SearchAddress,
    answer: Option<&SearchAnswer>,
) -> String {
    let Some(Understood { searched, kind, is_sure }) = answer.and_then(|of| of.hits.understood.as_ref())
    else {
        return String::new();
    };
    let texts = &view.texts.results;
    let (q, term) = (isolated(&search.q), isolated(searched));
    let values = [("q", (&q).into()), ("term", (&term).into())];
    match kind.as_str() {
        "concept" if *is_sure => view.text(texts.by_concept, &values),
        "concept" => format!("{} {}", texts.by_few, view.text(texts.by_concept, &values)),
        _ if !is_sure => texts.by_few.to_owned(),
        "term" => view.text(texts.by_term, &values),
        "spelling" => view.text(texts.by_spelling, &values),
        "part" => texts.by_part.to_owned(),
        _ => String::new(),
    }
}
