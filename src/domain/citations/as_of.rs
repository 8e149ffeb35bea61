//! A citation as of the end of a day.

use crate::domain::citations::file_references::{FileUrls, FilesOfStates};
use crate::model::category::Category;
use crate::model::citations::category_fields::each_json_value_mut;
use crate::model::citations::history::in_words;
use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::model::keys::CitationKey;
use crate::model::page_urls::Found;
use crate::store::{NamesOf, ReadTx, Restoration, Store, as_stored};
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Value;

/// Finds a citation by ID, readable ID, or former readable ID, as it stood at the end of `day`, which is not in the future:
/// in the JSON form of current citations. Not found, with the reason, if it was not in the catalogue yet or a restore has
/// lost that day.
pub fn citation_as_of(store: &Store, id: &str, day: Date) -> Result<Found<Value>> {
    store.read(|db| {
        let found = db.find(id)?.ok_or_else(|| Error::NotFound("No citation found.".into()))?;
        found.try_map(|key| record(db, key, day))
    })
}

/// The values have the names of that day, the readable ids are those of today.
fn record(db: &ReadTx<'_>, key: CitationKey, day: Date) -> Result<Value> {
    let DayRecord { mut citation, names, end } = day_record(db, key, day)?;
    let renames = db.renames_since(&end, &names)?;
    each_json_value_mut(&mut citation, |category, value| renames.take_back(category, value));
    Ok(citation)
}

/// A citation as it stood at the end of a day.
pub(in crate::domain) struct DayRecord {
    /// Its JSON, with its files; the values have the names from `names`.
    pub citation: Value,
    pub names: NamesOf,
    /// The end of the day, ISO 8601, UTC.
    pub end: String,
}

/// The citation as it stood at the end of `day`.
pub(in crate::domain) fn day_record(db: &ReadTx<'_>, key: CitationKey, day: Date) -> Result<DayRecord> {
    let end = clock::day_end(day).ok_or_else(|| Error::Unreadable("The calendar ends there.".into()))?;
    let end = as_stored(end);
    if let Some(restoration) = db.restoration_over(&end)? {
        return Err(Error::NotFound(lost(&restoration, day)));
    }
    let Some(state) = db.state_before(key, &end)? else {
        return Err(Error::NotFound(not_yet(&db.first_saved(key)?, day)));
    };
    let as_json = |e| Error::internal("writing a citation as JSON", e);
    let present = serde_json::to_value(db.citation(key)?).map_err(as_json)?;
    let mut citation = match state.kept {
        Some(mut kept) => {
            kept["readableIds"] = present["readableIds"].clone();
            kept
        }
        None => present,
    };
    let later = db.later_names(&state.names)?;
    let today = |lang: &str| later.latest(Category::Languages, lang);
    FilesOfStates::new(db, key)?.complete(&mut citation, today, FileUrls::OfDay(&end))?;
    Ok(DayRecord { citation, names: state.names, end })
}

/// Why there is no record before the first day of a citation.
fn not_yet(first_saved: &str, day: Date) -> String {
    let day = in_words(day);
    match day_in_words(first_saved) {
        Some(first) => {
            format!("There is no record of {day}: this citation came into the catalogue later, on {first}.")
        }
        None => format!("There is no record of {day}: this citation came into the catalogue later."),
    }
}

/// Why there is no record of a day that was lost in a restore.
fn lost(restoration: &Restoration, day: Date) -> String {
    let restored = day_in_words(&restoration.restored).unwrap_or_default();
    let until = restoration.known_until.as_deref().and_then(day_in_words);
    let backup = until.map_or_else(|| "an empty backup".into(), |day| format!("a backup of {day}"));
    format!(
        "There is no record of {}: the catalogue was restored on {restored} from {backup}, and what was saved in \
         between is lost.",
        in_words(day)
    )
}

/// The server's calendar day of a stored timestamp.
fn day_in_words(moment: &str) -> Option<String> {
    moment.parse::<Timestamp>().ok().map(|moment| in_words(clock::local_day(moment)))
}

#[cfg(test)]
mod tests;
