//! Sign-ins: found by the digest of the cookie's secret, tokens sealed.

use crate::model::accounts::Person;
use crate::model::accounts::Roles;
use crate::model::error::Result;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sessions::users::roles;
use crate::store::sqlite_error::doing;
use rusqlite::{OptionalExtension, params};

/// One sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// Key of the user record.
    pub user: i64,
    /// When it began, seconds since 1970.
    pub began: i64,
    /// When it was last used.
    pub used: i64,
    /// When the access token is to be renewed; `None` when it cannot be.
    pub renew_at: Option<i64>,
    /// The roles that the groups claim gave.
    pub group_roles: Roles,
    /// The tokens, sealed under the cookie's secret.
    pub sealed: Vec<u8>,
}

impl ReadTx<'_> {
    /// The sign-in with this fingerprint, and whose it is; one at another issuer does not count any more.
    pub fn sign_in(&self, fingerprint: &[u8], issuer: &str) -> Result<Option<(SignIn, Person)>> {
        self.db
            .prepare_cached(
                "SELECT s.began, s.used, s.renew_at, s.group_roles, s.sealed, \
                 u.key, u.roles, u.given_name, u.family_name, u.email, u.issuer || '|' || u.sub \
                 FROM sign_ins s JOIN users u ON u.key = s.user WHERE s.fingerprint = ?1 AND u.issuer = ?2",
            )
            .and_then(|mut one| {
                one.query_row(params![fingerprint, issuer], |row| {
                    let group_roles = roles(row, 3)?;
                    let sign_in = SignIn {
                        user: row.get(5)?,
                        began: row.get(0)?,
                        used: row.get(1)?,
                        renew_at: row.get(2)?,
                        group_roles,
                        sealed: row.get(4)?,
                    };
                    let person = Person {
                        key: sign_in.user,
                        roles: group_roles.and(roles(row, 6)?),
                        given_name: row.get(7)?,
                        family_name: row.get(8)?,
                        email: row.get(9)?,
                        subject: row.get(10)?,
                    };
                    Ok((sign_in, person))
                })
                .optional()
            })
            .map_err(doing("reading a sign-in"))
    }
}

impl WriteTx<'_> {
    /// Adds a sign-in.
    pub fn add_sign_in(&self, fingerprint: &[u8], sign_in: &SignIn) -> Result<()> {
        self.db
            .execute(
                "INSERT INTO sign_ins (fingerprint, user, began, used, renew_at, group_roles, sealed) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    fingerprint,
                    sign_in.user,
                    sign_in.began,
                    sign_in.used,
                    sign_in.renew_at,
                    sign_in.group_roles.to_string(),
                    sign_in.sealed
                ],
            )
            .map_err(doing("saving a sign-in"))?;
        Ok(())
    }

    /// Replaces the tokens of a sign-in; `false` when it has ended meanwhile.
    pub fn renew_sign_in(&self, fingerprint: &[u8], fresh: &SignIn) -> Result<bool> {
        self.db
            .execute(
                "UPDATE sign_ins SET renew_at = ?2, group_roles = ?3, sealed = ?4 WHERE fingerprint = ?1",
                params![fingerprint, fresh.renew_at, fresh.group_roles.to_string(), fresh.sealed],
            )
            .map(|renewed| renewed > 0)
            .map_err(doing("renewing a sign-in"))
    }

    /// Records that a sign-in was used.
    pub fn sign_in_used(&self, fingerprint: &[u8], at: i64) -> Result<()> {
        self.db
            .execute("UPDATE sign_ins SET used = ?2 WHERE fingerprint = ?1", params![fingerprint, at])
            .map_err(doing("recording the use of a sign-in"))?;
        Ok(())
    }

    /// Ends a sign-in.
    pub fn end_sign_in(&self, fingerprint: &[u8]) -> Result<()> {
        self.db
            .execute("DELETE FROM sign_ins WHERE fingerprint = ?1", [fingerprint])
            .map_err(doing("ending a sign-in"))?;
        Ok(())
    }

    /// Ends every sign-in of a person. Returns how many.
    pub fn end_sign_ins_of(&self, user: i64) -> Result<usize> {
        self.db
            .execute("DELETE FROM sign_ins WHERE user = ?1", [user])
            .map_err(doing("ending the sign-ins of a person"))
    }

    /// Removes sign-ins not used since `used`, or that began before `began`. Returns how many.
    pub fn remove_old_sign_ins(&self, used: i64, began: i64) -> Result<usize> {
        self.db
            .execute("DELETE FROM sign_ins WHERE used < ?1 OR began < ?2", params![used, began])
            .map_err(doing("removing old sign-ins"))
    }
}
