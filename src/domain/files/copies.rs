//! Copies of what links serve, for the record of a day (`files.keep`). Contract section 11.1.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::domain::files::adoption::{file_name, receive};
use crate::domain::files::upload::{HowStored, Storing, store_file};
use crate::files::content::PhotoMetadata;
use crate::link_check::{FetchedFile, MAX_FILE_BYTES};
use crate::model::audit::event::Action;
use crate::model::error::{Error, Result};
use crate::settings::KeepCopies;
use std::io::Seek;

/// A copy stays as it came.
const COPIED: HowStored = HowStored { metadata: PhotoMetadata::Keep, action: Action::FileUpload };

/// Keeps copies of what link checks fetch.
pub struct CopyKeeping {
    storing: Storing,
    max_bytes: u64,
}

impl CopyKeeping {
    /// `None` if the settings do not ask for copies.
    pub fn from_app(app: &App) -> Option<CopyKeeping> {
        let files = &app.settings.files;
        (files.keep == KeepCopies::Changed).then(|| CopyKeeping {
            storing: Storing::from_app(app),
            max_bytes: (u64::from(files.max_mb) << 20).min(MAX_FILE_BYTES),
        })
    }

    /// Whether there is a copy of what this link served.
    pub async fn has_copy(&self, url: &str) -> Result<bool> {
        let (store, url) = (self.storing.store.clone(), url.to_owned());
        blocking(move || store.read(|db| Ok(db.latest_copy(&url)?.is_some()))).await
    }

    /// Stores what a check has fetched, unless it is the last copy or of a type that is not stored. The file is at its
    /// beginning afterwards.
    pub async fn keep(&self, url: &str, fetched: &mut FetchedFile) -> Result<()> {
        let (store, link) = (self.storing.store.clone(), url.to_owned());
        let last = blocking(move || store.read(|db| db.latest_copy(&link))).await?;
        if last.is_some_and(|last| fetched.marks.sha256.as_deref() == Some(&*last.to_string())) {
            return Ok(());
        }
        let reading = |e| Error::io("reading a fetched file", e);
        let copy = FetchedFile {
            content: fetched.content.try_clone().map_err(reading)?,
            kind: None,
            charset: None,
            content_encoding: fetched.content_encoding.clone(),
            marks: fetched.marks.clone(),
        };
        let (storing, max_bytes) = (self.storing.clone(), self.max_bytes);
        let received = blocking(move || receive(&storing, copy, max_bytes)).await?;
        fetched.content.rewind().map_err(reading)?;
        let Ok(received) = received else { return Ok(()) };
        let actor = Actor::server("link check");
        let stored = match store_file(&self.storing, received, &file_name(url), &actor, COPIED).await {
            // Not of a type that is stored, or withdrawn.
            Err(Error::Invalid(_)) => return Ok(()),
            stored => stored?.0,
        };
        if last == Some(stored.digest) {
            return Ok(());
        }
        let (store, url) = (self.storing.store.clone(), url.to_owned());
        blocking(move || store.write(|db| db.add_copy(&url, stored.digest))).await
    }
}
