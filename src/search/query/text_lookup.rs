//! Looks up the words of a query in the texts of handouts.

use crate::search::query::parsed_query::QueryWord;
use crate::search::query::term_lookup::{Source, TermMatches};
use crate::search::snapshot::Snapshot;
use crate::search::text::stem_terms::StemTerms;

/// Looks up a word of the query `text` in all its forms, with its stems in the languages of the handouts.
pub(in crate::search) fn look_up_in_texts(
    snapshot: &Snapshot,
    text: &str,
    word: &QueryWord,
) -> std::io::Result<TermMatches> {
    let more_languages = snapshot.text_languages & !(snapshot.stem_languages | 1);
    let mut stem_terms = StemTerms::default();
    if more_languages != 0 {
        let typed = text.get(word.span.clone()).map(str::to_lowercase);
        for (n, form) in word.forms.iter().enumerate() {
            let written = typed.as_deref().filter(|_| n == 0).unwrap_or(form);
            stem_terms.add(written, form, more_languages);
        }
    }
    TermMatches::look_up_in(&snapshot.segments, Source::HandoutTexts, word, &stem_terms)
}

/// Returns whether a handout contains the word or one with its stem.
pub(in crate::search) fn is_in_texts(snapshot: &Snapshot, text: &str, word: &QueryWord) -> bool {
    look_up_in_texts(snapshot, text, word).is_ok_and(|found| found.document_frequency > 0)
}
