//! kill -9 at random moments while a digest is written and mailed.

use super::{Moments, kill_rounds};
use crate::catalogue::digest::{DigestHospital, header, outbox_states};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

const DEPARTMENTS: usize = 12;

/// Each department gets its mail of one digest, whatever happens. A mail that arrives twice, because the server was
/// killed between the delivery and its record, has the same Message-ID.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_digest_is_written_once_and_mailed_completely_however_often_the_server_is_killed() {
    let rounds = kill_rounds();
    let hospital = DigestHospital::with(DEPARTMENTS).await;
    hospital.turned_on_long_ago();
    let mut moments = Moments::new("killed digests");
    for _ in 0..rounds {
        let server = hospital.start().run();
        tokio::time::sleep(moments.within(Duration::from_millis(250))).await;
        server.kill();
        let states = outbox_states(&hospital.data);
        let expected = if hospital.days().is_empty() { 0 } else { DEPARTMENTS };
        assert_eq!(
            states.len(),
            expected,
            "mails and the record of their day are written together or not at all"
        );
    }
    let server = hospital.start().run();
    let mails = hospital.mail_server.mails(DEPARTMENTS).await;
    hospital.wait_until_mailed().await;
    server.kill();
    assert_eq!(hospital.days().len(), 1);
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let all = hospital.mail_server.mails(mails.len()).await;
    for mail in &all {
        let message = header(mail, "Message-ID").to_owned();
        messages.entry(mail.to.join(",")).or_default().insert(message);
    }
    assert_eq!(messages.len(), DEPARTMENTS, "{messages:?}");
    assert!(messages.values().all(|of_one| of_one.len() == 1), "{messages:?}");
    assert_eq!(outbox_states(&hospital.data), vec![("digest".to_owned(), true); DEPARTMENTS]);
    println!(
        "kill -9: {rounds} rounds; {DEPARTMENTS} mails of one digest, {} came twice with the same Message-ID",
        all.len() - DEPARTMENTS
    );
}
