//! Suggestions while somebody types: titles by a prefix of any of their words, then search words, terms with what they
//! mean, and titles that a search would find, misspelled words included. Each leads to something.

use crate::model::category::Category;
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::ranking::matching;
use crate::search::snapshot::Snapshot;
use crate::search::text::edit_distance::nearest_prefix;
use crate::search::text::folding::fold;
use crate::search::text::term_keys::composed;
use crate::search::thesaurus::combined::LabelId;
use std::borrow::Cow;

/// How many titles that fit are looked at, in each segment.
const MAX_LOOKED_AT: usize = 400;
/// How many terms that fit are looked at.
const MAX_TERMS: usize = 200;
/// From so many letters on, slips are forgiven.
const MIN_FORGIVEN: usize = 4;
/// From so many letters on, two slips are forgiven.
const TWO_SLIPS_FROM: usize = 7;

/// At most `most` suggestions for a typed text, best first.
pub(super) fn suggestions(snapshot: &Snapshot, typed: &str, most: usize) -> Vec<String> {
    let written = composed(&typed.split_whitespace().collect::<Vec<_>>().join(" "));
    let typed = fold(&written);
    let mut list = List { texts: Vec::new(), folded: Vec::new(), most };
    if typed.is_empty() {
        return list.texts;
    }
    let titles = titles(snapshot, &typed);
    // Some places are kept for terms; those of other languages only where the catalogue has nothing that begins so.
    let of_terms = terms(snapshot, &typed, &written, most, titles.is_empty());
    let kept = of_terms.len().min(most / 3);
    list.most = most - kept;
    titles.iter().for_each(|title| list.add(title));
    // Search words that begin so; those that no citation has any more would lead to nothing.
    let in_use = &snapshot.everything(false).counts;
    let values = &snapshot.values;
    values
        .with_prefix(Category::Keywords as usize, &typed)
        .filter(|number| in_use.get(*number) > 0)
        .take(most * 2)
        .for_each(|number| list.add(values.text(number)));
    list.most = most;
    of_terms.iter().for_each(|term| list.add(term));
    if titles.is_empty() && typed.chars().count() >= MIN_FORGIVEN {
        almost(snapshot, &typed, most).iter().for_each(|title| list.add(title));
        found_titles(snapshot, &typed, most).iter().for_each(|title| list.add(title));
    }
    list.texts
}

/// Suggestions, each once.
struct List {
    texts: Vec<String>,
    folded: Vec<String>,
    most: usize,
}

impl List {
    fn add(&mut self, text: &str) {
        if self.texts.len() >= self.most {
            return;
        }
        let folded = fold(text);
        if !self.folded.contains(&folded) {
            self.folded.push(folded);
            self.texts.push(text.to_owned());
        }
    }
}

/// Titles that begin so, then titles with a word that does; shorter ones first.
fn titles<'s>(snapshot: &'s Snapshot, typed: &str) -> Vec<&'s str> {
    let mut titles: Vec<(bool, usize, &str)> = Vec::new();
    for segment in &snapshot.segments {
        let data = &segment.data;
        let after =
            |(doc, offset): &(u32, u16)| &data.columns.title_keys.get(*doc as usize)[*offset as usize..];
        let from = data.columns.title_words.partition_point(|place| after(place) < typed);
        for place in data.columns.title_words[from..].iter().take(MAX_LOOKED_AT) {
            if !after(place).starts_with(typed) {
                break;
            }
            if segment.is_alive(place.0) && !data.columns.obsolete[place.0 as usize] {
                let title = data.columns.titles.get(place.0 as usize);
                titles.push((place.1 != 0, title.len(), title));
            }
        }
    }
    titles.sort_unstable();
    titles.into_iter().map(|(_, _, title)| title).collect()
}

/// A label to be suggested: without the accents that were typed, how long it is, its folded text and its number.
type Fitting<'l> = (bool, usize, Cow<'l, str>, LabelId);

/// Terms that begin so, those with the accents as `written` first, then the shortest, each with what it means in English.
fn terms(snapshot: &Snapshot, typed: &str, written: &str, most: usize, is_any_language: bool) -> Vec<String> {
    let thesaurus = &snapshot.thesaurus;
    let fitting = match is_any_language {
        true => labels(snapshot, typed, written, most),
        false => english_labels(snapshot, typed, written, most),
    };
    let (mut texts, mut means): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for (.., text, number) in fitting {
        texts.push(text.into_owned());
        let name = thesaurus.name(thesaurus.label_concept(number));
        if !fold(name).starts_with(typed) && !means.iter().any(|known| known == name) {
            means.push(name.to_owned());
        }
    }
    // The first term, what it means, then the others.
    let at = texts.len().min(1);
    texts.splice(at..at, means);
    texts.truncate(most);
    texts
}

