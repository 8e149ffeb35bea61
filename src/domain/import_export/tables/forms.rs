//! The forms of our own CSV: language versions, their pages, titles and revision dates in one cell. Contract section 7.

use crate::domain::import_export::tables::cells;
use crate::domain::import_export::tables::languages::TableLanguages;
use crate::domain::import_export::tables::record::{ComputedCell, PartCell, Place, Record};
use crate::domain::import_export::tables::targets::Part;
use crate::table::cells::Cell;
use serde_json::Value;

fn part(lang: String, part: Part, place: Place, shown: &str, value: impl Into<Value>) -> PartCell {
    PartCell { lang, part, place, shown: shown.to_owned(), value: value.into() }
}

/// `lang=number=date=url`, separated by `|`; the address takes the rest. A cell without `=` is a list of languages that our
/// exports compute, unless the column has the name of the JSON.
pub fn languages(
    record: &mut Record,
    cell: &Cell,
    place: Place,
    is_json_name: bool,
    languages: &TableLanguages,
) -> Result<(), String> {
    let text = cells::text(cell)?;
    if text.is_empty() {
        return Ok(());
    }
    if !text.contains('=') && !is_json_name {
        record.computed.push(ComputedCell { header: "Languages".into(), place, shown: text });
        return Ok(());
    }
    for entry in cells::entries(cells::without_guard(&text)) {
        let mut parts = entry.splitn(4, '=').map(str::trim);
        let mut next = || parts.next().filter(|part| !part.is_empty());
        let (lang, number, day, url) = (next(), next(), next(), next());
        let lang = lang.ok_or_else(|| format!("Expected lang=number=date=url, found '{entry}'."))?;
        let lang = languages.value_or_text(lang);
        record.listed.push(lang.clone());
        if let Some(number) = number {
            record.add_part(part(lang.clone(), Part::Number, place, number, number));
        }
        if let Some(url) = url {
            record.add_part(part(lang.clone(), Part::Url, place, url, url));
        }
        if let Some(day) = day {
            record.dates.push((lang, day.to_owned(), place));
        }
    }
    Ok(())
}

/// `lang=number`, separated by `|`.
pub fn pages(
    record: &mut Record,
    cell: &Cell,
    place: Place,
    languages: &TableLanguages,
) -> Result<(), String> {
    let text = cells::text(cell)?;
    for entry in cells::entries(&text) {
        let count =
            entry.rsplit_once('=').and_then(|(lang, count)| Some((lang, count.trim().parse::<u32>().ok()?)));
        let (lang, count) = count.ok_or_else(|| format!("Expected lang=number, found '{entry}'."))?;
        record.add_part(part(languages.value_or_text(lang.trim()), Part::Pages, place, &entry, count));
    }
    Ok(())
}

/// `lang=title`, separated by `|`; the title takes the rest.
pub fn titles(
    record: &mut Record,
    cell: &Cell,
    place: Place,
    languages: &TableLanguages,
) -> Result<(), String> {
    let text = cells::text(cell)?;
    for entry in cells::entries(cells::without_guard(&text)) {
        let (lang, title) =
            entry.split_once('=').ok_or_else(|| format!("Expected lang=title, found '{entry}'."))?;
        record.add_part(part(languages.value_or_text(lang.trim()), Part::Title, place, &entry, title.trim()));
    }
    Ok(())
}

/// `lang=date`, separated by `|`.
pub fn revision_dates(
    record: &mut Record,
    cell: &Cell,
    place: Place,
    languages: &TableLanguages,
) -> Result<(), String> {
    let text = cells::text(cell)?;
    for entry in cells::entries(&text) {
        let (lang, day) =
            entry.split_once('=').ok_or_else(|| format!("Expected lang=date, found '{entry}'."))?;
        record.dates.push((languages.value_or_text(lang.trim()), day.trim().to_owned(), place));
    }
    Ok(())
}
