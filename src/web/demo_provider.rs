//! The demo's identity provider: a small OpenID Connect provider in the same process, under `/demo-idp`, only with
//! `--demo`. The same code as for a real provider reaches it over HTTP.

use crate::model::clock::{self, UnixTime};
use crate::model::error::{Error, Result, lock};
use crate::web::pages::plain_page::demo_accounts;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Mutex;

/// The client id that the demo registers for itself.
pub const CLIENT_ID: &str = "handout-demo";
/// Path prefix of the provider.
pub const PATH: &str = "/demo-idp";
const TOKEN_TTL_S: i64 = 3600;
const CODE_TTL_S: i64 = 120;

struct Code {
    account: usize,
    redirect: String,
    nonce: Option<String>,
    challenge: String,
    until: UnixTime,
}

/// The provider's keys, and the codes and tokens that it has issued.
pub struct DemoProvider {
    issuer: String,
    redirect: String,
    keys: EcdsaKeyPair,
    random: SystemRandom,
    codes: Mutex<HashMap<String, Code>>,
    refresh: Mutex<HashMap<String, usize>>,
}

impl DemoProvider {
    /// A provider for the server at this address, with new keys.
    pub fn new(public_url: &str) -> Result<DemoProvider> {
        let random = SystemRandom::new();
        let error = |_| Error::internal("making the demo provider's keys", "the key generation failed");
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).map_err(error)?;
        let keys = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref(), &random)
            .map_err(|e| Error::internal("reading the demo provider's keys", e.to_string()))?;
        Ok(DemoProvider {
            issuer: format!("{public_url}{PATH}"),
            redirect: format!("{public_url}/login/callback"),
            keys,
            random,
            codes: Mutex::default(),
            refresh: Mutex::default(),
        })
    }

    fn sign(&self, typ: &str, claims: &Value) -> String {
        let header = json!({"alg": "ES256", "typ": typ, "kid": "demo"});
        let text = format!(
            "{}.{}",
            URL_SAFE_NO_PAD.encode(header.to_string()),
            URL_SAFE_NO_PAD.encode(claims.to_string())
        );
        let signature =
            self.keys.sign(&self.random, text.as_bytes()).map(|s| URL_SAFE_NO_PAD.encode(s.as_ref()));
        format!("{text}.{}", signature.unwrap_or_default())
    }

    fn claims(&self, account: usize) -> Value {
        let account = &ACCOUNTS[account];
        json!({
            "sub": account.name,
            "given_name": account.given_name,
            "family_name": account.family_name,
            "name": format!("{} {}", account.given_name, account.family_name),
            "email": format!("{}@example.org", account.name),
            "email_verified": true,
            "groups": account.groups,
        })
    }

    fn token(&self, account: usize) -> Value {
        let now = clock::seconds();
        let mut claims = self.claims(account);
        claims["iss"] = json!(self.issuer);
        claims["aud"] = json!(CLIENT_ID);
        claims["iat"] = json!(now);
        claims["exp"] = json!(now + TOKEN_TTL_S);
        claims
    }

    fn id_token(&self, account: usize, nonce: Option<&str>) -> String {
        let mut claims = self.token(account);
        if let Some(nonce) = nonce {
            claims["nonce"] = json!(nonce);
        }
        self.sign("JWT", &claims)
    }

    /// An access token as RFC 9068 describes it: its type sets it apart from an ID token.
    fn access_token(&self, account: usize) -> String {
        let mut claims = self.token(account);
        claims["client_id"] = json!(CLIENT_ID);
        claims["jti"] = json!(uuid::Uuid::new_v4().to_string());
        self.sign("at+jwt", &claims)
    }

    fn respond(&self, account: usize, nonce: Option<&str>) -> Result<HttpResponse> {
        let refresh = crate::identity::sealed::new_secret()?;
        lock(&self.refresh).insert(refresh.clone(), account);
        Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).json(json!({
            "access_token": self.access_token(account),
            "token_type": "Bearer",
            "expires_in": TOKEN_TTL_S,
            "refresh_token": refresh,
            "id_token": self.id_token(account, nonce),
        })))
    }
}

