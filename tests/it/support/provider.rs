//! An OpenID Connect provider for tests: what the product needs, and every error that a test injects. `ui/e2e` tests
//! browsers with a complete provider.

use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD, Engine};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The client ID that tokens are issued to.
pub const CLIENT_ID: &str = "handout-test";
/// The client's secret, if it has one; it needs encoding in a header.
pub const CLIENT_SECRET: &str = "s3cret:+ %";

/// A provider on a port of its own, until the test ends.
pub struct Provider {
    world: Arc<World>,
}

struct World {
    address: SocketAddr,
    key: Mutex<Key>,
    requests: Mutex<Vec<String>>,
    /// Responses by path that replace the usual ones.
    answers: Mutex<HashMap<String, (u16, Value)>>,
    /// Token responses by code or refresh token; each is used once.
    grants: Mutex<HashMap<String, Value>>,
    /// Userinfo claims by access token.
    people: Mutex<HashMap<String, Value>>,
    /// Introspection responses by opaque token; without any there is no introspection endpoint.
    introspections: Mutex<Option<HashMap<String, Value>>>,
    pause: Duration,
}

/// A signing key with its name.
#[derive(Clone)]
pub struct Key {
    pub name: String,
    /// The uncompressed public point.
    pub public: Vec<u8>,
    private: Arc<EcdsaKeyPair>,
}

impl Key {
    pub fn new(name: &str) -> Key {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let pair =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref(), &random).unwrap();
        Key { name: name.into(), public: pair.public_key().as_ref().to_vec(), private: Arc::new(pair) }
    }

    /// The public key as the provider publishes it.
    pub fn published(&self) -> Value {
        let (x, y) = self.public[1..].split_at(32);
        json!({
            "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": self.name,
            "x": BASE64_URL_SAFE_NO_PAD.encode(x), "y": BASE64_URL_SAFE_NO_PAD.encode(y),
        })
    }

    /// A token of this type.
    pub fn sign(&self, typ: &str, claims: &Value) -> String {
        self.sign_with(json!({"alg": "ES256", "kid": self.name, "typ": typ}), claims)
    }

    /// A token with this header.
    pub fn sign_with(&self, header: Value, claims: &Value) -> String {
        let signed = unsigned(&header, claims);
        let signature = self.private.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
        format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }
}

/// Header and claims of a token, without the last dot and a signature.
pub fn unsigned(header: &Value, claims: &Value) -> String {
    let part = |json: &Value| BASE64_URL_SAFE_NO_PAD.encode(json.to_string());
    format!("{}.{}", part(header), part(claims))
}

/// A token signed with a shared secret; `alg` is HS256, HS384 or HS512.
pub fn signed_by_secret(alg: &str, mut header: Value, claims: &Value, secret: &[u8]) -> String {
    header["alg"] = alg.into();
    let algorithm = match alg {
        "HS256" => ring::hmac::HMAC_SHA256,
        "HS384" => ring::hmac::HMAC_SHA384,
        _ => ring::hmac::HMAC_SHA512,
    };
    let signed = unsigned(&header, claims);
    let tag = ring::hmac::sign(&ring::hmac::Key::new(algorithm, secret), signed.as_bytes());
    format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(tag))
}

/// The current time, in seconds since 1970.
pub fn now() -> i64 {
    jiff::Timestamp::now().as_second()
}

impl Provider {
    /// A provider that answers at once.
    pub fn start() -> Provider {
        Provider::start_slow(Duration::ZERO)
    }

    /// A provider that waits this long before each answer.
    pub fn start_slow(pause: Duration) -> Provider {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let world = Arc::new(World {
            address: listener.local_addr().unwrap(),
            key: Mutex::new(Key::new("1")),
            requests: Mutex::default(),
            answers: Mutex::default(),
            grants: Mutex::default(),
            people: Mutex::default(),
            introspections: Mutex::default(),
            pause,
        });
        let of_thread = world.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let world = of_thread.clone();
                std::thread::spawn(move || world.answer(stream));
            }
        });
        Provider { world }
    }

    /// The issuer for the settings.
    pub fn issuer(&self) -> String {
        self.world.issuer()
    }

    /// The number of requests to this path.
    pub fn requests(&self, path: &str) -> usize {
        self.world.requests.lock().unwrap().iter().filter(|requested| *requested == path).count()
    }

    /// Answers `path` with this from now on.
    pub fn answers(&self, path: &str, status: u16, body: Value) {
        self.world.answers.lock().unwrap().insert(path.into(), (status, body));
    }

    /// Answers `path` as usual again.
    pub fn answers_as_usual(&self, path: &str) {
        self.world.answers.lock().unwrap().remove(path);
    }

    /// The usual discovery document.
    pub fn discovery(&self) -> Value {
        self.world.discovery()
    }

    /// Sets the token response for this code or refresh token, used once.
    pub fn gives(&self, credential: &str, tokens: Value) {
        self.world.grants.lock().unwrap().insert(credential.into(), tokens);
    }

    /// Adds this access token to userinfo.
    pub fn knows(&self, access_token: &str, claims: Value) {
        self.world.people.lock().unwrap().insert(access_token.into(), claims);
    }

    /// Sets the introspection response for an opaque token; all others are not active.
    pub fn introspects(&self, token: &str, answer: Value) {
        self.world.introspections.lock().unwrap().get_or_insert_default().insert(token.into(), answer);
    }

    /// The current signing key.
    pub fn key(&self) -> Key {
        self.world.key.lock().unwrap().clone()
    }

    /// Replaces the signing key.
    pub fn change_key(&self, name: &str) {
        *self.world.key.lock().unwrap() = Key::new(name);
    }

    /// The claims of a person in these groups, valid for an hour.
    pub fn claims(&self, sub: &str, groups: &[&str]) -> Value {
        json!({
            "iss": self.issuer(), "aud": CLIENT_ID, "sub": sub, "iat": now(), "exp": now() + 3600,
            "email": format!("{sub}@example.org"), "email_verified": true,
            "given_name": "Ada", "family_name": "Nurse", "groups": groups,
        })
    }

    /// An ID token with these claims.
    pub fn id_token(&self, claims: &Value) -> String {
        self.key().sign("JWT", claims)
    }

    /// An access token with these claims (RFC 9068).
    pub fn access_token(&self, claims: &Value) -> String {
        self.key().sign("at+jwt", claims)
    }

    /// An access token of a person in these groups, valid for an hour.
    pub fn token(&self, sub: &str, groups: &[&str]) -> String {
        self.access_token(&self.claims(sub, groups))
    }

    /// The token of an administrator.
    pub fn admin(&self) -> String {
        self.token("admin", &["education-admins"])
    }

    /// The token of a staff member.
    pub fn staff(&self) -> String {
        self.token("nurse", &["nurses"])
    }
}

