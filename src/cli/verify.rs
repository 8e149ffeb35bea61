//! `handout verify`: checks a release of Handout; needs neither settings nor data.

use crate::cli::arguments::VerifyArgs;
use crate::cli::output;
use crate::model::error::{Error, Result};
use crate::release::{Key, LIST_NAME, SignedFile, checksum_of, listed_files, signature_beside, verify};
use std::path::Path;
use std::process::ExitCode;

/// Where the public key of a hospital's releases is, unless one is named.
const TRUSTED_KEY: &str = "/etc/handout/release.pub";

/// Checks the signature of a file, and its checksum where a list is beside it. Of a list, every file beside it is checked.
pub(in crate::cli) fn run(args: &VerifyArgs) -> Result<ExitCode> {
    let key = read_key(args.key.as_deref(), TRUSTED_KEY)?;
    let file = args.file.as_path();
    let signature = args.signature.clone().unwrap_or_else(|| signature_beside(file));
    let signed = verify(file, &signature, &key)?;
    output::line(format_args!("{}: the signature is valid.", file.display()))?;
    output::line(format_args!("Trusted comment: {}", printable(&signed.comment)))?;
    if file.file_name().is_some_and(|name| name == LIST_NAME) {
        check_listed_files(file)?;
    } else {
        check_own_line(file, &signed)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The key that is named, or the one that this machine trusts.
fn read_key(named: Option<&str>, trusted: &str) -> Result<Key> {
    match named {
        None if !Path::new(trusted).is_file() => Err(Error::Settings(format!(
            "there is no public key to verify with: name it with --key, or put the file into {trusted}"
        ))),
        named => Key::parse(named.unwrap_or(trusted)),
    }
}

/// The comment is shown on a terminal, and may contain anything.
fn printable(comment: &str) -> String {
    comment.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Compares a verified file with its line in the list beside it, if there is one.
fn check_own_line(file: &Path, signed: &SignedFile) -> Result<()> {
    let list = file.with_file_name(LIST_NAME);
    if !list.is_file() {
        return Ok(());
    }
    let listed = listed_files(&list)?;
    let name = file.file_name().unwrap_or_default();
    match listed.iter().find(|line| *name == *line.name) {
        None => output::line(format_args!("{} does not list it.", list.display())),
        Some(line) if line.checksum == signed.checksum => {
            output::line(format_args!("{} lists it with the same checksum.", list.display()))
        }
        Some(_) => Err(mismatch(file, &list)),
    }
}

/// Compares the files beside a verified list with it. A release is often downloaded in part.
fn check_listed_files(list: &Path) -> Result<()> {
    let listed = listed_files(list)?;
    let mut here = 0;
    for line in &listed {
        let file = list.with_file_name(&line.name);
        if !file.is_file() {
            output::line(format_args!("{}: not here", line.name))?;
            continue;
        }
        if checksum_of(&file)? != line.checksum {
            return Err(mismatch(&file, list));
        }
        here += 1;
        output::line(format_args!("{}: the checksum is right", line.name))?;
    }
    output::line(format_args!(
        "{here} of {} listed files are here, all with the right checksum.",
        listed.len()
    ))
}

fn mismatch(file: &Path, list: &Path) -> Error {
    Error::Conflict(format!(
        "{} is not to be trusted: {} lists another checksum for it",
        file.display(),
        list.display()
    ))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_trusted_key_is_used_when_none_is_named() {
        let key = "RWTxR1hXDv9sZgNPm2g2cmuB0qDUKrrBeTShFUnL7wn/gMfnpaEGGyp0";
        let folder = tempfile::tempdir().unwrap();
        let trusted = folder.path().join("release.pub");
        let trusted = trusted.to_str().unwrap();
        assert!(matches!(read_key(None, trusted), Err(Error::Settings(_))));
        assert!(read_key(Some(key), trusted).is_ok());
        std::fs::write(trusted, key).unwrap();
        assert!(read_key(None, trusted).is_ok());
        assert!(read_key(Some("nothing"), trusted).is_err());
    }
}
