//! The rows of the audit trail, the form in which they are hashed, and the verification of their chain.

use crate::model::text::lower_hex;
use ring::digest::{SHA256, digest};
use serde::Serialize;
use utoipa::ToSchema;

/// The first broken row, and why it is broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenRow {
    /// Its number.
    pub number: u64,
    /// What is wrong with it.
    pub reason: &'static str,
}

/// The last row that was removed because of its age, as the anchor row names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Anchor {
    /// Its number; 0 when none was removed.
    pub number: u64,
    /// Its hash; empty when none was removed.
    pub hash: String,
}

/// Verifies the rows of a trail in their order.
pub struct ChainVerifier {
    number: u64,
    hash: String,
    verified: u64,
}

impl ChainVerifier {
    /// For the rows after the ones that were removed.
    pub fn after(anchor: Anchor) -> ChainVerifier {
        ChainVerifier { number: anchor.number, hash: anchor.hash, verified: 0 }
    }

    /// Verifies the next row.
    pub fn verify(&mut self, row: &AuditRow) -> Result<(), BrokenRow> {
        let broken = |number, reason| Err(BrokenRow { number, reason });
        if row.number != self.number + 1 {
            return broken(self.number + 1, "it is missing");
        }
        if row.hash != row.computed_hash() {
            return broken(row.number, "its content does not match its hash");
        }
        if row.previous != self.hash {
            return broken(row.number, "it does not continue the row before");
        }
        self.number = row.number;
        self.hash.clone_from(&row.hash);
        self.verified += 1;
        Ok(())
    }

    /// How many rows it has verified, unless rows up to the number `last`, which was given last, are missing.
    pub fn finish(self, last: u64) -> Result<u64, BrokenRow> {
        if self.number < last {
            return Err(BrokenRow { number: self.number + 1, reason: "it is missing" });
        }
        Ok(self.verified)
    }
}

