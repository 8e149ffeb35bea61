//! A replica: its responses, how it follows its database, and how it starts.

mod answers;
mod following;
mod freshness;
mod starting;
