//! People: their user records, sign-ins, favorites, carts and recent searches.

pub(in crate::store) mod saved;
pub(in crate::store) mod sign_ins;
pub(in crate::store) mod users;
