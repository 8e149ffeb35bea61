//! Access tokens in the Authorization header: JWTs verified by the provider's keys, opaque ones looked up at userinfo.

use crate::identity::code_flow::payload;
use crate::identity::provider::{Found, Identity};
use crate::identity::{Claims, Fault, text_claim};
use jsonwebtoken::jwk::{Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, Header, Validation, decode, decode_header};
use serde_json::Value;
use std::sync::Arc;

/// How far the provider's clock may be off, in seconds.
const LEEWAY_S: u64 = 60;

impl Identity {
    /// What a bearer token says, when it is valid. However many bring a new one at once, it is looked at once.
    ///
    /// `Unreachable`: whether it is valid cannot be found out now.
    pub async fn bearer(&self, token: &str) -> std::result::Result<Arc<Claims>, Fault> {
        let digest = ring::digest::digest(&ring::digest::SHA256, token.as_bytes()).as_ref().to_vec();
        if self.tokens.get(&digest).await.is_some_and(|known| has_ended(&known)) {
            // Remembered, but not beyond its own end.
            self.tokens.invalidate(&digest).await;
        }
        let look = async {
            // Not the token's fault when the provider cannot say who it is.
            let found = self.found().await.map_err(|fault| Fault::Unreachable(fault.to_string()))?;
            let claims = if looks_like_jwt(token) {
                self.jwt(&found, token).await
            } else {
                self.opaque(&found, token).await
            };
            claims.map(Arc::new)
        };
        self.tokens.try_get_with(digest, look).await.map_err(|fault: Arc<Fault>| (*fault).clone())
    }

    async fn opaque(&self, found: &Found, token: &str) -> std::result::Result<Claims, Fault> {
        let Some(endpoint) = found.metadata.userinfo_endpoint() else {
            return Err(Fault::Refused("the provider has no userinfo to ask about opaque tokens".into()));
        };
        match self.get_json(endpoint.url().as_str(), Some(token)).await? {
            Value::Object(claims) if text_claim(&claims, "sub").is_some() => Ok(claims),
            _ => Err(Fault::Invalid("userinfo names nobody".into())),
        }
    }

    async fn jwt(&self, found: &Found, token: &str) -> std::result::Result<Claims, Fault> {
        let header = decode_header(token).map_err(|e| Fault::Refused(e.to_string()))?;
        let mut claims = match self.verified(found, &header, token) {
            Ok(claims) => claims,
            Err(Missing::Key) => {
                match self.verified(&*self.with_keys_fetched_anew().await?, &header, token) {
                    Ok(claims) => claims,
                    Err(Missing::Key) => return Err(Fault::Refused("the token's key is unknown".into())),
                    Err(Missing::Trust(why)) => return Err(Fault::Refused(why)),
                }
            }
            Err(Missing::Trust(why)) => return Err(Fault::Refused(why)),
        };
        if text_claim(&claims, "sub").is_none() {
            return Err(Fault::Refused("the token names nobody".into()));
        }
        let lacks = ["email", "given_name", self.groups_claim.as_str()]
            .iter()
            .any(|name| !claims.contains_key(*name));
        if let (true, Some(endpoint)) = (lacks, found.metadata.userinfo_endpoint()) {
            // Some providers refuse their own JWTs here; then the token alone has to do.
            if let Ok(Value::Object(more)) = self.get_json(endpoint.url().as_str(), Some(token)).await
                && text_claim(&more, "sub") == text_claim(&claims, "sub")
            {
                for (name, value) in more {
                    claims.entry(name).or_insert(value);
                }
            }
        }
        Ok(claims)
    }

    fn verified(&self, found: &Found, header: &Header, token: &str) -> std::result::Result<Claims, Missing> {
        if header.alg.family() == AlgorithmFamily::Hmac {
            return Err(Missing::Trust("the token is signed with a shared secret".into()));
        }
        let mut validation = Validation::new(header.alg);
        validation.leeway = LEEWAY_S;
        validation.validate_nbf = true;
        validation.set_audience(&[&self.audience]);
        validation.set_issuer(&[&self.issuer]);
        validation.set_required_spec_claims(&["exp", "iss", "aud"]);
        let mut why = None;
        for key in found.keys.iter().filter(|key| fits(key, header)) {
            let Ok(decoding) = DecodingKey::from_jwk(key) else { continue };
            match decode::<Claims>(token, &decoding, &validation) {
                Ok(verified) => return Ok(verified.claims),
                Err(e) => why = Some(e),
            }
        }
        match why {
            None => Err(Missing::Key),
            // Another key under the same name: the provider may have changed it.
            Some(e) if matches!(e.kind(), jsonwebtoken::errors::ErrorKind::InvalidSignature) => {
                Err(Missing::Key)
            }
            Some(e) => Err(Missing::Trust(e.to_string())),
        }
    }
}

enum Missing {
    /// No key of the provider fits.
    Key,
    /// The token is not to be trusted.
    Trust(String),
}

fn fits(key: &Jwk, header: &Header) -> bool {
    let named = match (&header.kid, &key.common.key_id) {
        (Some(wanted), Some(id)) => wanted == id,
        (Some(_), None) => false,
        (None, _) => true,
    };
    let signs = key.common.public_key_use.as_ref().is_none_or(|usage| *usage == PublicKeyUse::Signature);
    let same = key.common.key_algorithm.is_none_or(|algorithm| {
        algorithm.to_string().parse::<Algorithm>().is_ok_and(|algorithm| algorithm == header.alg)
    });
    named && signs && same
}

fn looks_like_jwt(token: &str) -> bool {
    token.split('.').count() == 3 && payload(token).is_some()
}

fn has_ended(claims: &Claims) -> bool {
    let now = jiff::Timestamp::now().as_second() as f64;
    claims.get("exp").and_then(Value::as_f64).is_some_and(|exp| exp + LEEWAY_S as f64 <= now)
}
