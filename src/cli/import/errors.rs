//! How `handout import` reports invalid records: the first ones, then counts by kind; all of them in a file on request.

use crate::cli::output;
use crate::model::error::{Error, Result};
use crate::model::text::count_with_noun;
use crate::store::{FILE_NAME, Target};
use std::collections::HashMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Bad records that are printed.
const MAX_PRINTED: u64 = 100;
/// How many kinds of errors are counted separately; further kinds are counted together.
const MAX_KINDS: usize = 1_000;
/// Kinds of errors that are printed, the most frequent first.
const MAX_KINDS_PRINTED: usize = 20;

/// The bad records of one import.
pub(super) struct ImportErrors {
    file: Option<(PathBuf, Box<dyn Write>)>,
    /// Why the file could not be written; the import continues without it.
    failure: Option<std::io::Error>,
    records: u64,
    kinds: HashMap<String, u64>,
    other_kinds: u64,
}

impl ImportErrors {
    /// Writes all of them to `file` as well, which must be neither the imported file nor the database of the data
    /// directory.
    pub fn new(file: Option<&Path>, imported: &Path, data_dir: &Path) -> Result<ImportErrors> {
        let file = match file {
            Some(path) => Some(open_report(path, imported, data_dir)?),
            None => None,
        };
        Ok(ImportErrors { file, failure: None, records: 0, kinds: HashMap::new(), other_kinds: 0 })
    }

    /// Reports an invalid record: its line, and every error in it.
    pub fn report(&mut self, place: impl Display, errors: &[String]) {
        let line = format!("{place}: {}", errors.join("; "));
        self.records += 1;
        if self.records <= MAX_PRINTED {
            output::error(&line);
        }
        if let Some((_, file)) = &mut self.file
            && self.failure.is_none()
        {
            self.failure = writeln!(file, "{line}").err();
        }
        for error in errors {
            let kind = error_kind(error);
            if self.kinds.len() >= MAX_KINDS && !self.kinds.contains_key(&kind) {
                self.other_kinds += 1;
            } else {
                *self.kinds.entry(kind).or_default() += 1;
            }
        }
    }

    /// Prints the counts when not every record was printed; an error when the file is not complete.
    pub fn finish(mut self) -> Result<()> {
        if self.records > MAX_PRINTED {
            self.print_kinds();
        }
        let Some((path, mut file)) = self.file.take() else { return Ok(()) };
        match self.failure.take().map_or_else(|| file.flush(), Err) {
            Ok(()) => Ok(()),
            Err(e) => Err(Error::io(format!("writing {}", path.display()), e)),
        }
    }

    fn print_kinds(&self) {
        let place = match &self.file {
            Some((path, _)) => format!("all are in {}", path.display()),
            None => "--errors FILE writes all of them to a file".to_owned(),
        };
        let more = count_with_noun(self.records - MAX_PRINTED, "more bad record", "more bad records");
        output::error(format_args!("and {more}; {place}. By kind:"));
        let mut kinds: Vec<(&String, &u64)> = self.kinds.iter().collect();
        kinds.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let unprinted = kinds.iter().skip(MAX_KINDS_PRINTED).map(|(_, count)| **count).sum::<u64>();
        for (kind, count) in kinds.into_iter().take(MAX_KINDS_PRINTED) {
            output::error(format_args!("{count:>9}  {kind}"));
        }
        if unprinted + self.other_kinds > 0 {
            output::error(format_args!("{:>9}  of other kinds", unprinted + self.other_kinds));
        }
    }
}

/// A file for what is reported about an import, with its path.
pub(super) fn open_report(
    path: &Path,
    imported: &Path,
    data_dir: &Path,
) -> Result<(PathBuf, Box<dyn Write>)> {
    Ok((path.to_owned(), open(path, imported, data_dir)?))
}

fn open(path: &Path, imported: &Path, data_dir: &Path) -> Result<Box<dyn Write>> {
    let doing = |e| Error::io(format!("writing {}", path.display()), e);
    let is_same = |a: std::fs::Metadata, b: std::fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    if let (Ok(a), Ok(b)) = (std::fs::metadata(path), std::fs::metadata(imported))
        && is_same(a, b)
    {
        let message =
            format!("{} is the file to import; please name another one for the errors", path.display());
        return Err(Error::Conflict(message));
    }
    Ok(match Target::resolve(path, &data_dir.join(FILE_NAME))? {
        Target::Stdout => Box::new(std::io::stdout()),
        Target::Stream(stream) => Box::new(stream),
        Target::File(end) => Box::new(BufWriter::new(File::create(end).map_err(doing)?)),
    })
}

/// An error without what differs from record to record: positions, and the values that it quotes.
fn error_kind(error: &str) -> String {
    let mut kind = String::with_capacity(error.len());
    let mut rest = error;
    while let Some(first) = rest.chars().next() {
        let is_position = ["[", "line ", "column "].iter().any(|before| kind.ends_with(before));
        if is_position && first.is_ascii_digit() {
            kind.push('N');
            rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        } else if first == '\''
            && (kind.is_empty() || kind.ends_with([' ', '(', '[']))
            && let Some(end) = closing_quote(&rest[1..])
        {
            kind.push_str("'…'");
            rest = &rest[1 + end + 1..];
        } else {
            kind.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    kind
}

/// Where quoted text ends: at the first quote not followed by a letter, so that "don't" does not end it.
fn closing_quote(text: &str) -> Option<usize> {
    let mut quotes = text.match_indices('\'').map(|(at, _)| at);
    quotes.find(|at| !text[at + 1..].starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_neither_positions_nor_values() {
        let check = |error: &str, kind: &str| assert_eq!(error_kind(error), kind);
        check("title: Title is required.", "title: Title is required.");
        check("keywords[12]: Expected text, found null.", "keywords[N]: Expected text, found null.");
        check("expected value at line 1 column 7", "expected value at line N column N");
        check(
            "id: 'what's-new' is the readable id of another citation",
            "id: '…' is the readable id of another citation",
        );
        check("a whole number of months from 1 to 1200", "a whole number of months from 1 to 1200");
        check("Children's", "Children's");
        check("'é' and 'ü'", "'…' and '…'");
        check("'open", "'open");
    }
}
