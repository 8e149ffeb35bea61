//! The file of an import: can be read repeatedly, is never held in memory.

use crate::import_export::record::{Format, RawRecord};
use crate::import_export::{records, unpacked};
use crate::model::error::{Error, Result};
use std::fs::{File, Permissions};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::SystemTime;

/// Largest text of a table: it is held in memory.
const MAX_TABLE_TEXT: u64 = 64 << 20;
/// Largest workbook as a file.
const MAX_WORKBOOK: u64 = 512 << 20;

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

/// A file by its content.
#[derive(Debug)]
pub enum SentFile {
    /// JSON Lines, from its beginning.
    JsonLines(File),
    /// The bytes of a table, unpacked.
    Table(Vec<u8>),
}

/// Tells JSON Lines, which begin with `{`, from tables. An empty file holds no records. `name` is the name in messages;
/// `is_table` is what is known of the format.
///
/// # Errors
/// [`Error::Unreadable`] for a table that is too large or a damaged gzip file.
pub fn sent_file(mut file: File, name: Option<&str>, is_table: Option<bool>) -> Result<SentFile> {
    let error = |why: String| Error::Unreadable(name.map(|name| format!("{name}: {why}")).unwrap_or(why));
    let rewind = |mut file: &File| file.seek(SeekFrom::Start(0)).map_err(|e| error(e.to_string()));
    let mut start = [0; 4];
    rewind(&file)?;
    let read = file.read(&mut start).map_err(|e| error(format!("the file cannot be read: {e}")))?;
    rewind(&file)?;
    let is_zip = start.starts_with(b"PK\x03\x04");
    let is_json = match is_table {
        Some(is_table) => !is_table,
        None => read == 0 || !is_zip && begins_as_json(&file).map_err(error)?,
    };
    rewind(&file)?;
    if is_json {
        return Ok(SentFile::JsonLines(file));
    }
    let read = if is_zip {
        let size = file.metadata().map_or(0, |metadata| metadata.len());
        read_bytes(&file, MAX_WORKBOOK, size)
    } else {
        read_table_text(&file)
    };
    read.map(SentFile::Table).map_err(error)
}

/// The bytes of a text table, unpacked.
///
/// # Errors
/// If it is damaged or too large.
pub fn read_table_text(from: impl Read) -> Result<Vec<u8>, String> {
    let text = unpacked(from, u64::MAX).map_err(|e| format!("the file cannot be read: {e}"))?;
    read_bytes(text, MAX_TABLE_TEXT, MAX_TABLE_TEXT)
}

/// `capacity` is allocated at once, because growing would need a multiple of it; what is not written takes no memory.
fn read_bytes(mut from: impl Read, max: u64, capacity: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(usize::try_from(capacity.min(max)).unwrap_or_default());
    let mut piece = vec![0; 1 << 16];
    loop {
        let read = from.read(&mut piece).map_err(|e| format!("the file cannot be read: {e}"))?;
        if read == 0 {
            return Ok(bytes);
        }
        if (bytes.len() + read) as u64 > max {
            return Err(format!("the table is larger than {} MiB. Split it into several files.", max >> 20));
        }
        bytes.extend_from_slice(&piece[..read]);
    }
}

/// Whether the first character of a text, unpacked, is `{`.
fn begins_as_json(file: &File) -> Result<bool, String> {
    let mut text = unpacked(file, MAX_TABLE_TEXT).map_err(|e| format!("the file cannot be read: {e}"))?;
    let mut start = Vec::new();
    // What cannot be unpacked is reported when the records are read.
    let read = text.by_ref().take(4096).read_to_end(&mut start);
    let first = start.trim_ascii_start().first();
    Ok(first == Some(&b'{')
        || read.is_err()
        || start.iter().all(u8::is_ascii_whitespace) && start.len() < 4096)
}

/// A temporary file in the data directory for an imported stream: nobody else can read it, and because it has no name, it
/// is deleted when it is closed or the process ends in any way.
pub fn spool(dir: &Path) -> Result<File> {
    let doing = || format!("keeping a file in {}", dir.display());
    let file = tempfile::tempfile_in(dir).map_err(|e| Error::io(doing(), e))?;
    file.set_permissions(Permissions::from_mode(0o600)).map_err(|e| Error::io(doing(), e))?;
    Ok(file)
}
