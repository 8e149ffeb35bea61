//! People whose groups are not all known, because the provider leaves them out or writes them in a form that cannot be
//! read: the log and the audit trail say so, once for a sign-in, and once a day for bearer tokens.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::audit::recording::record;
use crate::identity::{Claims, Identity, Tokens};
use crate::model::accounts::GroupsProblem;
use crate::model::audit::event::Action;
use crate::model::audit::event::{AuditEvent, Outcome};
use crate::model::clock;
use crate::model::error::Result;
use crate::store::WriteTx;

/// Ends the detail of a row about a bearer token.
const BY_TOKEN: &str = " (access token)";

/// What is missing of a person's groups.
pub(in crate::domain) struct UnknownGroups {
    claim: String,
    problem: GroupsProblem,
}

impl UnknownGroups {
    /// `None` if all groups in these claims are known.
    pub fn in_claims(identity: &Identity, claims: &Claims) -> Option<UnknownGroups> {
        let problem = identity.groups_problem(claims)?;
        Some(UnknownGroups { claim: identity.groups_claim().to_owned(), problem })
    }

    /// The same for the tokens of a sign-in, unless it was reported for this sign-in; from now on it is.
    pub fn in_tokens(identity: &Identity, tokens: &mut Tokens) -> Option<UnknownGroups> {
        let unknown = UnknownGroups::in_claims(identity, &tokens.claims).filter(|_| !tokens.groups_reported);
        tokens.groups_reported |= unknown.is_some();
        unknown
    }

    /// Reports it for a sign-in, in its transaction.
    pub fn report_sign_in(&self, db: &WriteTx<'_>, actor: &Actor) -> Result<()> {
        self.warn(actor);
        db.append_audit(&self.event(actor, ""))
    }

    fn warn(&self, actor: &Actor) {
        let person = &actor.source().actor;
        tracing::warn!(person, claim = self.claim, reason = %self.problem, "not all groups of a person are known");
    }

    /// Reports it for a bearer token, unless that was done within a day. Whatever fails, the token counts.
    pub fn report_bearer(&self, app: &App, actor: &Actor) {
        let Some(interval) = app.sign_ins.report_unknown_groups(&actor.source().actor) else { return };
        let event = self.event(actor, BY_TOKEN);
        if app.store.read(|db| db.is_recorded_since(&event, clock::now() - interval)).unwrap_or(false) {
            return;
        }
        self.warn(actor);
        record(app, event);
    }

    fn event(&self, actor: &Actor, by: &str) -> AuditEvent {
        let event = actor.event(Action::SignInGroups, format!("claim/{}", self.claim));
        event.with_outcome(Outcome::Failed).with_detail(format!("{}{by}", self.problem))
    }
}
