//! The form fields of a file.

use crate::handout_text::pdf::document::text;
use crate::model::pdf_check::trimmed;
use hayro::hayro_syntax::object::{Array, Dict, ObjRef, Rect};
use std::collections::HashSet;

/// The flags of widgets that nobody sees on a screen: hidden, and only printed.
const HIDDEN: u32 = 1 << 1 | 1 << 5;

/// How many fields that are shown have no name for people who do not see them.
pub(super) fn without_name(catalog: &Dict<'_>) -> u32 {
    let form = catalog.get::<Dict<'_>>("AcroForm").unwrap_or_default();
    let mut seen = HashSet::new();
    let mut open =
        form.get::<Array<'_>>("Fields").map(|fields| unseen(&fields, &mut seen)).unwrap_or_default();
    let mut count = 0;
    while let Some(field) = open.pop() {
        let kids = field.get::<Array<'_>>("Kids").map(|kids| unseen(&kids, &mut seen));
        let (fields, widgets): (Vec<_>, Vec<_>) =
            kids.unwrap_or_default().into_iter().partition(|kid| kid.contains_key("T"));
        let is_shown = match (fields.is_empty(), widgets.is_empty()) {
            (true, true) => is_shown_widget(&field),
            _ => widgets.iter().any(is_shown_widget),
        };
        let has_name = text(&field, "TU").is_some_and(|name| !trimmed(&name).is_empty());
        if is_shown && !has_name {
            count += 1;
        }
        open.extend(fields);
    }
    count
}

/// The dictionaries of the list that were not seen before.
fn unseen<'a>(list: &Array<'a>, seen: &mut HashSet<ObjRef>) -> Vec<Dict<'a>> {
    let references = list.raw_iter().map(|item| item.as_obj_ref());
    let new: Vec<bool> = references.map(|reference| reference.is_none_or(|one| seen.insert(one))).collect();
    // An item that is no dictionary would shift the ones behind it; such a list is read as far as it goes.
    list.iter::<Dict<'a>>().zip(new).filter(|(_, is_new)| *is_new).map(|(dictionary, _)| dictionary).collect()
}

fn is_shown_widget(widget: &Dict<'_>) -> bool {
    let has_size = widget.get::<Rect>("Rect").is_some_and(|rect| rect.x0 != rect.x1 && rect.y0 != rect.y1);
    has_size && widget.get::<u32>("F").unwrap_or(0) & HIDDEN == 0
}
