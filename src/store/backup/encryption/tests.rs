//! An encrypted file is read only with its key, and never in part.
#![allow(clippy::unwrap_used)]

use super::*;
use age::secrecy::ExposeSecret;
use std::path::PathBuf;

struct Files {
    folder: tempfile::TempDir,
    plain: Vec<u8>,
}

impl Files {
    /// Content of several chunks of age (64 KiB), the last one incomplete.
    fn new() -> Files {
        let plain = (0..300_001u32).flat_map(u32::to_le_bytes).collect();
        Files { folder: tempfile::tempdir().unwrap(), plain }
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let file = self.folder.path().join(name);
        std::fs::write(&file, content).unwrap();
        file
    }

    fn key_file(&self, name: &str, key: &Identity) -> PathBuf {
        let key = key.to_string();
        self.file(name, format!("# created: today\r\n\n  {}\r\n", key.expose_secret()))
    }

    fn encrypted(&self, key: &Identity) -> Vec<u8> {
        let recipient = BackupRecipient::parse(&key.to_public().to_string()).unwrap();
        let mut encrypted = Vec::new();
        encrypt(&mut self.plain.as_slice(), &mut encrypted, &recipient, "encrypting", || true).unwrap();
        encrypted
    }

    fn decrypted(&self, content: &[u8], identity: &Path) -> Result<Vec<u8>> {
        let mut decrypted = Vec::new();
        decrypt(&self.file("copy.db.age", content), Some(identity), &mut decrypted).map(|()| decrypted)
    }
}

#[test]
fn a_file_comes_back_with_its_key() {
    let (files, key) = (Files::new(), Identity::generate());
    let encrypted = files.encrypted(&key);
    assert!(!encrypted.windows(8).any(|window| window == &files.plain[4_000..4_008]));
    assert_eq!(files.decrypted(&encrypted, &files.key_file("key", &key)).unwrap(), files.plain);
    // The second of two keys.
    let other = Identity::generate().to_string();
    let both = format!("{}\n{}", other.expose_secret(), key.to_string().expose_secret());
    assert_eq!(files.decrypted(&encrypted, &files.file("both", both)).unwrap(), files.plain);
    assert!(is_encrypted(&files.file("copy", &encrypted)) && !is_encrypted(&files.file("empty", "")));
}

#[test]
fn the_wrong_key_and_a_missing_one_are_named() {
    let (files, key) = (Files::new(), Identity::generate());
    let encrypted = files.encrypted(&key);
    let wrong = files.key_file("wrong", &Identity::generate());
    let said = files.decrypted(&encrypted, &wrong).unwrap_err().to_string();
    assert!(said.contains("it is encrypted for another key"), "{said}");
    let copy = files.file("copy.db.age", &encrypted);
    let said = decrypt(&copy, None, &mut Vec::new()).unwrap_err().to_string();
    assert!(said.contains("is encrypted") && said.contains("--identity FILE"), "{said}");
    let said = files.decrypted(&encrypted, Path::new("/no/such/key")).unwrap_err().to_string();
    assert_eq!(said, "/no/such/key does not exist");
}

/// The header ends with the line of its authentication code, `--- …`. age adds a random entry to some headers.
fn header_length(encrypted: &[u8]) -> usize {
    let end_of_line =
        |from: usize| from + encrypted[from..].iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let mut line = 0;
    while !encrypted[line..].starts_with(b"--- ") {
        line = end_of_line(line);
    }
    end_of_line(line)
}

#[test]
fn damage_anywhere_is_found() {
    let (files, key) = (Files::new(), Identity::generate());
    let encrypted = files.encrypted(&key);
    let keys = files.key_file("key", &key);
    for length in [1, 2, 3, 5].map(|part| encrypted.len() * part / 6).into_iter().chain([encrypted.len() - 1])
    {
        let said = files.decrypted(&encrypted[..length], &keys).unwrap_err().to_string();
        assert!(said.contains("is damaged or incomplete"), "cut off at {length}: {said}");
    }
    // After the header, whose length varies, everything is authenticated, and so is the end.
    let header = header_length(&encrypted);
    for at in [header, encrypted.len() / 2, encrypted.len() - 1] {
        let mut damaged = encrypted.clone();
        damaged[at] ^= 1;
        let said = files.decrypted(&damaged, &keys).unwrap_err().to_string();
        assert!(said.contains("is damaged or incomplete"), "damaged at {at}: {said}");
    }
    let more = [&encrypted[..], b"more"].concat();
    assert!(files.decrypted(&more, &keys).is_err());
    // A whole number of chunks was cut off.
    const NONCE: usize = 16;
    let chunk = (1 << 16) + 16;
    let last = (encrypted.len() - header - NONCE) % chunk;
    assert!(files.decrypted(&encrypted[..encrypted.len() - last], &keys).is_err());
}

#[test]
fn a_file_that_holds_no_private_key_is_refused_without_repeating_it() {
    let (files, key) = (Files::new(), Identity::generate());
    let encrypted = files.encrypted(&key);
    let public = key.to_public().to_string();
    for (content, expected) in [
        (String::new(), "holds no private key"),
        ("# only a comment\n".into(), "holds no private key"),
        (format!("#\n{public}\n"), "is a public key; the private key that belongs to it is needed"),
        ("AGE-SECRET-KEY-1SECRET".into(), "is not a private key of age"),
        ("age-encryption.org/v1\n-> scrypt".into(), "is encrypted, with a passphrase perhaps"),
        ("-----BEGIN AGE ENCRYPTED FILE-----\n".into(), "is encrypted, with a passphrase perhaps"),
    ] {
        let said = files.decrypted(&encrypted, &files.file("key", &content)).unwrap_err().to_string();
        assert!(said.contains(expected) && !said.contains("1SECRET"), "{content:?}: {said}");
    }
}

#[test]
fn a_passphrase_is_no_key() {
    let (files, key) = (Files::new(), Identity::generate());
    let mut recipient = age::scrypt::Recipient::new("secret".to_owned().into());
    recipient.set_work_factor(1);
    let encrypted = age::encrypt(&recipient, b"content").unwrap();
    let said = files.decrypted(&encrypted, &files.key_file("key", &key)).unwrap_err().to_string();
    assert!(said.contains("is encrypted with a passphrase"), "{said}");
}

#[test]
fn encrypting_can_be_stopped() {
    let files = Files::new();
    let recipient = BackupRecipient::parse(&Identity::generate().to_public().to_string()).unwrap();
    let stopped = encrypt(&mut files.plain.as_slice(), &mut Vec::new(), &recipient, "encrypting", || false);
    assert!(matches!(stopped, Err(Error::Unavailable(_))), "{stopped:?}");
}
