//! Who calls: identified by session cookie or token. The arguments of a handler show who may call it: [`Visitor`], or a
//! signed-in caller of `call.rs`.

use crate::domain::accounts;
use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::model::accounts::{Person, Right};
use crate::model::audit::event::RequestSource;
use crate::model::error::Error;
use crate::model::keys::UserKey;
use crate::web::client_address::client_address;
use crate::web::problem::Problem;
use crate::web::session_cookie::session_cookie;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use std::future::{Ready, ready};
use std::sync::Arc;

/// How a person proved who they are.
#[derive(Debug, Clone)]
pub enum Credential {
    /// The session cookie's secret.
    Cookie(String),
    /// An access token in the Authorization header.
    Bearer(String),
}

/// The signed-in caller of a request.
#[derive(Debug)]
pub struct Caller {
    /// Who it is.
    pub person: Person,
    /// How they authenticated.
    pub credential: Credential,
    /// The request, as the audit trail names it.
    pub source: RequestSource,
}

impl Caller {
    /// This person in the form that use cases, the history and the audit trail take.
    pub fn actor(&self) -> Actor {
        Actor::person(&self.person, &self.source)
    }
}

/// Any caller.
pub struct Visitor(pub Option<Arc<Caller>>);
impl Visitor {
    /// The caller in the form that use cases take; `None` for somebody who is not signed in.
    pub fn actor(&self) -> Option<Actor> {
        self.0.as_ref().map(|caller| caller.actor())
    }
}

/// Identifies the caller and stores it in the request. A bad bearer token is an error, a stale cookie makes a visitor.
pub(super) async fn identify(
    request: &ServiceRequest,
    app: &Arc<App>,
) -> Result<Option<Arc<Caller>>, Problem> {
    let source = || request_source(request.request(), app);
    let caller = if let Some(token) = bearer_token(request.request())? {
        let person = accounts::person_of_bearer(app, &token, &source()).await?;
        Some(Caller { person, credential: Credential::Bearer(token), source: source() })
    } else if let Some(secret) = session_cookie(request.request(), &app.public_url) {
        let person = accounts::person_of_cookie(app, &secret).await?;
        person.map(|person| Caller { person, credential: Credential::Cookie(secret), source: source() })
    } else {
        None
    };
    let caller = caller.map(Arc::new);
    if let Some(caller) = &caller {
        request.extensions_mut().insert(caller.clone());
    }
    Ok(caller)
}

/// The person of the session cookie; a visitor without one, with a stale one and where sessions cannot be read.
pub(super) async fn visitor_of_cookie(request: &HttpRequest, app: &Arc<App>) -> Visitor {
    let Some(secret) = session_cookie(request, &app.public_url) else { return Visitor(None) };
    match accounts::person_of_cookie(app, &secret).await {
        Ok(Some(person)) => {
            let source = request_source(request, app);
            Visitor(Some(Arc::new(Caller { person, credential: Credential::Cookie(secret), source })))
        }
        Ok(None) | Err(_) => Visitor(None),
    }
}

/// The ID of a request in the log.
#[derive(Clone)]
pub(super) struct RequestId(pub String);

/// The caller of a request outside the API, by token or session cookie. A bad token is an error.
pub(super) async fn visitor_of_request(request: &HttpRequest, app: &Arc<App>) -> Result<Visitor, Problem> {
    if app.store.replica().is_some() {
        return Ok(Visitor(None));
    }
    match bearer_token(request)? {
        Some(token) => {
            let source = request_source(request, app);
            let person = accounts::person_of_bearer(app, &token, &source).await?;
            Ok(Visitor(Some(Arc::new(Caller { person, credential: Credential::Bearer(token), source }))))
        }
        None => Ok(visitor_of_cookie(request, app).await),
    }
}

/// A request, as the audit trail names it.
pub(super) fn request_source(request: &HttpRequest, app: &App) -> RequestSource {
    let id = request.extensions().get::<RequestId>().map(|id| id.0.clone());
    RequestSource {
        client: client_address(request, &app.settings.server.trusted_proxies),
        request: id.unwrap_or_default(),
    }
}

/// Refuses a bad bearer token on a replica, where everybody else is a visitor.
pub(super) async fn check_bearer(request: &ServiceRequest, app: &Arc<App>) -> Result<(), Problem> {
    match bearer_token(request.request())? {
        Some(token) => Ok(accounts::check_bearer(app, &token).await?),
        None => Ok(()),
    }
}

/// The token of the Authorization header; `None` without the header, an error when it holds no bearer token.
fn bearer_token(request: &HttpRequest) -> Result<Option<String>, Problem> {
    let Some(value) = request.headers().get(header::AUTHORIZATION) else { return Ok(None) };
    let token = value
        .to_str()
        .ok()
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim().to_owned())
        .filter(|token| !token.is_empty());
    match token {
        Some(token) => Ok(Some(token)),
        None => Err(Error::SignInNeeded("The Authorization header holds no bearer token.".into()).into()),
    }
}

/// The signed-in caller.
pub(super) fn caller(request: &HttpRequest) -> Option<Arc<Caller>> {
    request.extensions().get::<Arc<Caller>>().cloned()
}

/// The user key of the signed-in person.
pub(super) fn person_key(request: &HttpRequest) -> Option<UserKey> {
    caller(request).map(|caller| caller.person.key)
}

pub(super) fn signed_in(request: &HttpRequest, right: Option<Right>) -> Result<Arc<Caller>, Problem> {
    let caller = caller(request).ok_or_else(|| Error::SignInNeeded("Please sign in first.".into()))?;
    if let Some(right) = right {
        caller.person.require(right)?;
    }
    Ok(caller)
}

impl FromRequest for Visitor {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Visitor(caller(request))))
    }
}