/// The provider's addresses.
pub(super) fn routes(config: &mut web::ServiceConfig) {
    config.service(
        web::scope(PATH)
            .route("/.well-known/openid-configuration", web::get().to(configuration))
            .route("/jwks", web::get().to(keys))
            .route("/authorize", web::get().to(choose))
            .route("/authorize", web::post().to(authorize))
            .route("/token", web::post().to(token))
            .route("/userinfo", web::get().to(userinfo))
            .route("/end_session", web::get().to(end_session)),
    );
}

type Provider = web::Data<DemoProvider>;

async fn configuration(provider: Provider) -> HttpResponse {
    let at = |path: &str| format!("{}{path}", provider.issuer);
    HttpResponse::Ok().json(json!({
        "issuer": provider.issuer,
        "authorization_endpoint": at("/authorize"),
        "token_endpoint": at("/token"),
        "userinfo_endpoint": at("/userinfo"),
        "jwks_uri": at("/jwks"),
        "end_session_endpoint": at("/end_session"),
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
        "scopes_supported": ["openid", "email", "groups", "profile"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
    }))
}

async fn keys(provider: Provider) -> HttpResponse {
    // An uncompressed point: a byte 4, then x and y.
    let point = provider.keys.public_key().as_ref();
    let part = |range: std::ops::Range<usize>| URL_SAFE_NO_PAD.encode(point.get(range).unwrap_or_default());
    HttpResponse::Ok().json(json!({"keys": [{
        "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "demo", "x": part(1..33), "y": part(33..65),
    }]}))
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct AuthorizationRequest {
    client_id: String,
    redirect_uri: String,
    state: String,
    nonce: String,
    code_challenge: String,
    code_challenge_method: String,
    account: String,
}

impl AuthorizationRequest {
    fn error(&self, provider: &DemoProvider) -> Option<&'static str> {
        if self.client_id != CLIENT_ID || self.redirect_uri != provider.redirect {
            Some("unknown client or redirect address")
        } else if self.code_challenge_method != "S256" || self.code_challenge.is_empty() {
            Some("PKCE with S256 is required")
        } else {
            None
        }
    }
}

async fn choose(request: HttpRequest, provider: Provider) -> HttpResponse {
    let authorization = web::Query::<AuthorizationRequest>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .unwrap_or_default();
    if let Some(error) = authorization.error(&provider) {
        return HttpResponse::BadRequest().content_type("text/plain; charset=utf-8").body(error);
    }
    let hidden = [
        ("client_id", authorization.client_id.as_str()),
        ("redirect_uri", &authorization.redirect_uri),
        ("state", &authorization.state),
        ("nonce", &authorization.nonce),
        ("code_challenge", &authorization.code_challenge),
        ("code_challenge_method", &authorization.code_challenge_method),
    ];
    let accounts = ACCOUNTS.iter().map(|account| (account.name, account.role));
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("text/html; charset=utf-8")
        .body(demo_accounts(&format!("{PATH}/authorize"), &hidden, accounts))
}

async fn authorize(provider: Provider, authorization: web::Form<AuthorizationRequest>) -> HttpResponse {
    let authorization = authorization.into_inner();
    let account = ACCOUNTS.iter().position(|account| account.name == authorization.account);
    let (None, Some(account)) = (authorization.error(&provider), account) else {
        return HttpResponse::BadRequest()
            .content_type("text/plain; charset=utf-8")
            .body("unknown account or client");
    };
    let Ok(code) = crate::identity::sealed::new_secret() else {
        return HttpResponse::InternalServerError().finish();
    };
    let now = clock::seconds();
    let mut codes = lock(&provider.codes);
    codes.retain(|_, code| code.until > now);
    codes.insert(
        code.clone(),
        Code {
            account,
            redirect: authorization.redirect_uri.clone(),
            nonce: Some(authorization.nonce).filter(|nonce| !nonce.is_empty()),
            challenge: authorization.code_challenge,
            until: now + CODE_TTL_S,
        },
    );
    let parameters = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("code", &code), ("state", &authorization.state), ("iss", &provider.issuer)])
        .finish();
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, format!("{}?{parameters}", authorization.redirect_uri)))
        .finish()
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct TokenRequest {
    grant_type: String,
    code: String,
    redirect_uri: String,
    code_verifier: String,
    refresh_token: String,
}