/// The best labels of any language that begin so and of which some citation names the concept.
fn labels<'s>(snapshot: &'s Snapshot, typed: &str, written: &str, most: usize) -> Vec<Fitting<'s>> {
    let thesaurus = &snapshot.thesaurus;
    let mut fitting: Vec<Fitting<'_>> = thesaurus
        .labels_with_prefix(typed, MAX_TERMS)
        .into_iter()
        .filter(|number| snapshot.is_named(thesaurus.label_concept(*number)))
        .map(|number| (thesaurus.text(number).to_lowercase(), number))
        .map(|(text, number)| (!has_accents(&text, written), text.chars().count(), text.into(), number))
        .collect();
    fitting.sort_unstable();
    fitting.dedup_by(|a, b| a.2 == b.2);
    fitting.truncate(most);
    fitting
}

/// The same for English labels alone, which are read where they lie.
fn english_labels<'s>(snapshot: &'s Snapshot, typed: &str, written: &str, most: usize) -> Vec<Fitting<'s>> {
    let thesaurus = &snapshot.thesaurus;
    let mut best: Vec<Fitting<'_>> = Vec::with_capacity(most + 1);
    thesaurus.each_english_with_prefix(typed, |number, folded, is_as_written| {
        let is_full = best.len() == most;
        let is_behind = |fitting: &Fitting<'_>| best.last().is_some_and(|last| is_full && fitting >= last);
        let length = folded.len();
        if is_behind(&(false, length, Cow::Borrowed(folded), number)) {
            return;
        }
        let text = match is_as_written {
            true => Cow::Borrowed(folded),
            false => Cow::Owned(thesaurus.text(number).to_lowercase()),
        };
        let fitting = (!has_accents(&text, written), length, text, number);
        let is_known = best.iter().any(|known| known.2 == fitting.2);
        if is_known || is_behind(&fitting) || !snapshot.is_named(thesaurus.label_concept(number)) {
            return;
        }
        let place = best.partition_point(|known| *known < fitting);
        best.insert(place, fitting);
        best.truncate(most);
    });
    best
}

/// Returns whether a label begins with the accents that were typed.
fn has_accents(label: &str, written: &str) -> bool {
    match label.is_ascii() {
        true => written.is_ascii(),
        false => composed(label).starts_with(written),
    }
}

/// Titles of which some word begins almost so, the nearest first, when the first letter is right.
fn almost<'s>(snapshot: &'s Snapshot, typed: &str, most: usize) -> Vec<&'s str> {
    let letters: Vec<char> = typed.chars().collect();
    let forgiven = if letters.len() >= TWO_SLIPS_FROM { 2 } else { 1 };
    let first = &typed[..letters[0].len_utf8()];
    let mut near: Vec<(usize, usize, &str)> = Vec::new();
    for segment in &snapshot.segments {
        let columns = &segment.data.columns;
        let after = |(doc, offset): &(u32, u16)| &columns.title_keys.get(*doc as usize)[*offset as usize..];
        let from = columns.title_words.partition_point(|place| after(place) < first);
        let mut rest = &columns.title_words[from..];
        while let Some(text) = rest.first().map(after).filter(|text| text.starts_with(first)) {
            let nearest = nearest_prefix(&letters, text, forgiven);
            // They are sorted: what begins alike stands together, and is compared once.
            let alike = match nearest.is_final {
                true => leading(rest, |place| after(place).starts_with(&text[..nearest.compared_bytes])),
                false => 1,
            };
            let (compared, others) = rest.split_at(alike);
            rest = others;
            let Some(edits) = nearest.edits else { continue };
            for place in compared {
                if segment.is_alive(place.0) && !columns.obsolete[place.0 as usize] {
                    near.push((
                        edits * 2 + usize::from(place.1 > 0),
                        after(place).len(),
                        columns.titles.get(place.0 as usize),
                    ));
                }
            }
        }
    }
    near.sort_unstable();
    near.truncate(most);
    near.into_iter().map(|(.., title)| title).collect()
}

/// How many of the first elements pass, when all that pass stand before all that don't; looked for in growing steps, as they
/// are mostly few.
fn leading<T>(sorted: &[T], passes: impl Fn(&T) -> bool) -> usize {
    let mut step = 1;
    while sorted.get(step).is_some_and(&passes) {
        step *= 2;
    }
    let (known, end) = (step / 2, step.min(sorted.len()));
    known + sorted[known..end].partition_point(passes)
}

/// The titles of the first matches of a search.
fn found_titles(snapshot: &Snapshot, typed: &str, most: usize) -> Vec<String> {
    let is_wanted = |number: usize, doc: u32| {
        let segment = &snapshot.segments[number];
        segment.is_alive(doc) && !segment.data.columns.obsolete[doc as usize]
    };
    let query = ParsedQuery { is_being_typed: true, ..ParsedQuery::parse(typed, snapshot.stem_languages) };
    let Ok(mut outcome) = matching::find(snapshot, query, false, None, &is_wanted) else {
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
    fn the_leading_ones_that_pass_are_counted() {
        for length in 0..40usize {
            let numbers: Vec<usize> = (0..length).collect();
            for passing in 0..=length {
                assert_eq!(leading(&numbers, |number| *number < passing), passing, "{passing} of {length}");
            }
        }
    }
}
