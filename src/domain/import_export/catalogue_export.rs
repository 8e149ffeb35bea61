//! Export of the whole catalogue; import is in `import.rs`.

use crate::domain::actor::Actor;
use crate::import_export::json_lines;
use crate::model::accounts::rights::Right;
use crate::model::error::{Error, Result};
use crate::store::Store;
use std::io::Write;

/// Writes every citation as JSON Lines; returns how many.
pub fn export(store: &Store, actor: &Actor, to: &mut impl Write) -> Result<u64> {
    actor.require(Right::EditCitations)?;
    let mut count = 0;
    store.read(|db| {
        db.each_citation(|citation| {
            count += 1;
            json_lines::write(to, &citation.as_stored()).map_err(|e| Error::io("writing the export", e))
        })
    })?;
    to.flush().map_err(|e| Error::io("writing the export", e))?;
    Ok(count)
}
