//! The command line: one file per command. Puts the parts together, prints, and sets the exit code: 2 for usage and
//! settings, 1 for everything else that fails.

mod admin;
mod backup;
mod check;
mod demo;
mod export;
mod import;
mod logging;
mod output;
mod rebuild_index;
mod restore;
mod serve;

use crate::model::error::{Error, Result};
use crate::settings::{Overrides, Settings};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

/// Patient and family education catalogue of a children's hospital.
#[derive(Debug, Parser)]
#[command(name = "handout", version, about, propagate_version = true)]
struct Cli {
    #[command(flatten)]
    global: Global,
    /// Serve the bundled sample catalogue on loopback, with a built-in demo sign-in; needs no configuration
    #[arg(long, global = true)]
    demo: bool,
    /// Build a fresh search index from the database, switch to it, and exit; works while a server runs
    #[arg(long, global = true)]
    rebuild_index: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Args)]
struct Global {
    /// Settings file [default: ./handout.toml, else /etc/handout/handout.toml, if present] [env: HANDOUT_CONFIG]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Data directory: holds catalogue.db and index/
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Address and port to listen on; port 0 picks a free one
    #[arg(long, global = true, value_name = "ADDR:PORT")]
    listen: Option<SocketAddr>,
    /// How log lines are written, to stderr
    #[arg(long, global = true, value_enum, default_value = "text", value_name = "FORMAT")]
    log_format: LogFormat,
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// For people
    Text,
    /// One JSON object a line
    Json,
}

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FileFormat {
    /// One JSON object a line
    Jsonl,
    /// A header row and one citation a row
    Csv,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the catalogue (the default)
    Serve,
    /// Add or replace citations from JSON Lines or CSV
    Import(ImportArgs),
    /// Write all citations as JSON Lines
    Export {
        /// File to write; - is stdout
        file: PathBuf,
    },
    /// Copy the database while the server runs
    Backup {
        /// File to write; - is stdout
        file: PathBuf,
    },
    /// Check a backup and put it in place; refuses while a server runs
    Restore {
        /// The backup
        file: PathBuf,
    },
    /// Grant, revoke or list administration by e-mail address
    // Without it, `handout admin` alone prints the help instead of an error.
    #[command(arg_required_else_help = false)]
    Admin {
        #[command(subcommand)]
        action: AdminAction,
    },
    /// Check configuration, database, index, identity provider and mail server
    Check,
}

/// Arguments of `handout import`.
#[derive(Debug, Args)]
struct ImportArgs {
    /// JSON Lines (gzip too) or CSV file; - is stdin
    file: PathBuf,
    /// What the file holds [default: by its name; stdin: jsonl]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<FileFormat>,
    /// Check everything, write nothing
    #[arg(long)]
    dry_run: bool,
    /// Keep the good records of a file that has bad ones
    #[arg(long)]
    skip_bad: bool,
}

#[derive(Debug, Subcommand)]
enum AdminAction {
    /// Make whoever has this address an administrator, now or at their first sign-in
    Grant {
        /// E-mail address
        email: String,
    },
    /// Take that back
    Revoke {
        /// E-mail address
        email: String,
    },
    /// List administrators by record, and addresses that wait
    List,
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    // Whatever the shell or the supervisor says: what this program makes is for its own user alone.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let cli = Cli::parse();
    logging::start(cli.global.log_format == LogFormat::Json);
    match run(&cli) {
        Ok(code) => code,
        Err(error) => {
            output::fault(format_args!("error: {}", one_line(&error)));
            ExitCode::from(if matches!(error, Error::Settings(_)) { 2 } else { 1 })
        }
    }
}

fn run(cli: &Cli) -> Result<ExitCode> {
    let serves = matches!(cli.command, None | Some(Command::Serve));
    if (cli.demo || cli.rebuild_index) && !serves || cli.demo && cli.rebuild_index {
        let flag = if cli.demo { "--demo" } else { "--rebuild-index" };
        return Err(Error::Settings(format!("{flag} cannot be used together with another command")));
    }
    let flags = Overrides {
        config: cli.global.config.clone(),
        data: cli.global.data.clone(),
        listen: cli.global.listen,
    };
    if cli.demo {
        return demo::run(&flags);
    }
    let settings = Settings::load(&flags)?;
    if cli.rebuild_index {
        return rebuild_index::run(&settings);
    }
    match &cli.command {
        None | Some(Command::Serve) => serve::run(settings),
        Some(Command::Import(args)) => import::run(&settings, args),
        Some(Command::Export { file }) => export::run(&settings, file),
        Some(Command::Backup { file }) => backup::run(&settings, file),
        Some(Command::Restore { file }) => restore::run(&settings, file),
        Some(Command::Admin { action }) => admin::run(&settings, action),
        Some(Command::Check) => check::run(settings),
    }
}

/// An error as one line, with its cause.
fn one_line(error: &Error) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}
