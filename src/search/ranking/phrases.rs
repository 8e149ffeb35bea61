//! Phrase matching: words at adjacent positions of one field.

use crate::search::query::parsed_query::QueryWord;
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, InvertedIndexReader, TERMINATED};

/// A word of a phrase.
struct PhraseWord {
    postings: SegmentPostings,
    /// Its position in the phrase.
    offset: u32,
    /// Its positions in the current document.
    positions: Vec<u32>,
}

/// The documents of one field that contain the phrase, in order, each with the number of occurrences.
pub(super) fn phrase_docs(
    inverted: &InvertedIndexReader,
    words: &[QueryWord],
) -> std::io::Result<Vec<(u32, u32)>> {
    let Some(mut words) = look_up(inverted, words)? else { return Ok(Vec::new()) };
    let Some((rarest, others)) = words.split_first_mut() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    let mut doc = rarest.postings.doc();
    while doc != TERMINATED {
        if others.iter_mut().all(|word| seek(&mut word.postings, doc)) {
            let count = if others.is_empty() { 1 } else { occurrences(rarest, others) };
            found.extend((count > 0).then_some((doc, count)));
        }
        doc = rarest.postings.advance();
    }
    Ok(found)
}

/// The words of a phrase, rarest first; `None` when the field does not contain one of them.
fn look_up(inverted: &InvertedIndexReader, words: &[QueryWord]) -> std::io::Result<Option<Vec<PhraseWord>>> {
    let mut found = Vec::with_capacity(words.len());
    for (offset, word) in (0u32..).zip(words) {
        let Some(info) = inverted.terms().get(word.forms[0].as_bytes())? else { return Ok(None) };
        let option = IndexRecordOption::WithFreqsAndPositions;
        let postings = inverted.read_postings_from_terminfo(&info, option)?;
        found.push((info.doc_freq, PhraseWord { postings, offset, positions: Vec::new() }));
    }
    found.sort_by_key(|(frequency, _)| *frequency);
    Ok(Some(found.into_iter().map(|(_, word)| word).collect()))
}

/// Advances to the document; returns whether the postings contain it.
fn seek(postings: &mut SegmentPostings, doc: u32) -> bool {
    (if postings.doc() < doc { postings.seek(doc) } else { postings.doc() }) == doc
}

/// How often the current document of all words contains them in the order of the phrase.
fn occurrences(first: &mut PhraseWord, others: &mut [PhraseWord]) -> u32 {
    for word in std::iter::once(&mut *first).chain(others.iter_mut()) {
        word.postings.positions(&mut word.positions);
    }
    let is_start =
        |start: u32| others.iter().all(|word| word.positions.binary_search(&(start + word.offset)).is_ok());
    let starts = first.positions.iter().filter_map(|position| position.checked_sub(first.offset));
    starts.filter(|start| is_start(*start)).count() as u32
}
