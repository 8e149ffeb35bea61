//! Checks stored and fetched files.

use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::domain::file_reader::FileReader;
use crate::link_check::FetchedFile;
use crate::model::accessibility::CheckState;
use crate::model::error::{Error, Result};
use crate::model::handout_text::file::FileKind;
use crate::model::pdf_check::{PdfCheck, PdfReading};
use crate::settings::Settings;
use crate::store::{FileToCheck, WriteTx};
use std::fs::File;
use std::sync::Arc;

/// Checks PDF files, one after the other, each in a process of its own.
pub struct PdfChecking {
    reader: FileReader,
}

/// The check of a content, to be stored.
#[derive(Debug, Clone)]
pub struct FileCheck {
    digest: String,
    state: CheckState,
    reason: Option<String>,
    check: PdfCheck,
}

impl FileCheck {
    /// Stores it.
    pub fn store(&self, db: &WriteTx<'_>) -> Result<()> {
        db.put_file_check(&self.digest, self.state, self.reason.as_deref(), &self.check)
    }
}

impl PdfChecking {
    pub fn new(settings: &Settings) -> PdfChecking {
        PdfChecking { reader: FileReader::new(settings) }
    }

    /// Checks what a link has served; `None` if its digest is not known.
    pub async fn check_fetched(&self, fetched: &FetchedFile) -> Result<Option<FileCheck>> {
        let Some(digest) = fetched.marks.sha256.clone() else { return Ok(None) };
        let reason = match fetched.kind {
            Some(FileKind::Pdf) => {
                let content = fetched.reopened().map_err(|e| Error::io("opening a fetched file again", e))?;
                return self.check(digest, content).await.map(Some);
            }
            Some(FileKind::Html) => "a web page, not a file",
            Some(FileKind::Text) | None => "only PDF files are checked",
        };
        Ok(Some(FileCheck {
            digest,
            state: CheckState::Unchecked,
            reason: Some(reason.into()),
            check: PdfCheck::default(),
        }))
    }

    async fn check(&self, digest: String, content: File) -> Result<FileCheck> {
        let key = digest.clone();
        let reading = self
            .reader
            .read(move |extractor, is_cancelled| extractor.accessibility(content, &key, is_cancelled))
            .await?;
        let (state, reason, check) = match reading {
            PdfReading::Checked(check) => (CheckState::Checked, None, check),
            PdfReading::Unreadable(reason) => (CheckState::Unreadable, Some(reason), PdfCheck::default()),
        };
        Ok(FileCheck { digest, state, reason, check })
    }
}

/// Checks the stored files.
pub struct StoredFileChecks {
    app: Arc<App>,
    checking: PdfChecking,
}

impl StoredFileChecks {
    pub fn new(app: Arc<App>) -> StoredFileChecks {
        StoredFileChecks { checking: PdfChecking::new(&app.settings), app }
    }

    /// Checks every stored file that was not checked by the current rules, one after the other.
    pub async fn check_due(&self) -> Result<()> {
        let app = self.app.clone();
        let due = blocking(move || app.store.read(|db| db.files_to_check())).await?;
        for file in due {
            match self.check(file).await {
                // It is reported where somebody opens it, and by `handout check`.
                Err(Error::Damaged(_)) => {}
                checked => checked?,
            }
        }
        Ok(())
    }

    async fn check(&self, file: FileToCheck) -> Result<()> {
        let content = self.app.files.open(file.digest, file.size).await?;
        let check = self.checking.check(file.digest.to_string(), content).await?;
        let app = self.app.clone();
        blocking(move || {
            app.store.write(|db| {
                // It may have been withdrawn or deleted in the meantime.
                let is_here = db.stored_file(file.digest)?.is_some_and(|row| row.is_available());
                if is_here { check.store(db) } else { Ok(()) }
            })
        })
        .await
    }
}
