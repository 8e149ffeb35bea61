//! Rights, the roles that grant them, and the roles of a person.
//!
//! A new role is a variant of [`Role`] with its line in [`ROLES`]; no other code checks roles.

use crate::model::error::{Error, Result};
use serde::Serialize;
use std::fmt;
use utoipa::ToSchema;

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

/// A line of [`ROLES`].
struct RoleRights {
    role: Role,
    /// As the interface, the command line and the database call it.
    name: &'static str,
    /// Roles that this role includes.
    includes: &'static [Role],
    rights: &'static [Right],
}

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

#[cfg(test)]
mod tests {
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
