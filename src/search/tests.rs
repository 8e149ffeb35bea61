//! Tests of searches on a whole index, and their shared helpers.
#![allow(clippy::unwrap_used, clippy::panic)]

mod facets;
mod handout_texts;
mod index_files;
mod knowledge;
mod learned;
mod matching;
mod names;
mod pages;
mod ranking;
mod recognition;
mod segments;
mod spelling;
mod suggestions;
mod version_titles;

use crate::model::citations::citation::Citation;
use crate::model::search::request::{SearchAnswer, SearchRequest};
use crate::search::{Index, PacketTitles, Snapshot, Thesaurus};
use std::sync::Arc;

fn titled(id: &str, title: &str) -> Citation {
    Citation { id: id.into(), title: title.into(), ..Citation::default() }
}

fn open(dir: &std::path::Path, instance: &str) -> crate::model::error::Result<Index> {
    Index::open(dir, instance, || Ok(Arc::new(Thesaurus::built_in().unwrap())))
}

fn index(citations: &[Citation]) -> (tempfile::TempDir, Index) {
    let dir = tempfile::tempdir().unwrap();
    let index = open(dir.path(), "here").unwrap();
    index.apply(citations.iter().cloned().map(Ok), 1).unwrap();
    (dir, index)
}

fn search(index: &Index, q: &str) -> SearchAnswer {
    both_forms(&index.snapshot(), &SearchRequest { q: q.into(), ..SearchRequest::default() })
}

/// The response to a search as a value, which is the same as the JSON that the API sends.
pub(in crate::search) fn both_forms(snapshot: &Snapshot, request: &SearchRequest) -> SearchAnswer {
    let answer = snapshot.search(request).unwrap();
    let mut json = Vec::new();
    snapshot.search_json(request, None, &PacketTitles::default(), &mut json).unwrap();
    let sent: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(sent, serde_json::to_value(&answer).unwrap(), "{request:?}");
    answer
}

fn suggested(index: &Index, typed: &str) -> Vec<String> {
    index.snapshot().suggestions(typed, 10).into_iter().map(|suggested| suggested.text).collect()
}

fn ids(index: &Index, q: &str) -> Vec<String> {
    search(index, q).hits.hit.iter().map(|h| h.id.trim_start_matches("citation:").to_owned()).collect()
}

fn check_first(index: &Index, q: &str, id: &str) {
    assert_eq!(ids(index, q).first().map(String::as_str), Some(id), "{q}: {:?}", ids(index, q));
}
