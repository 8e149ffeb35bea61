//! The HTTP client for the provider.

use crate::identity::error::IdentityError;
use crate::identity::token_response::{refusal, refusal_in, standardize};
use crate::model::error::error_chain;
use crate::model::error::{Error, Result};
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use reqwest::header::{HeaderMap, WWW_AUTHENTICATE};
use reqwest::{RequestBuilder, StatusCode};
use rustls::{ClientConfig, RootCertStore};
use serde_json::Value;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// How long the provider has for one response.
pub(super) const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// The HTTP client for the provider: follows no redirects, trusts the machine's certificate authorities. openidconnect
/// uses it for token requests only.
pub(super) struct Http(reqwest::Client);

/// Why openidconnect got no response that it could read.
#[derive(Debug, thiserror::Error)]
pub(super) enum HttpError {
    /// No response, or none in time.
    #[error(transparent)]
    Request(#[from] reqwest::Error),
    /// The provider is overloaded or has an error; with its reason when there is one.
    #[error("status {0} {1}")]
    Unavailable(StatusCode, String),
    /// A response that cannot be passed on.
    #[error(transparent)]
    Response(#[from] openidconnect::http::Error),
}

impl Http {
    /// A client with the machine's certificate authorities as they are now.
    pub(super) fn new() -> Result<Http> {
        let error = |e: &dyn std::error::Error| {
            Error::internal("preparing the HTTP client for the identity provider", error_chain(e))
        };
        let mut roots = RootCertStore::empty();
        let (trusted, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if trusted == 0 {
            tracing::warn!("no certificate authority found on this machine: https to the provider will fail");
        }
        let tls = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|e| error(&e))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            // A redirect would send a token elsewhere.
            .redirect(reqwest::redirect::Policy::none())
            .timeout(RESPONSE_TIMEOUT)
            .connect_timeout(Duration::from_secs(5))
            .user_agent(concat!("handout/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|e| error(&e))?;
        Ok(Http(client))
    }

    /// JSON from an address of the provider, with a bearer token when given.
    pub(super) async fn get_json(
        &self,
        url: &str,
        token: Option<&str>,
    ) -> std::result::Result<Value, IdentityError> {
        let request = self.0.get(url);
        json(if let Some(token) = token { request.bearer_auth(token) } else { request }).await
    }

    /// JSON in response to a form. `credentials` are a client id and secret for the Authorization header (RFC 6749
    /// section 2.3.1).
    pub(super) async fn post_form(
        &self,
        url: &str,
        form: &[(&str, &str)],
        credentials: Option<(&str, &str)>,
    ) -> std::result::Result<Value, IdentityError> {
        let request = self.0.post(url).form(form);
        let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        json(match credentials {
            Some((id, secret)) => request.basic_auth(encoded(id), Some(encoded(secret))),
            None => request,
        })
        .await
    }
}

async fn json(request: RequestBuilder) -> std::result::Result<Value, IdentityError> {
    let response = request
        .header("accept", "application/json")
        .send()
        .await
        .map_err(|e| IdentityError::Unreachable(error_chain(&e)))?;
    let status = response.status();
    if !status.is_success() {
        let in_header = challenge(response.headers());
        let reason = in_header.or(response.bytes().await.ok().and_then(|body| refusal_in(&body)));
        let why = match reason {
            Some(reason) => format!("status {status}, {reason}"),
            None => format!("status {status}"),
        };
        return Err(if is_unavailable(status) {
            IdentityError::Unreachable(why)
        } else {
            IdentityError::Refused(why)
        });
    }
    response.json().await.map_err(|e| IdentityError::Invalid(error_chain(&e)))
}

/// The error in a challenge (RFC 6750, section 3), as userinfo refuses a token.
fn challenge(headers: &HeaderMap) -> Option<String> {
    let challenge = headers.get(WWW_AUTHENTICATE)?.to_str().ok()?;
    let parameter = |name: &str| {
        let (_, after) = challenge.split_once(&format!("{name}=\""))?;
        after.split_once('"').map(|(value, _)| value)
    };
    Some(refusal(parameter("error")?, parameter("error_description"), &[]))
}

fn is_unavailable(status: StatusCode) -> bool {
    status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = HttpError;
    type Future = Pin<Box<dyn Future<Output = std::result::Result<HttpResponse, HttpError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let response = self.0.execute(request.try_into()?).await?;
            let (status, headers) = (response.status(), response.headers().clone());
            let body = response.bytes().await?;
            if is_unavailable(status) {
                return Err(HttpError::Unavailable(status, refusal_in(&body).unwrap_or_default()));
            }
            let mut passed_on = openidconnect::http::Response::builder().status(status);
            if let Some(passed_on) = passed_on.headers_mut() {
                *passed_on = headers;
            }
            let body = if status.is_success() { standardize(body.to_vec()) } else { body.to_vec() };
            Ok(passed_on.body(body)?)
        })
    }
}
