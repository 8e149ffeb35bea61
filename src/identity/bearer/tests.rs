//! How long what was found out about a token counts, at a provider that knows one opaque token until it is revoked.

#![allow(clippy::unwrap_used)]
use super::*;
use crate::model::clock::UnixTime;
use crate::settings::Settings;
use serde_json::json;
use std::sync::Mutex;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

#[derive(Default)]
struct State {
    revoked: bool,
    expiry: Option<f64>,
    introspections: usize,
}

async fn answer(mut stream: TcpStream, issuer: &str, state: &Mutex<State>) {
    let mut head = vec![0; 4096];
    let length = stream.read(&mut head).await.unwrap();
    let head = String::from_utf8_lossy(&head[..length]).into_owned();
    let body = match head.split_whitespace().nth(1).unwrap() {
        "/.well-known/openid-configuration" => json!({
            "issuer": issuer, "authorization_endpoint": format!("{issuer}/authorize"),
            "jwks_uri": format!("{issuer}/keys"), "introspection_endpoint": format!("{issuer}/introspect"),
            "response_types_supported": ["code"], "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256"],
        }),
        "/keys" => json!({"keys": []}),
        _ => {
            let mut state = state.lock().unwrap();
            state.introspections += 1;
            let mut claims = json!({"active": !state.revoked, "sub": "ada", "client_id": "us"});
            if let Some(expiry) = state.expiry {
                claims["exp"] = json!(expiry);
            }
            claims
        }
    };
    let body = body.to_string();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
}

async fn provider() -> (Identity, Arc<Mutex<State>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}", listener.local_addr().unwrap());
    let state = Arc::new(Mutex::new(State::default()));
    let mut settings = Settings::default();
    settings.identity.issuer = Some(issuer.clone());
    settings.identity.client_id = Some("us".into());
    let (of_task, issuer) = (state.clone(), issuer);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            answer(stream, &issuer, &of_task).await;
        }
    });
    (Identity::new(&settings, "http://localhost").unwrap().unwrap(), state)
}

#[tokio::test]
async fn a_revoked_opaque_token_ends_within_a_minute_of_its_look_up() {
    let (identity, state) = provider().await;
    let checked = identity.bearer("opaque", UnixTime::new(1000)).await.unwrap();
    assert_eq!(checked.until, UnixTime::new(1060), "a caller must not be remembered for longer");
    state.lock().unwrap().revoked = true;
    assert_eq!(
        identity.bearer("opaque", UnixTime::new(1059)).await.unwrap().until,
        UnixTime::new(1060),
        "not prolonged by its use"
    );
    assert_eq!(state.lock().unwrap().introspections, 1);
    assert!(matches!(identity.bearer("opaque", UnixTime::new(1060)).await, Err(IdentityError::Refused(_))));
    assert_eq!(state.lock().unwrap().introspections, 2);
}

#[tokio::test]
async fn an_expiry_beyond_every_date_does_not_overflow() {
    let (identity, state) = provider().await;
    state.lock().unwrap().expiry = Some(1e300);
    assert_eq!(identity.bearer("opaque", UnixTime::new(1000)).await.unwrap().until, UnixTime::new(1060));
}
