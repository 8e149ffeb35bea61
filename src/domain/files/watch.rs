//! Watches the store of files: whether it can be reached, and how many contents are missing. On a replica with a store of its
//! own, fetches what is missing from the primary.

use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::files::{Ownership, PrimaryFiles, Put, remove_abandoned};
use crate::model::error::{Error, Result};
use crate::model::files::NamedFile;
use crate::model::page_urls;
use std::sync::Arc;

/// Removes what an earlier process began to receive, and makes a store that belongs to nobody this installation's own.
pub async fn begin(app: &App) -> Result<()> {
    let data_dir = app.settings.data.dir.clone();
    blocking(move || remove_abandoned(&data_dir)).await?;
    if app.store.replica().is_none() && app.files.claim().await? == Ownership::Another {
        tracing::warn!(
            store = %app.files.address(),
            "the store of files belongs to another data directory: this server reads and adds, and deletes nothing"
        );
    }
    Ok(())
}

/// Asks whether the store can be reached.
pub async fn probe(app: &App) {
    match app.files.ownership().await {
        Ok(_) => app.files_state.set_up(true, ""),
        Err(e) => app.files_state.set_up(false, &e.to_string()),
    }
}

/// Counts the referenced contents that are missing.
pub async fn count_missing(app: &Arc<App>) -> Result<()> {
    let missing = missing(app, true).await?;
    app.files_state.set_missing(missing.len() as u64);
    Ok(())
}

/// The contents that are missing: of those that versions refer to, or with `all` of those that anything does.
async fn missing(app: &Arc<App>, all: bool) -> Result<Vec<NamedFile>> {
    let reading = app.clone();
    let named = blocking(move || {
        reading.store.read(|db| if all { db.referenced_files() } else { db.files_of_versions() })
    });
    let mut missing = Vec::new();
    for file in named.await? {
        if app.files.size_or_unknown(file.digest).await? != Some(file.size) {
            missing.push(file);
        }
    }
    Ok(missing)
}

/// Fetches every content that a replica lacks from its primary, and deletes withdrawn ones.
pub async fn fetch_missing(app: &Arc<App>, primary: &PrimaryFiles) -> Result<()> {
    let Some(base) = app.store.replica().map(|replica| replica.primary_url().to_owned()) else {
        return Ok(());
    };
    let reading = app.clone();
    let withdrawn = blocking(move || reading.store.read(|db| db.withdrawn_files())).await?;
    for digest in withdrawn {
        app.files.delete(digest).await?;
    }
    let missing = missing(app, false).await?;
    let mut left = missing.len() as u64;
    app.files_state.set_left(left);
    let mut error = None;
    for NamedFile { digest, size, .. } in missing {
        let reading = app.clone();
        let address = blocking(move || reading.store.read(|db| db.address_of_file(digest))).await?;
        let Some((citation, part)) = address else { continue };
        let url = page_urls::file_content(&base, &citation, &part, digest);
        let staging = app.files.clone();
        let staged = blocking(move || staging.stage(size)).await?;
        match primary.fetch(&url, digest, staged).await {
            Ok(received) => {
                app.files.put(received, Put::Again).await?;
                left -= 1;
                app.files_state.set_left(left);
            }
            Err(full @ Error::NoRoom(_)) => return Err(full),
            Err(e) => error = error.or(Some(e)),
        }
    }
    error.map_or(Ok(()), Err)
}
