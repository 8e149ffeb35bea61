//! The catalogue that an import is checked against and, unless it is a dry run, written to.

use crate::model::error::{Error, Result};
use crate::settings::Settings;
use crate::store::Store;
use std::path::PathBuf;
use std::sync::Arc;
use tempfile::TempDir;

/// An open catalogue.
pub(super) struct ImportCatalogue {
    pub store: Arc<Store>,
    /// Where temporary files of the import are created.
    pub folder: PathBuf,
    /// Declared last: the store is closed before its directory is removed.
    _temporary: Option<TempDir>,
}

impl ImportCatalogue {
    /// Opens the catalogue of the data directory, for reading only on a dry run. A dry run creates none: while there is
    /// none, an empty one in a temporary directory stands for it.
    pub fn open(settings: &Settings, dry_run: bool) -> Result<ImportCatalogue> {
        let dir = &settings.data.dir;
        let found = if dry_run { Store::open_to_read(dir) } else { Store::open_to_write(dir) };
        match found {
            Err(Error::NotFound(_)) if dry_run => empty(),
            found => Ok(ImportCatalogue { store: Arc::new(found?), folder: dir.clone(), _temporary: None }),
        }
    }
}

fn empty() -> Result<ImportCatalogue> {
    let temporary = tempfile::Builder::new()
        .prefix("handout-import-")
        .tempdir()
        .map_err(|e| Error::io("making a temporary directory", e))?;
    let folder = temporary.path().to_owned();
    Ok(ImportCatalogue {
        store: Arc::new(Store::open_to_write(&folder)?),
        folder,
        _temporary: Some(temporary),
    })
}
