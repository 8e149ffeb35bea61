//! Query expansion when few citations contain all words: compounds of adjacent words, and words with the prefix term.

use crate::search::query::parsed_query::Part;
use crate::search::query::query_plan::{MAX_EXPANSIONS, QueryPlan};
use crate::search::query::term_lookup::{Source, TermMatches};
use crate::search::snapshot::Snapshot;

impl QueryPlan {
    /// Pairs of adjacent words that the catalogue also has as one word, each with the bits of the pair.
    pub fn compounds(&self, snapshot: &Snapshot) -> std::io::Result<Vec<(u32, TermMatches)>> {
        let mut compounds = Vec::new();
        for (number, pair) in self.query.parts.windows(2).enumerate() {
            let [Part::Word(a), Part::Word(b)] = pair else { continue };
            let bits = 0b11 << number;
            let is_spaced = a.span.end < b.span.start;
            let is_concept = self.concepts.iter().any(|term| term.bits & bits == bits);
            let compound = format!("{}{}", a.forms[0], b.forms[0]);
            if !is_spaced
                || is_concept
                || self.required & bits != bits
                || compound.chars().count() < 6
                || !compound.chars().all(char::is_alphabetic)
            {
                continue;
            }
            let found = TermMatches::look_up_term(&snapshot.segments, &compound, 1.0)?;
            if found.document_frequency > 0 {
                compounds.push((bits, found));
            }
        }
        Ok(compounds)
    }

    /// The words that begin with the prefix term, with its bit.
    pub fn expand_prefix(&self, snapshot: &Snapshot) -> std::io::Result<Option<(u32, TermMatches)>> {
        let Some(word) = self.prefix_word.and_then(|number| self.words.get(number)) else { return Ok(None) };
        let Some(Part::Word(last)) = self.query.parts.last() else { return Ok(None) };
        let found = TermMatches::look_up_prefix(
            &snapshot.segments,
            Source::Citations,
            &last.forms[0],
            MAX_EXPANSIONS,
        )?;
        Ok((found.document_frequency > 0).then_some((word.bit, found)))
    }
}
