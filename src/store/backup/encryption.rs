//! Encrypted backups, in the format of age (<https://age-encryption.org/v1>): written for a public key, read with the
//! private key, both as streams.

use crate::model::backup::BackupRecipient;
use crate::model::error::{Error, Result};
use age::x25519::Identity;
use age::{DecryptError, Decryptor, Encryptor};
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read, Write};
use std::path::Path;

/// The beginning of an encrypted file, in every version of the format.
const HEADER_PREFIX: &[u8] = b"age-encryption.org/";
/// The beginning of an encrypted file in the armored (text) form.
const ARMORED_PREFIX: &[u8] = b"-----BEGIN AGE ENCRYPTED FILE-----";
/// The number of bytes encrypted or decrypted at a time.
const CHUNK_BYTES: usize = 1 << 18;
/// Maximum number of bytes read of a key file.
const MAX_KEY_FILE_BYTES: u64 = 1 << 20;

/// Whether a file starts like an encrypted backup.
pub(in crate::store) fn is_encrypted(file: &Path) -> bool {
    begins_with(file, HEADER_PREFIX)
}

/// Whether these are the first bytes of a file.
pub(super) fn begins_with(file: &Path, expected: &[u8]) -> bool {
    let mut first = vec![0; expected.len()];
    File::open(file).and_then(|mut file| file.read_exact(&mut first)).is_ok() && first == expected
}

/// Encrypts what `from` holds into `to`, complete on return.
///
/// `should_continue` is called between chunks; if it returns `false`, the result is [`Error::Unavailable`].
pub fn encrypt(
    from: &mut dyn Read,
    to: &mut dyn Write,
    recipient: &BackupRecipient,
    doing: &str,
    mut should_continue: impl FnMut() -> bool,
) -> Result<()> {
    let io = |e| Error::io(doing, e);
    let recipients = std::iter::once(recipient.key() as &dyn age::Recipient);
    let encryptor = Encryptor::with_recipients(recipients).map_err(|e| Error::internal(doing, e))?;
    let mut encrypted = encryptor.wrap_output(to).map_err(io)?;
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let length = from.read(&mut chunk).map_err(io)?;
        let Some(read) = chunk.get(..length).filter(|read| !read.is_empty()) else { break };
        encrypted.write_all(read).map_err(io)?;
        if !should_continue() {
            return Err(Error::Unavailable(format!("{doing}: stopped")));
        }
    }
    encrypted.finish().and_then(|to| to.flush()).map_err(io)
}

/// Decrypts a backup into `to` with the private keys in the file `identity`.
///
/// Do not use what was written to `to` unless this returns `Ok`.
pub fn decrypt(copy: &Path, identity: Option<&Path>, to: &mut impl Write) -> Result<()> {
    let Some(identity) = identity else {
        return Err(Error::Conflict(format!(
            "{} is encrypted; nothing was changed. Name the file that holds its private key: `--identity FILE`",
            copy.display()
        )));
    };
    let keys = read_keys(identity)?;
    let doing = format!("decrypting {}", copy.display());
    let file = File::open(copy).map_err(|e| Error::io(&doing, e))?;
    let refused = |e| refusal(e, copy, identity);
    let decryptor = Decryptor::new_buffered(BufReader::new(file)).map_err(refused)?;
    if decryptor.is_scrypt() {
        return Err(Error::Conflict(format!(
            "{} is encrypted with a passphrase, not for a key; nothing was changed. Decrypt it with `age --decrypt` first",
            copy.display()
        )));
    }
    let mut decrypted =
        decryptor.decrypt(keys.iter().map(|key| key as &dyn age::Identity)).map_err(refused)?;
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let length = decrypted.read(&mut chunk).map_err(|e| refused(DecryptError::Io(e)))?;
        match chunk.get(..length).filter(|read| !read.is_empty()) {
            Some(read) => to.write_all(read).map_err(|e| Error::io(&doing, e))?,
            None => return to.flush().map_err(|e| Error::io(&doing, e)),
        }
    }
}

/// The error about a backup that cannot be decrypted.
fn refusal(error: DecryptError, copy: &Path, identity: &Path) -> Error {
    let (copy, identity) = (copy.display(), identity.display());
    Error::Conflict(match error {
        DecryptError::Io(e) if !matches!(e.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof) => {
            return Error::io(format!("decrypting {copy}"), e);
        }
        DecryptError::NoMatchingKeys => format!(
            "{copy} cannot be decrypted with {identity}: it is encrypted for another key, or its first lines are damaged; \
             nothing was changed"
        ),
        DecryptError::UnknownFormat => {
            format!("{copy} is in a format of age that this program does not know; nothing was changed")
        }
        // Every other reason comes from content that is not what was encrypted.
        _ => format!("{copy} is damaged or incomplete: it cannot be decrypted; nothing was changed"),
    })
}

/// The private keys in a file as `age-keygen` writes it: one a line; empty lines and comments are
/// ignored. No message repeats a line, which may be a key.
fn read_keys(file: &Path) -> Result<Vec<Identity>> {
    let name = file.display();
    let mut content = Vec::new();
    match File::open(file).and_then(|file| file.take(MAX_KEY_FILE_BYTES).read_to_end(&mut content)) {
        Ok(_) => {}
        Err(e) if e.kind() == ErrorKind::NotFound => {
            return Err(Error::NotFound(format!("{name} does not exist")));
        }
        Err(e) => return Err(Error::io(format!("reading {name}"), e)),
    }
    if content.starts_with(HEADER_PREFIX) || content.starts_with(ARMORED_PREFIX) {
        return Err(Error::Conflict(format!(
            "{name} is encrypted, with a passphrase perhaps; decrypt it with `age --decrypt` and name the result"
        )));
    }
    let mut keys = Vec::new();
    for (number, line) in String::from_utf8_lossy(&content).lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let key = line.parse::<Identity>().map_err(|_| {
            let what = if line.starts_with("age1") {
                "a public key; the private key that belongs to it is needed"
            } else {
                "not a private key of age (AGE-SECRET-KEY-1…)"
            };
            Error::Conflict(format!("line {} of {name} is {what}", number + 1))
        })?;
        keys.push(key);
    }
    if keys.is_empty() { Err(Error::Conflict(format!("{name} holds no private key"))) } else { Ok(keys) }
}

#[cfg(test)]
mod tests;
