//! Words one after the other in one field.

use crate::search::query::parsed_query::QueryWord;
use tantivy::postings::{Postings, TermInfo};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, InvertedIndexReader, TERMINATED};

/// How many positions are compared for one phrase in one field. Beyond, which takes a phrase of common words that a
/// good part of a large catalogue repeats, the remaining words have to be in the field, wherever they stand.
const MAX_POSITIONS: usize = 400_000;

/// One word of a phrase, wherever it stands in it.
struct PhraseWord {
    info: TermInfo,
    /// Its places in the phrase.
    offsets: Vec<u32>,
}

/// Returns the documents of one field that hold the phrase, in order, with how often.
pub(super) fn phrase_docs(
    inverted: &InvertedIndexReader,
    words: &[QueryWord],
) -> std::io::Result<Vec<(u32, u32)>> {
    let Some(words) = look_up(inverted, words)? else { return Ok(Vec::new()) };
    let Some((rarest, others)) = words.split_first() else { return Ok(Vec::new()) };
    let mut docs = all_docs(inverted, &rarest.info)?;
    for word in others {
        keep_docs_with(inverted, &word.info, &mut docs)?;
        if docs.is_empty() {
            return Ok(Vec::new());
        }
    }
    if let ([word], []) = (rarest.offsets.as_slice(), others) {
        debug_assert_eq!(*word, 0);
        return Ok(docs.into_iter().map(|doc| (doc, 1)).collect());
    }
    keep_places(inverted, &words, docs)
}

/// The different words of a phrase, rarest first; `None` when the field lacks one of them.
fn look_up(inverted: &InvertedIndexReader, words: &[QueryWord]) -> std::io::Result<Option<Vec<PhraseWord>>> {
    let mut found: Vec<(&str, PhraseWord)> = Vec::with_capacity(words.len());
    for (offset, word) in (0u32..).zip(words) {
        let text = word.forms[0].as_str();
        if let Some((_, known)) = found.iter_mut().find(|(known, _)| *known == text) {
            known.offsets.push(offset);
            continue;
        }
        let Some(info) = inverted.terms().get(text.as_bytes())? else { return Ok(None) };
        found.push((text, PhraseWord { info, offsets: vec![offset] }));
    }
    found.sort_by_key(|(_, word)| word.info.doc_freq);
    Ok(Some(found.into_iter().map(|(_, word)| word).collect()))
}

fn all_docs(inverted: &InvertedIndexReader, info: &TermInfo) -> std::io::Result<Vec<u32>> {
    let mut docs = Vec::with_capacity(info.doc_freq as usize);
    let mut postings = inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
    while !postings.docs().is_empty() {
        docs.extend_from_slice(postings.docs());
        postings.advance();
    }
    Ok(docs)
}

/// Removes the documents without the word.
fn keep_docs_with(
    inverted: &InvertedIndexReader,
    info: &TermInfo,
    docs: &mut Vec<u32>,
) -> std::io::Result<()> {
    /// From so many postings for each document on, seeking costs less than walking.
    const SEEKS_FROM: usize = 16;
    if docs.len() * SEEKS_FROM < info.doc_freq as usize {
        let mut postings = inverted.read_postings_from_terminfo(info, IndexRecordOption::Basic)?;
        docs.retain(|doc| seek(&mut postings, *doc));
        return Ok(());
    }
    let mut postings = inverted.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
    let (mut kept, mut next) = (0, 0);
    while !postings.docs().is_empty() && next < docs.len() {
        for doc in postings.docs() {
            while next < docs.len() && docs[next] < *doc {
                next += 1;
            }
            if next < docs.len() && docs[next] == *doc {
                docs[kept] = *doc;
                kept += 1;
                next += 1;
            }
        }
        postings.advance();
    }
    docs.truncate(kept);
    Ok(())
}

/// Moves on to the document; returns false when it is not there.
fn seek(postings: &mut impl DocSet, doc: u32) -> bool {
    let at = if postings.doc() < doc { postings.seek(doc) } else { postings.doc() };
    at == doc && at != TERMINATED
}

/// Of documents that hold all the words, those that hold them at their places, with how often.
fn keep_places(
    inverted: &InvertedIndexReader,
    words: &[PhraseWord],
    docs: Vec<u32>,
) -> std::io::Result<Vec<(u32, u32)>> {
    // Where the phrase may begin: (document, position of its first word).
    let mut places: Vec<(u32, u32)> = Vec::new();
    let mut positions = Vec::new();
    let mut compared = 0;
    for (n, word) in words.iter().enumerate() {
        if n > 0 && compared > MAX_POSITIONS {
            break;
        }
        let mut postings =
            inverted.read_postings_from_terminfo(&word.info, IndexRecordOption::WithFreqsAndPositions)?;
        if n == 0 {
            for doc in &docs {
                if seek(&mut postings, *doc) {
                    postings.positions(&mut positions);
                    compared += positions.len();
                    let begins = positions.iter().filter_map(|at| at.checked_sub(word.offsets[0]));
                    places.extend(begins.map(|at| (*doc, at)));
                }
            }
        }
        let offsets = if n == 0 { &word.offsets[1..] } else { &word.offsets };
        if offsets.is_empty() {
            continue;
        }
        if n == 0 {
            postings =
                inverted.read_postings_from_terminfo(&word.info, IndexRecordOption::WithFreqsAndPositions)?;
        }
        let mut at_doc = None;
        places.retain(|(doc, begin)| {
            if at_doc != Some(*doc) {
                at_doc = Some(*doc);
                positions.clear();
                if seek(&mut postings, *doc) {
                    postings.positions(&mut positions);
                    compared += positions.len();
                }
            }
            offsets.iter().all(|offset| positions.binary_search(&(begin + offset)).is_ok())
        });
    }
    let mut found: Vec<(u32, u32)> = Vec::new();
    for (doc, _) in places {
        match found.last_mut() {
            Some((last, times)) if *last == doc => *times += 1,
            _ => found.push((doc, 1)),
        }
    }
    Ok(found)
}
