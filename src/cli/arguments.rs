//! What the command line takes.

use crate::import_export::table::TableFormat;
use crate::model::accounts::Role;
use crate::model::accounts::email_address;
use crate::model::files::StoreAddress;
use crate::model::table_import::DateOrder;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// Patient and family education catalogue of a children's hospital.
#[derive(Debug, Parser)]
#[command(name = "handout", version, about, propagate_version = true)]
pub(super) struct Cli {
    #[command(flatten)]
    pub global: Global,
    /// Serve the bundled sample catalogue on loopback, with a built-in demo sign-in; needs no configuration
    #[arg(long, global = true)]
    pub demo: bool,
    /// Serve a database that another program keeps current, without writing to it; needs replica.database and
    /// replica.primary_url in the settings
    #[arg(long, global = true)]
    pub replica: bool,
    /// Build a fresh search index from the database, switch to it, and exit; works while a server runs
    #[arg(long, global = true)]
    pub rebuild_index: bool,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Args)]
pub(super) struct Global {
    /// Settings file [default: ./handout.toml, else /etc/handout/handout.toml, if present] [env: HANDOUT_CONFIG]
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Data directory: holds catalogue.db and index/
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Address and port to listen on; port 0 picks a free one
    #[arg(long, global = true, value_name = "ADDR:PORT")]
    pub listen: Option<SocketAddr>,
    /// How log lines are written, to stderr
    #[arg(long, global = true, value_enum, default_value = "text", value_name = "FORMAT")]
    pub log_format: LogFormat,
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum LogFormat {
    /// Plain text
    Text,
    /// One JSON object a line
    Json,
}

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FileFormat {
    /// One JSON object a line
    Jsonl,
    /// A header row and rows below it
    Csv,
    /// A workbook of Excel
    Xlsx,
    /// An OpenDocument spreadsheet
    Ods,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Serve the catalogue (the default)
    Serve,
    /// Add or replace citations from JSON Lines, add or update them from a table
    Import(Box<ImportArgs>),
    /// Write all citations, or all packets, as JSON Lines
    Export {
        /// File to write; - is stdout
        file: PathBuf,
        /// Write the packets instead of the citations
        #[arg(long)]
        packets: bool,
        /// Write the stored files of the citations to this directory too
        #[arg(long, value_name = "DIR", conflicts_with = "packets")]
        files: Option<PathBuf>,
    },
    /// Copy the database while the server runs
    Backup {
        /// File to write; - is stdout
        file: PathBuf,
        /// Copy the stored files that it names to this directory too, those that are not there yet
        #[arg(long, value_name = "DIR")]
        files: Option<PathBuf>,
    },
    /// Check a backup and put it in place; refuses while a server runs
    Restore {
        /// The backup
        file: PathBuf,
        /// File with the private key of an encrypted backup, as age-keygen writes it
        #[arg(long, value_name = "FILE")]
        identity: Option<PathBuf>,
        /// Directory with the stored files of the backup; all are checked before anything is changed
        #[arg(long, value_name = "DIR")]
        files: Option<PathBuf>,
    },
    /// Restore a backup into a temporary directory, serve it, compare and search; changes nothing else
    Drill {
        /// The backup
        backup: PathBuf,
        /// File with the private key of an encrypted backup, as age-keygen writes it
        #[arg(long, value_name = "FILE")]
        identity: Option<PathBuf>,
        /// Directory with the stored files of the backup [default: `files` beside the backup]
        #[arg(long, value_name = "DIR")]
        files: Option<PathBuf>,
    },
    /// Make a replica's data directory a primary's; refuses while the primary answers
    Promote {
        /// What `litestream restore` made [default: replica.database]
        file: Option<PathBuf>,
        /// Do not ask whether the primary still answers
        #[arg(long)]
        force: bool,
    },
    /// Grant, revoke or list roles by email address
    // Without it, `handout admin` alone prints the help instead of an error.
    #[command(arg_required_else_help = false)]
    Admin {
        #[command(subcommand)]
        action: AdminAction,
    },
    /// Attach files of a directory, store the files of links, move stored files, or withdraw one
    #[command(arg_required_else_help = false)]
    Files {
        #[command(subcommand)]
        action: FilesAction,
    },
    /// Check configuration, database, index, stored files, identity provider and mail server
    Check {
        /// How many stored files are read whole and compared with their digests
        #[arg(long, value_enum, value_name = "WHICH", default_value_t = FilesRead::Sample)]
        files: FilesRead,
    },
    /// Check the signature of a file of a release; needs neither settings nor data
    Verify(VerifyArgs),
    /// Write the text of a handout file on standard input; started by the server for each file
    #[command(hide = true)]
    ExtractText(ExtractArgs),
}

#[derive(Debug, Subcommand)]
pub(super) enum FilesAction {
    /// Attach the files of a directory to the language versions that their names mean, by item number or title; works while
    /// a server runs, and may be repeated
    Attach {
        /// The directory; directories below it count too
        dir: PathBuf,
        /// Say what would become of each file and store nothing
        #[arg(long)]
        dry_run: bool,
        /// Replace links, and files that people put there
        #[arg(long)]
        replace: bool,
        /// Write what became of each file to this table, .csv or .xlsx
        #[arg(long, value_name = "FILE", value_parser = report_argument)]
        report: Option<PathBuf>,
    },
    /// Fetch the links of citations in use and make them stored files; works while a server runs, and may be repeated
    Adopt {
        /// Only links to this host, or host and port
        #[arg(long, value_name = "HOST")]
        host: Option<String>,
        /// List the links and store nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// Copy every stored file to another store and verify it there; then change files.store
    Move {
        /// s3://bucket/prefix, or empty for the data directory
        #[arg(long, value_name = "STORE", value_parser = store_argument)]
        to: StoreAddress,
    },
    /// Withdraw content that was stored by mistake: no address of it answers any more, and it is deleted
    Withdraw {
        /// SHA-256 of the content
        digest: String,
        /// Why; every address of the file shows it
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

/// Arguments of `handout extract-text`.
#[derive(Debug, Args)]
pub(super) struct ExtractArgs {
    /// pdf, html or text; facts of a PDF; probe reports how the process is confined
    pub kind: String,
    /// The encoding that the file's server names
    #[arg(long)]
    pub charset: Option<String>,
    /// The program that reads PDF files [default: the built-in extractor]
    #[arg(long, value_name = "FILE")]
    pub pdftotext: Option<PathBuf>,
    /// The process ID of the server that started this process
    #[arg(long, value_name = "PID")]
    pub server: Option<u32>,
    /// This process is confined already
    #[arg(long)]
    pub confined: bool,
}

/// Arguments of `handout verify`.
#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// The file to check; of SHA256SUMS, every listed file beside it is checked too
    pub file: PathBuf,
    /// Its detached signature [default: FILE.minisig]
    #[arg(long, value_name = "FILE")]
    pub signature: Option<PathBuf>,
    /// The public key of those who made the release: its letters, or a file that minisign wrote [default:
    /// /etc/handout/release.pub]
    #[arg(long, value_name = "KEY|FILE")]
    pub key: Option<String>,
}

/// Arguments of `handout import`.
#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// JSON Lines (gzip too), CSV or workbook; - is stdin
    pub file: PathBuf,
    /// What standard input holds [default: by its content, as of every file]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<FileFormat>,
    #[command(flatten)]
    pub table: TableArgs,
    /// Check everything, write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Import the valid records of a file that has invalid ones
    #[arg(long)]
    pub skip_bad: bool,
    /// Write every invalid record to this file too; only the first 100 are printed
    #[arg(long, value_name = "FILE")]
    pub errors: Option<PathBuf>,
    /// Directory with the stored files that the records name, by their path or digest
    #[arg(long, value_name = "DIR", conflicts_with_all = ["terms", "packets"])]
    pub files: Option<PathBuf>,
    /// The file is the hospital's own table of terms; it replaces the one imported before
    #[arg(long, conflicts_with_all = ["format", "skip_bad"])]
    pub terms: bool,
    /// The file holds packets as JSON Lines; a packet with a known ID is replaced
    #[arg(long, conflicts_with_all = ["format", "skip_bad", "terms"])]
    pub packets: bool,
}

/// How a table is read.
#[derive(Debug, Args)]
#[command(next_help_heading = "Tables")]
pub(super) struct TableArgs {
    /// The sheet of a workbook [default: the first visible one]
    #[arg(long, value_name = "NAME")]
    pub sheet: Option<String>,
    /// The row with the headers [default: the best one of the first 20]
    #[arg(long, value_name = "ROW")]
    pub header_row: Option<u32>,
    /// What a column holds; a column is named by its header, else its letter. Or a file with a mapping (.toml)
    #[arg(long, value_name = "FIELD[@LANGUAGE]=COLUMN|FILE.toml")]
    pub map: Vec<String>,
    /// Do not import a column
    #[arg(long, value_name = "COLUMN")]
    pub ignore: Vec<String>,
    /// The value of a field where its cell is empty or the column is missing
    #[arg(long, value_name = "FIELD[@LANGUAGE]=VALUE", value_parser = pair_argument)]
    pub set: Vec<(String, String)>,
    /// What separates the values of a list, beside ; | and line breaks
    #[arg(long, value_name = "COLUMN=SEPARATOR", value_parser = pair_argument)]
    pub split: Vec<(String, String)>,
    /// Which comes first in the dates of a column: us (the month) or day-first
    #[arg(long, value_name = "COLUMN=us|day-first", value_parser = dates_argument)]
    pub dates: Vec<(String, DateOrder)>,
    /// The column that joins the rows of a citation
    #[arg(long, value_name = "COLUMN")]
    pub key: Option<String>,
    /// What to do with a row without an ID that a citation fits
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Duplicates::Update)]
    pub duplicates: Duplicates,
    /// Write every bad cell and every notice to this file (.csv or .xlsx)
    #[arg(long, value_name = "FILE", value_parser = report_argument)]
    pub report: Option<PathBuf>,
}

