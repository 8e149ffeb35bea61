//! Phrase matching: words at adjacent positions of one field.

use crate::search::query::parsed_query::QueryWord;
use tantivy::postings::{Postings, TermInfo};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, InvertedIndexReader, TERMINATED};

/// How many positions are compared for one phrase in one field. After that, the remaining words may be anywhere in the field.
/// Only a phrase of common words that much of a large catalogue repeats reaches this limit.
const MAX_POSITIONS: usize = 400_000;

/// A distinct word of a phrase.
struct PhraseWord {
    info: TermInfo,
    /// Its positions in the phrase.
    offsets: Vec<u32>,
}

/// The documents of one field that contain the phrase, in order, each with the number of occurrences.
pub(super) fn phrase_docs(
    inverted: &InvertedIndexReader,
    words: &[QueryWord],
) -> std::io::Result<Vec<(u32, u32)>> {
    let Some(words) = look_up(inverted, words)? else { return Ok(Vec::new()) };
    let Some((rarest, others)) = words.split_first() else { return Ok(Vec::new()) };
    let mut docs = all_docs(inverted, &rarest.info)?;
    for word in others {
        retain_docs_with(inverted, &word.info, &mut docs)?;
        if docs.is_empty() {
            return Ok(Vec::new());
        }
    }
    if let ([word], []) = (rarest.offsets.as_slice(), others) {
        debug_assert_eq!(*word, 0);
        return Ok(docs.into_iter().map(|doc| (doc, 1)).collect());
    }
    phrase_frequencies(inverted, &words, docs)
}

/// The distinct words of a phrase, rarest first; `None` when the field does not contain one of them.
fn look_up(inverted: &InvertedIndexReader, words: &[QueryWord]) -> std::io::Result<Option<Vec<PhraseWord>>> {
    let mut phrase_words: Vec<(&str, PhraseWord)> = Vec::with_capacity(words.len());
    for (offset, word) in (0u32..).zip(words) {
        let text = word.forms[0].as_str();
        if let Some((_, repeated)) = phrase_words.iter_mut().find(|(other, _)| *other == text) {
            repeated.offsets.push(offset);
            continue;
        }
        let Some(info) = inverted.terms().get(text.as_bytes())? else { return Ok(None) };
        phrase_words.push((text, PhraseWord { info, offsets: vec![offset] }));
    }
    phrase_words.sort_by_key(|(_, word)| word.info.doc_freq);
    Ok(Some(phrase_words.into_iter().map(|(_, word)| word).collect()))
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
fn retain_docs_with(
    inverted: &InvertedIndexReader,
    info: &TermInfo,
    docs: &mut Vec<u32>,
) -> std::io::Result<()> {
    /// With more postings for each document, seeking is faster than scanning.
    const MAX_SCANNED_PER_DOC: usize = 16;
    if docs.len() * MAX_SCANNED_PER_DOC < info.doc_freq as usize {
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

/// Advances to the document; returns whether the postings contain it.
fn seek(postings: &mut impl DocSet, doc: u32) -> bool {
    let current = if postings.doc() < doc { postings.seek(doc) } else { postings.doc() };
    current == doc && current != TERMINATED
}

/// The documents of `docs` that contain the words in the order of the phrase, each with the number of occurrences.
fn phrase_frequencies(
    inverted: &InvertedIndexReader,
    words: &[PhraseWord],
    docs: Vec<u32>,
) -> std::io::Result<Vec<(u32, u32)>> {
    // Where the phrase may begin: (document, position of its first word).
    let mut starts: Vec<(u32, u32)> = Vec::new();
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
                    let doc_starts =
                        positions.iter().filter_map(|position| position.checked_sub(word.offsets[0]));
                    starts.extend(doc_starts.map(|start| (*doc, start)));
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
        let mut current_doc = None;
        starts.retain(|(doc, start)| {
            if current_doc != Some(*doc) {
                current_doc = Some(*doc);
                positions.clear();
                if seek(&mut postings, *doc) {
                    postings.positions(&mut positions);
                    compared += positions.len();
                }
            }
            offsets.iter().all(|offset| positions.binary_search(&(start + offset)).is_ok())
        });
    }
    let mut frequencies: Vec<(u32, u32)> = Vec::new();
    for (doc, _) in starts {
        match frequencies.last_mut() {
            Some((last, frequency)) if *last == doc => *frequency += 1,
            _ => frequencies.push((doc, 1)),
        }
    }
    Ok(frequencies)
}
