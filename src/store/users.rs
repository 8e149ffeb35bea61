//! User records, and who waits to become an administrator.

use crate::model::email_address::comparable;
use crate::model::error::Result;
use crate::model::user::Person;
use crate::store::changes::now;
use crate::store::database::{Reader, Writer};
use crate::store::fault::doing;
use rusqlite::{OptionalExtension, params};

/// What a provider says about somebody, as it is kept. What it leaves out, as many access tokens do, stays as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserClaims {
    /// Who says so.
    pub issuer: String,
    /// The person's id there.
    pub sub: String,
    /// E-mail address.
    pub email: Option<String>,
    /// Whether the same source says that it is verified; `None` when it does not say.
    pub email_verified: Option<bool>,
    /// Given name.
    pub given_name: Option<String>,
    /// Family name.
    pub family_name: Option<String>,
}

/// An administrator by record, or an address that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdminGrant {
    /// The address; the `sub` for a person without one.
    pub email: String,
    /// `true` while nobody has signed in with it yet.
    pub waits: bool,
}

const WHAT: &str = "reading a user record";

impl Reader<'_> {
    /// The person with this key.
    pub fn person(&self, key: i64) -> Result<Option<Person>> {
        self.db
            .prepare_cached("SELECT key, admin, given_name, family_name, email FROM users WHERE key = ?1")
            .and_then(|mut one| {
                one.query_row([key], |row| {
                    Ok(Person {
                        key: row.get(0)?,
                        admin: row.get(1)?,
                        given_name: row.get(2)?,
                        family_name: row.get(3)?,
                        email: row.get(4)?,
                    })
                })
                .optional()
            })
            .map_err(doing(WHAT))
    }

    /// Issuer and `sub` of the person with this key.
    pub fn issuer_and_sub(&self, key: i64) -> Result<Option<(String, String)>> {
        self.db
            .prepare_cached("SELECT issuer, sub FROM users WHERE key = ?1")
            .and_then(|mut one| one.query_row([key], |row| Ok((row.get(0)?, row.get(1)?))).optional())
            .map_err(doing(WHAT))
    }

    /// The key of the person whose record says just this; `None` when it has to be written.
    pub fn same_user(&self, claims: &UserClaims) -> Result<Option<i64>> {
        self.db
            .prepare_cached(
                "SELECT key FROM users WHERE issuer = ?1 AND sub = ?2 AND coalesce(?3 = email, ?3 IS NULL) \
                 AND (?3 IS NULL OR ?4 IS NULL OR email_verified = ?4) \
                 AND coalesce(?5 = given_name, ?5 IS NULL) AND coalesce(?6 = family_name, ?6 IS NULL) \
                 AND NOT EXISTS (SELECT 1 FROM admin_grants g WHERE ?4 AND g.email = ?7)",
            )
            .and_then(|mut one| {
                one.query_row(
                    params![
                        claims.issuer,
                        claims.sub,
                        claims.email,
                        claims.email_verified,
                        claims.given_name,
                        claims.family_name,
                        claims.email.as_deref().map(comparable)
                    ],
                    |row| row.get(0),
                )
                .optional()
            })
            .map_err(doing(WHAT))
    }

    /// Administrators by record and addresses that wait, sorted by address.
    pub fn admin_grants(&self) -> Result<Vec<AdminGrant>> {
        let mut query = self
            .db
            .prepare_cached(
                "SELECT coalesce(email, sub), 0 FROM users WHERE admin = 1 \
                 UNION ALL SELECT email, 1 FROM admin_grants ORDER BY 1",
            )
            .map_err(doing(WHAT))?;
        let rows = query
            .query_map([], |row| Ok(AdminGrant { email: row.get(0)?, waits: row.get(1)? }))
            .map_err(doing(WHAT))?;
        rows.collect::<rusqlite::Result<Vec<_>>>().map_err(doing(WHAT))
    }
}

