//! Suggestions for a partly typed text: titles with a word that begins with it, then keywords, labels with the names of their
//! concepts, and titles found by a search that corrects misspelled words. Every suggestion has results.

use crate::model::category::Category;
use crate::model::search::request::{PAGE, SuggestedText};
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::ranking::finding;
use crate::search::ranking::page_matches::Page;
use crate::search::snapshot::{Segment, Snapshot};
use crate::search::text::edit_distance::nearest_prefix;
use crate::search::text::folding::fold;
use crate::search::text::string_column::StringColumn;
use crate::search::text::term_keys::composed;
use crate::search::thesaurus::combined::LabelId;
use std::borrow::Cow;

/// The maximum number of matching titles compared in each segment.
const MAX_COMPARED_LABELS: usize = 400;
/// The maximum number of matching labels compared.
const MAX_LABELS: usize = 200;
/// The minimum length, in characters, of a typed text in which an edit is allowed.
const MIN_ONE_EDIT: usize = 4;
/// The minimum length, in characters, of a typed text in which two edits are allowed.
const MIN_TWO_EDITS: usize = 7;

/// At most `most` suggestions for a typed text, best first.
pub(super) fn suggestions(snapshot: &Snapshot, typed: &str, most: usize) -> Vec<SuggestedText> {
    let written = composed(&typed.split_whitespace().collect::<Vec<_>>().join(" "));
    let typed = fold(&written);
    let mut list = List { texts: Vec::new(), folded: Vec::new(), most };
    if typed.is_empty() {
        return list.texts;
    }
    let titles = titles(snapshot, &typed);
    // A third of the list is reserved for labels; labels of other languages are suggested only when no title matches.
    let labels = label_suggestions(snapshot, &typed, &written, most, titles.is_empty());
    let reserved = labels.len().min(most / 3);
    list.most = most - reserved;
    titles.iter().for_each(|title| list.add_folded(title.suggested(snapshot), title.key));
    // Keywords that no citation has any more would have no results.
    let in_use = &snapshot.everything(false).counts;
    let values = &snapshot.values;
    values
        .with_prefix(Category::Keywords as usize, &typed)
        .filter(|number| in_use.get(*number) > 0)
        .take(most * 2)
        .for_each(|number| list.add(untranslated(values.text(number))));
    list.most = most;
    labels.iter().for_each(|label| list.add(untranslated(label)));
    if titles.is_empty() && typed.chars().count() >= MIN_ONE_EDIT {
        near_titles(snapshot, &typed, most).iter().for_each(|title| list.add(title.suggested(snapshot)));
        if list.texts.len() < most {
            found_titles(snapshot, &typed, most).iter().for_each(|title| list.add(untranslated(title)));
        }
    }
    list.texts
}

/// Suggestions without duplicates, which are compared folded.
struct List {
    texts: Vec<SuggestedText>,
    folded: Vec<String>,
    most: usize,
}

impl List {
    fn add(&mut self, text: SuggestedText) {
        if self.texts.len() < self.most {
            let folded = fold(&text.text);
            self.add_folded(text, &folded);
        }
    }

    fn add_folded(&mut self, text: SuggestedText, folded: &str) {
        if self.texts.len() < self.most && !self.folded.iter().any(|known| known == folded) {
            self.folded.push(folded.to_owned());
            self.texts.push(text);
        }
    }
}

/// A text that is not the title of a language version.
fn untranslated(text: &str) -> SuggestedText {
    SuggestedText { text: text.to_owned(), language: None }
}

/// A title of a citation or of one of its language versions.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Title<'s> {
    text: &'s str,
    /// The folded title.
    key: &'s str,
    /// The language value of a language version.
    lang: Option<&'s str>,
}

impl Title<'_> {
    fn suggested(&self, snapshot: &Snapshot) -> SuggestedText {
        SuggestedText { text: self.text.to_owned(), language: self.lang.map(|lang| snapshot.language(lang)) }
    }
}

/// The words of the titles of a segment's citations, or of their language versions.
struct TitleWords<'s> {
    segment: &'s Segment,
    /// Numbers of titles, with the offsets of their words.
    words: &'s [(u32, u16)],
    keys: &'s StringColumn,
    is_of_versions: bool,
}

