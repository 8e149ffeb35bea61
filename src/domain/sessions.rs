//! What the server stores for a signed-in person: favorites, cart, recent searches.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::model::error::{Result, lock};
use crate::model::keys::UserKey;
use crate::model::session::{Session, SessionRequest};
use crate::store::Store;
use std::collections::HashMap;
use std::sync::MutexGuard;

/// How many recent searches are stored.
const MAX_SEARCHES: usize = 10;

/// Favorites, cart and recent searches of a person, including searches that are not written yet.
pub fn session(app: &App, actor: &Actor) -> Result<(Session, Vec<String>)> {
    let user = actor.user()?;
    // Read before the database: what is written in between is counted once instead of being missed.
    let newer = lock_unstored(app).get(&user).cloned().unwrap_or_default();
    let (session, mut searches) = app.store.read(|db| Ok((db.session(user)?, db.searches(user)?)))?;
    put_all_first(&mut searches, &newer);
    Ok((session, searches))
}

/// Stores favorites and cart, after checking every field. Favorites and lines of unknown citations are left out.
pub fn save_session(store: &Store, actor: &Actor, request: SessionRequest) -> Result<()> {
    let user = actor.user()?;
    store.write(|db| {
        let mut session = request.check(db.session(user)?)?;
        let ids = session.favorites.iter().map(|favorite| favorite.id.as_str());
        let unknown = db.unknown_citations(ids.chain(session.order.iter().map(|line| line.id.as_str())))?;
        session.favorites.retain(|favorite| !unknown.contains(&favorite.id));
        session.order.retain(|line| !unknown.contains(&line.id));
        db.save_session(user, &session)
    })
}

/// Remembers a search in memory, to be written soon: the response does not wait for the disk.
pub fn record_search(app: &App, actor: &Actor, q: &str) {
    let Ok(user) = actor.user() else { return };
    let q = q.split_whitespace().collect::<Vec<_>>().join(" ");
    put_first(lock_unstored(app).entry(user).or_default(), q);
}

fn lock_unstored(app: &App) -> MutexGuard<'_, HashMap<UserKey, Vec<String>>> {
    lock(&app.unstored.recent_searches)
}

/// The newest search first, each once, up to the number that is stored.
fn put_first(searches: &mut Vec<String>, q: String) {
    searches.retain(|known| *known != q);
    searches.insert(0, q);
    searches.truncate(MAX_SEARCHES);
}

/// Puts `newer`, newest first, in front of `searches`.
fn put_all_first(searches: &mut Vec<String>, newer: &[String]) {
    newer.iter().rev().for_each(|q| put_first(searches, q.clone()));
}

/// Writes the searches recorded so far. On an error they stay in memory for the next call.
pub fn store_searches(app: &App) -> Result<()> {
    let written = lock_unstored(app).clone();
    if written.is_empty() {
        return Ok(());
    }
    app.store.write(|db| {
        for (user, fresh) in &written {
            let before = db.searches(*user)?;
            let mut searches = before.clone();
            put_all_first(&mut searches, fresh);
            if searches != before {
                db.save_searches(*user, &searches)?;
            }
        }
        Ok(())
    })?;
    // People who have searched in the meantime stay, to be written again with their newer search.
    lock_unstored(app).retain(|user, searches| written.get(user) != Some(searches));
    Ok(())
}