impl Writer<'_> {
    /// Keeps what the provider says about somebody; a verified address that waits makes them an administrator.
    pub fn save_user(&self, claims: &UserClaims) -> Result<i64> {
        let what = "saving a user record";
        let key: i64 = self
            .db
            .query_row(
                "INSERT INTO users (issuer, sub, email, email_verified, given_name, family_name, first_seen) \
                 VALUES (?1, ?2, ?3, coalesce(?4, 0), ?5, ?6, ?7) \
                 ON CONFLICT (issuer, sub) DO UPDATE SET email = coalesce(?3, email), \
                 email_verified = CASE WHEN ?3 IS NULL THEN email_verified \
                 WHEN ?4 IS NULL THEN email_verified AND email IS ?3 ELSE ?4 END, \
                 given_name = coalesce(?5, given_name), family_name = coalesce(?6, family_name) RETURNING key",
                params![
                    claims.issuer,
                    claims.sub,
                    claims.email,
                    claims.email_verified,
                    claims.given_name,
                    claims.family_name,
                    now()
                ],
                |row| row.get(0),
            )
            .map_err(doing(what))?;
        if let (Some(true), Some(email)) = (claims.email_verified, &claims.email) {
            let waited = self
                .db
                .execute("DELETE FROM admin_grants WHERE email = ?1", [comparable(email)])
                .map_err(doing(what))?;
            if waited > 0 {
                self.db.execute("UPDATE users SET admin = 1 WHERE key = ?1", [key]).map_err(doing(what))?;
            }
        }
        Ok(key)
    }

    /// Makes the people with this verified address administrators; without any, the address waits. Returns how many
    /// people it was.
    pub fn grant_admin(&self, email: &str) -> Result<usize> {
        let what = "granting administration";
        let wanted = comparable(email);
        let people = self.users_where("email_verified = 1", |email, _| {
            email.is_some_and(|email| comparable(email) == wanted)
        })?;
        for key in &people {
            self.db.execute("UPDATE users SET admin = 1 WHERE key = ?1", [key]).map_err(doing(what))?;
        }
        if people.is_empty() {
            self.db
                .execute(
                    "INSERT INTO admin_grants (email, granted_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                    params![wanted, now()],
                )
                .map_err(doing(what))?;
        }
        Ok(people.len())
    }

    /// Takes administration by record from everybody with this address, waiting or not; for a person without an
    /// address, by `sub`. `false` when nobody had it.
    pub fn revoke_admin(&self, email: &str) -> Result<bool> {
        let what = "revoking administration";
        let wanted = comparable(email);
        let people = self.users_where("admin = 1", |address, sub| match address {
            Some(address) => comparable(address) == wanted,
            None => sub == email,
        })?;
        for key in &people {
            self.db.execute("UPDATE users SET admin = 0 WHERE key = ?1", [key]).map_err(doing(what))?;
        }
        let waiting =
            self.db.execute("DELETE FROM admin_grants WHERE email = ?1", [&wanted]).map_err(doing(what))?;
        Ok(people.len() + waiting > 0)
    }

    /// The keys of users that fulfil an SQL condition and, by address and `sub`, a test: SQLite's `lower` knows ASCII
    /// alone.
    fn users_where(&self, condition: &str, test: impl Fn(Option<&str>, &str) -> bool) -> Result<Vec<i64>> {
        let mut query = self
            .db
            .prepare_cached(&format!("SELECT key, email, sub FROM users WHERE {condition}"))
            .map_err(doing(WHAT))?;
        let mut rows = query.query([]).map_err(doing(WHAT))?;
        let mut keys = Vec::new();
        while let Some(row) = rows.next().map_err(doing(WHAT))? {
            let (email, sub): (Option<String>, String) =
                (row.get(1).map_err(doing(WHAT))?, row.get(2).map_err(doing(WHAT))?);
            if test(email.as_deref(), &sub) {
                keys.push(row.get(0).map_err(doing(WHAT))?);
            }
        }
        Ok(keys)
    }
}