impl<'s> TitleWords<'s> {
    fn all(snapshot: &'s Snapshot) -> impl Iterator<Item = TitleWords<'s>> {
        snapshot.segments.iter().flat_map(|segment| {
            let columns = &segment.data.columns;
            let versions = &columns.version_titles;
            [
                TitleWords {
                    segment,
                    words: &columns.title_words,
                    keys: &columns.title_keys,
                    is_of_versions: false,
                },
                TitleWords { segment, words: &versions.words, keys: &versions.keys, is_of_versions: true },
            ]
        })
    }

    /// The folded title from a word on, in UTF-8.
    fn suffix_at(&self, (number, offset): &(u32, u16)) -> &'s [u8] {
        self.keys.bytes_from(*number as usize, usize::from(*offset))
    }

    /// The title with this number, if its citation is in use.
    fn title(&self, number: u32) -> Option<Title<'s>> {
        let (columns, n) = (&self.segment.data.columns, number as usize);
        let (doc, text, lang) = match self.is_of_versions {
            false => (number, columns.titles.get(n), None),
            true => {
                let versions = &columns.version_titles;
                (*versions.docs.get(n)?, versions.titles.get(n), Some(versions.langs.get(n)))
            }
        };
        self.segment.is_in_use(doc).then(|| Title { text, key: self.keys.get(n), lang })
    }
}

/// Titles that begin with the typed text, then titles with another word that does; shorter ones first.
fn titles<'s>(snapshot: &'s Snapshot, typed: &str) -> Vec<Title<'s>> {
    let mut titles: Vec<(bool, usize, Title<'s>)> = Vec::new();
    for list in TitleWords::all(snapshot) {
        let from = list.words.partition_point(|word| list.suffix_at(word) < typed.as_bytes());
        let words = list.words[from..].iter().take(MAX_COMPARED_LABELS);
        for (number, offset) in words.take_while(|word| list.suffix_at(word).starts_with(typed.as_bytes())) {
            titles.extend(list.title(*number).map(|title| (*offset != 0, title.text.len(), title)));
        }
    }
    titles.sort_unstable();
    titles.into_iter().map(|(.., title)| title).collect()
}

/// A label to suggest, in the order of suggestions: whether it lacks the typed accents, its length, its text in lower case and
/// its number.
type LabelCandidate<'l> = (bool, usize, Cow<'l, str>, LabelId);

/// Labels that begin with the typed text, first those with the accents of `written`, then the shortest. The English names of
/// their concepts follow the first label.
fn label_suggestions(
    snapshot: &Snapshot,
    typed: &str,
    written: &str,
    most: usize,
    is_any_language: bool,
) -> Vec<String> {
    let thesaurus = &snapshot.thesaurus;
    let candidates = match is_any_language {
        true => labels(snapshot, typed, written, most),
        false => english_labels(snapshot, typed, written, most),
    };
    let (mut texts, mut names): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for (.., text, number) in candidates {
        texts.push(text.into_owned());
        let name = thesaurus.name(thesaurus.label_concept(number));
        if !fold(name).starts_with(typed) && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    let at = texts.len().min(1);
    texts.splice(at..at, names);
    texts.truncate(most);
    texts
}

/// The best labels of any language that begin with the typed text and of which a citation is indexed under the concept.
fn labels<'s>(snapshot: &'s Snapshot, typed: &str, written: &str, most: usize) -> Vec<LabelCandidate<'s>> {
    let thesaurus = &snapshot.thesaurus;
    let mut candidates: Vec<LabelCandidate<'_>> = thesaurus
        .labels_with_prefix(typed, MAX_LABELS)
        .into_iter()
        .filter(|number| snapshot.is_named(thesaurus.label_concept(*number)))
        .map(|number| (thesaurus.text(number).to_lowercase(), number))
        .map(|(text, number)| (!has_accents(&text, written), text.chars().count(), text.into(), number))
        .collect();
    candidates.sort_unstable();
    candidates.dedup_by(|a, b| a.2 == b.2);
    candidates.truncate(most);
    candidates
}

