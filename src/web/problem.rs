//! The one place where an [`Error`] becomes a status and an `application/problem+json` body (RFC 9457).

use crate::model::error::{Error, FieldError};
use crate::model::link_check::link::LinkState;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError};
use serde::Serialize;
use utoipa::ToSchema;

/// The body of every error.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProblemBody {
    /// `about:blank`: the status is the kind of the error.
    #[serde(rename = "type")]
    pub problem_type: String,
    /// The status in words.
    pub title: String,
    /// HTTP status.
    pub status: u16,
    /// What happened and what to do, in plain words.
    pub detail: String,
    /// Every invalid field, if fields are invalid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
    /// Only from a replica: the address of the primary, which handles this call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary: Option<String>,
    /// Only where a link could not be stored: what its check found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<LinkState>,
    /// Only where a link could not be stored: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// `true` while the first search index of the catalogue is being built; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub preparing: bool,
}

/// What a handler returns.
pub type HttpResult = Result<HttpResponse, Problem>;

/// An error that is sent to the client.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    detail: String,
    errors: Vec<FieldError>,
    primary: Option<String>,
    link: Option<Box<(LinkState, String)>>,
    is_preparing: bool,
    ends_connection: bool,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Problem {
    /// An error of this status with this detail.
    pub fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Problem {
            status,
            detail: detail.into(),
            errors: Vec::new(),
            primary: None,
            link: None,
            is_preparing: false,
            ends_connection: false,
            headers: Vec::new(),
        }
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// What happened, in a sentence or two: the errors of fields, or the detail.
    pub fn summary(&self) -> String {
        match self.errors.as_slice() {
            [] => self.detail.clone(),
            errors => errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join(" "),
        }
    }

    /// The headers of the response, such as `Retry-After`.
    pub fn headers(&self) -> &[(HeaderName, HeaderValue)] {
        &self.headers
    }

    /// Whether the first search index of the catalogue is being built.
    pub fn is_preparing(&self) -> bool {
        self.is_preparing
    }

    /// The body of the response.
    pub fn body(&self) -> ProblemBody {
        ProblemBody {
            problem_type: "about:blank".into(),
            title: self.status.canonical_reason().unwrap_or("Error").into(),
            status: self.status.as_u16(),
            detail: self.detail.clone(),
            errors: self.errors.clone(),
            primary: self.primary.clone(),
            result: self.link.as_ref().map(|link| link.0),
            reason: self.link.as_ref().map(|link| link.1.clone()),
            preparing: self.is_preparing,
        }
    }

    /// The problem at the end of its connection: a client with too many does not hold one more.
    pub fn ending_connection(self) -> Self {
        Problem { ends_connection: true, ..self }
    }

    /// That a link could not be stored: what its check found, and why.
    pub fn link_not_stored(result: LinkState, reason: String) -> Self {
        let detail = format!("The file was not stored: {reason}");
        let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail);
        Problem { link: Some(Box::new((result, reason))), ..problem }
    }

    /// The problem with what [`Problem::summary`] says as its detail.
    pub fn with_summary_as_detail(mut self) -> Self {
        self.detail = self.summary();
        self
    }

    /// The problem with one more header.
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.push((name, value));
        self
    }
}

/// The detail of errors that the client cannot correct; the cause is in the log.
const INTERNAL_ERROR_DETAIL: &str = "Something went wrong on our side. It has been logged; please try again.";

/// When to retry what is unavailable, in seconds.
const UNAVAILABLE_RETRY_AFTER_S: u64 = 5;

/// When a search may be repeated while the first index is being built, in seconds.
const PREPARING_RETRY_AFTER_S: u64 = 2;

/// The status of the response.
fn status(error: &Error) -> StatusCode {
    match error {
        Error::NotFound(_) => StatusCode::NOT_FOUND,
        Error::Gone(_) => StatusCode::GONE,
        Error::Unreadable(_) => StatusCode::BAD_REQUEST,
        Error::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
        Error::Conflict(_) => StatusCode::CONFLICT,
        Error::Stale(_) => StatusCode::PRECONDITION_FAILED,
        Error::SignInNeeded(_) => StatusCode::UNAUTHORIZED,
        Error::NotAllowed(_) => StatusCode::FORBIDDEN,
        Error::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
        Error::NoRoom(_) => StatusCode::INSUFFICIENT_STORAGE,
        Error::Unavailable(_) | Error::Preparing | Error::ReadOnly { .. } => StatusCode::SERVICE_UNAVAILABLE,
        Error::Settings(_) | Error::Damaged(_) | Error::Internal { .. } => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let status = status(&error);
        let retry_after_s = match &error {
            Error::TooMany { retry_after_s, .. } => Some(*retry_after_s),
            Error::Unavailable(_) => Some(UNAVAILABLE_RETRY_AFTER_S),
            Error::Preparing => Some(PREPARING_RETRY_AFTER_S),
            _ => None,
        };
        let mut problem = match error {
            Error::Invalid(errors) => {
                let mut problem = Problem::new(status, "The request has invalid fields.");
                problem.errors = errors;
                problem
            }
            Error::NoRoom(cause) => {
                tracing::error!(%cause, "the disk is full");
                Problem::new(
                    status,
                    "The server's disk is full, so nothing was saved. Please tell hospital IT.",
                )
            }
            Error::Settings(cause) => {
                tracing::error!(%cause, "a setting is wrong");
                Problem::new(status, INTERNAL_ERROR_DETAIL)
            }
            Error::Damaged(cause) => {
                tracing::error!(%cause, "a stored file is damaged");
                Problem::new(status, cause)
            }
            Error::Internal { doing, cause } => {
                tracing::error!(%cause, "failed {doing}");
                Problem::new(status, INTERNAL_ERROR_DETAIL)
            }
            Error::ReadOnly { ref primary } => {
                let primary = Some(primary.clone());
                Problem { primary, ..Problem::new(status, error.to_string()) }
            }
            Error::Preparing => Problem { is_preparing: true, ..Problem::new(status, error.to_string()) },
            message => Problem::new(status, message.to_string()),
        };
        if status == StatusCode::UNAUTHORIZED {
            problem.headers.push((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")));
        }
        if let Some(seconds) = retry_after_s {
            problem.headers.push((header::RETRY_AFTER, HeaderValue::from(seconds)));
        }
        problem
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponseBuilder::new(self.status);
        for (name, value) in &self.headers {
            response.insert_header((name.clone(), value.clone()));
        }
        if self.ends_connection {
            response.force_close();
        }
        response.insert_header((header::CONTENT_TYPE, "application/problem+json"));
        response.json(self.body())
    }
}

/// The body of a request that could not be taken: too large, or cut off.
pub fn body_error(error: &actix_web::error::PayloadError) -> Problem {
    match error {
        actix_web::error::PayloadError::Overflow => {
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is larger than this address accepts.")
        }
        other => Problem::new(StatusCode::BAD_REQUEST, format!("The body could not be read: {other}.")),
    }
}
