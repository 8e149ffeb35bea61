//! The last order numbers in a small file beside the database: if the database is lost or replaced by an older one, no
//! number is assigned twice.

use crate::model::error::{Error, Result, lock};
use crate::model::orders::order::OrderNumber;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Name of the file in the data directory. One line per year: two digits, a blank, the last sequence with ten digits.
pub const FILE_NAME: &str = "order-numbers";

/// The file and what it holds.
pub struct OrderNumberFile {
    path: PathBuf,
    last: Mutex<BTreeMap<i64, i64>>,
}

impl OrderNumberFile {
    /// Reads the file of a data directory; empty if missing. Malformed lines are ignored; a file of something else,
    /// which is not text, is a conflict.
    pub fn read(data_dir: &Path) -> Result<OrderNumberFile> {
        let path = data_dir.join(FILE_NAME);
        let mut text = String::new();
        match File::open(&path).and_then(|mut file| file.read_to_string(&mut text)) {
            Ok(_) => {}
            Err(e) if e.kind() == ErrorKind::NotFound => {}
            Err(e) if e.kind() == ErrorKind::InvalidData => {
                return Err(Error::Conflict(format!(
                    "{} is damaged: it is not a list of order numbers. Restore it from a copy of the data directory. \
                     Without one, delete it: numbers then continue after the last one in the database, which is \
                     safe unless the database was replaced by an older one",
                    path.display()
                )));
            }
            Err(e) => return Err(Error::io(format!("reading {}", path.display()), e)),
        }
        let last = text
            .lines()
            .filter_map(|line| {
                let (year, last) = line.split_once(' ')?;
                Some((year.parse().ok()?, last.trim().parse().ok()?))
            })
            .collect();
        Ok(OrderNumberFile { path, last: Mutex::new(last) })
    }

    /// The last sequence of a year, of two digits; 0 when none is known.
    pub fn last(&self, year: i64) -> i64 {
        let last = lock(&self.last);
        last.get(&year).copied().unwrap_or(0)
    }

    /// Records that this number was assigned; durable on return. A number lower than the recorded one changes nothing.
    ///
    /// The file is overwritten in place, which needs no disk space except for the first order of a year.
    pub fn keep(&self, OrderNumber { year, sequence }: OrderNumber) -> Result<()> {
        let mut last = lock(&self.last);
        if last.get(&year).is_some_and(|known| *known >= sequence) {
            return Ok(());
        }
        let mut next = last.clone();
        next.insert(year, sequence);
        let mut text = String::new();
        for (year, sequence) in &next {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{year:02} {sequence:010}");
        }
        let is_new = !self.path.exists();
        OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .mode(0o600)
            .open(&self.path)
            .and_then(|file| {
                file.write_all_at(text.as_bytes(), 0)?;
                file.sync_all()
            })
            .and_then(|()| match (is_new, self.path.parent()) {
                (true, Some(folder)) => File::open(folder)?.sync_all(),
                _ => Ok(()),
            })
            .map_err(|e| Error::io(format!("writing {}", self.path.display()), e))?;
        *last = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_highest_number_of_each_year_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let note = OrderNumberFile::read(folder.path()).unwrap();
        assert_eq!(note.last(26), 0);
        for (year, sequence) in [(26, 1), (26, 12), (26, 7), (25, 999_999), (25, 1_000_000), (27, 1)] {
            note.keep(OrderNumber { year, sequence }).unwrap();
        }
        let again = OrderNumberFile::read(folder.path()).unwrap();
        assert_eq!([25, 26, 27, 28].map(|year| again.last(year)), [1_000_000, 12, 1, 0]);
        std::fs::write(folder.path().join(FILE_NAME), "26 0000000012\nrubbish\n\0\0").unwrap();
        assert_eq!(OrderNumberFile::read(folder.path()).unwrap().last(26), 12);
    }

    #[test]
    fn a_damaged_file_is_an_error_with_its_remedy() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE_NAME), b"SQLite format 3\0\xff\xfe").unwrap();
        let error = OrderNumberFile::read(folder.path()).err().unwrap().to_string();
        assert!(error.contains("/order-numbers is damaged") && error.contains("delete it"), "{error}");
    }
}
