//! `handout admin`: administrators by record.

use crate::cli::arguments::AdminAction;
use crate::cli::output;
use crate::domain::accounts;
use crate::model::error::{Error, Result};
use crate::settings::Settings;
use crate::store::Store;
use std::process::ExitCode;

/// Grants, revokes or lists.
pub(super) fn run(settings: &Settings, action: &AdminAction) -> Result<ExitCode> {
    let dir = &settings.data.dir;
    match action {
        AdminAction::Grant { email } => match accounts::grant_admin(&Store::open_to_write(dir)?, email)? {
            0 => output::line(format_args!(
                "{email} becomes an administrator at the first sign-in with this verified address."
            ))?,
            _ => output::line(format_args!("{email} is an administrator now."))?,
        },
        AdminAction::Revoke { email } => {
            accounts::revoke_admin(&Store::open_to_write(dir)?, email)?;
            output::line(format_args!("{email} is no administrator by record any more."))?;
        }
        AdminAction::List => {
            let grants = match Store::open_to_read(dir) {
                Ok(store) => accounts::admins(&store)?,
                // Nobody was named yet.
                Err(Error::NotFound(_)) => Vec::new(),
                Err(e) => return Err(e),
            };
            for grant in grants {
                let waits = if grant.waits { " (waits for the first sign-in)" } else { "" };
                output::line(format_args!("{}{waits}", grant.email))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
