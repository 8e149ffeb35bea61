//! The file of an import: can be read repeatedly, is never held in memory.

use crate::import_export::record::{Format, RawRecord};
use crate::import_export::records;
use crate::model::error::{Error, Result};
use std::fs::{File, Permissions};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::SystemTime;

/// Maximum size of a file; more is an error of the whole file.
#[derive(Debug, Clone, Copy)]
pub struct ImportLimits {
    /// Bytes of text, unpacked.
    pub text_bytes: u64,
    /// Records.
    pub records: u64,
}

impl ImportLimits {
    /// No limits.
    pub const UNBOUNDED: ImportLimits = ImportLimits { text_bytes: u64::MAX, records: u64::MAX };
}

/// A file to import.
#[derive(Debug)]
pub struct ImportFile {
    file: File,
    format: Format,
    limits: ImportLimits,
    /// Prefix of every error of the whole file; `None` if the caller knows which file it is.
    name: Option<String>,
    stamp: Stamp,
}

type Stamp = (u64, Option<SystemTime>);

impl ImportFile {
    /// A regular file, which must stay as it is while it is imported.
    pub fn new(file: File, format: Format, limits: ImportLimits, name: Option<String>) -> Result<ImportFile> {
        let stamp = stamp(&file)?;
        Ok(ImportFile { file, format, limits, name, stamp })
    }

    /// A copy of what `from` yields, in an unnamed temporary file; see [`spool`].
    pub fn copied(
        mut from: impl Read,
        dir: &Path,
        format: Format,
        limits: ImportLimits,
        name: Option<String>,
    ) -> Result<ImportFile> {
        let mut file = spool(dir)?;
        std::io::copy(&mut from, &mut file)
            .map_err(|e| Error::io(format!("reading {}", name.as_deref().unwrap_or("the file")), e))?;
        ImportFile::new(file, format, limits, name)
    }

    /// Its records, from the first one on.
    pub(in crate::domain) fn records(&self) -> Result<impl Iterator<Item = Result<RawRecord>> + '_> {
        (&self.file).seek(SeekFrom::Start(0)).map_err(|e| self.error(&e.to_string()))?;
        let records =
            records(&self.file, self.format, self.limits.text_bytes).map_err(|why| self.error(&why))?;
        let mut count = 0;
        Ok(records.map(move |record| {
            count += 1;
            if count > self.limits.records {
                return Err(self.error(&format!(
                    "the file holds more than {} records, which is the limit here. \
                     Please use the command line: handout import FILE",
                    self.limits.records
                )));
            }
            record.map_err(|why| self.error(&why))
        }))
    }

    /// An error if the file has changed since it was opened.
    pub(in crate::domain) fn check_unchanged(&self) -> Result<()> {
        if stamp(&self.file)? == self.stamp {
            Ok(())
        } else {
            Err(self.error("the file was changed while it was imported"))
        }
    }

    /// An error of the whole file.
    pub(in crate::domain) fn error(&self, why: &str) -> Error {
        Error::Unreadable(match &self.name {
            Some(name) => format!("{name}: {why}"),
            None => why.to_owned(),
        })
    }
}

fn stamp(file: &File) -> Result<Stamp> {
    let metadata = file.metadata().map_err(|e| Error::io("reading the file to import", e))?;
    Ok((metadata.len(), metadata.modified().ok()))
}

/// A temporary file in the data directory for an imported stream: nobody else can read it, and because it has no name, it
/// is deleted when it is closed or the process ends in any way.
pub fn spool(dir: &Path) -> Result<File> {
    let doing = || format!("keeping a file in {}", dir.display());
    let file = tempfile::tempfile_in(dir).map_err(|e| Error::io(doing(), e))?;
    file.set_permissions(Permissions::from_mode(0o600)).map_err(|e| Error::io(doing(), e))?;
    Ok(file)
}
