//! Reads the text of the files that link checks fetch.

use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::domain::file_reader::FileReader;
use crate::link_check::{FetchedFile, TextWanted};
use crate::model::error::Result;
use crate::model::handout_text::file::ExtractedText;
use crate::model::handout_text::file::{Attempt, MAX_ATTEMPTS, ReadFile, StoredText};
use crate::model::link_check::link::FileMarks;
use crate::settings::HandoutTexts;
use crate::store::WriteTx;
use std::sync::Arc;

/// Reads texts of files.
pub struct TextExtraction {
    app: Arc<App>,
    reader: FileReader,
}

/// What is stored about the file at an address when it is checked.
#[derive(Debug)]
pub struct KnownFile {
    file: Option<ReadFile>,
    is_read_again: bool,
}

impl KnownFile {
    /// Whether the file is to be read: its text is not known, or another attempt may help.
    pub fn is_due(&self) -> bool {
        self.file.is_none() || self.is_read_again
    }

    /// What decides whether the check fetches the file.
    pub fn wanted(&self) -> TextWanted {
        let known = self.file.as_ref().filter(|_| !self.is_read_again);
        TextWanted { known: known.map(|file| file.marks.clone()), ..TextWanted::default() }
    }
}

/// What to store about a fetched file.
#[derive(Debug)]
pub enum TextUpdate {
    /// Its text, or why there is none.
    New(Box<StoredText>),
    /// It was fetched again, and its text is known.
    Unchanged(FileMarks),
}

impl TextExtraction {
    /// `None` if the settings do not ask for texts.
    pub fn new(app: Arc<App>) -> Option<TextExtraction> {
        let is_wanted = app.settings.handouts.text == HandoutTexts::Nightly;
        is_wanted.then(|| TextExtraction { reader: FileReader::new(&app.settings), app })
    }

    /// What is known of the file at this address. `is_requested`: somebody asked for this check.
    pub async fn known(&self, url: &str, is_requested: bool) -> Result<KnownFile> {
        let (app, address) = (self.app.clone(), url.to_owned());
        let file = blocking(move || app.store.read(|db| db.read_file(&address))).await?;
        let extractor = self.reader.name();
        let is_read_again = file.as_ref().is_some_and(|file| file.is_read_again(&extractor, is_requested));
        Ok(KnownFile { file, is_read_again })
    }

    /// Reads the text of a fetched file when its turn has come. Takes up to half a minute, in another process.
    pub async fn read(&self, fetched: FetchedFile, known: &KnownFile) -> Result<TextUpdate> {
        let FetchedFile { content, kind, charset, marks, .. } = fetched;
        let same = known.file.as_ref().filter(|file| file.marks.sha256 == marks.sha256);
        if same.is_some() && !known.is_read_again {
            return Ok(TextUpdate::Unchanged(marks));
        }
        let last = same.and_then(|file| file.last_attempt.as_ref());
        let mut attempt = Attempt::after(last, &self.reader.name());
        let extracted = match kind {
            None => {
                // Another attempt would not change that.
                attempt.number = MAX_ATTEMPTS;
                ExtractedText::Failed("it is not a PDF, page or plain text".into())
            }
            Some(kind) => {
                let digest = marks.sha256.clone();
                self.reader
                    .read(move |extractor, is_cancelled| {
                        extractor.text(content, digest.as_deref(), kind, charset.as_deref(), is_cancelled)
                    })
                    .await?
            }
        };
        // Counting the words of a long text takes some milliseconds.
        let stored = blocking(move || Ok(StoredText::new(extracted, marks, attempt))).await?;
        Ok(TextUpdate::New(Box::new(stored)))
    }
}

/// Deletes what was read of files if the settings do not ask for texts, so that searches and reading levels do not use them.
pub async fn delete_unwanted(app: Arc<App>) -> Result<()> {
    if app.settings.handouts.text == HandoutTexts::Nightly {
        return Ok(());
    }
    blocking(move || {
        if !app.store.read(|db| db.has_read_files())? {
            return Ok(());
        }
        tracing::info!("deleting the texts of handouts, because handouts.text is off");
        app.store.write(|db| db.delete_all_texts())
    })
    .await
}

/// Stores the update for the file at this address.
pub fn store(db: &WriteTx<'_>, url: &str, update: &TextUpdate) -> Result<()> {
    match update {
        TextUpdate::New(stored) => db.put_handout_text(url, stored),
        TextUpdate::Unchanged(marks) => db.put_text_marks(url, marks),
    }
}
