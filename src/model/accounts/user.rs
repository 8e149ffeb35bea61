//! A signed-in person.

use crate::model::accounts::rights::{Right, Role, Roles};
use crate::model::error::Result;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A signed-in person, identified by issuer and `sub`, never by email address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Key of the user record.
    pub key: i64,
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
            self.email.clone().unwrap_or_else(|| format!("user {}", self.key))
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
