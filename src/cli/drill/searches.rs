//! What the server of a drill must answer: the counts of the backup, and the citations that are searched for.

use crate::cli::drill::requests::Visitor;
use crate::model::error::{Error, Result};
use crate::store::{CitationSample, RowCounts, Store};
use serde_json::Value;

/// How many citations are searched for.
const SEARCHED: u32 = 8;
/// A longer title is not searched for: a query has fewer words.
const MAX_TITLE_CHARACTERS: usize = 200;

/// Compares what the backup held with what the restored database holds and the server answers; returns the counts in
/// words.
pub(super) fn compare_counts(held: &RowCounts, store: &Store, visitor: &Visitor) -> Result<String> {
    let (now, current, packets) = store.read(|db| {
        Ok((db.row_counts()?, db.current_citation_count()?, db.published_packets(None, false)?.len()))
    })?;
    if let Some((subject, held, found)) = held.difference(&now) {
        return Err(differs(&format!("the restored database holds {found} {subject}"), held));
    }
    let citations = now.count("citations");
    for (with_obsolete, expected) in [(true, citations), (false, current)] {
        let found = visitor.search("", with_obsolete)?.pointer("/hits/found").and_then(Value::as_u64);
        if found != Some(expected) {
            let what = if with_obsolete { "citations" } else { "citations that are not obsolete" };
            return Err(differs(
                &format!("a search for everything finds {} {what}", or_none(found)),
                expected,
            ));
        }
    }
    let found = visitor.expect("/api/packets")?.get("found").and_then(Value::as_u64);
    let packets = u64::try_from(packets).unwrap_or(u64::MAX);
    if found != Some(packets) {
        return Err(differs(&format!("the server lists {} published packets", or_none(found)), packets));
    }
    Ok(now.iter().map(|(subject, count)| format!("{count} {subject}")).collect::<Vec<_>>().join(", "))
}

fn differs(what: &str, held: u64) -> Error {
    Error::Conflict(format!("the backup is not good: {what}, the backup {held}"))
}

fn or_none(count: Option<u64>) -> String {
    count.map_or_else(|| "no".into(), |count| count.to_string())
}

/// Searches for some citations by title and item number, and opens them; returns how many searches that were.
pub(super) fn search(store: &Store, visitor: &Visitor) -> Result<u32> {
    let mut searches = 0;
    for citation in store.read(|db| db.citation_samples(SEARCHED))? {
        if let Some(title) = searchable(&citation.title) {
            must_find(visitor, &title, &citation, "title")?;
            searches += 1;
        }
        if let Some(number) = &citation.item_number {
            must_find(visitor, number, &citation, "item number")?;
            searches += 1;
        }
        let shown = visitor.citation(&citation.id)?;
        if shown.get("title").and_then(Value::as_str) != Some(&citation.title) {
            return Err(Error::Conflict(format!(
                "the backup is not good: citation {} is shown with another title than '{}'",
                citation.id, citation.title
            )));
        }
    }
    Ok(searches)
}

/// The title as a query: without the characters that have a meaning in one.
fn searchable(title: &str) -> Option<String> {
    let words = title.split(|c: char| c.is_whitespace() || c == '"');
    let words: Vec<&str> =
        words.map(|word| word.trim_start_matches('-')).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    (text.chars().any(char::is_alphanumeric) && text.chars().count() <= MAX_TITLE_CHARACTERS).then_some(text)
}

/// The first hits of a search for this text hold the citation, or one of the same title.
fn must_find(visitor: &Visitor, text: &str, citation: &CitationSample, by: &str) -> Result<()> {
    let answer = visitor.search(text, true)?;
    let hits = answer.pointer("/hits/hit").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let id = format!("citation:{}", citation.id);
    let is_it = |hit: &Value| {
        hit.get("id").and_then(Value::as_str) == Some(&id)
            || hit.pointer("/fields/title").and_then(Value::as_str) == Some(&citation.title)
    };
    match hits.iter().any(is_it) {
        true => Ok(()),
        false => Err(Error::Conflict(format!(
            "the backup is not good: a search by {by}, '{text}', does not find citation {} ('{}')",
            citation.id, citation.title
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_searched_for_without_operators() {
        let check = |title: &str, expected: Option<&str>| assert_eq!(searchable(title).as_deref(), expected);
        check("Going Home", Some("Going Home"));
        check("Fever \u{2013} \"When to call\" -- at night", Some("Fever \u{2013} When to call at night"));
        check("Over-the-counter", Some("Over-the-counter"));
        check("-- \"\"", None);
        check("?!", None);
        check(&"word ".repeat(60), None);
    }
}
