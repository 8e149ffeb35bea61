//! Which installation a store in a bucket belongs to: the one whose name is in an object of the prefix and in a file of its
//! data directory that no backup holds. Every other one reads and adds, and deletes nothing.

use crate::files::s3::{S3Error, S3Store};
use crate::model::error::{Error, Result};
use bytes::Bytes;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// The object in the prefix, and the file in the data directory.
const NAME: &str = "installation";

/// To whom a store belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ownership {
    /// To this data directory.
    Ours,
    /// To nobody yet.
    Unclaimed,
    /// To another data directory.
    Another,
}

/// The name of this installation.
#[derive(Debug, Clone)]
pub(super) struct Installation {
    file: PathBuf,
}

impl Installation {
    pub(super) fn new(data_dir: &Path) -> Installation {
        Installation { file: data_dir.join(NAME) }
    }

    /// The name in the data directory; `None` if it has none.
    fn name(&self) -> Result<Option<String>> {
        match std::fs::read_to_string(&self.file) {
            Ok(name) => Ok(Some(name.trim().to_owned()).filter(|name| !name.is_empty())),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(Error::io(format!("reading {}", self.file.display()), e)),
        }
    }

    /// The name in the data directory, which gets one if it has none.
    fn name_or_new(&self) -> Result<String> {
        if let Some(name) = self.name()? {
            return Ok(name);
        }
        let doing = || format!("writing {}", self.file.display());
        let name = Uuid::new_v4().to_string();
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(|e| Error::io(doing(), e))?;
        file.write_all(name.as_bytes()).map_err(|e| Error::io(doing(), e))?;
        file.as_file().sync_all().map_err(|e| Error::io(doing(), e))?;
        match file.persist_noclobber(&self.file) {
            Ok(_) => Ok(name),
            // Another process was faster.
            Err(_) => self.name()?.ok_or_else(|| Error::internal(doing(), "it is empty")),
        }
    }

    /// To whom the store belongs.
    pub(super) async fn ownership(&self, store: &S3Store) -> Result<Ownership> {
        match store.get_object(NAME).await {
            Ok(owner) => {
                let is_ours = self.name()?.is_some_and(|name| name.as_bytes() == owner.trim_ascii());
                Ok(if is_ours { Ownership::Ours } else { Ownership::Another })
            }
            // Where the key may not list, this is how a missing object is answered.
            Err(S3Error::Missing | S3Error::Refused(_)) => Ok(Ownership::Unclaimed),
            Err(e) => Err(e.into_error("reading to which installation it belongs")),
        }
    }

    /// Makes the store this installation's own if it belongs to nobody.
    pub(super) async fn claim(&self, store: &S3Store) -> Result<Ownership> {
        match self.ownership(store).await? {
            Ownership::Unclaimed => {
                self.take_over(store).await?;
                self.ownership(store).await
            }
            known => Ok(known),
        }
    }

    /// Makes the store this installation's own, whomever it belongs to.
    pub(super) async fn take_over(&self, store: &S3Store) -> Result<()> {
        let name = self.name_or_new()?;
        let written = store.put_object(NAME, Bytes::from(name)).await;
        written.map_err(|e| e.into_error("writing to which installation it belongs"))
    }
}