/// What becomes of a row without an ID that a citation fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Duplicates {
    /// It updates the citation
    Update,
    /// It adds another citation
    Add,
    /// It is left out
    Skip,
}

fn pair_argument(text: &str) -> Result<(String, String), &'static str> {
    match text.split_once('=') {
        Some((before, after)) if !before.trim().is_empty() && !after.is_empty() => {
            Ok((before.trim().to_owned(), after.to_owned()))
        }
        _ => Err("expected two texts with = between them"),
    }
}

fn dates_argument(text: &str) -> Result<(String, DateOrder), &'static str> {
    let pair = text.rsplit_once('=');
    let read = pair
        .and_then(|(column, order)| Some((column.trim().to_owned(), DateOrder::from_name(order.trim())?)));
    read.ok_or("expected a column, =, and us or day-first")
}

/// The form that the name of a report's file says.
pub(super) fn report_format(path: &Path) -> Option<TableFormat> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    [TableFormat::Csv, TableFormat::Xlsx].into_iter().find(|format| format.extension() == extension)
}

fn store_argument(text: &str) -> Result<StoreAddress, &'static str> {
    StoreAddress::parse(text).ok_or("expected s3://bucket/prefix, or empty text for the data directory")
}

fn report_argument(text: &str) -> Result<PathBuf, &'static str> {
    let path = PathBuf::from(text);
    report_format(&path).map(|_| path).ok_or("expected a name that ends in .csv or .xlsx")
}

