//! The file of an import: can be read repeatedly, is never held in memory.

use crate::import_export::record::RawRecord;
use crate::import_export::{records, unpacked};
use crate::model::error::{Error, Result};
use std::fs::{File, Permissions};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::SystemTime;

/// Largest text of a table: it is held in memory.
const MAX_TABLE_TEXT: u64 = 64 << 20;
/// How a workbook begins.
pub(super) const ZIP: &[u8] = b"PK\x03\x04";
/// Largest workbook as a file.
const MAX_WORKBOOK: u64 = 512 << 20;

/// A file of JSON Lines to import.
#[derive(Debug)]
pub struct ImportFile {
    file: File,
    /// Prefix of every error of the whole file; `None` if the caller knows which file it is.
    name: Option<String>,
    stamp: Stamp,
}

type Stamp = (u64, Option<SystemTime>);

impl ImportFile {
    /// A regular file, which must stay as it is while it is imported.
    pub fn new(file: File, name: Option<String>) -> Result<ImportFile> {
        let stamp = stamp(&file)?;
        Ok(ImportFile { file, name, stamp })
    }

    /// Its records, from the first one on.
    pub(in crate::domain) fn records(&self) -> Result<impl Iterator<Item = Result<RawRecord>> + '_> {
        (&self.file).seek(SeekFrom::Start(0)).map_err(|e| self.error(&e.to_string()))?;
        let records = records(&self.file, u64::MAX).map_err(|why| self.error(&why))?;
        Ok(records.map(|record| record.map_err(|why| self.error(&why))))
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
    let mut start = Vec::new();
    rewind(&file)?;
    let read = (&mut file).take(ZIP.len() as u64).read_to_end(&mut start);
    read.map_err(|e| error(format!("the file cannot be read: {e}")))?;
    rewind(&file)?;
    let is_zip = start == ZIP;
    let is_json = match is_table {
        Some(is_table) => !is_table,
        None => !is_zip && is_json_lines(&file).map_err(error)?,
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

/// Whether a text, unpacked, is JSON Lines: it begins with `{`, or holds nothing.
///
/// # Errors
/// If it cannot be unpacked.
pub(super) fn is_json_lines(text: impl Read) -> Result<bool, String> {
    let mut start = Vec::new();
    let text = unpacked(text, u64::MAX);
    let read = text.and_then(|text| text.take(4096).read_to_end(&mut start));
    read.map_err(|e| format!("the file cannot be read: {e}"))?;
    Ok(matches!(start.trim_ascii_start().first(), None | Some(b'{')))
}

/// A temporary file in the data directory for an imported stream: nobody else can read it, and because it has no name, it
/// is deleted when it is closed or the process ends in any way.
pub fn spool(dir: &Path) -> Result<File> {
    let doing = || format!("keeping a file in {}", dir.display());
    let file = tempfile::tempfile_in(dir).map_err(|e| Error::io(doing(), e))?;
    file.set_permissions(Permissions::from_mode(0o600)).map_err(|e| Error::io(doing(), e))?;
    Ok(file)
}
