//! Who makes a change, and which rights they have.

use crate::model::accounts::rights::{Right, Roles};
use crate::model::accounts::user::Person;
use crate::model::error::{Error, Result};
use crate::store::Editor;

/// A person with their rights, or the operator who runs a command on the server and has every right.
#[derive(Debug, Clone)]
pub struct Actor {
    editor: Editor,
    /// `None` for the command line.
    roles: Option<Roles>,
}

impl Actor {
    /// A signed-in person.
    pub fn person(person: &Person) -> Actor {
        Actor {
            editor: Editor { user: Some(person.key), name: person.shown_name() },
            roles: Some(person.roles),
        }
    }

    /// The operator who runs the command of this name.
    pub fn command(name: &str) -> Actor {
        Actor { editor: Editor { user: None, name: name.to_owned() }, roles: None }
    }

    /// Rejects anyone who lacks this right.
    pub fn require(&self, right: Right) -> Result<()> {
        self.roles.map_or(Ok(()), |roles| roles.require(right))
    }

    /// Refuses a visitor (`None`) and anyone who lacks this right.
    pub fn require_signed_in(caller: Option<&Actor>, right: Right) -> Result<()> {
        match caller {
            Some(actor) => actor.require(right),
            None => Err(Error::SignInNeeded("Please sign in first.".into())),
        }
    }

    /// Whether they have this right.
    pub fn may(&self, right: Right) -> bool {
        self.require(right).is_ok()
    }

    /// The name that the history shows.
    pub fn editor(&self) -> &Editor {
        &self.editor
    }
}
