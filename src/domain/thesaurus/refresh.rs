//! Lets searches use the synonyms and terms of the database.

use crate::domain::app::App;
use crate::domain::in_memory::vocabulary;
use crate::model::error::Result;
use std::sync::PoisonError;

/// Makes searches use the thesaurus of the database; done on return. Does nothing if it has not changed.
pub fn refresh(app: &App) -> Result<()> {
    // One at a time, so that an older state never replaces a newer one.
    let mut applied = app.search.words_applied.lock().unwrap_or_else(PoisonError::into_inner);
    if app.store.read(vocabulary::version)? == *applied {
        return Ok(());
    }
    let (vocabulary, version) = vocabulary::from_store(&app.settings, &app.store)?;
    app.search.index.set_thesaurus(vocabulary)?;
    *applied = version;
    Ok(())
}
