//! People who sign in: users, roles and rights, email addresses.

pub mod email_address;
pub mod rights;
pub mod user;
