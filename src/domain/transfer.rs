//! Export of the whole catalogue; import is in `import.rs`.

use crate::exchange::json_lines;
use crate::model::error::{Error, Result};
use crate::store::Store;
use std::io::Write;

/// Writes every citation as JSON Lines; returns how many.
pub fn export(store: &Store, to: &mut impl Write) -> Result<u64> {
    let mut count = 0;
    store.read(|db| {
        db.each_citation(|citation| {
            count += 1;
            json_lines::write(to, &citation).map_err(|e| Error::io("writing the export", e))
        })
    })?;
    to.flush().map_err(|e| Error::io("writing the export", e))?;
    Ok(count)
}
