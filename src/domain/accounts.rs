//! Sign-in, sign-out, and whose a cookie or token is. People whose groups are not all known, because the provider
//! leaves them out or writes them in a form that cannot be read, are named in the log and the audit trail: once for a
//! sign-in, and once a day for bearer tokens.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::audit::record;
use crate::domain::blocking::blocking;
use crate::identity::{self, Claims, Identity, IdentityError, RefreshError, Tokens, sealed, text_claim};
use crate::model::accounts::{GroupsProblem, Person, Role, email_address};
use crate::model::audit::event::{Action, AuditEvent, Outcome, RequestSource};
use crate::model::clock::{self, UnixTime};
use crate::model::error::{Error, Result};
use crate::settings::Settings;
use crate::store::{RoleGrant, SignIn, Store, UserClaims, WriteTx};
use std::sync::Arc;

/// The remaining time at which an access token is renewed, in seconds; a token with a short lifetime is renewed at half of
/// it.
const RENEWED_BEFORE_S: i64 = 60;
/// Backoff of a renewal after the provider did not answer, in seconds.
const RENEWAL_PAUSE_S: i64 = 15;
/// When userinfo did not respond and the groups are unknown, tokens are renewed after this time, in seconds.
const GROUPS_RENEWAL_S: i64 = 60;
/// Minimum time between stored last uses of a sign-in, in seconds.
const LAST_USE_INTERVAL_S: i64 = 60;
/// Ends the detail of a row about a bearer token.
const BY_TOKEN: &str = " (access token)";

/// The tokens of a person, and what the provider says about them.
pub struct ProviderProfile {
    pub access_token: String,
    /// The claims as the provider gives them.
    pub claims: Claims,
    /// Why not all groups are known.
    pub groups_problem: Option<GroupsProblem>,
}

/// What is missing of a person's groups.
pub(super) struct UnknownGroups {
    claim: String,
    problem: GroupsProblem,
}

impl UnknownGroups {
    /// `None` if all groups in these claims are known.
    pub fn in_claims(identity: &Identity, claims: &Claims) -> Option<UnknownGroups> {
        let problem = identity.groups_problem(claims)?;
        Some(UnknownGroups { claim: identity.groups_claim().to_owned(), problem })
    }

