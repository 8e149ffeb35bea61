//! `handout admin`: administrators by record.

use crate::cli::AdminAction;
use crate::domain::accounts;
use crate::model::error::Result;
use crate::settings::Settings;
use crate::store::Store;
use std::process::ExitCode;

/// Grants, revokes or lists.
pub(super) fn run(settings: &Settings, action: &AdminAction) -> Result<ExitCode> {
    let store = Store::open(&settings.data.dir)?;
    match action {
        AdminAction::Grant { email } => match accounts::grant_admin(&store, email)? {
            0 => {
                println!("{email} becomes an administrator at the first sign-in with this verified address.")
            }
            _ => println!("{email} is an administrator now."),
        },
        AdminAction::Revoke { email } => {
            accounts::revoke_admin(&store, email)?;
            println!("{email} is no administrator by record any more.");
        }
        AdminAction::List => {
            for grant in accounts::admins(&store)? {
                println!(
                    "{}{}",
                    grant.email,
                    if grant.waits { " (waits for the first sign-in)" } else { "" }
                );
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
