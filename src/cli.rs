//! The command line: one file per command. Reads the arguments, runs the command, and sets the exit code: 2 for usage
//! and settings, 1 for everything else that fails.

mod admin;
mod arguments;
mod backup;
mod check;
mod check_files;
mod demo;
mod drill;
mod export;
mod extract_text;
mod files;
mod import;
mod logging;
mod output;
mod promote;
mod rebuild_index;
mod restore;
mod serve;
mod verify;

use crate::cli::arguments::{Cli, Command, LogFormat};
use crate::cli::logging::LevelFilter;
use crate::model::error::{Error, Result};
use crate::settings::{Overrides, Settings};
use clap::{CommandFactory, FromArgMatches};
use std::process::ExitCode;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    // Files that this program creates are readable by its own user only, whatever umask it was started with.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let matches = with_name_of_program(Cli::command()).get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    // The server of a drill would log its requests; cron mails what a successful job prints to stderr.
    let is_drill = matches!(cli.command, Some(Command::Drill { .. }));
    let level = if is_drill { LevelFilter::WARN } else { LevelFilter::INFO };
    logging::start(cli.global.log_format == LogFormat::Json, level);
    match run(&cli) {
        Ok(code) => code,
        Err(error) => {
            output::error(format_args!("error: {}", one_line(&error)));
            ExitCode::from(if matches!(error, Error::Settings(_)) { 2 } else { 1 })
        }
    }
}

/// Makes `--version` say `handout` after every subcommand.
fn with_name_of_program(command: clap::Command) -> clap::Command {
    command.display_name("handout").mut_subcommands(with_name_of_program)
}

fn run(cli: &Cli) -> Result<ExitCode> {
    if let Some(Command::ExtractText(args)) = &cli.command {
        // Before the settings are read: they hold secrets, and this process is about a file that anyone may have written.
        return extract_text::run(args);
    }
    let serves = matches!(cli.command, None | Some(Command::Serve));
    if (cli.demo || cli.rebuild_index) && !serves || cli.demo && cli.rebuild_index {
        let flag = if cli.demo { "--demo" } else { "--rebuild-index" };
        return Err(Error::Settings(format!("{flag} cannot be used together with another command")));
    }
    if let Some(Command::Verify(args)) = &cli.command {
        return verify::run(args);
    }
    let flags = Overrides {
        config: cli.global.config.clone(),
        data: cli.global.data.clone(),
        listen: cli.global.listen,
        replica: cli.replica,
    };
    if cli.demo && cli.replica {
        return Err(Error::Settings("--demo and --replica cannot be used together".into()));
    }
    if cli.demo {
        return demo::run(&flags);
    }
    let settings = Settings::load(&flags)?;
    if settings.replica.enabled {
        refuse_on_replicas(cli)?;
    }
    if cli.rebuild_index {
        return rebuild_index::run(&settings);
    }
    match &cli.command {
        None | Some(Command::Serve) => serve::run(settings),
        Some(Command::Import(args)) => import::run(&settings, args),
        Some(Command::Export { file, packets, files }) => {
            export::run(&settings, file, *packets, files.as_deref())
        }
        Some(Command::Backup { file, files }) => backup::run(&settings, file, files.as_deref()),
        Some(Command::Restore { file, identity, files }) => {
            restore::run(&settings, file, identity.as_deref(), files.as_deref())
        }
        Some(Command::Drill { backup, identity, files }) => {
            drill::run(&settings, backup, identity.as_deref(), files.as_deref())
        }
        Some(Command::Files { action }) => files::run(&settings, action),
        Some(Command::Promote { file, force }) => promote::run(&settings, file.as_deref(), *force),
        Some(Command::Admin { action }) => admin::run(&settings, action),
        Some(Command::Check { files }) => check::run(settings, *files),
        Some(Command::Verify(args)) => verify::run(args),
        Some(Command::ExtractText(args)) => extract_text::run(args),
    }
}

/// Rejects what only a server with a catalogue of its own can do.
fn refuse_on_replicas(cli: &Cli) -> Result<()> {
    let is_allowed = matches!(
        cli.command,
        None | Some(Command::Serve | Command::Check { .. } | Command::Promote { .. } | Command::Drill { .. })
    );
    if is_allowed && !cli.rebuild_index {
        return Ok(());
    }
    Err(Error::Conflict(
        "these are the settings of a replica, which has no catalogue of its own; run this command on the server that \
         writes"
            .into(),
    ))
}

/// An error as one line, with its cause.
fn one_line(error: &Error) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}
