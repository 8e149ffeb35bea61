//! What else the words of a query may stand for, looked for when few citations contain them all: one word instead of two, and
//! expansions of the prefix term.

use crate::search::query::parsed_query::Part;
use crate::search::query::query_plan::{MAX_EXPANSIONS, QueryPlan};
use crate::search::query::term_lookup::TermMatches;
use crate::search::snapshot::Snapshot;

impl QueryPlan {
    /// Adjacent words that the catalogue also has as one: looked for when few citations hold both.
    pub fn joins(&self, snapshot: &Snapshot) -> std::io::Result<Vec<(u32, TermMatches)>> {
        let mut joins = Vec::new();
        for (number, pair) in self.query.parts.windows(2).enumerate() {
            let [Part::Word(a), Part::Word(b)] = pair else { continue };
            let bits = 0b11 << number;
            let is_spaced = a.place.end < b.place.start;
            let is_term = self.terms.iter().any(|term| term.bits & bits == bits);
            let joined = format!("{}{}", a.forms[0], b.forms[0]);
            if !is_spaced
                || is_term
                || self.required & bits != bits
                || joined.chars().count() < 6
                || !joined.chars().all(char::is_alphabetic)
            {
                continue;
            }
            let found = TermMatches::look_up_term(&snapshot.segments, &joined, 1.0)?;
            if found.document_frequency > 0 {
                joins.push((bits, found));
            }
        }
        Ok(joins)
    }

    /// The postings of the words that begin with the prefix term, and its bit.
    pub fn expand_prefix(&self, snapshot: &Snapshot) -> std::io::Result<Option<(u32, TermMatches)>> {
        let Some(word) = self.prefix_word.and_then(|number| self.words.get(number)) else { return Ok(None) };
        let Some(Part::Word(last)) = self.query.parts.last() else { return Ok(None) };
        let found = TermMatches::look_up_prefix(&snapshot.segments, &last.forms[0], MAX_EXPANSIONS)?;
        Ok((found.document_frequency > 0).then_some((word.bit, found)))
    }
}
