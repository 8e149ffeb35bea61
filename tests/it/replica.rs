//! Replicas: responses, how they follow their database, and how they start.

mod answers;
mod following;
mod freshness;
mod starting;
