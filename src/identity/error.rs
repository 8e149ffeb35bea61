//! Why a sign-in or a token was not accepted.

use crate::model::error::Error;

/// Why a sign-in or a token was not accepted.
#[derive(Debug, Clone, thiserror::Error)]
pub enum IdentityError {
    /// The provider does not answer, or not in time.
    #[error("the identity provider does not answer: {0}")]
    Unreachable(String),
    /// The provider's answer is not valid.
    #[error("the identity provider's answer is not valid: {0}")]
    Invalid(String),
    /// The provider refused, or the token is not one for us.
    #[error("refused: {0}")]
    Refused(String),
}

impl IdentityError {
    /// The error where no token of a caller was involved: what the provider gave is not valid.
    pub(super) fn into_provider_error(self) -> IdentityError {
        match self {
            IdentityError::Refused(why) => IdentityError::Invalid(why),
            other => other,
        }
    }
}

impl From<IdentityError> for Error {
    fn from(error: IdentityError) -> Self {
        match error {
            IdentityError::Unreachable(_) => Error::Unavailable(
                "The sign-in service does not answer. Please try again in a moment.".into(),
            ),
            IdentityError::Invalid(_) | IdentityError::Refused(_) => {
                Error::SignInNeeded("The access token is not valid.".into())
            }
        }
    }
}
