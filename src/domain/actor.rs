//! Who does something, and whether they may.

use crate::model::accounts::rights::{Right, Roles};
use crate::model::accounts::user::Person;
use crate::model::error::Result;
use crate::store::Editor;

/// A person with what they may do, or whoever runs a command on the server itself, who may do everything.
#[derive(Debug, Clone)]
pub struct Actor {
    editor: Editor,
    /// `None`: the command line.
    roles: Option<Roles>,
}

impl Actor {
    /// Somebody signed in.
    pub fn person(person: &Person) -> Actor {
        Actor {
            editor: Editor { user: Some(person.key), name: person.shown_name() },
            roles: Some(person.roles),
        }
    }

    /// Whoever runs the command of this name.
    pub fn command(name: &str) -> Actor {
        Actor { editor: Editor { user: None, name: name.to_owned() }, roles: None }
    }

    /// Refuses whoever lacks this right.
    pub fn require(&self, right: Right) -> Result<()> {
        self.roles.map_or(Ok(()), |roles| roles.require(right))
    }

    /// Whether they have this right.
    pub fn may(&self, right: Right) -> bool {
        self.require(right).is_ok()
    }

    /// As the history shows them.
    pub fn editor(&self) -> &Editor {
        &self.editor
    }
}
