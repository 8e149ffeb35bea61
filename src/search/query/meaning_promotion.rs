//! Which words of a query count when nothing contains its content words.

use crate::search::query::parsed_query::{ParsedQuery, Part, QueryWord};
use crate::search::query::recognition::recognized_concepts::{RecognizedConcepts, is_in_concept};
use crate::search::query::term_lookup::TermMatches;
use crate::search::text::function_words::Meaning;

/// Promotes the light words of a query when neither the index nor a handout has any of its content words, and its function
/// words when the index has no light word either.
pub(super) fn promote_meanings(
    query: &mut ParsedQuery,
    matches: &[Option<TermMatches>],
    concepts: &[RecognizedConcepts],
    is_in_texts: impl Fn(&QueryWord) -> bool,
) {
    let is_indexed = |matches: &Option<TermMatches>| {
        matches.as_ref().is_some_and(|matches| matches.document_frequency > 0)
    };
    let has_known_content = query.parts.iter().zip(matches).any(|(part, matches)| match part {
        Part::Phrase(_) => true,
        Part::Word(word) => {
            word.meaning == Meaning::Content
                && (is_in_concept(word, concepts) || is_indexed(matches) || is_in_texts(word))
        }
    });
    if has_known_content {
        return;
    }
    query.promote(Meaning::Light);
    let is_known = |(part, matches): (&Part, &Option<TermMatches>)| match part {
        Part::Word(word) if word.meaning == Meaning::Function => false,
        Part::Word(_) => is_indexed(matches),
        Part::Phrase(_) => true,
    };
    // A query with any indexed word, even a function word, has results.
    if !query.parts.iter().zip(matches).any(is_known) {
        query.promote(Meaning::Function);
    }
}
