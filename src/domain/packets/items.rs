//! The citations of a packet: checked when they are saved, with their replacements when they are shown.

use crate::domain::citations::replacements;
use crate::model::error::{FieldError, Result};
use crate::model::packets::draft::{DraftItem, twice};
use crate::model::packets::languages::KnownLanguages;
use crate::model::packets::packet::SelectedItem;
use crate::store::{PacketItemRow, ReadTx};
use std::collections::{HashMap, HashSet};

/// The items of a packet as they are saved: the key of the citation, and the note.
pub(super) type CheckedItems = Vec<(i64, Option<String>)>;

/// The items as they are saved, or every error: an unknown citation, a repeated one, and an obsolete one that is not in
/// `may_be_obsolete`.
pub(super) fn check(
    db: &ReadTx<'_>,
    items: &[DraftItem],
    may_be_obsolete: impl Fn(i64) -> bool,
) -> Result<std::result::Result<CheckedItems, Vec<FieldError>>> {
    let (mut checked, mut errors) = (Vec::new(), Vec::new());
    let mut first: HashMap<i64, usize> = HashMap::new();
    for item in items {
        let n = item.position;
        let field = || format!("items[{n}].citation");
        let Some(key) = db.find_key(&item.citation)? else {
            let message = format!("There is no citation with the ID '{}'.", item.citation);
            errors.push(FieldError::new(field(), message));
            continue;
        };
        if let Some(first) = first.get(&key) {
            errors.push(twice(n, *first));
            continue;
        }
        first.insert(key, n);
        let citation = db.citation(key)?;
        if citation.obsolete && !may_be_obsolete(key) {
            let replacement = match replacements::first_in_use(db, &citation.id)? {
                Some(other) => format!(" It is replaced by '{}'.", db.citation(other.key)?.title),
                None => String::new(),
            };
            let message = format!("'{}' is obsolete.{replacement}", citation.title);
            errors.push(FieldError::new(field(), message));
            continue;
        }
        checked.push((key, item.note.clone()));
    }
    Ok(if errors.is_empty() { Ok(checked) } else { Err(errors) })
}

/// Keys of the citations that the public sees in the place of obsolete ones, by the keys of these.
pub(super) fn replacement_keys(db: &ReadTx<'_>, items: &[PacketItemRow]) -> Result<HashMap<i64, i64>> {
    let mut found = HashMap::new();
    for item in items.iter().filter(|item| item.is_obsolete) {
        if !found.contains_key(&item.citation)
            && let Some(other) = replacements::first_in_use(db, &item.id)?
        {
            found.insert(item.citation, other.key);
        }
    }
    Ok(found)
}

/// The items of a packet with what replaces them.
pub(super) fn selected_items(
    db: &ReadTx<'_>,
    packet: i64,
    languages: &KnownLanguages,
) -> Result<Vec<SelectedItem>> {
    let rows = db.packet_items(&[packet])?;
    let replacements = replacement_keys(db, &rows)?;
    let keys: HashSet<i64> =
        rows.iter().map(|row| row.citation).chain(replacements.values().copied()).collect();
    let citations = db.packet_citations(&keys.into_iter().collect::<Vec<_>>(), languages)?;
    let item = |row: PacketItemRow| {
        let replacement = replacements.get(&row.citation).and_then(|key| citations.get(key));
        Some(SelectedItem {
            selected: citations.get(&row.citation)?.clone(),
            note: row.note,
            replacement: replacement.cloned(),
        })
    };
    Ok(rows.into_iter().filter_map(item).collect())
}
