//! People who sign in: email addresses, roles with their rights, the person.
//!
//! A new role is a variant of [`Role`] with its line in [`ROLES`]; no other code checks roles.

use crate::model::error::{Error, Result};
use crate::model::keys::UserKey;
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// Every role with what it may do.
const ROLES: [RoleRights; 3] = [
    RoleRights {
        role: Role::Admin,
        name: "admin",
        includes: &[Role::CopyCenter],
        rights: &[
            Right::EditCitations,
            Right::ManageLookups,
            Right::ManageWords,
            Right::SeeInsight,
            Right::ManagePackets,
            Right::ReopenOrders,
        ],
    },
    RoleRights { role: Role::CopyCenter, name: "copy-center", includes: &[], rights: &[Right::WorkOnOrders] },
    RoleRights { role: Role::Auditor, name: "auditor", includes: &[], rights: &[Right::ReadAudit] },
];

/// Something that not every signed-in person may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Right {
    /// Add, change, review and restore citations, see their history, import them.
    EditCitations,
    /// Rename and delete values, add departments, set tags of languages.
    ManageLookups,
    /// Add synonyms and promoted results, switch terms, replace the hospital's own terms.
    ManageWords,
    /// See what people search for and which translations are missing; close requests for translations.
    SeeInsight,
    /// Make, change and publish department packets; see and change everybody's personal ones.
    ManagePackets,
    /// See every order and make its transitions.
    WorkOnOrders,
    /// Reopen an order that has ended.
    ReopenOrders,
    /// Read the audit trail.
    ReadAudit,
}

impl Right {
    /// The message for a person who lacks it.
    fn refusal(self) -> &'static str {
        match self {
            Right::WorkOnOrders => "Only the copy center may do this.",
            Right::ReadAudit => "Only auditors may do this.",
            _ => "Only administrators may do this.",
        }
    }
}

/// A role that the provider's groups or the user record give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// An education specialist who keeps the catalogue.
    Admin,
    /// Staff who print and send orders.
    CopyCenter,
    /// Somebody who reads the audit trail, and nothing else.
    Auditor,
}

impl Role {
    /// Every role, in the order in which they are listed.
    pub fn all() -> impl Iterator<Item = Role> {
        ROLES.iter().map(|line| line.role)
    }

    fn line(self) -> &'static RoleRights {
        let found = ROLES.iter().find(|line| line.role == self);
        found.expect("every role has its line; a test reads them all")
    }

    /// The name, as the interface, the command line and the database have it.
    pub fn name(self) -> &'static str {
        self.line().name
    }

    /// The role of this name.
    pub fn from_name(name: &str) -> Option<Role> {
        ROLES.iter().find(|line| line.name == name).map(|line| line.role)
    }

    fn bit(self) -> u32 {
        1 << (self as u32)
    }
}

/// A line of [`ROLES`].
struct RoleRights {
    role: Role,
    /// As the interface, the command line and the database call it.
    name: &'static str,
    /// Roles that this role includes.
    includes: &'static [Role],
    rights: &'static [Right],
}

/// The roles that somebody has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Roles(u32);

impl Roles {
    /// Only this role and those that it includes.
    pub fn new(role: Role) -> Roles {
        Roles(role.bit())
    }

    /// The roles that a text names, separated by spaces; unknown names are ignored.
    pub fn read(names: &str) -> Roles {
        names.split_whitespace().filter_map(Role::from_name).collect()
    }

    /// The union of both.
    pub fn and(self, others: Roles) -> Roles {
        Roles(self.0 | others.0)
    }

    /// All except this role.
    pub fn without(self, role: Role) -> Roles {
        Roles(self.0 & !role.bit())
    }

    /// Whether this role was given as such, not by another one that includes it.
    pub fn holds(self, role: Role) -> bool {
        self.0 & role.bit() != 0
    }

    /// Every role, the included ones among them.
    pub fn effective(self) -> impl Iterator<Item = Role> {
        Role::all().filter(move |role| {
            self.holds(*role)
                || ROLES.iter().any(|line| self.holds(line.role) && line.includes.contains(role))
        })
    }

    /// Whether they give this right.
    pub fn give(self, right: Right) -> bool {
        self.effective().any(|role| role.line().rights.contains(&right))
    }

    /// [`Error::NotAllowed`] unless they give this right.
    pub fn require(self, right: Right) -> Result<()> {
        if self.give(right) { Ok(()) } else { Err(Error::NotAllowed(right.refusal().into())) }
    }
}

impl FromIterator<Role> for Roles {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Roles {
        roles.into_iter().map(Roles::new).fold(Roles::default(), Roles::and)
    }
}

/// As [`Roles::read`] reads them: the roles that were given, not those that they include.
impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held: Vec<&str> = Role::all().filter(|role| self.holds(*role)).map(Role::name).collect();
        f.write_str(&held.join(" "))
    }
}

/// A signed-in person, identified by issuer and `sub`, never by email address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Key of the user record.
    pub key: UserKey,
    /// `issuer|sub`, as the audit trail names them.
    pub subject: String,
    /// What they are, by the groups claim or by the user record.
    pub roles: Roles,
    /// Given name, as the provider says.
    pub given_name: Option<String>,
    /// Family name, as the provider says.
    pub family_name: Option<String>,
    /// Email address, as the provider says.
    pub email: Option<String>,
}

impl Person {
    /// Rejects anyone who lacks this right.
    pub fn require(&self, right: Right) -> Result<()> {
        self.roles.require(right)
    }

    /// Whether they have this right.
    pub fn may(&self, right: Right) -> bool {
        self.roles.give(right)
    }