/// The same for English labels only, whose texts are borrowed from the thesaurus.
fn english_labels<'s>(
    snapshot: &'s Snapshot,
    typed: &str,
    written: &str,
    most: usize,
) -> Vec<LabelCandidate<'s>> {
    let thesaurus = &snapshot.thesaurus;
    let mut best: Vec<LabelCandidate<'_>> = Vec::with_capacity(most + 1);
    thesaurus.each_english_with_prefix(typed, |number, label| {
        let is_full = best.len() == most;
        let length = label.length();
        // Most labels are too long, which needs no text.
        if best.last().is_some_and(|last| is_full && (false, length) > (last.0, last.1)) {
            return;
        }
        let is_worse =
            |candidate: &LabelCandidate<'_>| best.last().is_some_and(|last| is_full && candidate >= last);
        let folded = label.folded();
        if is_worse(&(false, length, Cow::Borrowed(folded), number)) {
            return;
        }
        let text = match label.is_as_written() {
            true => Cow::Borrowed(folded),
            false => Cow::Owned(thesaurus.text(number).to_lowercase()),
        };
        let candidate = (!has_accents(&text, written), length, text, number);
        let is_known = best.iter().any(|known| known.2 == candidate.2);
        if is_known || is_worse(&candidate) || !snapshot.is_named(thesaurus.label_concept(number)) {
            return;
        }
        let place = best.partition_point(|known| *known < candidate);
        best.insert(place, candidate);
        best.truncate(most);
    });
    best
}

/// Returns whether a label begins with the typed text, accents included.
fn has_accents(label: &str, written: &str) -> bool {
    match label.is_ascii() {
        true => written.is_ascii(),
        false => composed(label).starts_with(written),
    }
}

/// Titles with a word that begins with nearly the typed text and exactly with its first letter, the nearest first.
fn near_titles<'s>(snapshot: &'s Snapshot, typed: &str, most: usize) -> Vec<Title<'s>> {
    let letters: Vec<char> = typed.chars().collect();
    let max_edits = if letters.len() >= MIN_TWO_EDITS { 2 } else { 1 };
    let first = &typed.as_bytes()[..letters[0].len_utf8()];
    let mut near: Vec<(usize, usize, Title<'s>)> = Vec::new();
    for list in TitleWords::all(snapshot) {
        let suffix = |word: &(u32, u16)| list.suffix_at(word);
        let from = list.words.partition_point(|word| suffix(word) < first);
        let mut rest = &list.words[from..];
        while let Some(text) = rest.first().map(suffix).filter(|text| text.starts_with(first)) {
            let nearest = nearest_prefix(&letters, std::str::from_utf8(text).unwrap_or_default(), max_edits);
            let prefix = &text[..nearest.compared_bytes];
            // Suffixes are sorted: those with the same prefix are adjacent and compared once.
            let same_prefix = match nearest.is_final {
                true => count_leading(rest, |word| suffix(word).starts_with(prefix)),
                false => 1,
            };
            let (compared, others) = rest.split_at(same_prefix);
            rest = others;
            let Some(edits) = nearest.edits else { continue };
            for place in compared {
                let distance = edits * 2 + usize::from(place.1 > 0);
                near.extend(list.title(place.0).map(|title| (distance, suffix(place).len(), title)));
            }
        }
    }
    near.sort_unstable();
    near.truncate(most);
    near.into_iter().map(|(.., title)| title).collect()
}

/// The number of elements that pass, where all that pass come first. Searches in doubling steps, because the number is usually
/// small.
fn count_leading<T>(sorted: &[T], passes: impl Fn(&T) -> bool) -> usize {
    let mut step = 1;
    while sorted.get(step).is_some_and(&passes) {
        step *= 2;
    }
    let (known, end) = (step / 2, step.min(sorted.len()));
    known + sorted[known..end].partition_point(passes)
}

/// The titles of the first matches of a search.
fn found_titles(snapshot: &Snapshot, typed: &str, most: usize) -> Vec<String> {
    let wanted = snapshot.everything(false).documents();
    let page = Page { end: PAGE, filter: &|| None };
    let query = ParsedQuery { is_being_typed: true, ..ParsedQuery::parse(typed, snapshot.stem_languages) };
    let Ok(mut outcome) = finding::find(snapshot, query, false, None, Some(&page), wanted) else {
        return Vec::new();
    };
    let best = snapshot.page(&mut outcome.matches, 0).iter().take(most);
    best.map(|m| snapshot.segments[usize::from(m.segment)].data.columns.titles.get(m.doc as usize).to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_leading_elements_that_pass_are_counted() {
        for length in 0..40usize {
            let numbers: Vec<usize> = (0..length).collect();
            for passing in 0..=length {
                assert_eq!(
                    count_leading(&numbers, |number| *number < passing),
                    passing,
                    "{passing} of {length}"
                );
            }
        }
    }
}
