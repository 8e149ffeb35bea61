//! The body of a request: JSON, or a file that arrives piece by piece.

use crate::domain::app::App;
use crate::model::error::{Error, FieldError};
use crate::model::json_shape::{MAX_VALUES, ShapeError, from_json, not_an_object, value_count};
use crate::web::caller::person_key;
use crate::web::problem::{Problem, body_error};
use crate::web::state::Web;
use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::{self, Bytes};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// Largest body of a request, except an import's.
pub(super) const MAX_BODY_BYTES: usize = 1 << 20;

/// Largest body that a visitor may send.
const MAX_SMALL_BYTES: usize = 16 << 10;

/// Larger bodies are parsed by the threads for long work, not by an event loop.
const MAX_INLINE_PARSE_BYTES: usize = 64 << 10;

/// How long a client has to send a body; a slow line manages 1 MiB in less.
const BODY_TIMEOUT: Duration = Duration::from_secs(60);

/// A JSON object of at most 1 MiB; 400 if it is not an object, 422 when a member has another form than expected.
pub struct JsonBody<T>(pub T);

/// A JSON object of at most 16 KiB, from anybody.
pub struct SmallJsonBody<T>(pub T);

/// A JSON object of at most 1 MiB, for a call that requires no body: the default without one.
pub struct OptionalJsonBody<T>(pub T);

/// A file that is sent as the whole body, of at most `most` bytes.
pub(super) async fn read_file(payload: web::Payload, most: usize) -> Result<Vec<u8>, Problem> {
    let mut arriving = ArrivingFile::new(payload);
    let mut file = Vec::new();
    while let Some(piece) = arriving.next().await? {
        if file.len() + piece.len() > most {
            let message = format!("The file is larger than {} MiB.", most >> 20);
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, message));
        }
        file.extend_from_slice(&piece);
    }
    Ok(file)
}

/// A JSON object of at most `most` bytes, for the few calls that need more than [`JsonBody`] takes.
pub(super) async fn read_json<T: DeserializeOwned>(payload: web::Payload, most: usize) -> Result<T, Problem> {
    let bytes = read_file(payload, most).await?;
    Ok(parse(&bytes)?)
}

/// Reads a body of at most `most` bytes; an empty one is `if_empty`.
fn receive<T: DeserializeOwned + Send + 'static>(
    request: &HttpRequest,
    payload: &mut Payload,
    most: usize,
    if_empty: Option<T>,
) -> Pin<Box<dyn Future<Output = Result<T, Problem>>>> {
    let bytes = web::Bytes::from_request(request, payload);
    let state = request.app_data::<web::Data<Web>>().cloned();
    let app = request.app_data::<web::Data<App>>().cloned();
    let request = request.clone();
    Box::pin(async move {
        let length: Option<u64> =
            request.headers().get(CONTENT_LENGTH).and_then(|v| v.to_str().ok()?.parse().ok());
        let too_large = || body_error(&actix_web::error::PayloadError::Overflow);
        if length.is_some_and(|length| length > most as u64) {
            return Err(too_large());
        }
        if let Some(state) = &state {
            // Stored with the request, because the parsed body is in use until the response.
            if let Some(slot) = state.bodies.take(person_key(&request), length).await? {
                request.extensions_mut().insert(slot);
            }
        }
        let Ok(bytes) = tokio::time::timeout(BODY_TIMEOUT, bytes).await else {
            return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "The body took too long to arrive."));
        };
        let bytes = bytes.map_err(|e| match e.as_error::<actix_web::error::PayloadError>() {
            Some(error) => body_error(error),
            None => Error::Unreadable(format!("The body could not be read: {e}.")).into(),
        })?;
        if bytes.len() > most {
            return Err(too_large());
        }
        if value_count(&bytes) > MAX_VALUES {
            let detail = format!("The body holds more than {MAX_VALUES} values.");
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, &detail));
        }
        if let Some(value) = if_empty.filter(|_| bytes.is_empty()) {
            return Ok(value);
        }
        match (state, app) {
            (Some(state), Some(app)) if bytes.len() > MAX_INLINE_PARSE_BYTES => {
                state.heavy.run(&app, &request, move |_| parse(&bytes)).await
            }
            _ => Ok(parse(&bytes)?),
        }
    })
}

impl<T: DeserializeOwned + Send + 'static> FromRequest for JsonBody<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let received = receive(request, payload, MAX_BODY_BYTES, None);
        Box::pin(async { received.await.map(JsonBody) })
    }
}

impl<T: DeserializeOwned + Send + 'static> FromRequest for SmallJsonBody<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let received = receive(request, payload, MAX_SMALL_BYTES, None);
        Box::pin(async { received.await.map(SmallJsonBody) })
    }
}

impl<T: DeserializeOwned + Default + Send + 'static> FromRequest for OptionalJsonBody<T> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let received = receive(request, payload, MAX_BODY_BYTES, Some(T::default()));
        Box::pin(async { received.await.map(OptionalJsonBody) })
    }
}

/// The typed body. Parsed in two steps: 400 for what is not a JSON object, 422 that names every field with another shape
/// than expected.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Error> {
    let json: serde_json::Value =
        serde_json::from_slice(body).map_err(|e| Error::Unreadable(format!("The body is not JSON: {e}.")))?;
    if let Some(found) = not_an_object(&json) {
        return Err(Error::Unreadable(format!("The body: {found}")));
    }
    from_json(json).map_err(|errors| {
        let field_error = |error: &ShapeError| FieldError::new(&error.field, error.sentence());
        Error::Invalid(errors.iter().map(field_error).collect())
    })
}

/// The minimum number of bytes that must arrive in each [`PROGRESS_TIMEOUT`].
const PROGRESS_BYTES: usize = 16 << 10;
const PROGRESS_TIMEOUT: Duration = Duration::from_secs(15);

/// The pieces of the file.
pub(super) struct ArrivingFile {
    payload: web::Payload,
    deadline: Instant,
    since_deadline: usize,
}

impl ArrivingFile {
    pub(super) fn new(payload: web::Payload) -> ArrivingFile {
        ArrivingFile { payload, deadline: Instant::now() + PROGRESS_TIMEOUT, since_deadline: 0 }
    }

    /// The next piece; `None` at the end of the file. 408 when too little has arrived for 15 seconds.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>, Problem> {
        let Ok(next) = timeout_at(self.deadline, self.payload.next()).await else {
            let message = "The file stopped arriving. Nothing was stored.";
            return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, message));
        };
        let Some(piece) = next.transpose().map_err(|e| body_error(&e))? else { return Ok(None) };
        self.since_deadline += piece.len();
        if self.since_deadline >= PROGRESS_BYTES {
            self.deadline = Instant::now() + PROGRESS_TIMEOUT;
            self.since_deadline = 0;
        }
        Ok(Some(piece))
    }
}