    /// An administrator, by the groups claim or by the user record.
    pub fn is_admin(&self) -> bool {
        self.roles.holds(Role::Admin)
    }

    /// As the history of a citation shows this person.
    pub fn shown_name(&self) -> String {
        let names: Vec<&str> =
            [&self.given_name, &self.family_name].into_iter().flatten().map(String::as_str).collect();
        if !names.is_empty() {
            names.join(" ")
        } else {
            self.email.clone().unwrap_or_else(|| format!("user {}", self.key.row()))
        }
    }
}

/// Why the groups of a person are not known, or not all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum GroupsProblem {
    /// The provider says that there are groups, and does not name them: there are too many for a token.
    LeftOut,
    /// Groups are named in a form that cannot be read.
    Unreadable,
}

impl std::fmt::Display for GroupsProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            GroupsProblem::LeftOut => "the provider left the groups out, as there are too many for a token",
            GroupsProblem::Unreadable => "groups do not have a form that can be read",
        })
    }
}

/// The claims the screens use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Profile {
    /// Given name.
    pub given_name: Option<String>,
    /// Family name.
    pub family_name: Option<String>,
    /// Email address.
    pub email: Option<String>,
}

/// The address in `text`, without white space around it; `None` for text that cannot be one.
pub fn email_address(text: &str) -> Option<&str> {
    let address = text.trim();
    let odd = |c: char| c.is_whitespace() || c.is_control();
    let has_parts = address.contains('@') && !address.starts_with('@') && !address.ends_with('@');
    (has_parts && !address.contains(odd)).then_some(address)
}

/// The form in which two addresses are compared: lower case, in any script. A letter beyond ASCII never becomes one of
/// ASCII (the Kelvin sign U+212A is not `k`), so that nobody's address is taken by one that only looks like it.
pub fn comparable(address: &str) -> String {
    let mut text = String::with_capacity(address.len());
    for letter in address.chars() {
        match letter {
            // Both forms of sigma are one letter; which one is written depends on its place in the word.
            'ς' => text.push('σ'),
            _ if !letter.is_ascii() && letter.to_lowercase().any(|lower| lower.is_ascii()) => {
                text.push(letter)
            }
            _ => text.extend(letter.to_lowercase()),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_text_on_both_sides_of_its_sign() {
        assert_eq!(email_address(" ada@example.org "), Some("ada@example.org"));
        for text in
            ["", "ada", "@example.org", "ada@", "@", "ada lovelace@example.org", "ada@example.org\u{7}"]
        {
            assert_eq!(email_address(text), None, "{text}");
        }
    }

    #[test]
    fn case_makes_no_difference_in_any_script() {
        let check = |one: &str, other: &str, same: bool| {
            assert_eq!(comparable(one) == comparable(other), same, "{one} {other}");
        };
        check("Boss@Example.ORG", "boss@example.org", true);
        check("J\u{d6}RG@x.org", "j\u{f6}rg@x.org", true);
        check("\u{39d}\u{399}\u{39a}\u{39f}\u{3a3}@x.org", "\u{3bd}\u{3b9}\u{3ba}\u{3bf}\u{3c2}@x.org", true);
        check("\u{418}\u{432}\u{430}\u{43d}@x.org", "\u{438}\u{412}\u{410}\u{41d}@x.org", true);
        check("bac\u{212a}up@x.org", "backup@x.org", false);
        check("bac\u{212a}up@x.org", "bac\u{212a}up@X.org", true);
        check("\u{130}nfo@x.org", "info@x.org", false);
        check("\u{130}nfo@x.org", "i\u{307}nfo@x.org", false);
        check("bo\u{17f}s@x.org", "boss@x.org", false);
        check("a@x.org", "a@y.org", false);
    }
}

#[cfg(test)]
mod rights_tests {
    use super::*;

    #[test]
    fn every_role_has_its_line_and_its_name_is_read_back() {
        for role in [Role::Admin, Role::CopyCenter, Role::Auditor] {
            assert_eq!(Role::from_name(role.name()), Some(role));
            assert_eq!(Roles::read(&Roles::new(role).to_string()), Roles::new(role));
        }
        assert_eq!(Role::all().count(), 3);
        assert_eq!(Roles::read("printer admin").to_string(), "admin");
    }

    #[test]
    fn administrators_may_do_what_the_copy_center_may_and_not_the_reverse() {
        let (admin, copy_center) = (Roles::new(Role::Admin), Roles::new(Role::CopyCenter));
        let names = |roles: Roles| roles.effective().map(Role::name).collect::<Vec<_>>();
        assert_eq!(names(admin), ["admin", "copy-center"]);
        assert_eq!(names(copy_center), ["copy-center"]);
        assert_eq!(admin.to_string(), "admin", "what was given is kept, not what follows from it");
        assert!(admin.give(Right::WorkOnOrders) && admin.give(Right::ReopenOrders));
        assert!(copy_center.give(Right::WorkOnOrders) && !copy_center.give(Right::ReopenOrders));
        assert!(!copy_center.give(Right::EditCitations) && !Roles::default().give(Right::WorkOnOrders));
        assert_eq!(admin.and(copy_center).without(Role::Admin), copy_center);
    }

    #[test]
    fn auditors_read_the_audit_trail_and_nothing_else() {
        let auditor = Roles::new(Role::Auditor);
        assert!(auditor.give(Right::ReadAudit) && !auditor.give(Right::SeeInsight));
        assert!(
            !Roles::new(Role::Admin).give(Right::ReadAudit),
            "administrators do not have it by themselves"
        );
    }
}
