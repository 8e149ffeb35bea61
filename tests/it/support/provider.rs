//! The least of an OpenID Connect provider that bearer tokens need: a discovery document, keys, and signed tokens.
//! It can be slow on purpose. What a browser needs is tested against a whole provider in `ui/e2e`.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The client id that the tokens are meant for.
pub const CLIENT_ID: &str = "handout-test";

/// A provider on a port of its own, until the test ends.
pub struct Provider {
    address: SocketAddr,
    key: EncodingKey,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Provider {
    /// One that answers at once.
    pub fn start() -> Provider {
        Provider::start_slow(Duration::ZERO)
    }

    /// One that thinks this long before each answer.
    pub fn start_slow(pause: Duration) -> Provider {
        let random = ring::rand::SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let pair =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref(), &random).unwrap();
        let (x, y) = pair.public_key().as_ref()[1..].split_at(32);
        let keys = json!({"keys": [{
            "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "1",
            "x": BASE64_URL_SAFE_NO_PAD.encode(x), "y": BASE64_URL_SAFE_NO_PAD.encode(y),
        }]});
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let noted = asked.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (keys, noted) = (keys.clone(), noted.clone());
                std::thread::spawn(move || answer(stream, address, &keys, pause, &noted));
            }
        });
        Provider { address, key: EncodingKey::from_ec_der(pkcs8.as_ref()), asked }
    }

    /// The issuer, as the settings want it.
    pub fn issuer(&self) -> String {
        issuer(self.address)
    }

    /// How often it was asked at this path.
    pub fn asked(&self, path: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| *asked == path).count()
    }

    /// An access token of somebody in these groups, for an hour.
    pub fn token(&self, sub: &str, groups: &[&str]) -> String {
        let now = jiff::Timestamp::now().as_second();
        let claims = json!({
            "iss": self.issuer(), "aud": CLIENT_ID, "sub": sub, "iat": now, "exp": now + 3600,
            "email": format!("{sub}@example.org"), "email_verified": true,
            "given_name": "Ada", "family_name": "Nurse", "groups": groups,
        });
        let header = Header { kid: Some("1".into()), ..Header::new(Algorithm::ES256) };
        jsonwebtoken::encode(&header, &claims, &self.key).unwrap()
    }

    /// The token of an administrator.
    pub fn admin(&self) -> String {
        self.token("admin", &["education-admins"])
    }

    /// The token of somebody on the staff.
    pub fn staff(&self) -> String {
        self.token("nurse", &["nurses"])
    }
}

fn issuer(address: SocketAddr) -> String {
    format!("http://{address}")
}

fn answer(
    mut stream: TcpStream,
    address: SocketAddr,
    keys: &Value,
    pause: Duration,
    noted: &Mutex<Vec<String>>,
) {
    let mut asked = Vec::new();
    let mut buffer = [0; 4096];
    while !asked.windows(4).any(|w| w == b"\r\n\r\n") {
        match stream.read(&mut buffer) {
            Ok(n) if n > 0 => asked.extend_from_slice(&buffer[..n]),
            _ => return,
        }
    }
    std::thread::sleep(pause);
    let asked = String::from_utf8_lossy(&asked).into_owned();
    let issuer = issuer(address);
    let path = asked.split_whitespace().nth(1);
    noted.lock().unwrap().extend(path.map(str::to_owned));
    let body = match path {
        Some("/.well-known/openid-configuration") => json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/authorize"), "token_endpoint": format!("{issuer}/token"),
            "userinfo_endpoint": format!("{issuer}/userinfo"), "jwks_uri": format!("{issuer}/keys"),
            "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256"],
        }),
        Some("/keys") => keys.clone(),
        _ => json!({}),
    };
    let body = body.to_string();
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
}
