//! The HTTP client of S3-compatible stores: `https` with the machine's certificate authorities, and `http`.

use crate::model::error::error_chain;
use crate::model::error::{Error, Result};
use http_body_util::BodyExt;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody,
    HttpService,
};
use rustls::{ClientConfig, RootCertStore};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// Sends the requests of `object_store` through reqwest with our TLS: the client that the crate brings along needs
/// another TLS library.
#[derive(Debug, Clone)]
pub(super) struct S3Client(reqwest::Client);

impl S3Client {
    pub(super) fn new() -> Result<S3Client> {
        http_client(reqwest::redirect::Policy::none()).map(S3Client)
    }
}

/// A client with the machine's certificate authorities as they are now.
pub(super) fn http_client(redirects: reqwest::redirect::Policy) -> Result<reqwest::Client> {
    let doing = "preparing the HTTP client for stored files";
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let tls = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|e| Error::internal(doing, e))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    reqwest::Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(redirects)
        .retry(reqwest::retry::never())
        .http1_only()
        .connect_timeout(CONNECT_TIMEOUT)
        .user_agent(concat!("handout/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|e| Error::internal(doing, error_chain(&e)))
}

impl HttpConnector for S3Client {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

impl HttpService for S3Client {
    fn call<'s, 'f>(
        &'s self,
        request: HttpRequest,
    ) -> Pin<Box<dyn Future<Output = std::result::Result<HttpResponse, HttpError>> + Send + 'f>>
    where
        's: 'f,
        Self: 'f,
    {
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            let url = url::Url::parse(&parts.uri.to_string())
                .map_err(|e| HttpError::new(HttpErrorKind::Unknown, e))?;
            let mut request = reqwest::Request::new(parts.method, url);
            *request.headers_mut() = parts.headers;
            *request.body_mut() = Some(reqwest::Body::wrap(body));
            let response = self.0.execute(request).await.map_err(http_error)?;
            let (status, headers) = (response.status(), response.headers().clone());
            let body = HttpResponseBody::new(reqwest::Body::from(response).map_err(http_error));
            let mut answer = HttpResponse::new(body);
            *answer.status_mut() = status;
            *answer.headers_mut() = headers;
            Ok(answer)
        })
    }
}

/// The error without the address, whose kind decides whether the request is repeated.
fn http_error(error: reqwest::Error) -> HttpError {
    let kind = if error.is_timeout() {
        HttpErrorKind::Timeout
    } else if error.is_connect() {
        HttpErrorKind::Connect
    } else {
        HttpErrorKind::Interrupted
    };
    HttpError::new(kind, error.without_url())
}