    /// `None` if all groups of a sign-in are known, or that some are not was reported for this sign-in; from now on it is.
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

/// Stores a completed sign-in and returns the secret for the cookie. The browser's previous sign-in ends.
pub async fn sign_in(
    app: &Arc<App>,
    mut tokens: Tokens,
    before: Option<String>,
    source: RequestSource,
) -> Result<String> {
    let identity = identity_provider(app)?;
    let secret = sealed::new_secret()?;
    let user = user_claims(identity, &tokens.claims)?;
    let group_roles = identity.roles(&tokens.claims);
    let unknown_groups = UnknownGroups::in_tokens(identity, &mut tokens);
    let (app, held) = (app.clone(), secret.clone());
    blocking(move || {
        app.store.write(|db| {
            if let Some(before) = &before {
                db.end_sign_in(&sealed::fingerprint(before))?;
            }
            let user = db.save_user(&user)?;
            let now = clock::seconds();
            let sign_in = SignIn {
                user,
                began: now,
                used: now,
                renew_at: renew_at(&tokens),
                group_roles,
                sealed: seal(&held, &tokens)?,
            };
            db.add_sign_in(&sealed::fingerprint(&held), &sign_in)?;
            let mut person = db.person(sign_in.user)?.ok_or_else(no_record)?;
            person.roles = person.roles.and(sign_in.group_roles);
            let actor = Actor::person(&person, &source);
            db.append_audit(&actor.event(Action::SignIn, ""))?;
            unknown_groups.map_or(Ok(()), |unknown| unknown.report_sign_in(db, &actor))
        })
    })
    .await?;
    Ok(secret)
}

/// The person of a session cookie; `None` if the sign-in has expired or never existed.
pub async fn person_of_cookie(app: &Arc<App>, secret: &str) -> Result<Option<Person>> {
    // An old cookie may still be sent after sign-in was turned off.
    if app.sign_ins.identity.is_none() {
        return Ok(None);
    }
    let (digest, version) = (sealed::fingerprint(secret), app.store.version()?);
    if let Some(person) = app.sign_ins.callers.known(&digest, version, clock::seconds()) {
        return Ok(Some(person));
    }
    let Some((sign_in, person)) = with_fresh_tokens(app, secret).await? else { return Ok(None) };
    app.sign_ins.callers.remember(digest, &person, version, clock::seconds(), sign_in.renew_at);
    Ok(Some(person))
}

/// A stable identifier of a person for the screens: it depends on issuer and `sub` alone, and reveals neither.
pub fn person_id(store: &Store, actor: &Actor) -> Result<String> {
    let user = actor.user()?;
    let (issuer, sub) = store.read(|db| db.issuer_and_sub(user))?.ok_or_else(no_record)?;
    Ok(sealed::person_id(&issuer, &sub))
}

/// Whose a bearer token is; an error if it is invalid.
pub async fn person_of_bearer(app: &Arc<App>, token: &str, source: &RequestSource) -> Result<Person> {
    let Some(identity) = &app.sign_ins.identity else {
        return Err(Error::SignInNeeded("Sign-in is not set up here.".into()));
    };
    let (digest, version) = (sealed::fingerprint(token), app.store.version()?);
    if let Some(person) = app.sign_ins.callers.known(&digest, version, clock::seconds()) {
        return Ok(person);
    }
    let checked = identity.bearer(token, clock::seconds()).await.map_err(|error| {
        if matches!(error, IdentityError::Unreachable(_)) {
            tracing::warn!(cause = %error, "a bearer token could not be checked");
        }
        Error::from(error)
    })?;
    let user = user_claims(identity, &checked.claims)?;
    let group_roles = identity.roles(&checked.claims);
    let unknown_groups = UnknownGroups::in_claims(identity, &checked.claims);
    let (blocking_app, source) = (app.clone(), source.clone());
    let person = blocking(move || {
        let app = blocking_app;
        let known = app.store.read(|db| db.same_user(&user))?;
        let key = match known {
            Some(key) => key,
            None => app.store.write(|db| db.save_user(&user))?,
        };
        let mut person = app.store.read(|db| db.person(key))?.ok_or_else(no_record)?;
        person.roles = person.roles.and(group_roles);
        if let Some(unknown) = unknown_groups {
            unknown.report_bearer(&app, &Actor::person(&person, &source));
        }
        Ok(person)
    })
    .await?;
    app.sign_ins.callers.remember(digest, &person, version, clock::seconds(), Some(checked.until));
    Ok(person)
}

/// Refuses a bad bearer token on a server that signs nobody in. A token that cannot be checked, because no provider is set
/// or it does not respond, is let through: it gives no rights there.
pub async fn check_bearer(app: &Arc<App>, token: &str) -> Result<()> {
    let Some(provider) = &app.sign_ins.identity else { return Ok(()) };
    match provider.bearer(token, clock::seconds()).await {
        Ok(_) | Err(IdentityError::Unreachable(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The access token of a sign-in and everything the provider says about the person; renewed when it is about to end.
pub async fn profile_of_cookie(app: &Arc<App>, secret: &str) -> Result<ProviderProfile> {
    let (sign_in, _) = with_fresh_tokens(app, secret)
        .await?
        .ok_or_else(|| Error::SignInNeeded("Please sign in first.".into()))?;
    let tokens = unseal(secret, &sign_in)?;
    profile(app, tokens.access, tokens.claims)
}

/// Everything the provider says about the person with this bearer token.
pub async fn profile_of_bearer(app: &Arc<App>, token: &str) -> Result<ProviderProfile> {
    let claims = identity_provider(app)?.bearer(token, clock::seconds()).await?.claims.clone();
    profile(app, token.to_owned(), claims)
}

fn profile(app: &App, access_token: String, claims: Claims) -> Result<ProviderProfile> {
    let groups_problem = identity_provider(app)?.groups_problem(&claims);
    Ok(ProviderProfile { access_token, claims, groups_problem })
}

/// Ends a sign-in here, or every sign-in of its person, and returns the address at which it ends at the provider.
pub async fn sign_out(
    app: &Arc<App>,
    secret: &str,
    everywhere: bool,
    source: RequestSource,
) -> Result<Option<String>> {
    let fingerprint = sealed::fingerprint(secret);
    let blocking_app = app.clone();
    let sign_in = blocking(move || {
        blocking_app.store.write(|db| {
            let issuer = blocking_app.sign_ins.identity.as_ref().map_or("", |identity| identity.issuer());
            let sign_in = db.sign_in(&fingerprint, issuer)?;
            db.end_sign_in(&fingerprint)?;
            if let Some((_, person)) = &sign_in {
                let actor = Actor::person(person, &source);
                db.append_audit(&actor.event(Action::SignOut, ""))?;
                if everywhere {
                    let ended = 1 + db.end_sign_ins_of(person.key)?;
                    let event = actor.event(Action::EndSignIns, "");
                    db.append_audit(&event.with_detail(ended.to_string()))?;
                }
            }
            Ok(sign_in)
        })
    })
    .await?;
    let (Some(identity), Some((sign_in, _))) = (&app.sign_ins.identity, sign_in) else { return Ok(None) };
    let id_token = unseal(secret, &sign_in).ok().and_then(|tokens| tokens.id_token);
    Ok(identity.end_session(id_token.as_deref(), &format!("{}/", app.public_url)).await)
}

/// Deletes expired sign-ins. Returns how many.
pub fn remove_old_sign_ins(app: &App) -> Result<usize> {
    let (idle, whole) = limits(&app.settings);
    let now = clock::seconds();
    app.store.write(|db| db.remove_old_sign_ins(now - idle, now - whole))
}

/// Grants a role to the people with this verified address, now or at their first sign-in. Returns how many have it now.
/// With an issuer only its people count.
pub fn grant_role(
    store: &Store,
    actor: &Actor,
    email: &str,
    role: Role,
    issuer: Option<&str>,
) -> Result<usize> {
    let email = address(email)?;
    store.write(|db| {
        let people = db.grant_role(email, role, issuer)?;
        let event = actor.event(Action::RoleGrant, format!("address/{email}"));
        db.append_audit(&event.with_detail(role.name()))?;
        Ok(people)
    })
}

/// Revokes the role; an error if nobody with this address had it.
pub fn revoke_role(store: &Store, actor: &Actor, email: &str, role: Role) -> Result<()> {
    let email = address(email)?;
    let revoked = store.write(|db| {
        let had = db.revoke_role(email, role)?;
        if had {
            let event = actor.event(Action::RoleRevoke, format!("address/{email}"));
            db.append_audit(&event.with_detail(role.name()))?;
        }
        Ok(had)
    });
    if revoked? {
        return Ok(());
    }
    Err(Error::NotFound(match role {
        Role::Admin => format!("{email} is not an administrator by record"),
        Role::CopyCenter => format!("{email} does not belong to the copy center by record"),
        Role::Auditor => format!("{email} is not an auditor by record"),
    }))
}

/// Ends every sign-in of the people with this address. Returns how many; an error if nobody has the address.
pub fn end_sign_ins(store: &Store, actor: &Actor, email: &str) -> Result<usize> {
    let email = address(email)?;
    let ended = store.write(|db| {
        let ended = db.end_sign_ins_of_address(email)?;
        if let Some(count) = ended {
            let event = actor.event(Action::EndSignIns, format!("address/{email}"));
            db.append_audit(&event.with_detail(count.to_string()))?;
        }
        Ok(ended)
    });
    ended?.ok_or_else(|| Error::NotFound(format!("nobody with the address {email} has signed in yet")))
}

/// Role grants to people, and to addresses of people who have not signed in yet.
pub fn role_grants(store: &Store) -> Result<Vec<RoleGrant>> {
    store.read(|db| db.role_grants())
}

fn address(email: &str) -> Result<&str> {
    email_address(email).ok_or_else(|| Error::Unreadable(format!("'{email}' is not an email address")))
}

fn no_record() -> Error {
    Error::internal("reading a user record", "it was not found")
}

fn identity_provider(app: &App) -> Result<&Identity> {
    app.sign_ins.identity.as_deref().ok_or_else(|| Error::SignInNeeded("Sign-in is not set up here.".into()))
}

/// The sign-in of a secret and its person, if it has not ended; records its use.
async fn current(app: &Arc<App>, secret: &str) -> Result<Option<(SignIn, Person)>> {
    let (app, fingerprint) = (app.clone(), sealed::fingerprint(secret));
    blocking(move || {
        let issuer = identity_provider(&app)?.issuer();
        let Some((mut sign_in, person)) = app.store.read(|db| db.sign_in(&fingerprint, issuer))? else {
            return Ok(None);
        };
        let (idle, whole) = limits(&app.settings);
        let now = clock::seconds();
        if now - sign_in.used > idle || now - sign_in.began > whole {
            return Ok(None);
        }
        if now - sign_in.used >= LAST_USE_INTERVAL_S {
            sign_in.used = now;
            // A full disk must not end sign-ins.
            if let Err(e) = app.store.write(|db| db.sign_in_used(&fingerprint, now)) {
                tracing::warn!(cause = %e, "the use of a sign-in could not be recorded");
            }
        }
        Ok(Some((sign_in, person)))
    })
    .await
}

/// The sign-in, with tokens renewed when it is time.
async fn with_fresh_tokens(app: &Arc<App>, secret: &str) -> Result<Option<(SignIn, Person)>> {
    let Some((sign_in, person)) = current(app, secret).await? else { return Ok(None) };
    if sign_in.renew_at.is_none_or(|at| at > clock::seconds()) {
        return Ok(Some((sign_in, person)));
    }
    // In a task of its own, which a client that disconnects does not end: the provider may not accept the refresh token
    // again, so that its answer has to be stored.
    let (renewing_app, secret, seen) = (app.clone(), secret.to_owned(), sign_in.clone());
    let renewal = tokio::spawn(async move { renew(&renewing_app, &secret, &seen).await });
    match renewal.await.unwrap_or_else(|e| Err(Error::internal("renewing tokens", e))) {
        Ok(renewed) => Ok(renewed),
        Err(error) => {
            // A provider outage does not end the sign-in before its own limits.
            tracing::warn!(cause = %error, "an access token could not be renewed");
            Ok(Some((sign_in, person)))
        }
    }
}

/// Renews the tokens of a sign-in, once for concurrent requests; `None` if the provider has ended it.
async fn renew(app: &Arc<App>, secret: &str, seen: &SignIn) -> Result<Option<(SignIn, Person)>> {
    let identity = identity_provider(app)?;
    let fingerprint = sealed::fingerprint(secret);
    let renewal = app.sign_ins.renewals.get_with(fingerprint.clone(), async { Arc::default() }).await;
    let _renewing = renewal.lock().await;
    let Some((sign_in, person)) = current(app, secret).await? else { return Ok(None) };
    if sign_in.sealed != seen.sealed || sign_in.renew_at != seen.renew_at {
        // Another request renewed them, or tried to, while this one waited.
        return Ok(Some((sign_in, person)));
    }
    let old = unseal(secret, &sign_in)?;
    let renewed = identity.refresh(&old).await;
    let (app, held) = (app.clone(), secret.to_owned());
    match renewed {
        Ok(mut tokens) => {
            let user = user_claims(identity, &tokens.claims)?;
            let unknown_groups = UnknownGroups::in_tokens(identity, &mut tokens);
            let fresh = SignIn {
                renew_at: renew_at(&tokens),
                group_roles: identity.roles(&tokens.claims),
                sealed: seal(&held, &tokens)?,
                ..sign_in
            };
            let issuer = user.issuer.clone();
            blocking(move || {
                app.store.write(|db| {
                    // The person has signed out in the meantime.
                    if !db.renew_sign_in(&fingerprint, &fresh)? {
                        return Ok(None);
                    }
                    db.save_user(&user)?;
                    if let Some(unknown) = unknown_groups {
                        let actor = Actor::person(&person, &RequestSource::default());
                        unknown.report_sign_in(db, &actor)?;
                    }
                    db.sign_in(&fingerprint, &issuer)
                })
            })
            .await
        }
        Err(RefreshError { cause: IdentityError::Refused(why), .. }) => {
            tracing::info!(why, "the provider has ended a sign-in");
            blocking(move || {
                app.store.write(|db| db.end_sign_in(&fingerprint))?;
                Ok(None)
            })
            .await
        }
        Err(RefreshError { cause, refresh }) => {
            // Not repeated at once: every call of this person would wait for the provider to fail.
            let mut later = SignIn { renew_at: Some(clock::seconds() + RENEWAL_PAUSE_S), ..sign_in };
            if refresh.is_some() {
                later.sealed = seal(&held, &Tokens { refresh, ..old })?;
            }
            blocking(move || app.store.write(|db| db.renew_sign_in(&fingerprint, &later))).await?;
            Err(Error::Unavailable(cause.to_string()))
        }
    }
}

fn renew_at(tokens: &Tokens) -> Option<UnixTime> {
    tokens.refresh.as_ref()?;
    let soon = tokens.groups_unknown.then(|| clock::seconds() + GROUPS_RENEWAL_S);
    let in_time = tokens.expires.map(|ends| ends - RENEWED_BEFORE_S.min((ends - clock::seconds()) / 2));
    soon.into_iter().chain(in_time).min()
}

fn seal(secret: &str, tokens: &Tokens) -> Result<Vec<u8>> {
    let text = serde_json::to_string(tokens).map_err(|e| Error::internal("sealing tokens", e))?;
    sealed::seal(secret, &text)
}

fn unseal(secret: &str, sign_in: &SignIn) -> Result<Tokens> {
    sealed::open(secret, &sign_in.sealed)
        .and_then(|text| serde_json::from_str(&text).ok())
        .ok_or_else(|| Error::internal("opening the tokens of a sign-in", "they do not fit the cookie"))
}

fn user_claims(identity: &Identity, claims: &Claims) -> Result<UserClaims> {
    let text = |name: &str| text_claim(claims, name).map(|t| t.chars().take(300).collect());
    Ok(UserClaims {
        issuer: identity.issuer().to_owned(),
        sub: text_claim(claims, "sub")
            .ok_or_else(|| Error::SignInNeeded("The provider did not say who you are.".into()))?
            .to_owned(),
        email: text("email"),
        email_verified: identity::email_verified(claims),
        given_name: text("given_name"),
        family_name: text("family_name"),
    })
}

fn limits(settings: &Settings) -> (i64, i64) {
    let identity = &settings.identity;
    (i64::from(identity.session_idle_hours) * 3600, i64::from(identity.session_max_hours) * 3600)
}
