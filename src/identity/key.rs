//! The provider's public keys (RFC 7517), and signatures checked with them by ring (RFC 7518, RFC 8037).
//!
//! ID tokens, which openidconnect verifies, and access tokens both come here. A key is public: shared secrets (HMAC)
//! are not known, whatever a token's header asks for.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{
    CoreJsonWebKeyType as KeyType, CoreJsonWebKeyUse as KeyUse, CoreJwsSigningAlgorithm as Algorithm,
};
use openidconnect::{
    JsonWebKey, JsonWebKeyAlgorithm, JsonWebKeyId, JsonWebKeyUse, JwsSigningAlgorithm,
    SignatureVerificationError as Failure,
};
use ring::digest;
use ring::signature::{
    self, RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm,
};
use serde::{Deserialize, Serialize};

/// One public key of the provider. Numbers are base64url text, as they are published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Key {
    kty: KeyType,
    #[serde(rename = "use")]
    usage: Option<KeyUse>,
    kid: Option<JsonWebKeyId>,
    alg: Option<Algorithm>,
    /// RSA: modulus and exponent.
    n: Option<String>,
    e: Option<String>,
    /// Elliptic curves: the curve and the point; Ed25519 has no `y`.
    crv: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

/// A way to check signatures.
enum Scheme {
    Rsa(&'static RsaParameters),
    /// On this curve, by a point of `x` and `y`, or of `x` alone.
    Curve(&'static str, &'static dyn VerificationAlgorithm),
}

/// How an algorithm's signatures are checked; `None` for shared secrets and what ring does not know.
fn scheme(algorithm: &Algorithm) -> Option<Scheme> {
    Some(match algorithm {
        Algorithm::RsaSsaPkcs1V15Sha256 => Scheme::Rsa(&signature::RSA_PKCS1_2048_8192_SHA256),
        Algorithm::RsaSsaPkcs1V15Sha384 => Scheme::Rsa(&signature::RSA_PKCS1_2048_8192_SHA384),
        Algorithm::RsaSsaPkcs1V15Sha512 => Scheme::Rsa(&signature::RSA_PKCS1_2048_8192_SHA512),
        Algorithm::RsaSsaPssSha256 => Scheme::Rsa(&signature::RSA_PSS_2048_8192_SHA256),
        Algorithm::RsaSsaPssSha384 => Scheme::Rsa(&signature::RSA_PSS_2048_8192_SHA384),
        Algorithm::RsaSsaPssSha512 => Scheme::Rsa(&signature::RSA_PSS_2048_8192_SHA512),
        Algorithm::EcdsaP256Sha256 => Scheme::Curve("P-256", &signature::ECDSA_P256_SHA256_FIXED),
        Algorithm::EcdsaP384Sha384 => Scheme::Curve("P-384", &signature::ECDSA_P384_SHA384_FIXED),
        Algorithm::EdDsa => Scheme::Curve("Ed25519", &signature::ED25519),
        _ => return None,
    })
}

/// Whether signatures of this algorithm are accepted at all: asymmetric ones that can be checked.
pub(super) fn is_accepted(algorithm: &Algorithm) -> bool {
    scheme(algorithm).is_some()
}

impl Key {
    /// Whether this key may have made a signature with that algorithm under that name.
    pub(super) fn may_have_signed(&self, algorithm: &Algorithm, name: Option<&str>) -> bool {
        let named = name.is_none_or(|name| self.kid.as_ref().is_some_and(|kid| kid.as_str() == name));
        named && self.fits(algorithm)
    }

    fn fits(&self, algorithm: &Algorithm) -> bool {
        self.usage.as_ref().is_none_or(JsonWebKeyUse::allows_signature)
            && algorithm.key_type().as_ref() == Some(&self.kty)
            && self.alg.as_ref().is_none_or(|only| only == algorithm)
    }
}

/// The bytes of a number or point.
fn bytes(text: Option<&String>) -> Result<Vec<u8>, Failure> {
    text.and_then(|text| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok())
        .ok_or_else(|| Failure::InvalidKey("a part of the key is missing or not base64url".into()))
}

/// A number as ring wants it, without leading zeros.
fn number(text: Option<&String>) -> Result<Vec<u8>, Failure> {
    let bytes = bytes(text)?;
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    Ok(bytes[zeros..].to_vec())
}

impl JsonWebKey for Key {
    type KeyUse = KeyUse;
    type SigningAlgorithm = Algorithm;

    fn key_id(&self) -> Option<&JsonWebKeyId> {
        self.kid.as_ref()
    }

    fn key_type(&self) -> &KeyType {
        &self.kty
    }

    fn key_use(&self) -> Option<&KeyUse> {
        self.usage.as_ref()
    }

    fn signing_alg(&self) -> JsonWebKeyAlgorithm<&Algorithm> {
        self.alg.as_ref().map_or(JsonWebKeyAlgorithm::Unspecified, JsonWebKeyAlgorithm::Algorithm)
    }

    /// A key that verifies nothing: signatures by a shared secret are not accepted.
    fn new_symmetric(_: Vec<u8>) -> Self {
        let kty = KeyType::Symmetric;
        Key { kty, usage: None, kid: None, alg: None, n: None, e: None, crv: None, x: None, y: None }
    }

    fn verify_signature(
        &self,
        algorithm: &Algorithm,
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Failure> {
        if !self.fits(algorithm) {
            return Err(Failure::InvalidKey("the key is not one for this algorithm".into()));
        }
        let outcome = match scheme(algorithm) {
            Some(Scheme::Rsa(parameters)) => {
                RsaPublicKeyComponents { n: number(self.n.as_ref())?, e: number(self.e.as_ref())? }
                    .verify(parameters, message, signature)
            }
            Some(Scheme::Curve(curve, parameters)) => {
                if self.crv.as_deref() != Some(curve) {
                    return Err(Failure::InvalidKey("the key is on another curve".into()));
                }
                let mut point = bytes(self.x.as_ref())?;
                if *algorithm != Algorithm::EdDsa {
                    // An uncompressed point (SEC 1, 2.3.3).
                    point.insert(0, 4);
                    point.extend(bytes(self.y.as_ref())?);
                }
                UnparsedPublicKey::new(parameters, point).verify(message, signature)
            }
            None => return Err(Failure::UnsupportedAlg("not an accepted algorithm".into())),
        };
        outcome.map_err(|_| Failure::CryptoError("the signature does not match".into()))
    }

    fn hash_bytes(&self, bytes: &[u8], algorithm: &Algorithm) -> Result<Vec<u8>, String> {
        let hash = match algorithm {
            Algorithm::RsaSsaPkcs1V15Sha256 | Algorithm::RsaSsaPssSha256 | Algorithm::EcdsaP256Sha256 => {
                &digest::SHA256
            }
            Algorithm::RsaSsaPkcs1V15Sha384 | Algorithm::RsaSsaPssSha384 | Algorithm::EcdsaP384Sha384 => {
                &digest::SHA384
            }
            Algorithm::RsaSsaPkcs1V15Sha512 | Algorithm::RsaSsaPssSha512 | Algorithm::EdDsa => {
                &digest::SHA512
            }
            _ => return Err("not an accepted algorithm".into()),
        };
        Ok(digest::digest(hash, bytes).as_ref().to_vec())
    }
}

#[cfg(test)]
mod tests;
