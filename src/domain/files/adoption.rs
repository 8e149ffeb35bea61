//! Makes links stored files, and keeps copies of what links serve for the record of a day (`files.keep`): fetches it
//! under the rules of link checks, and stores it. Contract section 11.1.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::domain::citations::editing::{check_precondition, existing_key};
use crate::domain::citations::saving::save;
use crate::domain::files::upload::{HowStored, Storing, store_file};
use crate::files::content::PhotoMetadata;
use crate::files::{Received, StagingError};
use crate::link_check::{Checker, FetchedFile, Limits, MAX_FILE_BYTES, TextWanted};
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::citations::citation::VersionFile;
use crate::model::entity_tag::Precondition;
use crate::model::error::{Error, Result};
use crate::model::files::UploadedFile;
use crate::model::keys::CitationKey;
use crate::model::link_check::address::AllowedHosts;
use crate::model::link_check::link::LinkState;
use crate::settings::{KeepCopies, Settings};
use flate2::read::{GzDecoder, ZlibDecoder};
use percent_encoding::percent_decode_str;
use std::io::{ErrorKind, Read, Seek};
use std::sync::Arc;

/// A file that was stored from its link.
const ADOPTED: HowStored = HowStored { metadata: PhotoMetadata::Remove, action: Action::FileAdopt };
/// The reason of a check whose answer ended early.
const BROKEN: &str = "answer broken off or unreadable";
/// A copy stays as it came.
const COPIED: HowStored = HowStored { metadata: PhotoMetadata::Keep, action: Action::FileUpload };

/// Fetches links and stores what they serve.
pub struct Adopter {
    storing: Storing,
    checker: Arc<Checker>,
    max_bytes: u64,
}

impl Adopter {
    /// For a server.
    pub async fn from_app(app: &Arc<App>) -> Result<Adopter> {
        let make = || {
            let app = app.clone();
            blocking(move || fetcher(&app.settings, &app.public_url))
        };
        let checker = app.link_fetcher.get_or_try_init(make).await?.clone();
        Ok(Adopter { storing: Storing::from_app(app), checker, max_bytes: max_bytes(&app.settings) })
    }

    /// For a command. Blocks: the machine's certificate authorities are read.
    pub fn new(storing: Storing, settings: &Settings, public_url: &str) -> Result<Adopter> {
        Ok(Adopter { storing, checker: fetcher(settings, public_url)?, max_bytes: max_bytes(settings) })
    }

    /// Stores what a link serves in every version of the citation that shows the link; other citations keep it.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the citation does not show the link, [`Error::Stale`] if it was changed.
    pub async fn store_link(
        &self,
        citation: &str,
        url: &str,
        precondition: &Precondition,
        actor: &Actor,
    ) -> Result<std::result::Result<CitationKey, NotStored>> {
        actor.require(Right::EditCitations)?;
        let (store, id, link, condition) =
            (self.storing.store.clone(), citation.to_owned(), url.to_owned(), precondition.clone());
        blocking(move || {
            store.read(|db| {
                let key = existing_key(db, &id)?;
                check_precondition(db, key, &condition)?;
                let shows = db.citation(key)?.languages.iter().any(|version| version.link() == Some(&*link));
                if shows { Ok(()) } else { Err(Error::NotFound("This citation has no such link.".into())) }
            })
        })
        .await?;
        match self.stored(url, actor).await? {
            Err(reason) => Ok(Err(reason)),
            Ok(file) => self.refer(citation, url, &file, precondition, actor).await.map(Ok),
        }
    }

    /// Fetches and stores what a link serves. Nothing refers to it yet.
    pub async fn stored(&self, url: &str, actor: &Actor) -> Result<Adoption> {
        let (checked, fetched) = self.checker.check_and_fetch(url, None, &TextWanted::default()).await;
        let not_stored = |reason: String| Ok(Err(NotStored { result: checked.result, reason }));
        let Some(fetched) = fetched.filter(|_| matches!(checked.result, LinkState::Ok | LinkState::Moved))
        else {
            return not_stored(match checked.result {
                LinkState::Soft404 => "a web page, not a file".into(),
                LinkState::Gone => "gone".into(),
                _ if checked.reason.as_deref() == Some(BROKEN) => "incomplete: the answer broke off".into(),
                _ => checked.reason.clone().unwrap_or_else(|| "incomplete: not the whole file".into()),
            });
        };
        let (storing, max_bytes) = (self.storing.clone(), self.max_bytes);
        let received = blocking(move || receive(&storing, fetched, max_bytes)).await?;
        let received = match received {
            Ok(received) => received,
            Err(reason) => return not_stored(reason),
        };
        match store_file(&self.storing, received, &file_name(url), actor, ADOPTED).await {
            Ok((file, _)) => Ok(Ok(file)),
            Err(Error::Invalid(errors)) => {
                let reasons: Vec<String> = errors.into_iter().map(|error| error.message).collect();
                not_stored(reasons.join(" ").replace(
                    "This is a web page, perhaps one to sign in.",
                    "a web page, not a file (perhaps one to sign in).",
                ))
            }
            Err(other) => Err(other),
        }
    }

