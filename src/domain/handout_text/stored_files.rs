//! Reads the texts of stored files, soon after they are stored.

use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::domain::handout_text::extraction::{self, TextExtraction};
use crate::link_check::FetchedFile;
use crate::model::error::{Error, Result};
use crate::model::files::FileType;
use crate::model::handout_text::file::FileKind;
use crate::model::link_check::link::FileMarks;
use crate::store::{FileWithoutText, file_text_key};
use std::sync::Arc;

/// Reads the texts of stored files.
pub struct StoredFileTexts {
    app: Arc<App>,
    texts: TextExtraction,
}

impl StoredFileTexts {
    /// `None` if the settings do not ask for texts.
    pub fn new(app: Arc<App>) -> Option<StoredFileTexts> {
        let texts = TextExtraction::new(app.clone())?;
        Some(StoredFileTexts { app, texts })
    }

    /// Reads every file whose text is not known and may be found, one after the other.
    pub async fn read_due(&self) -> Result<()> {
        let app = self.app.clone();
        let due = blocking(move || app.store.read(|db| db.files_without_text())).await?;
        for file in due {
            match self.read(&file).await {
                // It is reported where somebody opens it, and by `handout check`.
                Err(Error::Damaged(_)) => {}
                read => read?,
            }
        }
        Ok(())
    }

    async fn read(&self, file: &FileWithoutText) -> Result<()> {
        let key = file_text_key(file.digest);
        let known = self.texts.known(&key, false).await?;
        if !known.is_due() {
            return Ok(());
        }
        let fetched = FetchedFile {
            content: self.app.files.open(file.digest, file.size).await?,
            kind: Some(match file.file_type {
                FileType::Pdf => FileKind::Pdf,
                _ => FileKind::Text,
            }),
            charset: None,
            content_encoding: String::new(),
            marks: FileMarks { sha256: Some(file.digest.to_string()), ..FileMarks::default() },
        };
        let update = self.texts.read(fetched, &known).await?;
        let (app, digest) = (self.app.clone(), file.digest);
        blocking(move || {
            app.store.write(|db| {
                // It may have been withdrawn or deleted in the meantime.
                let is_here = db.stored_file(digest)?.is_some_and(|row| row.is_available());
                if is_here { extraction::store(db, &key, &update) } else { Ok(()) }
            })
        })
        .await
    }
}
