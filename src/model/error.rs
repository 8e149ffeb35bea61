//! The one error type that crosses the folders of this program.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An error in one field of what somebody sent.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct FieldError {
    /// Path of the field as in the JSON: `publisher.name`, `languages[0].lang`.
    pub field: String,
    /// What is wrong and what is expected, in plain words.
    pub message: String,
}

impl FieldError {
    /// An error in `field`, described by `message`.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

/// Everything that can go wrong, by what a caller can do about it.
///
/// The technologies translate their own errors into these at the edge of their folder. `web/problem.rs` turns them
/// into HTTP answers, `cli` into a line on stderr and an exit code.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// What was requested does not exist. The text says what.
    #[error("{0}")]
    NotFound(String),
    /// It existed and was deleted. The text says what.
    #[error("{0}")]
    Gone(String),
    /// What was sent cannot be read: bad JSON, a bad parameter.
    #[error("{0}")]
    Unreadable(String),
    /// What was sent was read, but is not allowed; holds every error found.
    #[error("{}", FieldList(.0))]
    Invalid(Vec<FieldError>),
    /// It exists already, or another change is in the way.
    #[error("{0}")]
    Conflict(String),
    /// It was changed since the caller read it (If-Match).
    #[error("{0}")]
    Stale(String),
    /// The caller must sign in first. The text says why.
    #[error("{0}")]
    SignInNeeded(String),
    /// The caller is known but may not do this.
    #[error("{0}")]
    NotAllowed(String),
    /// The caller has done this too often; the text says what the limit is.
    #[error("{message}")]
    TooMany {
        /// What the limit is, and when to try again.
        message: String,
        /// When trying again will succeed, in seconds from now.
        retry_after_s: u64,
    },
    /// The disk is full.
    #[error("{0}")]
    NoRoom(String),
    /// A stored content is missing or is not what was stored. The text names its digest.
    #[error("{0}")]
    Damaged(String),
    /// Something needed is not there right now: the index, the identity provider. Trying again may help.
    #[error("{0}")]
    Unavailable(String),
    /// The first index of the database is being built: searches cannot be answered yet.
    #[error("The catalogue is being prepared. It will be searchable in a moment.")]
    Preparing,
    /// This server only reads; `primary` is the address of the one that writes.
    #[error("This server only reads the catalogue. Signing in and changing something is done at {primary}.")]
    ReadOnly {
        /// Its address, without a slash at its end.
        primary: String,
    },
    /// The settings are wrong (exit code 2).
    #[error("{0}")]
    Settings(String),
    /// An error that no caller can act on: what was being done, and its cause.
    #[error("{doing}: {cause}")]
    Internal {
        /// What was being done, as in "reading a citation".
        doing: String,
        /// The underlying error.
        cause: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// Result with the program's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An internal error that happened while `doing` something.
    pub fn internal(
        doing: impl Into<String>,
        cause: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self::Internal { doing: doing.into(), cause: cause.into() }
    }

    /// Translates an I/O error met while `doing` something; a full disk becomes [`Error::NoRoom`].
    pub fn io(doing: impl Into<String>, cause: std::io::Error) -> Self {
        use std::io::ErrorKind;
        let doing = doing.into();
        match cause.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                Self::NoRoom(format!("{doing}: no space left on the disk"))
            }
            _ => Self::internal(doing, cause),
        }
    }

    /// The same error, its text preceded by what it is about (a file, a step).
    pub fn with_context(self, context: &str) -> Self {
        let add = |text: String| format!("{context}: {text}");
        match self {
            Self::NotFound(text) => Self::NotFound(add(text)),
            Self::Unreadable(text) => Self::Unreadable(add(text)),
            Self::Conflict(text) => Self::Conflict(add(text)),
            Self::NoRoom(text) => Self::NoRoom(add(text)),
            Self::Damaged(text) => Self::Damaged(add(text)),
            Self::Unavailable(text) => Self::Unavailable(add(text)),
            Self::Internal { doing, cause } => Self::Internal { doing: add(doing), cause },
            other => other,
        }
    }

    /// One error in one field.
    pub fn invalid(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldError::new(field, message)])
    }
}

/// Both values, or the errors of both; where both have an error in the same field, that of the first.
pub fn both<A, B>(first: Result<A>, second: Result<B>) -> Result<(A, B)> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        (Err(Error::Invalid(mut errors)), Err(Error::Invalid(mut others))) => {
            others.retain(|other| errors.iter().all(|error| error.field != other.field));
            errors.append(&mut others);
            Err(Error::Invalid(errors))
        }
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

struct FieldList<'a>(&'a [FieldError]);

impl fmt::Display for FieldList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, error) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{}: {}", error.field, error.message)?;
        }
        Ok(())
    }
}

/// The message of an error followed by those of everything that caused it, on one line.
pub fn error_chain(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message.push_str(": ");
        message.push_str(&error.to_string());
        cause = error.source();
    }
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Locks what a panic cannot leave inconsistent: a lock whose holder panicked is taken all the same.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