impl World {
    fn issuer(&self) -> String {
        format!("http://{}", self.address)
    }

    fn discovery(&self) -> Value {
        let issuer = self.issuer();
        let mut document = json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/authorize"), "token_endpoint": format!("{issuer}/token"),
            "userinfo_endpoint": format!("{issuer}/userinfo"), "jwks_uri": format!("{issuer}/keys"),
            "end_session_endpoint": format!("{issuer}/end"),
            "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256", "HS256", "none", "XX9"],
        });
        if self.introspections.lock().unwrap().is_some() {
            document["introspection_endpoint"] = format!("{issuer}/introspect").into();
        }
        document
    }

    fn answer(&self, mut stream: TcpStream) {
        let Some((head, body)) = read_request(&mut stream) else { return };
        let path = head.split_whitespace().nth(1).unwrap_or_default();
        self.requests.lock().unwrap().push(path.to_owned());
        std::thread::sleep(self.pause);
        let special = self.answers.lock().unwrap().get(path).cloned();
        let (status, content) = special.unwrap_or_else(|| match path {
            "/.well-known/openid-configuration" => (200, self.discovery()),
            "/keys" => {
                let unheard_of = json!({"kty": "XX", "kid": "odd"});
                (200, json!({"keys": [unheard_of, self.key.lock().unwrap().published()]}))
            }
            "/token" => {
                let form: HashMap<String, String> =
                    url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
                let credential = form.get("code").or(form.get("refresh_token")).cloned().unwrap_or_default();
                match self.grants.lock().unwrap().remove(&credential) {
                    Some(tokens) => (200, tokens),
                    None => (400, json!({"error": "invalid_grant"})),
                }
            }
            "/introspect" => self.introspect(&head, &body),
            "/userinfo" => {
                let token = header(&head, "authorization")
                    .and_then(|value| value.strip_prefix("Bearer "))
                    .unwrap_or_default();
                match self.people.lock().unwrap().get(token) {
                    Some(claims) => (200, claims.clone()),
                    None => (401, json!({"error": "invalid_token"})),
                }
            }
            _ => (404, json!({})),
        });
        let content = content.to_string();
        let _ = write!(
            stream,
            "HTTP/1.1 {status} -\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{content}",
            content.len()
        );
    }
}

impl World {
    /// Answers a client that authenticates with its secret, or with its ID if it has none.
    fn introspect(&self, head: &str, body: &str) -> (u16, Value) {
        let form: HashMap<String, String> =
            url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
        let secret: String = url::form_urlencoded::byte_serialize(CLIENT_SECRET.as_bytes()).collect();
        let basic = format!("Basic {}", BASE64_STANDARD.encode(format!("{CLIENT_ID}:{secret}")));
        let known = header(head, "authorization") == Some(basic.as_str())
            || form.get("client_id").is_some_and(|id| id == CLIENT_ID);
        if !known {
            return (401, json!({"error": "invalid_client"}));
        }
        let about = self.introspections.lock().unwrap();
        let answer = about.as_ref().zip(form.get("token")).and_then(|(about, token)| about.get(token));
        (200, answer.cloned().unwrap_or_else(|| json!({"active": false})))
    }
}

fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines()
        .find_map(|line| line.split_once(": ").filter(|(n, _)| n.eq_ignore_ascii_case(name)))
        .map(|(_, value)| value.trim())
}

/// Head and body of a request.
fn read_request(stream: &mut TcpStream) -> Option<(String, String)> {
    let mut received = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        if let Some(end) = received.windows(4).position(|w| w == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&received[..end]).into_owned();
            let length = header(&head, "content-length").map_or(0, |value| value.parse().unwrap_or(0));
            if received.len() >= end + 4 + length {
                return Some((head, String::from_utf8_lossy(&received[end + 4..]).into_owned()));
            }
        }
        match stream.read(&mut buffer) {
            Ok(n) if n > 0 => received.extend_from_slice(&buffer[..n]),
            _ => return None,
        }
    }
}
