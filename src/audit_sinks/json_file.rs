//! Appends rows to a file of JSON Lines. The file is opened for each delivery, so that one that was moved away is made
//! again.

use crate::model::audit::chain::AuditRow;
use std::fs::{File, OpenOptions};
use std::io::{Read, Result, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// A file that gets every row as a line of JSON.
#[derive(Debug, Clone)]
pub struct JsonFile(PathBuf);

impl JsonFile {
    /// The file at this path, which need not exist.
    pub fn new(path: &Path) -> JsonFile {
        JsonFile(path.to_owned())
    }

    /// Appends rows; they are on the disk on return. The line that a crash has cut off is ended first.
    pub fn append(&self, rows: &[AuditRow]) -> Result<()> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).mode(0o600).open(&self.0)?;
        let mut lines = Vec::new();
        if ends_within_a_line(&mut file)? {
            lines.push(b'\n');
        }
        for row in rows {
            serde_json::to_writer(&mut lines, row)?;
            lines.push(b'\n');
        }
        file.write_all(&lines)?;
        file.sync_data()
    }
}

fn ends_within_a_line(file: &mut File) -> Result<bool> {
    // A pipe or a device has no end to look at.
    if !file.metadata()?.is_file() || file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}
