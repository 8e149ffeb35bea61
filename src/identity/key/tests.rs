//! Signatures of every accepted algorithm over `header.claims`, made by another implementation (`signatures.json`).

#![allow(clippy::unwrap_used)]
use super::*;
use serde_json::{Value, json};

const MESSAGE: &[u8] = b"header.claims";

struct Example {
    algorithm: Algorithm,
    published: Value,
    signature: Vec<u8>,
}

impl Example {
    /// The key with some of its members changed.
    fn key(&self, changed: Value) -> Key {
        let mut published = self.published.clone();
        for (name, value) in changed.as_object().unwrap() {
            published[name] = value.clone();
        }
        serde_json::from_value(published).unwrap()
    }

    fn verify(&self, key: &Key) -> Result<(), Failure> {
        key.verify_signature(&self.algorithm, MESSAGE, &self.signature)
    }
}

fn examples() -> Vec<Example> {
    let all: Vec<Value> = serde_json::from_str(include_str!("signatures.json")).unwrap();
    all.into_iter()
        .map(|example| Example {
            algorithm: serde_json::from_value(example["alg"].clone()).unwrap(),
            published: example["key"].clone(),
            signature: URL_SAFE_NO_PAD.decode(example["signature"].as_str().unwrap()).unwrap(),
        })
        .collect()
}

#[test]
fn a_signature_counts_for_its_message_alone() {
    for example in examples() {
        let (key, algorithm) = (example.key(json!({})), &example.algorithm);
        assert_eq!(example.verify(&key), Ok(()), "{algorithm:?}");
        assert!(key.verify_signature(algorithm, b"header.other", &example.signature).is_err());
        let mut forged = example.signature.clone();
        *forged.last_mut().unwrap() ^= 1;
        assert!(key.verify_signature(algorithm, MESSAGE, &forged).is_err());
        assert!(key.verify_signature(algorithm, MESSAGE, &[]).is_err());
    }
}

#[test]
fn a_key_counts_for_its_use_its_algorithm_and_its_curve_alone() {
    for example in examples() {
        example.verify(&example.key(json!({"use": "sig", "alg": example.algorithm}))).unwrap();
        for wrong in
            [json!({"use": "enc"}), json!({"alg": "none"}), json!({"crv": "P-521"}), json!({"x": "AA"})]
        {
            let is_rsa = example.published["kty"] == "RSA";
            if is_rsa && (wrong.get("crv").is_some() || wrong.get("x").is_some()) {
                continue;
            }
            assert!(example.verify(&example.key(wrong.clone())).is_err(), "{:?} {wrong}", example.algorithm);
        }
        for other in examples().iter().filter(|other| other.published["crv"] != example.published["crv"]) {
            let key = other.key(json!({}));
            assert!(example.verify(&key).is_err(), "{:?} by {:?}", example.algorithm, other.algorithm);
        }
    }
}

#[test]
fn shared_secrets_verify_nothing() {
    for algorithm in [Algorithm::HmacSha256, Algorithm::HmacSha384, Algorithm::HmacSha512, Algorithm::None] {
        assert!(!is_accepted(&algorithm));
        let key = Key::new_symmetric(b"secret".to_vec());
        assert!(key.verify_signature(&algorithm, MESSAGE, b"").is_err());
    }
}

#[test]
fn a_key_may_have_signed_what_has_its_name_or_none() {
    let examples = examples();
    let (named, unnamed) = (examples[0].key(json!({"kid": "a"})), examples[0].key(json!({})));
    let algorithm = &examples[0].algorithm;
    assert!(named.may_have_signed(algorithm, Some("a")) && named.may_have_signed(algorithm, None));
    assert!(!named.may_have_signed(algorithm, Some("b")) && !unnamed.may_have_signed(algorithm, Some("a")));
    assert!(!named.may_have_signed(&Algorithm::EcdsaP256Sha256, Some("a")));
}
