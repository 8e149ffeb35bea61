//! Stores uploaded files: first the content, durably, then what is known of it.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::domain::files::cleanup::FilesLock;
use crate::domain::files::cleanup::delete;
use crate::files::content::{Accepted, ContentError, PhotoMetadata, accept};
use crate::files::{FileStore, Put, Received};
use crate::handout_text::Extractor;
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::model::files::{FileName, FileType, UploadedFile};
use crate::model::handout_text::file::PdfFacts;
use crate::settings::Settings;
use crate::store::{NewFile, Store, UnusedFile, WriteTx};
use std::path::PathBuf;
use std::sync::Arc;

/// What storing a file needs; servers and commands have it.
#[derive(Clone)]
pub struct Storing {
    pub store: Arc<Store>,
    pub files: FileStore,
    pub extractor: Extractor,
    pub data_dir: PathBuf,
}

impl Storing {
    pub fn from_app(app: &App) -> Storing {
        Storing::new(app.store.clone(), app.files.clone(), &app.settings)
    }

    pub fn new(store: Arc<Store>, files: FileStore, settings: &Settings) -> Storing {
        let extractor = Extractor::new(settings.handouts.pdftotext.as_deref());
        Storing { store, files, extractor, data_dir: settings.data.dir.clone() }
    }
}

/// How a file is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HowStored {
    pub metadata: PhotoMetadata,
    /// What the audit trail calls it.
    pub action: Action,
}

/// An upload by a person.
pub const UPLOAD: HowStored = HowStored { metadata: PhotoMetadata::Remove, action: Action::FileUpload };

/// Refuses a name of which nothing is left, before the file is received.
pub fn check_name(name: &str) -> Result<()> {
    match FileName::parse(name, FileType::Pdf) {
        Some(_) => Ok(()),
        None => Err(Error::Unreadable("name: the name of the file is required.".into())),
    }
}

/// Stores a received file; durable on return, with whether its content is new here. What may not be stored is
/// [`Error::Invalid`] on `file`, with what was found and what helps.
pub async fn store_file(
    storing: &Storing,
    received: Received,
    given_name: &str,
    actor: &Actor,
    how: HowStored,
) -> Result<(UploadedFile, bool)> {
    actor.require(Right::EditCitations)?;
    let (checking, name) = (storing.clone(), given_name.to_owned());
    let Checked { accepted, facts, name, notice, lock, put } =
        blocking(move || check(&checking, received, &name, how)).await?;
    let new = NewFile {
        digest: accepted.file.digest,
        file_type: accepted.file_type,
        size: accepted.file.size,
        crc32: accepted.file.crc32,
        name,
        pages: facts.pages,
        title: facts.title,
    };
    storing.files.put(accepted.file, put).await?;
    let (store, files, actor) = (storing.store.clone(), storing.files.clone(), actor.clone());
    let recorded = blocking(move || {
        let recorded = store.write(|db| record(db, &new, &actor, how))?;
        drop(lock);
        Ok((new, recorded))
    });
    let (new, is_new) = match recorded.await? {
        (new, Recorded::Stored { is_new }) => (new, is_new),
        (_, Recorded::Withdrawn(file, reason)) => {
            // The cleanup tries again what fails here.
            if let Err(cause) = delete(&storing.store, &files, file, &clock::today().to_string()).await {
                tracing::warn!(%cause, digest = %file.digest, "a withdrawn file is in the store again");
            }
            return Err(withdrawn(&reason));
        }
    };
    let uploaded = UploadedFile {
        digest: new.digest,
        name: new.name.as_str().to_owned(),
        file_type: new.file_type,
        size: new.size,
        pages: new.pages,
        title: new.title,
        notices: notice.into_iter().collect(),
    };
    Ok((uploaded, is_new))
}

/// What became of a file in the store.
enum Recorded {
    Stored {
        is_new: bool,
    },
    /// Somebody withdrew its content, for this reason.
    Withdrawn(UnusedFile, String),
}

fn record(db: &WriteTx<'_>, new: &NewFile, actor: &Actor, how: HowStored) -> Result<Recorded> {
    // It may have been withdrawn since it was checked: the store has it again.
    if let Some(row) = db.stored_file(new.digest)?
        && let Some(why) = row.withdrawn
    {
        let file = UnusedFile { key: row.key, digest: new.digest };
        db.file_kept(file, "")?;
        return Ok(Recorded::Withdrawn(file, why.reason));
    }
    let is_new = db.put_stored_file(new, actor.editor())?;
    if is_new || how.action != Action::FileUpload {
        let event = actor.event(how.action, new.digest.to_string());
        db.append_audit(&event.with_detail(new.name.as_str()))?;
    }
    Ok(Recorded::Stored { is_new })
}

/// A received file that may be stored.
struct Checked {
    accepted: Accepted,
    facts: PdfFacts,
    name: FileName,
    notice: Option<String>,
    /// Held until the content is recorded.
    lock: FilesLock,
    put: Put,
}

fn check(storing: &Storing, received: Received, name: &str, how: HowStored) -> Result<Checked> {
    let accepted = accept(received, how.metadata).map_err(refusal)?;
    let (name, notice) = FileName::parse(name, accepted.file_type)
        .ok_or_else(|| Error::Unreadable("name: the name of the file is required.".into()))?;
    let facts = facts(&storing.extractor, &accepted)?;
    let lock = FilesLock::lock_shared(&storing.data_dir)?;
    let known = storing.store.read(|db| db.stored_file(accepted.file.digest))?;
    if let Some(why) = known.as_ref().and_then(|known| known.withdrawn.as_ref()) {
        return Err(withdrawn(&why.reason));
    }
    let put = if known.is_some_and(|known| known.is_damaged) { Put::Again } else { Put::IfMissing };
    Ok(Checked { accepted, facts, name, notice, lock, put })
}

/// What is known of a PDF. Refuses one that does not open.
fn facts(extractor: &Extractor, accepted: &Accepted) -> Result<PdfFacts> {
    if accepted.file_type != FileType::Pdf {
        return Ok(PdfFacts::default());
    }
    let facts = extractor.pdf_facts(accepted.file.open()?, &accepted.file.digest.to_string())?;
    if facts.is_locked {
        let message =
            "This is a PDF file that needs a password or a certificate to open. Save it without one.";
        return Err(Error::invalid("file", message));
    }
    Ok(facts)
}

fn refusal(error: ContentError) -> Error {
    match error {
        ContentError::Refused(refusal) => Error::invalid("file", refusal.to_string().trim()),
        ContentError::Failed(error) => error,
    }
}

fn withdrawn(reason: &str) -> Error {
    Error::invalid("file", format!("This file was withdrawn and may not be stored again: {reason}"))
}