async fn token(provider: Provider, form: web::Form<TokenRequest>) -> HttpResponse {
    let refused = |error: &str| HttpResponse::BadRequest().json(json!({"error": error}));
    let response = match form.grant_type.as_str() {
        "authorization_code" => {
            let code = lock(&provider.codes).remove(&form.code);
            let digest = ring::digest::digest(&ring::digest::SHA256, form.code_verifier.as_bytes());
            let fits = |code: &Code| {
                code.until > clock::seconds()
                    && code.redirect == form.redirect_uri
                    && code.challenge == URL_SAFE_NO_PAD.encode(digest.as_ref())
            };
            match code.filter(fits) {
                Some(code) => provider.respond(code.account, code.nonce.as_deref()),
                None => return refused("invalid_grant"),
            }
        }
        "refresh_token" => {
            // Each code is valid once.
            let account = lock(&provider.refresh).remove(&form.refresh_token);
            match account {
                Some(account) => provider.respond(account, None),
                None => return refused("invalid_grant"),
            }
        }
        _ => return refused("unsupported_grant_type"),
    };
    response.unwrap_or_else(|_| HttpResponse::InternalServerError().finish())
}

async fn userinfo(request: HttpRequest, provider: Provider) -> HttpResponse {
    let token = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|v| v.to_str().ok())
        .and_then(|v| v.strip_prefix("Bearer "))
        .unwrap_or("");
    match provider.account_for_token(token) {
        Some(account) => HttpResponse::Ok().json(provider.claims(account)),
        None => HttpResponse::Unauthorized().insert_header((header::WWW_AUTHENTICATE, "Bearer")).finish(),
    }
}

impl DemoProvider {
    /// Whose access token this is, when it is one that this provider issued.
    fn account_for_token(&self, token: &str) -> Option<usize> {
        let (text, signature) = token.rsplit_once('.')?;
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        ring::signature::UnparsedPublicKey::new(
            &ring::signature::ECDSA_P256_SHA256_FIXED,
            self.keys.public_key().as_ref(),
        )
        .verify(text.as_bytes(), &signature)
        .ok()?;
        let payload = URL_SAFE_NO_PAD.decode(text.split_once('.')?.1).ok()?;
        let claims: Value = serde_json::from_slice(&payload).ok()?;
        let ends = claims.get("exp").and_then(Value::as_i64)?;
        let sub = claims.get("sub").and_then(Value::as_str)?;
        (UnixTime::new(ends) > clock::seconds())
            .then(|| ACCOUNTS.iter().position(|account| account.name == sub))
            .flatten()
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct EndParameters {
    post_logout_redirect_uri: String,
}

async fn end_session(request: HttpRequest, provider: Provider) -> HttpResponse {
    let query = web::Query::<EndParameters>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .unwrap_or_default();
    let home = provider.redirect.trim_end_matches("login/callback");
    let to =
        if query.post_logout_redirect_uri == home { query.post_logout_redirect_uri } else { home.to_owned() };
    HttpResponse::SeeOther().insert_header((header::LOCATION, to)).finish()
}

/// Members of this group work on the demo's orders.
pub const COPY_CENTER_GROUP: &str = "copy-center";

/// Members of this group read the demo's audit trail.
pub const AUDITOR_GROUP: &str = "it-auditors";

/// An account to sign in with.
pub struct Account {
    /// Its name, and its `sub`.
    pub name: &'static str,
    pub(super) given_name: &'static str,
    pub(super) family_name: &'static str,
    /// Its description.
    pub role: &'static str,
    pub(super) groups: &'static [&'static str],
}

/// The demo accounts.
pub const ACCOUNTS: [Account; 5] = [
    Account {
        name: "visitor-nurse",
        given_name: "Nora",
        family_name: "Vance",
        role: "a nurse who visits the unit",
        groups: &["nurses"],
    },
    Account {
        name: "unit-clerk",
        given_name: "Uriel",
        family_name: "Clarke",
        role: "a clerk who orders for the unit",
        groups: &["clerks"],
    },
    Account {
        name: "education-admin",
        given_name: "Edda",
        family_name: "Amin",
        role: "an education specialist who keeps the catalogue",
        groups: &["education-admins"],
    },
    Account {
        name: "copy-center",
        given_name: "Casey",
        family_name: "Cole",
        role: "somebody of the copy center, who prints and sends orders",
        groups: &[COPY_CENTER_GROUP],
    },
    Account {
        name: "it-auditor",
        given_name: "Iris",
        family_name: "Tanaka",
        role: "somebody of IT security, who reads the audit trail",
        groups: &[AUDITOR_GROUP],
    },
];
