//! Signing in, tokens, roles, and the data of a person.

pub mod bearer;
pub mod code_flow;
pub mod permissions;
pub mod roles;
pub mod sign_in;
pub mod user;
