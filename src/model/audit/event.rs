//! What the audit trail records: the actions, and an event on its way into it.

use crate::model::variant_names::variant_names;
use std::net::IpAddr;

/// Longest text of a field, in characters: what callers send is cut there.
const MAX_CHARACTERS: usize = 500;

variant_names! {
    /// How it ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Outcome {
        /// It was done.
        Ok = "ok",
        /// It was not allowed.
        Refused = "refused",
        /// It was tried, and failed.
        Failed = "failed",
    }
}

/// The request that an event belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RequestSource {
    /// Address of the client.
    pub client: Option<IpAddr>,
    /// ID of the request.
    pub request: String,
}

/// Who did something, and from where.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditSource {
    /// `issuer|sub` of a person, `os|user` of a command; empty for a visitor and for the server itself.
    pub actor: String,
    /// The roles of a person, or `staff` without any; `visitor`, `command`, `server`.
    pub role: String,
    /// Address of the client; empty for commands, jobs and the server itself.
    pub client: String,
    /// ID of the request or of the job.
    pub request: String,
}

impl AuditSource {
    /// Somebody who is not signed in.
    pub fn visitor(source: &RequestSource) -> AuditSource {
        AuditSource { role: "visitor".into(), ..AuditSource::default() }.from_request(source)
    }

    /// The server itself.
    pub fn server() -> AuditSource {
        AuditSource { role: "server".into(), ..AuditSource::default() }
    }

    /// The source with the client and ID of this request.
    pub fn from_request(mut self, source: &RequestSource) -> AuditSource {
        self.client = source.client.map(|client| client.to_string()).unwrap_or_default();
        self.request.clone_from(&source.request);
        self
    }

    /// Something that was done.
    pub fn event(&self, action: Action, object: impl Into<String>) -> AuditEvent {
        AuditEvent {
            source: self.clone(),
            action,
            object: cut(object.into()),
            outcome: Outcome::Ok,
            tag_before: String::new(),
            tag_after: String::new(),
            count: 1,
            detail: String::new(),
        }
    }
}

/// What a row of the audit trail says, without its place in the chain. An empty text means that there is nothing to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEvent {
    /// Who, and from where.
    pub source: AuditSource,
    /// What was done.
    pub action: Action,
    /// To what, such as `citation/ID`.
    pub object: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Entity tag of the object before.
    pub tag_before: String,
    /// Entity tag of the object afterwards.
    pub tag_after: String,
    /// How many events it stands for.
    pub count: u64,
    /// Other details, such as the granted role.
    pub detail: String,
}

impl AuditEvent {
    /// With the entity tags of its object before and afterwards.
    pub fn with_tags(mut self, before: impl Into<String>, after: impl Into<String>) -> AuditEvent {
        self.tag_before = before.into();
        self.tag_after = after.into();
        self
    }

    /// With this detail.
    pub fn with_detail(mut self, detail: impl Into<String>) -> AuditEvent {
        self.detail = cut(detail.into());
        self
    }

    /// With this outcome.
    pub fn with_outcome(mut self, outcome: Outcome) -> AuditEvent {
        self.outcome = outcome;
        self
    }
}

variant_names! {
    /// Something that is recorded. `docs/audit.md` lists the objects.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Action {
        /// The server began to serve.
        ServerStart = "server.start",
        /// The server was asked to stop, and does.
        ServerStop = "server.stop",
        /// Somebody signed in, or tried to.
        SignIn = "sign_in",
        /// Not all groups of a person who signed in are known.
        SignInGroups = "sign_in.groups",
        /// Somebody signed out.
        SignOut = "sign_out",
        /// Every sign-in of a person was ended.
        EndSignIns = "sign_in.end",
        /// A call was refused with 401 or 403.
        RefuseAccess = "access.refuse",
        /// More refused calls and sign-ins of a client than are recorded one by one.
        RefuseMore = "access.refuse_more",
        /// A citation was added.
        CitationAdd = "citation.add",
        /// A citation was changed.
        CitationChange = "citation.change",
        /// An earlier version of a citation was restored.
        CitationRestore = "citation.restore",
        /// A citation was reviewed.
        CitationReview = "citation.review",
        /// A department was added.
        LookupAdd = "lookup.add",
        /// A lookup value was renamed or merged, or the contact of a department changed.
        LookupRename = "lookup.rename",
        /// A lookup value was deleted.
        LookupDelete = "lookup.delete",
        /// The tag of a language was set or removed.
        LanguageTag = "language.tag",
        /// A synonym was added.
        SynonymAdd = "synonym.add",
        /// A synonym was changed.
        SynonymChange = "synonym.change",
        /// A synonym was deleted.
        SynonymDelete = "synonym.delete",
        /// A promoted result was added.
        PromotionAdd = "promotion.add",
        /// A promoted result was changed.
        PromotionChange = "promotion.change",
        /// A promoted result was deleted.
        PromotionDelete = "promotion.delete",
        /// A label of the thesaurus was switched off or on.
        TermSwitch = "term.switch",
        /// The hospital's own terms were replaced.
        TermsImport = "term.import",
        /// A packet was added.
        PacketAdd = "packet.add",
        /// A packet was changed, published or withdrawn.
        PacketChange = "packet.change",
        /// A packet was deleted.
        PacketDelete = "packet.delete",
        /// An earlier version of a packet was restored.
        PacketRestore = "packet.restore",
        /// An order was submitted.
        OrderSubmit = "order.submit",
        /// An order made a transition.
        OrderTransition = "order.transition",
        /// A job was added.
        JobAdd = "job.add",
        /// A job is complete.
        JobComplete = "job.complete",
        /// A translation was requested.
        TranslationRequest = "translation.request",
        /// A request for a translation was closed.
        TranslationClose = "translation.close",
        /// A problem was reported.
        ReportSubmit = "report.submit",
        /// A problem report was closed, reopened or got a note.
        ReportChange = "report.change",
        /// A link check was requested.
        LinkCheck = "link.check",
        /// A file of a handout was uploaded.
        FileUpload = "file.upload",
        /// A file was stored from its link.
        FileAdopt = "file.adopt",
        /// A file of a folder was stored for the version that its name means.
        FileAttach = "file.attach",
        /// A file that nothing refers to was deleted.
        FileDelete = "file.delete",
        /// A file was withdrawn.
        FileWithdraw = "file.withdraw",
        /// A finding of a file was set aside, or no longer is.
        FindingAside = "finding.aside",
        /// A file was imported.
        Import = "import",
        /// A file was sent to be imported.
        ImportAdd = "import.add",
        /// Its columns were mapped, or a mapping was saved.
        ImportChange = "import.change",
        /// It was deleted, or a saved mapping was.
        ImportDelete = "import.delete",
        /// Data was exported or downloaded.
        Export = "export",
        /// The database was backed up.
        Backup = "backup",
        /// A backup was restored.
        Restore = "restore",
        /// A replica became the primary.
        Promote = "promote",
        /// A role was granted.
        RoleGrant = "role.grant",
        /// A role was revoked.
        RoleRevoke = "role.revoke",
        /// Old rows of the audit trail were removed: the anchor row.
        RemoveRows = "audit.remove",
    }
}

/// At most [`MAX_CHARACTERS`] of a text.
fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_CHARACTERS) {
        text.truncate(end);
    }
    text
}
