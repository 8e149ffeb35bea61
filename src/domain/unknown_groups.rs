//! People whose groups are not all known, because the provider leaves them out or writes them in a form that cannot be
//! read: the log and the audit trail say so, once for a sign-in, and once a day for bearer tokens.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::audit::recording::record;
use crate::identity::{Claims, Identity};
use crate::model::accounts::user::{GroupsProblem, Person};
use crate::model::audit::action::Action;
use crate::model::audit::event::{AuditEvent, Outcome};
use crate::model::clock;
use crate::model::error::Result;
use crate::store::WriteTx;
use jiff::SignedDuration;

/// How long it is not reported again for the bearer tokens of a person, in hours.
pub(in crate::domain) const BEARER_INTERVAL_H: i64 = 24;
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

    /// Records it for a sign-in, in its transaction.
    pub fn record_sign_in(&self, db: &WriteTx<'_>, actor: &Actor) -> Result<()> {
        db.append_audit(&self.event(actor, ""))
    }

    /// Logs it.
    pub fn warn(&self, person: &str) {
        tracing::warn!(person, claim = self.claim, reason = %self.problem, "not all groups of a person are known");
    }

    /// Reports it for a bearer token, unless that was done within a day. Whatever fails, the token counts.
    pub fn report_bearer(&self, app: &App, person: &Person, actor: &Actor) {
        let reported = &app.sign_ins.unknown_groups;
        if !reported.entry_by_ref(&person.subject).or_insert(()).is_fresh() {
            return;
        }
        let event = self.event(actor, BY_TOKEN);
        let since = clock::now() - SignedDuration::from_hours(BEARER_INTERVAL_H);
        if app.store.read(|db| db.is_recorded_since(&event, since)).unwrap_or(false) {
            return;
        }
        self.warn(&person.subject);
        record(app, event);
    }

    fn event(&self, actor: &Actor, by: &str) -> AuditEvent {
        let event = actor.event(Action::SignInGroups, format!("claim/{}", self.claim));
        event.with_outcome(Outcome::Failed).with_detail(format!("{}{by}", self.problem))
    }
}
