//! A citation as of the end of a day.

use crate::model::citations::as_of::in_words;
use crate::model::citations::category_fields::each_json_value_mut;
use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::model::found::Found;
use crate::store::{ReadTx, Restoration, Store, as_stored};
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
fn record(db: &ReadTx<'_>, key: i64, day: Date) -> Result<Value> {
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
    let renames = db.renames_since(&end, &state.names)?;
    each_json_value_mut(&mut citation, |category, value| renames.take_back(category, value));
    Ok(citation)
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
