//! Limits the large request bodies in memory, per person and in total.
//!
//! Only signed-in people send bodies: a handler refuses visitors before their body is read.

use crate::model::error::Error;
use crate::web::limits::turns::Turns;
use crate::web::problem::Problem;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A body of a known length up to this needs no slot; most orders and citations are smaller.
const SMALL_BYTES: u64 = 16 << 10;
/// Maximum number of large bodies per person.
const MAX_PER_PERSON: usize = 4;
/// Maximum number of large bodies in total. Each holds 1 MiB, and up to 50,000 values when it is parsed.
const MAX_BODIES: usize = 32;
/// How long a request waits for a slot.
const SLOT_TIMEOUT: Duration = Duration::from_secs(5);

/// The slots of large bodies.
#[derive(Debug)]
pub(in crate::web) struct BodySlots {
    per_person: Turns<Option<i64>>,
    all: Arc<Semaphore>,
}

/// Held from before a body is read until its request is answered.
#[derive(Debug)]
pub(in crate::web) struct BodySlot {
    _permits: [OwnedSemaphorePermit; 2],
}

impl BodySlots {
    /// With all slots free.
    pub fn new() -> BodySlots {
        BodySlots { per_person: Turns::new(MAX_PER_PERSON), all: Arc::new(Semaphore::new(MAX_BODIES)) }
    }

    /// A slot for a body of this length, `None` when it needs none; 503 when none is free in time.
    pub async fn take(&self, person: Option<i64>, length: Option<u64>) -> Result<Option<BodySlot>, Problem> {
        if length.is_some_and(|length| length <= SMALL_BYTES) {
            return Ok(None);
        }
        let both = async {
            // A person who has used their own slots does not wait for a shared one.
            let person = self.per_person.semaphore(person).acquire_owned().await.ok()?;
            let all = self.all.clone().acquire_owned().await.ok()?;
            Some(BodySlot { _permits: [person, all] })
        };
        match tokio::time::timeout(SLOT_TIMEOUT, both).await {
            Ok(Some(slot)) => Ok(Some(slot)),
            _ => Err(Error::Unavailable("The server is busy. Please try again in a moment.".into()).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_person_cannot_take_the_slots_of_others() {
        let slots = BodySlots::new();
        let large = Some(SMALL_BYTES + 1);
        let mut held = Vec::new();
        for _ in 0..MAX_PER_PERSON {
            held.push(slots.take(Some(1), large).await.unwrap().unwrap());
        }
        assert!(slots.take(Some(1), large).await.is_err());
        assert!(slots.take(Some(1), Some(SMALL_BYTES)).await.unwrap().is_none());
        assert!(slots.take(Some(2), None).await.unwrap().is_some());
        held.pop();
        assert!(slots.take(Some(1), large).await.unwrap().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn everybody_together_is_bounded_too() {
        let slots = BodySlots::new();
        let mut held = Vec::new();
        for person in 0..MAX_BODIES {
            held.push(slots.take(i64::try_from(person).ok(), None).await.unwrap().unwrap());
        }
        assert!(slots.take(Some(-1), None).await.is_err());
    }
}
