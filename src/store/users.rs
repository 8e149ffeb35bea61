//! People who have signed in, and their roles.

use crate::model::accounts::{Person, Role, Roles, comparable};
use crate::model::error::Result;
use crate::model::keys::UserKey;
use crate::store::changes::now;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, from_text, insert, tuple};
use rusqlite::params;

/// The claims of a provider about a person, as stored. Missing claims, as in many access tokens, leave the stored ones
/// unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserClaims {
    pub issuer: String,
    /// The person's ID at the issuer.
    pub sub: String,
    /// Email address.
    pub email: Option<String>,
    /// Whether the same source says that it is verified; `None` when it does not say.
    pub email_verified: Option<bool>,
    pub given_name: Option<String>,
    pub family_name: Option<String>,
}

/// A person with a role by record, or an address that waits for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleGrant {
    /// The address; the `sub` for a person without one.
    pub email: String,
    pub role: Role,
    /// `true` while nobody has signed in with it yet.
    pub waits: bool,
}

from_text!(Roles, |text| Some(Roles::read(text)));

impl ReadTx<'_> {
    /// The person with this key.
    pub fn person(&self, key: UserKey) -> Result<Option<Person>> {
        self.optional(
            "SELECT key, roles, given_name, family_name, email, issuer || '|' || sub AS subject FROM users WHERE key = \
             ?1",
            [key],
            |row| from_row!(row => Person { key, roles, given_name, family_name, email, subject }),
        )
    }

    /// Issuer and `sub` of the person with this key.
    pub fn issuer_and_sub(&self, key: UserKey) -> Result<Option<(String, String)>> {
        self.optional_row("SELECT issuer, sub FROM users WHERE key = ?1", [key])
    }

    /// The key of the person whose record equals this; `None` if it has to be written.
    pub fn same_user(&self, claims: &UserClaims) -> Result<Option<UserKey>> {
        self.optional_value(
            "SELECT key FROM users WHERE issuer = ?1 AND sub = ?2 AND coalesce(?3 = email, ?3 IS NULL) \
             AND (?3 IS NULL OR ?4 IS NULL OR email_verified = ?4) \
             AND coalesce(?5 = given_name, ?5 IS NULL) AND coalesce(?6 = family_name, ?6 IS NULL) \
             AND NOT EXISTS (SELECT 1 FROM role_grants g WHERE ?4 AND g.email = ?7) \
             AND NOT EXISTS (SELECT 1 FROM packets p WHERE ?4 AND p.waiting_owner = ?7)",
            params![
                claims.issuer,
                claims.sub,
                claims.email,
                claims.email_verified,
                claims.given_name,
                claims.family_name,
                claims.email.as_deref().map(comparable)
            ],
        )
    }

    /// Roles by record and addresses that wait for one, sorted by address.
    pub fn role_grants(&self) -> Result<Vec<RoleGrant>> {
        let mut grants = Vec::new();
        self.each(
            "SELECT coalesce(email, sub) AS name, roles, 0 AS waits FROM users WHERE roles <> '' \
             UNION ALL SELECT email, role, 1 FROM role_grants ORDER BY 1",
            [],
            |row| {
                let (email, held, waits): (String, Roles, bool) = tuple(row)?;
                let held = Role::all().filter(|role| held.holds(*role));
                grants.extend(held.map(|role| RoleGrant { email: email.clone(), role, waits }));
                Ok(true)
            },
        )?;
        Ok(grants)
    }
}

