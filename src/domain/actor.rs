//! Who makes a change, their rights, and their name in the audit trail.

use crate::model::accounts::{Person, Right, Roles};
use crate::model::audit::event::{Action, AuditEvent, AuditSource, RequestSource};
use crate::model::error::{Error, Result};
use crate::model::keys::{JobKey, UserKey};
use crate::store::{Editor, JobSource, ReadTx, WriteTx};

/// A person with their rights, or the operator who runs a command on the server and has every right.
#[derive(Debug, Clone)]
pub struct Actor {
    editor: Editor,
    /// `None` for the command line.
    roles: Option<Roles>,
    source: AuditSource,
}

impl Actor {
    /// A signed-in person who sent this request.
    pub fn person(person: &Person, request: &RequestSource) -> Actor {
        Actor {
            editor: Editor { user: Some(person.key), name: person.shown_name() },
            roles: Some(person.roles),
            source: person_source(person).from_request(request),
        }
    }

    /// The operator who runs the command of this name.
    pub fn command(name: &str) -> Actor {
        let source = AuditSource {
            actor: format!("os|{}", os_user()),
            role: "command".into(),
            ..AuditSource::default()
        };
        Actor { editor: Editor { user: None, name: name.to_owned() }, roles: None, source }
    }

    /// The server itself, in this part of its work.
    pub(super) fn server(name: &str) -> Actor {
        let editor = Editor { user: None, name: name.to_owned() };
        Actor { editor, roles: None, source: AuditSource::server() }
    }

    /// The person who added this job, whose changes the server makes now. The audit trail names the job as the request.
    pub(super) fn job(db: &ReadTx<'_>, job: JobKey) -> Result<Actor> {
        let JobSource { id, editor, role } = db.job_source(job)?;
        let person = editor.user.map(|user| db.issuer_and_sub(user)).transpose()?.flatten();
        let source = AuditSource {
            actor: person.map(|(issuer, sub)| format!("{issuer}|{sub}")).unwrap_or_default(),
            role,
            client: String::new(),
            request: id,
        };
        Ok(Actor { editor, roles: None, source })
    }

    /// Records that they have added a job; its changes are recorded with their role.
    pub(super) fn record_job(&self, db: &WriteTx<'_>, job: &str, detail: String) -> Result<()> {
        db.set_job_role(job, &self.source.role)?;
        db.append_audit(&self.event(Action::JobAdd, format!("job/{job}")).with_detail(detail))
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

    /// The key of the person; a command has none, and is refused what only people do.
    pub fn user(&self) -> Result<UserKey> {
        self.editor.user.ok_or_else(|| Error::NotAllowed("Only a signed-in person may do this.".into()))
    }

    /// Whether they are the person with this key.
    pub fn is(&self, user: UserKey) -> bool {
        self.editor.user == Some(user)
    }

    /// The name that the history shows.
    pub fn editor(&self) -> &Editor {
        &self.editor
    }

    /// Their name in the audit trail.
    pub fn source(&self) -> &AuditSource {
        &self.source
    }

    /// Something that they did to `object`, for the audit trail.
    pub fn event(&self, action: Action, object: impl Into<String>) -> AuditEvent {
        self.source.event(action, object)
    }
}

/// A person's name in the audit trail.
pub(super) fn person_source(person: &Person) -> AuditSource {
    let roles = person.roles.to_string();
    AuditSource {
        actor: person.subject.clone(),
        role: if roles.is_empty() { "staff".into() } else { roles },
        ..AuditSource::default()
    }
}

/// The name of the real user in `/etc/passwd`, else the number.
pub(super) fn os_user() -> String {
    let number = rustix::process::getuid().as_raw().to_string();
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let name = users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == number).then(|| name.to_owned())
    });
    name.unwrap_or(number)
}