/// Declares the row of the audit trail. The database, the hash and syslog have its members in this order.
macro_rules! audit_row {
    ($(#[$row:meta])* struct AuditRow { $(#[$doc:meta] $member:ident: $type:ident),+ $(,)? }) => {
        $(#[$row])*
        pub struct AuditRow {
            $(#[$doc] pub $member: $type),+
        }

        impl AuditRow {
            /// The names of its members.
            pub const MEMBERS: &[&str] = &[$(stringify!($member)),+];

            /// Its members as texts.
            pub fn texts(&self) -> [String; AuditRow::MEMBERS.len()] {
                [$(self.$member.to_string()),+]
            }

            /// A row of the texts that `text` returns for the names of its members. What should be a number and is not is 0.
            pub fn from_texts<E>(mut text: impl FnMut(&str) -> Result<String, E>) -> Result<AuditRow, E> {
                Ok(AuditRow { $($member: text(stringify!($member))?.parse().unwrap_or_default()),+ })
            }
        }
    };
}

audit_row! {
    /// A row of the audit trail. An empty text means that there is nothing to say.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    struct AuditRow {
        /// Its number: from 1, without gaps.
        number: u64,
        /// When it was recorded: ISO 8601, UTC.
        at: String,
        /// `issuer|sub` of a person, `os|user` of a command; empty for a visitor and for the server itself.
        actor: String,
        /// The roles of a person, or `staff` without any; `visitor`, `command`, `server`.
        role: String,
        /// IP address of the client.
        client: String,
        /// What was done.
        action: String,
        /// To what, such as `citation/ID`.
        object: String,
        /// `ok`, `refused` or `failed`.
        outcome: String,
        /// ID of the request, which the server's log has too; of a job's changes the ID of the job.
        request: String,
        /// Entity tag of the object before.
        tag_before: String,
        /// Entity tag of the object afterwards.
        tag_after: String,
        /// How many events it stands for: more than one only for `access.refuse_more`.
        count: u64,
        /// Other details.
        detail: String,
        /// Hash of the row before; empty for the first.
        previous: String,
        /// SHA-256 of all of the above, in lower-case hexadecimal.
        hash: String,
    }
}

impl AuditRow {
    /// What is hashed: every member but the hash itself, in the order in which they are declared, each as its length in
    /// bytes in decimal, a colon, its text and a comma (a netstring). Numbers are decimal.
    pub fn canonical_form(&self) -> String {
        let texts = self.texts();
        let hashed = texts.iter().take(texts.len() - 1);
        hashed.map(|text| format!("{}:{text},", text.len())).collect()
    }

    /// The hash that it must have.
    pub fn computed_hash(&self) -> String {
        lower_hex(digest(&SHA256, self.canonical_form().as_bytes()).as_ref())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn rows(count: u64) -> Vec<AuditRow> {
        let mut rows: Vec<AuditRow> = Vec::new();
        for number in 1..=count {
            let mut row = AuditRow {
                number,
                at: "2026-11-24T02:00:00.000Z".into(),
                actor: "https://idp.example|a".into(),
                role: "admin".into(),
                client: "192.0.2.1".into(),
                action: "citation.change".into(),
                object: "citation/x".into(),
                outcome: "ok".into(),
                request: "r".into(),
                tag_before: "t-1".into(),
                tag_after: "t-2".into(),
                count: 1,
                detail: "d".into(),
                previous: rows.last().map(|row| row.hash.clone()).unwrap_or_default(),
                hash: String::new(),
            };
            row.hash = row.computed_hash();
            rows.push(row);
        }
        rows
    }

    fn verified(anchor: Anchor, rows: &[AuditRow], last: u64) -> Result<u64, BrokenRow> {
        let mut chain = ChainVerifier::after(anchor);
        rows.iter().try_for_each(|row| chain.verify(row))?;
        chain.finish(last)
    }

    #[test]
    fn a_whole_chain_is_verified_from_its_beginning_or_its_anchor() {
        let rows = rows(4);
        assert_eq!(verified(Anchor::default(), &rows, 4), Ok(4));
        assert_eq!(verified(Anchor::default(), &[], 0), Ok(0));
        let anchor = Anchor { number: 2, hash: rows[1].hash.clone() };
        assert_eq!(verified(anchor.clone(), &rows[2..], 4), Ok(2));
        let other = Anchor { hash: rows[0].hash.clone(), ..anchor };
        assert_eq!(verified(other, &rows[2..], 4).unwrap_err().number, 3);
    }

    #[test]
    fn a_change_of_any_member_of_any_row_is_found() {
        let changes: [fn(&mut AuditRow); 13] = [
            |row| row.at.push('x'),
            |row| row.actor.push('x'),
            |row| row.role.push('x'),
            |row| row.client.push('x'),
            |row| row.action.push('x'),
            |row| row.object.push('x'),
            |row| row.outcome.push('x'),
            |row| row.request.push('x'),
            |row| row.tag_before.push('x'),
            |row| row.tag_after.push('x'),
            |row| row.count += 1,
            |row| row.detail.push('x'),
            |row| row.hash.push('x'),
        ];
        for change in changes {
            for changed in 0..3 {
                let mut rows = rows(3);
                change(&mut rows[changed]);
                let found = verified(Anchor::default(), &rows, 3).unwrap_err();
                assert_eq!(found.number, changed as u64 + 1, "{rows:?}");
            }
        }
    }

    #[test]
    fn missing_exchanged_and_replaced_rows_are_found() {
        let found = |change: fn(&mut Vec<AuditRow>)| {
            let mut rows = rows(4);
            change(&mut rows);
            verified(Anchor::default(), &rows, 4).unwrap_err().number
        };
        assert_eq!(found(|rows| drop(rows.remove(0))), 1);
        assert_eq!(found(|rows| drop(rows.remove(2))), 3);
        assert_eq!(found(|rows| drop(rows.pop())), 4);
        assert_eq!(found(|rows| rows.swap(1, 2)), 2);
        // Hashed again, it does not fit the next one.
        let replaced = found(|rows| {
            rows[1].actor = "somebody else".into();
            rows[1].hash = rows[1].computed_hash();
        });
        assert_eq!(replaced, 3);
    }

    /// As Python computes it: hashlib.sha256(b"1:1,0:,…").
    #[test]
    fn the_canonical_form_is_a_list_of_netstrings() {
        let row = &rows(1)[0];
        assert_eq!(
            row.canonical_form(),
            "1:1,24:2026-11-24T02:00:00.000Z,21:https://idp.example|a,5:admin,9:192.0.2.1,15:citation.change,\
             10:citation/x,2:ok,1:r,3:t-1,3:t-2,1:1,1:d,0:,"
        );
    }
}
