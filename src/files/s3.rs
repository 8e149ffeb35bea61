//! Stored files in an S3-compatible store. Needs permission to read, write and delete objects, not to list them.
//!
//! Contents are written without conditions and with a checksum: two servers that write the same digest write the same
//! bytes. A large content is sent in parts; what a killed server leaves of one is for the bucket's rule about incomplete
//! uploads.

use crate::files::chunks::Chunks;
use crate::files::staged::Received;
use crate::model::error::{Error, Result, error_chain};
use crate::model::files::Digest;
use crate::settings::Files;
use bytes::Bytes;
use futures_util::StreamExt;
use http_body_util::BodyExt;
use object_store::aws::{AmazonS3, AmazonS3Builder, Checksum};
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody,
    HttpService,
};
use object_store::path::Path;
use object_store::{
    BackoffConfig, ClientOptions, GetOptions, GetRange, GetResult, MultipartUpload, ObjectStore,
    ObjectStoreExt, PutPayload, RetryConfig,
};
use rustls::{ClientConfig, RootCertStore};
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// What a request may take with its retries, and a read of the next bytes.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// No retry begins later than this after the first attempt.
const RETRY_TIMEOUT: Duration = Duration::from_secs(7);
const MAX_RETRIES: usize = 3;
/// What is sent at once; S3 wants at least 5 MiB.
const PART_BYTES: usize = 8 << 20;

/// A bucket, and the prefix in it.
#[derive(Clone)]
pub(super) struct S3Store {
    s3: AmazonS3,
    prefix: String,
    secrets: [String; 2],
}

/// Why a request failed.
#[derive(Debug)]
pub(super) enum S3Error {
    /// The object does not exist.
    Missing,
    /// Refused with 403. Where the key may not list, a missing object is refused too.
    Refused(String),
    /// Anything else.
    Unreachable(String),
}

impl S3Error {
    /// The error for what was being done.
    pub(super) fn into_error(self, doing: &str) -> Error {
        let cause = match self {
            S3Error::Missing => "not found".to_owned(),
            S3Error::Refused(cause) => {
                format!("refused, or missing where the key has no list permission: {cause}")
            }
            S3Error::Unreachable(cause) => cause,
        };
        Error::Unavailable(format!("The store of files cannot be reached: {doing}: {cause}"))
    }
}

type S3Result<T> = std::result::Result<T, S3Error>;

impl S3Store {
    pub(super) fn new(settings: &Files, bucket: &str, prefix: &str) -> Result<S3Store> {
        let (key, secret) = (&settings.s3_access_key, &settings.s3_secret_key);
        let (Some(key), Some(secret)) = (key, secret) else {
            let what = "files.s3_access_key and files.s3_secret_key are required with s3://";
            return Err(Error::Settings(what.into()));
        };
        let region = &settings.s3_region;
        let endpoint = settings.s3_endpoint.as_ref().map_or_else(
            || format!("https://s3.{region}.amazonaws.com"),
            |endpoint| endpoint.as_str().trim_end_matches('/').to_owned(),
        );
        let s3 = AmazonS3Builder::new()
            .with_endpoint(endpoint)
            .with_virtual_hosted_style_request(false)
            .with_region(region)
            .with_bucket_name(bucket)
            .with_access_key_id(key)
            .with_secret_access_key(secret)
            .with_checksum_algorithm(Checksum::SHA256)
            .with_disable_bulk_delete(true)
            .with_retry(RetryConfig {
                backoff: BackoffConfig {
                    init_backoff: Duration::from_millis(200),
                    max_backoff: Duration::from_secs(2),
                    base: 2.0,
                },
                max_retries: MAX_RETRIES,
                retry_timeout: RETRY_TIMEOUT,
            })
            .with_http_connector(S3Client::new()?)
            .build()
            .map_err(|e| Error::internal("preparing the store of files", error_chain(&e)))?;
        Ok(S3Store { s3, prefix: prefix.to_owned(), secrets: [key.clone(), secret.clone()] })
    }

    fn path(&self, name: &str) -> Path {
        Path::from(if self.prefix.is_empty() { name.to_owned() } else { format!("{}/{name}", self.prefix) })
    }

    /// The size of an object. Reads its first byte: the answer to HEAD has no code that tells a missing object from a
    /// missing bucket.
    pub(super) async fn size(&self, name: &str) -> S3Result<u64> {
        Ok(self.get(name, Some(0..1)).await?.meta.size)
    }

    /// An object or a range of it; with the size of the whole.
    pub(super) async fn get(&self, name: &str, range: Option<Range<u64>>) -> S3Result<GetResult> {
        let options = GetOptions { range: range.map(GetRange::Bounded), ..GetOptions::default() };
        self.within_time(self.s3.get_opts(&self.path(name), options)).await
    }

