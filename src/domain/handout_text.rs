//! The text of handouts: read from stored files and from those that link checks fetch, and how hard it is to read.
//! Contract section 10.4.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::domain::citations::editing;
use crate::domain::file_reader::FileReader;
use crate::link_check::{FetchedFile, TextWanted};
use crate::model::accounts::Right;
use crate::model::error::{Error, Result};
use crate::model::files::FileType;
use crate::model::handout_text::file::{
    Attempt, ExtractedText, FileKind, MAX_ATTEMPTS, ReadFile, StoredText, TextState,
};
use crate::model::handout_text::reading_level::{AIM_GRADE, FormulaLanguage, ReadingLevel};
use crate::model::handout_text::report::{
    Readability, ReadabilityCounts, ReadabilityEntry, ReadabilityPage, ReadabilityState,
};
use crate::model::languages::language::LanguageTags;
use crate::model::link_check::link::FileMarks;
use crate::model::list_part::ListPart;
use crate::search::fold;
use crate::settings::HandoutTexts;
use crate::store::{FileWithoutText, KnownText, Store, TextRow, WriteTx, file_text_key};
use std::cmp::Reverse;
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
                if is_here { store_text(db, &key, &update) } else { Ok(()) }
            })
        })
        .await
    }
}

/// Reads texts of files.
pub struct TextExtraction {
    app: Arc<App>,
    reader: FileReader,
}

impl TextExtraction {
    /// `None` if the settings do not ask for texts.
    pub fn new(app: Arc<App>) -> Option<TextExtraction> {
        let is_wanted = app.settings.handouts.text == HandoutTexts::Nightly;
        is_wanted.then(|| TextExtraction { reader: FileReader::new(&app.settings), app })
    }

    /// What is known of the file at this address. `is_requested`: somebody requested this check.
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

/// Which language versions to list.
#[derive(Debug, Clone, Default)]
pub struct ReadabilityFilter {
    /// Only those of citations of this department.
    pub department: Option<String>,
    /// Only those whose grade is higher.
    pub above: Option<u32>,
    /// Only those in this state.
    pub state: Option<ReadabilityState>,
}

impl ReadabilityFilter {
    fn takes(&self, readability: &Readability) -> bool {
        let grade = readability.reading_level.map(|level| level.grade);
        self.state.is_none_or(|state| state == readability.state)
            && self.above.is_none_or(|above| grade.is_some_and(|grade| grade > above))
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
pub fn store_text(db: &WriteTx<'_>, url: &str, update: &TextUpdate) -> Result<()> {
    match update {
        TextUpdate::New(stored) => db.put_handout_text(url, stored),
        TextUpdate::Unchanged(marks) => db.put_text_marks(url, marks),
    }
}

/// The language versions of a citation that have an address, in their order.
pub fn citation_readability(store: &Store, id: &str) -> Result<Vec<Readability>> {
    store.read(|db| {
        let key = editing::existing_key(db, id)?;
        let tags = db.language_tags()?;
        Ok(db.text_rows(None, Some(key))?.into_iter().map(|row| readability(&tags, row)).collect())
    })
}

/// Language versions, the hardest first; obsolete citations are left out.
pub fn list_readability(
    app: &App,
    actor: &Actor,
    filter: &ReadabilityFilter,
    part: ListPart,
) -> Result<ReadabilityPage> {
    actor.require(Right::EditCitations)?;
    app.store.read(|db| {
        let tags = db.language_tags()?;
        let mut counts = ReadabilityCounts::default();
        let mut rows = Vec::new();
        for row in db.text_rows(filter.department.as_deref(), None)? {
            let (key, id, title, department) =
                (row.key, row.id.clone(), row.title.clone(), row.department.clone());
            let readability = readability(&tags, row);
            counts.add(readability.state);
            counts.above_aim +=
                u64::from(readability.reading_level.is_some_and(|level| level.grade > AIM_GRADE));
            if filter.takes(&readability) {
                rows.push((
                    key,
                    ReadabilityEntry {
                        readable_id: id.clone(),
                        citation: id,
                        title,
                        department,
                        readability,
                    },
                ));
            }
        }
        rows.sort_by_cached_key(|(_, entry)| rank(entry));
        let found = rows.len();
        let handouts = part
            .select(rows)
            .map(|(key, entry)| {
                let readable_id = db.current_readable_id(key)?.unwrap_or(entry.readable_id);
                Ok(ReadabilityEntry { readable_id, ..entry })
            })
            .collect::<Result<Vec<ReadabilityEntry>>>()?;
        let nightly = app.settings.handouts.text == HandoutTexts::Nightly;
        Ok(ReadabilityPage { counts, found, handouts, nightly })
    })
}

/// The place of an entry in the list.
fn rank(entry: &ReadabilityEntry) -> (usize, Reverse<u32>, String, String) {
    let readability = &entry.readability;
    let state =
        ReadabilityState::ALL.iter().position(|state| *state == readability.state).unwrap_or(usize::MAX);
    let grade = readability.reading_level.map_or(0, |level| level.grade);
    (state, Reverse(grade), fold(&entry.title), entry.citation.clone())
}

fn readability(tags: &LanguageTags, row: TextRow) -> Readability {
    let TextRow { lang, url, known, .. } = row;
    let formula = tags.tag(&lang).and_then(|tag| FormulaLanguage::from_tag(tag.as_str()));
    let Some(known) = known else {
        let none = ReadabilityState::NotFetched;
        return Readability {
            lang,
            url,
            state: none,
            reading_level: None,
            reason: None,
            words: None,
            fetched: None,
        };
    };
    let reading_level = level(&known, formula);
    let state = match (known.state, formula, reading_level) {
        (TextState::NoText, ..) => ReadabilityState::NoText,
        (TextState::Failed, ..) => ReadabilityState::Failed,
        (TextState::Text, None, _) => ReadabilityState::NoFormula,
        (TextState::Text, Some(_), None) => ReadabilityState::Short,
        (TextState::Text, Some(_), Some(_)) => ReadabilityState::Level,
    };
    let words = (known.state == TextState::Text).then_some(known.measures.words);
    Readability { lang, url, state, reading_level, reason: known.reason, words, fetched: Some(known.fetched) }
}

fn level(known: &KnownText, formula: Option<FormulaLanguage>) -> Option<ReadingLevel> {
    let formula = formula.filter(|_| known.state == TextState::Text)?;
    ReadingLevel::new(&known.measures, formula)
}
