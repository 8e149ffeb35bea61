//! Suggestions while somebody types: titles by the beginning of any of their words, then search words, then titles that
//! a search would find, misspelled words included.

use crate::model::category::Category;
use crate::model::search::SearchRequest;
use crate::search::analysis::fold;
use crate::search::snapshot::Snapshot;

/// How many titles that fit are looked at, in each segment.
const MAX_LOOKED_AT: usize = 400;

/// At most `most` suggestions for a typed text, best first.
pub(super) fn suggestions(snapshot: &Snapshot, typed: &str, most: usize) -> Vec<String> {
    let typed = fold(&typed.split_whitespace().collect::<Vec<_>>().join(" "));
    let mut list = Vec::new();
    if typed.is_empty() {
        return list;
    }
    let mut add = |text: &str| {
        if list.len() < most && !list.iter().any(|known: &String| fold(known) == fold(text)) {
            list.push(text.to_owned());
        }
    };
    // Titles that begin so, then titles with a word that does; shorter ones first.
    let mut titles: Vec<(bool, usize, &str)> = Vec::new();
    for segment in &snapshot.segments {
        let data = &segment.data;
        let after =
            |(doc, offset): &(u32, u16)| &data.columns.title_keys.get(*doc as usize)[*offset as usize..];
        let from = data.columns.title_words.partition_point(|place| after(place) < typed.as_str());
        for place in data.columns.title_words[from..].iter().take(MAX_LOOKED_AT) {
            if !after(place).starts_with(&typed) {
                break;
            }
            if segment.is_alive(place.0) && !data.columns.obsolete[place.0 as usize] {
                let title = data.columns.titles.get(place.0 as usize);
                titles.push((place.1 != 0, title.len(), title));
            }
        }
    }
    titles.sort_unstable();
    titles.iter().for_each(|(_, _, title)| add(title));
    // Search words that begin so; those that no citation has any more would lead to nothing.
    let in_use = snapshot.all_counts(false);
    let values = &snapshot.values;
    values
        .beginning(Category::Keywords as usize, &typed)
        .filter(|number| in_use.of(*number) > 0)
        .take(most * 2)
        .for_each(|number| add(values.text(number)));
    if list.is_empty() {
        let request = SearchRequest { q: typed, ..SearchRequest::default() };
        if let Ok(titles) = snapshot.best_titles(&request, most) {
            list.extend(titles);
        }
    }
    list
}