    /// A small object whole.
    pub(super) async fn get_object(&self, name: &str) -> S3Result<Bytes> {
        let path = self.path(name);
        self.within_time(async { self.s3.get(&path).await?.bytes().await }).await
    }

    /// Writes a small object.
    pub(super) async fn put_object(&self, name: &str, content: Bytes) -> S3Result<()> {
        let path = self.path(name);
        self.within_time(self.s3.put(&path, PutPayload::from(content))).await.map(|_| ())
    }

    /// Stores a received file.
    pub(super) async fn put(&self, received: Received) -> Result<()> {
        let digest = received.digest;
        let mut parts = Parts { file: received.open()? };
        let name = digest.relative_path();
        let error = |e: S3Error| e.into_error(&format!("writing {digest}"));
        if received.size <= PART_BYTES as u64 {
            let content = parts.next().await?;
            return self.put_object(&name, content).await.map_err(error);
        }
        let path = self.path(&name);
        let mut upload = self.within_time(self.s3.put_multipart(&path)).await.map_err(error)?;
        let sent = self.put_parts(upload.as_mut(), &mut parts, digest).await;
        if sent.is_err() {
            let _ = self.within_time(upload.abort()).await;
        }
        sent
    }

    async fn put_parts(
        &self,
        upload: &mut dyn MultipartUpload,
        parts: &mut Parts,
        digest: Digest,
    ) -> Result<()> {
        let error = |e: S3Error| e.into_error(&format!("writing {digest}"));
        loop {
            let part = parts.next().await?;
            if part.is_empty() {
                break;
            }
            self.within_time(upload.put_part(PutPayload::from(part))).await.map_err(error)?;
        }
        self.within_time(upload.complete()).await.map_err(error).map(|_| ())
    }

    /// Deletes an object.
    pub(super) async fn delete(&self, name: &str) -> S3Result<()> {
        let path = self.path(name);
        match self.within_time(self.s3.delete(&path)).await {
            Err(S3Error::Missing) => Ok(()),
            other => other,
        }
    }

    /// The rest of an answer in chunks.
    pub(super) fn chunks(&self, answer: GetResult, digest: Digest) -> Chunks {
        let state = (answer.into_stream(), self.clone(), false);
        Box::pin(futures_util::stream::unfold(state, move |(mut stream, store, has_failed)| async move {
            if has_failed {
                return None;
            }
            let next = async { stream.next().await.transpose() };
            match store.within_time(next).await {
                Ok(None) => None,
                Ok(Some(chunk)) => Some((Ok(chunk), (stream, store, false))),
                Err(e) => {
                    let error = e.into_error(&format!("reading {digest}"));
                    Some((Err(error), (stream, store, true)))
                }
            }
        }))
    }

    async fn within_time<T>(&self, request: impl Future<Output = object_store::Result<T>>) -> S3Result<T> {
        match tokio::time::timeout(REQUEST_TIMEOUT, request).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(e)) => Err(self.translate(&e)),
            Err(_) => Err(S3Error::Unreachable(format!("no answer within {} s", REQUEST_TIMEOUT.as_secs()))),
        }
    }

    fn translate(&self, error: &object_store::Error) -> S3Error {
        let cause = self.cause(&error_chain(error));
        match error {
            // A missing bucket answers 404 too.
            object_store::Error::NotFound { .. } if !cause.contains("NoSuchBucket") => S3Error::Missing,
            object_store::Error::PermissionDenied { .. } => S3Error::Refused(cause),
            _ => S3Error::Unreachable(cause),
        }
    }

    /// The cause for the log: the code that an answer holds, else the text of the error. An answer may repeat the access
    /// key and what was signed, so it is never repeated.
    fn cause(&self, text: &str) -> String {
        let element = |name: &str| {
            let rest = text.split_once(&format!("<{name}>"))?.1;
            rest.split_once(&format!("</{name}>")).map(|(content, _)| content)
        };
        if let Some(code) = element("Code") {
            return code.chars().filter(char::is_ascii_alphanumeric).take(60).collect();
        }
        let short: String = text.lines().next().unwrap_or_default().chars().take(300).collect();
        self.secrets.iter().fold(short, |text, secret| text.replace(secret.as_str(), "…"))
    }
}

/// A received file in parts.
struct Parts {
    file: File,
}

impl Parts {
    /// The next part; empty at the end.
    async fn next(&mut self) -> Result<Bytes> {
        let doing = "reading a received file";
        let file = self.file.try_clone().map_err(|e| Error::io(doing, e))?;
        let read = tokio::task::spawn_blocking(move || {
            let mut part = Vec::new();
            file.take(PART_BYTES as u64).read_to_end(&mut part).map(|_| Bytes::from(part))
        });
        read.await.map_err(|e| Error::internal(doing, e))?.map_err(|e| Error::io(doing, e))
    }
}

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
