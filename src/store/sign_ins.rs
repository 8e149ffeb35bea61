//! Sign-ins: found by the digest of the cookie's secret, tokens sealed.

use crate::model::error::Result;
use crate::store::database::{Reader, Writer};
use crate::store::fault::doing;
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
    /// Administrator by the groups claim.
    pub group_admin: bool,
    /// The tokens, sealed under the cookie's secret.
    pub sealed: Vec<u8>,
}

impl Reader<'_> {
    /// The sign-in with this fingerprint.
    pub fn sign_in(&self, fingerprint: &[u8]) -> Result<Option<SignIn>> {
        self.db
            .prepare_cached(
                "SELECT user, began, used, renew_at, group_admin, sealed FROM sign_ins WHERE fingerprint = ?1",
            )
            .and_then(|mut one| {
                one.query_row([fingerprint], |row| {
                    Ok(SignIn {
                        user: row.get(0)?,
                        began: row.get(1)?,
                        used: row.get(2)?,
                        renew_at: row.get(3)?,
                        group_admin: row.get(4)?,
                        sealed: row.get(5)?,
                    })
                })
                .optional()
            })
            .map_err(doing("reading a sign-in"))
    }
}

impl Writer<'_> {
    /// Adds a sign-in, or replaces its tokens.
    pub fn save_sign_in(&self, fingerprint: &[u8], sign_in: &SignIn) -> Result<()> {
        self.db
            .execute(
                "INSERT OR REPLACE INTO sign_ins (fingerprint, user, began, used, renew_at, group_admin, sealed) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    fingerprint,
                    sign_in.user,
                    sign_in.began,
                    sign_in.used,
                    sign_in.renew_at,
                    sign_in.group_admin,
                    sign_in.sealed
                ],
            )
            .map_err(doing("saving a sign-in"))?;
        Ok(())
    }

    /// Notes that a sign-in was used.
    pub fn sign_in_used(&self, fingerprint: &[u8], at: i64) -> Result<()> {
        self.db
            .execute("UPDATE sign_ins SET used = ?2 WHERE fingerprint = ?1", params![fingerprint, at])
            .map_err(doing("noting the use of a sign-in"))?;
        Ok(())
    }

    /// Ends a sign-in.
    pub fn end_sign_in(&self, fingerprint: &[u8]) -> Result<()> {
        self.db
            .execute("DELETE FROM sign_ins WHERE fingerprint = ?1", [fingerprint])
            .map_err(doing("ending a sign-in"))?;
        Ok(())
    }

    /// Removes sign-ins not used since `used`, or begun before `began`; answers how many.
    pub fn remove_old_sign_ins(&self, used: i64, began: i64) -> Result<usize> {
        self.db
            .execute("DELETE FROM sign_ins WHERE used < ?1 OR began < ?2", params![used, began])
            .map_err(doing("removing old sign-ins"))
    }
}
