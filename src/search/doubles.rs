//! Which citations have a text that no other should have; see `model/doubles.rs`.

use crate::model::doubles::UniqueText;
use crate::model::error::{Error, Result};
use crate::search::document::unique_key;
use crate::search::snapshot::Snapshot;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

impl Snapshot {
    /// The ids of the citations in use that have `text`, at most `most`. Of very long texts only the beginning is
    /// compared. One dictionary lookup a segment, whatever the size of the catalogue.
    pub fn citations_with(&self, text: &UniqueText, most: usize) -> Result<Vec<String>> {
        let key = unique_key(text);
        let mut ids = Vec::new();
        for segment in &self.segments {
            let inverted = segment
                .reader
                .inverted_index(self.fields.unique)
                .map_err(|e| Error::internal("looking for doubles", e))?;
            let fault = |e: std::io::Error| Error::internal("looking for doubles", e);
            let Some(info) = inverted.terms().get(key.as_bytes()).map_err(fault)? else { continue };
            let mut postings =
                inverted.read_postings_from_terminfo(&info, IndexRecordOption::Basic).map_err(fault)?;
            while postings.doc() != TERMINATED && ids.len() < most {
                let doc = postings.doc();
                let columns = &segment.data.columns;
                if segment.is_alive(doc) && !columns.obsolete[doc as usize] {
                    ids.push(columns.ids.get(doc as usize).to_owned());
                }
                postings.advance();
            }
        }
        Ok(ids)
    }
}
