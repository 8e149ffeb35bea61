//! Favorites and carts of people, and the sign-ins behind the cookies.

use crate::model::accounts::{Person, Roles};
use crate::model::clock::UnixTime;
use crate::model::error::Result;
use crate::model::keys::UserKey;
use crate::model::session::Session;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, insert, json, json_column};
use rusqlite::params;
use std::collections::HashSet;

impl ReadTx<'_> {
    /// Favorites and cart of a person.
    pub fn session(&self, user: UserKey) -> Result<Session> {
        self.one("SELECT session FROM users WHERE key = ?1", [user], |row| json_column(row, "session"))
    }

    /// Recent searches of a person, newest first.
    pub fn searches(&self, user: UserKey) -> Result<Vec<String>> {
        self.one("SELECT searches FROM users WHERE key = ?1", [user], |row| json_column(row, "searches"))
    }

    /// Those of these ids that no citation has.
    pub fn unknown_citations<'i>(&self, ids: impl Iterator<Item = &'i str>) -> Result<HashSet<String>> {
        let mut unknown = HashSet::new();
        for id in ids {
            if self.citation_key(id)?.is_none() {
                unknown.insert(id.to_owned());
            }
        }
        Ok(unknown)
    }

    /// The sign-in with this fingerprint, and whose it is; one at another issuer does not count any more.
    pub fn sign_in(&self, fingerprint: &[u8], issuer: &str) -> Result<Option<(SignIn, Person)>> {
        self.optional(
            "SELECT s.began, s.used, s.renew_at, s.group_roles, s.sealed, \
             u.key, u.roles, u.given_name, u.family_name, u.email, u.issuer || '|' || u.sub AS subject \
             FROM sign_ins s JOIN users u ON u.key = s.user WHERE s.fingerprint = ?1 AND u.issuer = ?2",
            params![fingerprint, issuer],
            |row| {
                let sign_in =
                    from_row!(row => SignIn { user = "key", began, used, renew_at, group_roles, sealed })?;
                let roles = sign_in.group_roles.and(row.get("roles")?);
                let person =
                    from_row!(row => Person { key, roles: roles, given_name, family_name, email, subject })?;
                Ok((sign_in, person))
            },
        )
    }
}

impl WriteTx<'_> {
    /// Stores favorites and cart of a person.
    pub fn save_session(&self, user: UserKey, session: &Session) -> Result<()> {
        let text = json(session)?;
        self.run("UPDATE users SET session = ?2 WHERE key = ?1", params![user, text])
    }

    /// Stores the recent searches of a person.
    pub fn save_searches(&self, user: UserKey, searches: &[String]) -> Result<()> {
        let text = json(searches)?;
        self.run("UPDATE users SET searches = ?2 WHERE key = ?1", params![user, text])
    }

    /// Adds a sign-in.
    pub fn add_sign_in(&self, fingerprint: &[u8], sign_in: &SignIn) -> Result<()> {
        insert!(self.db, sign_ins {
            fingerprint, user = sign_in.user, began = sign_in.began, used = sign_in.used,
            renew_at = sign_in.renew_at, group_roles = sign_in.group_roles.to_string(),
            sealed = sign_in.sealed
        })
    }

    /// Replaces the tokens of a sign-in; `false` when it has ended meanwhile.
    pub fn renew_sign_in(&self, fingerprint: &[u8], fresh: &SignIn) -> Result<bool> {
        self.execute(
            "UPDATE sign_ins SET renew_at = ?2, group_roles = ?3, sealed = ?4 WHERE fingerprint = ?1",
            params![fingerprint, fresh.renew_at, fresh.group_roles.to_string(), fresh.sealed],
        )
        .map(|renewed| renewed > 0)
    }

    /// Records that a sign-in was used.
    pub fn sign_in_used(&self, fingerprint: &[u8], at: UnixTime) -> Result<()> {
        self.run("UPDATE sign_ins SET used = ?2 WHERE fingerprint = ?1", params![fingerprint, at])
    }

    /// Ends a sign-in.
    pub fn end_sign_in(&self, fingerprint: &[u8]) -> Result<()> {
        self.run("DELETE FROM sign_ins WHERE fingerprint = ?1", [fingerprint])
    }

    /// Ends every sign-in of a person. Returns how many.
    pub fn end_sign_ins_of(&self, user: UserKey) -> Result<usize> {
        self.execute("DELETE FROM sign_ins WHERE user = ?1", [user])
    }

    /// Removes sign-ins not used since `used`, or that began before `began`. Returns how many.
    pub fn remove_old_sign_ins(&self, used: UnixTime, began: UnixTime) -> Result<usize> {
        self.execute("DELETE FROM sign_ins WHERE used < ?1 OR began < ?2", params![used, began])
    }
}

/// One sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// Key of the user record.
    pub user: UserKey,
    pub began: UnixTime,
    /// When it was last used.
    pub used: UnixTime,
    /// When the access token is to be renewed; `None` when it cannot be.
    pub renew_at: Option<UnixTime>,
    /// The roles that the groups claim gave.
    pub group_roles: Roles,
    /// The tokens, sealed under the cookie's secret.
    pub sealed: Vec<u8>,
}
