//! The accounts of the demo's identity provider.

/// Members of this group work on the demo's orders.
pub const COPY_CENTER_GROUP: &str = "copy-center";

/// Members of this group read the demo's audit trail.
pub const AUDITOR_GROUP: &str = "it-auditors";

/// An account to sign in with.
pub struct Account {
    /// Its name, and its `sub`.
    pub name: &'static str,
    pub(super) given_name: &'static str,
    pub(super) family_name: &'static str,
    /// Its description.
    pub role: &'static str,
    pub(super) groups: &'static [&'static str],
}

/// The demo accounts.
pub const ACCOUNTS: [Account; 5] = [
    Account {
        name: "visitor-nurse",
        given_name: "Nora",
        family_name: "Vance",
        role: "a nurse who visits the unit",
        groups: &["nurses"],
    },
    Account {
        name: "unit-clerk",
        given_name: "Uriel",
        family_name: "Clarke",
        role: "a clerk who orders for the unit",
        groups: &["clerks"],
    },
    Account {
        name: "education-admin",
        given_name: "Edda",
        family_name: "Amin",
        role: "an education specialist who keeps the catalogue",
        groups: &["education-admins"],
    },
    Account {
        name: "copy-center",
        given_name: "Casey",
        family_name: "Cole",
        role: "somebody of the copy center, who prints and sends orders",
        groups: &[COPY_CENTER_GROUP],
    },
    Account {
        name: "it-auditor",
        given_name: "Iris",
        family_name: "Tanaka",
        role: "somebody of IT security, who reads the audit trail",
        groups: &[AUDITOR_GROUP],
    },
];
