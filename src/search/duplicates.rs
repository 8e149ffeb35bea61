//! Which citations have a text that no other should have, and which share one; see `model/citations/duplicates.rs`.

use crate::model::citations::duplicates::{IndexedDuplicates, Unique, UniqueText};
use crate::model::error::{Error, Result};
use crate::search::segments::document::unique_key;
use crate::search::snapshot::{Segment, Snapshot};
use std::collections::HashMap;
use std::sync::Arc;
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;
use tantivy::termdict::TermStreamer;
use tantivy::{DocSet, InvertedIndexReader, TERMINATED};

const WHAT: &str = "looking for duplicates";

/// A citation: number of its segment, and its document there.
type Place = (usize, u32);

impl Snapshot {
    /// The ids of the citations in use that have `text`, at most `most`. Of very long texts only the beginning is
    /// compared. One dictionary lookup a segment, whatever the size of the catalogue.
    pub fn citations_with(&self, text: &UniqueText, most: usize) -> Result<Vec<String>> {
        let key = unique_key(text);
        let mut ids = Vec::new();
        for (number, inverted) in self.unique_terms()?.iter().enumerate() {
            let info = inverted.terms().get(key.as_bytes()).map_err(|e| Error::internal(WHAT, e))?;
            let Some(info) = info else { continue };
            self.each_in_use(number, inverted, &info, |doc| {
                if ids.len() < most {
                    ids.push(self.id((number, doc)));
                }
            })?;
        }
        Ok(ids)
    }

    /// Every group of citations in use that share something, those with the same title first. Of very long texts only the
    /// beginning is compared. Reads the whole dictionary once; until the index changes, the answer is kept.
    pub fn duplicates(&self) -> Result<&[IndexedDuplicates]> {
        if let Some(known) = self.duplicates.get() {
            return Ok(known);
        }
        let found = self.find_duplicates()?;
        Ok(self.duplicates.get_or_init(|| found))
    }

    fn find_duplicates(&self) -> Result<Vec<IndexedDuplicates>> {
        // What the same citations share is one group.
        let mut groups: HashMap<Vec<Place>, Vec<(Unique, String)>> = HashMap::new();
        let segments = self.unique_terms()?;
        let mut heads = Vec::new();
        for inverted in &segments {
            heads.push(Head::of(inverted)?);
        }
        while let Some(key) = heads.iter().filter_map(Head::key).min().map(<[u8]>::to_vec) {
            let mut infos = Vec::new();
            for (number, head) in heads.iter_mut().enumerate().filter(|(_, head)| head.key() == Some(&key)) {
                infos.push((number, head.streamer.value().clone()));
                head.advance();
            }
            if infos.iter().map(|(_, info)| info.doc_freq).sum::<u32>() < 2 {
                continue;
            }
            let mut places = Vec::new();
            for (number, info) in &infos {
                self.each_in_use(*number, &segments[*number], info, |doc| places.push((*number, doc)))?;
            }
            let key = String::from_utf8_lossy(&key).into_owned();
            if places.len() > 1
                && let Some(kind) = Unique::from_key(&key)
            {
                groups.entry(places).or_default().push((kind, key));
            }
        }
        let group = |(places, mut same): (Vec<Place>, Vec<(Unique, String)>)| {
            same.sort();
            let mut ids: Vec<String> = places.into_iter().map(|place| self.id(place)).collect();
            ids.sort();
            IndexedDuplicates { same, ids }
        };
        let mut duplicates: Vec<IndexedDuplicates> = groups.into_iter().map(group).collect();
        duplicates.sort_by(|a, b| a.same.cmp(&b.same));
        Ok(duplicates)
    }

    /// The dictionaries of the field `unique`, one for each segment.
    fn unique_terms(&self) -> Result<Vec<Arc<InvertedIndexReader>>> {
        let of_segment = |segment: &Segment| segment.reader.inverted_index(self.fields.unique);
        let all: tantivy::Result<_> = self.segments.iter().map(of_segment).collect();
        all.map_err(|e| Error::internal(WHAT, e))
    }

    /// Passes the documents of a term that are citations in use.
    fn each_in_use(
        &self,
        number: usize,
        inverted: &InvertedIndexReader,
        term: &TermInfo,
        mut each: impl FnMut(u32),
    ) -> Result<()> {
        let segment = &self.segments[number];
        let mut postings = inverted
            .read_postings_from_terminfo(term, IndexRecordOption::Basic)
            .map_err(|e| Error::internal(WHAT, e))?;
        while postings.doc() != TERMINATED {
            let doc = postings.doc();
            if segment.is_alive(doc) && !segment.data.columns.obsolete[doc as usize] {
                each(doc);
            }
            postings.advance();
        }
        Ok(())
    }

    fn id(&self, (number, doc): Place) -> String {
        self.segments[number].data.columns.ids.get(doc as usize).to_owned()
    }
}

/// Where the terms of a segment are read, in their order.
struct Head<'s> {
    streamer: TermStreamer<'s>,
    has_more: bool,
}

impl<'s> Head<'s> {
    fn of(inverted: &'s InvertedIndexReader) -> Result<Head<'s>> {
        let mut streamer = inverted.terms().stream().map_err(|e| Error::internal(WHAT, e))?;
        let has_more = streamer.advance();
        Ok(Head { streamer, has_more })
    }

    fn key(&self) -> Option<&[u8]> {
        self.has_more.then(|| self.streamer.key())
    }

    fn advance(&mut self) {
        self.has_more = self.streamer.advance();
    }
}
