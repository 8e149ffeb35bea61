//! What else the words of a query may stand for, looked for when few citations contain them all: one word instead of two, and
//! words that begin like the last one.

use crate::search::query::parsed_query::Part;
use crate::search::query::query_plan::{MAX_EXPANSIONS, QueryPlan};
use crate::search::query::term_lookup::Found;
use crate::search::snapshot::Snapshot;

impl QueryPlan {
    /// Adjacent words that the catalogue also has as one: looked for when few citations hold both.
    pub fn joins(&self, snapshot: &Snapshot) -> std::io::Result<Vec<(u32, Found)>> {
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
            let found = Found::term(&snapshot.segments, &joined, 1.0)?;
            if found.citations > 0 {
                joins.push((bits, found));
            }
        }
        Ok(joins)
    }

    /// The words that begin like the last one, which may be unfinished.
    pub fn unfinished(&self, snapshot: &Snapshot) -> std::io::Result<Option<(u32, Found)>> {
        let Some(word) = self.open.and_then(|open| self.words.get(open)) else { return Ok(None) };
        let Some(Part::Word(last)) = self.query.parts.last() else { return Ok(None) };
        let found = Found::beginning(&snapshot.segments, &last.forms[0], MAX_EXPANSIONS)?;
        Ok((found.citations > 0).then_some((word.bit, found)))
    }
}
