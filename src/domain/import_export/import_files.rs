//! Takes the stored files of an import from a folder: by the `path` of each file in its record, else by digest.

use crate::domain::actor::Actor;
use crate::domain::files::upload::{Storing, UPLOAD, store_file};
use crate::files::{StagedFile, wait_for};
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use serde_json::Value;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What is read at once.
const CHUNK_BYTES: usize = 64 << 10;

/// A folder with the files that records name.
pub struct ImportFiles {
    /// Without links.
    folder: PathBuf,
    storing: Storing,
    is_dry_run: bool,
    /// What became of each file: the digest that it is stored by, or why it is bad.
    taken: HashMap<(Digest, Option<String>), std::result::Result<Digest, String>>,
}

impl ImportFiles {
    /// # Errors
    /// If the folder does not exist.
    pub fn new(folder: &Path, storing: Storing, is_dry_run: bool) -> Result<ImportFiles> {
        let folder =
            folder.canonicalize().map_err(|e| Error::io(format!("opening {}", folder.display()), e))?;
        Ok(ImportFiles { folder, storing, is_dry_run, taken: HashMap::new() })
    }

    /// Stores the files that the record of a citation names, which then refers to them by the digests that they are stored
    /// by. Returns what is wrong with them. A dry run stores nothing: it takes files that are good out of the record.
    pub fn take(&mut self, record: &mut Value, actor: &Actor) -> Result<Vec<String>> {
        let mut errors = Vec::new();
        let versions = record.get_mut("languages").and_then(Value::as_array_mut).map(Vec::as_mut_slice);
        for (n, version) in versions.unwrap_or_default().iter_mut().enumerate() {
            let Some(file) =
                version.get("file").filter(|file| file.get("withdrawn").is_none_or(Value::is_null))
            else {
                continue;
            };
            let text = |member: &str| file.get(member).and_then(Value::as_str).map(str::to_owned);
            let Some(digest) = text("digest").as_deref().and_then(Digest::parse) else { continue };
            let (path, name) = (text("path"), text("name"));
            let key = (digest, path);
            let taken = match self.taken.get(&key) {
                Some(taken) => taken.clone(),
                None => {
                    let taken = self.take_file(digest, key.1.as_deref(), name.as_deref(), actor)?;
                    self.taken.insert(key, taken.clone());
                    taken
                }
            };
            match taken {
                Err(why) => errors.push(format!("languages[{n}].file: {why}")),
                Ok(_) if self.is_dry_run && !self.is_known(digest)? => {
                    version["file"] = Value::Null;
                }
                Ok(stored) => version["file"]["digest"] = Value::String(stored.to_string()),
            }
        }
        Ok(errors)
    }

    fn is_known(&self, digest: Digest) -> Result<bool> {
        self.storing.store.read(|db| Ok(db.stored_file(digest)?.is_some()))
    }

    fn take_file(
        &self,
        digest: Digest,
        path: Option<&str>,
        name: Option<&str>,
        actor: &Actor,
    ) -> Result<std::result::Result<Digest, String>> {
        let named = path.map_or_else(|| digest.relative_path(), str::to_owned);
        let Ok(found) = self.folder.join(&named).canonicalize() else {
            // What is stored here needs no file.
            return Ok(if path.is_none() && self.is_known(digest)? {
                Ok(digest)
            } else {
                Err(format!("{named} is not in the folder of the files."))
            });
        };
        if !found.starts_with(&self.folder) || !found.is_file() {
            return Ok(Err(format!("{named} is not a file in the folder of the files.")));
        }
        let staged = self.storing.files.stage(u64::MAX)?;
        let received = match receive(&found, staged) {
            Ok(staged) => staged.finish(),
            Err(Error::NoRoom(text)) => return Err(Error::NoRoom(text)),
            Err(e) => return Ok(Err(e.to_string())),
        };
        if received.digest != digest {
            return Ok(Err(format!(
                "{named} has the digest {}, not the one of the record.",
                received.digest
            )));
        }
        if self.is_dry_run {
            return Ok(Ok(digest));
        }
        let last = named.rsplit('/').next().unwrap_or_default();
        match wait_for(store_file(&self.storing, received, name.unwrap_or(last), actor, UPLOAD))? {
            Ok((stored, _)) => Ok(Ok(stored.digest)),
            Err(Error::Invalid(errors)) => {
                Ok(Err(errors.into_iter().map(|error| error.message).collect::<Vec<_>>().join(" ")))
            }
            Err(Error::Unreadable(text)) => Ok(Err(text)),
            Err(other) => Err(other),
        }
    }
}

fn receive(path: &Path, mut staged: StagedFile) -> Result<StagedFile> {
    let doing = || format!("reading {}", path.display());
    let mut file = File::open(path).map_err(|e| Error::io(doing(), e))?;
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let read = file.read(&mut chunk).map_err(|e| Error::io(doing(), e))?;
        if read == 0 {
            return Ok(staged);
        }
        staged.write(&chunk[..read]).map_err(|e| match e {
            crate::files::StagingError::Disk(e) => e,
            too_large => Error::internal(doing(), too_large),
        })?;
    }
}
