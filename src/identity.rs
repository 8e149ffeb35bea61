//! OpenID Connect: the provider and its keys, the code flow, bearer tokens, tokens sealed for the database.
//!
//! Only this module uses openidconnect. It stores nothing: sign-ins are in the database.

mod access_token;
mod bearer;
mod claims;
mod code_flow;
mod error;
mod groups;
mod http;
mod id_token;
mod introspection;
mod key;
mod metadata;
mod pending;
mod provider;
pub mod sealed;
mod token_response;

pub use claims::{Claims, email_verified, text_claim};
pub use code_flow::{RefreshError, Tokens};
pub use error::IdentityError;
pub use pending::{Pending, local_address};
pub use provider::{Identity, ProviderReport};
pub use token_response::loggable;
