//! Finds citations that share a text that should be unique; see `model/citations/duplicates.rs`.

use crate::model::citations::duplicates::{IndexedDuplicates, Unique, UniqueText};
use crate::model::error::{Error, Result};
use crate::search::segments::document::unique_key;
use crate::search::snapshot::{Segment, Snapshot};
use std::collections::HashMap;
use std::sync::Arc;
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;
use tantivy::termdict::TermMerger;
use tantivy::{DocSet, InvertedIndexReader, TERMINATED};

const WHAT: &str = "looking for duplicates";

/// A citation: the number of its segment, and its document in the segment.
type Address = (usize, u32);

impl Snapshot {
    /// The ids of at most `most` citations in use that have `text`. Of very long texts only a prefix is compared. Costs one
    /// dictionary lookup in each segment.
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

    /// All groups of citations in use that share a text, those with the same title first. Of very long texts only a prefix is
    /// compared. The first call in a snapshot reads the whole dictionary; the result is cached.
    pub fn duplicates(&self) -> Result<&[IndexedDuplicates]> {
        if let Some(known) = self.duplicates.get() {
            return Ok(known);
        }
        let groups = self.find_duplicates()?;
        Ok(self.duplicates.get_or_init(|| groups))
    }

    fn find_duplicates(&self) -> Result<Vec<IndexedDuplicates>> {
        // The texts that the same citations share form one group.
        let mut groups: HashMap<Vec<Address>, Vec<(Unique, String)>> = HashMap::new();
        let segments = self.unique_terms()?;
        let streams: std::io::Result<_> = segments.iter().map(|inverted| inverted.terms().stream()).collect();
        let mut terms = TermMerger::new(streams.map_err(|e| Error::internal(WHAT, e))?);
        while terms.advance() {
            let infos: Vec<(usize, TermInfo)> = terms.current_segment_ords_and_term_infos().collect();
            if infos.iter().map(|(_, info)| info.doc_freq).sum::<u32>() < 2 {
                continue;
            }
            let mut places = Vec::new();
            for (number, info) in &infos {
                self.each_in_use(*number, &segments[*number], info, |doc| places.push((*number, doc)))?;
            }
            let key = String::from_utf8_lossy(terms.key()).into_owned();
            if places.len() > 1
                && let Some(kind) = Unique::from_key(&key)
            {
                groups.entry(places).or_default().push((kind, key));
            }
        }
        let group = |(places, mut same): (Vec<Address>, Vec<(Unique, String)>)| {
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
        let dictionary = |segment: &Segment| segment.reader.inverted_index(self.fields.unique);
        let all: tantivy::Result<_> = self.segments.iter().map(dictionary).collect();
        all.map_err(|e| Error::internal(WHAT, e))
    }

    /// Calls `each` with the documents of a term that are citations in use.
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
            if segment.is_in_use(doc) {
                each(doc);
            }
            postings.advance();
        }
        Ok(())
    }

    fn id(&self, (number, doc): Address) -> String {
        self.segments[number].data.columns.ids.get(doc as usize).to_owned()
    }
}
