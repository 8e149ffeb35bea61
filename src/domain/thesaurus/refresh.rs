//! Lets searches use the synonyms and terms of the database.

use crate::domain::app::App;
use crate::domain::in_memory::search_thesaurus;
use crate::model::error::Result;
use std::sync::PoisonError;

/// Makes searches use the thesaurus of the database; done on return. Does nothing if it has not changed.
pub fn refresh(app: &App) -> Result<()> {
    // One at a time, so that an older state never replaces a newer one.
    let mut applied = app.search.thesaurus_applied.lock().unwrap_or_else(PoisonError::into_inner);
    if app.store.read(search_thesaurus::version)? == *applied {
        return Ok(());
    }
    let (thesaurus, version) = search_thesaurus::from_store(&app.settings, &app.store)?;
    app.search.index.set_thesaurus(thesaurus)?;
    *applied = version;
    Ok(())
}
