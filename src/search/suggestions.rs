//! Suggestions for a partly typed text: titles with a word that begins with it, then keywords, labels with the names of their
//! concepts, and titles found by a search that corrects misspelled words. Every suggestion has results.

use crate::model::category::Category;
use crate::model::search::request::SuggestedText;
use crate::search::matched_version::matched_title;
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::ranking::matching::{self, Wanted};
use crate::search::segments::titles::TitleList;
use crate::search::snapshot::{Match, Segment, Snapshot};
use crate::search::text::edit_distance::TypedWord;
use crate::search::text::folding::fold;
use crate::search::text::term_keys::composed;
use crate::search::thesaurus::combined::LabelId;
use std::borrow::Cow;

/// The maximum number of matching titles compared in each segment.
const MAX_COMPARED_LABELS: usize = 400;
/// The maximum number of matching labels compared.
const MAX_LABELS: usize = 200;
/// The minimum length, in characters, of a typed text that may be misspelled.
const MIN_MISSPELLED: usize = 4;
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
    if titles.is_empty() && typed.chars().count() >= MIN_MISSPELLED {
        near_titles(snapshot, &typed, most).iter().for_each(|title| list.add(title.suggested(snapshot)));
        if list.texts.len() < most {
            found_titles(snapshot, &typed, most).into_iter().for_each(|title| list.add(title));
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

/// The titles of a segment's citations, or of their language versions.
struct SegmentTitles<'s> {
    segment: &'s Segment,
    titles: &'s TitleList,
    is_of_versions: bool,
}

impl<'s> SegmentTitles<'s> {
    fn all(snapshot: &'s Snapshot) -> impl Iterator<Item = SegmentTitles<'s>> {
        snapshot.segments.iter().flat_map(|segment| {
            let columns = &segment.data.columns;
            let lists = [(&columns.titles, false), (&columns.version_titles.titles, true)];
            lists.map(|(titles, is_of_versions)| SegmentTitles { segment, titles, is_of_versions })
        })
    }

    /// The title with this number, if its citation is in use.
    fn title(&self, number: u32) -> Option<Title<'s>> {
        let n = number as usize;
        let versions = &self.segment.data.columns.version_titles;
        let (doc, lang) = match self.is_of_versions {
            false => (number, None),
            true => (*versions.docs.get(n)?, Some(versions.langs.get(n))),
        };
        let (text, key) = (self.titles.get(n), self.titles.key(n));
        self.segment.is_in_use(doc).then_some(Title { text, key, lang })
    }
}

/// Titles that begin with the typed text, then titles with another word that does; shorter ones first.
fn titles<'s>(snapshot: &'s Snapshot, typed: &str) -> Vec<Title<'s>> {
    let mut titles: Vec<(bool, usize, Title<'s>)> = Vec::new();
    for list in SegmentTitles::all(snapshot) {
        for (number, offset) in list.titles.with_prefix(typed.as_bytes()).take(MAX_COMPARED_LABELS) {
            titles.extend(list.title(*number).map(|title| (*offset != 0, title.text.len(), title)));
        }
    }
    titles.sort_unstable();
    titles.into_iter().map(|(.., title)| title).collect()
}

/// Labels that begin with the typed text and name citations, first those with the accents of `written`, then the shortest. The
/// English names of their concepts follow the first label.
fn label_suggestions(
    snapshot: &Snapshot,
    typed: &str,
    written: &str,
    most: usize,
    is_any_language: bool,
) -> Vec<String> {
    let thesaurus = &snapshot.thesaurus;
    let labels = match is_any_language {
        true => thesaurus.labels_with_prefix(typed, MAX_LABELS),
        false => thesaurus.english_with_prefix(typed),
    };
    let is_named = |number: LabelId| snapshot.is_named(thesaurus.label_concept(number));
    let mut candidates: Vec<(bool, usize, Cow<'_, str>, LabelId)> = labels
        .into_iter()
        .map(|(number, text)| (!has_accents(&text, written), text.chars().count(), text, number))
        .collect();
    candidates.sort_unstable();
    let (mut texts, mut names): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for (.., text, number) in candidates {
        if texts.len() == most {
            break;
        }
        if texts.iter().any(|known| *known == text) || !is_named(number) {
            continue;
        }
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

/// Returns whether a label begins with the typed text, accents included.
fn has_accents(label: &str, written: &str) -> bool {
    match label.is_ascii() {
        true => written.is_ascii(),
        false => composed(label).starts_with(written),
    }
}

/// Titles with a word that begins with nearly the typed text and exactly with its first letter, the nearest first.
fn near_titles<'s>(snapshot: &'s Snapshot, typed: &str, most: usize) -> Vec<Title<'s>> {
    let Some(word) = TypedWord::new(typed) else { return Vec::new() };
    let max_edits = if word.letters() >= MIN_TWO_EDITS { 2 } else { 1 };
    let first = &typed.as_bytes()[..typed.chars().next().map_or(0, char::len_utf8)];
    let mut near: Vec<(usize, usize, Title<'s>)> = Vec::new();
    for list in SegmentTitles::all(snapshot) {
        for place in list.titles.with_prefix(first) {
            let suffix = list.titles.text_from(place);
            let text = std::str::from_utf8(suffix).unwrap_or_default();
            if let Some(edits) = word.edits_to_prefix(text, max_edits) {
                let distance = edits * 2 + usize::from(place.1 > 0);
                near.extend(list.title(place.0).map(|title| (distance, suffix.len(), title)));
            }
        }
    }
    near.sort_unstable();
    near.truncate(most);
    near.into_iter().map(|(.., title)| title).collect()
}

/// The titles of the first matches of a search, of a language version where only that has words of the text.
fn found_titles(snapshot: &Snapshot, typed: &str, most: usize) -> Vec<SuggestedText> {
    let documents = &snapshot.everything(false).documents;
    let wanted = Wanted { documents, filter: None, count: most };
    let query = ParsedQuery { is_being_typed: true, ..ParsedQuery::parse(typed, snapshot.stem_languages) };
    let Ok((outcome, plan)) = matching::find(snapshot, query, false, None, wanted) else {
        return Vec::new();
    };
    let title = |m: &Match| match matched_title(snapshot, &plan.query, m, "") {
        Some((lang, title)) => {
            SuggestedText { text: title.to_owned(), language: Some(snapshot.language(lang)) }
        }
        None => {
            untranslated(snapshot.segments[usize::from(m.segment)].data.columns.titles.get(m.doc as usize))
        }
    };
    outcome.matches.iter().map(title).collect()
}
