//! Secrets of a sign-in: the cookie, its digest in the database, and tokens sealed so that only the
//! cookie opens them. A copy of the database alone reveals no token and no usable session.

use crate::model::error::{Error, Result};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Salt};
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};

const SECRET_BYTES: usize = 32;
const STATE_BYTES: usize = 16;

/// A new random text of 256 bits: the secret of a cookie, a key.
pub fn new_secret() -> Result<String> {
    random::<SECRET_BYTES>()
}

/// A new random text of 128 bits: the state of a sign-in, which the browser shows to the provider.
pub(super) fn new_state() -> Result<String> {
    random::<STATE_BYTES>()
}

fn random<const BYTES: usize>() -> Result<String> {
    let mut bytes = [0; BYTES];
    SystemRandom::new()
        .fill(&mut bytes)
        .map_err(|_| Error::internal("making a secret", "no random numbers"))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// A text of 256 bits that only the holder of the key can make from `text`, another one for each purpose.
pub(super) fn derive(key: &str, purpose: &str, text: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, key.as_bytes());
    URL_SAFE_NO_PAD.encode(hmac::sign(&key, format!("{purpose}\0{text}").as_bytes()))
}

/// The digest of a secret that the database stores: enough to find it, not to recover it.
pub fn fingerprint(secret: &str) -> Vec<u8> {
    let mut hash = ring::digest::Context::new(&ring::digest::SHA256);
    hash.update(b"handout sign-in\0");
    hash.update(secret.as_bytes());
    hash.finish().as_ref().to_vec()
}

/// A person's identifier outside of the database: the first 128 bits of a hash of issuer and `sub`, as base64url.
pub fn person_id(issuer: &str, sub: &str) -> String {
    let mut hash = ring::digest::Context::new(&ring::digest::SHA256);
    hash.update(b"handout person\0");
    hash.update(issuer.as_bytes());
    hash.update(b"\0");
    hash.update(sub.as_bytes());
    URL_SAFE_NO_PAD.encode(&hash.finish().as_ref()[..16])
}

/// Seals a text under a secret (AES-256-GCM, the key by HKDF-SHA-256).
pub fn seal(secret: &str, text: &str) -> Result<Vec<u8>> {
    let error = |_| Error::internal("sealing a token", "the cipher failed");
    let mut nonce = [0; NONCE_LEN];
    SystemRandom::new().fill(&mut nonce).map_err(error)?;
    let mut sealed = text.as_bytes().to_vec();
    key(secret)?
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
        .map_err(error)?;
    let mut bytes = nonce.to_vec();
    bytes.append(&mut sealed);
    Ok(bytes)
}

/// Opens what was sealed under this secret; `None` when it was not.
pub fn open(secret: &str, bytes: &[u8]) -> Option<String> {
    let (nonce, sealed) = bytes.split_first_chunk::<NONCE_LEN>()?;
    let mut sealed = sealed.to_vec();
    let plain = key(secret)
        .ok()?
        .open_in_place(Nonce::assume_unique_for_key(*nonce), Aad::empty(), &mut sealed)
        .ok()?;
    String::from_utf8(plain.to_vec()).ok()
}

fn key(secret: &str) -> Result<LessSafeKey> {
    let error = |_| Error::internal("making a key", "the derivation failed");
    let mut bytes = [0; 32];
    Salt::new(HKDF_SHA256, b"handout")
        .extract(secret.as_bytes())
        .expand(&[b"tokens of a sign-in"], HKDF_SHA256)
        .and_then(|okm| okm.fill(&mut bytes))
        .map_err(error)?;
    Ok(LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &bytes).map_err(error)?))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn only_the_secret_opens_what_it_sealed() {
        let (secret, other) = (new_secret().unwrap(), new_secret().unwrap());
        let sealed = seal(&secret, "token").unwrap();
        assert_eq!(open(&secret, &sealed).as_deref(), Some("token"));
        assert_eq!(open(&other, &sealed), None);
        assert_eq!(open(&secret, &sealed[..5]), None);
        assert!(!sealed.windows(5).any(|w| w == b"token"));
        assert_ne!(fingerprint(&secret), fingerprint(&other));
    }
}
