//! `handout admin`: roles by record, and the end of sign-ins.

use crate::cli::arguments::AdminAction;
use crate::cli::output;
use crate::domain::accounts;
use crate::domain::actor::Actor;
use crate::model::accounts::Role;
use crate::model::error::{Error, Result};
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use crate::store::Store;
use std::process::ExitCode;

/// Grants, revokes, lists, or ends sign-ins.
pub(super) fn run(settings: &Settings, action: &AdminAction) -> Result<ExitCode> {
    let dir = &settings.data.dir;
    match action {
        AdminAction::Grant { email, role } => {
            let role = Role::from(*role);
            let (store, issuer) = (Store::open_to_write(dir)?, settings.identity.issuer.as_deref());
            let people = accounts::grant_role(&store, &Actor::command("admin"), email, role, issuer)?;
            let (becomes, is, _) = words(role);
            match people {
                0 => output::line(format_args!(
                    "{email} {becomes} at the first sign-in with this verified address."
                ))?,
                _ => output::line(format_args!("{email} {is} now."))?,
            }
        }
        AdminAction::Revoke { email, role } => {
            let role = Role::from(*role);
            let store = Store::open_present_to_write(dir)?;
            accounts::revoke_role(&store, &Actor::command("admin"), email, role)?;
            output::line(format_args!("{email} {} by record any more.", words(role).2))?;
        }
        AdminAction::EndSessions { email } => {
            let store = Store::open_present_to_write(dir)?;
            let ended = accounts::end_sign_ins(&store, &Actor::command("admin"), email)?;
            let ended = count_with_noun(ended as u64, "sign-in was", "sign-ins were");
            output::line(format_args!("{ended} ended."))?;
        }
        AdminAction::List => {
            let grants = match Store::open_to_read(dir) {
                Ok(store) => accounts::role_grants(&store)?,
                // No role has been granted yet.
                Err(Error::NotFound(_)) => Vec::new(),
                Err(e) => return Err(e),
            };
            for grant in grants {
                let waits = if grant.waits { " (waits for the first sign-in)" } else { "" };
                output::line(format_args!("{}{waits}, {}", grant.email, grant.role.name()))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The message for a person who gets a role, has it, or loses it.
fn words(role: Role) -> (&'static str, &'static str, &'static str) {
    match role {
        Role::Admin => ("becomes an administrator", "is an administrator", "is not an administrator"),
        Role::CopyCenter => {
            ("joins the copy center", "belongs to the copy center", "does not belong to the copy center")
        }
        Role::Auditor => ("becomes an auditor", "is an auditor", "is not an auditor"),
    }
}
