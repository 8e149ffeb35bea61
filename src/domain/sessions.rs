//! What a signed-in person keeps: favorites, order list, recent searches.

use crate::domain::app::App;
use crate::model::error::{Error, FieldError, Result};
use crate::model::session::{Session, SessionRequest};

/// How many recent searches are kept.
const MAX_SEARCHES: usize = 10;

/// Favorites, order list and recent searches of a person.
pub fn session(app: &App, user: i64) -> Result<(Session, Vec<String>)> {
    // A full disk must not keep anybody from reading.
    if let Err(e) = keep_searches_of(app, Some(user)) {
        tracing::warn!(cause = %e, "a recent search could not be kept");
    }
    app.store.read(|db| Ok((db.session(user)?, db.searches(user)?)))
}

/// Keeps favorites and order list, after checking every field.
pub fn save_session(app: &App, user: i64, request: SessionRequest) -> Result<()> {
    app.store.write(|db| {
        let named = |faults: &mut Vec<FieldError>, list: &str, ids: Vec<&str>| -> Result<()> {
            let unknown = db.unknown_citations(ids.iter().copied().filter(|id| !id.trim().is_empty()))?;
            for (n, id) in ids.iter().enumerate().filter(|(_, id)| unknown.contains(**id)) {
                faults.push(FieldError::new(
                    format!("{list}[{n}].id"),
                    format!("There is no citation '{id}'."),
                ));
            }
            Ok(())
        };
        let mut faults = Vec::new();
        named(&mut faults, "favorites", request.favorites.iter().map(|f| f.id.as_str()).collect())?;
        named(&mut faults, "order", request.order.iter().map(|l| l.id.as_str()).collect())?;
        match request.check(db.session(user)?) {
            Err(Error::Invalid(mut others)) => {
                others.append(&mut faults);
                Err(Error::Invalid(others))
            }
            Ok(_) if !faults.is_empty() => Err(Error::Invalid(faults)),
            checked => db.save_session(user, &checked?),
        }
    })
}

/// Notes a search, to be kept soon: an answer does not wait for the disk.
pub fn note_search(app: &App, user: i64, q: &str) {
    let q = q.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Ok(mut noted) = app.noted_searches.lock() {
        put_first(noted.entry(user).or_default(), q);
    }
}

/// The newest search first, each once, as many as are remembered.
fn put_first(searches: &mut Vec<String>, q: String) {
    searches.retain(|known| *known != q);
    searches.insert(0, q);
    searches.truncate(MAX_SEARCHES);
}

/// Keeps the searches noted so far.
pub fn keep_searches(app: &App) -> Result<()> {
    keep_searches_of(app, None)
}

fn keep_searches_of(app: &App, only: Option<i64>) -> Result<()> {
    let noted: Vec<(i64, Vec<String>)> = match app.noted_searches.lock() {
        Ok(mut noted) => noted.extract_if(|user, _| only.is_none_or(|only| only == *user)).collect(),
        Err(_) => return Ok(()),
    };
    if noted.is_empty() {
        return Ok(());
    }
    app.store.write(|db| {
        for (user, fresh) in noted {
            let before = db.searches(user)?;
            let mut searches = before.clone();
            // The oldest goes in first.
            fresh.into_iter().rev().for_each(|q| put_first(&mut searches, q));
            if searches != before {
                db.save_searches(user, &searches)?;
            }
        }
        Ok(())
    })
}