    /// Puts a stored file in place of this link in a citation; returns its key.
    pub async fn refer(
        &self,
        citation: &str,
        url: &str,
        file: &UploadedFile,
        precondition: &Precondition,
        actor: &Actor,
    ) -> Result<CitationKey> {
        let store = self.storing.store.clone();
        let (id, url, condition, actor) =
            (citation.to_owned(), url.to_owned(), precondition.clone(), actor.clone());
        let file = VersionFile {
            digest: file.digest,
            name: Some(file.name.clone()),
            details: None,
            withdrawn: None,
        };
        blocking(move || {
            store.write(|db| {
                let key = existing_key(db, &id)?;
                check_precondition(db, key, &condition)?;
                let mut changed = db.citation(key)?;
                for version in &mut changed.languages {
                    if version.link() == Some(&*url) {
                        version.file = Some(file.clone());
                        version.url = None;
                    }
                }
                save(db, &changed, None, &actor)?;
                Ok(key)
            })
        })
        .await
    }
}

/// Why a link was not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotStored {
    /// What the link check found.
    pub result: LinkState,
    /// In words.
    pub reason: String,
}

/// What became of a link.
pub type Adoption = std::result::Result<UploadedFile, NotStored>;

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

fn max_bytes(settings: &Settings) -> u64 {
    u64::from(settings.files.max_mb) << 20
}

fn fetcher(settings: &Settings, public_url: &str) -> Result<Arc<Checker>> {
    let allowed = AllowedHosts::new(&settings.links.allow_hosts);
    let limits = Limits { max_bytes: max_bytes(settings), ..Limits::default() };
    Checker::new(public_url, settings.hospital.email.as_deref(), allowed, limits).map(Arc::new)
}

/// A fetched file, unpacked, in a file of the store's file system; or why it is not stored.
pub(in crate::domain) fn receive(
    storing: &Storing,
    fetched: FetchedFile,
    max_bytes: u64,
) -> Result<std::result::Result<Received, String>> {
    let mut content: Box<dyn Read> = match &*fetched.content_encoding {
        "" | "identity" => Box::new(fetched.content),
        "gzip" | "x-gzip" => Box::new(GzDecoder::new(fetched.content)),
        "deflate" => Box::new(ZlibDecoder::new(fetched.content)),
        other => return Ok(Err(format!("in a content encoding that was not requested ({other})"))),
    };
    let mut staged = storing.files.stage(max_bytes)?;
    let mut piece = vec![0; 64 << 10];
    loop {
        let read = match content.read(&mut piece) {
            Ok(read) => read,
            Err(e)
                if matches!(
                    e.kind(),
                    ErrorKind::InvalidInput | ErrorKind::InvalidData | ErrorKind::UnexpectedEof
                ) =>
            {
                return Ok(Err("incomplete: it cannot be unpacked".into()));
            }
            Err(e) => return Err(Error::io("reading a fetched file", e)),
        };
        if read == 0 {
            return Ok(Ok(staged.finish()));
        }
        match staged.write(&piece[..read]) {
            Ok(()) => {}
            Err(StagingError::TooLarge { .. }) => return Ok(Err("too large".into())),
            Err(StagingError::Disk(error)) => return Err(error),
        }
    }
}

/// The name of the file at a URL: the last part of its path.
pub(in crate::domain) fn file_name(url: &str) -> String {
    let parsed = url::Url::parse(url).ok();
    let last = parsed.as_ref().and_then(|url| url.path_segments()?.next_back()).unwrap_or_default();
    let name = percent_decode_str(last).decode_utf8_lossy().into_owned();
    if name.trim().is_empty() { "handout".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_name_in_its_url() {
        let check = |url: &str, expected: &str| assert_eq!(file_name(url), expected);
        check("https://example.org/a/Fever%20care.pdf?x=1", "Fever care.pdf");
        check("https://example.org/", "handout");
        check("https://example.org/Ni%C3%B1os.pdf", "Niños.pdf");
    }
}