impl WriteTx<'_> {
    /// Stores what the provider says about a person; to a verified address are given the roles and packets that wait for it.
    pub fn save_user(&self, claims: &UserClaims) -> Result<UserKey> {
        let key: UserKey = self.value(
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
        )?;
        if let (Some(true), Some(email)) = (claims.email_verified, &claims.email) {
            let email = comparable(email);
            for role in self.take_grants(&email)? {
                self.change_roles(key, |held| held.and(Roles::new(role)))?;
            }
            self.bind_packets(&email, key)?;
        }
        Ok(key)
    }

    /// Gives the people with this verified address a role; without any, the address waits. Returns how many people it
    /// was. With an issuer only its people count: those of an earlier one cannot sign in any more.
    pub fn grant_role(&self, email: &str, role: Role, issuer: Option<&str>) -> Result<usize> {
        let wanted = comparable(email);
        let people = self.users_where("email_verified = 1", |user| {
            user.email.as_deref().is_some_and(|email| comparable(email) == wanted)
                && issuer.is_none_or(|issuer| user.issuer == issuer)
        })?;
        for key in &people {
            self.change_roles(*key, |held| held.and(Roles::new(role)))?;
        }
        if people.is_empty() {
            insert!(self.db, or ignore role_grants {
                email = wanted, role = role.name(), granted_at = now()
            })?;
        }
        Ok(people.len())
    }

    /// Revokes a role by record from everyone with this address, waiting or not; for a person without an address, by
    /// `sub`. `false` when nobody had it.
    pub fn revoke_role(&self, email: &str, role: Role) -> Result<bool> {
        let wanted = comparable(email);
        let people = self.users_where("roles <> ''", |user| user.is_named(email, &wanted))?;
        let mut had = false;
        for key in people {
            had |= self.change_roles(key, |held| held.without(role))?;
        }
        let waiting = self.execute(
            "DELETE FROM role_grants WHERE email = ?1 AND role = ?2",
            params![wanted, role.name()],
        )?;
        Ok(had || waiting > 0)
    }

    /// Ends every sign-in of everyone with this address; for a person without an address, by `sub`. Returns how many;
    /// `None` when nobody has the address.
    pub fn end_sign_ins_of_address(&self, email: &str) -> Result<Option<usize>> {
        let wanted = comparable(email);
        let people = self.users_where("1", |user| user.is_named(email, &wanted))?;
        if people.is_empty() {
            return Ok(None);
        }
        people.into_iter().map(|key| self.end_sign_ins_of(key)).sum::<Result<usize>>().map(Some)
    }

    /// The roles that wait for this address, which wait no longer.
    fn take_grants(&self, email: &str) -> Result<Vec<Role>> {
        let names =
            self.values::<String>("DELETE FROM role_grants WHERE email = ?1 RETURNING role", [email])?;
        Ok(names.iter().filter_map(|name| Role::from_name(name)).collect())
    }

    /// Changes the roles by record of a person; returns whether that made a difference.
    fn change_roles(&self, key: UserKey, change: impl FnOnce(Roles) -> Roles) -> Result<bool> {
        let held = self.value("SELECT roles FROM users WHERE key = ?1", [key])?;
        let changed = change(held);
        if changed != held {
            self.execute("UPDATE users SET roles = ?2 WHERE key = ?1", params![key, changed.to_string()])?;
        }
        Ok(changed != held)
    }

    /// The keys of users that fulfil an SQL condition and a test: SQLite's `lower` knows ASCII alone.
    fn users_where(&self, condition: &str, test: impl Fn(&NamedUser) -> bool) -> Result<Vec<UserKey>> {
        let mut keys = Vec::new();
        self.each(&format!("SELECT key, email, sub, issuer FROM users WHERE {condition}"), [], |row| {
            if test(&from_row!(row => NamedUser { email, sub, issuer })?) {
                keys.push(row.get("key")?);
            }
            Ok(true)
        })?;
        Ok(keys)
    }
}

/// What a person can be found by.
struct NamedUser {
    email: Option<String>,
    sub: String,
    issuer: String,
}

impl NamedUser {
    /// Whether a command means this person: by address, as text that is compared, or by `sub` without an address.
    fn is_named(&self, name: &str, comparable_name: &str) -> bool {
        match &self.email {
            Some(email) => comparable(email) == comparable_name,
            None => self.sub == name,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::Store;

    #[test]
    fn a_role_is_granted_to_people_of_the_present_issuer_alone() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let signed_in = |issuer: &str| {
            let claims = UserClaims {
                issuer: issuer.into(),
                sub: "ada".into(),
                email: Some("ada@example.org".into()),
                email_verified: Some(true),
                given_name: None,
                family_name: None,
            };
            let person = store.write(|db| {
                let key = db.save_user(&claims)?;
                db.person(key)
            });
            person.unwrap().unwrap().roles
        };
        let grant = |issuer| store.write(|db| db.grant_role("Ada@example.org", Role::Admin, issuer)).unwrap();
        assert!(!signed_in("https://old.example.org").holds(Role::Admin));
        assert_eq!(grant(Some("https://new.example.org")), 0, "it waits for the first sign-in there");
        assert!(signed_in("https://new.example.org").holds(Role::Admin));
        assert!(!signed_in("https://old.example.org").holds(Role::Admin));
        assert_eq!(grant(Some("https://old.example.org")), 1);
        assert_eq!(grant(None), 2);
    }
}
