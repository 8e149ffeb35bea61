//! What the audit trail records: the actions, and an event on its way into it.

use crate::model::variant_names::variant_names;
use std::net::IpAddr;

/// Longest text of a field, in characters: what callers send is cut there.
const MAX_CHARACTERS: usize = 500;

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Ok,
    /// It was not allowed.
    Refused,
    /// It was tried, and failed.
    Failed,
}

variant_names!(Outcome { Ok = "ok", Refused = "refused", Failed = "failed" });

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

    /// The same, by this request.
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

/// Something that is recorded. `docs/audit.md` lists the objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// The server began to serve.
    ServerStart,
    /// The server was asked to stop, and does.
    ServerStop,
    /// Somebody signed in, or tried to.
    SignIn,
    /// Somebody signed out.
    SignOut,
    /// Not all groups of a person who signed in are known.
    SignInGroups,
    /// Every sign-in of a person was ended.
    EndSignIns,
    /// A call was refused with 401 or 403.
    RefuseAccess,
    /// More refused calls and sign-ins of a client than are recorded one by one.
    RefuseMore,
    /// A citation was added.
    CitationAdd,
    /// A citation was changed.
    CitationChange,
    /// An earlier version of a citation was restored.
    CitationRestore,
    /// A citation was reviewed.
    CitationReview,
    /// A department was added.
    LookupAdd,
    /// A lookup value was renamed or merged, or the contact of a department changed.
    LookupRename,
    /// A lookup value was deleted.
    LookupDelete,
    /// The tag of a language was set or removed.
    LanguageTag,
    /// A synonym was added.
    SynonymAdd,
    /// A synonym was changed.
    SynonymChange,
    /// A synonym was deleted.
    SynonymDelete,
    /// A promoted result was added.
    PromotionAdd,
    /// A promoted result was changed.
    PromotionChange,
    /// A promoted result was deleted.
    PromotionDelete,
    /// A label of the thesaurus was switched off or on.
    TermSwitch,
    /// The hospital's own terms were replaced.
    TermsImport,
    /// A packet was added.
    PacketAdd,
    /// A packet was changed, published or withdrawn.
    PacketChange,
    /// A packet was deleted.
    PacketDelete,
    /// An earlier version of a packet was restored.
    PacketRestore,
    /// An order was submitted.
    OrderSubmit,
    /// An order made a transition.
    OrderTransition,
    /// A job was added.
    JobAdd,
    /// A job is complete.
    JobComplete,
    /// A translation was requested.
    TranslationRequest,
    /// A request for a translation was closed.
    TranslationClose,
    /// A problem was reported.
    ReportSubmit,
    /// A problem report was closed, reopened or got a note.
    ReportChange,
    /// A link check was requested.
    LinkCheck,
    /// A file of a handout was uploaded.
    FileUpload,
    /// A file was stored from its link.
    FileAdopt,
    /// A file of a folder was stored for the version that its name means.
    FileAttach,
    /// A file that nothing refers to was deleted.
    FileDelete,
    /// A file was withdrawn.
    FileWithdraw,
    /// A finding of a file was set aside, or no longer is.
    FindingAside,
    /// A file was imported.
    Import,
    /// A file was sent to be imported.
    ImportAdd,
    /// Its columns were mapped, or a mapping was saved.
    ImportChange,
    /// It was deleted, or a saved mapping was.
    ImportDelete,
    /// Data was exported or downloaded.
    Export,
    /// The database was backed up.
    Backup,
    /// A backup was restored.
    Restore,
    /// A replica became the primary.
    Promote,
    /// A role was granted.
    RoleGrant,
    /// A role was revoked.
    RoleRevoke,
    /// Old rows of the audit trail were removed: the anchor row.
    RemoveRows,
}

variant_names!(Action {
    ServerStart = "server.start",
    ServerStop = "server.stop",
    SignIn = "sign_in",
    SignInGroups = "sign_in.groups",
    SignOut = "sign_out",
    EndSignIns = "sign_in.end",
    RefuseAccess = "access.refuse",
    RefuseMore = "access.refuse_more",
    CitationAdd = "citation.add",
    CitationChange = "citation.change",
    CitationRestore = "citation.restore",
    CitationReview = "citation.review",
    LookupAdd = "lookup.add",
    LookupRename = "lookup.rename",
    LookupDelete = "lookup.delete",
    LanguageTag = "language.tag",
    SynonymAdd = "synonym.add",
    SynonymChange = "synonym.change",
    SynonymDelete = "synonym.delete",
    PromotionAdd = "promotion.add",
    PromotionChange = "promotion.change",
    PromotionDelete = "promotion.delete",
    TermSwitch = "term.switch",
    TermsImport = "term.import",
    PacketAdd = "packet.add",
    PacketChange = "packet.change",
    PacketDelete = "packet.delete",
    PacketRestore = "packet.restore",
    OrderSubmit = "order.submit",
    OrderTransition = "order.transition",
    JobAdd = "job.add",
    JobComplete = "job.complete",
    TranslationRequest = "translation.request",
    TranslationClose = "translation.close",
    ReportSubmit = "report.submit",
    ReportChange = "report.change",
    LinkCheck = "link.check",
    FileUpload = "file.upload",
    FileAdopt = "file.adopt",
    FileAttach = "file.attach",
    FileDelete = "file.delete",
    FileWithdraw = "file.withdraw",
    FindingAside = "finding.aside",
    Import = "import",
    ImportAdd = "import.add",
    ImportChange = "import.change",
    ImportDelete = "import.delete",
    Export = "export",
    Backup = "backup",
    Restore = "restore",
    Promote = "promote",
    RoleGrant = "role.grant",
    RoleRevoke = "role.revoke",
    RemoveRows = "audit.remove",
});

/// At most [`MAX_CHARACTERS`] of a text.
fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_CHARACTERS) {
        text.truncate(end);
    }
    text
}
