//! What the audit trail records.

use crate::model::variant_names::variant_names;

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