/// Which stored files a check reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FilesRead {
    /// Ten of them, at random
    Sample,
    /// All of them
    All,
}

#[derive(Debug, Subcommand)]
pub(super) enum AdminAction {
    /// Give the person with this address a role, now or at their first sign-in
    Grant {
        /// Email address
        #[arg(value_parser = email_argument)]
        email: String,
        /// The role
        #[arg(long, value_enum, value_name = "ROLE", default_value_t = RoleName::Admin)]
        role: RoleName,
    },
    /// Revoke a role
    Revoke {
        /// Email address
        #[arg(value_parser = email_argument)]
        email: String,
        /// The role
        #[arg(long, value_enum, value_name = "ROLE", default_value_t = RoleName::Admin)]
        role: RoleName,
    },
    /// List roles by record, and addresses that wait for one
    List,
    /// End every sign-in of the person with this address
    EndSessions {
        /// Email address
        #[arg(value_parser = email_argument)]
        email: String,
    },
}

fn email_argument(text: &str) -> Result<String, &'static str> {
    email_address(text).map(str::to_owned).ok_or("expected an email address such as name@example.org")
}

/// A role, as the command line calls it.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum RoleName {
    /// Keeps the catalogue
    Admin,
    /// Works on orders
    CopyCenter,
    /// Reads the audit trail
    Auditor,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Role {
        match name {
            RoleName::Admin => Role::Admin,
            RoleName::CopyCenter => Role::CopyCenter,
            RoleName::Auditor => Role::Auditor,
        }
    }
}
